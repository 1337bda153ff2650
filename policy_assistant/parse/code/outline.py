"""Which piece every line of a file belongs to: the innermost definition that is one."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from policy_assistant.parse.code.limits import Lines
from policy_assistant.parse.code.syntax import Capture, Parsed

MAX_DEPTH = 30
_TYPES = ("class", "constant")
_SMALL = 3
"""Functions of so many lines inside a long one stay in it."""


@dataclass(frozen=True)
class Label:
    """What a piece is called."""

    kind: str
    name: str


@dataclass(frozen=True)
class Outline:
    """The labels of the pieces, and for every row the index of its label; label 0 is the module."""

    labels: Sequence[Label]
    owners: Sequence[int]


@dataclass(frozen=True)
class _Open:
    """A definition that may hold others: its label's index, its name, and the row that its own text begins on."""

    kind: str
    name: str
    piece: int
    end: int
    first: int
    whole: bool


def outline(parsed: Parsed, lines: Lines, module: str) -> Outline:
    """Give every row to a piece. A definition that begins on a line of another one is part of that piece."""
    return _Outliner(parsed, lines, module).run()


class _Outliner:
    def __init__(self, parsed: Parsed, lines: Lines, module: str) -> None:
        self.parsed, self.lines = parsed, lines
        self.labels = [Label("module", module)]
        self.owners = [0] * len(lines.texts)
        self.open = [_Open("module", "", 0, sys.maxsize, -1, whole=False)]
        self.outer: Capture | None = None

    def run(self) -> Outline:
        for capture in self.parsed.captures:
            while len(self.open) > 1 and self.open[-1].end <= capture.start:
                self.open.pop()
            if capture.kind == "outer":
                if self.outer is None or self.outer.end <= capture.start:
                    self.outer = capture
            elif self._counts(capture):
                self._add(capture)
        return Outline(self.labels, self.owners)

    def _counts(self, capture: Capture) -> bool:
        """Whether a capture is no part of the piece that it stands in."""
        inside = self.open[-1]
        if len(self.open) > MAX_DEPTH or inside.whole or (capture.kind == "constant" and inside.kind == "function"):
            return False
        return inside.kind not in ("function", "constant") or capture.last - capture.first >= _SMALL

    def _add(self, capture: Capture) -> None:
        inside = self.open[-1]
        name = f"{inside.name}.{capture.name}" if inside.name else capture.name
        start = self._start(capture)
        piece, first = inside.piece, -1
        if capture.kind != "scope":
            first = capture.first
            piece = self._piece(capture, name, start)
            end = self._end(capture)
            self.owners[start:end] = [piece] * (end - start)
        whole = capture.kind in ("function", "constant", "table") and self.lines.share(start, capture.last) <= 1
        self.open.append(_Open(capture.kind, name, piece, capture.end, first, whole))

    def _piece(self, capture: Capture, name: str, start: int) -> int:
        """The label of a definition: one of its own, or that of the piece that has its first row already."""
        inside, taken = self.open[-1], self.owners[start]
        if taken != inside.piece or start <= inside.first:
            return taken
        kind = capture.kind
        if kind == "function" and (inside.kind in _TYPES or capture.owned):
            kind = "method"
        self.labels.append(Label(kind, name))
        return len(self.labels) - 1

    def _end(self, capture: Capture) -> int:
        """The row after a definition: what is written directly below a constant explains it."""
        row = capture.last + 1
        while row in self.parsed.below:
            row += 1
        return row

    def _start(self, capture: Capture) -> int:
        """The first row of a definition: where what stands around it begins, with the comments directly above."""
        row = capture.first
        if self.outer is not None and capture.kind != "scope":
            row = self.outer.first if capture.end <= self.outer.end else row
            self.outer = None
        while row - 1 in self.parsed.above:
            row -= 1
        return row
