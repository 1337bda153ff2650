"""The units of chunks (sentences, list items, table rows) as their analysed terms, and how many units hold each term.

A chunk is as good as the best of its units, too (`terms`). Units are only ever scored of the few hundred chunks that compete
(`unit_scores`), so they need no index of their own: `chunk_units` keeps a chunk's terms in their order, a line for each unit, and `unit_counts`
the number of units with each term, of which BM25 makes its rarity. What is kept here is also what takes a chunk out of the
table of terms again.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable

from policy_assistant.store.chunk_terms import ChunkTerms

UNIT_TABLES = (
    # `units` has a line for each unit, NULL for a chunk without any.
    "CREATE TABLE chunk_units (chunk INTEGER PRIMARY KEY, title TEXT NOT NULL, heading TEXT NOT NULL, units TEXT)",
    "CREATE TABLE unit_counts (term TEXT PRIMARY KEY, units INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE unit_totals (id INTEGER PRIMARY KEY CHECK (id = 1), units INTEGER NOT NULL, words INTEGER NOT NULL)",
)
"""The SQL that makes the tables."""

MAX_WAITING = 200_000
"""So many terms are counted in memory before the table is told."""


class UnitWriter:
    """Adds and removes the units of chunks inside the caller's transaction; `flush` must come before its end."""

    def __init__(self, conn: sqlite3.Connection) -> None:
        self._conn = conn
        self._come: Counter[str] = Counter()
        self._gone: Counter[str] = Counter()
        self._units = self._words = 0

    def add(self, chunk: int, terms: ChunkTerms) -> None:
        """Put the units of a chunk in."""
        units = "\n".join(terms.units) if terms.units else None
        self._conn.execute("INSERT INTO chunk_units VALUES (?, ?, ?, ?)", (chunk, terms.title, terms.heading, units))
        self._count(terms, 1, self._come)

    def remove(self, chunk: int) -> ChunkTerms | None:
        """Take the units of a chunk out; what was added, None where nothing was."""
        terms = terms_of(self._conn, [chunk]).get(chunk)
        if terms is not None:
            self._conn.execute("DELETE FROM chunk_units WHERE chunk = ?", (chunk,))
            self._count(terms, -1, self._gone)
        return terms

    def flush(self) -> None:
        """Bring the counts up to date."""
        add = "INSERT INTO unit_counts VALUES (?, ?) ON CONFLICT DO UPDATE SET units = units + excluded.units"
        self._conn.executemany(add, self._come.items())
        self._conn.executemany("UPDATE unit_counts SET units = units - ?2 WHERE term = ?1", self._gone.items())
        self._conn.executemany("DELETE FROM unit_counts WHERE term = ? AND units <= 0", [(term,) for term in self._gone])
        sql = "INSERT INTO unit_totals VALUES (1, ?, ?) ON CONFLICT DO UPDATE SET units = units + excluded.units, words = words + excluded.words"
        self._conn.execute(sql, (self._units, self._words))
        self._conn.execute("DELETE FROM unit_totals WHERE units = 0")
        self._come.clear()
        self._gone.clear()
        self._units = self._words = 0

    def _count(self, terms: ChunkTerms, sign: int, counts: "Counter[str]") -> None:
        head = terms.head
        distinct = frozenset(head)
        for unit in terms.units:
            words = unit.split()
            self._units += sign
            self._words += sign * (len(head) + len(words))
            counts.update(distinct.union(words))
        if len(counts) > MAX_WAITING:
            self.flush()


def clear_units(conn: sqlite3.Connection) -> None:
    """Empty the tables."""
    for table in ("chunk_units", "unit_counts", "unit_totals"):
        conn.execute(f"DELETE FROM {table}")


def terms_of(conn: sqlite3.Connection, chunks: Iterable[int]) -> dict[int, ChunkTerms]:
    """The terms of chunks; those without any row are left out."""
    sql = "SELECT chunk, title, heading, units FROM chunk_units WHERE chunk IN (SELECT value FROM json_each(?))"
    rows = conn.execute(sql, (json.dumps([*chunks]),))
    return {chunk: ChunkTerms(title, heading, () if units is None else (*units.split("\n"),)) for chunk, title, heading, units in rows}
