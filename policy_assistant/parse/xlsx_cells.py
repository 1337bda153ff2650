"""The cells of one sheet of an Excel file, read as a stream: texts as shown, merged cells repeated, hidden ones apart."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO

from lxml import etree

from policy_assistant.blocks import clean
from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.grid import MAX_CELLS, CellCount, Grid, Row, cell_name
from policy_assistant.parse.number_format import BUILT_IN, as_shown
from policy_assistant.parse.office_zip import Element, OfficeFile, child, children, local, refuse_entities
from policy_assistant.parse.ooxml import unescaped

MAX_ROW = 1_048_576
MAX_COLUMN = 16_384
"""The size of a sheet in the format."""

_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")


@dataclass(frozen=True)
class Book:
    """What the sheets of a workbook share: its texts, the format code of each cell style, and where days are counted from."""

    texts: list[str]
    formats: list[str]
    from_1904: bool = False


@dataclass
class Sheet:
    """A sheet as read. `uncounted` are the cells whose formula has no kept value, with the formula."""

    grid: Grid
    merged: list[tuple[int, int, int, int]] = field(default_factory=list)
    uncounted: list[tuple[str, str]] = field(default_factory=list)


def read_book(file: OfficeFile, texts: str, styles: str, from_1904: bool) -> Book:
    """The shared parts of a workbook from the names of their parts, empty where it has none."""
    return Book(list(_texts(file, texts)) if texts else [], _formats(file.xml(styles)) if styles else [], from_1904)


def read_sheet(file: OfficeFile, part: str, name: str, book: Book, count: CellCount) -> Sheet:
    """The cells of a sheet.

    Raises:
        UnreadableFileError: the part is damaged, or the file holds more cells than are read.
    """
    sheet = Sheet(Grid(name))
    number = 0
    with file.open(part) as stream:
        for element in stream_elements(file.name, stream, ("row", "col", "mergeCell")):
            kind = local(element)
            if kind == "row":
                number = _whole(element.get("r"), number + 1)
                _read_row(element, number, sheet, book, count)
            elif kind == "col":
                _hide_columns(element, sheet.grid)
            elif found := _range(element.get("ref") or ""):
                sheet.merged.append(found)
    _repeat_merged(sheet, count)
    return sheet


def stream_elements(name: str, stream: IO[bytes], kinds: tuple[str, ...]) -> Iterator[Element]:
    """The elements of those kinds in a part, each forgotten after its turn; errors as `OfficeFile.open`."""
    reader = etree.iterparse(
        stream,
        events=("end",),
        tag=tuple(f"{{*}}{kind}" for kind in kinds),
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    for _, element in reader:
        refuse_entities(element, name)
        yield element
        element.clear()
        while element.getprevious() is not None:
            del element.getparent()[0]


def _texts(file: OfficeFile, part: str) -> Iterator[str]:
    seen = 0
    with file.open(part) as stream:
        for element in stream_elements(file.name, stream, ("si",)):
            seen += 1
            if seen > MAX_CELLS:
                raise UnreadableFileError(file.name, f"holds more than {MAX_CELLS:,} texts")
            yield _rich(element)


def _rich(element: Element) -> str:
    """A text with its parts of several fonts joined, without the reading aids of Asian scripts (`rPh`)."""
    parts = [e for e in element if local(e) in ("t", "r")]
    return unescaped("".join((t.text or "") for e in parts for t in ([e] if local(e) == "t" else children(e, "t"))))


def _formats(root: Element) -> list[str]:
    """The format code of each cell style."""
    own = {_whole(e.get("numFmtId"), -1): e.get("formatCode") or "" for e in children(child(root, "numFmts"), "numFmt")}
    used = [_whole(e.get("numFmtId"), 0) for e in children(child(root, "cellXfs"), "xf")]
    return [own.get(number) or BUILT_IN.get(number, "General") for number in used]


def _read_row(row: Element, number: int, sheet: Sheet, book: Book, count: CellCount) -> None:
    if not 1 <= number <= MAX_ROW:
        return
    if is_true(row.get("hidden")):
        sheet.grid.gone_rows.add(number)
    cells: Row = {}
    column = -1
    for cell in children(row, "c"):
        found = _CELL.fullmatch(cell.get("r") or "")
        column = _column(found.group(1)) if found else column + 1
        if not 0 <= column < MAX_COLUMN:
            continue
        text = _shown(cell, book)
        formula = child(cell, "f")
        if text:
            cells[column] = text
        elif formula is not None and cell.get("t") != "str":  # one whose value is an empty text has that type
            sheet.uncounted.append((cell_name(column, number), formula.text or ""))
    if cells:
        count.add(len(cells))
        sheet.grid.rows[number] = cells


def _shown(cell: Element, book: Book) -> str:
    """What a cell shows."""
    kind = cell.get("t") or "n"
    if kind == "inlineStr":
        text = child(cell, "is")
        return "" if text is None else _rich(text)
    value = child(cell, "v")
    words = "" if value is None else (value.text or "")
    if kind == "s":
        return book.texts[_whole(words, 0)] if 0 <= _whole(words, -1) < len(book.texts) else ""
    if kind == "b":
        return {"0": "FALSE", "1": "TRUE"}.get(words, words)
    if kind != "n":
        return unescaped(words)
    try:
        number = float(words)
    except ValueError:
        return clean(words)
    style = _whole(cell.get("s"), 0)
    return clean(as_shown(number, book.formats[style] if 0 <= style < len(book.formats) else "General", from_1904=book.from_1904))


def _hide_columns(element: Element, grid: Grid) -> None:
    if is_true(element.get("hidden")) or element.get("width") == "0":
        first, last = _whole(element.get("min"), 1), _whole(element.get("max"), 0)
        grid.gone.update(range(max(first, 1) - 1, min(last, MAX_COLUMN)))


def _repeat_merged(sheet: Sheet, count: CellCount) -> None:
    """Put the text of each merged cell into all that it spans, as far as the sheet is filled."""
    rows = sheet.grid.rows
    last_row = max(rows, default=0)
    last_column = max((max(row) for row in rows.values()), default=0)
    for left, top, right, bottom in sheet.merged:
        text = rows.get(top, {}).get(left, "")
        if not text:
            continue
        right, bottom = min(right, last_column), min(bottom, last_row)
        count.add(max(right - left + 1, 0) * max(bottom - top + 1, 0))
        for number in range(top, bottom + 1):
            rows.setdefault(number, {}).update(dict.fromkeys(range(left, right + 1), text))


def _range(text: str) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom of a range such as `A1:C2`."""
    first, _, last = text.partition(":")
    a, b = _CELL.fullmatch(first), _CELL.fullmatch(last)
    return (_column(a.group(1)), int(a.group(2)), _column(b.group(1)), int(b.group(2))) if a and b else None


def _column(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def is_true(text: str | None) -> bool:
    """Whether an attribute of Office Open XML says yes."""
    return text in ("1", "true", "on")


def _whole(text: str | None, default: int) -> int:
    try:
        return int(text or "")
    except ValueError:
        return default
