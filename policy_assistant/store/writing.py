"""Writing the index: one update becomes rows, inside the transaction of the caller."""

import json
import sqlite3
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple
from importlib.util import find_spec
from typing import TYPE_CHECKING

from policy_assistant.analysis import ANALYSER_VERSION
from policy_assistant.blocks import PARSER_VERSION
from policy_assistant.code_terms import CODE_ANALYSER_VERSION
from policy_assistant.errors import StoreBusyError
from policy_assistant.filters import PARTS, Part
from policy_assistant.metadata import ID_DIGITS, Chunk
from policy_assistant.steering import STEERING_VERSION
from policy_assistant.store.base import Embedding, PreparedDocument, Update
from policy_assistant.store.chunk_terms import ChunkTerms, analysed
from policy_assistant.store.code_table import add_code, clear_code, remove_code
from policy_assistant.store.language_means import add_to_sum, take_from_sum
from policy_assistant.store.posting_table import clear_postings, needs_postings, next_rowid
from policy_assistant.store.rows import DOCUMENT_COLUMNS, as_json, block_values, document_values, place_json
from policy_assistant.store.terms import TermWriter, clear_terms
from policy_assistant.store.vector_table import needs_codes, remove_vectors, size_of

if TYPE_CHECKING:
    from policy_assistant.store.base import Vector

_TABLES = ("vectors", "vector_documents", "vector_centre", "vector_sums", "blocks", "chunks", "documents")


Counts = Mapping[Part, tuple[int, int]]
"""Of each part how many chunks came and went."""


def apply(conn: sqlite3.Connection, update: Update) -> Counts:
    """Make a change; the numbers of chunks that came and went.

    Raises:
        StoreBusyError: the index is not the one that the change was planned for.
    """
    generation = int(meta_of(conn, "generation", "0"))
    if generation != update.generation:
        raise StoreBusyError(
            "another ingest finished while this one was prepared; the index is as it left it",
            hint="run the ingest again; what was parsed is kept",
        )
    terms = TermWriter(conn)
    gone = _clear(conn) if update.replace_all else _total(_remove(conn, terms, source) for source in update.removed)
    come = _total(_add(conn, terms, prepared) for prepared in update.added)
    terms.flush()
    filled = sum(_fill(conn, source, vectors) for source, vectors in update.filled)
    for source, state in update.touched:
        conn.execute("UPDATE documents SET size = ?, mtime = ? WHERE source = ?", (state.size, state.mtime, source))
    for source, flag in update.flagged:
        conn.execute("UPDATE documents SET flag = ? WHERE source = ?", (flag, source))
    changed = bool(come.total() or gone.total() or filled or update.flagged or update.replace_all)
    if needs_postings(conn) and find_spec("numpy"):
        from policy_assistant.store.posting_build import complete_postings

        complete_postings(conn)
    if _lacks_codes(conn):
        from policy_assistant.store.vectors import complete_codes

        complete_codes(conn)
    _set_meta(conn, update, generation + changed)
    if update.replace_all or not generation:
        conn.execute("INSERT OR REPLACE INTO meta VALUES ('steering', ?)", (STEERING_VERSION,))  # documents that stay keep their flags
    return {part: (come[part], gone[part]) for part in PARTS}


def _total(counts: Iterable[tuple[Part, int]]) -> "Counter[Part]":
    total: Counter[Part] = Counter()
    for part, count in counts:
        total[part] += count
    return total


def meta_of(conn: sqlite3.Connection, key: str, default: str) -> str:
    """A value of the table meta."""
    row = conn.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return str(row[0]) if row else default


def _set_meta(conn: sqlite3.Connection, update: Update, generation: int) -> None:
    model = update.embedding or Embedding("", "", 0)
    values = {
        "chunker": update.chunker,
        "parser": PARSER_VERSION,
        "analyser": ANALYSER_VERSION,
        "code_analyser": CODE_ANALYSER_VERSION,
        "embedder": model.name,
        "revision": model.revision,
        "dimension": model.dimension,
        "generation": generation,
        "last_sync": time.time_ns(),
        "unreadable": json.dumps(update.unreadable),
        "commits": json.dumps([astuple(commit) for commit in update.commits]),
    }
    conn.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", [(key, str(value)) for key, value in values.items()])


def _clear(conn: sqlite3.Connection) -> "Counter[Part]":
    """Empty the index, whatever made it; the numbers of chunks that it had."""
    chunks: Counter[Part] = Counter(
        dict(conn.execute("SELECT d.part, count(*) FROM chunks c JOIN documents d ON d.id = c.document GROUP BY d.part").fetchall())
    )
    conn.execute("INSERT INTO keyword_index (keyword_index) VALUES ('delete-all')")
    clear_terms(conn)
    clear_postings(conn)
    clear_code(conn)
    for table in _TABLES:
        conn.execute(f"DELETE FROM {table}")
    return chunks


def _add(conn: sqlite3.Connection, terms: TermWriter, prepared: PreparedDocument) -> tuple[Part, int]:
    meta = prepared.document.metadata
    values = document_values(prepared.document)
    sql = f"INSERT INTO documents ({', '.join(DOCUMENT_COLUMNS)}) VALUES ({', '.join('?' * len(values))})"
    document = _inserted(conn, sql, values)
    first = next_rowid(conn)
    known: Sequence[ChunkTerms | None] = prepared.terms or [None] * len(prepared.chunks)
    numbered = enumerate(zip(prepared.chunks, known, strict=True), first)
    rowids = [_add_chunk(conn, terms, document, chunk, of_chunk, rowid) for rowid, (chunk, of_chunk) in numbered]
    blocks = [(document, *block_values(block)) for block in prepared.blocks]
    conn.executemany("INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", blocks)
    if prepared.vectors is not None:
        _add_vectors(conn, document, meta.part, meta.language, list(zip(rowids, prepared.vectors, strict=True)))
    return meta.part, len(prepared.chunks)


