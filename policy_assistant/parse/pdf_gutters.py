"""Gutters between columns of text that are hardly wider than a blank: found where many rows of a page have room at one place."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from policy_assistant.parse.pdf_words import Word

NARROWEST_GUTTER = 0.7
"""Shares of the type size: what parts columns of text is at least this wide; blanks of justified text seldom are."""

NARROWEST_COLUMN = 10.0
"""Shares of the type size: narrower text beside a gap is a number, a mark or a cell, not a column."""

WIDEST_DOUBTFUL = 1.3
"""Shares of the type size: a wider gap parts the words of a line by itself."""

STEP = 2.0
"""Points: the places that gutters are looked for at."""

FEWEST_ROWS = 6
"""Rows with room at one place that it takes to see a gutter there; blanks under each other by chance are fewer."""

LEAST_SHARE = 0.4
"""Shares of the rows that reach over a place: so many have room at a gutter, the others are set over both columns."""


def narrow_gutters(rows: Sequence[Sequence[Word]]) -> list[float]:
    """The places, in points from the left, where enough rows of words have a gap that is doubtful by its width."""
    ordered = [sorted(row, key=lambda word: word.box.left) for row in rows]
    free: Counter[int] = Counter()
    doubtful = 0
    for row in ordered:
        for left, right in pairwise(row):
            gap, size = right.box.left - left.box.right, max(left.size, right.size)
            room = min(left.box.right - row[0].box.left, row[-1].box.right - right.box.left)
            if gap >= NARROWEST_GUTTER * size and room >= NARROWEST_COLUMN * size:
                doubtful += gap <= WIDEST_DOUBTFUL * size
                free.update(range(int(left.box.right / STEP) + 1, int(right.box.left / STEP) + 1))
    if doubtful < FEWEST_ROWS:
        return []
    reaches = [(row[0].box.left, row[-1].box.right) for row in ordered if row]
    return [place * STEP for place, count in free.items() if count >= max(FEWEST_ROWS, LEAST_SHARE * _over(reaches, place * STEP))]


def is_narrow_gutter(left: Word, right: Word, gutters: Sequence[float]) -> bool:
    """Whether one of these gutters lies between two words of a line, and they are far enough apart."""
    if right.box.left - left.box.right < NARROWEST_GUTTER * max(left.size, right.size):
        return False
    return any(left.box.right <= at <= right.box.left for at in gutters)


def _over(reaches: Sequence[tuple[float, float]], place: float) -> int:
    """The number of rows with text on both sides of a place."""
    return sum(left < place < right for left, right in reaches)
