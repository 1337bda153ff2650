"""Rows of a ruled table that no rule parts: many tables have upright rules and one below the head, and nothing else.

Lines of one cell are wrapped: each ends where the next word had no room. Lines of different rows end where their entry ends,
and stand beside entries of other columns. Where that is so, columns that no rule parts are looked for, too.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from policy_assistant.parse.pdf_lines import Segment
from policy_assistant.parse.pdf_tables import has_leader

FEWEST_ROWS = 3
"""Lines with an entry in the first column and in another one that it takes to see rows in them."""

SAME_HEIGHT = 0.3
"""Shares of the type size: base lines that differ by less are one row's."""

ON_PURPOSE = 0.75
"""Shares of the line ends with room for the next word: fewer are those of wrapped cells."""

BLANK = 0.3
"""Shares of the type size: the width of a blank."""

GUTTER = 0.5
"""Shares of the type size: columns that no rule parts are at least so far apart in every line."""

CENTRED = 0.5
"""Shares of the type size: a head whose middle is so near to that of the columns in its cell stands over all of them."""

Cells = Sequence[list[Segment]]
Edges = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PartedRows:
    """Rows of a table, and the edges of its columns; `is_certain` tells that rules alone made them."""

    rows: Sequence[Cells]
    columns: Sequence[Edges]
    is_certain: bool = True


def parted_rows(rows: Sequence[Cells], columns: Sequence[Edges]) -> PartedRows:
    """The rows between rules, parted into those that no rule parts, if one of them holds most of the table's lines."""
    heights = [_heights(row) for row in rows]
    tallest = max(range(len(rows)), key=lambda index: len(heights[index]), default=0)
    if not rows or 2 * len(heights[tallest]) < sum(map(len, heights)):
        return PartedRows(rows, columns)
    inner = [_inner(cell, edges) for cell, edges in zip(rows[tallest], columns, strict=True)]
    flat = [edges for group in inner for edges in group]
    lines = [_spread([[part for part in cell if _is_at(part, height)] for cell in rows[tallest]], inner) for height in heights[tallest]]
    if not _have_rows(lines, _rooms(columns, inner)):
        return PartedRows(rows, columns)
    parted: list[Cells] = [_spread(row, inner) for row in rows[:tallest]]
    parted += _gathered(lines)
    parted += [_spread(row, inner) for row in rows[tallest + 1 :]]
    return PartedRows(parted, flat, is_certain=False)


def _heights(row: Cells) -> list[float]:
    """The base lines in the row, from the top."""
    heights: list[float] = []
    for segment in sorted((part for cell in row for part in cell), key=lambda part: part.base):
        if not heights or not _is_at(segment, heights[-1]):
            heights.append(segment.base)
    return heights


def _is_at(segment: Segment, height: float) -> bool:
    return abs(segment.base - height) <= SAME_HEIGHT * segment.size


def _inner(cell: Sequence[Segment], edges: Edges) -> list[Edges]:
    """The columns in a cell: where its pieces lie, lines over each other."""
    spans: list[Edges] = []
    for part in sorted(cell, key=lambda part: part.box.left):
        if spans and part.box.left - spans[-1][1] < GUTTER * part.size:
            spans[-1] = (spans[-1][0], max(spans[-1][1], part.box.right))
        else:
            spans.append((part.box.left, part.box.right))
    return spans if len(spans) > 1 else [edges]


def _rooms(columns: Sequence[Edges], inner: Sequence[Sequence[Edges]]) -> list[float]:
    """How far to the right the text of each inner column may reach: to the next column, or to the rule."""
    rooms: list[float] = []
    for (_, right), group in zip(columns, inner, strict=True):
        rooms += [after[0] for after in group[1:]]
        rooms.append(right)
    return rooms


def _spread(row: Cells, inner: Sequence[Sequence[Edges]]) -> Cells:
    """The cells of a row put into the columns found inside of them."""
    spread: list[list[Segment]] = []
    for cell, group in zip(row, inner, strict=True):
        if len(group) == 1:
            spread.append(list(cell))
        elif len(cell) == 1 and _is_over_all(cell[0], group):
            spread += [list(cell) for _ in group]
        else:
            places = [_nearest(part, group) for part in cell]
            spread += [[part for part, place in zip(cell, places, strict=True) if place == number] for number in range(len(group))]
    return spread


def _is_over_all(part: Segment, group: Sequence[Edges]) -> bool:
    return abs(part.box.left + part.box.right - group[0][0] - group[-1][1]) <= 2 * CENTRED * part.size


def _nearest(part: Segment, group: Sequence[Edges]) -> int:
    middle = (part.box.left + part.box.right) / 2
    return min(range(len(group)), key=lambda index: max(group[index][0] - middle, middle - group[index][1], 0.0))


def _have_rows(lines: Sequence[Cells], rooms: Sequence[float]) -> bool:
    """Whether enough lines have an entry in the first column and others, and entries end where they like."""
    complete = [line for line in lines if line[0] and any(line[1:])]
    if len(complete) < max(FEWEST_ROWS, len(lines) / 2) or any(_is_double(line) for line in lines):
        return False
    ends = [end for column, room in enumerate(rooms) for end in _ends([line[column] for line in lines], room)]
    return bool(ends) and sum(ends) >= ON_PURPOSE * len(ends)


def _is_double(line: Cells) -> bool:
    """Whether a cell has two pieces beside each other that no column parts."""
    return any(len(cell) > 1 for cell in line)


def _ends(column: Iterable[Sequence[Segment]], room: float) -> list[bool]:
    """For each entry that another one stands below whether the first word of that one would have had room behind it.

    Numbers always end where they like. A word alone without room below it says nothing: the column may be as narrow as it.
    """
    entries = [cell[0] for cell in column if cell]
    ends = [(above, _has_room(above, below, room)) for above, below in pairwise(entries)]
    return [has_room for above, has_room in ends if has_room or " " in above.text]


def _has_room(above: Segment, below: Segment, room: float) -> bool:
    if has_leader(above.text) or not any(letter.isalpha() for letter in above.text):
        return True
    return above.box.right + BLANK * above.size + (below.first_right - below.box.left) < room


def _gathered(lines: Sequence[Cells]) -> list[Cells]:
    """Lines by row: a name over two lines is one entry, and a line without a name belongs to the row above."""
    rows: list[list[list[Segment]]] = []
    waits = False
    for line in lines:
        if rows and (not line[0] or (waits and line[0][0].text[:1].islower())):
            for cell, more in zip(rows[-1], line, strict=True):
                cell += more
        else:
            rows.append([list(cell) for cell in line])
        waits = not any(line[1:])
    return list(rows)
