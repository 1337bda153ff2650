"""Days and months in English and French text, and the arithmetic with them."""

import re
from calendar import monthrange
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise
from typing import Literal

from policy_assistant.analysis import base_language
from policy_assistant.errors import UsageError
from policy_assistant.filters import iso_date

_MONTHS = (
    "january janvier janv jan",
    "february février fevrier févr fevr fév fev feb",
    "march mars mar",
    "april avril avr apr",
    "may mai",
    "june juin jun",
    "july juillet juil jul",
    "august août aout aug",
    "september septembre sept sep",
    "october octobre oct",
    "november novembre nov",
    "december décembre decembre déc dec",
)
_NUMBER_OF = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}

_MONTH = rf"(?:{'|'.join(sorted(_NUMBER_OF, key=len, reverse=True))})(?![^\W\d_])"
_YEAR = r"[12]\d{3}(?!\d)"
_DAY_BEGINS = r"(?<![\d.,:])"
_DAY_NUMBER = r"0?[1-9](?!\d)|[12]\d(?!\d)|3[01](?!\d)"
_BLANK = r"[ \u00a0\u202f\n]"
_WRITTEN = re.compile(
    rf"""
    (?P<iso>(?<![\d-])(?P<y1>[12]\d{{3}})(?P<dash>[-/.])(?P<m1>\d\d)(?P=dash)(?P<d1>\d\d)(?!\d|-\d))
    |(?P<slash>(?<![\d./-])(?P<a>\d{{1,2}})(?P<mark>[/.-])(?P<b>\d{{1,2}})(?P=mark)(?P<y2>{_YEAR})(?!-\d))
    |(?P<dmy>{_DAY_BEGINS}(?P<d3>{_DAY_NUMBER})(?:st|nd|rd|th|er)?(?:{_BLANK}(?:of|de)(?={_BLANK}))?{_BLANK}?-?(?P<m3>{_MONTH})\.?
        (?:,?{_BLANK}(?:de{_BLANK})?-?(?P<y3>{_YEAR}))?)
    |(?P<mdy>(?P<m4>{_MONTH})\.?{_BLANK}(?:the{_BLANK})?(?P<d4>{_DAY_NUMBER})(?![:.,]\d|%)(?:st|nd|rd|th)?(?![^\W\d_])(?:,?{_BLANK}(?P<y4>{_YEAR}))?)
    |(?P<month>(?P<m5>{_MONTH})\.?{_BLANK}(?:(?:of|de){_BLANK})?(?P<y5>{_YEAR}))
    """,
    re.VERBOSE | re.IGNORECASE,
)
_MONTH_BEFORE = re.compile(rf"(?<![^\W_]){_MONTH}\.?{_BLANK}(?:(?:the|of|de){_BLANK})?$", re.IGNORECASE)
_LONGEST_MONTH = 16
_BEFORE_A_DAY = frozenset(names.split()[0] for names in _MONTHS) | {
    "jan",
    "feb",
    "apr",
    "jun",
    "jul",
    "aug",
    "sep",
    "sept",
    "oct",
    "nov",
    "dec",
    "mar",
}
"""Names that stand before the day: the English ones."""

_ALSO_WORDS = frozenset({"may", "mar", "jan", "dec", "sep", "jun"})
"""In small letters these are months only with a year, or not at all."""

_DIGITS = re.compile(r"\d+")
_SHARED = re.compile(
    rf"{_DAY_BEGINS}(?:{_DAY_NUMBER})(?:st|nd|rd|th|er)?(?=(?:{_BLANK}(?:and|et|to|au|or|ou|through|until){_BLANK}(?:the{_BLANK}|le{_BLANK})?|{_BLANK}?[-–]{_BLANK}?)$)"
)
_LINK = re.compile(r"\s*(?:and|et|to|au|until|through|jusqu['’]au|-|–)(?:\s+(?:the|le))?\s*", re.IGNORECASE)
_SHARED_BACK = 16
_LINK_LENGTH = 14

_SATURDAY = 5
"""As `date.weekday` counts, and the business days of a week."""

Precision = Literal["day", "month"]
Amounts = Literal["day", "business day", "week", "month", "year"]


