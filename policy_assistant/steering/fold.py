"""A text as its phrases are looked for: lower case, without accents, tricks of spelling undone, places kept."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

_DELETED = frozenset("\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u3164\ufeff\uffa0")
"""Characters that print nothing and are not of the class of formats, or stand outside of any rule for them."""

_LOOKALIKES = {
    twin: plain
    for plain, twins in {
        "a": "\u0430\u03b1\u0251\u1d00",
        "b": "\u0432\u03b2\u0299\u042c",
        "c": "\u0441\u03f2\u1d04",
        "d": "\u0501\u1d05",
        "e": "\u0435\u03b5\u1d07\u212e",
        "f": "\ua730",
        "g": "\u0261\u0262",
        "h": "\u04bb\u043d\u029c",
        "i": "\u0456\u03b9\u026a\u0131\u04cf",
        "j": "\u0458\u1d0a",
        "k": "\u043a\u03ba\u1d0b",
        "l": "\u029f",
        "m": "\u043c\u1d0d",
        "n": "\u0578\u0274\u03b7",
        "o": "\u043e\u03bf\u1d0f\u0585\u03c3",
        "p": "\u0440\u03c1\u1d18",
        "q": "\u051b",
        "r": "\u0433\u0280",
        "s": "\u0455\ua731",
        "t": "\u0442\u03c4\u1d1b",
        "u": "\u03c5\u1d1c\u057d",
        "v": "\u03bd\u1d20\u0475",
        "w": "\u051d\u1d21\u03c9",
        "x": "\u0445\u03c7",
        "y": "\u0443\u03b3\u028f",
        "z": "\u1d22",
    }.items()
    for twin in twins
}
"""Letters of other alphabets that are printed like one of ours. A text in such an alphabet loses its sense and matches nothing."""

_AS_BLANK = frozenset("*_~`\u00a0\u2022\u00b7")
_APOSTROPHES = frozenset("\u2018\u2019\u02bc\u2032\u00b4")

_ITEM = re.compile(r"(?m)^[ \t>]*(?:[-+]|\d{1,3}[.)])[ \t]")
_SPACED = re.compile(r"(?<![^\W_])(?:[^\W\d_][ .\-]{1,2}){5,120}[^\W\d_](?![^\W_])")


@dataclass(frozen=True)
class Folded:
    """A folded text. `places[n]` is where its character n stands in the text it came from; None where all places are the same.

    `spaced` are runs of letters with a separator between any two, without the separators, each with its place in `text`.
    """

    text: str
    places: Sequence[int] | None
    spaced: tuple[tuple[str, int, int], ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Characters of the folded text as characters of the text that it came from."""
        if self.places is None:
            return start, end
        return self.places[start], self.places[end - 1] + 1


def folded(text: str) -> Folded:
    """Fold a text. Every character stays one character, or goes when it prints nothing; list markers become blanks."""
    translated = text.translate(_TABLE)
    places: Sequence[int] | None = None
    if _GONE in translated:
        places = [place for place, char in enumerate(translated) if char != _GONE]
        translated = translated.replace(_GONE, "")
    translated = _ITEM.sub(lambda match: " " * len(match[0]), translated)
    spaced = tuple((re.sub(r"[ .\-]", "", match[0]), *match.span()) for match in _SPACED.finditer(translated))
    return Folded(translated, places, spaced)


_GONE = "\ue000"


class _Table(dict[int, str]):
    """What each character becomes; made when it is first met."""

    def __missing__(self, code: int) -> str:
        found = self[code] = _fold(chr(code))
        return found


def _fold(char: str) -> str:
    if char in _DELETED or unicodedata.category(char) in ("Cf", "Mn", "Me"):
        return _GONE
    if char in _AS_BLANK:
        return " "
    if char in _APOSTROPHES:
        return "'"
    base = unicodedata.normalize("NFKD", char)[:1].lower()[:1] or char
    return _LOOKALIKES.get(base, _LOOKALIKES.get(char, base))


_TABLE = _Table()
