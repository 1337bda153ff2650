"""The cells of one sheet of an Excel file, read as a stream: texts as shown, merged cells repeated, hidden ones apart."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import IO

from lxml import etree

from policy_assistant.blocks import clean
from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.grid import MAX_CELLS, CellCount, Grid, Row, cell_name
from policy_assistant.parse.hidden import NO_ROOM
from policy_assistant.parse.number_format import BUILT_IN, as_shown
from policy_assistant.parse.office_zip import Element, OfficeFile, child, children, local, refuse_entities
from policy_assistant.parse.ooxml import unescaped
from policy_assistant.parse.xlsx_looks import PLAIN, Look, Run, hides_text, may_hide, parted, read_looks, read_runs
from policy_assistant.parse.xlsx_painted import Painted, Range

MAX_ROW = 1_048_576
MAX_COLUMN = 16_384
"""The size of a sheet in the format."""

DIGIT = 5.25
"""Points: how wide a digit of the usual type is, in which the widths of columns are counted."""

_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")


@dataclass(frozen=True)
class Book:
    """What the sheets of a workbook share: its texts, the look of each cell style, and where days are counted from.

    `runs` are the pieces of those texts, by their place, that have fonts of their own.
    """

    texts: list[str]
    looks: list[Look]
    from_1904: bool = False
    runs: dict[int, list[Run]] = field(default_factory=dict)

    def look(self, cell: Element) -> Look:
        """The look of a cell."""
        style = _whole(cell.get("s"), 0)
        return self.looks[style] if 0 <= style < len(self.looks) else PLAIN


@dataclass
class Sheet:
    """A sheet as read. `uncounted` are the cells whose formula has no kept value, with the formula.

    `doubtful` are cells, by column and row, whose text has the colour of their own ground, with what else they show.
    """

    grid: Grid
    painted: Painted = field(default_factory=Painted)
    doubtful: dict[tuple[int, int], str] = field(default_factory=dict)
    merged: list[Range] = field(default_factory=list)
    uncounted: list[tuple[str, str]] = field(default_factory=list)


def read_book(file: OfficeFile, texts: str, styles: str, from_1904: bool) -> Book:
    """The shared parts of a workbook from the names of their parts, empty where it has none."""
    book = Book([], read_looks(file.xml(styles), BUILT_IN) if styles else [], from_1904)
    for place, runs in enumerate(_texts(file, texts) if texts else ()):
        book.texts.append(unescaped("".join(run.text for run in runs)))
        if may_hide(runs):
            book.runs[place] = runs
    return book


def read_sheet(file: OfficeFile, part: str, name: str, book: Book, count: CellCount) -> Sheet:
    """The cells of a sheet.

    Raises:
        UnreadableFileError: the part is damaged, or the file holds more cells than are read.
    """
    sheet = Sheet(Grid(name))
    sheet.painted.add(_styled_tables(file, part))
    number = 0
    with file.open(part) as stream:
        for element in stream_elements(file.name, stream, ("row", "col", "mergeCell", "conditionalFormatting")):
            kind = local(element)
            if kind == "row":
                number = _whole(element.get("r"), number + 1)
                _read_row(element, number, sheet, book, count)
            elif kind == "col":
                _hide_columns(element, sheet.grid)
            elif kind == "conditionalFormatting":
                sheet.painted.add(_range(ref) for ref in (element.get("sqref") or "").split())
            elif found := _range(element.get("ref") or ""):
                sheet.merged.append(found)
    _take_unseen(sheet)
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


def _texts(file: OfficeFile, part: str) -> Iterator[list[Run]]:
    seen = 0
    with file.open(part) as stream:
        for element in stream_elements(file.name, stream, ("si",)):
            seen += 1
            if seen > MAX_CELLS:
                raise UnreadableFileError(file.name, f"holds more than {MAX_CELLS:,} texts")
            yield read_runs(element)


def _styled_tables(file: OfficeFile, part: str) -> Iterator[Range | None]:
    """The ranges of the tables of a sheet that have a style, which paints their rows."""
    for link in file.relations(part).values():
        if link.kind == "table" and not link.outside and link.target in file:
            table = file.xml(link.target)
            if child(table, "tableStyleInfo") is not None:
                yield _range(table.get("ref") or "")


def _read_row(row: Element, number: int, sheet: Sheet, book: Book, count: CellCount) -> None:
    if not 1 <= number <= MAX_ROW:
        return
    if is_true(row.get("hidden")) or _points(row.get("ht"), NO_ROOM) < NO_ROOM:
        sheet.grid.gone_rows.add(number)
    cells: Row = {}
    column = -1
    for cell in children(row, "c"):
        found = _CELL.fullmatch(cell.get("r") or "")
        column = _column(found.group(1)) if found else column + 1
        if not 0 <= column < MAX_COLUMN:
            continue
        text = _shown(cell, book)
        if hidden := _unseen(cell, text, book):
            text = _part(sheet, (column, number), text, *hidden)
            count.add(1)
        formula = child(cell, "f")
        if text:
            cells[column] = text
        elif formula is not None and cell.get("t") != "str":  # one whose value is an empty text has that type
            sheet.uncounted.append((cell_name(column, number), formula.text or ""))
    if cells:
        count.add(len(cells))
        sheet.grid.rows[number] = cells


def _unseen(cell: Element, text: str, book: Book) -> tuple[str, str, bool] | None:
    """What is seen and what is not of a cell with that text, and whether that holds on any ground; None where all is seen."""
    look = book.look(cell)
    is_number = (cell.get("t") or "n") == "n"
    if not text or (not is_number and hides_text(look.code)):
        value = _value(cell) if is_number else text
        return ("", value, True) if value.strip("0.") else None  # that a zero shows nothing is a usual format
    runs = _runs(cell, text, book)
    if not runs and look.print.is_seen:
        return None
    runs = runs or [Run(text, None, None)]
    shown, hidden = parted(runs, look.print)
    return (shown, hidden, bool(parted(runs, replace(look.print, ground=None))[1])) if hidden else None


def _part(sheet: Sheet, place: tuple[int, int], text: str, shown: str, hidden: str, is_sure: bool) -> str:
    """Keep what is hidden of a cell; the text that stays in its row."""
    sheet.grid.unseen[place] = hidden
    if is_sure:
        return shown
    sheet.doubtful[place] = shown
    return text


def _take_unseen(sheet: Sheet) -> None:
    """Take what cannot be seen out of its rows, but not where something else paints the ground."""
    outside = set(sheet.painted.outside(sheet.doubtful))
    for (column, number), shown in sheet.doubtful.items():
        if (column, number) not in outside:
            del sheet.grid.unseen[column, number]
        elif row := sheet.grid.rows.get(number):
            row.pop(column, None)
            row.update({column: shown} if shown else {})
            if not row:
                del sheet.grid.rows[number]


def _runs(cell: Element, text: str, book: Book) -> list[Run]:
    """The pieces of a cell's text where they have fonts of their own."""
    if cell.get("t") == "s":
        return book.runs.get(_whole(_value(cell), -1), [])
    inline = child(cell, "is") if cell.get("t") == "inlineStr" else None
    runs = [] if inline is None else read_runs(inline)
    return runs if may_hide(runs) else []


def _value(cell: Element) -> str:
    value = child(cell, "v")
    return "" if value is None else (value.text or "")


def _shown(cell: Element, book: Book) -> str:
    """What a cell shows."""
    kind = cell.get("t") or "n"
    if kind == "inlineStr":
        text = child(cell, "is")
        return "" if text is None else unescaped("".join(run.text for run in read_runs(text)))
    words = _value(cell)
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
    return clean(as_shown(number, book.look(cell).code, from_1904=book.from_1904))


def _hide_columns(element: Element, grid: Grid) -> None:
    if is_true(element.get("hidden")) or _points(element.get("width"), 1.0) * DIGIT < NO_ROOM:
        first, last = _whole(element.get("min"), 1), _whole(element.get("max"), 0)
        grid.gone.update(range(max(first, 1) - 1, min(last, MAX_COLUMN)))


def _points(text: str | None, default: float) -> float:
    try:
        return float(text or "")
    except ValueError:
        return default


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


def _range(text: str) -> Range | None:
    """The range that a name such as `A1:C2`, or that of one cell, stands for."""
    first, _, last = text.partition(":")
    a, b = _CELL.fullmatch(first), _CELL.fullmatch(last or first)
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
