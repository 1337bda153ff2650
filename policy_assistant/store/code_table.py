"""Keyword search over code: an FTS5 table with a row for every piece, scored by BM25 with a name that counts more.

A piece has three columns of terms (`policy_assistant.code_terms`): its qualified name, its file's path, its text. Parts of
a piece are not scored by themselves, as sentences of documents are. The weights were chosen by measuring
(docs/concepts/code.md).

The table keeps no text; a row is taken out by analysing the old text again, which needs the analyser that put it in.
"""

import json
import sqlite3
from collections.abc import Iterable, Sequence

from policy_assistant.code_terms import code_terms, path_terms
from policy_assistant.store.base import Terms
from policy_assistant.store.fulltext import Row, Table, best_rows, fts_query
from policy_assistant.store.keyword_rules import NAME_WEIGHT, PATH_WEIGHT

POOL = 200
"""So many pieces of each group of terms compete for the best sum."""

# `ascii` takes every character beyond ASCII as part of a word, so that a term is one token in any script.
CODE_TABLES: tuple[str, ...] = ("CREATE VIRTUAL TABLE code_terms USING fts5 (name, path, body, content = '', tokenize = 'ascii')",)
"""The SQL that makes the table."""

CODE_TERMS = Table("code_terms", "c.chunk_id", "CROSS JOIN chunks c ON c.id = code_terms.rowid", (NAME_WEIGHT, PATH_WEIGHT, 1.0))


def add_code(conn: sqlite3.Connection, rowid: int, path: str, name: str, text: str) -> None:
    """Put a piece into the table, inside the caller's transaction."""
    conn.execute("INSERT INTO code_terms (rowid, name, path, body) VALUES (?, ?, ?, ?)", (rowid, *_columns(path, name, text)))


def remove_code(conn: sqlite3.Connection, rowid: int, path: str, name: str, text: str) -> None:
    """Take a piece out. Everything must be as it was added, the version of the analyser too; else `clear_code`."""
    sql = "INSERT INTO code_terms (code_terms, rowid, name, path, body) VALUES ('delete', ?, ?, ?, ?)"
    conn.execute(sql, (rowid, *_columns(path, name, text)))


def clear_code(conn: sqlite3.Connection) -> None:
    """Empty the table, whatever analyser filled it."""
    conn.execute("INSERT INTO code_terms (code_terms) VALUES ('delete-all')")


def count_code(conn: sqlite3.Connection) -> int:
    """The number of pieces in the table."""
    return int(conn.execute("SELECT count(*) FROM code_terms_docsize").fetchone()[0])


def best_code(conn: sqlite3.Connection, terms: Terms, k: int, where: str = "1", values: Sequence[object] = ()) -> list[Row]:
    """The k best pieces (rowid, ID, score) that satisfy `where` (SQL on `chunks c`), by falling score and then by ID.

    A score is the sum over the groups of terms, each with its weight. The ranking is exact among the `POOL` pieces (or k,
    where that is more) that are best for any one group.
    """
    if k < 1:
        return []
    depth = max(k, POOL) if len(terms) > 1 else k
    lists = [best_rows(conn, CODE_TERMS, group, depth, where, values) for group, _ in terms]
    ids = {rowid: item for rows in lists for rowid, item, _ in rows}
    scores = dict.fromkeys(ids, 0.0)
    for (group, weight), rows in zip(terms, lists, strict=True):
        known = {rowid: score for rowid, _, score in rows}
        others = [rowid for rowid in ids if rowid not in known] if len(rows) == depth else []
        for rowid, score in (known | _scores(conn, group, others)).items():
            scores[rowid] += weight * score
    return sorted(((rowid, ids[rowid], score) for rowid, score in scores.items()), key=lambda row: (-row[2], row[1]))[:k]


def code_scores(conn: sqlite3.Connection, terms: Terms, rowids: Iterable[int]) -> dict[int, float]:
    """The scores of these pieces, 0 for one with none of the terms."""
    wanted = list(rowids)
    scores = dict.fromkeys(wanted, 0.0)
    for group, weight in terms:
        for rowid, score in _scores(conn, group, wanted).items():
            scores[rowid] += weight * score
    return scores


def _scores(conn: sqlite3.Connection, terms: Sequence[str], rowids: Sequence[int]) -> dict[int, float]:
    """The scores of those of these pieces that hold any of the terms."""
    if not terms or not rowids:
        return {}
    sql = f"""SELECT rowid, -{CODE_TERMS.bm25} FROM code_terms
        WHERE code_terms MATCH ? AND +rowid IN (SELECT value FROM json_each(?))"""
    return dict(conn.execute(sql, (fts_query(terms), json.dumps(rowids))).fetchall())


def _columns(path: str, name: str, text: str) -> tuple[str, str, str]:
    return " ".join(code_terms(name)), " ".join(path_terms(path)), " ".join(code_terms(text))