@dataclass(frozen=True)
class Day:
    """A day at `text[start:end]`: `iso` is YYYY-MM-DD, or YYYY-MM where only a month is named (`precision`).

    `has_year` is false where the text names none and the nearest to the day of the question was taken.
    """

    start: int
    end: int
    iso: str
    precision: Precision = "day"
    has_year: bool = True


@dataclass(frozen=True)
class _Found:
    """A day as it is written: `year` is 0 where none is named, `day` where only a month is."""

    start: int
    end: int
    year: int
    month: int
    day: int


def days(text: str, language: str, as_of: str) -> list[Day]:
    """The days and months that a text names, in order.

    A day without a year takes that of the day it is linked to ("between 15 November and 24 December 2025"), else the year
    that brings it nearest to `as_of`; it is left out when `as_of` is empty. `09/10/2026` counts in French, elsewhere only
    when it has one reading. What is no day of the calendar is left out.

    Raises:
        UsageError: `as_of` is neither empty nor a day written as YYYY-MM-DD.
    """
    today = date.fromisoformat(iso_date(as_of)) if as_of else None
    found = list(_found(text, base_language(language)))
    years = _years(text, found)
    return [day for one, year in zip(found, years, strict=True) if (day := _resolved(one, year, today))]


def day_spans(text: str, language: str) -> list[tuple[int, int]]:
    """Where days and months stand, whatever their year."""
    return [(one.start, one.end) for one in _found(text, base_language(language))]


def days_between(one: str, other: str) -> int:
    """How many days from one ISO day to another; negative when the other is before."""
    return (date.fromisoformat(iso_date(other)) - date.fromisoformat(iso_date(one))).days


def add(iso: str, amount: int, unit: Amounts) -> str:
    """The day so many units after one (before it when negative).

    A month or a year leads to the same number of the month, or to its last day where the month is shorter. Business days
    pass over Saturdays and Sundays only: public holidays are not known here.

    Raises:
        UsageError: no ISO day, another unit, or a day beyond the years 1 to 9999.
    """
    day = date.fromisoformat(iso_date(iso))
    try:
        return _added(day, amount, unit).isoformat()
    except (ValueError, OverflowError):
        raise UsageError(f"{amount} {unit} from {iso} lead beyond the calendar", hint="years 1 to 9999 are known") from None


def _added(day: date, amount: int, unit: str) -> date:
    if unit in ("day", "week"):
        return day + timedelta(days=amount * (7 if unit == "week" else 1))
    if unit in ("month", "year"):
        months = day.year * 12 + day.month - 1 + amount * (12 if unit == "year" else 1)
        year, month = months // 12, months % 12 + 1
        if not 1 <= year <= 9999:
            raise ValueError(year)
        return date(year, month, min(day.day, monthrange(year, month)[1]))
    if unit == "business day":
        return _business_days_after(day, amount)
    raise UsageError(f"unit {unit!r} cannot be added to a day", hint="allowed: day, business day, week, month, year")


def _business_days_after(day: date, amount: int) -> date:
    if not amount:
        return day
    step = 1 if amount > 0 else -1
    while day.weekday() >= _SATURDAY:
        day -= timedelta(days=step)
    weeks, rest = divmod(abs(amount), _SATURDAY)
    day += timedelta(weeks=step * weeks)
    while rest:
        day += timedelta(days=step)
        rest -= day.weekday() < _SATURDAY
    return day


# --- Finding -----------------------------------------------------------------------------------------------------------


def _found(text: str, language: str) -> Iterator[_Found]:
    for match in _matches(text):
        if found := _read(match, language):
            if earlier := _sharing(text, match, found):
                yield earlier
            yield found


def _matches(text: str) -> Iterator[re.Match[str]]:
    """Where the pattern matches, none overlapping another: tried only at digits and at the month before them."""
    done = 0
    for digits in _DIGITS.finditer(text):
        position = digits.start()
        if position < done:
            continue
        match = _WRITTEN.match(text, position)
        if match is None and position and text[position - 1].isspace():
            before = _MONTH_BEFORE.search(text, max(done, position - _LONGEST_MONTH), position)
            match = _WRITTEN.match(text, before.start()) if before else None
        if match:
            done = match.end()
            yield match


