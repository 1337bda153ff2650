"""Documents and their blocks as records, and back."""

import json
from collections.abc import Sequence
from typing import Any

from policy_assistant.blocks import Block
from policy_assistant.store.base import IndexedDocument
from policy_assistant.store.qdrant.door import Point
from policy_assistant.store.qdrant.layout import ALIVE, BLOCKS, DOCUMENT, point_id
from policy_assistant.store.rows import block_of, block_values, document_of, document_values


def document_record(project: str, step: int, document: IndexedDocument, shard: int = 0) -> Point:
    """The record of a document that is there from a step on."""
    meta = document.metadata
    return _record(project, step, DOCUMENT, meta.source, meta.part, json.dumps(document_values(document), ensure_ascii=False), shard)


def blocks_record(project: str, step: int, document: IndexedDocument, blocks: Sequence[Block], shard: int = 0) -> Point:
    """The record of a document's blocks."""
    rows = [block_values(block) for block in sorted(blocks, key=lambda block: block.start)]
    meta = document.metadata
    return _record(project, step, BLOCKS, meta.source, meta.part, json.dumps(rows, ensure_ascii=False, separators=(",", ":")), shard)


def document_in(point: Point) -> IndexedDocument:
    """The document of a record."""
    return document_of(json.loads(str(point.payload["data"])))


def blocks_in(point: Point) -> list[Block]:
    """The blocks of a record; their text is empty."""
    found = []
    for start, end, kind, level, section, first, last, lines, spots in json.loads(str(point.payload["data"])):
        found.append(block_of((kind, level, start, end, section, first, last, lines, spots)))
    return found


def _record(project: str, step: int, kind: str, source: str, part: str, data: str, shard: int) -> Point:
    payload: dict[str, Any] = {"project": project, "kind": kind, "source": source, "part": part, "data": data}
    return Point(point_id(project, step, kind, f"{shard}:{source}"), {**payload, "born": step, "died": ALIVE, "shard": shard})
