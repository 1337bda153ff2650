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
from policy_assistant.store.unit_table import (
    BestUnit,
    UnitScores,
    UnitWriter,
    clear_units,
    terms_of,
    units_with_phrase,
)

UNIT_WEIGHT = 0.5
"""Measured: 0.25 is as good, none and 1 are worse."""

POOL = 200
"""So many chunks, the best by their own score, compete for the best combined score."""

TELLING_FROM_ROWS = 100
"""In fewer chunks a term in half of them may be all that a passage has of the question."""

MAX_COUNTED = 2_000
"""Beyond so many chunks a term is frequent, however many more hold it."""

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


def best_terms(conn: sqlite3.Connection, match: Match, terms: Sequence[str], k: int) -> list[Row]:
    """The k best chunks (rowid, ID, score) that `match` allows, by falling score and then by ID.

    A term with blanks is a phrase: its terms in a row. The ranking is exact among the `POOL` chunks (or k, where that is
    more) that are best by their own score; a chunk beyond them is not found, however good its best unit is.
    """
    if k < 1:
        return []
    telling = _telling(conn, match, terms)
    pool = match.best(CHUNK_TERMS, telling, max(k, POOL))
    best = _best_units(conn, telling, [rowid for rowid, _, _ in pool])
    combined = [(rowid, item, _combined(score, best.get(rowid))) for rowid, item, score in pool]
    return sorted(combined, key=lambda row: (-row[2], row[1]))[:k]


def term_scores(conn: sqlite3.Connection, match: Match, terms: Sequence[str], rowids: Iterable[int]) -> dict[int, float]:
    """The combined scores of these chunks, 0 for one with none of the terms."""
    wanted, telling = list(rowids), _telling(conn, match, terms)
    own = match.scores(CHUNK_TERMS, telling, wanted)
    best = _best_units(conn, telling, list(own))
    return {rowid: _combined(own[rowid], best.get(rowid)) if rowid in own else 0.0 for rowid in wanted}


def explain_terms(conn: sqlite3.Connection, terms: Sequence[str], rowid: int) -> TermExplanation:
    """What each term gives to one chunk, in the order of the terms."""
    telling = _telling(conn, Fulltext(conn), terms)
    of_chunk = tuple(explain(conn, CHUNK_TERMS, telling, rowid))
    found = terms_of(conn, [rowid]).get(rowid)
    scores = _unit_scores(conn, telling)
    best = scores.best(found) if found else None
    if found is None or best is None:
        return TermExplanation(of_chunk, (), None)
    return TermExplanation(of_chunk, tuple(scores.explain(found, best.number)), best.number)


def _combined(own: float, unit: BestUnit | None) -> float:
    return own + UNIT_WEIGHT * (unit.score if unit else 0.0)


def _best_units(conn: sqlite3.Connection, terms: Sequence[str], rowids: Sequence[int]) -> dict[int, BestUnit]:
    """The best unit of each of these chunks."""
    if not terms or not rowids:
        return {}
    scores = _unit_scores(conn, terms)
    found = ((rowid, scores.best(of_chunk)) for rowid, of_chunk in terms_of(conn, rowids).items())
    return {rowid: best for rowid, best in found if best}


def _unit_scores(conn: sqlite3.Connection, terms: Sequence[str]) -> UnitScores:
    return UnitScores(conn, terms, {term: units_with_phrase(conn, term, _chunks_with(conn, term)) for term in terms if " " in term})


def _chunks_with(conn: sqlite3.Connection, phrase: str) -> list[int]:
    return [row[0] for row in conn.execute("SELECT rowid FROM chunk_terms WHERE chunk_terms MATCH ?", (fts_query([phrase]),))]


def _telling(conn: sqlite3.Connection, match: Match, terms: Sequence[str]) -> list[str]:
    """The terms to search with: from `TELLING_FROM_ROWS` on only those in less than half of the chunks, unless none of them is in any.

    The others would make nearly every chunk a match, for next to no credit.
    """
    if is_small(conn, CHUNK_TERMS, TELLING_FROM_ROWS):
        return list(terms)
    frequent = match.frequent(CHUNK_TERMS, terms)
    telling = [term for term in terms if term not in frequent]
    return telling if not frequent or any(_occurs(conn, term) for term in telling) else list(terms)


def _occurs(conn: sqlite3.Connection, term: str) -> bool:
    """Whether any chunk holds a term."""
    return conn.execute("SELECT 1 FROM chunk_terms WHERE chunk_terms MATCH ? LIMIT 1", (fts_query([term]),)).fetchone() is not None
