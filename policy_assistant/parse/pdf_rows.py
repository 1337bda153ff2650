"""Rows of a ruled table that no rule parts: many tables have upright rules and one below the head, and nothing else."""

from collections.abc import Sequence
from itertools import pairwise

from policy_assistant.parse.pdf_lines import Segment

FEWEST_ROWS = 3
"""Lines in two cells, each at the height of one in the other, that it takes to see rows in them."""

SAME_HEIGHT = 0.3
"""Shares of the type size: base lines that differ by less are one row's."""

CONTINUED = 0.25
"""Shares of the lines: where more start with a small letter, they are the wrapped lines of one cell."""

Cells = Sequence[list[Segment]]


def parted_rows(row: Cells) -> list[Cells]:
    """The row, or the rows in it: every line of a cell stands beside one of another cell, and none goes on from the one above."""
    heights = _heights(row)
    if len(heights) < FEWEST_ROWS or not _has_rows(row, heights):
        return [row]
    return [[[part for part in cell if _is_at(part, height)] for cell in row] for height in heights]


def _heights(row: Cells) -> list[float]:
    """The base lines in the row, from the top."""
    heights: list[float] = []
    for segment in sorted((part for cell in row for part in cell), key=lambda part: part.base):
        if not heights or not _is_at(segment, heights[-1]):
            heights.append(segment.base)
    return heights


def _has_rows(row: Cells, heights: Sequence[float]) -> bool:
    filled = [cell for cell in row if cell]
    if len(filled) < 2 or any(not _is_full(cell, heights) for cell in filled):
        return False
    following = [part.text[:1] for cell in filled for part in cell if part.base > heights[0] + part.size]
    return sum(letter.islower() for letter in following) <= CONTINUED * len(following)


def _is_full(cell: Sequence[Segment], heights: Sequence[float]) -> bool:
    """Whether a cell has one piece of text at nearly every height."""
    places = sorted(part.base for part in cell)
    is_double = any(below - above < SAME_HEIGHT * cell[0].size for above, below in pairwise(places))
    return not is_double and len(cell) >= len(heights) - len(heights) // FEWEST_ROWS


def _is_at(segment: Segment, height: float) -> bool:
    return abs(segment.base - height) <= SAME_HEIGHT * segment.size
