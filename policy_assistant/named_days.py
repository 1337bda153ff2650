"""The day that a question names against the day as of which it is answered: another version may be in force on it."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from policy_assistant.answer import Asked
from policy_assistant.filters import in_force
from policy_assistant.metadata import Chunk, Metadata
from policy_assistant.quantities import days

_YEAR = re.compile(r"\b(?:in|for|during|since|en|pour|durant|pendant|depuis)\s+((?:19|20)\d\d)\b", re.IGNORECASE)

NOTES = {
    "en": "the question names {day}, when {doc_id} v{version} is in force: ask it as of {day}",
    "fr": "la question parle du {day}, où {doc_id} v{version} est en vigueur : posez-la à la date du {day}",
}


def other_versions(asked: Asked, used: Sequence[Chunk], documents: Iterable[Metadata]) -> list[str]:
    """Notes on the versions of what was used that hold on the first day, month or year that the question names, where the
    used one does not. Versions that the audience may not see are none.
    """
    named = first_named(asked)
    outside = {chunk.doc_id: chunk for chunk in used if named and not _overlaps(chunk, *named)}
    if not named or not outside:
        return []
    note = NOTES.get(asked.language, NOTES["en"])
    return [
        note.format(day=day, doc_id=document.doc_id, version=document.version)
        for document in documents
        if document.doc_id in outside and document.access in asked.labels and (day := _day_of(document, *named))
    ]


def first_named(asked: Asked) -> tuple[str, str] | None:
    """The first and the last day of the earliest day, month or year that a question names; a day without a year is the nearest one."""
    periods = [_period(day.iso) for day in days(asked.text, asked.language, asked.as_of)]
    periods += [_period(match[1]) for match in _YEAR.finditer(asked.text)]
    return min(periods, default=None)


def _period(iso: str) -> tuple[str, str]:
    """The first and the last day of a day, a month (YYYY-MM) or a year (YYYY)."""
    if len(iso) == 4:
        return f"{iso}-01-01", f"{iso}-12-31"
    if len(iso) == 7:
        year, month = int(iso[:4]), int(iso[5:])
        following = date(year + month // 12, month % 12 + 1, 1)
        return f"{iso}-01", (following - timedelta(days=1)).isoformat()
    return iso, iso


def _overlaps(chunk: Chunk, start: str, end: str) -> bool:
    return (not chunk.effective_from or chunk.effective_from <= end) and (not chunk.effective_to or start <= chunk.effective_to)


def _day_of(document: Metadata, start: str, end: str) -> str:
    """The first day of a period on which a version is in force, or empty."""
    day = max(start, document.effective_from or start)
    return day if day <= end and in_force(document.effective_from, document.effective_to, day) else ""
