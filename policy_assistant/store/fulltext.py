"""BM25 by SQLite's FTS5, exactly as SQLite computes it, but without its slow case.

SQLite scores every row that holds any word of the question. A word in at least half of the rows has a rarity that would
be negative; SQLite takes 1e-6 for it, so that such a word can move a score by at most 2.2e-6, yet it makes nearly every
row a match. `best_rows` therefore ranks by the other words, keeps all rows that the frequent words could still lift into
the top k, and adds the frequent words' share to those alone. The result is the full ranking, ties included; the test
compares both over random collections.

The formula (Robertson and Zaragoza 2009, with SQLite's constants): rarity = ln((N - n + 0.5) / (n + 0.5)),
score = sum of rarity * f * (k1 + 1) / (f + k1 * (1 - b + b * length / average)).
"""

import math
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from policy_assistant.store.base import WordScore

TOKENIZER = "unicode61 remove_diacritics 2"
K1, B = 1.2, 0.75
MIN_RARITY = 1e-6
MAX_CREDIT = K1 + 1

SPLIT_FROM_ROWS = 2_000
"""Below this many rows the plain query is faster than counting each word first (docs/benchmarks.md)."""
_EXTRA_ROWS = 16


@dataclass(frozen=True)
class Table:
    """An FTS5 table: its `name`, its `text` column's number and name, and the join that brings a row's ID and fields.

    `join` is SQL after `FROM name`; `id` the expression that breaks ties.
    """

    name: str
    column: int
    text: str
    id: str
    join: str = ""


@dataclass(frozen=True)
class _Totals:
    """Rows in the table and words in an average row."""

    rows: int
    average: float


def fts_query(words: Iterable[str]) -> str:
    """The words as an FTS5 query that any row with one of them matches. Every word is quoted, so none is an operator."""
    return " OR ".join(f'"{word}"' for word in words)


def best_rows(conn: sqlite3.Connection, table: Table, words: Sequence[str], k: int, where: str = "1", values: Sequence[object] = ()) -> list[tuple[int, str, float]]:
    """The k best rows that satisfy `where`, as (rowid, ID, score), by falling score and then by ID."""
    if not words or k < 1:
        return []
    frequent, rare = _split(conn, table, words)
    if frequent and rare:
        rows = _candidates(conn, table, rare, k, len(frequent), where, values)
        if len(rows) >= k:
            return _lift(conn, table, rows, frequent)[:k]
    return _ranked(conn, table, words, k, where, values)


def explain(conn: sqlite3.Connection, table: Table, words: Sequence[str], rowid: int) -> list[WordScore]:
    """What each word gives to one row, in the order of the words; the scores add up to the row's."""
    totals = _totals(conn, table)
    length = _length(conn, table, rowid)
    return [_word_score(totals, word, _rows_with(conn, table, word), _count(conn, table, word, rowid), length) for word in words]


def _split(conn: sqlite3.Connection, table: Table, words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words in at least half of the rows, and the others; all are others in a small table."""
    rows = _totals(conn, table).rows
    if rows < SPLIT_FROM_ROWS:
        return [], list(words)
    frequent = [word for word in words if 2 * _rows_with(conn, table, word) >= rows]
    return frequent, [word for word in words if word not in frequent]


def _candidates(conn: sqlite3.Connection, table: Table, rare: Sequence[str], k: int, frequent: int, where: str, values: Sequence[object]) -> list[tuple[int, str, float]]:
    """All rows that could be among the first k once the frequent words' share is added."""
    slack = frequent * MIN_RARITY * MAX_CREDIT
    limit = k + _EXTRA_ROWS
    while True:
        rows = _ranked(conn, table, rare, limit, where, values)
        if len(rows) < limit or rows[k - 1][2] - rows[-1][2] > slack:
            return rows
        limit *= 4


def _lift(conn: sqlite3.Connection, table: Table, rows: Sequence[tuple[int, str, float]], frequent: Sequence[str]) -> list[tuple[int, str, float]]:
    """The rows with the frequent words' share added, ranked anew."""
    totals = _totals(conn, table)
    lifted = []
    for rowid, item, score in rows:
        length = _length(conn, table, rowid)
        shares = (_word_score(totals, word, totals.rows, _count(conn, table, word, rowid), length).score for word in frequent)
        lifted.append((rowid, item, score + sum(shares)))
    return sorted(lifted, key=lambda row: (-row[2], row[1]))


def _ranked(conn: sqlite3.Connection, table: Table, words: Sequence[str], limit: int, where: str, values: Sequence[object]) -> list[tuple[int, str, float]]:
    """The plain query. The join comes first and the filter with it, so that only allowed rows are scored."""
    sql = f"SELECT {table.name}.rowid, {table.id}, bm25({table.name}) AS score FROM {table.name} {table.join} WHERE {table.name} MATCH ? AND {where} ORDER BY score, {table.id} LIMIT ?"
    return [(rowid, item, -score) for rowid, item, score in conn.execute(sql, (fts_query(words), *values, limit))]


def _word_score(totals: _Totals, word: str, rows_with: int, count: int, length: int) -> WordScore:
    rarity = math.log((totals.rows - rows_with + 0.5) / (rows_with + 0.5))
    rarity = rarity if rarity > 0 else MIN_RARITY
    credit = count * (K1 + 1) / (count + K1 * (1 - B + B * length / totals.average)) if count else 0.0
    return WordScore(word, rows_with, rarity, count, length, totals.average, credit, rarity * credit)


def _rows_with(conn: sqlite3.Connection, table: Table, word: str) -> int:
    row = conn.execute(f"SELECT count(*) FROM {table.name} WHERE {table.name} MATCH ?", (fts_query([word]),)).fetchone()
    return int(row[0])


def _count(conn: sqlite3.Connection, table: Table, word: str, rowid: int) -> int:
    """How often a row holds a word: FTS5 puts one mark before every match."""
    sql = f"SELECT length(highlight({table.name}, {table.column}, char(1), '')) - length({table.text}) FROM {table.name} WHERE {table.name} MATCH ? AND rowid = ?"
    row = conn.execute(sql, (fts_query([word]), rowid)).fetchone()
    return int(row[0]) if row else 0


def _totals(conn: sqlite3.Connection, table: Table) -> _Totals:
    """From FTS5's averages record (row 1 of its data table): the number of rows, then the words of each column."""
    row = conn.execute(f"SELECT block FROM {table.name}_data WHERE id = 1").fetchone()
    numbers = _varints(row[0]) if row else []
    if not numbers or not numbers[0]:
        return _Totals(0, 1.0)
    return _Totals(numbers[0], max(1.0, sum(numbers[1:])) / numbers[0])


def _length(conn: sqlite3.Connection, table: Table, rowid: int) -> int:
    """The words of a row, from FTS5's table of sizes."""
    row = conn.execute(f"SELECT sz FROM {table.name}_docsize WHERE id = ?", (rowid,)).fetchone()
    return sum(_varints(row[0])) if row else 0


def _varints(blob: bytes) -> list[int]:
    """SQLite's variable-length integers: seven bits a byte, the high bit says that more follow."""
    numbers, value = [], 0
    for byte in blob:
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            numbers.append(value)
            value = 0
    return numbers
