"""Text that a page holds and nobody sees: printed invisibly, in the colour of the paper, too small, or beside the page."""

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import pypdfium2
import pypdfium2.raw as pdfium

from policy_assistant.blocks import HIDDEN, Box, RawBlock
from policy_assistant.parse.hidden import LEAST_OPACITY, WHITE, Colour, is_unseen
from policy_assistant.parse.pdf_rules import Matrix, applied, drawn_objects
from policy_assistant.parse.pdf_view import View
from policy_assistant.parse.pdf_words import Word

TINY = 2.0
"""Points: smaller type cannot be read."""

TINY_SHARE = 0.4
"""Shares of the largest type: on a page that is small as a whole, small type is meant to be read."""

SCAN_SHARE = 0.2
"""Shares of the page: invisible text over a picture at least so large is what text recognition read in it."""


@dataclass(frozen=True, slots=True)
class _Ground:
    """Something painted on the page: its box, and its colour where it has one."""

    box: Box
    colour: Colour | None
    is_picture: bool


def unseen_words(page: pypdfium2.PdfPage, view: View, words: Sequence[Word]) -> set[int]:
    """The places, in `words`, of those that nobody sees."""
    tiny = min(TINY, TINY_SHARE * max((word.size for word in words), default=0.0))
    doubtful = [
        (place, word)
        for place, word in enumerate(words)
        if word.is_invisible or (word.colour and is_unseen(word.colour, WHITE)) or word.size < tiny
    ]
    if not doubtful:
        return set()
    grounds = list(_grounds(page, view))
    return {place for place, word in doubtful if word.size < tiny or _is_lost(word, grounds, view)}


def flagged(blocks: Iterable[RawBlock], unseen: Sequence[Word]) -> list[RawBlock]:
    """The blocks, those that stand nearest to unseen words flagged."""
    blocks = list(blocks)
    places = {_nearest(blocks, page, base) for page, base in {(word.box.page, round(word.base)) for word in unseen}}
    return [replace(b, flags=(*b.flags, HIDDEN)) if n in places else b for n, b in enumerate(blocks)]


def _nearest(blocks: Sequence[RawBlock], page: int, base: int) -> int:
    """The block that stands nearest to a height of a page; on a page without any, the last one before it."""

    def distance(item: tuple[int, Box]) -> tuple[int, bool, float]:
        box = item[1]
        return abs(box.page - page), box.page > page, max(box.top - base, base - box.bottom, 0.0)

    return min(((n, line.box) for n, block in enumerate(blocks) for line in block.lines), key=distance, default=(-1, None))[0]


def _is_lost(word: Word, grounds: Sequence[_Ground], view: View) -> bool:
    x, y = (word.box.left + word.box.right) / 2, (word.box.top + word.box.bottom) / 2
    behind = [g for g in grounds if g.box.left <= x <= g.box.right and g.box.top <= y <= g.box.bottom]
    if word.is_invisible:
        return not any(g.is_picture and _area(g.box) >= SCAN_SHARE * view.width * view.height for g in behind)
    if not behind:
        return True
    top = behind[-1]
    return top.colour is not None and word.colour is not None and is_unseen(word.colour, top.colour)


def _area(box: Box) -> float:
    return (box.right - box.left) * (box.bottom - box.top)


def _grounds(page: pypdfium2.PdfPage, view: View) -> Iterator[_Ground]:
    """What is painted on a page, from the bottom to the top."""
    for item, outer in drawn_objects(page):
        kind = pdfium.FPDFPageObj_GetType(item)
        if kind in (pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_SHADING):
            yield _Ground(view.box(*_bounds(item, outer)), None, kind == pdfium.FPDF_PAGEOBJ_IMAGE)
        elif kind == pdfium.FPDF_PAGEOBJ_PATH and (fill := _fill(item)):
            yield _Ground(view.box(*_bounds(item, outer)), fill[0], False)


def _fill(path: object) -> tuple[Colour | None] | None:
    """The colour that a path is filled with (None = a pattern); None when it is not filled."""
    fill, stroked = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(path, fill, stroked)
    if not fill.value:
        return None
    parts = [ctypes.c_uint() for _ in range(4)]
    if not pdfium.FPDFPageObj_GetFillColor(path, *parts):
        return (None,)
    red, green, blue, opacity = (part.value / 255 for part in parts)
    return ((red, green, blue),) if opacity >= LEAST_OPACITY else None


def _bounds(item: object, outer: Matrix) -> tuple[float, float, float, float]:
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    pdfium.FPDFPageObj_GetBounds(item, left, bottom, right, top)
    corners = [applied(outer, x.value, y.value) for x in (left, right) for y in (bottom, top)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)
