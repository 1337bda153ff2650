"""A long run of lines to parts under the limit: cut between statements, and between lines only where one is too long."""

from collections.abc import Iterator, Mapping
from math import ceil
from typing import TYPE_CHECKING

from policy_assistant.parse.code.limits import Lines
from policy_assistant.parse.code.syntax import last_row

if TYPE_CHECKING:
    from tree_sitter import Node

MAX_DEPTH = 40


def split(lines: Lines, first: int, last: int, levels: Mapping[int, int]) -> list[tuple[int, int]]:
    """The parts of the rows first..last, about equally long.

    `levels` are the rows that may begin a part: the lower its number, the better the cut.
    """
    total = lines.share(first, last)
    aim = total / ceil(total)
    parts: list[tuple[int, int]] = []
    for start, end in _atoms(lines, first, last, levels):
        if parts and lines.share(parts[-1][0], end) <= 1 and lines.share(*parts[-1]) < aim:
            parts[-1] = (parts[-1][0], end)
        else:
            parts.append((start, end))
    return parts


def statement_levels(root: "Node", lines: Lines, above: frozenset[int]) -> dict[int, int]:
    """The rows on which a statement begins, and how deep it stands; a comment begins with the statement that it is above.

    Only nodes that are too long for one piece are entered.
    """
    levels: dict[int, int] = {}
    waiting = [(root, 0)]
    while waiting:
        node, depth = waiting.pop()
        row = node.start_point.row if depth else -1
        for child in node.children:
            if child.start_point.row > row and child.start_point.row - 1 not in above:
                levels.setdefault(child.start_point.row, depth)
            row = max(row, last_row(child))
            if depth < MAX_DEPTH and child.child_count and lines.share(child.start_point.row, last_row(child)) > 1:
                waiting.append((child, depth + 1))
    return levels


def _atoms(lines: Lines, first: int, last: int, levels: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """The parts that are cut no further, in order: each under the limit, or one line."""
    waiting = [(first, last)]
    while waiting:
        start, end = waiting.pop()
        if start == end or lines.share(start, end) <= 1:
            yield start, end
            continue
        best = min((levels[row] for row in range(start + 1, end + 1) if row in levels), default=None)
        cuts = [row for row in range(start + 1, end + 1) if levels.get(row) == best]
        waiting.extend(reversed(list(zip([start, *cuts], [*(cut - 1 for cut in cuts), end], strict=True))))
