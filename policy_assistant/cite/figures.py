"""Whether the figures of a claim (codes, days, amounts, numbers) are proved: by the passages, the question, or arithmetic."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Literal

from policy_assistant.cite.evidence import Text, amount, bare_code
from policy_assistant.quantities.days import Day
from policy_assistant.quantities.derived import Derived, arithmetic
from policy_assistant.quantities.numbers import find_codes, masked, numerals
from policy_assistant.quantities.quantity import Quantity, same_values
from policy_assistant.quantities.units import COUNTS, UNITS, readings

Proof = Literal["", "passage", "question", "arithmetic"]

_IN_BUSINESS_DAYS = re.compile(
    r"(?:(?<![^\W_])(?:in|are|as|en|sont|sont des)\s|[(|]\s?)(?:business days|working days|jours ouvrables|jours ouvrés)(?![^\W_])",
    re.IGNORECASE,
)
"""Where a passage says it once for all its days: "Times are business days", "Délai (jours ouvrables)"."""


@dataclass(frozen=True)
class Figure:
    """A figure of a claim as it is written at `start`, and what proves it; `quantity` where it is an amount or a number."""

    text: str
    start: int
    proof: Proof
    quantity: Quantity | None = None


@dataclass(frozen=True)
class Grounds:
    """What a claim's figures may rest on. `passages` are read with their header lines."""

    passages: Sequence[Text]
    question: Text
    edges: frozenset[str] = frozenset()
    """The days before and after the periods of the passages: what ends on 31 October holds before 1 November."""

    @cached_property
    def derived(self) -> Derived:
        """What arithmetic gives; worked out only when nothing else proves a figure."""
        question = self.question
        found = [arithmetic(question.text, text.text, question.language, question.as_of, text.language) for text in self.passages]
        return Derived(
            frozenset[str]().union(*(one.days for one in found)), frozenset[tuple[Decimal, str]]().union(*(one.amounts for one in found))
        )


def figures(claim: Text, grounds: Grounds) -> list[Figure]:
    """The figures of a claim in order, each with its proof."""
    found = [*_codes(claim, grounds), *_days(claim, grounds), *_ordinals(claim, grounds), *_amounts(claim, grounds)]
    return sorted(found, key=lambda figure: figure.start)


def _codes(claim: Text, grounds: Grounds) -> Iterator[Figure]:
    for code in find_codes(claim.text):
        name, written = bare_code(code.name), claim.text[code.start : code.end]
        in_passage = any(name in text.codes or _stands_in(written, text.text) for text in grounds.passages)
        yield Figure(written, code.start, "passage" if in_passage else "question" if name in grounds.question.codes else "")


def _stands_in(written: str, text: str) -> bool:
    """Whether a text holds what is written, not as a part of something longer."""
    position = text.find(written)
    while position >= 0:
        before, after = text[position - 1 : position], text[position + len(written) : position + len(written) + 1]
        if not (before.isalnum() or after.isalnum() or before == "-" or after == "-"):
            return True
        position = text.find(written, position + 1)
    return False


# --- Days --------------------------------------------------------------------------------------------------------------


def _days(claim: Text, grounds: Grounds) -> Iterator[Figure]:
    for day in claim.days:
        yield Figure(claim.text[day.start : day.end], day.start, _proof_of_day(day, claim, grounds))


def _proof_of_day(day: Day, claim: Text, grounds: Grounds) -> Proof:
    written = claim.text[day.start : day.end]
    if any(_names(text.days, day) or _stands_in(written, text.text) for text in grounds.passages):
        return "passage"
    if _names(grounds.question.days, day) or _is(grounds.question.as_of, day):
        return "question"
    return "arithmetic" if any(_is(iso, day) for iso in grounds.edges | grounds.derived.days) else ""


def _names(days: Iterable[Day], day: Day) -> bool:
    return any(_is(other.iso, day) for other in days if other.precision == "day" or day.precision == "month")


def _is(iso: str, day: Day) -> bool:
    """Whether an ISO day is a day of a claim: in its month, or on the same day of the year where the claim names no year."""
    if day.precision == "month":
        return iso.startswith(day.iso)
    return iso == day.iso or (not day.has_year and iso[4:] == day.iso[4:])


# --- Amounts and numbers -----------------------------------------------------------------------------------------------


def _ordinals(claim: Text, grounds: Grounds) -> Iterator[Figure]:
    hidden = masked(masked(claim.text, find_codes(claim.text)), claim.days)
    for numeral in numerals(hidden, claim.language):
        if numeral.is_ordinal:
            quantity = Quantity(numeral.start, numeral.end, numeral.value, numeral.value)
            yield _figure(claim, quantity, grounds)


def _amounts(claim: Text, grounds: Grounds) -> Iterator[Figure]:
    for quantity in claim.quantities:
        if not quantity.is_article:
            yield _figure(claim, quantity, grounds)


def _figure(claim: Text, quantity: Quantity, grounds: Grounds) -> Figure:
    proofs = [_proof_of_value(value, quantity.unit, grounds) for value in quantity.values]
    order: Sequence[Proof] = ("", "arithmetic", "question", "passage")
    return Figure(claim.text[quantity.start : quantity.end], quantity.start, min(proofs, key=order.index), quantity)


def _proof_of_value(value: Decimal, unit: str, grounds: Grounds) -> Proof:
    if any(_says(text, value, unit) for text in grounds.passages):
        return "passage"
    question = grounds.question
    if _says(question, value, unit) or (not unit and str(value) == question.as_of[:4]):
        return "question"
    amounts = grounds.derived.amounts
    return "arithmetic" if any(value == other and (not unit or same_values(value, unit, other, its)) for other, its in amounts) else ""


def _says(text: Text, value: Decimal, unit: str) -> bool:
    """Whether a text has so many of a unit: so written, or the number alone while the unit stands elsewhere (a table's head)."""
    if not unit:
        return value in text.alone
    if any(amount(value, reading) in text.amounts for reading in readings(unit)):
        return True
    if unit == "business day" and _IN_BUSINESS_DAYS.search(text.text):
        return _says(text, value, "day")
    is_alone = any(not quantity.unit and value in quantity.values for quantity in text.quantities)
    return is_alone and (unit in text.named_units or UNITS[unit].dimension in COUNTS)
