"""Values as they are written in code: numbers, products, decimals and durations in strings, days, amounts in messages."""

import re
from calendar import month_name
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation

from policy_assistant.code.trace.amounts import DATE, MONTH_DAY, Amount
from policy_assistant.code.trace.lex import Token
from policy_assistant.code.trace.naming import unit_of_name
from policy_assistant.quantities import days, quantities

MAX_DIGITS = 15
MAX_FACTORS = 8
LARGEST = Decimal(10) ** 18
"""A larger product is no value of a rule."""

MAX_MESSAGE = 400
"""A longer string is no message that tells a value."""


@dataclass(frozen=True)
class Literal:
    """A value that is written in the tokens `first` to `last` (both included). `in_message` is one told in words."""

    first: int
    last: int
    text: str
    amount: Amount
    in_message: bool = False


def literals(found: Sequence[Token], text: str, *, months_from_zero: bool = False) -> Iterator[Literal]:
    """The values of a piece, in order. `found` are its tokens without comments."""
    at = 0
    while at < len(found):
        token = found[at]
        made: list[Literal] = []
        if token.kind == "number":
            made = [one for one in [_day(found, at, text, months_from_zero) or _product(found, at, text)] if one]
        elif token.kind == "string":
            made = list(_in_string(token, at))
        yield from made
        at = max((one.last for one in made), default=at) + 1


# --- Numbers -----------------------------------------------------------------------------------------------------------

_NUMBER = re.compile(r"([\d_]*\.?[\d_]*)([A-Za-z]\w*)?")
_SUFFIXES: Mapping[str, str] = {
    "d": "day",
    "h": "hour",
    "s": "second",
    "ms": "millisecond",
    "w": "week",
    "y": "year",
    "kg": "kilogram",
    "g": "gram",
} | {
    "days": "day",
    "cm": "centimetre",
    "mm": "millimetre",
    "km": "kilometre",
    "min": "minute",
}
_TYPES = re.compile(r"[uUlLfFdDmMnN]{1,3}|[uif](?:8|16|32|64|128|size)")
_PER = re.compile(r"(?:seconds|secs|s|ms|millis|milliseconds|minutes|hours)_?(?:per|in|par)_?(?:a_?)?(\w+)", re.IGNORECASE)


def number_of(written: str) -> tuple[Decimal, str] | None:
    """A number as it is written in code with the unit of its ending (`30d`), or empty; None where it is none."""
    match = _NUMBER.fullmatch(written)
    if match is None or written[:2].lower() in ("0x", "0b", "0o"):
        return None
    digits, ending = match[1].replace("_", ""), match[2] or ""
    if len(digits) > MAX_DIGITS or (len(digits) > 1 and digits[0] == "0" and digits.isdigit()):
        return None
    try:
        value = Decimal(digits)
    except InvalidOperation:
        return None
    return value, "" if _TYPES.fullmatch(ending) and ending != "d" else _SUFFIXES.get(ending, "")


def _product(found: Sequence[Token], at: int, text: str) -> Literal | None:
    """A number, with what multiplies or divides it."""
    read = number_of(found[at].text)
    if read is None:
        return None
    factors, unit, last = [read[0]], read[1], at
    while len(factors) < MAX_FACTORS and (step := _next_factor(found, last)) is not None:
        factor, named, last = step
        factors += [factor] if factor is not None else []
        unit = named or unit
    if last == at and not unit:
        unit, last = _unit_behind(found, at)
    value = Decimal(1)
    for factor in factors:
        value *= factor
    if value > LARGEST:
        return None
    amount = _of_factors(value, factors) if not unit else in_unit(value, unit)
    return Literal(at, last, text[found[at].start : found[last].end], amount)


def _next_factor(found: Sequence[Token], last: int) -> tuple[Decimal | None, str, int] | None:
    """What multiplies on: a number (or its inverse), or the name of a unit, which counts as none; and its last token."""
    if last + 2 >= len(found) or found[last + 1].text not in ("*", "/"):
        return None
    following = found[last + 2]
    if following.kind == "number" and (read := number_of(following.text)) and read[0]:
        return (read[0] if found[last + 1].text == "*" else 1 / read[0]), read[1], last + 2
    if following.kind != "name" or found[last + 1].text == "/":
        return None
    end = last + 2
    while end + 2 < len(found) and found[end + 1].text in (".", "::") and found[end + 2].kind == "name":
        end += 2
    name = found[end].text
    per = _PER.fullmatch(name)
    unit = unit_of_name(per[1] if per else name)
    return (None, unit, end) if unit else None


