"""The sheets of an OpenDocument spreadsheet. Its cells hold what they show, so no format is followed."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from policy_assistant.blocks import clean
from policy_assistant.parse.grid import CellCount, Grid, Row
from policy_assistant.parse.hidden import Print
from policy_assistant.parse.odf_print import Letters, cell_letters, has_no_room, styled
from policy_assistant.parse.odf_styles import OdfStyles
from policy_assistant.parse.office_zip import Element, attribute, local

_GROUPS = ("table-header-rows", "table-rows", "table-row-group", "table-header-columns", "table-columns", "table-column-group")
_SHUT = ("collapse", "filter")


def read_table(table: Element, styles: OdfStyles, count: CellCount) -> Grid:
    """The cells of a sheet, merged ones repeated; what cannot be seen of them apart.

    Raises:
        UnreadableFileError: the file holds more cells than are read.
    """
    grid = Grid(clean(attribute(table, "name")) or "Sheet")
    looks = _Looks(styles)
    column = 0
    for element in _parts(table, "table-column"):
        repeats = _repeats(element, "columns")
        looks.add_column(column, attribute(element, "default-cell-style-name"))
        if _is_shut(element, styles):
            grid.gone.update(range(column, min(column + repeats, 20_000)))
        column += repeats
    number = 1
    spans: list[tuple[int, int, int, int, str]] = []
    for element in _parts(table, "table-row"):
        repeats = _repeats(element, "rows")
        is_shut = _is_shut(element, styles)
        row, unseen = _row(element, number, spans, count, looks)
        if unseen:
            count.add(len(unseen) * repeats)
            grid.unseen.update({(column, n): text for n in range(number, number + repeats) for column, text in unseen.items()})
        if row:
            count.add(len(row) * (repeats - 1))
            grid.rows.update({n: dict(row) for n in range(number, number + repeats)})
            if is_shut:
                grid.gone_rows.update(range(number, number + repeats))
        elif is_shut and repeats < 20_000:
            grid.gone_rows.update(range(number, number + repeats))
        number += repeats
    _repeat_merged(grid, spans, count)
    return grid


@dataclass
class _Looks:
    """The styles of the cells of a sheet: their own, their row's, or their column's."""

    styles: OdfStyles
    columns: list[tuple[int, str]] = field(default_factory=list)
    _known: dict[str, Letters] = field(default_factory=dict)

    def add_column(self, first: int, style: str) -> None:
        """The style of columns from one on."""
        self.columns.append((first, style))

    def letters(self, cell: Element, row: Element, column: int) -> Letters:
        """How the letters of a cell are printed."""
        style = attribute(cell, "style-name") or attribute(row, "default-cell-style-name")
        if not style and self.columns:
            style = self.columns[bisect_right(self.columns, column, key=lambda known: known[0]) - 1][1]
        if style not in self._known:
            self._known[style] = cell_letters(self.styles, style)
        return self._known[style]


def _is_shut(element: Element, styles: OdfStyles) -> bool:
    """Whether a row or column is not shown, or has no room."""
    kind, key = ("table-column", "column-width") if local(element) == "table-column" else ("table-row", "row-height")
    size = styles.property(kind, attribute(element, "style-name"), f"{kind}-properties", key)
    return attribute(element, "visibility") in _SHUT or has_no_room(size)


def _row(element: Element, number: int, spans: list[tuple[int, int, int, int, str]], count: CellCount, looks: _Looks) -> tuple[Row, Row]:
    """What is seen of the cells of a row, and what is not."""
    cells: Row = {}
    unseen: Row = {}
    column = 0
    for cell in element:
        if local(cell) not in ("table-cell", "covered-table-cell"):
            continue
        repeats = _repeats(cell, "columns")
        text, hidden = _shown(cell, element, column, looks) if local(cell) == "table-cell" else ("", "")
        if hidden:
            count.add(repeats)
            unseen.update(dict.fromkeys(range(column, column + repeats), hidden))
        if text:
            count.add(repeats)
            cells.update(dict.fromkeys(range(column, column + repeats), text))
            wide, tall = _whole(attribute(cell, "number-columns-spanned")), _whole(attribute(cell, "number-rows-spanned"))
            if wide > 1 or tall > 1:
                spans.append((column, number, column + wide - 1, number + tall - 1, text))
        column += repeats
    return cells, unseen


def _shown(cell: Element, row: Element, column: int, looks: _Looks) -> tuple[str, str]:
    """What is seen of a cell, and what is not."""
    seen: list[str] = []
    unseen: list[str] = []
    paragraphs = [p for p in cell if local(p) == "p"]
    letters = looks.letters(cell, row, column) if paragraphs else Letters(Print())
    for paragraph in paragraphs:
        _words(paragraph, letters, looks.styles, seen, unseen)
        seen.append(" ")
        unseen.append(" ")
    return clean("".join(seen).replace("\n", " ")), clean("".join(unseen).replace("\n", " "))


def _words(element: Element, letters: Letters, styles: OdfStyles, seen: list[str], unseen: list[str]) -> None:
    """Gather the words of a paragraph without comments; `s` stands for blanks."""
    into = unseen if letters.is_hidden else seen
    into.append(element.text or "")
    for part in element:
        name = local(part)
        if name in ("s", "tab", "line-break"):
            into.append(" ")
        elif name and name != "annotation":
            inside = styled(letters, "text", attribute(part, "style-name"), styles) if name == "span" else letters
            _words(part, inside, styles, seen, unseen)
        into.append(part.tail or "")


def _repeat_merged(grid: Grid, spans: list[tuple[int, int, int, int, str]], count: CellCount) -> None:
    last_row = max(grid.rows, default=0)
    last_column = max((max(row) for row in grid.rows.values()), default=0)
    for left, top, right, bottom, text in spans:
        right, bottom = min(right, last_column), min(bottom, last_row)
        count.add((right - left + 1) * (bottom - top + 1))
        for number in range(top, bottom + 1):
            grid.rows.setdefault(number, {}).update(dict.fromkeys(range(left, right + 1), text))


def _parts(table: Element, name: str) -> Iterator[Element]:
    for part in table:
        if local(part) == name:
            yield part
        elif local(part) in _GROUPS:
            yield from _parts(part, name)


def _repeats(element: Element, what: str) -> int:
    return _whole(attribute(element, f"number-{what}-repeated"))


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 and text != "0" else 1