def _read(match: re.Match[str], language: str) -> _Found | None:
    kind = match.lastgroup
    year: str | int | None
    day: str | int
    if not _is_month(match):
        return None
    if kind == "iso":
        year, month, day = match["y1"], int(match["m1"]), match["d1"]
    elif kind == "slash":
        year, (day, month) = match["y2"], _day_and_month(int(match["a"]), int(match["b"]), match["mark"], language)
    elif kind == "dmy":
        year, month, day = match["y3"], _NUMBER_OF[match["m3"].lower()], match["d3"]
    elif kind == "mdy":
        year, month, day = match["y4"], _NUMBER_OF[match["m4"].lower()], match["d4"]
    else:
        year, month, day = match["y5"], _NUMBER_OF[match["m5"].lower()], 0
    found = _Found(match.start(), match.end(), int(year or 0), month, int(day))
    return found if _is_real(found) else None


def _day_and_month(one: int, other: int, mark: str, language: str) -> tuple[int, int]:
    """Which of two numbers is the day; zeros where it could be either."""
    if language == "fr" or mark == "." or one > 12 or one == other:
        return one, other
    return (other, one) if other > 12 else (0, 0)


def _is_month(match: re.Match[str]) -> bool:
    """Whether a month's name is one where it stands: "you may 2 times" and "mars 20" are no days."""
    if match.lastgroup == "dmy":
        return match["m3"] not in _ALSO_WORDS or match["y3"] is not None
    if match.lastgroup == "mdy":
        return match["m4"].lower() in _BEFORE_A_DAY and match["m4"] not in _ALSO_WORDS
    return True


def _sharing(text: str, match: re.Match[str], found: _Found) -> _Found | None:
    """The day before one that shares its month: 27 of "27 and 30 December"."""
    if match.lastgroup != "dmy":
        return None
    before = _SHARED.search(text, max(0, match.start() - _SHARED_BACK), match.start())
    if before is None:
        return None
    digits = _DIGITS.match(text, before.start())
    earlier = replace(found, start=before.start(), end=before.end(), day=int(digits[0]) if digits else 0)
    return earlier if earlier.day < found.day and _is_real(earlier) else None


def _is_real(found: _Found) -> bool:
    """Whether the calendar has it; without a year, in a leap year."""
    try:
        date(found.year or 2024, found.month, found.day or 1)
    except ValueError:
        return False
    return True


# --- Years -------------------------------------------------------------------------------------------------------------


def _years(text: str, found: Sequence[_Found]) -> list[int]:
    """The years of what was found: named, or that of the one before or after it in a period; else 0."""
    years = [one.year for one in found]
    for n in range(len(found) - 2, -1, -1):
        if not years[n] and years[n + 1] and _are_linked(text, found[n], found[n + 1]):
            years[n] = years[n + 1] - _is_later(found[n], found[n + 1])
    for n, (one, other) in enumerate(pairwise(found), 1):
        if not years[n] and years[n - 1] and _are_linked(text, one, other):
            years[n] = years[n - 1] + _is_later(one, other)
    return years


def _are_linked(text: str, one: _Found, other: _Found) -> bool:
    return other.start - one.end <= _LINK_LENGTH and _LINK.fullmatch(text, one.end, other.start) is not None


def _is_later(one: _Found, other: _Found) -> bool:
    """Whether a day stands later in its year than the other in its own."""
    return (one.month, one.day) > (other.month, other.day)


def _resolved(found: _Found, year: int, today: date | None) -> Day | None:
    if not found.day:
        return Day(found.start, found.end, f"{found.year:04}-{found.month:02}", "month")
    if chosen := _in_year(found, year) if year else _nearest(found, today):
        return Day(found.start, found.end, chosen.isoformat(), has_year=bool(found.year))
    return None


def _nearest(found: _Found, today: date | None) -> date | None:
    if today is None:
        return None
    candidates = (_in_year(found, year) for year in (today.year - 1, today.year, today.year + 1))
    return min((day for day in candidates if day), key=lambda day: abs(day - today), default=None)


def _in_year(found: _Found, year: int) -> date | None:
    try:
        return date(year, found.month, found.day)
    except ValueError:
        return None
