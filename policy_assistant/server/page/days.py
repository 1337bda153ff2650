"""Days as people write them."""

from datetime import date

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
