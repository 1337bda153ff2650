"""Makes posting lists of the FTS5 tables: for all chunks of an index that has become large, later for those of each change."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy import typing as npt

from policy_assistant.store.fulltext import TOKENIZER
from policy_assistant.store.posting_lists import Counts, Rows, rows_with
from policy_assistant.store.posting_table import LISTED_FROM, POSTINGS_FROM, SOURCES, TAIL_SHARE, clear_postings, covered


def complete_postings(conn: sqlite3.Connection) -> None:
    """Make lists for the chunks that have none, inside the caller's transaction, after its last change of chunks."""
    total = int(conn.execute("SELECT count(*) FROM chunk_terms_docsize").fetchone()[0])
    if total < POSTINGS_FROM:
        clear_postings(conn)
        return
    first, last = covered(conn)
    new = int(conn.execute("SELECT count(*) FROM chunk_terms_docsize WHERE id > ?", (first,)).fetchone()[0])
    if not last or new * TAIL_SHARE > total:
        _make_anew(conn)
    elif conn.execute("SELECT 1 FROM chunk_terms_docsize WHERE id > ? LIMIT 1", (last,)).fetchone():
        _append(conn, last)


def _make_anew(conn: sqlite3.Connection) -> None:
    clear_postings(conn)
    last = int(conn.execute("SELECT max(id) FROM chunk_terms_docsize").fetchone()[0])
    for source in SOURCES:
        with _vocabulary(conn, "main", source) as (words, places):
            frequent = conn.execute(f"SELECT term FROM {words} WHERE doc >= ?", (LISTED_FROM,)).fetchall()
            for (word,) in frequent:
                _insert(conn, source, word, 1, *rows_with(conn, places, word))
    _insert_segment(conn, 1, 0, last)


def _append(conn: sqlite3.Connection, after: int) -> None:
    """A segment for the chunks after a rowid. FTS5 cuts their texts once more, in tables of their own, into the same words."""
    last = int(conn.execute("SELECT max(id) FROM chunk_terms_docsize").fetchone()[0])
    segment = int(conn.execute("SELECT max(id) FROM posting_segments").fetchone()[0]) + 1
    for source, (columns, options, select) in _COPIES.items():
        conn.execute(f"CREATE VIRTUAL TABLE temp.{source}_new USING fts5 ({columns}, {options})")
        conn.execute(f"INSERT INTO temp.{source}_new (rowid, {columns}) {select}", (after,))
        with _vocabulary(conn, "temp", f"{source}_new") as (words, places):
            sql = f"SELECT DISTINCT p.word FROM postings p JOIN {words} w ON w.term = p.word WHERE p.source = ?"
            for (word,) in conn.execute(sql, (source,)).fetchall():
                _insert(conn, source, word, segment, *rows_with(conn, places, word))
        conn.execute(f"DROP TABLE temp.{source}_new")
    _insert_segment(conn, segment, after, last)


_COPIES = {
    "keyword_index": ("text", f"tokenize = '{TOKENIZER}'", "SELECT id, text FROM chunks WHERE id > ? AND place = '[]'"),
    "chunk_terms": (
        "title, heading, body",
        "tokenize = 'ascii'",
        "SELECT chunk, title, heading, replace(units, char(10), ' ') FROM chunk_units WHERE chunk > ?",
    ),
}
"""Of each table with lists: its columns, its options, and the query for the texts of new chunks."""


def _insert(conn: sqlite3.Connection, source: str, word: str, segment: int, rows: Rows, counts: Counts) -> None:
    sql = "INSERT INTO postings (source, word, segment, rowids, counts) VALUES (?, ?, ?, ?, ?)"
    conn.execute(sql, (source, word, segment, rows.astype("<i4").tobytes(), counts.astype(counts.dtype.newbyteorder("<")).tobytes()))


def _insert_segment(conn: sqlite3.Connection, segment: int, after: int, last: int) -> None:
    """A segment; its lengths begin with the rowid after the segment before, the first with 0."""
    begin = after + 1 if after else 0
    listed = int(conn.execute("SELECT count(*) FROM postings WHERE segment = ?", (segment,)).fetchone()[0])
    lengths = [_lengths(conn, source, begin, last).astype("<i4").tobytes() for source in SOURCES]
    conn.execute("INSERT INTO posting_segments VALUES (?, ?, ?, ?, ?)", (segment, last, listed, *lengths))


def _lengths(conn: sqlite3.Connection, source: str, begin: int, last: int) -> npt.NDArray[np.int32]:
    """The words of each row from `begin` to `last`, 0 where there is none, from FTS5's table of sizes (a varint a column)."""
    found = conn.execute(f"SELECT id, sz FROM {source}_docsize WHERE id BETWEEN ? AND ? ORDER BY id", (begin, last)).fetchall()
    sizes = np.zeros(last + 1 - begin, np.int32)
    if found:
        numbers = _varints(b"".join(size for _, size in found)).reshape(len(found), -1)
        sizes[np.array([row for row, _ in found]) - begin] = numbers.sum(axis=1)
    return sizes


def _varints(blob: bytes) -> npt.NDArray[np.int64]:
    """SQLite's variable-length integers, one after the other: seven bits a byte, the high bit says that more follow."""
    data = np.frombuffer(blob, np.uint8).astype(np.int64)
    ends = np.flatnonzero(data < 0x80)
    lengths = np.diff(ends, prepend=-1)
    numbers = data[ends]
    for back in range(1, int(lengths.max(initial=1))):
        longer = lengths > back
        numbers[longer] += (data[ends[longer] - back] & 0x7F) << 7 * back
    return numbers


@contextmanager
def _vocabulary(conn: sqlite3.Connection, schema: str, table: str) -> Iterator[tuple[str, str]]:
    """Two tables about an FTS5 table, for a while: its words with their numbers of rows, and all places of words."""
    names = (f"temp.{table}_words", f"temp.{table}_places")
    for name, kind in zip(names, ("row", "instance"), strict=True):
        conn.execute(f"CREATE VIRTUAL TABLE {name} USING fts5vocab ({schema}, {table}, {kind})")
    yield names
    for name in names:
        conn.execute(f"DROP TABLE {name}")
