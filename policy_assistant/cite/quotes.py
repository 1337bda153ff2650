"""Where a quote stands in a text: word for word, but for blanks and the shape of quotation marks and dashes."""

import re
from collections.abc import Iterator
from functools import lru_cache

from policy_assistant.quantities.numbers import find_codes, masked, numerals

_SHAPES = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4`\u02bc", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"')
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")
)
_BLANKS = re.compile(r"[\s\u200b\u00a0\u202f\u2009\ufeff]+")
_TIGHT = frozenset('";:!?%$€')
"""Characters before which a blank does not matter: French sets one there, English does not."""

_MAX_TRIES = 100


def locate(quote: str, text: str, start: int | None = None) -> tuple[int, int] | None:
    """Where `text` holds the quote, or None; with `start` only exactly there.

    First as it is, then with every run of blanks as one and one shape of quotation marks and dashes. Neither end may cut a
    word, a number or a code: "5 days" is not in "15 days", nor "200 PSI" in "2,200 PSI".
    """
    quote = quote.strip()
    if not quote:
        return None
    found = _exact(quote, text) if start is None else _exactly_at(quote, text, start)
    return next((place for place in found if not _cuts(text, *place)), None) or _loosely(quote, text, start)


def _exactly_at(quote: str, text: str, start: int) -> Iterator[tuple[int, int]]:
    if start >= 0 and text.startswith(quote, start):
        yield start, start + len(quote)


def _exact(quote: str, text: str) -> Iterator[tuple[int, int]]:
    position = text.find(quote)
    for _ in range(_MAX_TRIES):
        if position < 0:
            return
        yield position, position + len(quote)
        position = text.find(quote, position + 1)


def _loosely(quote: str, text: str, start: int | None) -> tuple[int, int] | None:
    wanted, _ = _plain(quote)
    plain, places = _plain(text)
    if not wanted:
        return None
    for first, last in _exact(wanted, plain):
        place = places[first], places[last - 1] + 1
        if (start is None or place[0] == start) and not _cuts(text, *place):
            return place
    return None


def _plain(text: str) -> tuple[str, list[int]]:
    """A text for comparison, and where each of its characters stands in the original."""
    characters: list[str] = []
    places: list[int] = []
    pending = False
    for place, char in enumerate(text):
        if _BLANKS.match(char):
            pending = bool(characters)
            continue
        char = char.translate(_SHAPES)
        if pending and char not in _TIGHT and characters[-1] != '"':
            characters.append(" ")
            places.append(place)
        pending = False
        characters.append(char)
        places.append(place)
    return "".join(characters), places


def _cuts(text: str, start: int, end: int) -> bool:
    """Whether an end of a place lies within a word, a number or a code."""
    if _within_word(text, start) or _within_word(text, end):
        return True
    return any(first < edge < last for first, last in _wholes(text) for edge in (start, end))


@lru_cache(maxsize=256)
def _wholes(text: str) -> tuple[tuple[int, int], ...]:
    """Where codes and numbers stand."""
    codes = find_codes(text)
    numbers = numerals(masked(text, codes))
    return (*((code.start, code.end) for code in codes), *((number.start, number.end) for number in numbers))


def _within_word(text: str, edge: int) -> bool:
    """Whether letters or digits stand on both sides; a small letter before a digit is a lost blank."""
    if not 0 < edge < len(text) or not (text[edge - 1].isalnum() and text[edge].isalnum()):
        return False
    return text[edge - 1].isdigit() or not text[edge].isdigit() or not text[edge - 1].islower()
