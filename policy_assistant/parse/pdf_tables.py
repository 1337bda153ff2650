"""Tables as the parser hands them on, and what ruled and unruled tables have in common: rows, and pages that they cross."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from policy_assistant.blocks import Box
from policy_assistant.parse.pdf_lines import Segment

SAME_COLUMN = 3.0
"""Points: columns of a table that goes on over a page are printed at the same place."""

Cell = tuple[Segment, ...]
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, all of the same length; `columns` are the left and right edges of the columns, in points."""

    rows: tuple[Row, ...]
    box: Box
    columns: tuple[tuple[float, float], ...]

    @property
    def page(self) -> int:
        """The page that the table starts on, from 1."""
        return self.box.page

    def without_empty_columns(self) -> "Table":
        """The table without columns that hold nothing in any row."""
        used = [index for index in range(len(self.columns)) if any(row[index] for row in self.rows)]
        rows = tuple(tuple(row[index] for index in used) for row in self.rows)
        return Table(rows, self.box, tuple(self.columns[index] for index in used))


def table_of(rows: Sequence[Sequence[list[Segment]]], columns: Sequence[tuple[float, float]], box: Box) -> Table:
    """A table without the rows that hold nothing at all."""
    return Table(tuple(tuple(tuple(cell) for cell in row) for row in rows if any(row)), box, tuple(columns))


def goes_on(table: Table, following: Table) -> bool:
    """Whether the second table, on a later page, has the columns of the first."""
    if following.page == table.page or len(table.columns) != len(following.columns):
        return False
    pairs = zip(table.columns, following.columns, strict=True)
    return all(min(abs(b[0] - a[0]), abs(b[1] - a[1])) <= SAME_COLUMN for a, b in pairs)


def appended(table: Table, following: Table) -> tuple[Table, str]:
    """The two tables as one, and the text of the header row that the second repeats (empty, if it repeats none)."""
    rows, repeated = following.rows, ""
    if rows and row_text(rows[0]) == row_text(table.rows[0]):
        rows, repeated = rows[1:], row_text(rows[0])
    return Table(table.rows + rows, table.box, table.columns), repeated


def row_text(row: Iterable[Cell]) -> str:
    """The words of a row, for comparing."""
    return " | ".join(" ".join(part.text for part in cell) for cell in row).rstrip()
