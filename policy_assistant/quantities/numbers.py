"""Numbers and codes as they are written, in digits, and the one form in which they are compared.

A comma or a blank before three digits parts thousands, a full stop does in French; every other comma or full stop between
digits is the decimal mark. A code (`PK-2200-07`, `KT-180`, `PW2200`, `12B`, a telephone number) is one name: the digits
in it are no numbers. Real text has lost blanks ("le25 mai", "2018sur"), so a small letter may touch a number.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Protocol

from policy_assistant.analysis import base_language
from policy_assistant.quantities.units import SYMBOLS

MAX_DIGITS = 40
"""A longer run of digits is a code."""


@dataclass(frozen=True)
class Numeral:
    """A number in digits at `text[start:end]`; an ordinal (`3rd`, `1er`) keeps its ending in its place."""

    start: int
    end: int
    value: Decimal
    is_ordinal: bool = False


@dataclass(frozen=True)
class Code:
    """A code at `text[start:end]`; `name` is what it is compared by: capitals, blanks after hyphens gone."""

    start: int
    end: int
    name: str


def numbers(text: str, language: str = "en") -> set[str]:
    """The numbers and codes of a text in one form: no thousands separators, a point, no needless zeros; codes in capitals.

    A date gives its parts (`2026-10-09`: 2026, 10, 9), a time its hours and minutes.
    """
    found = find_codes(text)
    return {code.name for code in found} | {plain(numeral.value) for numeral in numerals(masked(text, found), language)}


def codes(text: str) -> set[str]:
    """The codes of a text, in capitals."""
    return {code.name for code in find_codes(text)}


def plain(value: Decimal) -> str:
    """A number as it is compared: `12.5` for 12.50, `2200` for 2,200."""
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


# --- Numbers -----------------------------------------------------------------------------------------------------------

_BLANK = "[ \u00a0\u2009\u202f]"
_NUMERAL = re.compile(
    rf"""
    (?P<comma>\d{{1,3}}(?:,\d{{3}})+(?![\d]))(?P<comma_rest>\.\d+)?
    |(?P<blank>\d{{1,3}}(?:{_BLANK}\d{{3}})+(?![\d-]))(?P<blank_rest>[.,]\d+)?
    |(?P<dot>\d{{1,3}}(?:\.\d{{3}})+(?!\d))(?P<dot_rest>,\d+)?
    |(?P<digits>\d+)(?:[.,](?P<digits_rest>\d+)(?!\d))?
    """,
    re.VERBOSE,
)
_ORDINAL = re.compile(r"(?:st|nd|rd|th|ers?|[eè]re|res?|ème|eme|es?)(?![^\W_])")
_SEPARATORS = re.compile(rf"[,.']|{_BLANK}")


def numerals(text: str, language: str = "en") -> Iterator[Numeral]:
    """The numbers of a text in order. Codes must be masked (`masked`): here they would count."""
    french = base_language(language) == "fr"
    for match in _NUMERAL.finditer(text):
        digits = _digits(match, french)
        if len(digits) <= MAX_DIGITS:
            ordinal = _ORDINAL.match(text, match.end()) if match["digits_rest"] is None else None
            yield Numeral(match.start(), ordinal.end() if ordinal else match.end(), Decimal(digits), ordinal is not None)


def _digits(match: re.Match[str], french: bool) -> str:
    """A number with a point and without separators. `2.500` is two and a half in English, `1.300.000` never."""
    kind = str(match.lastgroup).removesuffix("_rest")
    whole, rest = match[kind], match[f"{kind}_rest"] or ""
    if kind == "dot" and not french and whole.count(".") == 1 and not rest:
        return whole
    rest = rest.lstrip(".,")
    return _SEPARATORS.sub("", whole) + (f".{rest}" if rest else "")


# --- Codes -------------------------------------------------------------------------------------------------------------

_HYPHEN = "[-\u2010\u2011]"
_CODE = re.compile(
    rf"""
    (?<![^\W_])(?<![^\W_]-)(?:
        (?P<groups>[A-Z][A-Z0-9]{{0,19}}(?:{_HYPHEN}(?:\s(?=\d))?[A-Z0-9]{{1,20}}){{1,8}})(?=s?(?![^\W_]))
        |(?P<run>[A-Z]{{1,6}}\d[A-Z0-9]{{0,19}})(?=s?(?![^\W_]))
        |(?P<small>[a-z]{{2,4}}{_HYPHEN}\d{{3,20}}(?:{_HYPHEN}\d{{1,20}}){{0,4}})(?![^\W_])
        |(?P<digits>(?<![.,])\d{{1,20}}(?:-\d{{1,20}}){{2,8}})(?![^\W_]|-\d)
        |(?P<points>(?<!,)\d{{1,6}}(?:\.\d{{1,6}}){{2,6}})(?![^\W_]|[.,]\d)
        |(?P<pairs>0\d(?:[ .]\d\d){{4}})(?!\d)
        |(?P<mixed>(?<![.,])\d{{1,10}}(?P<letters>[A-Z]{{1,3}})\d{{0,10}})(?![^\W_])
        |\d{{{MAX_DIGITS + 1},}}
    )
    """,
    re.VERBOSE,
)
_BEFORE_A_NUMBER = frozenset({"mid", "pre", "post", "sub", "non", "anti", "fin", "mi", "top", "avant", "over", "plus"})
_GROUP = re.compile(r"[A-Z0-9]+")
_VOWEL = re.compile("[AEIOUY]")
_POINT_GROUPS = re.compile(r"\d{1,3}(?:\.\d{3})+")
_DAY_WITH_POINTS = re.compile(r"\d{1,2}\.\d{1,2}\.\d{4}")
_ENDINGS = frozenset({"ST", "ND", "RD", "TH", "AM", "PM", "ER", "H"})


def find_codes(text: str) -> list[Code]:
    """The codes of a text, in order.

    Groups joined by hyphens that begin with a capital; capitals with digits behind or before them; small letters before
    three digits or more (`pw-2200`); three groups of digits or more (a telephone number, `3.1.2`). Letters alone are a
    code only when one of their groups has no vowel: `CPX-PUR`, not `RE-ENTRY`.
    """
    return [Code(match.start(), match.end(), _name(match)) for match in _CODE.finditer(text) if _is_code(match)]


class Span(Protocol):
    """A place in a text."""

    @property
    def start(self) -> int:
        """Where it begins."""
        ...

    @property
    def end(self) -> int:
        """Where it ends."""
        ...


def masked(text: str, spans: Iterable[Span]) -> str:
    """The text with underscores over these places, which may not overlap and stand in order: all others keep their positions."""
    pieces, done = [], 0
    for span in spans:
        pieces += [text[done : span.start], "_" * (span.end - span.start)]
        done = span.end
    return "".join([*pieces, text[done:]])


def _name(match: re.Match[str]) -> str:
    return re.sub(_HYPHEN, "-", re.sub(r"\s", "", match[0])).upper()


def _is_code(match: re.Match[str]) -> bool:
    kind, code = match.lastgroup, match[0]
    if kind == "groups":
        return any(char.isdigit() for char in code) or any(len(group) > 1 and not _VOWEL.search(group) for group in _GROUP.findall(code))
    if kind == "small":
        return re.split(_HYPHEN, code)[0] not in _BEFORE_A_NUMBER
    if kind == "digits":
        return not _is_day(code)
    if kind == "points":
        return not _POINT_GROUPS.fullmatch(code) and not _DAY_WITH_POINTS.fullmatch(code)
    if kind in ("mixed", "letters"):
        return match["letters"] not in SYMBOLS and match["letters"] not in _ENDINGS
    return True


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
