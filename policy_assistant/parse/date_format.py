"""Dates and times of a spreadsheet as their format shows them; month and day names in English, or in French where the code says so."""

from datetime import datetime, timedelta

from policy_assistant.parse.format_code import CURRENCY, Tokens, is_elapsed, literal

LAST_DAY = 2_958_466
"""The serial number after 9999-12-31; beyond it there are no dates."""

_FRENCH = {0x0C}
_MONTHS = {
    "en": ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"],
    "fr": ["janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"],
}
_SHORT_MONTHS = {
    "en": [m[:3] for m in _MONTHS["en"]],
    "fr": ["janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."],
}
_DAYS = {
    "en": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    "fr": ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
}


def date_shown(value: float, tokens: Tokens, from_1904: bool) -> str:
    """A serial number of a day as a date or time. Raises `OverflowError` for what is no day of the calendar."""
    if not 0 <= value < LAST_DAY:
        raise OverflowError(value)
    digits = next((len(text) - 1 for kind, text in tokens if kind == "fraction"), 0)
    moment = _moment(value, from_1904, digits)
    language = next((_language(text) for kind, text in tokens if kind == "bracket" and CURRENCY.fullmatch(text)), "en")
    half = any(kind == "half" for kind, _ in tokens)
    words = []
    for n, (kind, text) in enumerate(tokens):
        low = text.lower()
        if kind == "date" and low[0] == "m" and _means_minutes(tokens, n):
            words.append(f"{moment.minute:0{min(len(low), 2)}d}")
        elif kind == "date":
            words.append(_date_part(moment, low, language, half))
        elif kind == "half":
            words.append("AM" if moment.hour < 12 else "PM")
        elif kind == "fraction":
            words.append("." + f"{moment.microsecond:06d}"[:digits])
        elif kind == "bracket" and is_elapsed(text):
            words.append(_passed(value, low))
        elif kind == "bracket":
            continue
        else:
            words.append(literal(kind, text))
    return "".join(words).replace("@", "").strip()


def _moment(value: float, from_1904: bool, digits: int) -> datetime:
    start = (
        datetime(1904, 1, 1) if from_1904 else datetime(1899, 12, 31 if value < 60 else 30)
    )  # the first programs took 1900 for a leap year
    step = 10**-digits
    return start + timedelta(seconds=round(round(value * 86400 / step) * step, 6))


def _means_minutes(tokens: Tokens, at: int) -> bool:
    """Whether an `m` stands for minutes: after hours or before seconds."""
    letters = [(n, text.strip("[]").lower()[0]) for n, (kind, text) in enumerate(tokens) if kind == "date" or is_elapsed(text)]
    spot = next(n for n, (place, _) in enumerate(letters) if place == at)
    before = letters[spot - 1][1] if spot else ""
    after = letters[spot + 1][1] if spot + 1 < len(letters) else ""
    return before == "h" or after == "s"


def _date_part(moment: datetime, code: str, language: str, half: bool) -> str:
    letter, length = code[0], len(code)
    if letter == "y":
        return f"{moment.year:04d}" if length > 2 else f"{moment.year % 100:02d}"
    if letter == "h":
        return f"{(moment.hour % 12 or 12) if half else moment.hour:0{min(length, 2)}d}"
    if letter == "s":
        return f"{moment.second:0{min(length, 2)}d}"
    if length <= 2:
        return f"{moment.month if letter == 'm' else moment.day:0{length}d}"
    if letter == "d":
        name = _DAYS[language][moment.weekday()]
        return name[:3] if length == 3 else name
    months = _SHORT_MONTHS if length == 3 else _MONTHS
    name = months[language][moment.month - 1]
    return name[0] if length == 5 else name


def _passed(value: float, code: str) -> str:
    unit = {"h": 24, "m": 1440, "s": 86400}[code[1]]
    return f"{int(value * unit + 1e-6):0{len(code) - 2}d}"


def _language(text: str) -> str:
    found = CURRENCY.fullmatch(text)
    region = int(found.group(2), 16) if found and found.group(2) else 0
    return "fr" if region & 0xFF in _FRENCH else "en"
