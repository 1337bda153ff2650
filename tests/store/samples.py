"""Documents and chunks made by hand, for tests of the index."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from itertools import accumulate

from policy_assistant.blocks import Block
from policy_assistant.metadata import Chunk, Metadata, chunk_hash
from policy_assistant.store.base import FileState, IndexedDocument, PreparedDocument, Update
from policy_assistant.store.sqlite import Store
from policy_assistant.store.terms import CHUNK_TERMS_TABLE, TermWriter, analysed
from policy_assistant.store.unit_table import UNIT_TABLES

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


def metadata(name: str, *, access: str = "public", effective_from: str = "", effective_to: str = "", version: str = "1") -> Metadata:
    """What is known about the document whose file is `documents/NAME.md`."""
    source = f"documents/{name}.md"
    return Metadata(name, version, name, effective_from, effective_to, "Desk", access, "en", "policy", source, "md", ("owner",))


def document(meta: Metadata, *texts: str) -> PreparedDocument:
    """A document with one chunk and one block for every text."""
    ends = list(accumulate(texts, lambda end, text: end + 2 + len(text), initial=-2))[1:]
    spans = [(end - len(text), end) for end, text in zip(ends, texts, strict=True)]
    chunks = [_chunk(meta, number, start, texts[number]) for number, (start, _) in enumerate(spans)]
    blocks = [Block("text", "", 0, start, end, "Rules", (number + 1, number + 1)) for number, (start, end) in enumerate(spans)]
    return PreparedDocument(IndexedDocument(meta, FileState(9, 8, meta.doc_id, {"doc_id": meta.doc_id}, meta.title)), chunks, blocks)


def with_hashes(prepared: PreparedDocument, *hashes: str) -> PreparedDocument:
    """The document with these full hashes in place of its chunks' own."""
    return replace(prepared, chunks=[replace(chunk, hash=digest) for chunk, digest in zip(prepared.chunks, hashes, strict=True)])


def update(*added: PreparedDocument, generation: int = 0, removed: Iterable[str] = (), replace_all: bool = False) -> Update:
    """A change of the index; `removed` are document names."""
    return Update("structure", generation, [f"documents/{name}.md" for name in removed], added, replace_all=replace_all)


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


def _chunk(meta: Metadata, position: int, start: int, text: str) -> Chunk:
    digest = chunk_hash(meta.doc_id, meta.version, start, start + len(text))
    return Chunk(
        digest[:12],
        meta.doc_id,
        meta.version,
        meta.title,
        "structure",
        position,
        start,
        start + len(text),
        text,
        ("Rules",),
        (),
        meta.effective_from,
        meta.effective_to,
        meta.access,
        meta.language,
        meta.doc_type,
        meta.source,
        digest,
    )
