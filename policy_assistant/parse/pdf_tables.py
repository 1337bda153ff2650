"""Tables as the parser hands them on, and what ruled and unruled tables have in common: rows, and pages that they cross."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from policy_assistant.blocks import UNRELIABLE, Box
from policy_assistant.parse.pdf_lines import Segment

SAME_COLUMN = 3.0
"""Points: columns of a table that goes on over a page are printed at the same place."""

_LEADER = re.compile(r"(?<=\S)\s*(?:[.\u2026\u00b7_]\s*){4,}$")
"""Dots that lead the eye from the end of an entry to the next column."""

Cell = tuple[Segment, ...]
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, all of the same length; `columns` are the left and right edges of the columns, in points.

    `flags` say what a reader must know of it.
    """

    rows: tuple[Row, ...]
    box: Box
    columns: tuple[tuple[float, float], ...]
    flags: tuple[str, ...] = ()

    @property
    def page(self) -> int:
        """The page that the table starts on, from 1."""
        return self.box.page

    def without_empty_columns(self) -> "Table":
        """The table without columns that hold nothing in any row."""
        used = [index for index in range(len(self.columns)) if any(row[index] for row in self.rows)]
        rows = tuple(tuple(row[index] for index in used) for row in self.rows)
        return Table(rows, self.box, tuple(self.columns[index] for index in used), self.flags)


def table_of(
    rows: Sequence[Sequence[list[Segment]]], columns: Sequence[tuple[float, float]], box: Box, *, is_reliable: bool = True
) -> Table:
    """A table without the rows that hold nothing at all and without leaders, flagged if it is not reliable."""
    kept = tuple(tuple(tuple(map(_without_leader, cell)) for cell in row) for row in rows if any(row))
    return Table(kept, box, tuple(columns), () if is_reliable else (UNRELIABLE,))


def has_leader(text: str) -> bool:
    """Whether an entry ends with dots that lead to the next column."""
    return _LEADER.search(text) is not None


def _without_leader(part: Segment) -> Segment:
    return replace(part, text=_LEADER.sub("", part.text)) if has_leader(part.text) else part


def goes_on(table: Table, following: Table) -> bool:
    """Whether the second table, on a later page, has the columns of the first."""
    if following.page == table.page or len(table.columns) != len(following.columns):
        return False
    pairs = zip(table.columns, following.columns, strict=True)
    return all(min(abs(b[0] - a[0]), abs(b[1] - a[1])) <= SAME_COLUMN for a, b in pairs)


def appended(table: Table, following: Table) -> tuple[Table, str]:
    """The two tables as one, and the text of the header rows that the second repeats (empty, if it repeats none)."""
    pairs = zip(table.rows, following.rows, strict=False)
    repeated = [row_text(row) for _, row in takewhile(lambda pair: row_text(pair[0]) == row_text(pair[1]), pairs)]
    flags = tuple(dict.fromkeys(table.flags + following.flags))
    return Table(table.rows + following.rows[len(repeated) :], table.box, table.columns, flags), "\n".join(repeated)


def row_text(row: Iterable[Cell]) -> str:
    """The words of a row, for comparing."""
    return " | ".join(" ".join(part.text for part in cell) for cell in row).rstrip()
