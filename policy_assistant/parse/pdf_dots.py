"""Bullets that are drawn, not written: browsers print the dots and squares of lists as small filled figures."""

from collections.abc import Iterator, Sequence

import pypdfium2
import pypdfium2.raw as pdfium

from policy_assistant.blocks import Box
from policy_assistant.parse.pdf_rules import MAX_OBJECTS
from policy_assistant.parse.pdf_view import View
from policy_assistant.parse.pdf_words import BULLET, Word

SMALLEST, LARGEST = 0.15, 0.7
"""Shares of the type size: a smaller figure is a speck, a larger one a picture."""

ROUNDNESS = 0.75
"""A bullet's shorter side is at least this share of its longer one."""

REACH = 2.5
"""Shares of the type size: a figure further to the left of a word is not its bullet."""

LARGEST_POINTS = 15.0
"""Points: larger figures are not looked at, whatever the type size."""


def drawn_bullets(page: pypdfium2.PdfPage, view: View, words: Sequence[Word]) -> Iterator[Word]:
    """A bullet, as a word, for each small figure that stands right before the first word of a line."""
    for figure in _figures(page, view):
        word = _first_word(figure, words)
        if word is not None:
            yield Word(BULLET, figure, word.base, word.size, word.bold, word.direction)


def _figures(page: pypdfium2.PdfPage, view: View) -> Iterator[Box]:
    """The small compact filled figures of a page."""
    count = pdfium.FPDFPage_CountObjects(page)
    if count > MAX_OBJECTS:
        return
    for item in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=1):
        box = view.box(*item.get_bounds())
        short, long = sorted((box.right - box.left, box.bottom - box.top))
        if 0 < long <= LARGEST_POINTS and short >= ROUNDNESS * long:
            yield box


def _first_word(figure: Box, words: Sequence[Word]) -> Word | None:
    """The word that the figure stands before, if it is the nearest on its line and nothing stands to the figure's left."""
    middle = (figure.top + figure.bottom) / 2
    row = [word for word in words if word.base - word.size <= middle <= word.base and word.direction == (1.0, 0.0)]
    nearest = min(row, key=lambda word: word.box.left, default=None)
    if nearest is None or not 0 < nearest.box.left - figure.right <= REACH * nearest.size:
        return None
    return nearest if SMALLEST * nearest.size <= figure.bottom - figure.top <= LARGEST * nearest.size else None
