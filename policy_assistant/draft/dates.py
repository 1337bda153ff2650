"""Dates in English and French text, and the period that a document says it is in force."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from policy_assistant.draft.words import NOTHING, Guess
from policy_assistant.file_names import MONTH, MONTH_NUMBERS, fold

YEAR = r"(?:19|20)\d\d"
_GAP = r"[\s._-]{1,3}"
_DAY = r"\d{1,2}(?:st|nd|rd|th|er)?"
DATE = (
    rf"(?<!\d)(?:{YEAR}[-/._]\d{{1,2}}[-/._]\d{{1,2}}|{_DAY}{_GAP}(?:(?:of|de){_GAP})?{MONTH},?{_GAP}{YEAR}"
    rf"|\d{{1,2}}[/._-]\d{{1,2}}[/._-]{YEAR}|\d\d[/.-]\d\d[/.-]\d\d|{MONTH}{_GAP}{_DAY},?{_GAP}{YEAR})(?!\d)"
)
"""A date in folded text. Not every match is a clear day: `read_date` decides."""

OF_ANOTHER = re.compile(r"\b(?:replac|supersed|previous|former|earlier|remplac|annul|precedent|ancien)\w*")
"""After such a word a sentence speaks of another version."""

_FROM_WORDS = (
    r"\b(?:effective|in (?:force|effect)|valid(?:ity)?|applicable|takes? effect|com(?:es?|ing) into (?:force|effect)|with effect"
    r"|en vigueur|prend(?:ra)? effet|valable|valide|validite|date d'(?:effet|application))\b"
)
_FROM_LINKS = r"[\s:|(]*(?:(?:date|from|as of|as from|since|starting|beginning|between|on|the|le|du|depuis|a compter du|a partir du|des|entre)\b(?:\s*\([a-z/ -]*\))?[\s:|]*)*"
_RANGE = r"[\s,]*(?:to|until|till|through|and|au|et|jusqu'au|[-–—])[\s:]*(?:(?:and including|le|the)\s+)?"
_END_WORDS = (
    r"\b(?:expire[sd]?|expiry|expiration|fin de validite|(?:valid|effective|in force) to)\b[\s:|]*(?:(?:date|on|le|au|is)\b[\s:|]*)*"
)
_IN_FORCE_UNTIL = (
    r"\b(?:valid|effective|in force|in effect|applicable|en vigueur|valable|valide)\b.{0,80}?"
    r"\b(?:until|till|through|up to|jusqu'au)\s*:?\s*(?:(?:and including|the)\s+)?"
)
_FROM = re.compile(rf"{_FROM_WORDS}{_FROM_LINKS}(?P<start>{DATE})(?:{_RANGE}(?P<end>{DATE}))?")
_UNTIL = re.compile(rf"(?:{_IN_FORCE_UNTIL}|{_END_WORDS})(?P<end>{DATE})")
_PARTS = re.compile(r"\d+|[a-z]+")


@dataclass(frozen=True)
class Period:
    """When a text says that it is in force, and what in it could not be read."""

    start: Guess = NOTHING
    end: Guess = NOTHING
    notes: tuple[str, ...] = ()


def read_date(text: str) -> str:
    """The day that a match of `DATE` names as YYYY-MM-DD; empty when there is no such day or more than one reading."""
    numbers, month = [], 0
    for part in _PARTS.findall(text):
        if part.isdigit():
            numbers.append(part)
        month = MONTH_NUMBERS.get(part, month)
    if month:
        return _iso(numbers[1], month, numbers[0])
    if len(numbers[0]) == 4:
        return _iso(numbers[0], int(numbers[1]), numbers[2])
    if len(numbers[2]) == 2:
        return ""
    readings = {_iso(numbers[2], int(numbers[1]), numbers[0]), _iso(numbers[2], int(numbers[0]), numbers[1])} - {""}
    return readings.pop() if len(readings) == 1 else ""


def find_period(sentences: Iterable[str]) -> Period:
    """The first start and the first end that the sentences introduce as such; other dates in them do not count."""
    found: dict[str, list[Guess]] = {"start": [], "end": []}
    notes: list[str] = []
    for sentence in sentences:
        folded = fold(sentence)
        for pattern in (_FROM, _UNTIL):
            for match in pattern.finditer(folded):
                if not OF_ANOTHER.search(folded, 0, match.start()):
                    _collect(match, sentence, found, notes)
    for name, guesses in found.items():
        if others := sorted({guess.value for guess in guesses} - {guess.value for guess in guesses[:1]}):
            notes.append(f"the text names more than one {name}: {guesses[0].value} is proposed, {', '.join(others)} not")
    first = {name: guesses[0] if guesses else NOTHING for name, guesses in found.items()}
    return Period(first["start"], first["end"], tuple(dict.fromkeys(notes)))


def _collect(match: re.Match[str], sentence: str, found: dict[str, list[Guess]], notes: list[str]) -> None:
    for name, text in match.groupdict().items():
        if text and (day := read_date(text)):
            found[name].append(Guess(day, f'"{sentence[match.start() : match.end(name)]}"'))
        elif text:
            notes.append(f"{text!r} is not clearly one day, so it was not taken as a date; write YYYY-MM-DD")


def _iso(year: str, month: int, day: str) -> str:
    try:
        return date(int(year), month, int(day)).isoformat()
    except ValueError:
        return ""
