"""Printed lines become running text again, and the text remembers where each of its characters is printed."""

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field

from policy_assistant.blocks import Box, Line
from policy_assistant.parse.pdf_lines import PrintedLine
from policy_assistant.parse.pdf_tables import Table

CELL_JOIN = " | "

_BROKEN_WORD = re.compile(r"([^\W\d_]+)-$")
"""A part of a word and a hyphen at the end of a line."""

_FIRST_PART = re.compile(r"[^\W\d_]*")
_COMPOUND = re.compile(r"(?<![^\W\d_])([^\W\d_]+)-(?=([^\W\d_]+))")
_WORD = re.compile(r"[^\W\d_]+")

Compounds = Set[tuple[str, str]]
"""Neighbouring parts of words that are written with a hyphen wherever they stand, in small letters."""


def compounds_in(texts: Sequence[str]) -> Compounds:
    """The compounds of a document: parts with a hyphen in the middle of a line, that nowhere stand as one word."""
    found = {(first.lower(), second.lower()) for text in texts for first, second in _COMPOUND.findall(text)}
    joined = {first + second: (first, second) for first, second in found}
    return found - {joined[word] for text in texts if joined for word in _WORD.findall(text.lower()) if word in joined}


@dataclass
class Flow:
    """Text under construction. `start` sets a separator, `add` a printed piece that goes on from the piece before.

    A word broken at the end of a line is mended; of the `compounds` of the document the hyphen stays.

    The text is kept in parts, because a table over a thousand pages is one text.
    """

    compounds: Compounds = frozenset()
    lines: list[Line] = field(default_factory=list)
    _parts: list[str] = field(default_factory=list)
    _length: int = 0
    _is_open: bool = False

    @property
    def text(self) -> str:
        """All that was written."""
        return "".join(self._parts)

    def start(self, separator: str) -> None:
        """End what is written, and set `separator` before the next piece."""
        self._write(separator)
        self._is_open = False

    def add(self, text: str, box: Box, mark: str = "") -> None:
        """Write a printed piece; a `mark` in front of it (of a list item) is taken as printed in the same box."""
        if self._is_open:
            self._join(text)
        start = self._length
        self._write(mark + text)
        self.lines.append(Line(start, self._length, box))
        self._is_open = True

    def trim(self) -> None:
        """Take blanks away that a separator left at the end."""
        if self._parts:
            self._replace_last(self._parts[-1].rstrip(" "))

    def _join(self, text: str) -> None:
        """A word broken before a small letter is mended; anything else is parted by a blank."""
        broken = _BROKEN_WORD.search(self._parts[-1]) if text[:1].islower() else None
        if broken and (broken[1].lower(), _first_part(text)) in self.compounds:
            return
        if broken:
            last = self.lines[-1]
            self._replace_last(self._parts[-1][:-1])
            self.lines[-1] = Line(last.start, last.end - 1, last.box)
        else:
            self._write(" ")

    def _write(self, part: str) -> None:
        self._parts.append(part)
        self._length += len(part)

    def _replace_last(self, part: str) -> None:
        self._length += len(part) - len(self._parts[-1])
        self._parts[-1] = part


def _first_part(text: str) -> str:
    found = _FIRST_PART.match(text)
    return found[0].lower() if found else ""


def paragraph_flow(lines: Iterable[PrintedLine], compounds: Compounds = frozenset()) -> Flow:
    """Lines as one running text."""
    flow = Flow(compounds)
    for line in lines:
        flow.add(line.text, line.box)
    return flow


def table_flow(table: Table, compounds: Compounds = frozenset()) -> Flow:
    """A table as one line of text for each row, cells parted by bars, nothing behind the last bar."""
    flow = Flow(compounds)
    for index, row in enumerate(table.rows):
        flow.start("\n" if index else "")
        for column, cell in enumerate(row):
            flow.start(CELL_JOIN if column else "")
            for part in cell:
                flow.add(part.text, part.box)
        flow.trim()
    return flow
