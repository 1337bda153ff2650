"""Paragraphs that go on behind what stands in their way: a picture or a table at the top of the next page or column, notes, heads.

Such things are set where they find room. In reading order they stand behind the paragraph that they interrupt.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from policy_assistant.blocks import Box, Line, RawBlock
from policy_assistant.parse.pdf_paragraphs import CLOSING, SENTENCE_ENDS

MOST_BETWEEN = 10
"""Blocks between the two parts of a paragraph; more are a page of their own."""

LONGEST = 500
"""Characters: longer text is no caption, note or running head."""

ROOM = 3.0
"""Times the height of a line: one that ends further from the edge of its paragraph was ended on purpose."""

ALIKE = 0.87
"""Shares of the height of lines: both parts are set in one size."""

FEWEST_WORDS = 8
"""Words of the first part; fewer are an entry, a label or a line of a program."""

FAR = 2.0
"""Times the height of a line: print of the text's size under it that is so far away is at the foot of the page."""

PROSE = 0.75
"""Shares of the words that are nothing but letters and the marks around them; programs and lists of numbers have fewer."""

FULL_SHARE = 0.7
"""Shares of the lines that reach the right edge; the lines of a program end where they like."""

_CAPTION = re.compile(
    r"(?:fig|tab|abb|bild|photo|plate|list|alg|sch[eé]ma|graph|chart|diagram|grafik|cuadro)[^\W\d_]*\.?\s*\d", re.IGNORECASE
)
"""How captions begin, in most languages: a word of one of these kinds and a number."""

_WORD = re.compile(r"[(\[\"'\u2018\u201c\u00ab]*[^\W\d_]+(?:['\u2019-][^\W\d_]+)*-?[.,;:!?)\]\"'\u2019\u201d\u00bb]*")


def joined_over_floats(blocks: Sequence[RawBlock]) -> list[RawBlock]:
    """The blocks, the two parts of a paragraph made one where other things stand between them, which then follow it."""
    edges = _Edges(blocks)
    waiting, whole = list(reversed(blocks)), []
    while waiting:
        block = waiting.pop()
        while (place := _rest(block, waiting[: -MOST_BETWEEN - 2 : -1], edges)) is not None:
            block = _joined(block, waiting.pop(-1 - place))
        whole.append(block)
    return whole


def _rest(block: RawBlock, following: Sequence[RawBlock], edges: "_Edges") -> int | None:
    """The place, in the blocks that follow, of the one that goes on from a block behind something else."""
    if not _is_open(block, edges):
        return None
    for place, other in enumerate(following[: MOST_BETWEEN + 1]):
        if place and _goes_on(block, other, edges):
            between = following[:place]
            return place if _are_floats(between, block, other) else None
        if not other.lines or (other.kind != "table" and len(other.text) > LONGEST):
            return None
    return None


class _Edges:
    """The right edge that full lines reach, on each page and from each left edge on."""

    def __init__(self, blocks: Iterable[RawBlock]) -> None:
        self._lines: dict[int, list[Box]] = {}
        for block in blocks:
            for line in block.lines if block.kind == "text" else ():
                self._lines.setdefault(line.box.page, []).append(line.box)

    def full_share(self, boxes: Sequence[Box]) -> float:
        """The share of lines that reach the edge of the lines above and below them."""
        return sum(self._is_full(box) for box in boxes) / len(boxes)

    def _is_full(self, box: Box) -> bool:
        column = sorted(other.right for other in self._lines.get(box.page, ()) if other.left < box.right and other.right > box.left)
        edge = column[len(column) * 3 // 4] if column else box.right
        return box.right >= edge - ROOM * (box.bottom - box.top)


def _is_open(block: RawBlock, edges: _Edges) -> bool:
    """Whether a paragraph ends in the middle of a sentence, in a line that is full."""
    if block.kind != "text" or len(block.lines) < 2 or block.text.rstrip(CLOSING).endswith(SENTENCE_ENDS):
        return False
    boxes = [line.box for line in block.lines]
    is_full = edges.full_share(boxes[-1:]) == 1 and edges.full_share(boxes) >= FULL_SHARE
    return is_full and len(block.text.split()) >= FEWEST_WORDS and _is_prose(block.text)


def _is_prose(text: str) -> bool:
    words = text.split()
    return sum(_WORD.fullmatch(word) is not None for word in words) >= PROSE * len(words)


def _goes_on(block: RawBlock, other: RawBlock, edges: _Edges) -> bool:
    """Whether a text starts in the middle of a sentence, in a column or page behind the block's, in the same size."""
    if other.kind != "text" or "\n" in other.text or not other.lines or not (other.text[:1].islower() and _is_prose(other.text)):
        return False
    above, below = block.lines[-1].box, other.lines[0].box
    is_next_column = below.page == above.page and below.top < above.top and below.left >= above.right
    if not (is_next_column or below.page == above.page + 1):
        return False
    small, large = sorted((_height(block), _height(other)))
    boxes = [line.box for line in other.lines[:-1]]
    return small >= ALIKE * large and (edges.full_share(boxes) >= FULL_SHARE if boxes else other.text.endswith(SENTENCE_ENDS))


def _are_floats(between: Sequence[RawBlock], block: RawBlock, other: RawBlock) -> bool:
    """Whether all stand under the first part, small or far from it, or over the second, with a table, small print or a caption."""
    above, below = block.lines[-1].box, other.lines[0].box
    boxes = [line.box for item in between for line in item.lines]
    if not all(_is_under(box, above, below) or _is_over(box, below) for box in boxes):
        return False
    over = [item for item in between if _is_over(item.lines[-1].box, below)]
    small = ALIKE * _height(other)
    under = [item for item in between if not _is_over(item.lines[0].box, below)]
    if not all(_height(item) < small or item.lines[0].box.top - above.bottom > FAR * _height(block) for item in under):
        return False
    return not over or any(item.kind == "table" or _CAPTION.match(item.text) or _height(item) < small for item in over)


def _is_under(box: Box, above: Box, below: Box) -> bool:
    is_beside = below.page == above.page and box.left > below.left
    return box.page == above.page and box.bottom > above.bottom and not is_beside


def _is_over(box: Box, below: Box) -> bool:
    return box.page == below.page and box.top < below.top


def _height(block: RawBlock) -> float:
    heights = sorted(line.box.bottom - line.box.top for line in block.lines)
    return heights[len(heights) // 2]


def _joined(block: RawBlock, rest: RawBlock) -> RawBlock:
    """Both as one paragraph, a word divided between them mended."""
    is_divided = block.text.endswith("-") and block.text[-2:-1].isalpha()
    lines = list(block.lines)
    if is_divided:
        lines[-1] = Line(lines[-1].start, lines[-1].end - 1, lines[-1].box)
    text = block.text[:-1] if is_divided else f"{block.text} "
    flags = tuple(dict.fromkeys(block.flags + rest.flags))
    return replace(block, text=text + rest.text, lines=(*lines, *_moved(rest.lines, len(text))), flags=flags)


def _moved(lines: Sequence[Line], by: int) -> Iterator[Line]:
    return (Line(line.start + by, line.end + by, line.box) for line in lines)
