"""The checks that a kept statement went through, as its record tells them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from policy_assistant.ledger.record import KeptClaim

State = Literal["passed", "doubtful", "skipped"]

PROBLEMS: Mapping[str, tuple[str, ...]] = {
    "exists": ("missing_id",),
    "given": ("not_in_context",),
    "allowed": ("not_allowed",),
    "in force": ("not_in_force",),
    "clean": ("flagged",),
    "quote": ("quote_not_found",),
    "numbers": ("number_not_found", "contradicted"),
    "words": ("unsupported",),
    "negation": ("negation",),
}
"""Check -> the problems that it finds."""


@dataclass(frozen=True)
class Check:
    """A check and how it ended. A statement that stands failed none."""

    name: str
    state: State


def checks_of(claim: KeptClaim) -> Iterator[Check]:
    """The checks of a statement that stands, in their order."""
    found = {problem.partition(":")[0] for problem in claim.problems}
    for name, problems in PROBLEMS.items():
        if found & set(problems):
            yield Check(name, "doubtful")
        elif _was_skipped(name, claim):
            yield Check(name, "skipped")
        else:
            yield Check(name, "passed")


def _was_skipped(name: str, claim: KeptClaim) -> bool:
    """Whether a note says so (what stands before its colon names the checks), or there was nothing to check."""
    if not claim.citations or (name == "quote" and not any(citation.quote for citation in claim.citations)):
        return True
    notes = (note.partition(": ") for note in claim.notes)
    return any(colon and f" {name} " in f" {what} " for what, colon, _ in notes)
