"""Tables without rules: lines whose pieces stand under each other, with a gutter that no line crosses."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from unicodedata import category

from policy_assistant.parse.pdf_lines import PrintedLine, Segment, line_of
from policy_assistant.parse.pdf_prose import ENDS, FULL, Side
from policy_assistant.parse.pdf_spans import ALIGNED, GUTTER, Columns, Span
from policy_assistant.parse.pdf_tables import Table, table_of
from policy_assistant.parse.pdf_view import enclosing

ROW_GAP = 3.0
"""Shares of the type size: rows of a table are never further apart than this."""

CELL_PITCH = 1.4
"""Shares of the type size: the widest usual distance of two lines inside one cell."""

ROWS_TO_PROVE = 2
"""Lines with pieces under each other that it takes to see columns in them."""

BLANK = 0.3
"""Shares of the type size: the width of a blank."""

SOLID = 1.1
"""Shares of the type size: lines inside a cell are at least so far apart (pieces set at half height come nearer)."""

CLEARLY_WIDER = 1.25
"""A distance so many times the smallest one parts two rows."""

NEARLY_ALL = 0.7
"""Shares of the columns: a line with entries in so many may be a row by itself."""

FEWEST_WORDS = 5
"""Words on a line of a cell that seems to go on in the next one; entries such as declarations in a program have fewer."""

SENTENCE_WORDS = 4
"""Words: what stands behind the number of a clause is longer than most names in a table."""

_CLAUSE = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){1,5}\.?")

IsItem = Callable[[PrintedLine], bool]


def unruled_tables(lines: Sequence[PrintedLine], is_item: IsItem, above: Table | None = None) -> list[Table | PrintedLine]:
    """The lines of one page with every run that stands in columns replaced by a table.

    `is_item` tells list items; `above` is the table that the page before ended with: the first run may be its rest.
    """
    found: list[Table | PrintedLine] = []
    index = 0
    start = Columns(tuple(Span(left, right, ROWS_TO_PROVE) for left, right in above.columns)) if above else Columns()
    while index < len(lines):
        run, columns = _run(lines[index:], is_item, start)
        if not run and start.spans:
            run, columns = _run(lines[index:], is_item, Columns())
        found.append(_table(run, columns) if run else lines[index])
        index += max(len(run), 1)
        start = Columns()
    return found


def _run(lines: Sequence[PrintedLine], is_item: IsItem, start: Columns) -> tuple[Sequence[PrintedLine], Columns]:
    """The lines, from the first on, that stand in columns (none, if they make no table), and their columns."""
    columns = start.with_line(lines[0])
    if columns is None or not _is_broken(lines[0], is_item):
        return (), start
    found = [lines[0]]
    for above, line in pairwise(lines):
        if not _may_follow(above, line, is_item):
            break
        wider = columns.with_line(line)
        fitted = line if wider else columns.refined(found).with_overlong(line)
        if fitted is None:
            break
        columns = wider or columns
        found.append(fitted)
    run = found[: _without_tail(found)]
    columns = _columns_of(run, start)
    run = [columns.parted(line) for line in run]
    broken = [line for line in run if len(line.segments) > 1]
    is_proved = len(broken) >= (1 if start.spans else ROWS_TO_PROVE)
    return (run, columns) if is_proved and _stand_under_each_other(broken, columns) else ((), start)


def _columns_of(lines: Sequence[PrintedLine], start: Columns) -> Columns:
    columns = start
    for line in lines:
        columns = columns.with_line(line) or columns
    return columns.settled(lines[0].size).refined(lines)


def _is_broken(line: PrintedLine, is_item: IsItem) -> bool:
    """Whether a line has wide gaps in it that are not the gap after the mark of a list item."""
    return len(line.segments) > (2 if is_item(line) or _numbers_a_sentence(line) else 1)


def _numbers_a_sentence(line: PrintedLine) -> bool:
    """Whether a line is a clause with its number set apart (`4.2   The customer may return ...`), and no row of a table."""
    number, *rest = line.segments
    return len(rest) == 1 and bool(_CLAUSE.fullmatch(number.text.strip())) and len(rest[0].text.split()) >= SENTENCE_WORDS


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


def _stand_under_each_other(lines: Sequence[PrintedLine], columns: Columns) -> bool:
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


def _table(lines: Sequence[PrintedLine], columns: Columns) -> Table:
    rows = [_cells(row, columns, is_head=not index) for index, row in enumerate(_rows(lines, columns))]
    edges = [(span.left, span.right) for span in columns.spans]
    rows, edges = _with_signs(rows, edges)
    return table_of(rows, edges, enclosing(line.box for line in lines), is_reliable=not _reads_like_text(lines, columns))


def _with_signs(
    rows: list[list[list[Segment]]], edges: list[tuple[float, float]]
) -> tuple[list[list[list[Segment]]], list[tuple[float, float]]]:
    """The table with each column of nothing but currency signs put in front of the amounts to its right."""
    signs = [column for column in range(len(edges) - 1) if _are_signs([part.text for row in rows for part in row[column]])]
    for column in reversed(signs):
        rows = [[*row[:column], row[column] + row[column + 1], *row[column + 2 :]] for row in rows]
        edges = [*edges[:column], (edges[column][0], edges[column + 1][1]), *edges[column + 2 :]]
    return rows, edges


def _are_signs(texts: Sequence[str]) -> bool:
    return bool(texts) and all(len(text) == 1 and category(text) == "Sc" for text in texts)


def _reads_like_text(lines: Sequence[PrintedLine], columns: Columns) -> bool:
    """Whether two columns or more hold running text: then they may not be a table at all."""
    texts = 0
    for column in range(len(columns.spans)):
        parts = [(line, [part for part in line.segments if columns.index(part) == column]) for line in lines]
        texts += Side.of([line_of(part, line) for line, part in parts if part and any(segment.text for segment in part)]).is_text()
    return texts > 1


def _cells(row: Iterable[PrintedLine], columns: Columns, *, is_head: bool) -> list[list[Segment]]:
    """The cells of a row; a head over several columns stands in each, an entry too long for its column in that one."""
    cells: list[list[Segment]] = [[] for _ in columns.spans]
    for line in row:
        for segment in line.segments:
            for place in columns.under(segment) if is_head else [columns.index(segment)]:
                cells[place].append(segment)
    return cells


def _rows(lines: Sequence[PrintedLine], columns: Columns) -> list[list[PrintedLine]]:
    """Lines by row. Where rows are set apart, the distance parts them; else every line with a first cell starts one."""
    key = _key_column(lines, columns)
    nearest = min((below.base - above.base for above, below in pairwise(lines)), default=0.0)
    limit = CLEARLY_WIDER * max(SOLID * lines[0].size, nearest)
    set_apart = _are_set_apart(lines, columns, limit)
    rows = [[lines[0]]]
    for above, line in pairwise(lines):
        is_new = line.base - above.base > limit if set_apart else columns.index(line.segments[0]) <= key
        if is_new and not (not set_apart and _is_wrapped(above, line, columns)):
            rows.append([line])
        else:
            rows[-1].append(line)
    return rows


def _is_wrapped(above: PrintedLine, line: PrintedLine, columns: Columns) -> bool:
    """Whether a line is nothing but the rest of a name that had no room in its column on the line above."""
    name, rest = above.segments[0], line.segments[0]
    place = columns.index(name)
    if (
        len(line.segments) > 1
        or name.text.endswith(ENDS)
        or not rest.text[:1].islower()
        or columns.index(rest) != place
        or place + 1 == len(columns.spans)
    ):
        return False
    room = columns.spans[place + 1].left - GUTTER * name.size
    return name.box.right + rest.first_right - rest.box.left + BLANK * name.size > room


def _goes_on(above: PrintedLine, line: PrintedLine, columns: Columns) -> bool:
    """Whether a sentence in a cell runs on from one line to the next."""
    parts = {columns.index(part): part for part in above.segments}
    for part in line.segments:
        span, before = columns.spans[columns.index(part)], parts.get(columns.index(part))
        is_sentence = before is not None and part.text[:1].islower() and len(before.text.split()) >= FEWEST_WORDS
        if before and is_sentence and before.box.right - span.left >= FULL * (span.right - span.left):
            return True
    return False


def _key_column(lines: Sequence[PrintedLine], columns: Columns) -> int:
    """The first column that at least half of the lines with several pieces have an entry in."""
    firsts = sorted(columns.index(line.segments[0]) for line in lines if len(line.segments) > 1)
    return firsts[(len(firsts) - 1) // 2]


def _are_set_apart(lines: Sequence[PrintedLine], columns: Columns, limit: float) -> bool:
    """Whether lines come near each other only inside of rows: then few of them are complete rows by themselves."""
    near = [pair for pair in pairwise(lines) if pair[1].base - pair[0].base <= limit]
    enough = NEARLY_ALL * len(columns.spans)
    complete = [pair for pair in near if all(len(line.segments) >= enough for line in pair) and not _goes_on(*pair, columns)]
    return len(near) < len(lines) - 1 and 2 * len(complete) <= len(near)
