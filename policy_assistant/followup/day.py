"""A fragment that names only a day ("and as of 9 October?", "next month"): it asks the same question as of that day."""

import re
from calendar import monthrange
from datetime import date, timedelta

from policy_assistant.errors import UsageError
from policy_assistant.filters import iso_date
from policy_assistant.quantities.days import add, days

_VIEW = r"as\s+(?:of|at)|(?:en|à\s+la)\s+date\s+(?:du|de|d['’])"
_VIEWED = re.compile(rf"(?:{_VIEW})\s+", re.I)
_LED = re.compile(
    rf"(?:(?P<after>after|après|apres)|(?P<before>before|avant)|{_VIEW}|on|in|at|for|from|since|by|until|till|during"
    r"|à\s+(?:partir|compter)\s+(?:du|de|d['’])|au|en|du|de|d['’]|dès|depuis|pour|jusqu['’](?:au|à|en))(?:\s+|(?<=['’]))",
    re.I,
)
_ARTICLE = re.compile(r"(?:the|le)\s+(?=\d)", re.I)
_DAYS_AWAY = {
    "today": 0,
    "tonight": 0,
    "now": 0,
    "tomorrow": 1,
    "yesterday": -1,
    "aujourd'hui": 0,
    "maintenant": 0,
    "demain": 1,
    "hier": -1,
}
_ENGLISH_PERIOD = re.compile(r"(?P<which>this|the\s+next|the\s+coming|next|the\s+last|last)\s+(?P<unit>week|month|year)", re.I)
_FRENCH_PERIOD = re.compile(
    r"(?:cette|cet|ce|la|le|l['’])\s?(?P<unit>semaine|mois|année|an)(?:\s+(?P<which>en\s+cours|prochaine?|suivante?|derni[eè]re?|passée?))?(?:-ci)?",
    re.I,
)
_THIS = re.compile(r"(?:cette|cet|ce)\b", re.I)
_UNITS = {"semaine": "week", "mois": "month", "année": "year", "an": "year"}
_YEAR = re.compile(r"(?:19|20)\d\d")
_NAME = re.compile(r"[^\W\d_]+\.?")
_ISO_LENGTH = 10
_YEARS_TRIED = 9
"""Enough to meet a leap year."""

_Span = tuple[date, date]


def is_day(text: str) -> bool:
    """Whether the text names one day, month or period and nothing else, whatever the year."""
    return bool(_asked(text, "en", "2000-01-01") or _asked(text, "fr", "2000-01-01"))


def is_view(text: str) -> bool:
    """Whether the text says itself that the answer is wanted as of its day."""
    return _VIEWED.match(text) is not None


def day_asked(text: str, language: str, today: str) -> str:
    """The day of a text that names nothing else, as YYYY-MM-DD: for a month or a period today where it is in it, else its first day.

    A day or month without a year is the next one from `today` on. "After" leads to the day behind, "before" to the one
    ahead. Empty where the text names anything else or a day beyond the calendar, or where `today` is needed and empty.

    Raises:
        UsageError: `today` is neither empty nor a day written as YYYY-MM-DD.
    """
    return _asked(text, language, iso_date(today, "today") if today else "")


def day_near(text: str, language: str, previous: str) -> str:
    """The day of a text without a year that takes the place of one with its year in the previous question: the nearest to that.

    Empty where either is not so.
    """
    known = [day.iso for day in days(previous, language, "") if day.has_year]
    if not known:
        return ""
    anchor = date.fromisoformat(known[-1] if len(known[-1]) == _ISO_LENGTH else f"{known[-1]}-01")
    read = (_asked(f"{text} {anchor.year + step}", language, "") for step in (0, -1, 1))
    return min(filter(None, read), key=lambda day: abs(date.fromisoformat(day) - anchor), default="")


def _asked(text: str, language: str, today: str) -> str:
    led = _LED.match(text)
    try:
        span = _span(text[led.end() :] if led else text, language, today)
        return _day_of(span, led, today) if span else ""
    except (ValueError, OverflowError, UsageError):
        return ""


def _day_of(span: _Span, led: re.Match[str] | None, today: str) -> str:
    first, last = (day.isoformat() for day in span)
    if led and led["after"]:
        return add(last, 1, "day")
    if led and led["before"]:
        return add(first, -1, "day")
    return today if today and first <= today <= last else first


def _span(text: str, language: str, today: str) -> _Span | None:
    text = _ARTICLE.sub("", text.strip(), count=1)
    return _relative(text, today) or _written(text, language, today) or _month(text, language, today)


def _relative(text: str, today: str) -> _Span | None:
    """What is told from today ("tomorrow", "le mois prochain"), and a year alone."""
    if _YEAR.fullmatch(text):
        return date(int(text), 1, 1), date(int(text), 12, 31)
    if not today:
        return None
    now = date.fromisoformat(today)
    away = _DAYS_AWAY.get(text.lower().replace("’", "'"))
    if away is not None:
        day = date.fromisoformat(add(today, away, "day"))
        return day, day
    period = _ENGLISH_PERIOD.fullmatch(text) or _FRENCH_PERIOD.fullmatch(text)
    if period is None or not (period["which"] or _THIS.match(text)):
        return None
    unit = period["unit"].lower()
    return _period(now, _UNITS.get(unit, unit), _step(period["which"] or "this"))


def _step(which: str) -> int:
    if re.search(r"next|coming|prochain|suivant", which, re.I):
        return 1
    return -1 if re.search(r"last|derni|pass", which, re.I) else 0


def _period(now: date, unit: str, step: int) -> _Span:
    """The week, month or year that `now` is in, or the one after or before it."""
    if unit == "week":
        monday = now + timedelta(weeks=step, days=-now.weekday())
        return monday, monday + timedelta(days=6)
    if unit == "year":
        return date(now.year + step, 1, 1), date(now.year + step, 12, 31)
    months = now.year * 12 + now.month - 1 + step
    return _whole_month(months // 12, months % 12 + 1)


def _whole_month(year: int, month: int) -> _Span:
    return date(year, month, 1), date(year, month, monthrange(year, month)[1])


def _written(text: str, language: str, today: str) -> _Span | None:
    found = days(text, language, today)
    if len(found) != 1 or (found[0].start, found[0].end) != (0, len(text)):
        return None
    if found[0].precision == "month":
        year, month = map(int, found[0].iso.split("-"))
        return _whole_month(year, month)
    day = date.fromisoformat(found[0].iso)
    chosen = day if found[0].has_year else _next(day, date.fromisoformat(today))
    return (chosen, chosen) if chosen else None


def _next(day: date, today: date) -> date | None:
    """The first day of the same month and number that is not before today."""
    for year in range(today.year, today.year + _YEARS_TRIED):
        try:
            other = day.replace(year=year)
        except ValueError:
            continue
        if other >= today:
            return other
    return None


def _month(text: str, language: str, today: str) -> _Span | None:
    """A month without a year: this one, or the next of its name."""
    if not today or not _NAME.fullmatch(text):
        return None
    name = text.rstrip(".").capitalize()
    found = days(f"1 {name}", language, today)
    if len(found) != 1 or found[0].end != len(name) + 2:
        return None
    now, month = date.fromisoformat(today), date.fromisoformat(found[0].iso).month
    return _whole_month(now.year + (month < now.month), month)
