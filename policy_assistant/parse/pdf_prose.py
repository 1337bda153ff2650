"""Columns of text or columns of a table: what lines on both sides of a gutter look like.

A column of text is filled from edge to edge, its sentences go on from line to line, and its paragraphs end where they like.
The cells of a table start again at the same height on both sides, and are short or leave holes.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from policy_assistant.parse.pdf_lines import PrintedLine

NARROWEST_GUTTER = 0.7
"""Shares of the type size: columns are at least so far apart."""

NARROWEST = 9.0
"""Shares of the type size: text in a narrower column is a cell or a note."""

FEWEST_LINES = 4
"""Lines that it takes to see a column of text."""

FULL = 0.75
"""Shares of the column's width: a line that reaches so far was broken because the column ends."""

FULL_SHARE = 0.5
"""Shares of its lines that are full in a column of text; the others end paragraphs."""

FULL_SHARE_WITHOUT_CASE = 0.65
"""The same in a script without small letters, where nothing else tells."""

GOES_ON_SHARE = 0.3
"""Shares of the lines that start with a small letter: sentences go on there."""

FEWEST_CHARACTERS = 18
"""Characters on an average line: fewer make entries, not sentences."""

BROKEN_SHARE = 0.3
"""Shares of the lines with wide gaps in them: more are rows of cells."""

GAP = 1.2
"""Times the usual distance of lines: a wider one is a gap, after which something new starts."""

HOLE = 1.7
"""Times the usual distance of lines: a gap in which a line would have had room."""

HOLES_SHARE = 0.2
"""Holes for each line: more are left by the shorter cells of rows."""

TOGETHER = 0.6
"""Shares of the gaps at whose end both sides start again at one height: from here on, rows."""

APART = 0.4
"""The same: up to here, the sides do not know of each other."""

FEWEST_APART = 2
"""Gaps on each side that it takes to see that."""

LONG_COLUMN = 12
"""Lines: entries that fill columns of this length on both sides, without rows, are an index or a reference card."""

ALIKE = 0.7
"""Shares of the wider side's width: columns of one text are of about one width."""

SAME_HEIGHT = 0.25
"""Shares of the type size: lines whose base lines differ by less stand beside each other."""

IN_ROWS = 0.8
"""Shares of the lines that have a line beside them in a table, and of the holes that a row begins after."""

FEWEST_ALONE = 8
"""Lines on each side that it takes to see that they keep no step with each other."""

FEWEST_DIVIDED = 3
"""Lines on each side of a rule that it takes to see the same."""

ALONE_SHARE = 0.25
"""Shares of the lines on each side without a line beside them; the rows of a table leave them on one side only."""

ROWS_SHARE = 0.45
"""White strips over both sides for each entry of the side with fewer: more are those between rows."""

WRAPPED = 1.4
"""Shares of the type size: the widest usual distance of two lines inside one cell."""

STRIP = 1.3
"""Times the usual distance of lines: white over both sides from here on may part rows."""

ENDS = tuple(".!?:;")
"""What a sentence ends with."""


