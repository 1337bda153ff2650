"""The ranges of a sheet whose ground is not that of their cells: tables with a style, and formats that hold on conditions."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

Range = tuple[int, int, int, int]
"""Left, top, right and bottom; columns count from 0, rows from 1."""

MOST = 5_000
"""Ranges that are kept. Text in the colour of its cell's ground in others is taken for hidden."""


@dataclass
class Painted:
    """Ranges that something paints. Cells are asked for in the order of their rows, and the ranges of one row are kept."""

    ranges: list[Range] = field(default_factory=list)

    def add(self, ranges: Iterable[Range | None]) -> None:
        """Add ranges, up to `MOST` in all."""
        self.ranges.extend([found for found in ranges if found][: MOST - len(self.ranges)])

    def outside(self, places: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Of some cells (column and row) those that no range holds, in the order of their rows."""
        breaks = sorted({row for _, top, _, bottom in self.ranges for row in (top, bottom + 1)})
        band, columns = -1, list[tuple[int, int]]()
        for column, row in sorted(places, key=lambda place: (place[1], place[0])):
            if (here := bisect_right(breaks, row)) != band:
                band, columns = here, _joined((left, right) for left, top, right, bottom in self.ranges if top <= row <= bottom)
            at = bisect_right(columns, column, key=lambda part: part[0]) - 1
            if at < 0 or columns[at][1] < column:
                yield column, row


def _joined(parts: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans of columns in order, those that overlap as one."""
    joined: list[tuple[int, int]] = []
    for left, right in sorted(parts):
        if joined and left <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], right))
        else:
            joined.append((left, right))
    return joined
