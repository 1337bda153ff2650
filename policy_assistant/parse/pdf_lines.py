"""The printed lines of a page: words on one base line, cut into segments where a wide gap or a rule parts them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from policy_assistant.blocks import Box, clean
from policy_assistant.parse.hidden import Colour
from policy_assistant.parse.pdf_gutters import is_narrow_gutter, narrow_gutters
from policy_assistant.parse.pdf_rules import Rule
from policy_assistant.parse.pdf_view import enclosing
from policy_assistant.parse.pdf_words import Word

SAME_BASE = 0.3
"""Shares of the type size: words whose base lines differ by less stand on one line."""

SMALL_TYPE = 0.8
"""Shares of a neighbour's type size: smaller words at half height are its superscripts and subscripts."""

SCRIPT_REACH = 1.0
"""Shares of the type size: superscripts and subscripts are no further away from their word, or from each other."""

MARK_REACH = 6.0
"""Shares of the type size: the raised mark of a note is no further in front of its text."""

LONGEST_MARK = 3
"""Characters of such a mark."""

SEGMENT_GAP = 1.2
"""Shares of the type size: a wider gap is more than a blank between words, even in justified text."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Words of one line without a wide gap between them; sizes and places in points, as those of a `PrintedLine`.

    `colour` is that of all of its words, None if they differ. `is_doubtful` tells that only a gutter (`pdf_gutters`) parts it from the segment before.
    """

    text: str
    box: Box
    size: float
    bold: bool
    base: float
    first_right: float
    second_left: float
    is_doubtful: bool = False
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """The segments on one base line. Positions in points as displayed, `base` counted downwards.

    `first_right` is the end of the first word, `second_left` the start of the second (the end of the line, if none).
    `column` are the left and right edges of the column of text that the line stands in, None where the page has one. `colour` is
    that of all segments, None if they differ.
    """

    segments: tuple[Segment, ...]
    text: str
    box: Box
    base: float
    size: float
    bold: bool
    first_right: float
    second_left: float
    column: tuple[float, float] | None = None
    colour: Colour | None = None

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
    rows = _with_scripts(_rows(words))
    gutters = narrow_gutters(rows)
    return [_line(row, upright, gutters) for row in rows]


def line_of(segments: Sequence[Segment], like: PrintedLine, column: tuple[float, float] | None = None) -> PrintedLine:
    """The part of a line that is left when other segments of it were taken away, standing in `column`."""
    if len(segments) == len(like.segments):
        return replace(like, column=column) if column else like
    return _line_of(tuple(segments), column)


def rejoined(line: PrintedLine) -> PrintedLine:
    """The line with its doubtful segments joined to those before them: what seemed a gutter is none here."""
    if not any(segment.is_doubtful for segment in line.segments[1:]):
        return line
    segments = [line.segments[0]]
    for segment in line.segments[1:]:
        if segment.is_doubtful:
            segments[-1] = _joined(segments[-1], segment)
        else:
            segments.append(segment)
    return _line_of(tuple(segments), line.column)


def _joined(left: Segment, right: Segment) -> Segment:
    size = _main_size((left, right))
    main = max((left, right), key=lambda part: (part.size, len(part.text)))
    second = right.box.left if left.second_left == left.box.right else left.second_left
    text, box = clean(f"{left.text} {right.text}"), enclosing((left.box, right.box))
    return Segment(text, box, size, left.bold and right.bold, main.base, left.first_right, second, left.is_doubtful, _common((left, right)))


