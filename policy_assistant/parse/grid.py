"""A sheet of cells becomes tables: its regions are parted by empty rows and columns, each row keeps the name of its place.

The text of a row is its cells with ` | ` between; a long table is several blocks, so that no block is larger than a
passage can be. Only the first of them holds the header row: positions must slice to the source.
"""

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field

from policy_assistant.blocks import RawBlock
from policy_assistant.errors import UnreadableFileError
from policy_assistant.spots import Spot

MAX_CELLS = 1_000_000
"""Cells with text in one file, repeats of merged ones counted."""

ROWS_OF_A_BLOCK = 60
"""Rows of a table in one block."""

CELL_JOIN = " | "
MOST_CAPTIONS = 3
"""Lines over a table that are text and not a row of it."""

MOST_GONE = 20_000
"""Rows or columns that may be hidden inside one table."""

SPARSE = 20
"""How many times more places than texts a region of more than `SPARSE_FROM` places may have to be read as a table."""

SPARSE_FROM = 100_000

Row = dict[int, str]
"""The cells of a row that are not empty, by their column (from 0)."""

Region = list[tuple[int, Row]]
"""Rows with their numbers."""


@dataclass
class Grid:
    """The cells of one sheet: row number (from 1) -> row. `gone` and `gone_rows` are the columns and rows that are not shown.

    `unseen` holds what cannot be seen of cells that are shown, by column and row; it is not in the rows.
    """

    name: str
    rows: dict[int, Row] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    gone_rows: set[int] = field(default_factory=set)
    unseen: dict[tuple[int, int], str] = field(default_factory=dict)

    def blocks(self) -> Iterator[RawBlock]:
        """The regions of the sheet as tables, in reading order; a cell that stands alone is text."""
        shown = [(n, kept) for n, row in sorted(self.rows.items()) if n not in self.gone_rows and (kept := self._kept(row))]
        for region in self._regions(shown):
            yield from self._region(region)

    def _kept(self, row: Row) -> Row:
        return {column: text for column, text in row.items() if column not in self.gone} if self.gone else row

    def _regions(self, rows: Region) -> Iterator[Region]:
        """The groups of cells that empty rows and empty columns part from each other, from top to bottom and left to right."""
        waiting = [rows]
        while waiting:
            group = waiting.pop()
            parts = self._bands(group)
            if len(parts) < 2:
                parts = self._strips(group)
            if len(parts) > 1:
                waiting.extend(reversed(parts))
            elif group:
                yield group

    def _bands(self, rows: Region) -> list[Region]:
        bands: list[Region] = []
        for number, row in rows:
            if bands and _touch(bands[-1][-1][0], number, self.gone_rows):
                bands[-1].append((number, row))
            else:
                bands.append([(number, row)])
        return bands

    def _strips(self, rows: Region) -> list[Region]:
        columns = sorted({column for _, row in rows for column in row})
        starts = [c for n, c in enumerate(columns) if n == 0 or not _touch(columns[n - 1], c, self.gone)]
        if len(starts) < 2:
            return [rows]
        strips: list[Region] = [[] for _ in starts]
        for number, row in rows:
            for column, text in row.items():
                strip = strips[bisect_right(starts, column) - 1]
                if not strip or strip[-1][0] != number:
                    strip.append((number, {}))
                strip[-1][1][column] = text
        return strips

    def _region(self, region: Region) -> Iterator[RawBlock]:
        columns = sorted({column for _, row in region for column in row})
        captions = next((n for n, (_, row) in enumerate(region[:MOST_CAPTIONS]) if not _is_caption(row, len(columns))), MOST_CAPTIONS)
        captions = min(captions, len(region) - 1) if len(columns) > 1 else 0
        for line in region[:captions]:
            yield self._text(line)
        region = region[captions:]
        if len(columns) == 1 and len(region) == 1:
            yield self._text(region[0])
            return
        full = not _is_sparse(region, len(columns))
        for first in range(0, len(region), ROWS_OF_A_BLOCK):
            yield self._table(region[first : first + ROWS_OF_A_BLOCK], columns, full)

    def _text(self, line: tuple[int, Row]) -> RawBlock:
        number, row = line
        left, text = next(iter(sorted(row.items())))
        right = max(row)
        place = f"{cell_name(left, number)}:{cell_name(right, number)}" if right > left else cell_name(left, number)
        return RawBlock("text", text, spots=(Spot(0, len(text), f"{self.name}!{place}"),))

    def _table(self, rows: Region, columns: list[int], full: bool) -> RawBlock:
        """Rows as a table; `full` ones keep the place of each cell."""
        shown = [c for c in range(columns[0], columns[-1] + 1) if c not in self.gone]
        lines = []
        for number, row in rows:
            cells = [row.get(c, "") for c in shown] if full else [row[c] for c in sorted(row)]
            place = f"{self.name}!{cell_name(columns[0], number)}:{cell_name(columns[-1], number)}"
            lines.append((CELL_JOIN.join(cells).rstrip(), place))
        return table_block(lines)


@dataclass
class CellCount:
    """Counts the cells of a file, up to `MAX_CELLS`."""

    name: str
    seen: int = 0

    def add(self, cells: int) -> None:
        """Count cells. Raises `UnreadableFileError` beyond the limit."""
        self.seen += cells
        if self.seen > MAX_CELLS:
            raise UnreadableFileError(
                self.name,
                f"holds more than {MAX_CELLS:,} filled cells",
                hint="split it, or keep data in a database and its description here",
            )


def table_block(rows: Iterable[tuple[str, str]], lines: tuple[int, int] | None = None) -> RawBlock:
    """Rows and the names of their places as one table, a spot a row."""
    texts, spots, position = [], [], 0
    for text, place in rows:
        texts.append(text)
        spots.append(Spot(position, position + len(text), place))
        position += len(text) + 1
    return RawBlock("table", "\n".join(texts), source_lines=lines, spots=tuple(spots))


def cell_name(column: int, row: int) -> str:
    """The name of a cell as spreadsheets write it; columns count from 0, rows from 1."""
    return f"{column_name(column)}{row}"


def column_name(column: int) -> str:
    """The letters of a column, counted from 0."""
    letters = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def _is_sparse(region: Region, width: int) -> bool:
    places = len(region) * width
    return places > SPARSE_FROM and places > SPARSE * sum(len(row) for _, row in region)


def _is_caption(row: Row, width: int) -> bool:
    """Whether a first row holds one text over all of a table: alone in its row, or in one merged cell."""
    return len(row) == 1 or (len(row) == width and len(set(row.values())) == 1)


def _touch(first: int, second: int, gone: Container[int]) -> bool:
    """Whether nothing that is shown lies between two rows, or two columns."""
    return second - first == 1 or (second - first <= MOST_GONE and all(n in gone for n in range(first + 1, second)))
