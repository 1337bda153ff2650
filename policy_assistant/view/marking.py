"""Blocks as they are shown: the cited characters marked, lists as items, tables as rows of cells."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from policy_assistant.blocks import Block
from policy_assistant.view.shapes import BlockView, ItemView, Segment, Segments

_ITEM = re.compile(r"(?P<indent> *)(?P<mark>-|\d{1,9}[.)]) ")
_CELL_END = re.compile(r" \|(?: |$)")
_INDENT = 2


@dataclass(frozen=True)
class Piece:
    """The characters of a block that are shown, and whether something was left out before or after them."""

    block: Block
    first: int
    last: int
    cut_before: bool = False
    cut_after: bool = False


@dataclass(frozen=True)
class Marker:
    """Shows pieces of a text. The characters `start` to `end` are marked; equal for none."""

    text: str
    start: int = 0
    end: int = 0

    def blocks(self, pieces: Iterable[Piece]) -> tuple[BlockView, ...]:
        """The pieces as blocks; one without text is left out."""
        return tuple(self._block(piece) for piece in pieces if self.text[piece.first : piece.last].strip())

    def _block(self, piece: Piece) -> BlockView:
        block, cuts = piece.block, (piece.cut_before, piece.cut_after)
        if block.kind == "table":
            return BlockView("table", 0, (), (), self._rows(piece), *cuts)
        if block.kind == "text" and (items := self._items(piece)):
            return BlockView("list", 0, (), items, (), *cuts)
        return BlockView(block.kind, block.level, self._segments(piece.first, piece.last), (), (), *cuts)

    def _rows(self, piece: Piece) -> tuple[tuple[Segments, ...], ...]:
        return tuple(tuple(self._cells(first, last)) for first, last in self._lines(piece))

    def _cells(self, first: int, last: int) -> Iterator[Segments]:
        begin = first
        for bar in _CELL_END.finditer(self.text[first:last]):
            yield self._segments(begin, first + bar.start())
            begin = first + bar.end()
        yield self._segments(begin, last)

    def _items(self, piece: Piece) -> tuple[ItemView, ...]:
        """The items of a list; none where a line is not one."""
        items: list[ItemView] = []
        for first, last in self._lines(piece):
            found = _ITEM.match(self.text, first, last)
            if found is None:
                return ()
            items.append(ItemView(len(found["indent"]) // _INDENT, found["mark"], self._segments(found.end(), last)))
        return tuple(items)

    def _lines(self, piece: Piece) -> Iterator[tuple[int, int]]:
        first = piece.first
        for line in self.text[piece.first : piece.last].split("\n"):
            yield first, first + len(line)
            first += len(line) + 1

    def _segments(self, first: int, last: int) -> Segments:
        begin, stop = min(max(first, self.start), last), max(min(last, self.end), first)
        if begin >= stop:
            return (Segment(self.text[first:last]),) if first < last else ()
        parts = (Segment(self.text[first:begin]), Segment(self.text[begin:stop], True), Segment(self.text[stop:last]))
        return tuple(part for part in parts if part.text)