def _unit_behind(found: Sequence[Token], at: int) -> tuple[str, int]:
    """The unit that follows a number: `30.days`, `30 DAY`, `15%`; empty where none does."""
    rest = [token.text for token in found[at + 1 : at + 3]]
    if rest[:1] == ["."] and len(rest) == 2 and (unit := unit_of_name(rest[1])):
        return unit, at + 2
    if rest and found[at + 1].kind == "name" and found[at + 1].line == found[at].line and (unit := unit_of_name(rest[0])):
        return unit, at + 1
    if rest[:1] == ["%"] and (len(rest) < 2 or found[at + 2].kind in ("line", "mark")) and found[at + 1].start == found[at].end:
        return "percent", at + 1
    return "", at


def _of_factors(value: Decimal, factors: Sequence[Decimal]) -> Amount:
    """A product with 60 and 60, or 24 and 60, is a time; with 1000 beside them in milliseconds. What is divided by 100 is a share."""
    parts = 1000 if Decimal(1000) in factors else 1
    if factors.count(Decimal(60)) >= 2 or (len(factors) > 1 and Decimal(86_400) in factors):
        return Amount(value / parts, "second")
    if Decimal(24) in factors and Decimal(60) in factors:
        return Amount(value, "minute")
    return Amount(value, hint="percent") if 1 / Decimal(100) in factors else Amount(value)


def in_unit(value: Decimal, unit: str) -> Amount:
    """So many of a unit that a name states, in a unit of texts."""
    if unit == "millisecond":
        return Amount(value / 1000, "second")
    if unit == "basis point":
        return Amount(value / 100, "percent")
    return Amount(value, unit)


# --- Days --------------------------------------------------------------------------------------------------------------

_MONTHS = {name.lower(): number for number, name in enumerate(month_name)}
_FIRST_YEAR, _LAST_YEAR = 1900, 2200
_TIMES = frozenset({"time", "localtime", "timeonly", "naivetime", "timeofday"})
_YEARS = frozenset({"year", "annee", "année", "an", "y", "yr", "getyear", "getfullyear"})


def _day(found: Sequence[Token], at: int, text: str, months_from_zero: bool) -> Literal | None:
    return (
        _day_of_parts(found, at, text, months_from_zero)
        or _day_of_any_year(found, at, text, months_from_zero)
        or _time_of_day(found, at, text)
    )


def _time_of_day(found: Sequence[Token], at: int, text: str) -> Literal | None:
    """An hour and a minute in a call that makes a time of day: `time(14, 30)`, `LocalTime.of(14, 30)`."""
    before = [token.text.lower() for token in found[max(0, at - 4) : at]]
    rest = found[at : at + 4]
    if before[-1:] != ["("] or not any(name in _TIMES for name in before[:-1]) or len(rest) < 4 or rest[1].text != ",":
        return None
    hour, minute = (number_of(rest[n].text) if rest[n].kind == "number" else None for n in (0, 2))
    if hour is None or minute is None or rest[3].text not in (",", ")") or hour[0] > 24 or minute[0] > 59:
        return None
    return Literal(at, at + 2, text[rest[0].start : rest[2].end], Amount(hour[0] + minute[0] / 60, "o'clock"))


def _day_of_any_year(found: Sequence[Token], at: int, text: str, months_from_zero: bool) -> Literal | None:
    """A month and a day behind a year that is no number: `date(today.year, 12, 1)`."""
    before = [token.text for token in found[max(0, at - 4) : at]]
    if not before or before[-1] != "," or not any(name.lower().lstrip("$") in _YEARS for name in before[:-1]):
        return None
    rest = found[at : at + 4]
    if len(rest) < 4 or rest[1].text != "," or rest[2].kind != "number" or rest[3].text != ")":
        return None
    try:
        day = date(2024, int(rest[0].text) + months_from_zero, int(rest[2].text))
    except ValueError:
        return None
    return Literal(at, at + 2, text[rest[0].start : rest[2].end], Amount(Decimal(day.month * 100 + day.day), MONTH_DAY))


