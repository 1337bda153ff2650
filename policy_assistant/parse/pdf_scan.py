"""Pages without a text layer: drawn, read by text recognition, and handed on as words, so that they become lines like any others."""

import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

import pypdfium2

from policy_assistant.blocks import Box, RawBlock
from policy_assistant.parse.pdf_view import View
from policy_assistant.parse.pdf_words import Word
from policy_assistant.parse.tesseract import SeenWord, recognise
from policy_assistant.spots import OCR, Spot

DPI = 300
"""What text recognition is trained for."""

MAX_PIXELS = 40_000_000
"""Larger pages (maps, plans) are drawn coarser."""

POINTS = 72
SAME_SIZE = 0.3
"""Lines whose height differs by less from the page's usual one have its size: what sets them apart is which letters they hold."""

SIZE_OF_LINE = 1.05
"""The type size for each point from the top of the highest letter of a line to the foot of the lowest."""

DESCENDING = frozenset("gjpqyçQ,;()[]{}|/_")
"""Letters that go below the line that the others stand on."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """A word that was recognised: where, how many letters, and how sure, in per cent."""

    box: Box
    letters: int
    sure: float


class Scan:
    """Reads pages that are pictures, and remembers what it recognised, and on which pages it failed."""

    def __init__(self, languages: Sequence[str]) -> None:
        self._languages = languages
        self.seen: dict[int, Sequence[Recognised]] = {}
        self.failed: list[int] = []

    def __call__(self, page: pypdfium2.PdfPage, view: View) -> Sequence[Word]:
        """The words of a page. Raises `MissingProgramError`."""
        try:
            words, self.seen[view.page] = recognised_words(page, view, self._languages)
        except (OSError, subprocess.SubprocessError):
            self.failed.append(view.page)
            return ()
        return words


def recognised_words(page: pypdfium2.PdfPage, view: View, languages: Sequence[str]) -> tuple[list[Word], list[Recognised]]:
    """The words that can be recognised on a page as it is displayed, and how sure they are. Raises as `recognise`."""
    scale = min(DPI / POINTS, (MAX_PIXELS / max(view.width * view.height, 1)) ** 0.5)
    bitmap = page.render(scale=scale, grayscale=True)
    try:
        seen = recognise(_rows(bitmap), bitmap.width, bitmap.height, languages, round(scale * POINTS))
    finally:
        bitmap.close()
    heights = [word.line_bottom - word.line_top for word in seen]
    usual = median(heights) if heights else 0.0
    words, places = [], []
    for line in _lines(seen):
        height = line[0].line_bottom - line[0].line_top
        size = SIZE_OF_LINE * (usual if abs(height - usual) <= SAME_SIZE * usual else height) / scale
        base = _base(line) / scale
        for word in line:
            box = Box(view.page, word.left / scale, word.top / scale, word.right / scale, word.bottom / scale)
            words.append(Word(word.text, box, base, size, False, (1.0, 0.0)))
            places.append(Recognised(box, len(word.text), word.sure))
    return words, places


def with_certainty(blocks: Iterable[RawBlock], seen: Mapping[int, Sequence[Recognised]]) -> list[RawBlock]:
    """The blocks; those with lines on recognised pages say in their spots how sure their text is: `OCR 91 %`."""
    return [_with_certainty(block, seen) if any(line.box.page in seen for line in block.lines) else block for block in blocks]


def _with_certainty(block: RawBlock, seen: Mapping[int, Sequence[Recognised]]) -> RawBlock:
    letters, sum_of_sure = 0, 0.0
    for line in block.lines:
        for word in seen.get(line.box.page, ()):
            if _holds(line.box, word.box):
                letters += word.letters
                sum_of_sure += word.letters * word.sure
    name = f"{OCR} {round(sum_of_sure / letters)} %" if letters else OCR
    return replace(block, spots=(*block.spots, Spot(0, len(block.text), name)))


def _holds(line: Box, word: Box) -> bool:
    x, y = (word.left + word.right) / 2, (word.top + word.bottom) / 2
    return line.left <= x <= line.right and line.top <= y <= line.bottom


def _rows(bitmap: pypdfium2.PdfBitmap) -> bytes:
    """The pixels without what fills up each row of the bitmap."""
    data, stride, width = bytes(bitmap.buffer), bitmap.stride, bitmap.width
    return data if stride == width else b"".join(data[row * stride : row * stride + width] for row in range(bitmap.height))


def _lines(words: Iterable[SeenWord]) -> list[list[SeenWord]]:
    lines: list[list[SeenWord]] = []
    for word in words:
        if lines and (lines[-1][0].line_top, lines[-1][0].line_bottom) == (word.line_top, word.line_bottom):
            lines[-1].append(word)
        else:
            lines.append([word])
    return lines


def _base(line: Sequence[SeenWord]) -> float:
    """The height, in pixels, that the letters of a line stand on."""
    standing = [word.bottom for word in line if not DESCENDING & set(word.text)]
    return median(standing) if standing else line[0].line_bottom - 0.2 * (line[0].line_bottom - line[0].line_top)
