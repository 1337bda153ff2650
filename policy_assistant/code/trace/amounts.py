"""Amounts: one number with what it counts, the same for a rule in words and for a value in code, and how two compare."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from policy_assistant.quantities.units import COUNTS, UNITS

DATE, MONTH_DAY = "date", "month day"
"""Units of calendar days: the value is the ordinal of the day (`date.toordinal`), or month times 100 plus day."""

Hint = Literal["", "money", "percent", "time", "mass", "length", "count"]
"""What a name says of its value where it names no unit: a fee is money."""

Relation = Literal["same", "other", ""]
"""Whether two amounts are the same, are comparable and differ, or cannot be compared."""

_DAY = Decimal(86_400)
_MONEY = frozenset({"dollar", "euro", "sterling"})
_PERIODS = frozenset({"time", "months", "business day", "business hour"})
_MONTHS_IN_DAYS = tuple(map(Decimal, ("30", "30.4", "30.5", "31", "28")))
_YEARS_IN_DAYS = tuple(map(Decimal, ("365", "365.25", "366", "360")))
_PRICED = frozenset({"money", "percent"})
"""A fee may be an amount or a share."""

_HUNDRED = Decimal(100)


@dataclass(frozen=True)
class Amount:
    """So many of a unit: a name in `UNITS`, `date`, `month day`, or empty where none is known; then `hint` may tell its kind."""

    value: Decimal
    unit: str = ""
    hint: Hint = ""

    @property
    def dimension(self) -> str:
        """That of its unit; `money` for every currency, `period` for all lengths of time, empty where no unit is known."""
        if self.unit in (DATE, MONTH_DAY):
            return "date"
        dimension = UNITS[self.unit].dimension if self.unit else ""
        return "money" if dimension in _MONEY else "period" if dimension in _PERIODS else "count" if dimension in COUNTS else dimension


def compare(rule: Amount, code: Amount) -> Relation:
    """How a value in code stands to one of a rule.

    Money is compared in dollars and in cents where the code does not say which, a share as 0.15 and as 15, months and
    years also in days, business days with days by their number. A number without unit or hint is compared as it is. What ends on one
    day may be kept as what begins on the next: neighbouring days are the same.
    """
    if not _are_comparable(rule, code):
        return ""
    if rule.unit == code.unit == DATE:
        return "same" if abs(rule.value - code.value) <= 1 else "other"
    return "same" if any(rule.value == value for value in _in_unit_of(rule, code)) else "other"


def apart(rule: Amount, code: Amount) -> float:
    """How many times the one amount is the other, in the nearest way to read the code's: 1 where they are the same.

    Days of the calendar that lie more than a year apart are infinitely far apart.
    """
    if rule.dimension == "date":
        is_far = rule.unit == code.unit == DATE and abs(rule.value - code.value) > _YEARS_IN_DAYS[0]
        return math.inf if is_far else 1.0
    ratios = [float(value / rule.value) for value in _in_unit_of(rule, code) if value > 0 and rule.value > 0]
    return min((max(ratio, 1 / ratio) for ratio in ratios), default=math.inf)


_USUAL_OTHERS = frozenset({"second", "month", "year", "business day"})


def told_alike(rule: Amount, code: Amount) -> bool:
    """Whether code usually tells such an amount in its unit: the same one, seconds, months for years, days for business days."""
    if "period" not in (rule.dimension, code.dimension) or not code.unit or rule.unit == code.unit:
        return True
    return not _USUAL_OTHERS.isdisjoint((rule.unit, code.unit))


def _are_comparable(rule: Amount, code: Amount) -> bool:
    one, other = rule.dimension, code.dimension
    if other:
        if one == other == "period":
            return _can_be_said(rule.unit, code.unit)
        return one == other or (rule.unit == "hour" and other == "clock") or (one in ("", "count") and other == "count")
    if code.hint in _PRICED:
        return one in _PRICED
    if code.hint:
        return one == {"time": "period", "count": "count"}.get(code.hint, code.hint) or (one in ("", "count") and code.hint == "count")
    return one not in ("date", "clock")


def _can_be_said(rule: str, code: str) -> bool:
    """Whether one length of time can be written in the unit of the other: business hours never in weeks."""
    mine, its = UNITS[rule], UNITS[code]
    if mine.dimension.startswith("business") and its.dimension.startswith("business"):
        return mine == its
    if "business" in mine.name:
        return its.name in (("hour", "minute", "second") if mine.name == "business hour" else ("day", "second"))
    if "business" in its.name:
        return mine.name == its.name.removeprefix("business ")
    return True


def _in_unit_of(rule: Amount, code: Amount) -> Iterator[Decimal]:
    """The values that the code's may stand for, in the rule's unit."""
    value = code.value
    if rule.unit == MONTH_DAY and code.unit == DATE:
        from datetime import date

        day = date.fromordinal(int(value))
        yield Decimal(day.month * 100 + day.day)
    elif rule.dimension == "money":
        yield from _money(rule, code)
    elif rule.dimension == "percent":
        yield from _shares(code)
    elif rule.dimension == "period" or code.dimension == "period":
        yield from _periods(rule, code)
    elif rule.unit in UNITS and code.unit in UNITS and UNITS[rule.unit].dimension == UNITS[code.unit].dimension:
        yield value * UNITS[code.unit].factor / UNITS[rule.unit].factor
    else:
        yield value


def _money(rule: Amount, code: Amount) -> Iterator[Decimal]:
    factor = UNITS[rule.unit].factor
    if code.unit:
        yield code.value * UNITS[code.unit].factor / factor
    else:
        yield code.value / factor
        if code.value == code.value.to_integral_value() and code.value % _HUNDRED:
            yield code.value / _HUNDRED / factor


def _shares(code: Amount) -> Iterator[Decimal]:
    value = code.value
    if value <= 1 and (value != value.to_integral_value() or not code.unit):
        yield value * _HUNDRED
        if value >= Decimal("0.5"):
            yield (1 - value) * _HUNDRED
    elif 1 < value < 2 and not code.unit:
        yield (value - 1) * _HUNDRED
    yield value


def _periods(rule: Amount, code: Amount) -> Iterator[Decimal]:
    if not code.unit:
        yield code.value
        if code.value % _DAY == 0:
            yield from _periods(rule, Amount(code.value / _DAY, "day"))
        return
    mine, its = UNITS[rule.unit], UNITS[code.unit]
    if mine.dimension == its.dimension:
        yield code.value * its.factor / mine.factor
    elif "clock" in (mine.dimension, its.dimension):
        yield code.value
    elif mine.dimension.startswith("business"):
        yield code.value * its.factor / UNITS[mine.name.removeprefix("business ")].factor
    elif its.dimension.startswith("business"):
        yield code.value
    elif mine.dimension == "months":
        yield from _months(code.value * its.factor / _DAY, mine.factor)
    elif mine.dimension == "time":
        days = mine.factor / _DAY
        yield from (code.value * its.factor * length / days for length in _MONTHS_IN_DAYS)
        yield from (code.value * its.factor / 12 * length / days for length in _YEARS_IN_DAYS)


def _months(days: Decimal, factor: Decimal) -> Iterator[Decimal]:
    """How many months or years so many days may stand for."""
    yield from (days / length / factor for length in _MONTHS_IN_DAYS)
    yield from (days * 12 / length / factor for length in _YEARS_IN_DAYS)
