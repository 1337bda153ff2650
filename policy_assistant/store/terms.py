"""Keyword search over analysed terms: a passage scores by itself and by the best of its units.

The FTS5 table `chunk_terms` holds the terms of `policy_assistant.analysis`, joined by blanks, a row for every chunk;
`unit_table` keeps those of every sentence, list item or table row of it (`policy_assistant.units`). The score of a chunk is
BM25(chunk) + `UNIT_WEIGHT` * BM25(its best unit): a long chunk with one sentence that says it all is not beaten by a short
one that says little of it. A term in at least half of all chunks gives next to nothing, and is
left out where there are many chunks. All columns
count alike: other weights of title and headings found no more passages in three collections.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from policy_assistant.store.base import WordScore
from policy_assistant.store.chunk_terms import ChunkTerms
from policy_assistant.store.fulltext import Fulltext, Match, Row, Table, explain, fts_query, is_small
from policy_assistant.store.keyword_rules import POOL, TELLING_FROM_CHUNKS, UNIT_WEIGHT
from policy_assistant.store.unit_scores import BestUnit, UnitIndex
from policy_assistant.store.unit_table import UnitWriter, clear_units

# `ascii` takes every character beyond ASCII as part of a word, so that a term is one token in any script.
CHUNK_TERMS_TABLE = "CREATE VIRTUAL TABLE chunk_terms USING fts5 (title, heading, body, content = '', tokenize = 'ascii')"
"""The SQL that makes the table."""

CHUNK_TERMS = Table("chunk_terms", "c.chunk_id", "CROSS JOIN chunks c ON c.id = chunk_terms.rowid")


@dataclass(frozen=True)
class TermExplanation:
    """What each term gives to a chunk: `chunk` by the whole chunk, `unit` by its best unit.

    `unit_number` counts the chunk's units from 0, None when no term is in any. Terms that give nothing because they are in
    half of all chunks are not named. `score` is the chunk's combined score.
    """

    chunk: tuple[WordScore, ...]
    unit: tuple[WordScore, ...]
    unit_number: int | None

    @property
    def score(self) -> float:
        """The sum of the parts."""
        return sum(part.score for part in self.chunk) + UNIT_WEIGHT * sum(part.score for part in self.unit)


class TermWriter:
    """Adds and removes the terms of chunks inside the caller's transaction; `flush` must come before its end."""

    def __init__(self, conn: sqlite3.Connection) -> None:
        self._conn = conn
        self._units = UnitWriter(conn)

    def add(self, rowid: int, terms: ChunkTerms) -> None:
        """Put a chunk's terms in."""
        values = (rowid, terms.title, terms.heading, terms.body)
        self._conn.execute("INSERT INTO chunk_terms (rowid, title, heading, body) VALUES (?, ?, ?, ?)", values)
        self._units.add(rowid, terms)

    def remove(self, rowid: int) -> None:
        """Take a chunk's terms out."""
        terms = self._units.remove(rowid)
        if terms is not None:
            sql = "INSERT INTO chunk_terms (chunk_terms, rowid, title, heading, body) VALUES ('delete', ?, ?, ?, ?)"
            self._conn.execute(sql, (rowid, terms.title, terms.heading, terms.body))

    def flush(self) -> None:
        """Bring what is counted up to date."""
        self._units.flush()


def clear_terms(conn: sqlite3.Connection) -> None:
    """Empty the tables, whatever analyser filled them."""
    conn.execute("INSERT INTO chunk_terms (chunk_terms) VALUES ('delete-all')")
    clear_units(conn)


def best_terms(units: UnitIndex, match: Match, terms: Sequence[str], k: int) -> list[Row]:
    """The k best chunks (rowid, ID, score) that `match` allows, by falling score and then by ID.

    A term with blanks is a phrase: its terms in a row. The ranking is exact among the `POOL` chunks (or k, where that is
    more) that are best by their own score; a chunk beyond them is not found, however good its best unit is.
    """
    if k < 1:
        return []
    telling = _telling(units.conn, match, terms)
    pool = match.best(CHUNK_TERMS, telling, max(k, POOL))
    best = units.best(telling, [rowid for rowid, _, _ in pool])
    combined = [(rowid, item, _combined(score, best.get(rowid))) for rowid, item, score in pool]
    return sorted(combined, key=lambda row: (-row[2], row[1]))[:k]


def term_scores(units: UnitIndex, match: Match, terms: Sequence[str], rowids: Iterable[int]) -> dict[int, float]:
    """The combined scores of these chunks, 0 for one with none of the terms."""
    wanted, telling = list(rowids), _telling(units.conn, match, terms)
    own = match.scores(CHUNK_TERMS, telling, wanted)
    best = units.best(telling, list(own))
    return {rowid: _combined(own[rowid], best.get(rowid)) if rowid in own else 0.0 for rowid in wanted}


def explain_terms(units: UnitIndex, terms: Sequence[str], rowid: int) -> TermExplanation:
    """What each term gives to one chunk, in the order of the terms."""
    telling = _telling(units.conn, Fulltext(units.conn), terms)
    of_chunk = tuple(explain(units.conn, CHUNK_TERMS, telling, rowid))
    found = units.of([rowid]).get(rowid)
    scores = units.scores(telling)
    best = scores.best(found) if found else None
    if found is None or best is None:
        return TermExplanation(of_chunk, (), None)
    return TermExplanation(of_chunk, tuple(scores.explain(found, best.number)), best.number)


def _combined(own: float, unit: BestUnit | None) -> float:
    return own + UNIT_WEIGHT * (unit.score if unit else 0.0)


def _telling(conn: sqlite3.Connection, match: Match, terms: Sequence[str]) -> list[str]:
    """The terms to search with: from `TELLING_FROM_CHUNKS` on only those in less than half of the chunks, unless none of them is in any.

    The others would make nearly every chunk a match, for next to no credit.
    """
    if is_small(conn, CHUNK_TERMS, TELLING_FROM_CHUNKS):
        return list(terms)
    frequent = match.frequent(CHUNK_TERMS, terms)
    telling = [term for term in terms if term not in frequent]
    return telling if not frequent or any(_occurs(conn, term) for term in telling) else list(terms)


def _occurs(conn: sqlite3.Connection, term: str) -> bool:
    """Whether any chunk holds a term."""
    return conn.execute("SELECT 1 FROM chunk_terms WHERE chunk_terms MATCH ? LIMIT 1", (fts_query([term]),)).fetchone() is not None
