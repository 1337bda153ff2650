"""The tables of vectors in the index, and what can be done with them without numpy.

`vectors` holds one vector a chunk. `vector_documents` names, a row a document, the chunks that have one, with their codes
(`vector_codes`), so that a process loads all codes by reading few rows. `vector_centre` is the point that codes are
relative to. Numbers are little-endian everywhere: float32 in vectors, factors and centre, int64 in lists of chunks.
"""

import sqlite3
import struct
from collections.abc import Sequence

from policy_assistant.store.rows import as_json

EXACT_NUMBERS = 8_000_000
"""Up to so many numbers (vectors times dimension; 32 MB) all vectors are compared, beyond it codes choose (docs/benchmarks.md)."""
MAX_DIMENSION = 4_096

VECTOR_TABLES = (
    "CREATE TABLE vectors (chunk INTEGER PRIMARY KEY REFERENCES chunks (id), vector BLOB NOT NULL)",
    # The list of chunks stands before the codes: counting and removing read no overflow pages.
    """CREATE TABLE vector_documents (
        document INTEGER PRIMARY KEY REFERENCES documents (id), dimension INTEGER NOT NULL, chunks BLOB NOT NULL, codes BLOB, factors BLOB)""",
    "CREATE TABLE vector_centre (id INTEGER PRIMARY KEY CHECK (id = 1), vectors INTEGER NOT NULL, centre BLOB NOT NULL)",
)

_PROBLEMS = {
    "vectors without a chunk": "SELECT count(*) FROM vectors WHERE chunk NOT IN (SELECT id FROM chunks)",
    "lists of vectors without a document": "SELECT count(*) FROM vector_documents WHERE document NOT IN (SELECT id FROM documents)",
    "vectors more or less than the documents' lists name": """SELECT abs((SELECT count(*) FROM vectors)
        - (SELECT coalesce(sum(length(chunks)), 0) / 8 FROM vector_documents))""",
    "vectors of another length than the first": """SELECT count(*) FROM vectors
        WHERE length(vector) <> 4 * (SELECT dimension FROM vector_documents ORDER BY document LIMIT 1)""",
    "documents whose codes do not fit their vectors": """SELECT count(*) FROM vector_documents WHERE codes IS NOT NULL AND
        (length(codes) <> length(chunks) * ((dimension + 63) / 64) OR factors IS NULL OR length(factors) <> length(chunks))""",
}


def size_of(conn: sqlite3.Connection) -> tuple[int, int]:
    """The number of vectors in the index, and of numbers in each."""
    row = conn.execute("SELECT coalesce(sum(length(chunks)), 0) / 8 FROM vector_documents").fetchone()
    return int(row[0]), dimension_of(conn)


def dimension_of(conn: sqlite3.Connection) -> int:
    """The numbers of a vector of the index; 0 without any."""
    row = conn.execute("SELECT dimension FROM vector_documents LIMIT 1").fetchone()
    return int(row[0]) if row else 0


def count_vectors(conn: sqlite3.Connection) -> tuple[int, int]:
    """The number of vectors, and of chunks without one."""
    vectors, _ = size_of(conn)
    return vectors, int(conn.execute("SELECT count(*) FROM chunks").fetchone()[0]) - vectors


def needs_codes(vectors: int, dimension: int) -> bool:
    """Whether an index of this size is searched by codes."""
    return vectors * dimension > EXACT_NUMBERS


def remove_vectors(conn: sqlite3.Connection, document: int) -> None:
    """Delete a document's vectors, if it has any, inside the caller's transaction; before or after its chunks."""
    row = conn.execute("SELECT chunks FROM vector_documents WHERE document = ?", (document,)).fetchone()
    if row is None:
        return
    conn.execute("DELETE FROM vectors WHERE chunk IN (SELECT value FROM json_each(?))", (as_json(listed(row[0])),))
    conn.execute("DELETE FROM vector_documents WHERE document = ?", (document,))
    # Vectors of another model have another centre, and they come only after all others have gone.
    conn.execute("DELETE FROM vector_centre WHERE NOT EXISTS (SELECT 1 FROM vector_documents)")


def vector_problems(conn: sqlite3.Connection) -> list[str]:
    """What is wrong between vectors, codes and chunks; empty when all is well."""
    counts = ((what, int(conn.execute(sql).fetchone()[0])) for what, sql in _PROBLEMS.items())
    found = [f"{count} {what}" for what, count in counts if count]
    missing = int(conn.execute("SELECT count(*) FROM vector_documents WHERE codes IS NULL").fetchone()[0])
    if missing and needs_codes(*size_of(conn)):
        found.append(f"{missing} documents whose vectors have no codes")
    return found


def packed(chunks: Sequence[int]) -> bytes:
    """Rowids of chunks as little-endian int64."""
    return struct.pack(f"<{len(chunks)}q", *chunks)


def listed(blob: bytes) -> tuple[int, ...]:
    """What `packed` packed."""
    return struct.unpack(f"<{len(blob) // 8}q", blob)
