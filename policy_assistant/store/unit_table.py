"""The units of chunks (sentences, list items, table rows) as their analysed terms, and how many units hold each term.

A chunk is as good as the best of its units, too (`terms`). Units are only ever scored of the few hundred chunks that compete,
so they need no index of their own: `chunk_units` keeps a chunk's terms in their order, a line for each unit, and `unit_counts`
the number of units with each term, of which BM25 makes its rarity. What is kept here is also what takes a chunk out of the
table of terms again.
"""

import json
import math
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from policy_assistant.store.base import WordScore
from policy_assistant.store.chunk_terms import ChunkTerms
from policy_assistant.store.fulltext import K1, MAX_CREDIT, MIN_RARITY, B

UNIT_TABLES = (
    # `units` has a line for each unit, NULL for a chunk without any.
    "CREATE TABLE chunk_units (chunk INTEGER PRIMARY KEY, title TEXT NOT NULL, heading TEXT NOT NULL, units TEXT)",
    "CREATE TABLE unit_counts (term TEXT PRIMARY KEY, units INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE unit_totals (id INTEGER PRIMARY KEY CHECK (id = 1), units INTEGER NOT NULL, words INTEGER NOT NULL)",
)
"""The SQL that makes the tables."""

MAX_WAITING = 200_000
"""So many terms are counted in memory before the table is told."""

PHRASES_COUNTED = 2_000
"""Of a phrase in more chunks than this the units are counted in so many, and in proportion for the rest."""


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


@dataclass(frozen=True)
class BestUnit:
    """A chunk's best unit, counted from 0, and its score."""

    number: int
    score: float


class UnitScores:
    """BM25 of units for some terms; the terms with blanks are phrases, whose numbers of units are given."""

    def __init__(self, conn: sqlite3.Connection, terms: Sequence[str], of_phrases: dict[str, int]) -> None:
        units, words = conn.execute("SELECT units, words FROM unit_totals").fetchone() or (0, 0)
        self.terms = terms
        self.total, self.average = int(units), (words or 1) / (units or 1)
        self.units = _units_with(conn, terms) | of_phrases
        self.rarity = {term: _rarity(self.total, self.units.get(term, 0)) for term in terms}

    def best(self, terms: ChunkTerms) -> BestUnit | None:
        """The best unit of a chunk, the first of equals; None where no term is in any."""
        found: BestUnit | None = None
        for number, counts, length in self._counted(terms):
            score = sum(self._score(term, count, length) for term, count in zip(self.terms, counts, strict=True) if count)
            if found is None or score > found.score:
                found = BestUnit(number, score)
        return found

    def explain(self, terms: ChunkTerms, number: int) -> list[WordScore]:
        """What each term gives to a unit."""
        counts, length = next((counts, length) for n, counts, length in self._counted(terms) if n == number)
        return [self._word_score(term, count, length) for term, count in zip(self.terms, counts, strict=True)]

    def _counted(self, terms: ChunkTerms) -> Iterable[tuple[int, list[int], int]]:
        """The units with any of the terms: number, how often each term stands in it, and its length in words."""
        head = terms.head
        in_head = [count_of(term, head) for term in self.terms]
        in_all = any(in_head)
        for number, unit in enumerate(terms.units):
            if not in_all and not any(term in unit for term in self.terms):  # most units; this is much quicker than cutting them up
                continue
            words = unit.split()
            counts = [before + count_of(term, words) for term, before in zip(self.terms, in_head, strict=True)]
            if any(counts):
                yield number, counts, len(head) + len(words)

    def _score(self, term: str, count: int, length: int) -> float:
        return self.rarity[term] * (count * MAX_CREDIT / (count + K1 * (1 - B + B * length / self.average)))

    def _word_score(self, term: str, count: int, length: int) -> WordScore:
        score = self._score(term, count, length)
        rarity = self.rarity[term]
        return WordScore(term, self.units.get(term, 0), rarity, count, length, self.average, score / rarity, score)


def count_of(term: str, words: Sequence[str]) -> int:
    """How often a term, or a phrase of several, stands in a text cut into terms."""
    if " " not in term:
        return words.count(term)
    parts = term.split()
    return sum(1 for place, word in enumerate(words) if word == parts[0] and words[place : place + len(parts)] == parts)


def units_with_phrase(conn: sqlite3.Connection, phrase: str, chunks: Sequence[int]) -> int:
    """How many units of these chunks hold a phrase; of many chunks some are looked at and the rest taken to be like them."""
    looked_at = chunks[:PHRASES_COUNTED]
    found = sum(_holding(phrase, terms) for terms in terms_of(conn, looked_at).values())
    return round(found * len(chunks) / len(looked_at)) if looked_at else 0


def _holding(phrase: str, terms: ChunkTerms) -> int:
    if count_of(phrase, terms.head):
        return len(terms.units)
    return sum(1 for unit in terms.units if count_of(phrase, unit.split()))


def _units_with(conn: sqlite3.Connection, terms: Sequence[str]) -> dict[str, int]:
    sql = "SELECT term, units FROM unit_counts WHERE term IN (SELECT value FROM json_each(?))"
    return dict(conn.execute(sql, (json.dumps([*terms]),)).fetchall())


def _rarity(total: int, units: int) -> float:
    """SQLite's rarity."""
    return max(math.log((total - units + 0.5) / (units + 0.5)), MIN_RARITY)
