"""Tables without rules: lines whose pieces stand under each other, with a gutter that no line crosses."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from policy_assistant.parse.pdf_lines import PrintedLine, Segment, line_of
from policy_assistant.parse.pdf_prose import FULL, Side
from policy_assistant.parse.pdf_tables import Table, table_of
from policy_assistant.parse.pdf_view import enclosing

ROW_GAP = 3.0
"""Shares of the type size: rows of a table are never further apart than this."""

CELL_PITCH = 1.4
"""Shares of the type size: the widest usual distance of two lines inside one cell."""

GUTTER = 0.8
"""Shares of the type size: columns are at least so far apart in every row."""

ROWS_TO_PROVE = 2
"""Lines with pieces under each other that it takes to see columns in them."""

STRETCHED = 2.2
"""Shares of the type size: a blank in a justified line of a narrow cell can become as wide as this."""

ALIGNED = 0.3
"""Shares of the type size: edges that differ by less are meant to be at one place (glyphs have side bearings)."""

SOLID = 1.1
"""Shares of the type size: lines inside a cell are at least so far apart (pieces set at half height come nearer)."""

CLEARLY_WIDER = 1.25
"""A distance so many times the smallest one parts two rows."""

FEWEST_WORDS = 5
"""Words on a line of a cell that seems to go on in the next one; entries such as declarations in a program have fewer."""

MAX_COLUMNS = 60
"""More pieces on a line are a drawing made of letters."""

IsItem = Callable[[PrintedLine], bool]


@dataclass(frozen=True, slots=True)
class _Span:
    """The reach of a column, in points, and in how many lines it was seen."""

    left: float
    right: float
    lines: int = 1

    def touches(self, segment: Segment) -> bool:
        """Whether a piece of text lies in the reach, if only in part."""
        return segment.box.left < self.right and segment.box.right > self.left

    def with_span(self, other: "_Span", lines: int) -> "_Span":
        """Both reaches as one column."""
        return _Span(min(self.left, other.left), max(self.right, other.right), lines)


@dataclass(frozen=True, slots=True)
class _Columns:
    """The reach of each column over the lines seen so far, from left to right."""

    spans: tuple[_Span, ...] = ()

    def with_line(self, line: PrintedLine) -> "_Columns | None":
        """The columns widened by a line, or None if a piece of it lies in two columns."""
        if len(line.segments) > MAX_COLUMNS:
            return None
        spans = list(self.spans)
        for segment in line.segments:
            touched = [span for span in spans if span.touches(segment)]
            column = _one_column(touched, line.size)
            if touched and column is None:
                return None
            piece = _Span(segment.box.left, segment.box.right)
            spans = [span for span in spans if span not in touched]
            spans.append(column.with_span(piece, column.lines + 1) if column else piece)
        spans.sort(key=lambda span: span.left)
        if any(after.left - before.right < GUTTER * line.size for before, after in pairwise(spans)):
            return None
        return _Columns(tuple(spans)) if len(spans) > 1 or not self.spans else None

    def settled(self, size: float) -> "_Columns":
        """The columns without those that a stretched blank of one line seemed to make."""
        spans: list[_Span] = []
        for span in self.spans:
            column = _one_column([*spans[-1:], span], size) if span.lines == 1 else None
            if spans and column:
                spans[-1] = column
            else:
                spans.append(span)
        return _Columns(tuple(spans))

    def index(self, segment: Segment) -> int:
        """The column that a piece of text lies in."""
        return next(i for i, span in enumerate(self.spans) if span.touches(segment))


def _one_column(spans: Sequence[_Span], size: float) -> _Span | None:
    """Neighbouring columns as one, if only blanks stretched by justified setting part them; None if they are columns."""
    if not spans or sum(span.lines > 1 for span in spans) > 1:
        return None
    if any(after.left - before.right > STRETCHED * size for before, after in pairwise(spans)):
        return None
    return spans[0].with_span(spans[-1], max(span.lines for span in spans))


def unruled_tables(lines: Sequence[PrintedLine], is_item: IsItem, above: Table | None = None) -> list[Table | PrintedLine]:
    """The lines of one page with every run that stands in columns replaced by a table.

    `is_item` tells list items; `above` is the table that the page before ended with: the first run may be its rest.
    """
    found: list[Table | PrintedLine] = []
    index = 0
    start = _Columns(tuple(_Span(left, right, ROWS_TO_PROVE) for left, right in above.columns)) if above else _Columns()
    while index < len(lines):
        run, columns = _run(lines[index:], is_item, start)
        if not run and start.spans:
            run, columns = _run(lines[index:], is_item, _Columns())
        found.append(_table(run, columns) if run else lines[index])
        index += max(len(run), 1)
        start = _Columns()
    return found


def _run(lines: Sequence[PrintedLine], is_item: IsItem, start: _Columns) -> tuple[Sequence[PrintedLine], _Columns]:
    """The lines, from the first on, that stand in columns (none, if they make no table), and their columns."""
    columns = start.with_line(lines[0])
    if columns is None or not _is_broken(lines[0], is_item):
        return (), start
    count = 1
    for above, line in pairwise(lines):
        wider = columns.with_line(line) if _may_follow(above, line, is_item) else None
        if wider is None:
            break
        columns, count = wider, count + 1
    run = lines[: _without_tail(lines[:count])]
    columns = _columns_of(run, start)
    broken = [line for line in run if len(line.segments) > 1]
    is_proved = len(broken) >= (1 if start.spans else ROWS_TO_PROVE)
    return (run, columns) if is_proved and _stand_under_each_other(broken, columns) else ((), start)


def _columns_of(lines: Sequence[PrintedLine], start: _Columns) -> _Columns:
    columns = start
    for line in lines:
        columns = columns.with_line(line) or columns
    return columns.settled(lines[0].size)


def _is_broken(line: PrintedLine, is_item: IsItem) -> bool:
    """Whether a line has wide gaps in it that are not the gap after the mark of a list item."""
    return len(line.segments) > (2 if is_item(line) else 1)


def _may_follow(above: PrintedLine, line: PrintedLine, is_item: IsItem) -> bool:
    distance = line.base - above.base
    if distance > ROW_GAP * line.size or line.size > above.size * CLEARLY_WIDER:
        return False
    return _is_broken(line, is_item) or (len(line.segments) == 1 and not is_item(line))


def _without_tail(lines: Sequence[PrintedLine]) -> int:
    """The number of lines without those at the end that start at the left and are too far below to belong to the last row."""
    left_column = max(line.segments[0].box.right for line in lines if len(line.segments) > 1)
    last_broken = max(index for index, line in enumerate(lines) if len(line.segments) > 1)
    for index in range(last_broken + 1, len(lines)):
        line, distance = lines[index], lines[index].base - lines[index - 1].base
        if line.box.left < left_column and distance > CELL_PITCH * line.size:
            return index
    return len(lines)


def _stand_under_each_other(lines: Sequence[PrintedLine], columns: _Columns) -> bool:
    """Whether in each column but the first two pieces share their left edge, right edge or middle."""
    for column in range(1, len(columns.spans)):
        pieces = [part for line in lines for part in line.segments if columns.index(part) == column]
        if len(pieces) > 1 and not any(_aligned(a, b) for a, b in pairwise(pieces)):
            return False
    return True


def _aligned(a: Segment, b: Segment) -> bool:
    slack = ALIGNED * max(a.size, b.size)
    left, right = a.box.left - b.box.left, a.box.right - b.box.right
    return min(abs(left), abs(right), abs(left + right) / 2) <= slack


def _table(lines: Sequence[PrintedLine], columns: _Columns) -> Table:
    rows = [_cells(row, columns) for row in _rows(lines, columns)]
    edges = [(span.left, span.right) for span in columns.spans]
    return table_of(rows, edges, enclosing(line.box for line in lines), is_reliable=not _reads_like_text(lines, columns))


def _reads_like_text(lines: Sequence[PrintedLine], columns: _Columns) -> bool:
    """Whether two columns or more hold running text: then they may not be a table at all."""
    texts = 0
    for column in range(len(columns.spans)):
        parts = [(line, [part for part in line.segments if columns.index(part) == column]) for line in lines]
        texts += Side.of([line_of(part, line) for line, part in parts if part and any(segment.text for segment in part)]).is_text()
    return texts > 1


def _cells(row: Iterable[PrintedLine], columns: _Columns) -> list[list[Segment]]:
    cells: list[list[Segment]] = [[] for _ in columns.spans]
    for line in row:
        for segment in line.segments:
            cells[columns.index(segment)].append(segment)
    return cells


def _rows(lines: Sequence[PrintedLine], columns: _Columns) -> list[list[PrintedLine]]:
    """Lines by row. Where rows are set apart, the distance parts them; else every line with a first cell starts one."""
    key = _key_column(lines, columns)
    nearest = min((below.base - above.base for above, below in pairwise(lines)), default=0.0)
    limit = CLEARLY_WIDER * max(SOLID * lines[0].size, nearest)
    set_apart = _are_set_apart(lines, columns, limit)
    rows = [[lines[0]]]
    for above, line in pairwise(lines):
        if line.base - above.base > limit if set_apart else columns.index(line.segments[0]) <= key:
            rows.append([line])
        else:
            rows[-1].append(line)
    return rows


def _goes_on(above: PrintedLine, line: PrintedLine, columns: _Columns) -> bool:
    """Whether a sentence in a cell runs on from one line to the next."""
    parts = {columns.index(part): part for part in above.segments}
    for part in line.segments:
        span, before = columns.spans[columns.index(part)], parts.get(columns.index(part))
        is_sentence = before is not None and part.text[:1].islower() and len(before.text.split()) >= FEWEST_WORDS
        if before and is_sentence and before.box.right - span.left >= FULL * (span.right - span.left):
            return True
    return False


def _key_column(lines: Sequence[PrintedLine], columns: _Columns) -> int:
    """The first column that at least half of the lines with several pieces have an entry in."""
    firsts = sorted(columns.index(line.segments[0]) for line in lines if len(line.segments) > 1)
    return firsts[(len(firsts) - 1) // 2]


def _are_set_apart(lines: Sequence[PrintedLine], columns: _Columns, limit: float) -> bool:
    """Whether lines come near each other only inside of rows: then few of them are complete rows by themselves."""
    near = [pair for pair in pairwise(lines) if pair[1].base - pair[0].base <= limit]
    complete = [pair for pair in near if all(len(line.segments) >= len(columns.spans) for line in pair) and not _goes_on(*pair, columns)]
    return len(near) < len(lines) - 1 and 2 * len(complete) <= len(near)
