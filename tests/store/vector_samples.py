"""Vectors in an index made by hand, for tests of vector search."""

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from policy_assistant.filters import Filters
from policy_assistant.store.base import PreparedDocument
from policy_assistant.store.sqlite import Store
from policy_assistant.store.vector_codes import Floats
from policy_assistant.store.vectors import add_vectors, complete_codes
from tests.store.samples import document, metadata, update

Hit = tuple[int, float]


def unit(*numbers: float) -> Floats:
    """The numbers as a vector of length 1."""
    vector = np.array(numbers, dtype=np.float64)
    return (vector / np.linalg.norm(vector)).astype(np.float32)


def texts(name: str, number: int, access: str = "public", effective_from: str = "", effective_to: str = "") -> PreparedDocument:
    """A document of so many chunks."""
    meta = metadata(name, access=access, effective_from=effective_from, effective_to=effective_to)
    return document(meta, *(f"{name} {n}" for n in range(number)))


def open_index(path: Path, *prepared: PreparedDocument) -> Store:
    """An index with these documents and no vectors."""
    store = Store.open(path)
    store.conn.execute("PRAGMA synchronous = OFF")  # no test here pulls the plug, and waiting for the disk is most of their time
    store.publish(update(*prepared))
    return store


def chunk_rows(conn: sqlite3.Connection, name: str) -> tuple[int, list[int]]:
    """The rowids of a document and of its chunks in reading order."""
    row = conn.execute("SELECT id FROM documents WHERE source = ?", (f"documents/{name}.md",)).fetchone()
    chunks = conn.execute("SELECT id FROM chunks WHERE document = ? ORDER BY position", row).fetchall()
    return int(row[0]), [chunk for (chunk,) in chunks]


def publish_vectors(conn: sqlite3.Connection, vectors: dict[str, Sequence[Floats | None]]) -> None:
    """Vectors for the documents' chunks, None for a chunk that gets none, and a new generation, in one transaction."""
    with conn:
        conn.execute("BEGIN")
        for name, of_chunks in vectors.items():
            number, chunks = chunk_rows(conn, name)
            add_vectors(conn, number, [(chunk, v) for chunk, v in zip(chunks, of_chunks, strict=True) if v is not None])
        complete_codes(conn)
        raise_generation(conn)


def raise_generation(conn: sqlite3.Connection) -> None:
    """What every change of the index does."""
    conn.execute("UPDATE meta SET value = value + 1 WHERE key = 'generation'")


def brute_force(conn: sqlite3.Connection, question: Floats, filters: Filters) -> list[Hit]:
    """All chunks that the filters allow, by falling score and then by ID."""
    sql = "SELECT c.id, v.vector, c.chunk_id, c.access, c.effective_from, c.effective_to FROM vectors v JOIN chunks c ON c.id = v.chunk"
    rows = [(chunk, score(blob, question), item) for chunk, blob, item, *kind in conn.execute(sql) if filters.allow(*kind)]
    return [(chunk, value) for chunk, value, _ in sorted(rows, key=lambda row: (-row[1], row[2]))]


def score(blob: bytes, question: Floats) -> float:
    """The dot product of a stored vector, summed in float64."""
    return float((np.frombuffer(blob, "<f4").astype(np.float64) * question).sum())


def recall(found: Iterable[Sequence[Hit]], best: Iterable[Sequence[Hit]]) -> float:
    """The mean part of the best that was found."""
    parts = [len({chunk for chunk, _ in one} & {chunk for chunk, _ in other}) / len(other) for one, other in zip(found, best, strict=True)]
    return sum(parts) / len(parts)
