"""The sheets of an OpenDocument spreadsheet. Its cells hold what they show, so no format is followed."""

from collections.abc import Iterator

from policy_assistant.blocks import clean
from policy_assistant.parse.grid import CellCount, Grid, Row
from policy_assistant.parse.office_zip import Element, attribute, local

_GROUPS = ("table-header-rows", "table-rows", "table-row-group", "table-header-columns", "table-columns", "table-column-group")
_SHUT = ("collapse", "filter")


def read_table(table: Element, count: CellCount) -> Grid:
    """The cells of a sheet, merged ones repeated.

    Raises:
        UnreadableFileError: the file holds more cells than are read.
    """
    grid = Grid(clean(attribute(table, "name")) or "Sheet")
    column = 0
    for element in _parts(table, "table-column"):
        repeats = _repeats(element, "columns")
        if attribute(element, "visibility") in _SHUT:
            grid.gone.update(range(column, min(column + repeats, 20_000)))
        column += repeats
    number = 1
    spans: list[tuple[int, int, int, int, str]] = []
    for element in _parts(table, "table-row"):
        repeats = _repeats(element, "rows")
        row = _row(element, number, spans, count)
        if row:
            count.add(len(row) * (repeats - 1))
            grid.rows.update({n: dict(row) for n in range(number, number + repeats)})
            if attribute(element, "visibility") in _SHUT:
                grid.gone_rows.update(range(number, number + repeats))
        elif attribute(element, "visibility") in _SHUT and repeats < 20_000:
            grid.gone_rows.update(range(number, number + repeats))
        number += repeats
    _repeat_merged(grid, spans, count)
    return grid


def _row(element: Element, number: int, spans: list[tuple[int, int, int, int, str]], count: CellCount) -> Row:
    cells: Row = {}
    column = 0
    for cell in element:
        if local(cell) not in ("table-cell", "covered-table-cell"):
            continue
        repeats = _repeats(cell, "columns")
        text = _shown(cell) if local(cell) == "table-cell" else ""
        if text:
            count.add(repeats)
            cells.update(dict.fromkeys(range(column, column + repeats), text))
            wide, tall = _whole(attribute(cell, "number-columns-spanned")), _whole(attribute(cell, "number-rows-spanned"))
            if wide > 1 or tall > 1:
                spans.append((column, number, column + wide - 1, number + tall - 1, text))
        column += repeats
    return cells


def _shown(cell: Element) -> str:
    return clean(" ".join(_words(p) for p in cell if local(p) == "p").replace("\n", " "))


def _words(element: Element) -> str:
    """The words of a paragraph without comments; `s` stands for blanks."""
    parts = [element.text or ""]
    for part in element:
        name = local(part)
        if name in ("s", "tab", "line-break"):
            parts.append(" ")
        elif name and name != "annotation":
            parts.append(_words(part))
        parts.append(part.tail or "")
    return "".join(parts)


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
