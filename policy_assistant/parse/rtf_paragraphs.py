"""The paragraphs of an RTF file become blocks: headings by their style, lists by the labels that the file holds, tables by rows."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from policy_assistant.blocks import RawBlock, clean
from policy_assistant.parse.grid import CELL_JOIN
from policy_assistant.parse.rtf_table import Cell, Merge, shown_rows

INDENT = "  "
_BULLETS = "•·▪■◦○●–\uf0b7\uf0a7o§Ø"
_CLAUSE = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,4})+\.?")
"""A number that holds those of the levels above it: a clause, which stands for itself."""

MOST_INDENTS = 9


@dataclass(frozen=True)
class Look:
    """What a paragraph says of itself: its level as a heading, whether it is the title, how deep in which list, whether in a table."""

    level: int = 0
    is_title: bool = False
    depth: int = 0
    list_name: int = 0
    in_table: bool = False


@dataclass
class Paragraphs:
    """Gathers paragraphs, cells and rows; `blocks` are those that are complete."""

    blocks: list[RawBlock] = field(default_factory=list)
    _items: list[tuple[Look, str]] = field(default_factory=list)
    _item_flags: tuple[str, ...] = ()
    _cell: list[str] = field(default_factory=list)
    _cells: list[str] = field(default_factory=list)
    _rows: list[list[Cell]] = field(default_factory=list)
    _row_flags: tuple[str, ...] = ()

    def add(self, words: str, label: str, look: Look, flags: tuple[str, ...]) -> None:
        """A paragraph has ended."""
        text, mark = clean(words), _mark(label)
        if text[:1] == "•" and not mark:
            text, mark = text[1:].strip(), "-"
        if look.in_table:
            self._cell.append(f"{mark} {text}".strip())
            self._row_flags += flags
            return
        self.end_table()
        clause = look.level or look.is_title or _CLAUSE.fullmatch(mark)
        if mark and text and not clause:
            if self._items and self._items[0][0].depth == look.depth and self._items[0][0].list_name != look.list_name:
                self.end_list()
            self._items.append((look, f"{mark} {text}"))
            self._item_flags += flags
            return
        self.end_list()
        self.blocks.append(_block(text, mark, look, flags))

    def end_cell(self) -> None:
        """A cell has ended."""
        self._cells.append(" ".join(part for part in self._cell if part))
        self._cell = []

    def end_row(self, merges: list[Merge]) -> None:
        """A row has ended; `merges` are what the file says of its cells."""
        self.end_list()
        rules = merges if len(merges) == len(self._cells) else [Merge()] * len(self._cells)
        self._rows.append([Cell(text, rule) for text, rule in zip(self._cells, rules, strict=True)])
        self._cells = []

    def end_table(self) -> None:
        """What follows is no row of the table before it."""
        if self._cell or self._cells:  # a row that the file does not end
            self.end_cell()
            self.end_row([])
        rows = [CELL_JOIN.join(row).rstrip() for row in shown_rows(self._rows) if any(row)]
        if rows:
            self.blocks.append(RawBlock("table", "\n".join(rows), flags=tuple(dict.fromkeys(self._row_flags))))
        self._rows, self._row_flags = [], ()

    def end_list(self) -> None:
        """What follows is no item of the list before it."""
        if self._items:
            top = min(look.depth for look, _ in self._items)
            lines = [f"{INDENT * min(look.depth - top, MOST_INDENTS)}{text}" for look, text in self._items]
            self.blocks.append(RawBlock("text", "\n".join(lines), flags=tuple(dict.fromkeys(self._item_flags))))
        self._items, self._item_flags = [], ()

    def all(self) -> Iterator[RawBlock]:
        """The blocks so far, which are then forgotten."""
        self.end_table()
        self.end_list()
        blocks, self.blocks = self.blocks, []
        yield from blocks


def _mark(label: str) -> str:
    """What stands before an item: its number as the file holds it, a hyphen for any bullet."""
    text = clean(label)
    return "-" if text and text.strip(_BULLETS) == "" else text


def _block(text: str, mark: str, look: Look, flags: tuple[str, ...]) -> RawBlock:
    if look.is_title:
        return RawBlock("title", text, 1, flags=flags)
    words = f"{mark} {text}" if mark and mark != "-" and text else text
    return RawBlock("heading", words, look.level, flags=flags) if look.level else RawBlock("text", words, flags=flags)
