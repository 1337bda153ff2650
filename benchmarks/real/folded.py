"""Texts as facts compare them: folded, with the way back to the characters of the original."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property

_SAME = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′`´ʼ", "'"),
        **dict.fromkeys("“”„‟″", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff"),
    }
)
"""Quotes, dashes and characters that print nothing: what people type for them differs."""

_BULLET = re.compile(r"^(?:[-*+•·▪◦‣●○–—]|\(?(?:\d{1,3}|[a-z]|[ivxl]{1,5})[.)])\s+")
"""A bullet or a number that an item begins with, folded."""


def folded(text: str) -> str:
    """The text in compatible Unicode (no ligatures), small letters, one kind of quotes and dashes, one blank for white space."""
    return " ".join(_plain(text).split())


def without_bullet(text: str) -> str:
    """A folded text without the bullet or number that it begins with."""
    return _BULLET.sub("", text, count=1)


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFC", text).translate(_SAME)
    return unicodedata.normalize("NFKC", text).translate(_SAME).casefold()


@dataclass(frozen=True)
class Folded:
    """A text that is searched folded and answers in characters of the original."""

    text: str

    def find(self, wanted: str, after: int = 0) -> tuple[int, int] | None:
        """Where the wanted text first stands at or behind the character `after`: first and last character, half open."""
        needle = folded(wanted)
        characters, places = self._folded
        at = characters.find(needle, self._first_behind(after)) if needle else -1
        return (places[at], places[at + len(needle) - 1] + 1) if at >= 0 else None

    def __contains__(self, wanted: str) -> bool:
        """Whether the wanted text stands in it."""
        return self.find(wanted) is not None

    @cached_property
    def _folded(self) -> tuple[str, list[int]]:
        """The folded text, and for each of its characters the place in the original that it comes from."""
        characters: list[str] = []
        places: list[int] = []
        for place, character in enumerate(self.text):
            for plain in _plain(character):
                if not plain.isspace():
                    characters.append(plain)
                    places.append(place)
                elif characters and characters[-1] != " ":
                    characters.append(" ")
                    places.append(place)
        return "".join(characters), places

    def _first_behind(self, place: int) -> int:
        _, places = self._folded
        return next((at for at, origin in enumerate(places) if origin >= place), len(places)) if place else 0
