"""The tables of `index.sqlite`, as numbered migrations.

The index is derived, so a schema that cannot be migrated is rebuilt; each step runs in a transaction with its number.
"""

import sqlite3

from policy_assistant.store.code_table import CODE_TABLES
from policy_assistant.store.fulltext import TOKENIZER
from policy_assistant.store.posting_table import POSTING_TABLES
from policy_assistant.store.terms import CHUNK_TERMS_TABLE
from policy_assistant.store.unit_table import UNIT_TABLES
from policy_assistant.store.vector_table import VECTOR_TABLES

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE documents (
            id INTEGER PRIMARY KEY, source TEXT NOT NULL UNIQUE, doc_id TEXT NOT NULL, version TEXT NOT NULL, title TEXT NOT NULL,
            effective_from TEXT NOT NULL, effective_to TEXT NOT NULL, owner TEXT NOT NULL, access TEXT NOT NULL, language TEXT NOT NULL,
            doc_type TEXT NOT NULL, format TEXT NOT NULL, unstated TEXT NOT NULL, size INTEGER NOT NULL, mtime INTEGER NOT NULL,
            sha256 TEXT NOT NULL, own TEXT NOT NULL, own_title TEXT NOT NULL, flag TEXT NOT NULL DEFAULT '', UNIQUE (doc_id, version))""",
        # What a filter reads stands before the text, so that a long text's overflow pages are not touched by it.
        """CREATE TABLE chunks (
            id INTEGER PRIMARY KEY, document INTEGER NOT NULL REFERENCES documents (id), access TEXT NOT NULL, effective_from TEXT NOT NULL,
            effective_to TEXT NOT NULL, chunk_id TEXT NOT NULL UNIQUE, hash TEXT NOT NULL UNIQUE, position INTEGER NOT NULL,
            start INTEGER NOT NULL, "end" INTEGER NOT NULL, sections TEXT NOT NULL, pages TEXT NOT NULL, text TEXT NOT NULL)""",
        "CREATE INDEX chunks_of_document ON chunks (document, position)",
        """CREATE TABLE blocks (
            document INTEGER NOT NULL REFERENCES documents (id), start INTEGER NOT NULL, "end" INTEGER NOT NULL, kind TEXT NOT NULL,
            level INTEGER NOT NULL, section TEXT NOT NULL, first_line INTEGER, last_line INTEGER, lines TEXT NOT NULL,
            PRIMARY KEY (document, start)) WITHOUT ROWID""",
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
        f"CREATE VIRTUAL TABLE keyword_index USING fts5 (text, content = 'chunks', content_rowid = 'id', tokenize = '{TOKENIZER}')",
    ),
    (
        CHUNK_TERMS_TABLE,
        *VECTOR_TABLES,
        # Of each language the number and the sum of its vectors, float64, little-endian.
        "CREATE TABLE vector_sums (language TEXT PRIMARY KEY, vectors INTEGER NOT NULL, sum BLOB NOT NULL) WITHOUT ROWID",
    ),
    # A JSON list; empty for nearly all.
    ("ALTER TABLE chunks ADD COLUMN flags TEXT NOT NULL DEFAULT '[]'",),
    (
        "ALTER TABLE documents ADD COLUMN part TEXT NOT NULL DEFAULT 'docs'",
        # A JSON list of a piece of code's kind, name, first and last line; empty in documents.
        "ALTER TABLE chunks ADD COLUMN place TEXT NOT NULL DEFAULT '[]'",
        *CODE_TABLES,
    ),
    (
        # JSON lists, empty for most: the names of a chunk's places, and of a block's with their characters.
        "ALTER TABLE chunks ADD COLUMN spots TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE blocks ADD COLUMN spots TEXT NOT NULL DEFAULT '[]'",
    ),
    (
        "DROP TABLE IF EXISTS unit_terms",
        *UNIT_TABLES,
        *POSTING_TABLES,
        # The terms of what is there are not known: it must be ingested anew.
        "UPDATE meta SET value = 'of an older version' WHERE key = 'analyser'",
    ),
)
"""Step n takes a database from `user_version` n to n + 1."""

SCHEMA = len(MIGRATIONS)


def schema_of(conn: sqlite3.Connection) -> int:
    """The number of steps that a database has seen."""
    return int(conn.execute("PRAGMA user_version").fetchone()[0])


def migrate(conn: sqlite3.Connection) -> None:
    """Bring a database to `SCHEMA`, a step and its number committed together."""
    while (number := schema_of(conn)) < SCHEMA:
        conn.execute("BEGIN IMMEDIATE")
        try:
            if schema_of(conn) == number:  # else another process took the step while this one waited
                for statement in MIGRATIONS[number]:
                    conn.execute(statement)
                conn.execute(f"PRAGMA user_version = {number + 1}")
        except BaseException:
            conn.execute("ROLLBACK")
            raise
        conn.execute("COMMIT")
