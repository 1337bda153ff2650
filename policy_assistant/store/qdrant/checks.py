"""Whether what is there is what the marker says."""

from policy_assistant.store.qdrant.door import Between, equals
from policy_assistant.store.qdrant.layout import BLOCKS, DOCUMENT, RECORDS
from policy_assistant.store.qdrant.snapshot import Snapshot


def problems_of(now: Snapshot) -> list[str]:
    """Sentences about numbers that do not fit; empty when all do."""
    door, meta = now.door, now.meta
    if not door.exists(now.collection):
        return [f"the collection {now.collection} is not there"]
    found = {
        "documents": (door.count(RECORDS.name, now.where(equals("kind", DOCUMENT))), sum(meta.documents.values())),
        "lists of blocks": (door.count(RECORDS.name, now.where(equals("kind", BLOCKS))), sum(meta.documents.values())),
        "chunks": (door.count(now.collection, now.where()), sum(meta.chunks.values())),
        "chunks with a vector": (door.count(now.collection, now.where(equals("has_vector", 1))), meta.vectors),
        "chunks of documents": (door.count(now.collection, now.where(equals("part", "docs"))), meta.total("terms").rows),
        "pieces of code": (door.count(now.collection, now.where(equals("part", "code"))), meta.total("code").rows),
        "chunks of unknown days": (door.count(now.collection, now.where(Between("from", 100_000_000, None))), 0),
    }
    return [f"{there} {what}, where {told} should be" for what, (there, told) in found.items() if there != told]
