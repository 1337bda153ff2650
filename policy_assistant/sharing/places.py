"""What a statement cites, each source and section once: rows of one table together, so that a row is read below its header."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

CELL = " | "
"""What stands between the cells of a row in the parsed text."""


class Cites(Protocol):
    """A citation: the characters `start` to `end` of a parsed text, and the words there; without a quote it is of the whole passage."""

    @property
    def start(self) -> int:
        """The first of its characters."""
        ...

    @property
    def end(self) -> int:
        """The one behind its last character."""
        ...

    @property
    def quote(self) -> str:
        """Its words."""
        ...


Cited = TypeVar("Cited", bound=Cites)


@dataclass(frozen=True)
class Quoted(Generic[Cited]):
    """A quote, of a table all of its cited rows from the top down; `citation` is the first of those that it is made of."""

    citation: Cited
    text: str


@dataclass(frozen=True)
class Place(Generic[Cited]):
    """All citations of one place, in the order in which they are cited, and their quotes."""

    citations: Sequence[Cited]

    @property
    def first(self) -> Cited:
        """The citation that the place is opened by."""
        return self.citations[0]

    @property
    def quotes(self) -> "Sequence[Quoted[Cited]]":
        """Its quotes, each once."""
        found: dict[object, list[Cited]] = {}
        for citation in self.citations:
            if citation.quote.strip():
                found.setdefault(_row(citation.quote) or (citation.start, citation.end, citation.quote), []).append(citation)
        return [Quoted(group[0], _text(group)) for group in found.values()]


def places(citations: Iterable[Cited], key: Callable[[Cited], Hashable]) -> "list[Place[Cited]]":
    """The places of citations; those with the same key are of one place."""
    found: dict[Hashable, list[Cited]] = {}
    for citation in citations:
        found.setdefault(key(citation), []).append(citation)
    return [Place(group) for group in found.values()]


def place_key(doc_id: str, version: str, source: str, sections: Sequence[str], citation: Cites) -> Hashable:
    """What tells two places apart: documents by their sections, files of code (whose ID is their path) by their lines, too."""
    return doc_id, version, source, tuple(sections), (citation.start, citation.end) if doc_id == source else ()


def _row(quote: str) -> int:
    """How many cells a row of a table has; 0 for what is none."""
    return quote.count(CELL) + 1 if CELL in quote and "\n" not in quote.strip() else 0


def _text(group: Sequence[Cites]) -> str:
    return "\n".join(dict.fromkeys(citation.quote for citation in sorted(group, key=lambda one: (one.start, one.end))))
