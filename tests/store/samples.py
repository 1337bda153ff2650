"""Documents and chunks made by hand, and looks into the index file, for its tests."""

import sqlite3
from contextlib import closing

from policy_assistant.store.chunk_terms import analysed
from policy_assistant.store.sqlite import Store
from policy_assistant.store.terms import CHUNK_TERMS_TABLE, TermWriter
from policy_assistant.store.unit_table import UNIT_TABLES
from policy_assistant.testing.engine.samples import document, metadata, update, with_hashes

__all__ = ["assert_whole", "document", "everything", "metadata", "terms_in", "update", "with_hashes"]

TABLES = (
    "documents",
    "chunks",
    "blocks",
    "keyword_index",
    "keyword_index_docsize",
    "chunk_terms_docsize",
    "chunk_units",
    "unit_counts",
    "unit_totals",
    "vectors",
    "vector_documents",
    "vector_centre",
    "vector_sums",
    "meta",
)
"""Every table that a change touches."""


def everything(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables, for comparison."""
    return {table: store.conn.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in TABLES}


def assert_whole(store: Store) -> None:
    """Nothing is damaged or lost, and the indexes of words and terms hold exactly those of the chunks (asked of a writer)."""
    assert store.problems() == []
    store.conn.execute("INSERT INTO keyword_index (keyword_index, rank) VALUES ('integrity-check', 1)")
    store.conn.execute("INSERT INTO chunk_terms (chunk_terms) VALUES ('integrity-check')")
    assert terms_in(store.conn) == terms_anew(store)


def terms_in(conn: sqlite3.Connection) -> list[tuple[object, ...]]:
    """Every term in the tables of terms, with the row, column and place where it stands."""
    found: list[tuple[object, ...]] = []
    conn.execute("CREATE VIRTUAL TABLE temp.seen USING fts5vocab (main, chunk_terms, instance)")
    found.extend(conn.execute("SELECT term, doc, col, offset FROM temp.seen ORDER BY 1, 2, 3, 4"))
    conn.execute("DROP TABLE temp.seen")
    for table in ("chunk_units", "unit_counts", "unit_totals"):
        found.extend((table, *row) for row in conn.execute(f"SELECT * FROM {table} ORDER BY 1"))
    return found


def terms_anew(store: Store) -> list[tuple[object, ...]]:
    """What the tables would hold if all chunks were put into empty ones."""
    with closing(sqlite3.connect(":memory:")) as conn:
        for statement in (CHUNK_TERMS_TABLE, *UNIT_TABLES):
            conn.execute(statement)
        writer = TermWriter(conn)
        rowids = dict(store.conn.execute("SELECT hash, id FROM chunks"))
        for chunk in store.chunks():
            writer.add(rowids[chunk.hash], analysed(chunk.title, chunk.sections, chunk.quote, chunk.language))
        writer.flush()
        return terms_in(conn)
