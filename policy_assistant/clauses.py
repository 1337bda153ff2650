"""Numbered clauses: which number a piece of text stands under (`4.2(b)`), told by numbers that follow each other.

Texts hold many numbers that number nothing ("2.5 mg a day", "3 things to know"). A number counts as a clause's only where it
goes on from the ones before it, or where a word such as `Article` says so.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from policy_assistant.roman import roman
from policy_assistant.spots import Spot

KIND = "clause"
"""What a numbered piece is called that does not say it itself."""

MOST_SKIPPED = 9
"""Numbers that may be missing between two clauses (repealed ones, mostly)."""

DEEPEST = 6
"""Items inside each other, as in 4.2(a)(i)(1); numbers have no more parts either."""

_WORD = r"(?:article|art\.|section|clause|chapter|chapitre|§|annexe?|appendix|schedule|part|partie|title|titre)"
_HEAD = re.compile(
    rf"(?:(?P<word>{_WORD})(?:(?<=[§.])\s*|\s+))?(?P<number>[0-9]{{1,3}}(?:\.[0-9]{{1,3}}){{0,5}}|(?(word)(?:(?-i:[A-Z])\b|premi(?:er|ère)\b)|(?!)))(?:er|re|ère)?(?P<mark>[.):]?)(?=\s|$|[–—:-])",
    re.IGNORECASE,
)
_ITEM = re.compile(
    r"(?:(?:^|\n)[^\S\n]*+(?:[-•][^\S\n]++)?(?=\(?\w)|(?<=[:;,.])\s++(?:(?:and|or|et|ou)\s++)?(?=\())(?P<item>\(?(?P<mark>[a-z]{1,5}|[0-9]{1,2})\)\s)",
    re.IGNORECASE,
)
"""An item, on a line of its own (`(a) …` or `a) …`) or in a sentence: `(a) …; (b) …; and (c) …`."""
_FIRST = ("a", "i", "1")
_ROMAN = re.compile(r"(?=[ivx])x{0,3}(?:ix|iv|v?i{0,3})", re.IGNORECASE)

Number = tuple[str, ...]


@dataclass
class Clauses:
    """Reads the blocks of a document in order and remembers where it is."""

    follows: frozenset[str] = frozenset()
    _open: list[tuple[int, str, Number]] = field(default_factory=list)
    _kind: str = KIND
    _path: Number = ()
    _items: list[str] = field(default_factory=list)

    @staticmethod
    def of(headings: Sequence[str]) -> "Clauses":
        """For a document with these headings: plain numbers before headings count where two of them follow each other."""
        numbers = [
            found["number"] for text in headings if (found := _HEAD.match(text)) and not found["word"] and found["number"].isdecimal()
        ]
        pairs = pairwise(numbers)
        return Clauses(frozenset(number for pair in pairs if 0 < int(pair[1]) - int(pair[0]) <= 1 + MOST_SKIPPED for number in pair))

    def heading(self, text: str, level: int) -> Sequence[Spot]:
        """A heading: its number, if it has one, holds for all below it; one without a number is under what it stands below."""
        found = _HEAD.match(text)
        self._items = []
        self._open = [outer for outer in self._open if outer[0] < level]
        if found and (found["word"] or "." in found["number"] or found["number"] in self.follows):
            self._open.append((level, _kind_of(found), _number(found)))
        _, self._kind, self._path = self._open[-1] if self._open else (0, KIND, ())
        return self._spots(0, text)

    def text(self, text: str) -> tuple[Sequence[Spot], str]:
        """A paragraph or a list: the clauses in it, and the number that it begins a section of its own with (or empty)."""
        begins = self._begun(text)
        if not self._path:
            return (), ""
        if begins or not _ITEM.match(text):
            self._items = []
        spots: list[Spot] = []
        start = 0
        for found in _ITEM.finditer(text):
            at, items = found.start("item"), self._with_item(found["mark"].lower())
            if items is None:
                continue
            if at > start:
                spots += self._spots(start, text[:at])
            self._items, start = items, at
        return [*spots, *self._spots(start, text)], begins

    def other(self, text: str) -> Sequence[Spot]:
        """A block whose own numbers number nothing (a table, code): where it stands."""
        return self._spots(0, text)

    def _spots(self, start: int, text: str) -> Sequence[Spot]:
        """The text from `start` on, under the number that holds: `clause 4.2(b)(i)`; nothing outside of all clauses."""
        items = "".join(f"({mark})" for mark in self._items)
        return [Spot(start, len(text), f"{self._kind} {'.'.join(self._path)}{items}")] if self._path else ()

    def _begun(self, text: str) -> str:
        """The number of a clause that a block of text begins with, and enters."""
        found = _HEAD.match(text)
        if not found:
            return ""
        number = _number(found)
        if found["word"]:
            if found["word"][0].islower() or not _stands_alone(text, found):
                return ""  # "section 7 applies" in a sentence names a clause and begins none
        elif len(number) < 2 or not _goes_on(self._path, number):
            return ""
        self._kind, self._path = _kind_of(found), number
        return text[: found.end("number")]

    def _with_item(self, mark: str) -> list[str] | None:
        """The items that it is in from `(b)` on: the next one of a list that is open, or the first of one inside it; else None."""
        for depth in range(len(self._items) - 1, -1, -1):
            if mark in _following(self._items[depth]):
                return [*self._items[:depth], mark]
        begins = mark in _FIRST and len(self._items) < DEEPEST and mark not in self._items[-1:]
        return [*self._items, mark] if begins else None


def _number(found: "re.Match[str]") -> Number:
    """The parts of a number; `premier` is 1."""
    number = found["number"].upper()
    return ("1",) if number.startswith("PREMI") else tuple(number.split("."))


def _kind_of(found: "re.Match[str]") -> str:
    """What a numbered piece is called: as the text calls it, else a clause."""
    word = (found["word"] or KIND).lower()
    return {"§": "section", "art.": "article"}.get(word, word)


def _stands_alone(text: str, found: "re.Match[str]") -> bool:
    """Whether a word with its number is followed by a mark, the end of the line or a capital: `Article 5. The …`."""
    rest = text[found.end() :].lstrip(" \u00a0–—:-")
    return bool(found["mark"]) or not rest or rest[0].isupper() or rest[0] == "\n"


def _goes_on(path: Number, number: Number) -> bool:
    """Whether a number is the next one after `path`: a first part of it, its next sibling, or that of one above it."""
    if not all(part.isdecimal() for part in (*path, *number)):
        return False
    if len(number) == len(path) + 1 and number[:-1] == path:
        return int(number[-1]) <= 1
    depth = len(number)
    if path[: depth - 1] == number[:-1] and len(path) >= depth:
        return 0 < int(number[-1]) - int(path[depth - 1]) <= 1 + MOST_SKIPPED
    begins = int(number[-1]) <= 1
    above = int(number[0]) - int(path[0]) if path else int(number[0])
    return begins and 0 <= above <= 1 and number[1:-1] == ("1",) * (depth - 2)


def _following(mark: str) -> set[str]:
    """The marks that may come after one in its list: `(b)` after `(a)`, `(ii)` after `(i)`, `(j)` after `(i)`."""
    if mark.isdecimal():
        return {str(int(mark) + 1)}
    found = {chr(ord(mark) + 1)} if len(mark) == 1 and mark != "z" else set()
    if _ROMAN.fullmatch(mark):
        found.add(roman(_value(mark) + 1))
    return found


def _value(mark: str) -> int:
    values = [{"i": 1, "v": 5, "x": 10}[sign] for sign in mark]
    return sum(-value if value < max(values[place:]) else value for place, value in enumerate(values))