def _day_of_parts(found: Sequence[Token], at: int, text: str, months_from_zero: bool) -> Literal | None:
    """Three numbers in a row that are a day (`date(2026, 11, 1)`, `time.Date(2026, time.November, 1`)."""
    year = number_of(found[at].text)
    if year is None or not _FIRST_YEAR <= year[0] <= _LAST_YEAR or at + 1 >= len(found) or found[at + 1].text != ",":
        return None
    end = at + 2
    while end + 1 < len(found) and found[end].kind == "name" and found[end + 1].text in (".", "::"):
        end += 2
    if end + 2 >= len(found) or found[end + 1].text != "," or found[end + 2].kind != "number":
        return None
    month = _MONTHS.get(found[end].text.lower(), 0) or (int(found[end].text) + months_from_zero if found[end].text.isdigit() else 0)
    try:
        day = date(int(year[0]), month, int(found[end + 2].text))
    except ValueError:
        return None
    return Literal(at, end + 2, text[found[at].start : found[end + 2].end], day_amount(day))


def day_amount(day: date) -> Amount:
    """A day as an amount."""
    return Amount(Decimal(day.toordinal()), DATE)


# --- Strings -----------------------------------------------------------------------------------------------------------

_NUMERIC = re.compile(r"[+-]?\s?(\d[\d_]*(?:\.\d+)?)\s?(%|[A-Za-z]{1,7})?")
_MONEY = re.compile(r"(?:CA|US)?\$\s?(\d[\d,]*(?:\.\d+)?)|(\d[\d ,]*(?:[.,]\d\d)?)\s?(?:\$|CAD|USD)")
_DAY = re.compile(r"([12]\d{3})-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?")
_MONTH_DAY = re.compile(r"(?:--)?(\d\d)-(\d\d)")
_CLOCK = re.compile(r"([01]?\d|2[0-4])[:h]([0-5]\d)(?::00)?")
_ISO_PERIOD = re.compile(r"P(?:(\d+)Y|(\d+)M|(\d+)W|(\d+)D|T(\d+)H|T(\d+)M|T(\d+)S)")
_SHELL_DEFAULT = re.compile(r"\$\{\w+:?[-=]([^{}]*)\}")
_ISO_UNITS = ("year", "month", "week", "day", "hour", "minute", "second")


def _in_string(token: Token, at: int) -> Iterator[Literal]:
    written = token.text.strip()
    if not written or not any(char.isdigit() for char in written) or len(written) > MAX_MESSAGE:
        return
    if default := _SHELL_DEFAULT.fullmatch(written):
        written = default[1]
    if amount := _whole_string(written):
        yield Literal(at, at, token.text, amount)
    elif " " in written and any(char.isalpha() for char in written):
        yield from _in_message(token, at)


def _whole_string(written: str) -> Amount | None:
    if match := _NUMERIC.fullmatch(written):
        read = number_of(match[1])
        if read is None:
            return None
        ending = (match[2] or "").lower()
        unit = "percent" if ending == "%" else _SUFFIXES.get(ending) or unit_of_name(ending)
        return in_unit(read[0], unit) if unit or not ending else None
    if match := _MONEY.fullmatch(written):
        digits = match[1].replace(",", "") if match[1] else match[2].replace(" ", "").replace(",", ".")
        return Amount(Decimal(digits), "dollar") if digits.count(".") < 2 else None
    if match := _ISO_PERIOD.fullmatch(written):
        return next(Amount(Decimal(value), unit) for value, unit in zip(match.groups(), _ISO_UNITS, strict=True) if value)
    return _written_day(written)


def _written_day(written: str) -> Amount | None:
    try:
        if match := _DAY.fullmatch(written):
            return day_amount(date(int(match[1]), int(match[2]), int(match[3])))
        if match := _MONTH_DAY.fullmatch(written):
            date(2024, int(match[1]), int(match[2]))
            return Amount(Decimal(int(match[1]) * 100 + int(match[2])), MONTH_DAY)
    except ValueError:
        return None
    if match := _CLOCK.fullmatch(written):
        return Amount(Decimal(match[1]) + Decimal(match[2]) / 60, "o'clock")
    return None


def _in_message(token: Token, at: int) -> Iterator[Literal]:
    """The amounts that a message tells: "Free delivery from 75 dollars"."""
    for quantity in quantities(token.text):
        if quantity.unit and not quantity.is_article:
            for value in sorted(quantity.values):
                yield Literal(at, at, token.text[quantity.start : quantity.end], Amount(value, quantity.unit), in_message=True)
    for day in days(token.text, "en", ""):
        if day.precision == "day":
            yield Literal(at, at, token.text[day.start : day.end], day_amount(date.fromisoformat(day.iso)), in_message=True)
