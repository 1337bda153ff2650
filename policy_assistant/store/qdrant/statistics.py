"""How many texts hold each word: what makes a word's rarity.

The words of a family are divided by their hash into cells, records of their own, so that a change rewrites only those whose
numbers it moves.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from policy_assistant.store.qdrant.door import AnyOf, Condition, Door, Point, equals
from policy_assistant.store.qdrant.layout import ALIVE, CODE, RECORDS, STATISTICS, TERMS, UNITS, WORDS, index_of, point_id, visible
from policy_assistant.store.qdrant.pages import pages, some_at_a_time
from policy_assistant.store.qdrant.passages import Columns
from policy_assistant.store.qdrant.tokens import words_in

WORDS_A_CELL = 200
CROWDED = 4
"""When a cell has so many times more words, all are divided anew."""
MAX_BUCKETS = 4_096
"""Cells a family; with a million different words a cell has 250 of them, some 4 kB."""
CELLS_A_REQUEST = 256

Cells = dict[str, dict[str, int]]
"""Of each cell the words in it, and how many texts hold each."""


class Tally:
    """What a change adds to the numbers and takes from them: texts, their words, and how many texts hold each word."""

    def __init__(self) -> None:
        self.totals: dict[str, list[int]] = {family: [0, 0] for family in (WORDS, TERMS, UNITS, CODE)}
        self.holding: dict[str, Counter[str]] = {family: Counter() for family in self.totals}

    def add(self, columns: Columns, text: str, sign: int = 1) -> None:
        """Count a chunk in, or with `sign` -1 out."""
        if columns.is_code:
            self._count(CODE, [term for part in columns.whole for term in part], sign)
            return
        self._count(WORDS, words_in(text), sign)
        self._count(TERMS, [term for part in columns.whole for term in part], sign)
        for head, body in columns.units:
            self._count(UNITS, [*head, *body], sign)

    def merge(self, totals: Mapping[str, Sequence[int]], holding: Mapping[str, Mapping[str, int]]) -> None:
        """Count in what another tally counted."""
        for family, (rows, length) in totals.items():
            self.totals[family][0] += rows
            self.totals[family][1] += length
        for family, counts in holding.items():
            self.holding[family].update(counts)

    def added_to(self, totals: Mapping[str, Sequence[int]]) -> dict[str, tuple[int, int]]:
        """The numbers of texts and words after the change."""
        before = {family: tuple(totals.get(family, (0, 0))) for family in self.totals}
        return {family: (before[family][0] + rows, before[family][1] + length) for family, (rows, length) in self.totals.items()}

    def buckets(self) -> int:
        """Into how many cells its words are best divided."""
        most = max((len(counts) for counts in self.holding.values()), default=0)
        found = 1
        while found < MAX_BUCKETS and found * WORDS_A_CELL < most:
            found *= 2
        return found

    def cells(self, buckets: int) -> Cells:
        """Its words by cell, but for those whose numbers it does not change."""
        found: Cells = {}
        for family, counts in self.holding.items():
            for word, count in counts.items():
                if count:
                    found.setdefault(cell_of(family, word, buckets), {})[word] = count
        return found

    def _count(self, family: str, words: Sequence[str], sign: int) -> None:
        self.totals[family][0] += sign
        self.totals[family][1] += sign * len(words)
        counts = self.holding[family]
        for word in set(words):
            counts[word] += sign


def cell_of(family: str, word: str, buckets: int) -> str:
    """The cell of a word."""
    return f"{family}:{index_of(word) % buckets}"


def read_cells(door: Door, project: str, step: int, cells: Iterable[str]) -> Cells:
    """The cells of these names at a step; an empty one where there is none."""
    names = sorted(set(cells))
    found: Cells = {name: {} for name in names}
    for some in some_at_a_time(names, CELLS_A_REQUEST):
        where = visible(project, step, equals("kind", STATISTICS), AnyOf("cell", some))
        for point in pages(door, RECORDS.name, where):
            found[str(point.payload["cell"])] = json.loads(str(point.payload["data"]))
    return found


def write_tally(door: Door, project: str, before: int, step: int, tally: Tally, buckets: int, *, anew: bool) -> int:
    """Write the numbers that a change moves from the step `before` to `step`; into how many cells they are divided then.

    With `anew` those before do not count. Where the words have become too many for their cells, all are divided anew.
    """
    if not anew:
        cells = tally.cells(buckets)
        old = read_cells(door, project, before, cells)
        if buckets == MAX_BUCKETS or not _is_crowded(old, tally, buckets):
            for some in some_at_a_time(sorted(cells), CELLS_A_REQUEST):
                _end(door, project, before, step, AnyOf("cell", some))
            _write(door, project, step, {name: _summed(old[name], change) for name, change in cells.items()})
            return buckets
        for point in pages(door, RECORDS.name, visible(project, before, equals("kind", STATISTICS))):
            family = str(point.payload["cell"]).split(":")[0]
            tally.merge({}, {family: json.loads(str(point.payload["data"]))})
    if before:
        _end(door, project, before, step)
    buckets = tally.buckets()
    _write(door, project, step, {name: _summed({}, change) for name, change in tally.cells(buckets).items()})
    return buckets


def _is_crowded(old: Cells, tally: Tally, buckets: int) -> bool:
    most = max(map(len, old.values()), default=0)
    return most > CROWDED * WORDS_A_CELL or tally.buckets() > buckets


def _end(door: Door, project: str, before: int, step: int, *conditions: Condition) -> None:
    """Let cells go, or all of them."""
    door.set_payload(RECORDS.name, {"died": step}, visible(project, before, equals("kind", STATISTICS), *conditions))


def _write(door: Door, project: str, step: int, cells: Cells) -> None:
    for some in some_at_a_time(sorted(cells), CELLS_A_REQUEST):
        door.upsert(RECORDS.name, [_record(project, step, name, cells[name]) for name in some if cells[name]])


def _summed(before: Mapping[str, int], change: Mapping[str, int]) -> dict[str, int]:
    return {word: count for word in before.keys() | change.keys() if (count := before.get(word, 0) + change.get(word, 0)) > 0}


def _record(project: str, step: int, cell: str, counts: Mapping[str, int]) -> Point:
    payload: dict[str, Any] = {"project": project, "kind": STATISTICS, "cell": cell, "born": step, "died": ALIVE, "shard": 0}
    payload["data"] = json.dumps(counts, ensure_ascii=False, separators=(",", ":"))
    return Point(point_id(project, step, STATISTICS, cell), payload)
