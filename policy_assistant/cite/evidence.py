"""What a text says that can be compared: its figures (numbers, amounts, days, codes), its terms, its clauses."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache

from policy_assistant.analysis import base_language, terms
from policy_assistant.answer import Asked
from policy_assistant.cite.clauses import Clause, clauses, content
from policy_assistant.context import passage_text
from policy_assistant.metadata import Chunk
from policy_assistant.quantities.days import Day, days
from policy_assistant.quantities.numbers import Span, find_codes, masked, numerals
from policy_assistant.quantities.quantity import Quantity, quantities
from policy_assistant.quantities.units import UNITS, mentioned
from policy_assistant.quantities.words import number_words
from policy_assistant.units import units

_CACHED = 512
"""Passages whose reading is kept: a search finds the same ones again and again."""


Amount = tuple[str, Decimal]
"""A dimension, and how much of its base unit."""


@dataclass(frozen=True)
class Sentence:
    """A sentence, list item or table row at `text[start:end]` with its content terms."""

    start: int
    end: int
    terms: frozenset[str]


@dataclass(frozen=True)
class Text:
    """A text read for comparison. `as_of` gives days without a year their year."""

    text: str
    language: str
    as_of: str

    @cached_property
    def quantities(self) -> Sequence[Quantity]:
        """Numbers with their units."""
        return quantities(self.text, self.language)

    @cached_property
    def days(self) -> Sequence[Day]:
        """Days and months."""
        return days(self.text, self.language, self.as_of)

    @cached_property
    def codes(self) -> frozenset[str]:
        """Codes without their separators, so that `KT180` is `KT-180`."""
        return frozenset(bare_code(code.name) for code in find_codes(self.text))

    @cached_property
    def named_units(self) -> frozenset[str]:
        """Units that it names, with a number or without."""
        return mentioned(self.text, self.language)

    @cached_property
    def alone(self) -> frozenset[Decimal]:
        """Every number whatever it counts: of quantities, ordinals, years, and in words."""
        counted = {value for quantity in self.quantities for value in quantity.values}
        ordinals = {numeral.value for numeral in numerals(masked(self.text, find_codes(self.text)), self.language) if numeral.is_ordinal}
        years = {Decimal(day.iso[:4]) for day in self.days}
        return frozenset(counted | ordinals | years | {word.value for word in number_words(self.text)})

    @cached_property
    def terms(self) -> frozenset[str]:
        """Its terms."""
        return frozenset(terms(self.text, self.language))

    @cached_property
    def amounts(self) -> frozenset[Amount]:
        """Its quantities with a unit, both ends of a range, in the base unit of their dimension."""
        return frozenset(amount(value, q.unit) for q in self.quantities if q.unit for value in q.values)

    @cached_property
    def sentences(self) -> Sequence[Sentence]:
        """Its sentences, list items and table rows, in order."""
        return [Sentence(u.start, u.end, content(self.text[u.start : u.end], self.language)) for u in units(self.text)]

    @cached_property
    def clauses(self) -> Sequence[Clause]:
        """Its clauses, in order."""
        return clauses(self.text, self.language)

    @cached_property
    def worded(self) -> frozenset[str]:
        """The content terms of its clauses but for those of days and amounts, which are compared as such."""
        spans: list[Span] = [*self.days, *(q for q in self.quantities if q.unit)]
        figures = sorted(spans, key=lambda span: span.start)
        words = masked(self.text, figures)
        return frozenset(term for clause in clauses(words, self.language) for term in clause.terms)


def amount(value: Decimal, unit: str) -> Amount:
    """So many of a unit, in the base unit of its dimension."""
    return UNITS[unit].dimension, value * UNITS[unit].factor


def read(text: str, language: str, as_of: str) -> Text:
    """A text of a claim."""
    return Text(text, base_language(language), as_of)


@lru_cache(maxsize=_CACHED)
def read_question(asked: Asked) -> Text:
    """A question."""
    return read(asked.text, asked.language, asked.as_of)


@lru_cache(maxsize=_CACHED)
def read_passage(chunk: Chunk, as_of: str) -> Text:
    """A passage with its header line, which names version and period; without its ID, whose digits prove nothing.

    Of code it has path, kind and name before it; the numbers of its lines prove nothing either.
    """
    if chunk.place:
        return read(f"{chunk.source} {chunk.place.kind} {chunk.place.name}\n{chunk.text}", chunk.language, as_of)
    return read(passage_text(chunk).removeprefix(f"[{chunk.chunk_id}] "), chunk.language, as_of)


@lru_cache(maxsize=_CACHED)
def read_own_words(chunk: Chunk, as_of: str) -> Text:
    """What a passage itself says, title and headings left out."""
    return read(chunk.quote, chunk.language, as_of)


def bare_code(name: str) -> str:
    """A code in capitals without its separators."""
    return "".join(char for char in name.upper() if char.isalnum())
