"""Keyword search over analysed terms: a passage scores by itself and by the best of its units.

Two FTS5 tables hold the terms of `policy_assistant.analysis`, joined by spaces: `chunk_terms` a row for every chunk,
`unit_terms` one for every sentence, list item or table row of it (`policy_assistant.units`). The score of a chunk is
BM25(chunk) + `UNIT_WEIGHT` * BM25(its best unit): a long chunk with one sentence that says it all is not beaten by a short
one that says little of it. A term in at least half of all chunks gives next to nothing, and is
left out where there are many chunks. All columns
count alike: other weights of title and headings found no more passages in three collections.

The tables keep no text; a row is taken out by analysing the old text again, which needs the analyser that put it in.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from policy_assistant.analysis import terms as terms_of
from policy_assistant.store.base import WordScore
from policy_assistant.store.fulltext import Row, Table, best_rows, explain, frequent_words, fts_query, is_small
from policy_assistant.units import units

UNIT_WEIGHT = 0.5
"""Measured: 0.25 is as good, none and 1 are worse."""

POOL = 200
"""So many chunks, the best by their own score, compete for the best combined score."""

TELLING_FROM_ROWS = 100
"""In fewer chunks a term in half of them may be all that a passage has of the question."""

MAX_COUNTED = 2_000
"""Beyond so many chunks a term is frequent, however many more hold it."""

UNIT_BITS = 16
"""A unit's rowid is `chunk << UNIT_BITS | number`."""
_LAST_UNIT = (1 << UNIT_BITS) - 1

# `ascii` takes every character beyond ASCII as part of a word, so that a term is one token in any script.
_OPTIONS = "content = '', tokenize = 'ascii'"
TERM_TABLES: tuple[str, ...] = (
    f"CREATE VIRTUAL TABLE chunk_terms USING fts5 (title, heading, body, {_OPTIONS})",
    f"CREATE VIRTUAL TABLE unit_terms USING fts5 (head, body, {_OPTIONS})",
)
"""The SQL that makes the tables."""

CHUNK_TERMS = Table("chunk_terms", "c.chunk_id", "CROSS JOIN chunks c ON c.id = chunk_terms.rowid")
UNIT_TERMS = Table("unit_terms", "unit_terms.rowid")

_TermRow = tuple[object, ...]


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


def add_terms(conn: sqlite3.Connection, rowid: int, title: str, sections: Sequence[str], body: str, language: str) -> None:
    """Put a chunk (its quote as `body`) and its units into the tables, inside the caller's transaction."""
    chunk, parts = _rows(rowid, title, sections, body, language)
    conn.execute("INSERT INTO chunk_terms (rowid, title, heading, body) VALUES (?, ?, ?, ?)", chunk)
    conn.executemany("INSERT INTO unit_terms (rowid, head, body) VALUES (?, ?, ?)", parts)


def remove_terms(conn: sqlite3.Connection, rowid: int, title: str, sections: Sequence[str], body: str, language: str) -> None:
    """Take a chunk out. Everything must be as it was added, the version of the analyser too; else `clear_terms`."""
    chunk, parts = _rows(rowid, title, sections, body, language)
    conn.execute("INSERT INTO chunk_terms (chunk_terms, rowid, title, heading, body) VALUES ('delete', ?, ?, ?, ?)", chunk)
    conn.executemany("INSERT INTO unit_terms (unit_terms, rowid, head, body) VALUES ('delete', ?, ?, ?)", parts)


def clear_terms(conn: sqlite3.Connection) -> None:
    """Empty the tables, whatever analyser filled them."""
    for table in ("chunk_terms", "unit_terms"):
        conn.execute(f"INSERT INTO {table} ({table}) VALUES ('delete-all')")


def best_terms(conn: sqlite3.Connection, terms: Sequence[str], k: int, where: str = "1", values: Sequence[object] = ()) -> list[Row]:
    """The k best chunks (rowid, ID, score) that satisfy `where` (SQL on `chunks c`), by falling score and then by ID.

    A term with spaces is a phrase: its terms in a row. The ranking is exact among the `POOL` chunks (or k, where that is
    more) that are best by their own score; a chunk beyond them is not found, however good its best unit is.
    """
    if k < 1:
        return []
    telling = _telling(conn, terms)
    pool = best_rows(conn, CHUNK_TERMS, telling, max(k, POOL), where, values)
    units_of = _best_units(conn, telling, [rowid for rowid, _, _ in pool])
    combined = [(rowid, item, _combined(score, units_of.get(rowid))) for rowid, item, score in pool]
    return sorted(combined, key=lambda row: (-row[2], row[1]))[:k]


def term_scores(conn: sqlite3.Connection, terms: Sequence[str], rowids: Iterable[int]) -> dict[int, float]:
    """The combined scores of these chunks, 0 for one with none of the terms."""
    wanted, telling = list(rowids), _telling(conn, terms)
    own = dict(_scores(conn, CHUNK_TERMS, telling, "+chunk_terms.rowid", wanted))
    units_of = _best_units(conn, telling, list(own))
    return {rowid: _combined(own[rowid], units_of.get(rowid)) if rowid in own else 0.0 for rowid in wanted}


