"""Documents out of the index as they went in, with their vectors: what another engine needs to hold the same."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from policy_assistant.filters import PARTS
from policy_assistant.store.base import PreparedDocument
from policy_assistant.store.qdrant.door import equals
from policy_assistant.store.qdrant.pages import pages
from policy_assistant.store.qdrant.passages import SHOWN
from policy_assistant.store.qdrant.snapshot import Snapshot

if TYPE_CHECKING:
    from policy_assistant.store.base import IndexedDocument, Vector
    from policy_assistant.store.qdrant.engine import QdrantStore


def exported(now: Snapshot, engine: "QdrantStore", sources: Sequence[str] | None) -> Iterator[PreparedDocument]:
    """All documents of both parts, or those of these sources, in order of source, one at a time.

    A document of which a chunk has no vector comes without vectors.
    """
    wanted = None if sources is None else set(sources)
    records = sorted((one for part in PARTS for one in engine.documents(part)), key=lambda one: one.metadata.source.encode())
    for record in records:
        if wanted is None or record.metadata.source in wanted:
            yield _prepared(now, engine, record)


def _prepared(now: Snapshot, engine: "QdrantStore", record: "IndexedDocument") -> PreparedDocument:
    source = record.metadata.source
    where = now.where(equals("source", source))
    points = sorted(pages(now.door, now.collection, where, SHOWN, vectors=True), key=lambda point: int(str(point.payload["position"])))
    found = [point.dense for point in points]
    vectors: list[Vector] | None = None if not found or any(vector is None for vector in found) else [v for v in found if v is not None]
    return PreparedDocument(record, [now.chunk(point.payload) for point in points], engine.blocks(source), vectors)
