"""List items: how a line shows that it starts one, and the lines of a list as text."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from policy_assistant.parse.pdf_flow import Compounds, Flow
from policy_assistant.parse.pdf_lines import PrintedLine

BULLETS = frozenset("\u2022\u00b7\u25aa\u25cf\u25e6\u2023\u2043\u2219\u25a0\u25a1\u25cb\u2013\u2014-*")
"""Marks of items without a number; dashes and stars count only where a paragraph may start."""

WEAK_BULLETS = frozenset("-\u2013\u2014*o")
SYMBOL_FONT = range(0xF020, 0xF100)
"""Bullets of symbol fonts without a Unicode value of their own."""

BULLET_MARK = "- "
INDENT = "  "
DEEPER = 4.0
"""Points: an item that starts this much further to the right is nested in the one above."""

WIDE_BLANK = 0.75
"""Shares of the type size: the distance of a mark from its text, where it is more than a blank; a blank of a typewriter face is 0.6."""

_NUMBER = re.compile(r"\(?(\d{1,3}|[A-Za-z]|[ivxIVX]{2,5})[.)]")


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of a list item, `shown` as it is in the text ("- ", "3. ").

    A `strong` mark starts an item wherever it stands first on a line, a weak one only where a paragraph may start.
    """

    shown: str
    strong: bool

    @property
    def is_bullet(self) -> bool:
        """Whether it is a mark without a number."""
        return self.shown == BULLET_MARK


@dataclass(frozen=True, slots=True)
class Item:
    """One item: its mark and its lines, the mark still in the first."""

    mark: Mark
    lines: tuple[PrintedLine, ...]

    @property
    def edges(self) -> tuple[float, float]:
        """Where the mark and the text behind it start, in points."""
        return self.lines[0].box.left, self.lines[0].second_left


def mark_of(line: PrintedLine) -> Mark | None:
    """The mark that a line starts with, if it may be a list item."""
    printed, _, text = line.text.partition(" ")
    if not text:
        return None
    is_wide = has_wide_mark(line)
    if len(printed) == 1 and (printed in BULLETS or ord(printed) in SYMBOL_FONT or (printed == "o" and is_wide)):
        return Mark(BULLET_MARK, printed not in WEAK_BULLETS or is_wide)
    if _NUMBER.fullmatch(printed):
        return Mark(printed + " ", is_wide)
    return None


def has_wide_mark(line: PrintedLine) -> bool:
    """Whether more than a blank parts the first word of a line from the second."""
    return line.second_left - line.first_right > WIDE_BLANK * line.size


def list_flow(items: Sequence[Item], compounds: Compounds = frozenset()) -> Flow:
    """A list as text: one line for each item, nested ones indented by two blanks a level."""
    flow = Flow(compounds)
    for index, (item, level) in enumerate(zip(items, _levels(items), strict=True)):
        flow.start(("\n" if index else "") + INDENT * level)
        first, *others = item.lines
        flow.add(first.text.partition(" ")[2], first.box, item.mark.shown)
        for line in others:
            flow.add(line.text, line.box)
    return flow


def _levels(items: Iterable[Item]) -> list[int]:
    """How deep each item is nested. Both mark and text must move: numbers of two digits reach further to the left."""
    levels: list[int] = []
    above: list[tuple[float, float]] = []
    for item, shift in _with_shifts(items):
        edges = item.edges[0] - shift, item.edges[1] - shift
        while above and _is_right_of(above[-1], edges):
            above.pop()
        if not above or _is_right_of(edges, above[-1]):
            above.append(edges)
        levels.append(len(above) - 1)
    return levels


def _with_shifts(items: Iterable[Item]) -> Iterator[tuple[Item, float]]:
    """Each item with the shift of its column, in points: a list goes on in the next column with an item like its last one."""
    shift, column = 0.0, None
    last: dict[bool, float] = {}
    for item in items:
        left, is_bullet = item.edges[0], item.mark.is_bullet
        if last and item.lines[0].column != column:
            shift = left - last.get(is_bullet, left - shift)
        column, last[is_bullet] = item.lines[0].column, left - shift
        yield item, shift


def _is_right_of(edges: tuple[float, float], others: tuple[float, float]) -> bool:
    return all(edge > other + DEEPER for edge, other in zip(edges, others, strict=True))