def count_terms(conn: sqlite3.Connection, terms: Sequence[str], where: str = "1", values: Sequence[object] = ()) -> int:
    """How many chunks that satisfy `where` hold any of the terms; `MAX_COUNTED` stands for more."""
    sql = f"SELECT count(*) FROM (SELECT 1 FROM chunk_terms {CHUNK_TERMS.join} WHERE chunk_terms MATCH ? AND {where} LIMIT ?)"
    return int(conn.execute(sql, (fts_query(terms), *values, MAX_COUNTED)).fetchone()[0]) if terms else 0


def count_chunks(conn: sqlite3.Connection, where: str = "1", values: Sequence[object] = ()) -> int:
    """How many chunks satisfy `where`; `MAX_COUNTED` stands for more."""
    return int(conn.execute(f"SELECT count(*) FROM (SELECT 1 FROM chunks c WHERE {where} LIMIT ?)", (*values, MAX_COUNTED)).fetchone()[0])


def explain_terms(conn: sqlite3.Connection, terms: Sequence[str], rowid: int) -> TermExplanation:
    """What each term gives to one chunk, in the order of the terms."""
    telling = _telling(conn, terms)
    best = _best_units(conn, telling, [rowid]).get(rowid)
    unit = explain(conn, UNIT_TERMS, telling, best[0]) if best else []
    return TermExplanation(tuple(explain(conn, CHUNK_TERMS, telling, rowid)), tuple(unit), best[0] & _LAST_UNIT if best else None)


_Unit = tuple[int, float]
"""A unit's rowid and score."""


def _combined(own: float, unit: _Unit | None) -> float:
    return own + UNIT_WEIGHT * (unit[1] if unit else 0.0)


def _best_units(conn: sqlite3.Connection, terms: Sequence[str], rowids: Sequence[int]) -> dict[int, _Unit]:
    """The best unit of each of these chunks, the first of equals."""
    best: dict[int, _Unit] = {}
    for rowid, score in sorted(_scores(conn, UNIT_TERMS, terms, f"unit_terms.rowid >> {UNIT_BITS}", rowids)):
        chunk = rowid >> UNIT_BITS
        if chunk not in best or score > best[chunk][1]:
            best[chunk] = rowid, score
    return best


def _telling(conn: sqlite3.Connection, terms: Sequence[str]) -> list[str]:
    """The terms to search with: from `TELLING_FROM_ROWS` on only those in less than half of the chunks, unless none of them is in any.

    The others would make nearly every unit a match, for next to no credit.
    """
    if is_small(conn, CHUNK_TERMS, TELLING_FROM_ROWS):
        return list(terms)
    frequent = frequent_words(conn, CHUNK_TERMS, terms)
    telling = [term for term in terms if term not in frequent]
    return telling if not frequent or any(_occurs(conn, term) for term in telling) else list(terms)


def _occurs(conn: sqlite3.Connection, term: str) -> bool:
    """Whether any chunk holds a term."""
    return conn.execute("SELECT 1 FROM chunk_terms WHERE chunk_terms MATCH ? LIMIT 1", (fts_query([term]),)).fetchone() is not None


def _scores(conn: sqlite3.Connection, table: Table, terms: Sequence[str], key: str, wanted: Sequence[int]) -> list[_Unit]:
    """The rows whose `key` is wanted, with their scores; only those are scored."""
    if not terms or not wanted:
        return []
    sql = f"SELECT rowid, -{table.bm25} FROM {table.name} WHERE {table.name} MATCH ? AND {key} IN (SELECT value FROM json_each(?))"
    return conn.execute(sql, (fts_query(terms), json.dumps(wanted))).fetchall()


def _rows(rowid: int, title: str, sections: Sequence[str], body: str, language: str) -> tuple[_TermRow, list[_TermRow]]:
    """The row of a chunk and the rows of its units; a body's terms are those of its units."""
    of_title, of_sections = _joined(title, language), _joined("\n".join(sections), language)
    head = f"{of_title} {of_sections}".strip()
    bodies = [_joined(text, language) for text in _unit_texts(body)]
    parts: list[_TermRow] = [(rowid << UNIT_BITS | number, head, of_unit) for number, of_unit in enumerate(bodies)]
    return (rowid, of_title, of_sections, " ".join(filter(None, bodies))), parts


def _unit_texts(body: str) -> Iterator[str]:
    """The units' texts; of more than rowids can number, the last holds the rest."""
    found = units(body)
    for unit in found[:_LAST_UNIT]:
        yield body[unit.start : unit.end]
    if len(found) > _LAST_UNIT:
        yield body[found[_LAST_UNIT].start :]


def _joined(text: str, language: str) -> str:
    return " ".join(terms_of(text, language))
