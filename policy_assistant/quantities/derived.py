"""What follows from a question and a passage by arithmetic alone, so that a number that nobody wrote can be accepted."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from typing import get_args

from policy_assistant.errors import UsageError
from policy_assistant.quantities.days import Amounts, add, days, days_between
from policy_assistant.quantities.numbers import plain
from policy_assistant.quantities.quantity import Quantity, quantities
from policy_assistant.quantities.units import UNITS

MAX_DAYS = 8
"""So many days of a question are compared and counted from."""

MAX_PERIODS = 24
"""So many different periods of a passage are added to each."""

MAX_AMOUNT = 40_000
"""A longer period is not added: in days about a century."""

_TOLD_AS = {"year": "month", "month": "year", "week": "day", "day": "week"}
"""Unit of a period -> the one it is told in as well, where that gives a whole number."""


@dataclass(frozen=True)
class Derived:
    """`days` as YYYY-MM-DD, and `amounts` as value and unit."""

    days: frozenset[str] = frozenset()
    amounts: frozenset[tuple[Decimal, str]] = frozenset()


def arithmetic(question: str, passage_text: str, language: str, as_of: str, passage_language: str = "") -> Derived:
    """What a question's days and a passage's periods give.

    These are the days between every two days of the question, `as_of` among them; each of those days plus each period
    of the passage (in days, business days, weeks, months, years); and every period of both told in years for months,
    months for years, days for weeks and weeks for days, where that comes out even.
    """
    starts = _question_days(question, language, as_of)
    asked, read = quantities(question, language), quantities(passage_text, passage_language or language)
    between = {Decimal(abs(days_between(one, other))) for one, other in combinations(starts, 2)}
    reached = {day for start in starts for amount, unit in _periods(read) if (day := _sum(start, amount, unit))}
    return Derived(frozenset(reached), frozenset({(value, "day") for value in between} | set(_converted([*asked, *read]))))


def derived(question: str, passage_text: str, language: str, as_of: str, passage_language: str = "") -> set[str]:
    """The same as texts: days as YYYY-MM-DD, and the numbers of the amounts without their units (as `numbers`)."""
    found = arithmetic(question, passage_text, language, as_of, passage_language)
    return set(found.days) | {plain(value) for value, _ in found.amounts}


def _question_days(question: str, language: str, as_of: str) -> Sequence[str]:
    named = [day.iso for day in days(question, language, as_of) if day.precision == "day"]
    return list(dict.fromkeys([*named, *([as_of] if as_of else [])]))[:MAX_DAYS]


def _periods(read: Iterable[Quantity]) -> Sequence[tuple[int, Amounts]]:
    """The whole numbers of units that can be added to a day."""
    found = {
        (int(value), unit): None
        for quantity in read
        for unit in get_args(Amounts)
        if unit == quantity.unit
        for value in sorted(quantity.values)
        if value == value.to_integral_value() and 0 < value <= MAX_AMOUNT
    }
    return list(found)[:MAX_PERIODS]


def _sum(start: str, amount: int, unit: Amounts) -> str:
    try:
        return add(start, amount, unit)
    except UsageError:
        return ""


def _converted(found: Iterable[Quantity]) -> Iterator[tuple[Decimal, str]]:
    for quantity in found:
        if other := _TOLD_AS.get(quantity.unit):
            for value in quantity.values:
                told = value * UNITS[quantity.unit].factor / UNITS[other].factor
                if told == told.to_integral_value():
                    yield told, other
