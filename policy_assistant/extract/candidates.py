"""Candidates: the units of the passages that could be quoted, each with what a reader needs to understand it.

A list item is understood with the line that leads into its list, a table row with the header of its table, and all with
the title and the headings of their passage.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from policy_assistant.analysis import terms
from policy_assistant.metadata import Chunk
from policy_assistant.units import Unit, units

CELL = " | "

MAX_CHARACTERS = 1_200
"""A longer sentence or row is no quote that anyone reads."""


@dataclass(frozen=True)
class Candidate:
    """One unit of a passage; `rank` is that of the passage in the search, from 0.

    `lead` is the line or item before a list that an item belongs to, `header` the first row of the table that a row belongs to.
    Places are characters in `chunk.quote`.
    """

    chunk: Chunk
    rank: int
    unit: Unit
    lead: Unit | None = None
    header: Unit | None = None

    @property
    def text(self) -> str:
        """Its own words."""
        return self.chunk.quote[self.unit.start : self.unit.end]

    @property
    def lead_text(self) -> str:
        """The line before its list, or empty."""
        return self.chunk.quote[self.lead.start : self.lead.end] if self.lead else ""

    @property
    def header_text(self) -> str:
        """The header of its table, or empty."""
        return self.chunk.quote[self.header.start : self.header.end] if self.header else ""

    @property
    def start(self) -> int:
        """Where it begins in the parsed text."""
        return self.chunk.start + self.unit.start

    @cached_property
    def held(self) -> frozenset[str]:
        """The terms of its own words."""
        return terms_in(self.text, self.chunk.language)

    @cached_property
    def led(self) -> frozenset[str]:
        """The terms of its lead or its header."""
        return terms_in(self.header_text or self.lead_text, self.chunk.language)

    @cached_property
    def headed(self) -> frozenset[str]:
        """The terms of title and headings."""
        return head_terms(self.chunk)

    @cached_property
    def all_terms(self) -> frozenset[str]:
        """The terms of its own words and of all that it is understood with."""
        return self.held | self.led | self.headed


def candidates(passages: Sequence[Chunk]) -> list[Candidate]:
    """The units of passages that are in the order of the search. Headings, header rows and questions are none."""
    return [candidate for rank, chunk in enumerate(passages) for candidate in _of(chunk, rank)]


def head_terms(chunk: Chunk) -> frozenset[str]:
    """The terms of a chunk's title and headings."""
    return terms_in("\n".join([chunk.title, *chunk.sections]), chunk.language)


def cells_in(row: str) -> list[str]:
    """The cells of a row, empty ones too; a unit has lost the blanks around it, which part a first or last cell that is empty."""
    return [cell.strip() for cell in f" {row} ".split(CELL)]


@lru_cache(maxsize=16_384)
def terms_in(text: str, language: str) -> frozenset[str]:
    """The terms of a text, in no order."""
    return frozenset(ordered_terms(text, language))


@lru_cache(maxsize=16_384)
def ordered_terms(text: str, language: str) -> tuple[str, ...]:
    """The terms of a text, in order."""
    return tuple(terms(text, language))


def _of(chunk: Chunk, rank: int) -> Iterator[Candidate]:
    leads: list[tuple[int, Unit]] = []
    header: Unit | None = None
    headings = {part for section in chunk.sections for part in (section, *section.split(" > "))}
    for unit in units(chunk.quote):
        text = chunk.quote[unit.start : unit.end]
        if unit.kind == "row":
            if header and len(text) <= MAX_CHARACTERS:
                yield Candidate(chunk, rank, unit, header=header)
            header = header or unit
            continue
        header = None
        if text in headings or text.endswith("?") or len(text) > MAX_CHARACTERS:
            continue
        indent = _indent(chunk.quote, unit)
        leads = [(outer, lead) for outer, lead in leads if outer < indent]
        if text.endswith(":"):
            leads.append((indent, unit))
        else:
            yield Candidate(chunk, rank, unit, leads[-1][1] if leads else None)


def _indent(text: str, unit: Unit) -> int:
    """How far in an item stands; what is no item stands before all, so that it ends every list."""
    return unit.start - text.rfind("\n", 0, unit.start) if unit.kind == "item" else 0
