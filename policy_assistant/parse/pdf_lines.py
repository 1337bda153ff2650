"""The printed lines of a page: words on one base line, cut into segments where a wide gap or a rule parts them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from policy_assistant.blocks import Box, clean
from policy_assistant.parse.pdf_rules import Rule
from policy_assistant.parse.pdf_view import enclosing
from policy_assistant.parse.pdf_words import Word

SAME_BASE = 0.3
"""Shares of the type size: words whose base lines differ by less stand on one line."""

SMALL_TYPE = 0.8
"""Shares of a neighbour's type size: smaller words at half height are its superscripts and subscripts."""

SEGMENT_GAP = 1.2
"""Shares of the type size: a wider gap is more than a blank between words, even in justified text."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Words of one line without a wide gap between them; sizes in points."""

    text: str
    box: Box
    size: float
    bold: bool


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """The segments on one base line. Positions in points as displayed, `base` counted downwards.

    `first_right` is the end of the first word, `second_left` the start of the second (the end of the line, if none).
    """

    segments: tuple[Segment, ...]
    text: str
    box: Box
    base: float
    size: float
    bold: bool
    first_right: float
    second_left: float

    @property
    def page(self) -> int:
        """The page's number, from 1."""
        return self.box.page

    @property
    def first_width(self) -> float:
        """The width of the first word."""
        return self.first_right - self.box.left


def printed_lines(words: Iterable[Word], upright: Sequence[Rule]) -> list[PrintedLine]:
    """The lines of one page from top to bottom; upright rules part words like a wide gap does."""
    return [_line(row, upright) for row in _with_scripts(_rows(words))]


def line_of(segments: Sequence[Segment], like: PrintedLine) -> PrintedLine:
    """The part of a line that is left when other segments of it were taken away."""
    text, box = " ".join(part.text for part in segments), enclosing(part.box for part in segments)
    size, bold = _main_size(segments), all(part.bold for part in segments)
    if segments[0] is like.segments[0]:
        return PrintedLine(tuple(segments), text, box, like.base, size, bold, like.first_right, min(like.second_left, box.right))
    return PrintedLine(tuple(segments), text, box, like.base, size, bold, segments[0].box.right, box.right)


def _rows(words: Iterable[Word]) -> list[list[Word]]:
    """Words by base line, from top to bottom."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.base):
        if rows and word.base - rows[-1][0].base <= SAME_BASE * min(word.size, rows[-1][0].size):
            rows[-1].append(word)
        else:
            rows.append([word])
    return rows


def _with_scripts(rows: Iterable[list[Word]]) -> list[list[Word]]:
    """Rows of small raised or lowered words put into the row that they belong to."""
    merged: list[list[Word]] = []
    for row in rows:
        if merged and (_is_script_of(row, merged[-1]) or _is_script_of(merged[-1], row)):
            merged[-1].extend(row)
        else:
            merged.append(list(row))
    return merged


def _is_script_of(row: list[Word], main: list[Word]) -> bool:
    largest = max(main, key=lambda word: word.size)
    if max(word.size for word in row) > SMALL_TYPE * largest.size:
        return False
    top, bottom = largest.base - largest.size, largest.base
    return all(top <= word.base - word.size / 4 <= bottom for word in row)


def _line(row: list[Word], upright: Sequence[Rule]) -> PrintedLine:
    words = sorted(row, key=lambda word: word.box.left)
    segments = tuple(_segment(part) for part in _parted(words, upright))
    main = max(words, key=lambda word: (word.size, len(word.text)))
    second = words[1].box.left if len(words) > 1 else words[0].box.right
    return PrintedLine(
        segments,
        clean(" ".join(part.text for part in segments)),
        enclosing(part.box for part in segments),
        main.base,
        _main_size(segments),
        all(word.bold for word in words),
        words[0].box.right,
        second,
    )


def _parted(words: list[Word], upright: Sequence[Rule]) -> Iterator[list[Word]]:
    crossing = [rule.at for rule in upright if rule.start <= words[0].base - words[0].size / 4 <= rule.end]
    part = [words[0]]
    for left, right in pairwise(words):
        if _is_gap(left, right) or any(left.box.right - 1 <= at <= right.box.left + 1 for at in crossing):
            yield part
            part = []
        part.append(right)
    yield part


def _is_gap(left: Word, right: Word) -> bool:
    return right.box.left - left.box.right > SEGMENT_GAP * max(left.size, right.size)


def _segment(words: list[Word]) -> Segment:
    size = _commonest_size((word.size, len(word.text)) for word in words)
    text = clean(" ".join(word.text for word in words))
    return Segment(text, enclosing(word.box for word in words), size, all(word.bold for word in words))


def _main_size(segments: Iterable[Segment]) -> float:
    return _commonest_size((part.size, len(part.text)) for part in segments)


def _commonest_size(weighted: Iterable[tuple[float, int]]) -> float:
    """The size that most characters have, to a tenth of a point."""
    counts: dict[float, int] = {}
    for size, characters in weighted:
        counts[round(size, 1)] = counts.get(round(size, 1), 0) + characters
    return max(counts, key=lambda size: counts[size])
