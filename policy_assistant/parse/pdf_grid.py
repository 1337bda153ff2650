"""Ruled tables: rules that cross make a grid, and every piece of text belongs to the cell that it is printed in."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from policy_assistant.blocks import Box
from policy_assistant.parse.pdf_lines import PrintedLine, Segment, line_of
from policy_assistant.parse.pdf_rows import parted_rows
from policy_assistant.parse.pdf_rules import Rule, Rules
from policy_assistant.parse.pdf_tables import Table, table_of

CROSSING = 3.0
"""Points: rules that end so near each other are meant to meet."""

NARROWEST = 4.0
"""Points: edges nearer to each other are a double line, not a column or a row."""

MOST_JOINED = 0.5
"""Shares of the pieces of text: if more stand in joined cells, it is a form or a drawing, and nothing is said twice."""

MAX_RULES = 1_000
"""More rules on one page are hatching or a chart; they are not searched for tables."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Edges of columns (x) and rows (height), ascending, and the rules that really part them."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    rules: Rules
    page: int

    @property
    def box(self) -> Box:
        """The outline."""
        return Box(self.page, self.xs[0], self.ys[0], self.xs[-1], self.ys[-1])

    def holds(self, segment: Segment) -> bool:
        """Whether the middle of a piece of text lies inside the outline."""
        x, y = _middle(segment)
        return self.xs[0] <= x <= self.xs[-1] and self.ys[0] <= y <= self.ys[-1]

    def cells(self, segment: Segment) -> list[tuple[int, int]]:
        """Rows and columns of a piece of text: all cells that no rule parts; of a row that is one cell, the first."""
        x, y = _middle(segment)
        row, column = _index(self.ys, y), _index(self.xs, x)
        columns = self._joined(column, len(self.xs) - 2, lambda edge: _parts(self.rules.upright, self.xs[edge], self._height(row)))
        rows = self._joined(row, len(self.ys) - 2, lambda edge: _parts(self.rules.level, self.ys[edge], self._across(columns[0])))
        if len(columns) == len(self.xs) - 1:
            columns = columns[:1]
        return [(row, column) for row in rows for column in columns]

    def cuts(self, segment: Segment) -> bool:
        """Whether an upright rule runs through a piece of text: then the rules are not those of the text's columns."""
        box, height = segment.box, _middle(segment)[1]
        return any(box.left + CROSSING < rule.at < box.right - CROSSING and rule.start <= height <= rule.end for rule in self.rules.upright)

    def _joined(self, place: int, last: int, is_parted: Callable[[int], bool]) -> list[int]:
        """The places around one that no rule parts from it; `is_parted` tells of an edge by its number."""
        first, end = place, place
        while first and not is_parted(first):
            first -= 1
        while end < last and not is_parted(end + 1):
            end += 1
        return list(range(first, end + 1))

    def _height(self, row: int) -> float:
        return (self.ys[row] + self.ys[row + 1]) / 2

    def _across(self, column: int) -> float:
        return (self.xs[column] + self.xs[column + 1]) / 2


def ruled_tables(lines: Sequence[PrintedLine], rules: Rules) -> tuple[list[Table], list[PrintedLine]]:
    """The ruled tables of one page, and the lines that stand outside them."""
    if not lines:
        return [], []
    tables = []
    rest = list(lines)
    for grid in grids(rules, lines[0].page):
        table = _filled(grid, rest)
        if table is not None:
            tables.append(table)
            rest = [line for line in (_outside(line, grid) for line in rest) if line is not None]
    return tables, rest


def grids(rules: Rules, page: int) -> list[Grid]:
    """Every group of crossing rules that makes at least two columns."""
    if len(rules.level) + len(rules.upright) > MAX_RULES:
        return []
    found = []
    for level, upright in _groups(rules):
        xs = _edges([rule.at for rule in upright] + [end for rule in level for end in (rule.start, rule.end)])
        ys = _edges([rule.at for rule in level] + [end for rule in upright for end in (rule.start, rule.end)])
        if len(xs) >= 3 and len(ys) >= 2:
            found.append(Grid(xs, ys, Rules(tuple(level), tuple(upright)), page))
    return found


def _groups(rules: Rules) -> list[tuple[list[Rule], list[Rule]]]:
    """Level and upright rules that hang together."""
    groups: list[tuple[list[Rule], list[Rule]]] = []
    for upright in rules.upright:
        met = [group for group in groups if any(_meet(level, upright) for level in group[0])]
        taken = {id(level) for group in groups for level in group[0]}
        level = [rule for rule in rules.level if id(rule) not in taken and _meet(rule, upright)]
        if not (level or met):
            continue
        groups = [group for group in groups if group not in met]
        groups.append((level + [r for g in met for r in g[0]], [upright] + [r for g in met for r in g[1]]))
    return groups


def _meet(level: Rule, upright: Rule) -> bool:
    return level.start - CROSSING <= upright.at <= level.end + CROSSING and upright.start - CROSSING <= level.at <= upright.end + CROSSING


def _edges(places: Iterable[float]) -> tuple[float, ...]:
    """Places in ascending order, one for each group of places that are too near to hold text between them."""
    edges: list[float] = []
    for place in sorted(places):
        if not edges or place - edges[-1] > NARROWEST:
            edges.append(place)
    return tuple(edges)


def _filled(grid: Grid, lines: Iterable[PrintedLine]) -> Table | None:
    """The table that the lines make in the grid, if text stands in at least two of its columns."""
    rows: list[list[list[Segment]]] = [[[] for _ in grid.xs[1:]] for _ in grid.ys[1:]]
    held = [segment for line in lines for segment in line.segments if grid.holds(segment)]
    places = [grid.cells(segment) for segment in held]
    is_table = sum(len(cells) > 1 for cells in places) <= MOST_JOINED * len(places)
    for segment, cells in zip(held, places, strict=True):
        for row, column in cells if is_table else cells[:1]:
            rows[row][column].append(segment)
    is_reliable = not any(grid.cuts(segment) for segment in held)
    parted = parted_rows(rows, list(pairwise(grid.xs)))
    table = table_of(parted.rows, parted.columns, grid.box, is_reliable=is_reliable and parted.is_certain)
    return table if len(table.without_empty_columns().columns) >= 2 else None


def _outside(line: PrintedLine, grid: Grid) -> PrintedLine | None:
    outside = [segment for segment in line.segments if not grid.holds(segment)]
    if len(outside) == len(line.segments):
        return line
    return line_of(outside, line) if outside else None


def _middle(segment: Segment) -> tuple[float, float]:
    return (segment.box.left + segment.box.right) / 2, (segment.box.top + segment.box.bottom) / 2


def _index(edges: Sequence[float], place: float) -> int:
    return min(max(bisect_right(edges, place) - 1, 0), len(edges) - 2)


def _parts(rules: Iterable[Rule], at: float, where: float) -> bool:
    """Whether one of the rules lies at the edge `at` and reaches the place `where` along it."""
    return any(abs(rule.at - at) <= NARROWEST and rule.start - CROSSING <= where <= rule.end + CROSSING for rule in rules)
