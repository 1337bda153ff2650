"""The tables of posting lists, and what can be done with them without numpy.

FTS5 walks every row of a word to score it, and once more to count it. From some ten thousand chunks on that takes longer than
all else. So the rows of each word that is in many chunks are kept as arrays: `postings` has a row a word and segment, with
the rowids (int32) and how often the word stands there (uint8, or uint16 where it must be). Words in fewer chunks are read from
FTS5 as they are needed. `posting_segments` names the segments: rowids after the last of the segment before, up to `last`, with
the length of each in words. A large index gets one for all its chunks; each later change adds one for its own chunks, of the
same words; when those hold a fifth of all, everything is made anew (`posting_build`). Rows that leave stay in the lists:
readers leave them out, for they belong to no document (`posting_lists`); their rowids are not given out again.

Everything here is derived from the FTS5 tables and can be deleted; then FTS5 answers, with the same scores.
"""

import sqlite3

POSTING_TABLES = (
    """CREATE TABLE posting_segments (id INTEGER PRIMARY KEY, last INTEGER NOT NULL, listed INTEGER NOT NULL, word_lengths BLOB NOT NULL,
        term_lengths BLOB NOT NULL)""",
    """CREATE TABLE postings (id INTEGER PRIMARY KEY, source TEXT NOT NULL, word TEXT NOT NULL, segment INTEGER NOT NULL,
        rowids BLOB NOT NULL, counts BLOB NOT NULL, UNIQUE (source, word, segment))""",
)
"""The SQL that makes the tables."""

POSTINGS_FROM = 50_000
"""Fewer chunks are searched by FTS5 alone, which is fast enough (docs/benchmarks.md)."""
LISTED_FROM = 1_000
"""A word in fewer chunks has no list: FTS5 gives its rows in less than a millisecond."""
TAIL_SHARE = 5
"""All is made anew when one in so many of the chunks came after the first segment."""
SOURCES = ("keyword_index", "chunk_terms")
"""The FTS5 tables that have lists."""


def needs_postings(conn: sqlite3.Connection) -> bool:
    """Whether chunks wait for lists, or lists for their end."""
    total = _chunks(conn)
    last = covered(conn)[1]
    return bool(last) if total < POSTINGS_FROM else _has_newer(conn, last)


def has_postings(conn: sqlite3.Connection) -> bool:
    """Whether there are any lists."""
    return conn.execute("SELECT 1 FROM posting_segments LIMIT 1").fetchone() is not None


def covered(conn: sqlite3.Connection) -> tuple[int, int]:
    """The last rowids of the first and of the last segment; 0 without any."""
    first, last = conn.execute("SELECT min(last), max(last) FROM posting_segments").fetchone()
    return int(first or 0), int(last or 0)


def clear_postings(conn: sqlite3.Connection) -> None:
    """Delete all lists."""
    conn.execute("DELETE FROM postings")
    conn.execute("DELETE FROM posting_segments")


def next_rowid(conn: sqlite3.Connection) -> int:
    """The rowid of the next new chunk: none that a list has had before."""
    newest = conn.execute("SELECT max(id) FROM chunks").fetchone()[0] or 0
    return max(int(newest), covered(conn)[1]) + 1


def posting_problems(conn: sqlite3.Connection) -> list[str]:
    """What is wrong between lists and chunks; empty when all is well."""
    found = []
    for what, sql in _PROBLEMS.items():
        if count := int(conn.execute(sql).fetchone()[0]):
            found.append(f"{count} {what}")
    return found


_PROBLEMS = {
    "posting lists of no segment": "SELECT count(*) FROM postings WHERE segment NOT IN (SELECT id FROM posting_segments)",
    "posting lists whose rows and counts are not as many": "SELECT count(*) FROM postings WHERE length(rowids) <> 4 * length(counts)",
    "segments with more or fewer posting lists than they say": """SELECT count(*) FROM posting_segments s
        WHERE s.listed <> (SELECT count(*) FROM postings p WHERE p.segment = s.id)""",
}


def _chunks(conn: sqlite3.Connection) -> int:
    return int(conn.execute("SELECT count(*) FROM chunk_terms_docsize").fetchone()[0])


def _has_newer(conn: sqlite3.Connection, rowid: int) -> bool:
    return conn.execute("SELECT 1 FROM chunk_terms_docsize WHERE id > ? LIMIT 1", (rowid,)).fetchone() is not None
