"""The analysed terms of one chunk, as an index takes them."""

from collections.abc import Sequence
from dataclasses import dataclass

from policy_assistant.analysis import terms
from policy_assistant.units import units


@dataclass(frozen=True)
class ChunkTerms:
    """The analysed terms of a chunk, joined by blanks: of its title, of its headings, and of each unit of its text."""

    title: str
    heading: str
    units: tuple[str, ...]

    @property
    def body(self) -> str:
        """The terms of all units."""
        return " ".join(filter(None, self.units))

    @property
    def head(self) -> list[str]:
        """The terms that count for every unit."""
        return [*self.title.split(), *self.heading.split()]


def analysed(title: str, sections: Sequence[str], body: str, language: str) -> ChunkTerms:
    """The terms of a chunk with its quote as `body`."""
    found = tuple(_joined(body[unit.start : unit.end], language) for unit in units(body))
    return ChunkTerms(_joined(title, language), _joined("\n".join(sections), language), found)


def _joined(text: str, language: str) -> str:
    return " ".join(terms(text, language))
