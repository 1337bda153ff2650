"""BM25 by SQLite's FTS5, exactly as SQLite computes it, but without its slow case.

SQLite scores and sorts every row that holds any word of the question. A word in at least half of the rows has a rarity
that would be negative; SQLite takes 1e-6 for it, so that such a word can move a score by at most 2.2e-6, yet it makes
nearly every row a match. `best_rows` therefore ranks by the other words, keeps all rows that the frequent words could
still lift into the top k, and has SQLite score those alone for all words. The result is the full ranking to the last bit,
ties included.

The formula (Robertson and Zaragoza 2009, with SQLite's constants): rarity = ln((N - n + 0.5) / (n + 0.5)),
score = sum of rarity * f * (k1 + 1) / (f + k1 * (1 - b + b * length / average)).
"""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from policy_assistant.store.base import WordScore
from policy_assistant.store.bm25 import K1, MAX_CREDIT, MIN_RARITY, B, rarity

TOKENIZER = "unicode61 remove_diacritics 2"

SPLIT_FROM_ROWS = 1_000
"""Below this many rows the plain query is about as fast as two shorter ones (docs/benchmarks.md)."""
_EXTRA_ROWS = 200
_ROUNDING = 1e-12
"""More than the order in which its parts are added can change a score."""

Row = tuple[int, str, float]
"""The rowid, the ID and the score."""


@dataclass(frozen=True)
class Table:
    """An FTS5 table: its `name`, and the join that brings a row's ID and the fields of filters.

    `join` is SQL after `FROM name`; `id` the expression that breaks ties. A word counts as often as the weight of its
    column says, where there are `weights` (one a column); it does not lengthen the row.
    """

    name: str
    id: str
    join: str = ""
    weights: tuple[float, ...] = ()

    @property
    def bm25(self) -> str:
        """SQLite's score of a row as SQL: the lower, the better."""
        return f"bm25({', '.join([self.name, *map(str, self.weights)])})"


class Match(Protocol):
    """What finds and scores the rows of full-text tables under the filters of a question; scores are BM25."""

    def best(self, table: Table, words: Sequence[str], k: int) -> list[Row]:
        """The k best rows with any of the words that the filters allow, by falling score and then by ID."""
        ...

    def scores(self, table: Table, words: Sequence[str], rowids: Sequence[int]) -> dict[int, float]:
        """The scores of those of these rows that hold any of the words, allowed or not."""
        ...

    def frequent(self, table: Table, words: Sequence[str]) -> list[str]:
        """The words in at least half of all rows."""
        ...

    def count(self, table: Table, words: Sequence[str], most: int) -> int:
        """How many allowed rows hold any of the words; `most` stands for more."""
        ...

    def allowed(self, most: int) -> int:
        """How many chunks the filters allow; `most` stands for more."""
        ...


@dataclass(frozen=True)
class Fulltext:
    """Rows found and scored by FTS5 itself. The filters are SQL, with the values of its marks."""

    conn: sqlite3.Connection
    where: str = "1"
    values: Sequence[object] = ()

    def best(self, table: Table, words: Sequence[str], k: int) -> list[Row]:
        """As `Match` says."""
        return best_rows(self.conn, table, words, k, self.where, self.values)

    def scores(self, table: Table, words: Sequence[str], rowids: Sequence[int]) -> dict[int, float]:
        """As `Match` says."""
        if not words or not rowids:
            return {}
        sql = f"""SELECT rowid, -{table.bm25} FROM {table.name}
            WHERE {table.name} MATCH ? AND +rowid IN (SELECT value FROM json_each(?))"""
        return dict(self.conn.execute(sql, (fts_query(words), json.dumps(rowids))).fetchall())

    def frequent(self, table: Table, words: Sequence[str]) -> list[str]:
        """As `Match` says. Rows count once they are committed."""
        return frequent_words(self.conn, table, words)

    def count(self, table: Table, words: Sequence[str], most: int) -> int:
        """As `Match` says."""
        if not words:
            return 0
        sql = f"SELECT count(*) FROM (SELECT 1 FROM {table.name} {table.join} WHERE {table.name} MATCH ? AND {self.where} LIMIT ?)"
        return int(self.conn.execute(sql, (fts_query(words), *self.values, most)).fetchone()[0])

    def allowed(self, most: int) -> int:
        """As `Match` says."""
        sql = f"SELECT count(*) FROM (SELECT 1 FROM chunks c WHERE {self.where} LIMIT ?)"
        return int(self.conn.execute(sql, (*self.values, most)).fetchone()[0])


def fts_query(words: Iterable[str]) -> str:
    """The words as an FTS5 query that any row with one of them matches. Every word is quoted, so none is an operator."""
    return " OR ".join('"{}"'.format(word.replace('"', '""')) for word in words)


