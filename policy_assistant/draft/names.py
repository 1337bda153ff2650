"""What the name of a file says: its version, dates and language, and the words that name the document."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from policy_assistant.draft.dates import DATE, YEAR, read_date
from policy_assistant.file_names import AFTER, BEFORE, COPY_COUNT, MONTH, MONTH_NUMBERS, NOT_NAMES, ascii_id, fold, spaced, take_version

_LANGUAGE_WORD = re.compile(r"[(\[]\s*(?:version\s+)?(?:(?P<fr>french|francaise?|fr)|english|anglaise?|en)(?:\s+version)?\s*[)\]]")
_DATES = re.compile(
    rf"{BEFORE}(?P<until>(?:until|till|jusqu'?au|valid to|to|au)[\s_-]+)?(?P<day>{DATE}|{YEAR}(?:0\d|1[0-2])(?:[0-2]\d|3[01])(?!\d))"
)
_MONTH_ONLY = re.compile(
    rf"{BEFORE}(?:(?P<year>{YEAR})[-_.](?P<number>0[1-9]|1[0-2])|(?P<name>{MONTH})[\s._-]+(?P<named_year>{YEAR})){AFTER}"
)
_TRAILING = re.compile(
    rf"(?:_(?P<count>\d{{1,2}})|[ .-](?P<padded>0\d)|[ _-](?P<dotted>\d{{1,3}}(?:\.\d{{1,3}})+)|(?:^|(?<=[\W_]))(?P<year>{YEAR}))[\W_]*$"
)
_LEADING_YEAR = re.compile(rf"^[\s_.-]*(?P<year>{YEAR})(?=[\s_.-])")
_COPY_OF = re.compile(r"^\s*(?:copy of|copie de)[\s_-]+")
_MARK = re.compile(
    r"(?:^|(?<=[\W_]))(?P<mark>copy|copie|final|finale|draft|brouillon|definitif|definitive|latest|signed|signe|approved|approuve|clean)"
    r"(?:[\s_-]*\d{1,2})?[\W_]*$"
)
NOT_YET = ("draft", "brouillon")
_LANGUAGE = re.compile(
    r"(?:^[\W_]*(?P<first>fr)(?:[-_](?:ca|fr|be|ch))?[\W_]+|(?<=[\W_])(?P<last>fr|en)(?:[-_](?:ca|fr|be|ch|gb|us|uk))?[\W_]*$)"
)
_SEPARATORS = re.compile(r"[\s_.,;+()\[\]{}]+|\s-|-\s|-{2,}")


@dataclass(frozen=True)
class NameParts:
    """A name taken apart. `words` is what is left, for people; `is_sure` whether it calls its version a version; `whole` is
    the name with all its parts.
    """

    words: str
    version: str = ""
    is_sure: bool = False
    effective_from: str = ""
    effective_to: str = ""
    language: str = ""
    notes: tuple[str, ...] = ()
    whole: str = ""

    @property
    def doc_id(self) -> str:
        """The words as an ID; empty when they do not name a document."""
        name = ascii_id(self.words)
        return "" if name in NOT_NAMES else name


def read_name(stem: str) -> NameParts:
    """Take the name of a file, without its ending, apart."""
    whole = spaced(stem)
    name = _Name(whole)
    name.take(COPY_COUNT)
    name.take(_COPY_OF)
    language = name.take(_LANGUAGE_WORD)
    code = ("fr" if language.group("fr") else "en") if language else ""
    version, name.text = take_version(name.text)
    is_sure = bool(version)
    start, end, notes = _days(name)
    version = version or _month(name)
    marks = [*_marks(name)]
    code = _language(name) or code
    marks += _marks(name)
    if not version:
        version = _weak_version(name) or start
    words = " ".join(_SEPARATORS.sub(" ", name.text).split()).strip(" -")
    notes += tuple(f"the name says {mark!r}: is it in force at all?" for mark in marks if mark in NOT_YET)
    return NameParts(words, version, is_sure, start, end, code, notes, whole)


@dataclass
class _Name:
    """A name from which recognised parts are taken one after the other."""

    text: str

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The first match in the folded name, which leaves the name."""
        match = pattern.search(fold(self.text))
        if match:
            self.text = f"{self.text[: match.start()]} {self.text[match.end() :]}"
        return match


def _days(name: _Name) -> tuple[str, str, tuple[str, ...]]:
    """The first day and the last one that the name holds."""
    start, end, notes = "", "", []
    while match := name.take(_DATES):
        written = match.group("day")
        day = read_date(f"{written[:4]}-{written[4:6]}-{written[6:]}" if written.isdigit() else written)
        if not day:
            notes.append(f"{written!r} in the name is not clearly one day, so it was not taken as a date; write YYYY-MM-DD")
        elif match.group("until") or start:
            end = end or day
        else:
            start = day
    return start, end, tuple(notes)


def _marks(name: _Name) -> Iterator[str]:
    """The words at the end that say what became of the file, not what it is about."""
    while match := name.take(_MARK):
        yield match.group("mark")


def _month(name: _Name) -> str:
    """A year and month, which say when a version was made but no day."""
    match = name.take(_MONTH_ONLY)
    if not match:
        return ""
    number = match.group("number") or f"{MONTH_NUMBERS[match.group('name').rstrip('.')]:02}"
    return f"{match.group('year') or match.group('named_year')}-{number}"


def _weak_version(name: _Name) -> str:
    """A number or year at the end, or a year at the beginning."""
    match = name.take(_TRAILING) or name.take(_LEADING_YEAR)
    return next(value for value in match.groupdict().values() if value) if match else ""


def _language(name: _Name) -> str:
    """`fr` or `en` as the last word, or `fr` as the first; elsewhere `en` is a French word."""
    match = name.take(_LANGUAGE)
    return (match.group("first") or match.group("last")) if match else ""
