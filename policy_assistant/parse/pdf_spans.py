"""The columns of a table without rules, as far as its lines show them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from policy_assistant.parse.pdf_lines import PrintedLine, Segment, line_of

GUTTER = 0.8
"""Shares of the type size: columns are at least so far apart in every row."""

STRETCHED = 2.2
"""Shares of the type size: a blank in a justified line of a narrow cell can become as wide as this."""

PROVED = 3
"""Columns, and lines in each of them, that it takes to see that an entry is too long for its column."""

ALIGNED = 0.3
"""Shares of the type size: edges that differ by less are meant to be at one place (glyphs have side bearings)."""

WIDE_BLANK = 0.45
"""Shares of the type size: the blanks of a phrase are narrower."""

CENTRED = 0.5
"""Shares of the type size: a head whose middle is so near to that of some columns stands over all of them."""

MAX_COLUMNS = 60
"""More pieces on a line are a drawing made of letters."""


@dataclass(frozen=True, slots=True)
class Span:
    """The reach of a column, in points, and in how many lines it was seen."""

    left: float
    right: float
    lines: int = 1

    def touches(self, segment: Segment) -> bool:
        """Whether a piece of text lies in the reach, if only in part."""
        return segment.box.left < self.right and segment.box.right > self.left

    def with_span(self, other: "Span", lines: int) -> "Span":
        """Both reaches as one column."""
        return Span(min(self.left, other.left), max(self.right, other.right), lines)


@dataclass(frozen=True, slots=True)
class Columns:
    """The reach of each column over the lines seen so far, from left to right."""

    spans: tuple[Span, ...] = ()

    def with_line(self, line: PrintedLine) -> "Columns | None":
        """The columns widened by a line, or None if a piece of it lies in two columns."""
        if len(line.segments) > MAX_COLUMNS:
            return None
        spans = list(self.spans)
        for segment in line.segments:
            touched = [span for span in spans if span.touches(segment)]
            column = _one_column(touched, line.size)
            if touched and column is None:
                return None
            piece = Span(segment.box.left, segment.box.right)
            spans = [span for span in spans if span not in touched]
            spans.append(column.with_span(piece, column.lines + 1) if column else piece)
        spans.sort(key=lambda span: span.left)
        if any(after.left - before.right < GUTTER * line.size for before, after in pairwise(spans)):
            return None
        return Columns(tuple(spans)) if len(spans) > 1 or not self.spans else None

    def settled(self, size: float) -> "Columns":
        """The columns without those that a stretched blank of one line seemed to make."""
        spans: list[Span] = []
        for span in self.spans:
            column = _one_column([*spans[-1:], span], size) if span.lines == 1 else None
            if spans and column:
                spans[-1] = column
            else:
                spans.append(span)
        return Columns(tuple(spans))

    def with_overlong(self, line: PrintedLine) -> PrintedLine | None:
        """A line in which an entry runs into the next column, parted there if that column's entry starts with a word; or None."""
        if len(self.spans) < PROVED or any(span.lines < PROVED for span in self.spans):
            return None
        places = [self.places(segment) for segment in line.segments]
        taken = [place for group in places for place in group]
        is_in_columns = all(places) and len(set(taken)) == len(taken) and all(len(group) < PROVED for group in places)
        if not is_in_columns or len(line.segments) < max(2, len(self.spans) - 2):
            return None
        return self.parted(line)

    def parted(self, line: PrintedLine) -> PrintedLine:
        """The line, its pieces parted whose second word starts in a column of its own."""
        return line_of([part for segment in line.segments for part in self._parts(segment, self.places(segment))], line)

    def _parts(self, segment: Segment, places: Sequence[int]) -> list[Segment]:
        """A piece of text, in two where its first two words start two columns, or a wide blank between them lies between columns."""
        if len(places) != 2 or " " not in segment.text:
            return [segment]
        before, behind = (self.spans[place] for place in places)
        starts = (segment.box.left - before.left, segment.second_left - behind.left)
        is_at_edge = all(abs(off) <= ALIGNED * segment.size for off in starts)
        is_wide = segment.second_left - segment.first_right >= WIDE_BLANK * segment.size
        if segment.first_right > behind.left or not (is_at_edge or (is_wide and segment.second_left >= before.right)):
            return [segment]
        first, second = segment.text.split(" ", 1)
        box, right = segment.box, segment.box.right
        return [
            replace(segment, text=first, box=replace(box, right=segment.first_right), second_left=segment.first_right),
            replace(segment, text=second, box=replace(box, left=segment.second_left), first_right=right, second_left=right),
        ]

    def refined(self, lines: Sequence[PrintedLine]) -> "Columns":
        """The columns, those parted that only a head over several of them had joined."""
        spans: list[Span] = []
        for span in self.spans:
            pieces = [[part for part in line.segments if span.touches(part)] for line in lines]
            spans += _under_head(span, [group for group in pieces if group])
        return Columns(tuple(spans))

    def places(self, segment: Segment) -> list[int]:
        """The columns that a piece of text lies over."""
        return [place for place, span in enumerate(self.spans) if span.touches(segment)]

    def under(self, head: Segment) -> list[int]:
        """The columns that a head stands over: all that it touches if it is centred over them, else the first."""
        places = self.places(head)
        off = head.box.left + head.box.right - self.spans[places[0]].left - self.spans[places[-1]].right
        return places if abs(off) <= 2 * CENTRED * head.size else places[:1]

    def index(self, segment: Segment) -> int:
        """The first column that a piece of text lies over."""
        return self.places(segment)[0]


def _under_head(span: Span, rows: Sequence[Sequence[Segment]]) -> list[Span]:
    """The columns in the reach of one, if most of its rows have several pieces under each other."""
    broken = [row for row in rows if len(row) > 1]
    if len(broken) < max(PROVED, len(rows) / 2):
        return [span]
    size = broken[0][0].size
    spans: list[Span] = []
    for part in sorted((part for row in broken for part in row), key=lambda part: part.box.left):
        if spans and part.box.left - spans[-1].right < GUTTER * size:
            spans[-1] = spans[-1].with_span(Span(part.box.left, part.box.right), spans[-1].lines + 1)
        else:
            spans.append(Span(part.box.left, part.box.right))
    columns = Columns(tuple(spans))
    are_apart = all(len({columns.index(part) for part in row}) == len(row) for row in broken)
    return spans if are_apart and all(found.lines >= len(broken) / 2 for found in spans) else [span]


def _one_column(spans: Sequence[Span], size: float) -> Span | None:
    """Neighbouring columns as one, if only blanks stretched by justified setting part them; None if they are columns."""
    if not spans or sum(span.lines > 1 for span in spans) > 1:
        return None
    if any(after.left - before.right > STRETCHED * size for before, after in pairwise(spans)):
        return None
    return spans[0].with_span(spans[-1], max(span.lines for span in spans))
