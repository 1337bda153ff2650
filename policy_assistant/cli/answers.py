"""An answer in words: what stands with its places, quotes and checks; what was withheld and why; or that nothing is said."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from policy_assistant.blocks import HIDDEN
from policy_assistant.cli.answer_phrases import DOUBTFUL, FAILED, PASSED, SKIPPED, Phrases, shown
from policy_assistant.cli.output import say

if TYPE_CHECKING:
    from policy_assistant.answer import Answer
    from policy_assistant.claims import CheckedClaim, Problem

Owners = Mapping[tuple[str, str], str]
"""(doc_id, version) -> who is responsible for it."""

_CHECKS: Mapping[str, Sequence[str]] = {
    "exists": ("no_citation", "missing_id"),
    "given": ("not_in_context",),
    "allowed": ("not_allowed",),
    "in force": ("not_in_force",),
    "clean": ("flagged",),
    "quote": ("quote_not_found",),
    "numbers": ("number_not_found", "contradicted"),
    "words": ("unsupported",),
    "negation": ("negation",),
}
"""Check as it is shown -> the problems that it can find, in the order of the checks."""


def say_answer(answer: "Answer", owners: Owners) -> None:
    """An answer for people. What was withheld is named by its problems only; its text is not shown."""
    phrases = Phrases(answer.asked.language)
    say(answer.text)
    if answer.answerable:
        for number, claim in enumerate(answer.claims, 1):
            if claim.ok:
                say()
                _say_claim(answer, number, claim, phrases)
    else:
        _say_abstention(answer, owners, phrases)
    _say_withheld(answer, phrases)
    if answer.notes:
        say()
    for text in answer.notes:
        say(phrases.note(text))


def marks(claim: "CheckedClaim", phrases: Phrases) -> str:
    """The checks of a claim in one line: passed, doubtful with what was found, not made, failed."""
    return "  ".join(_mark(name, claim, phrases) for name in _CHECKS)


def withheld_lines(answer: "Answer", phrases: Phrases) -> Iterator[tuple[int, "CheckedClaim", str]]:
    """Number, claim and reason of each claim that is withheld."""
    for number, claim in enumerate(answer.claims, 1):
        if not claim.ok:
            reasons = "; ".join(_in_words(problem, phrases) for problem in claim.problems if problem.is_hard)
            yield number, claim, phrases("claim", number, reasons)


def _say_claim(answer: "Answer", number: int, claim: "CheckedClaim", phrases: Phrases) -> None:
    """One claim as a block. Its text stands again where several claims make the answer and no quote says it."""
    head = f"{number}. "
    quotes = {citation.quote for citation in claim.citations}
    if len(answer.standing) > 1 and claim.text not in quotes:
        say(_block(head, claim.text))
        head = " " * len(head)
    for _, citations in groupby(claim.citations, key=lambda citation: citation.chunk.chunk_id):
        places = list(citations)
        pages = sorted({page for place in places for page in place.pages})
        spots = tuple(dict.fromkeys(spot for place in places for spot in place.spots))
        say(head + phrases.place(places[0].chunk, pages, spots))
        head = " " * len(head)
        for citation in places:
            if citation.quote:
                say(_block(head, phrases("quote", citation.quote)))
    say(head + marks(claim, phrases))
    for text in claim.notes:
        say(head + phrases.note(text))


def _say_abstention(answer: "Answer", owners: Owners, phrases: Phrases) -> None:
    if answer.decision and answer.decision.reason:
        say(phrases("reason", answer.decision.reason))
    for problem in answer.problems:
        say(phrases("unusable", problem))
    say()
    if not answer.passages:
        say(phrases("nothing found", answer.asked.as_of, answer.asked.audience))
        say(phrases("what next without passage"))
        return
    say(phrases("passages found"))
    for chunk in answer.passages:
        owner = owners.get((chunk.doc_id, chunk.version), "")
        say(f"   {phrases.place(chunk)}{' | ' + phrases('owner', owner) if owner else ''}")
    first = answer.passages[0]
    owner = owners.get((first.doc_id, first.version), "")
    say(phrases("what next", first.chunk_id, owner) if owner else phrases("what next without owner", first.chunk_id))


def _say_withheld(answer: "Answer", phrases: Phrases) -> None:
    lines = list(withheld_lines(answer, phrases))
    if lines:
        say()
        say(phrases("withheld"))
    for _, _, line in lines:
        say(f"   {line}")


def _in_words(problem: "Problem", phrases: Phrases) -> str:
    words = phrases.of_problem(problem.name)
    return f"{words} ({problem.name}: {problem.detail})" if problem.detail else f"{words} ({problem.name})"


def _mark(name: str, claim: "CheckedClaim", phrases: Phrases) -> str:
    label = phrases(f"check {name}")
    sign, detail = _state(name, claim, phrases)
    return f"{shown(sign)} {label}{f' ({detail})' if detail else ''}"


def _state(name: str, claim: "CheckedClaim", phrases: Phrases) -> tuple[str, str]:
    """The mark of a check and what it found or why it was not made."""
    found = [problem for problem in claim.problems if problem.name in _CHECKS[name]]
    if found:
        return FAILED if any(problem.is_hard for problem in found) else DOUBTFUL, "; ".join(p.detail for p in found if p.detail)
    if not claim.citations:
        return SKIPPED, ""
    if any(_is_about(note, name) for note in claim.notes):
        return SKIPPED, ""
    if name == "quote" and not any(citation.quote for citation in claim.citations):
        return SKIPPED, phrases("no quote")
    flags = [flag for citation in claim.citations for flag in citation.chunk.flags if flag != HIDDEN]  # that text was left out
    if name == "clean" and flags:
        return DOUBTFUL, phrases("flagged but allowed", ", ".join(dict.fromkeys(flags)))
    return PASSED, ""


def _is_about(note: str, check: str) -> bool:
    """Whether a note says that a check was not made: what stands before its colon names the check."""
    what, colon, _ = note.partition(": ")
    return bool(colon) and f" {check} " in f" {what} "


def _block(head: str, text: str) -> str:
    """A text of one or several lines after a head, its further lines in the same column."""
    return head + text.replace("\n", "\n" + " " * len(head))