@dataclass(frozen=True, slots=True)
class Side:
    """The lines on one side of a gutter, measured; places in points."""

    lines: Sequence[PrintedLine]
    left: float
    right: float
    size: float
    pitch: float

    @classmethod
    def of(cls, lines: Sequence[PrintedLine]) -> "Side":
        """Measure lines; of no lines, all is nothing."""
        if not lines:
            return cls((), 0.0, 0.0, 1.0, 0.0)
        size = median(line.size for line in lines)
        distances = [below.base - above.base for above, below in pairwise(lines) if below.base - above.base > size / 2]
        edges = sorted(line.box.right for line in lines)
        return cls(lines, min(line.box.left for line in lines), edges[-1 - len(edges) // 20], size, median(distances) if distances else 0.0)

    @property
    def width(self) -> float:
        """From edge to edge, in points."""
        return self.right - self.left

    @property
    def full_share(self) -> float:
        """The share of the lines that fill the width."""
        return _share(line.box.right - self.left >= FULL * self.width for line in self.lines)

    @property
    def is_wide(self) -> bool:
        """Whether sentences have room in it."""
        return self.width >= NARROWEST * self.size and _average([len(line.text) for line in self.lines]) >= FEWEST_CHARACTERS

    def gaps(self, least: float = GAP) -> list[tuple[float, float]]:
        """The heights of the lines that start after a gap, each with the distance from the line above."""
        pairs = ((below.base, below.base - above.base) for above, below in pairwise(self.lines))
        return [(base, distance) for base, distance in pairs if distance > least * self.pitch]

    def starts_at(self, height: float) -> bool | None:
        """Whether something new seems to start in the line at this height; None where there is no line."""
        for above, line in pairwise(self.lines):
            if abs(line.base - height) <= SAME_HEIGHT * self.size:
                is_full = above.box.right - self.left >= FULL * self.width
                return not line.text[0].islower() and (not is_full or above.text.endswith(ENDS))
        return None

    def is_text(self, fewest: int = FEWEST_LINES) -> bool:
        """Whether the lines are running text."""
        if len(self.lines) < fewest or not self.is_wide:
            return False
        if _share(len(line.segments) > 1 for line in self.lines) > BROKEN_SHARE:
            return False
        if len(self.gaps(HOLE)) > max(2, HOLES_SHARE * len(self.lines)):
            return False
        cased = [line.text[0].islower() for line in self.lines if line.text[0].lower() != line.text[0].upper()]
        if len(cased) < len(self.lines) / 3:
            return self.full_share >= FULL_SHARE_WITHOUT_CASE
        return self.full_share >= FULL_SHARE and sum(cased) >= GOES_ON_SHARE * len(self.lines)


def are_columns(left: Side, right: Side, are_sure: Sequence[bool], *, is_known: bool) -> bool:
    """Whether two sides are columns of text.

    Args:
        left: The side that would be read first.
        right: The other one.
        are_sure: For each side whether it needs no proof, as it has columns or a ruled table in it.
        is_known: Whether the gutter between them parts columns on another page.
    """
    if right.left - left.right < NARROWEST_GUTTER * min(left.size, right.size):
        return False
    if keep_no_step(left, right):
        return True
    share = _restarts(left, right)
    if share >= TOGETHER or _are_rows_at_holes(left, right):
        return False
    texts = [side.is_text() or is_sure for side, is_sure in zip((left, right), are_sure, strict=True)]
    if all(texts):
        return True
    if any(texts) and is_known:
        return True
    return _are_long_lists(left, right, share)


def are_divided(left: Side, right: Side) -> bool:
    """Whether two sides with a rule between them are read one after the other: on both, some lines have none beside them."""
    slack = SAME_HEIGHT * max(left.size, right.size)
    heights = [[line.base for line in side.lines] for side in (left, right)]
    if min(map(len, heights)) < FEWEST_DIVIDED:
        return False
    return min(_share(not _is_near(base, others, slack) for base in own) for own, others in (heights, heights[::-1])) >= ALONE_SHARE


def keep_no_step(left: Side, right: Side) -> bool:
    """Whether lines and entries of both sides stand at heights of their own: on two pages side by side, in lists of names."""
    if not (left.lines and right.lines):
        return False
    top, bottom = (pick(side.lines[end].base for side in (left, right)) for pick, end in ((max, 0), (min, -1)))
    slack = SAME_HEIGHT * max(left.size, right.size)
    heights = [[line.base for line in side.lines if top - slack <= line.base <= bottom + slack] for side in (left, right)]
    if min(map(len, heights)) < FEWEST_ALONE:
        return False
    near = WRAPPED * max(left.size, right.size)
    alone = [_alone_share(own, others, slack, near) for own, others in (heights, heights[::-1])]
    if min(alone) < ALONE_SHARE:
        return False
    strips = sum(below - above > STRIP * max(left.pitch, right.pitch) for above, below in pairwise(sorted(heights[0] + heights[1])))
    return strips <= ROWS_SHARE * min(len(left.gaps()), len(right.gaps()))


def is_tabular(lines: Sequence[PrintedLine], gutter: float) -> bool:
    """Whether most lines go over both sides in short pieces: rows of a table as wide as both columns."""
    over = [line for line in lines if line.box.left < gutter < line.box.right]
    if len(lines) < 2 or len(over) < IN_ROWS * len(lines):
        return False
    broken = [line for line in over if len(line.segments) > 2]
    return 2 * len(broken) >= len(over) and _average([len(part.text) for line in over for part in line.segments]) < FEWEST_CHARACTERS


def _restarts(left: Side, right: Side) -> float:
    """The share of the gaps after which both sides start again at one height; 0 if they are always of one size.

    Cells of one row are seldom of one length: then the gap below the shorter one is wider. Paragraphs may start beside each
    other by chance, or where both sides are set alike.
    """
    slack = SAME_HEIGHT * max(left.size, right.size)
    starts, others = left.gaps(), right.gaps()
    together = [(gap, other) for start, gap in starts for base, other in others if abs(start - base) <= slack]
    is_uneven = any(abs(gap - other) > slack for gap, other in together)
    return 2 * len(together) / (len(starts) + len(others)) if is_uneven and len(together) > 1 else 0.0


def _are_rows_at_holes(left: Side, right: Side) -> bool:
    """Whether wherever one side starts again after a hole, something new starts beside it on the other one, too."""
    starts = [right.starts_at(base) for base, _ in left.gaps(HOLE)] + [left.starts_at(base) for base, _ in right.gaps(HOLE)]
    return len(starts) > 1 and sum(start is True for start in starts) >= IN_ROWS * len(starts)


def _alone_share(own: Sequence[float], others: Sequence[float], slack: float, near: float) -> float:
    """The share of heights that are not those of the other side: beside a line, or halfway between two as in a centred cell."""
    halfways, others_halfways = _halfways(own, near), _halfways(others, near)
    alone = 0
    for place, base in enumerate(own):
        is_centred = _is_near(base, others_halfways, slack) or any(
            _is_near(h, others, slack) for h in halfways[max(place - 1, 0) : place + 1]
        )
        alone += not (_is_near(base, others, slack) or is_centred)
    return alone / len(own)


def _halfways(heights: Sequence[float], near: float) -> list[float]:
    """The height between each line and the next; that of the line where the next is too far to be of the same cell."""
    return [(above + below) / 2 if below - above <= near else above for above, below in pairwise(heights)]


def _is_near(height: float, others: Sequence[float], slack: float) -> bool:
    place = bisect_left(others, height - slack)
    return place < len(others) and others[place] <= height + slack


def _are_long_lists(left: Side, right: Side, together: float) -> bool:
    """Whether both sides hold entries that know nothing of each other, as in an index."""
    if min(len(left.lines), len(right.lines)) < LONG_COLUMN or together > APART:
        return False
    if min(len(left.gaps()), len(right.gaps())) < FEWEST_APART or min(left.width, right.width) < ALIKE * max(left.width, right.width):
        return False
    return left.is_wide and right.is_wide


def _share(values: Iterable[bool]) -> float:
    return _average([float(value) for value in values])


def _average(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
