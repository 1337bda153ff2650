"""A process that looks at pages of a PDF for its parent: `python -m policy_assistant.view.render`, see `child`.

Its input is one line of JSON that says what to do, then the bytes of the file; its output the answer. A file that pdfium
cannot live with ends this process and no other.
"""

import ctypes
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

import pypdfium2
import pypdfium2.raw as pdfium

from policy_assistant.blocks import Box
from policy_assistant.child_process import limit, own_output
from policy_assistant.parse.pdf_fields import Annotated, opened_page
from policy_assistant.parse.pdf_hidden import unseen_words
from policy_assistant.parse.pdf_repair import open_document
from policy_assistant.parse.pdf_view import View
from policy_assistant.parse.pdf_words import BLANKS, Word, read_words, whole_character

MAX_WIDTH, MAX_HEIGHT = 2_000, 3_000
"""Pixels of a picture."""

MAX_MEMORY = 1 << 30
"""Bytes that the process may take, where the system can limit it."""

MAX_SECONDS = 30
"""Seconds of work, where the system can limit them; the parent waits for fewer."""

CANNOT = 3
"""The exit code for a page that cannot be read."""

SLACK = 0.5
"""Points: a word lies in a box that is so much larger."""

Glyph = tuple[str, float, float, float, float]
"""A printed character: what it is, and left, top, right, bottom of its ink."""


def main() -> int:
    """Answer one request."""
    limit(memory=MAX_MEMORY, seconds=MAX_SECONDS)
    answers = own_output()
    request = json.loads(sys.stdin.buffer.readline())
    try:
        document, _ = open_document(sys.stdin.buffer.read())
        if request["do"] == "draw":
            draw(document, request["page"], request["width"], answers)
        else:
            answers.write(json.dumps([looked_at(document, page, boxes) for page, boxes in request["pages"]]).encode())
    except (pypdfium2.PdfiumError, MemoryError, IndexError):
        return CANNOT
    answers.flush()
    return 0


def draw(document: pypdfium2.PdfDocument, number: int, width: int, answers: BinaryIO) -> None:
    """Write a page as a PNG picture so many pixels wide, less where it would be too high."""
    with opened_page(document, number) as (page, _):
        scale = min(min(width, MAX_WIDTH) / page.get_width(), MAX_HEIGHT / page.get_height())
        page.render(scale=scale).to_pil().convert("RGB").save(answers, "PNG", compress_level=6)


def looked_at(document: pypdfium2.PdfDocument, number: int, boxes: Sequence[Sequence[float]]) -> dict[str, Any]:
    """The size of a page as displayed, and the characters in each box (left, top, right, bottom) in reading order."""
    with opened_page(document, number) as (page, annotated):
        view = View.of(page, number)
        found = {"page": number, "width": view.width, "height": view.height, "glyphs": [[] for _ in boxes]}
        if boxes:
            words = _words(page, view, annotated)
            found["glyphs"] = [_inside(words, Box(number, *box)) for box in boxes]
        return found


def _words(page: pypdfium2.PdfPage, view: View, annotated: Annotated) -> list[tuple[Word, list[Glyph]]]:
    """The words of a page that can be seen, each with its characters."""
    textpage = page.get_textpage()
    words = list(read_words(textpage, view))
    glyphs = _glyphs(textpage, view)
    spelled = [(word, [next(glyphs) for _ in word.text]) for word in words]
    gone = unseen_words(page, view, words) | annotated.replaced(words, view)
    signs = [(sign, [(sign.text, sign.box.left, sign.box.top, sign.box.right, sign.box.bottom)]) for sign in annotated.signs(view)]
    return [pair for place, pair in enumerate(spelled) if place not in gone] + signs


def _glyphs(textpage: pypdfium2.PdfTextPage, view: View) -> Iterator[Glyph]:
    """The characters that words are made of, in the order of the file."""
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    for index in range(textpage.count_chars()):
        code = pdfium.FPDFText_GetUnicode(textpage.raw, index)
        if 0xD800 <= code <= 0xDFFF:
            code = whole_character(textpage.raw, index)
        if code and code not in BLANKS:
            pdfium.FPDFText_GetCharBox(textpage.raw, index, left, right, bottom, top)
            box = view.box(left.value, bottom.value, right.value, top.value)
            yield chr(code), box.left, box.top, box.right, box.bottom


def _inside(words: Sequence[tuple[Word, list[Glyph]]], box: Box) -> list[Glyph]:
    """The characters of the words in a box, in the direction that they run."""
    found = [(word, glyphs) for word, glyphs in words if _holds(box, word.box)]
    found.sort(key=lambda pair: _along(pair[0]))
    return [(char, *glyph[1:]) for word, glyphs in found for char, glyph in zip(word.text, glyphs, strict=True)]


def _holds(outer: Box, inner: Box) -> bool:
    return (
        outer.left - SLACK <= inner.left
        and inner.right <= outer.right + SLACK
        and outer.top - SLACK <= inner.top
        and inner.bottom <= outer.bottom + SLACK
    )


def _along(word: Word) -> float:
    """How far along its direction a word begins."""
    (x, y), box = word.direction, word.box
    return min(x * box.left, x * box.right) + min(y * box.top, y * box.bottom)


if __name__ == "__main__":
    sys.exit(main())
