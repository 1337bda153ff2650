"""The structure of a tagged PDF: which words its tags make headings, and which they say belong to the page, not the text.

Of all tags only those of headings, and of running headers and footers, are taken: browsers tag real text as an artifact,
and mark cells and lists by what they look like, so that the layout says more.
"""

import ctypes
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium

from policy_assistant.blocks import Box, RawBlock
from policy_assistant.parse.pdf_headings import Named, Place

MAX_ELEMENTS = 20_000
"""Elements of one page that are looked at."""

MAX_DEPTH = 60

MOST_OF_LINE = 0.6
"""Share of a line's width that the words of a heading must cover (blanks are no words)."""

_LEVELS = {"Title": 1, **{f"H{level}": level for level in range(1, 7)}}
_SECTIONS = frozenset({"Sect", "Art", "Part"})


@dataclass(frozen=True, slots=True)
class Tagged:
    """What the tags of a page make a heading: its level (1 for the highest) and the boxes of its words."""

    level: int
    boxes: tuple[Box, ...]


def read_headings(page: pypdfium2.PdfPage) -> list[tuple[int, frozenset[int]]]:
    """The headings of a page's tags in order: their levels, and the numbers of the marked content that they hold."""
    tree = pdfium.FPDF_StructTree_GetForPage(page)
    if not tree:
        return []
    try:
        roots = (pdfium.FPDF_StructTree_GetChildAtIndex(tree, index) for index in range(pdfium.FPDF_StructTree_CountChildren(tree)))
        return list(_Walk().headings(roots, 0, 0))
    finally:
        pdfium.FPDF_StructTree_Close(tree)


def tagged_headings(headings: Iterable[tuple[int, frozenset[int]]], marks: Mapping[int, Sequence[Box]]) -> tuple[Tagged, ...]:
    """The headings with the boxes of their words; `marks` are the boxes by the number of the marked content."""
    found = ((level, tuple(box for mark in sorted(numbers) for box in marks.get(mark, ()))) for level, numbers in headings)
    return tuple(Tagged(level, boxes) for level, boxes in found if boxes)


def named_by_tags(blocks: Sequence[RawBlock], tagged: Sequence[Tagged]) -> dict[Place, Named]:
    """The printed lines that are headings by the tags."""
    by_page: dict[int, list[tuple[int, Tagged]]] = {}
    for key, heading in enumerate(tagged):
        by_page.setdefault(heading.boxes[0].page, []).append((key, heading))
    named: dict[Place, Named] = {}
    for number, block in enumerate(blocks):
        for place, line in enumerate(block.lines):
            for key, heading in by_page.get(line.box.page, ()):
                if _covers(heading, line.box):
                    named[number, place] = Named(key, heading.level)
                    break
    return named


def _covers(heading: Tagged, line: Box) -> bool:
    inside = [box for box in heading.boxes if _has_middle_in(line, box)]
    return bool(inside) and sum(box.right - box.left for box in inside) >= MOST_OF_LINE * (line.right - line.left)


def _has_middle_in(line: Box, box: Box) -> bool:
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    return line.left <= x <= line.right and line.top <= y <= line.bottom


class _Walk:
    """One way through the elements of a page, of a limited length."""

    def __init__(self) -> None:
        self._left = MAX_ELEMENTS

    def headings(self, elements: Iterable[object], depth: int, sections: int) -> Iterator[tuple[int, frozenset[int]]]:
        """The headings among elements and what is in them."""
        for element in elements:
            self._left -= 1
            if not element or self._left < 0 or depth > MAX_DEPTH:
                continue
            kind = _kind(element)
            level = max(sections, 1) if kind == "H" else _LEVELS.get(kind, 0)
            if level:
                yield level, frozenset(self._marks(element, depth))
            else:
                yield from self.headings(_children(element), depth + 1, sections + (kind in _SECTIONS))

    def _marks(self, element: object, depth: int) -> Iterator[int]:
        """The numbers of the marked content in an element."""
        count = pdfium.FPDF_StructElement_GetMarkedContentIdCount(element)
        numbers = (pdfium.FPDF_StructElement_GetMarkedContentIdAtIndex(element, index) for index in range(min(count, MAX_ELEMENTS)))
        yield from (number for number in numbers if number >= 0)
        for child in _children(element):
            self._left -= 1
            if child and self._left >= 0 and depth <= MAX_DEPTH:
                yield from self._marks(child, depth + 1)


def _children(element: object) -> Iterator[object]:
    for index in range(min(pdfium.FPDF_StructElement_CountChildren(element), MAX_ELEMENTS)):
        yield pdfium.FPDF_StructElement_GetChildAtIndex(element, index)


def _kind(element: object) -> str:
    """The standard type of an element, as far as it is short enough for one."""
    buffer = ctypes.create_string_buffer(64)
    pdfium.FPDF_StructElement_GetType(element, ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR)), len(buffer))
    return buffer.raw.decode("utf-16-le", "replace").split("\0")[0]
