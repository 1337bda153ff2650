"""Documents out of the index file as they went in, with their vectors: what another engine needs to hold the same."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from policy_assistant.filters import PARTS
from policy_assistant.metadata import Chunk
from policy_assistant.store.base import Engine, PreparedDocument

if TYPE_CHECKING:
    from policy_assistant.store.base import Vector


def exported(
    engine: Engine, conn: sqlite3.Connection, chunks_of: Callable[[str], Sequence[Chunk]], sources: Sequence[str] | None = None
) -> Iterator[PreparedDocument]:
    """All documents of both parts, or those of these sources, in order of source, one at a time; `conn` is the engine's.

    `chunks_of` a source are its chunks in reading order. Use it inside a snapshot, so that all belong to one state. A document
    of which a chunk has no vector comes without vectors.
    """
    wanted = None if sources is None else set(sources)
    records = sorted((one for part in PARTS for one in engine.documents(part)), key=lambda one: one.metadata.source)
    for record in records:
        source = record.metadata.source
        if wanted is None or source in wanted:
            chunks = chunks_of(source)
            yield PreparedDocument(record, chunks, engine.blocks(source), _vectors(conn, source, len(chunks)))


def _vectors(conn: sqlite3.Connection, source: str, chunks: int) -> "list[Vector] | None":
    """A vector a chunk, in reading order; None where any is missing."""
    sql = """SELECT v.vector FROM documents d JOIN chunks c ON c.document = d.id JOIN vectors v ON v.chunk = c.id
        WHERE d.source = ? ORDER BY c.position"""
    blobs = [row[0] for row in conn.execute(sql, (source,))]
    if len(blobs) != chunks or not blobs:
        return None
    import numpy as np

    return [np.frombuffer(blob, "<f4").astype(np.float32) for blob in blobs]