def best_rows(
    conn: sqlite3.Connection, table: Table, words: Sequence[str], k: int, where: str = "1", values: Sequence[object] = ()
) -> list[Row]:
    """The k best rows that satisfy `where`, by falling score and then by ID."""
    if not words or k < 1:
        return []
    frequent = [] if is_small(conn, table, SPLIT_FROM_ROWS) else frequent_words(conn, table, words)
    rare = [word for word in words if word not in frequent]
    if frequent and rare:
        candidates = _candidates(_ranked(conn, table, rare, k + _EXTRA_ROWS, where, values), k, len(frequent))
        if candidates:
            among = f"+{table.name}.rowid IN (SELECT value FROM json_each(?)) AND {where}"
            return _ranked(conn, table, words, k, among, (json.dumps(candidates), *values))
    return _ranked(conn, table, words, k, where, values)


def is_small(conn: sqlite3.Connection, table: Table, rows: int) -> bool:
    """Whether a table has fewer rows than this."""
    return totals(conn, table.name)[0] < rows


def frequent_words(conn: sqlite3.Connection, table: Table, words: Sequence[str]) -> list[str]:
    """The words in at least half of the rows, to which BM25 gives next to nothing. Rows count once they are committed."""
    rows, _ = totals(conn, table.name)
    if not rows:
        return []
    sql = f"SELECT 1 FROM {table.name} WHERE {table.name} MATCH ? LIMIT 1 OFFSET ?"
    return [word for word in words if conn.execute(sql, (fts_query([word]), (rows + 1) // 2 - 1)).fetchone()]


def explain(conn: sqlite3.Connection, table: Table, words: Sequence[str], rowid: int) -> list[WordScore]:
    """What each word gives to one row, in the order of the words; the scores add up to the row's."""
    rows, average = totals(conn, table.name)
    length = _length(conn, table, rowid)
    scores = [(word, _rows_with(conn, table, word), _score(conn, table, word, rowid)) for word in words]
    return [_word_score(word, score, rows, rows_with, length, average) for word, rows_with, score in scores]


def _candidates(rows: Sequence[Row], k: int, frequent: int) -> list[int]:
    """The rows, of the first `k + _EXTRA_ROWS`, that could be in the top k once the frequent words' share is added.

    None when a row that is not among them could be there too.
    """
    if len(rows) < k:
        return []
    floor = rows[k - 1][2] - frequent * MIN_RARITY * MAX_CREDIT - _ROUNDING
    best_of_the_others = rows[-1][2] if len(rows) == k + _EXTRA_ROWS else 0.0
    return [rowid for rowid, _, score in rows if score >= floor] if best_of_the_others < floor else []


def _ranked(conn: sqlite3.Connection, table: Table, words: Sequence[str], limit: int, where: str, values: Sequence[object]) -> list[Row]:
    """The plain query. The join comes first and the filter with it, so that only allowed rows are scored."""
    sql = f"""SELECT {table.name}.rowid, {table.id}, {table.bm25} AS score FROM {table.name} {table.join}
        WHERE {table.name} MATCH ? AND {where} ORDER BY score, {table.id} LIMIT ?"""
    return [(rowid, item, -score) for rowid, item, score in conn.execute(sql, (fts_query(words), *values, limit))]


def _word_score(word: str, score: float, rows: int, rows_with: int, length: int, average: float) -> WordScore:
    """A word's score taken apart; how often the row holds the word follows from it."""
    rare = rarity(rows, rows_with)
    credit = score / rare
    damping = K1 * (1 - B + B * length / average)
    return WordScore(word, rows_with, rare, round(credit * damping / (MAX_CREDIT - credit)), length, average, credit, score)


def _score(conn: sqlite3.Connection, table: Table, word: str, rowid: int) -> float:
    """SQLite's own score of one row for one word."""
    sql = f"SELECT -{table.bm25} FROM {table.name} WHERE {table.name} MATCH ? AND rowid = ?"
    row = conn.execute(sql, (fts_query([word]), rowid)).fetchone()
    return float(row[0]) if row else 0.0


def _rows_with(conn: sqlite3.Connection, table: Table, word: str) -> int:
    row = conn.execute(f"SELECT count(*) FROM {table.name} WHERE {table.name} MATCH ?", (fts_query([word]),)).fetchone()
    return int(row[0])


def totals(conn: sqlite3.Connection, name: str) -> tuple[int, float]:
    """The rows of the table and the words of an average row, from FTS5's averages record: rows, then words by column."""
    row = conn.execute(f"SELECT block FROM {name}_data WHERE id = 1").fetchone()
    rows, *words = _varints(row[0]) if row and row[0] else [0]
    return rows, (sum(words) or 1) / (rows or 1)


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
