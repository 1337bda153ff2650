"""Days as people write them, by themselves and in our phrases."""

import string
from datetime import date, datetime
from typing import Any

_MONTHS = {
    "en": ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"],
    "fr": ["janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"],
}


def day_in_words(text: str, language: str) -> str:
    """An ISO date, or a moment that begins with one, in words: `9 October 2026`; what is none stays as it is."""
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        return text
    first = "1er" if language == "fr" and day.day == 1 else str(day.day)
    return f"{first}\u00a0{_MONTHS[language][day.month - 1]}\u00a0{day.year}"


def moment_in_words(text: str, language: str) -> str:
    """A moment in UTC as it is kept (`2026-10-09T12:34:00Z`) in words: `9 October 2026, 12:34 UTC`; what is none stays as it is."""
    try:
        time = datetime.fromisoformat(text).strftime("%H:%M")
    except ValueError:
        return text
    return f"{day_in_words(text, language)}{' à ' if language == 'fr' else ', '}{time}\u00a0UTC"


class Filling(string.Formatter):
    """Fills phrases of a language: `{:day}` and `{:moment}` say an ISO date or a moment in words, other fields are as in `str.format`.

    What is named like a date, as versions may be, stays as it is in a plain field.
    """

    def __init__(self, language: str) -> None:
        self._language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        """See the class."""
        if format_spec == "day":
            return day_in_words(str(value), self._language)
        if format_spec == "moment":
            return moment_in_words(str(value), self._language)
        return str(super().format_field(value, format_spec))
