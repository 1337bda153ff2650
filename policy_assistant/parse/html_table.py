"""Tables of HTML pages as rows of cells: a value that spans cells stands in each of them."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from policy_assistant.parse.html_words import HEADINGS, Element, holds_blocks, shown, words

CELL_JOIN = " | "

MAX_SPAN = 200
"""Columns or rows over which a value is repeated; wider spans are mistakes or attacks (HTML allows 1,000 columns)."""

MAX_REPEATED = 1_000_000
"""Characters that spans may add to a table; beyond them no value is repeated."""

_BLOCKS = (*HEADINGS, "pre", "p", "ul", "ol", "dl", "blockquote")


def rows(table: Element) -> Iterator[str]:
    """The rows of a table that hold text, cells parted by ` | `."""
    for cells in _Grid().filled(table):
        row = CELL_JOIN.join(cells).rstrip()
        if row.strip(" |"):
            yield row


def cells_of(table: Element) -> list[list[Element]]:
    """The cells that are shown, by rows."""
    return [shown(row.xpath("./th|./td")) for row in _rows(table)]


def is_layout(table: Element) -> bool:
    """Whether a table arranges parts of a page: it says so, holds tables, sets a picture beside a note, or is one row or column
    of longer texts without a header.
    """
    if table.get("role") in ("presentation", "none") or next(table.iterdescendants("table"), None) is not None:
        return True
    if _is_note(table):
        return True
    if next(table.iterdescendants("th", "caption"), None) is not None:
        return False
    cells = cells_of(table)
    if len(cells) > 1 and any(len(row) > 1 for row in cells):
        return False
    return any(next(cell.iterdescendants(*_BLOCKS), None) is not None and holds_blocks(cell) for row in cells for cell in row)


def is_sign(cell: Element, cells: list[Element]) -> bool:
    """Whether a cell is a picture that says what the text beside it begins with: the sign of a note."""
    said = words(cell).strip("[] ").casefold()
    return _is_picture(cell) and any(words(beside).casefold().startswith(said) for beside in cells if not _is_picture(beside))


def _is_note(table: Element) -> bool:
    """Whether all of a table is a picture and one column beside it."""
    first, *others = cells_of(table) or [[]]
    return (
        len(first) == 2 and _is_picture(first[0]) and all(len(row) == 1 for row in others) and _span(first[0], "rowspan") >= 1 + len(others)
    )


def _is_picture(cell: Element) -> bool:
    return not "".join(cell.itertext()).strip() and next(cell.iterdescendants("img"), None) is not None


def is_line_numbers(cell: Element, row: list[Element]) -> bool:
    """Whether a cell beside code counts its lines."""
    text = "".join(cell.itertext()).split()
    return (
        bool(text)
        and all(part.isdecimal() for part in text)
        and any(next(e.iterdescendants("pre"), None) is not None for e in row if e is not cell)
    )


@dataclass
class _Grid:
    """The cells of a table while its rows are read. `below`: by column, a value with the number of rows that it still covers."""

    below: dict[int, tuple[int, str]] = field(default_factory=dict)
    left: int = MAX_REPEATED

    def filled(self, table: Element) -> Iterator[list[str]]:
        group = None
        for row in _rows(table):
            if row.getparent() is not group:  # a span ends with its head, body or foot
                group = row.getparent()
                self.below.clear()
            yield self._row(row)

    def _row(self, row: Element) -> list[str]:
        cells: list[str] = []
        for cell in shown(row.xpath("./th|./td")):
            self._from_above(cells)
            text = words(cell)
            height = _span(cell, "rowspan")
            for number in range(_span(cell, "colspan")):
                if number and not self._may_repeat(text):
                    break
                if height > 1:
                    self.below[len(cells)] = (height - 1, text)
                cells.append(text)
        self._from_above(cells)
        return cells

    def _from_above(self, cells: list[str]) -> None:
        """Add the values that reach down to the places after those that are filled."""
        while len(cells) in self.below:
            place = len(cells)
            height, text = self.below.pop(place)
            if not self._may_repeat(text):
                return
            if height > 1:
                self.below[place] = (height - 1, text)
            cells.append(text)

    def _may_repeat(self, text: str) -> bool:
        self.left -= len(text) + len(CELL_JOIN)
        return self.left >= 0


def _rows(table: Element) -> list[Element]:
    return shown(
        row for row in table.xpath("./tr|./thead/tr|./tbody/tr|./tfoot/tr") if row.getparent() is table or shown([row.getparent()])
    )


def _span(cell: Element, attribute: str) -> int:
    value = (cell.get(attribute) or "").strip()
    if not value.isascii() or not value.isdecimal() or len(value) > 9:
        return 1
    number = int(value)
    if attribute == "rowspan" and number == 0:
        return MAX_SPAN  # to the end of its group
    return max(1, min(number, MAX_SPAN))