def _line_of(segments: tuple[Segment, ...], column: tuple[float, float] | None = None) -> PrintedLine:
    first, main = segments[0], max(segments, key=lambda part: (part.size, len(part.text)))
    text = clean(" ".join(part.text for part in segments))
    has_one_word = first.second_left == first.box.right
    second = segments[1].box.left if has_one_word and len(segments) > 1 else first.second_left
    box, bold = enclosing(part.box for part in segments), all(part.bold for part in segments)
    return PrintedLine(segments, text, box, main.base, _main_size(segments), bold, first.first_right, second, column, _common(segments))


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
        if not merged:
            merged.append(list(row))
        elif _may_be_scripts(row, merged[-1]):
            scripts, others = _parted_by_distance(row, merged[-1])
            merged[-1].extend(scripts)
            merged += [others] if others else []
        elif _may_be_scripts(merged[-1], row):
            scripts, others = _parted_by_distance(merged.pop(), row)
            merged += [others] if others else []
            merged.append([*scripts, *row])
        else:
            merged.append(list(row))
    return merged


def _may_be_scripts(row: list[Word], main: list[Word]) -> bool:
    largest = max(main, key=lambda word: word.size)
    if max(word.size for word in row) > SMALL_TYPE * largest.size:
        return False
    top, bottom = largest.base - largest.size, largest.base
    return all(top <= word.base - word.size / 4 <= bottom for word in row)


def _parted_by_distance(row: Iterable[Word], main: Sequence[Word]) -> tuple[list[Word], list[Word]]:
    """The small words that stand beside larger ones, or beside each other so, and those of something else at this height."""
    row = list(row)
    larger = max(word.size for word in row) / SMALL_TYPE
    if len(row) == 1 and _is_mark_before(row[0], main):
        return row, []
    reaches = [
        (word.box.left - SCRIPT_REACH * word.size, word.box.right + SCRIPT_REACH * word.size) for word in main if word.size >= larger
    ]
    scripts: list[Word] = []
    others: list[Word] = []
    for word in sorted(row, key=lambda word: word.box.left):
        if any(word.box.left <= right and word.box.right >= left for left, right in reaches):
            scripts.append(word)
            reaches.append((word.box.left, word.box.right + SCRIPT_REACH * word.size))
        else:
            others.append(word)
    return scripts, others


def _is_mark_before(word: Word, main: Iterable[Word]) -> bool:
    return len(word.text) <= LONGEST_MARK and 0 <= min(other.box.left for other in main) - word.box.right <= MARK_REACH * word.size


def _line(row: list[Word], upright: Sequence[Rule], gutters: Sequence[float]) -> PrintedLine:
    words = sorted(row, key=lambda word: word.box.left)
    return _line_of(tuple(_segments(words, upright, gutters)))


def _segments(words: list[Word], upright: Sequence[Rule], gutters: Sequence[float]) -> Iterator[Segment]:
    for part in _parted(words, upright):
        start = 0
        for index in range(1, len(part)) if gutters else ():
            if is_narrow_gutter(part[index - 1], part[index], gutters):
                yield _segment(part[start:index], is_doubtful=start > 0)
                start = index
        yield _segment(part[start:], is_doubtful=start > 0)


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


def _segment(words: list[Word], *, is_doubtful: bool) -> Segment:
    size = _commonest_size((word.size, len(word.text)) for word in words)
    first, main = words[0], max(words, key=lambda word: (word.size, len(word.text)))
    second = words[1].box.left if len(words) > 1 else first.box.right
    text = clean(" ".join(word.text for word in words))
    box, bold = enclosing(word.box for word in words), all(word.bold for word in words)
    return Segment(text, box, size, bold, main.base, first.box.right, second, is_doubtful, _common(words))


def _common(parts: Iterable[Word | Segment]) -> Colour | None:
    colours = {part.colour for part in parts}
    return colours.pop() if len(colours) == 1 else None


def _main_size(segments: Iterable[Segment]) -> float:
    return _commonest_size((part.size, len(part.text)) for part in segments)


def _commonest_size(weighted: Iterable[tuple[float, int]]) -> float:
    """The size that most characters have, to a tenth of a point."""
    counts: dict[float, int] = {}
    for size, characters in weighted:
        counts[round(size, 1)] = counts.get(round(size, 1), 0) + characters
    return max(counts, key=lambda size: counts[size])