def _add_chunk(conn: sqlite3.Connection, terms: TermWriter, document: int, chunk: Chunk, known: ChunkTerms | None, rowid: int) -> int:
    seen_by_filters = (chunk.access, chunk.effective_from, chunk.effective_to)
    place = (chunk.position, chunk.start, chunk.end, as_json(chunk.sections), as_json(chunk.pages))
    values = (
        rowid,
        document,
        *seen_by_filters,
        _shown_id(conn, chunk.hash),
        chunk.hash,
        *place,
        chunk.text,
        as_json(chunk.flags),
        place_json(chunk),
        as_json(chunk.spots),
    )
    sql = """INSERT INTO chunks (id, document, access, effective_from, effective_to, chunk_id, hash, position, start, "end", sections, pages, text,
        flags, place, spots) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
    conn.execute(sql, values)
    if chunk.place:
        add_code(conn, rowid, chunk.source, chunk.place.name, chunk.text)
    else:
        conn.execute("INSERT INTO keyword_index (rowid, text) VALUES (?, ?)", (rowid, chunk.text))
        terms.add(rowid, known or analysed(chunk.title, chunk.sections, chunk.quote, chunk.language))
    return rowid


def _inserted(conn: sqlite3.Connection, sql: str, values: Sequence[object]) -> int:
    """The rowid of a new row. Not by RETURNING, for which FTS5 writes all that it has gathered to the file each time."""
    rowid = conn.execute(sql, values).lastrowid
    if rowid is None:
        raise AssertionError("an INSERT has a rowid")
    return rowid


def _remove(conn: sqlite3.Connection, terms: TermWriter, source: str) -> tuple[Part, int]:
    row = conn.execute("SELECT id, part, language FROM documents WHERE source = ?", (source,)).fetchone()
    if row is None:
        return "docs", 0
    document, part, language = row
    chunks = conn.execute("SELECT id, text, place FROM chunks WHERE document = ?", (document,)).fetchall()
    for chunk, text, place in chunks:
        if part == "code":
            remove_code(conn, chunk, source, json.loads(place)[1], text)
        else:
            conn.execute("INSERT INTO keyword_index (keyword_index, rowid, text) VALUES ('delete', ?, ?)", (chunk, text))
            terms.remove(chunk)
    _remove_vectors(conn, document, part, language)
    for table in ("chunks", "blocks"):
        conn.execute(f"DELETE FROM {table} WHERE document = ?", (document,))
    conn.execute("DELETE FROM documents WHERE id = ?", (document,))
    return part, len(chunks)


def _fill(conn: sqlite3.Connection, source: str, vectors: "Sequence[Vector]") -> int:
    """Give a document that stays its vectors, in the reading order of its chunks; how many."""
    document, part, language = conn.execute("SELECT id, part, language FROM documents WHERE source = ?", (source,)).fetchone()
    _remove_vectors(conn, document, part, language)
    rowids = [row[0] for row in conn.execute("SELECT id FROM chunks WHERE document = ? ORDER BY position", (document,))]
    _add_vectors(conn, document, part, language, list(zip(rowids, vectors, strict=True)))
    return len(rowids)


def _add_vectors(conn: sqlite3.Connection, document: int, part: Part, language: str, rows: "list[tuple[int, Vector]]") -> None:
    from policy_assistant.store.vectors import add_vectors

    add_vectors(conn, document, rows)
    if part == "docs":  # code is searched by itself, so that its languages have nothing to be set off against
        add_to_sum(conn, language, _stored_vectors(conn, document))


def _remove_vectors(conn: sqlite3.Connection, document: int, part: Part, language: str) -> None:
    if part == "docs":
        take_from_sum(conn, language, _stored_vectors(conn, document))
    remove_vectors(conn, document)


def _stored_vectors(conn: sqlite3.Connection, document: int) -> list[bytes]:
    sql = "SELECT v.vector FROM chunks c JOIN vectors v ON v.chunk = c.id WHERE c.document = ?"
    return [row[0] for row in conn.execute(sql, (document,))]


def _lacks_codes(conn: sqlite3.Connection) -> bool:
    """Whether vectors wait for codes, found out without numpy: without it documents can still be removed."""
    has_none = conn.execute("SELECT 1 FROM vector_documents WHERE codes IS NULL LIMIT 1").fetchone()
    return bool(has_none) and needs_codes(*size_of(conn))


def _shown_id(conn: sqlite3.Connection, digest: str) -> str:
    """The digits shown for a hash: 12, or as many as tell it from others; those get more digits too."""
    prefix = digest[:ID_DIGITS]
    others = [row[0] for row in conn.execute("SELECT hash FROM chunks WHERE hash >= ? AND hash < ?", (prefix, prefix + "g"))]
    if not others:
        return prefix
    lengths = range(ID_DIGITS + 1, len(digest))
    digits = next((n for n in lengths if len({h[:n] for h in (*others, digest)}) == len(others) + 1), len(digest))
    conn.executemany("UPDATE chunks SET chunk_id = ? WHERE hash = ?", [(h[:digits], h) for h in others])
    return digest[:digits]
