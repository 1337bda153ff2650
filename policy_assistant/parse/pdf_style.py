"""What is usual in one document: the size and weight of its text, the distance of its lines, the sizes of its headings."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import TypeVar

from policy_assistant.parse.hidden import Colour
from policy_assistant.parse.pdf_lines import PrintedLine

LARGER = 1.08
"""Times the size of the text: type from here on is set larger on purpose."""

TITLE_SIZE = 1.3
"""Times the size of the text: a title is at least this large."""

MIXED_SIZES = 0.88
"""Shares of the larger size: from here on two sizes may belong to one paragraph; a note is set smaller."""

HEADING_SIZES = 0.95
"""The same for two lines that are set larger than the text: nothing is mixed in headings, and the smaller one may be below the other."""

USUAL_PITCH = 1.2
"""Line distance over type size where a document has too few wrapped lines to measure it."""

PITCH_RANGE = (0.9, 2.6)
"""Shares of the type size: from solid to double-spaced. What is outside is not a distance between lines of a paragraph."""

ENOUGH_WRAPPED = 3
"""Wrapped lines needed to trust the distance below them."""

USUAL_SHARE = 0.15
"""A distance between lines that makes up less of them is an exception."""

WIDEST_UNPROVED = 1.5
"""Shares of the type size: without wrapped lines, a wider distance is taken for one between paragraphs."""

PARAGRAPH_GAP = 1.2
"""Times the usual distance of lines: a wider one parts paragraphs."""

MUCH = 0.3
"""The share of the text from which a look may be that of the body."""

MANY = 20
"""Lines: what fewer lines look like may be that of titles, however much of a short text they are."""

SAME_SIZE = 0.6
"""Points: sizes that differ by less are one size."""

OTHER_COLOUR = 0.25
"""How far a part of a colour, from 0 to 1, must be from that of the text to be seen as another."""


_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Style:
    """The usual style of a text; sizes and places in points.

    `pitch` is the distance of lines over the type size, `left` the edge that most lines start at, `right` the one that
    full lines reach. `colour` is that of most lines in one colour.
    """

    size: float
    bold: bool
    pitch: float
    left: float
    right: float
    colour: Colour | None = None

    def pitch_of(self, line: PrintedLine) -> float:
        """The distance, in points, at which lines of this size follow each other in a paragraph."""
        return self.pitch * line.size

    def left_of(self, line: PrintedLine) -> float:
        """The edge that text starts at where the line stands: its column's, or the usual one."""
        return line.column[0] if line.column else self.left

    def right_of(self, line: PrintedLine) -> float:
        """The edge that full lines reach where the line stands."""
        return line.column[1] if line.column else self.right

    def is_large(self, line: PrintedLine) -> bool:
        """Whether a line is set larger than the text."""
        return line.size > LARGER * self.size

    def are_alike(self, line: PrintedLine, other: PrintedLine) -> bool:
        """Whether two lines are of one size, or of two that are mixed in running text (such as fixed-width words)."""
        small, large = sorted((line.size, other.size))
        if large - small <= SAME_SIZE:
            return True
        mixed = HEADING_SIZES if self.is_large(line) else MIXED_SIZES
        return small >= mixed * large and self.is_large(line) == self.is_large(other)

    def is_coloured(self, line: PrintedLine) -> bool:
        """Whether a line is in a colour that is seen to be another than that of the text."""
        if line.colour is None or self.colour is None:
            return False
        return any(abs(part - usual) > OTHER_COLOUR for part, usual in zip(line.colour, self.colour, strict=True))

    def stands_out(self, line: PrintedLine) -> bool:
        """Whether a line is set like a heading: larger, or bold in a document that is not."""
        return self.is_large(line) or (line.bold and not self.bold and line.size > self.size - SAME_SIZE)


def style_of(lines: Sequence[PrintedLine]) -> Style:
    """The usual style of lines given in reading order."""
    if not lines:
        return Style(10.0, False, USUAL_PITCH, 0.0, 0.0)
    size, bold = _body(lines)
    body = [line for line in lines if abs(line.size - size) <= SAME_SIZE]
    left = _commonest(round(line.box.left) for line in body)
    right = max(line.box.right for line in body)
    colour = next((colour for colour, _ in Counter(line.colour for line in body).most_common() if colour), None)
    return Style(_commonest(line.size for line in body), bold, _pitch(body), float(left), right, colour)


def _body(lines: Sequence[PrintedLine]) -> tuple[float, bool]:
    """Size and weight of the body: the largest look that much of the text has, for code and tables may hold more of it, in smaller type."""
    looks = Counter(map(_look, _weighed(lines)))
    in_lines = Counter(map(_look, lines))
    much = [look for look, count in looks.items() if count >= MUCH * looks.total() and in_lines[look] >= MANY]
    return max(much) if much else looks.most_common(1)[0][0]


def _look(line: PrintedLine) -> tuple[float, bool]:
    return round(line.size * 2) / 2, line.bold


def levels_of(sizes: Iterable[float], first: int) -> dict[float, int]:
    """A level for each heading size: `first` for the largest, one more for each size that is clearly smaller."""
    levels: dict[float, int] = {}
    level, above = first - 1, float("inf")
    for size in sorted(set(sizes), reverse=True):
        if above - size > SAME_SIZE:
            level, above = level + 1, size
        levels[size] = level
    return levels


def fits_behind(line: PrintedLine, word_width: float, right: float) -> bool:
    """Whether a word would still have fitted at the end of a line: then the line was ended on purpose."""
    blank = line.size / 3
    return line.box.right + blank + word_width <= right


def _pitch(lines: Sequence[PrintedLine]) -> float:
    """Line distance over type size; best measured where a line was full, so that the next one must go on from it."""
    right = max(line.box.right for line in lines)
    pairs = [(above, below) for above, below in pairwise(lines) if above.page == below.page]
    wrapped = _distances(pair for pair in pairs if not fits_behind(pair[0], pair[1].first_width, _edge(pair[0], right)))
    if len(wrapped) >= ENOUGH_WRAPPED:
        return median(wrapped)
    return _smallest_usual(_distances(pairs))


def _edge(line: PrintedLine, right: float) -> float:
    return line.column[1] if line.column else right


def _distances(pairs: Iterable[tuple[PrintedLine, PrintedLine]]) -> list[float]:
    low, high = PITCH_RANGE
    distances = ((below.base - above.base) / above.size for above, below in pairs)
    return [distance for distance in distances if low <= distance <= high]


def _smallest_usual(distances: Sequence[float]) -> float:
    """The smallest distance that is no exception, unless it can only be one between paragraphs."""
    counts = Counter(round(distance, 1) for distance in distances)
    usual = [distance for distance, count in counts.items() if count >= USUAL_SHARE * len(distances)]
    return min(usual) if usual and min(usual) <= WIDEST_UNPROVED else USUAL_PITCH


def _weighed(lines: Iterable[PrintedLine]) -> Iterable[PrintedLine]:
    """Each line as often as it has tens of characters."""
    return (line for line in lines for _ in range(1 + len(line.text) // 10))


def _commonest(values: Iterable[_Value]) -> _Value:
    return Counter(values).most_common(1)[0][0]
