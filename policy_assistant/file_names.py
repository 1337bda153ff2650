"""What the name of a file says for certain: a version that it calls one, and a day written year first.

`policy.v3.md`, `policy-v1.2.pdf`, `policy (version 3).docx` and `policy_2024-01-01.pdf` are versions of one document.
A number or a month alone says nothing for certain; `policy_assistant.draft` guesses from these, for a person to review.
"""

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from datetime import date
from pathlib import PurePosixPath
from urllib.parse import unquote

from policy_assistant.documents import slug

MONTHS = {
    1: ("january", "janvier", "janv", "jan"),
    2: ("february", "fevrier", "fevr", "fev", "feb"),
    3: ("march", "mars", "mar"),
    4: ("april", "avril", "avr", "apr"),
    5: ("may", "mai"),
    6: ("june", "juin", "jun"),
    7: ("july", "juillet", "juil", "jul"),
    8: ("august", "aout", "aug"),
    9: ("september", "septembre", "sept", "sep"),
    10: ("october", "octobre", "oct"),
    11: ("november", "novembre", "nov"),
    12: ("december", "decembre", "dec"),
}
MONTH_NUMBERS = {name: number for number, names in MONTHS.items() for name in names}
MONTH = "(?:" + "|".join(sorted(MONTH_NUMBERS, key=len, reverse=True)) + r")(?![a-z])\.?"
"""A month in folded text."""

NOT_NAMES = frozenset({"", "index", "readme", "default", "document", "untitled", "scan"})
"""Names that say nothing about what a document is."""

MAX_PATH_ID = 400
"""Characters of an ID that is made of a path; a longer path is cut, and a hash of the whole tells it apart."""

BEFORE, AFTER = r"(?<![^\W_])", r"(?![^\W_])"  # like \b, but an underscore parts words too
_NUMBER = r"\d{1,3}(?:\.\d{1,3})*[a-z]?"
_VERSION_WORD = r"(?:version|ver|revision|rev|edition|ed|issue|release)"
_UNDERSCORED = re.compile(rf"({BEFORE}[vV]\d{{1,3}})_(\d{{1,2}})(?![\w.-])")
_VERSION = re.compile(rf"{BEFORE}(?:v\.?|{_VERSION_WORD}[ ._-]*v?)[ ._-]?(?P<value>{_NUMBER}){AFTER}(?![-.]\d|[\s._-]{MONTH})")
_REVISION = re.compile(rf"{BEFORE}(?:revision|rev)[ ._-]*(?P<value>[a-z]){AFTER}")
_DAY = re.compile(
    rf"(?:{BEFORE}(?:v\.?|{_VERSION_WORD})[ ._-]*)?(?<!\d)(?P<year>(?:19|20)\d\d)(?P<sep>[-_.]?)"
    r"(?P<month>0[1-9]|1[0-2])(?P=sep)(?P<day>0[1-9]|[12]\d|3[01])(?!\d)"
)
COPY_COUNT = re.compile(r"\(\d{1,2}\)")
"""The number that a browser or a desktop puts after the name of a second copy."""

_CAMEL = re.compile(r"(?<=[a-zà-öø-ÿ]{2})(?=[A-Z])")
_NOT_WORDS = re.compile(r"[\W_]+")
_EMPTY_BRACKETS = re.compile(r"\(\s*\)|\[\s*\]")
_FORBIDDEN = re.compile(r"[|\\<>\"'\x00-\x1f\x7f]+")
_LETTERS = str.maketrans({"œ": "oe", "Œ": "Oe", "æ": "ae", "Æ": "Ae", "ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L"})


@dataclass(frozen=True)
class NamedVersion:
    """What a name says for certain. `day` is an ISO date or empty; `rest` the name without what it says of the version."""

    rest: str
    version: str
    day: str = ""

    @property
    def doc_id(self) -> str:
        """The rest as an ID: words joined by hyphens; empty where it names no document."""
        rest = _CAMEL.sub(" ", COPY_COUNT.sub(" ", self.rest))
        name = ascii_id(rest) or _NOT_WORDS.sub("-", rest).strip("-").lower()
        return "" if name in NOT_NAMES else name


def named_version(stem: str) -> NamedVersion | None:
    """The version that a name, without its ending, tells; None where it tells none.

    A day is the version where the name tells no other. A name with two days tells nothing: which of them counts?
    """
    name = plain_name(stem)
    days = [match for match in _DAY.finditer(fold(name)) if _iso(match)]
    if len(days) > 1:
        return None
    day = _iso(days[0]) if days else ""
    if days:
        name = f"{name[: days[0].start()]} {name[days[0].end() :]}"
    version, rest = take_version(_spaced(name))
    return NamedVersion(rest, version or day, day) if version or day else None


def path_id(source: str) -> str:
    """An ID from a file's place, `documents/hr/leave.pdf`: the same for all versions that its name tells, stable otherwise.

    It keeps the ending, so that a page and its printed form beside it are two documents.
    """
    place = PurePosixPath(unicodedata.normalize("NFC", source))
    named = named_version(place.stem)
    rest = _EMPTY_BRACKETS.sub("", named.rest).strip(" ._-") if named else ""
    whole = f"{place.parent.as_posix()}/{' '.join(rest.split())}{place.suffix}" if rest else place.as_posix()
    name = _FORBIDDEN.sub("-", whole).strip()
    if len(name) <= MAX_PATH_ID:
        return name
    return f"{name[:MAX_PATH_ID]}-{hashlib.sha256(whole.encode()).hexdigest()[:12]}"


def take_version(name: str) -> tuple[str, str]:
    """The version that a name calls one (`v3`, `v1_2`, `version 4`, `rev B`) and the name without it; empty where there is none."""
    before = _UNDERSCORED.sub(r"\1.\2", name)
    folded = fold(before)
    match = _VERSION.search(folded) or _REVISION.search(folded)
    if not match:
        return "", before
    value = before[slice(*match.span("value"))]
    return value.upper() if value.isalpha() else value, f"{before[: match.start()]} {before[match.end() :]}"


def plain_name(stem: str) -> str:
    """A name as it is read: composed letters, no percent signs of the web."""
    return unicodedata.normalize("NFC", unquote(stem))


def spaced(stem: str) -> str:
    """A name as it is read, with a blank between words that only a capital parts."""
    return _spaced(plain_name(stem))


def fold(text: str) -> str:
    """Lower case without accents, typographic apostrophes as plain ones. Every character stays one, so places agree."""
    if text.isascii():
        return text.lower()
    return "".join(unicodedata.normalize("NFD", letter.lower())[0] for letter in text).replace("’", "'")


def ascii_id(text: str) -> str:
    """Lower-case ASCII words joined by hyphens; empty when no letter or digit of the text has an ASCII form."""
    return slug(fold(unicodedata.normalize("NFC", text).translate(_LETTERS)))


def _spaced(name: str) -> str:
    return _CAMEL.sub(" ", name)


def _iso(match: re.Match[str]) -> str:
    try:
        return date(*(int(match.group(part)) for part in ("year", "month", "day"))).isoformat()
    except ValueError:
        return ""
