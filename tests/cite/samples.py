"""Passages, questions and claims to check, made of few words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from policy_assistant.answer import Asked
from policy_assistant.cite import check
from policy_assistant.claims import CheckedClaim, Cited, Claim
from policy_assistant.metadata import Chunk, chunk_hash
from tests.evaluate.samples import passage

AS_OF = "2026-10-09"
START = 100
"""Where the own text of a sample begins in the parsed text."""


def asked(text: str = "What holds?", language: str = "en", *labels: str, as_of: str = AS_OF) -> Asked:
    """A question of staff, unless labels say otherwise."""
    return Asked(text, language, as_of, "staff", frozenset(labels or ("public", "staff")))


def chunk(body: str, name: str = "returns-policy", section: str = "Rules", **fields: Any) -> Chunk:
    """A passage whose own text is `body`, under its title and heading."""
    full = chunk_hash(name, str(fields.get("version", "1")), START, START + len(body))
    own: dict[str, Any] = {"chunk_id": full[:12], "hash": full, "title": name.replace("-", " ").capitalize()}
    own |= {"text": f"{name.replace('-', ' ').capitalize()}\n{section}\n{body}", "start": START, "end": START + len(body)}
    return passage(name, section, **(own | fields))


@dataclass(frozen=True)
class Index:
    """The chunks of an index, found by the first digits of their hash."""

    chunks: Sequence[Chunk] = ()

    def find(self, digits: str) -> list[Chunk]:
        """See `Engine.find`."""
        return [one for one in self.chunks if one.hash.startswith(digits)]


def checked(
    text: str, *chunks: Chunk, question: Asked | None = None, find: Callable[[str], Sequence[Chunk]] | None = None, **options: Any
) -> CheckedClaim:
    """A claim that cites all of these passages, which were given."""
    claim = Claim(text, tuple(Cited(one.chunk_id) for one in chunks))
    return check(claim, question or asked(), chunks, find or Index(chunks).find, **options)


def problems(done: CheckedClaim) -> dict[str, str]:
    """The problems of a claim by name."""
    return {problem.name: problem.detail for problem in done.problems}
