"""Our points and conditions as those of Qdrant's client, and back."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from qdrant_client import models

from policy_assistant.store.qdrant.door import DENSE, AnyOf, Collection, Condition, IndexKind, Match, Point, Sparse, Where

REQUEST_BYTES = 8 * 1024 * 1024
"""Of one request to write, about; servers take 32 MB unless told otherwise."""
REQUEST_POINTS = 1_000
NUMBER_BYTES = 12
"""Of a number in JSON, about."""
FULL_SCAN_KILOBYTES = 20_000
"""Up to so many kilobytes of vectors that a filter allows, all of them are compared."""


def collection_options(collection: Collection) -> dict[str, Any]:
    """What `create_collection` takes for a collection, but for shards and replicas."""
    if not collection.dimension:
        dense: dict[str, models.VectorParams] = {}
    else:
        dense = {DENSE: models.VectorParams(size=collection.dimension, distance=models.Distance.DOT)}
    return {
        "vectors_config": dense,
        "sparse_vectors_config": {name: models.SparseVectorParams() for name in collection.sparse} or None,
        "hnsw_config": models.HnswConfigDiff(full_scan_threshold=FULL_SCAN_KILOBYTES) if dense else None,
        "on_disk_payload": True,
    }


def index_of(kind: IndexKind) -> models.PayloadSchemaParams:
    """The index of a field of the payload."""
    if kind == "integer":
        return models.IntegerIndexParams(type=models.IntegerIndexType.INTEGER, lookup=True, range=True)
    return models.KeywordIndexParams(type=models.KeywordIndexType.KEYWORD, is_tenant=kind == "tenant" or None)


def filter_of(where: Where) -> models.Filter:
    """The conditions as a filter."""
    must: list[Any] = [_condition(one) for one in where.must]
    must_not: list[Any] = [_condition(one) for one in where.must_not]
    return models.Filter(must=must or None, must_not=must_not or None)


def sparse_of(sparse: Sparse) -> models.SparseVector:
    """A sparse vector."""
    return models.SparseVector(indices=list(sparse.indices), values=list(sparse.values))


def struct_of(point: Point) -> models.PointStruct:
    """A point to write."""
    vector: dict[str, Any] = {name: sparse_of(one) for name, one in point.sparse.items() if one.indices}
    if point.dense is not None:
        vector[DENSE] = [float(number) for number in point.dense]
    return models.PointStruct(id=point.id, payload=dict(point.payload), vector=vector)


def point_of(record: Any) -> Point:
    """A point that was read."""
    vector = record.vector.get(DENSE) if isinstance(record.vector, dict) else None
    if vector is not None:
        import numpy as np

        vector = np.array(vector, np.float32)
    return Point(str(record.id), record.payload or {}, vector)


def match_of(scored: Any) -> Match:
    """A point that was found."""
    return Match(point_of(scored), float(scored.score))


def wanted(fields: Sequence[str] | None) -> bool | list[str]:
    """The fields as the client takes them."""
    if fields is None:
        return True
    return list(fields) or False


def batches(points: Sequence[Point]) -> Iterator[list[Point]]:
    """The points in order, in lists for one request each."""
    batch: list[Point] = []
    size = 0
    for point in points:
        more = _bytes_of(point)
        if batch and (size + more > REQUEST_BYTES or len(batch) == REQUEST_POINTS):
            yield batch
            batch, size = [], 0
        batch.append(point)
        size += more
    if batch:
        yield batch


def _condition(condition: Condition) -> models.FieldCondition:
    if isinstance(condition, AnyOf):
        values: Any = list(condition.values)
        match: Any = models.MatchValue(value=values[0]) if len(values) == 1 else models.MatchAny(any=values)
        return models.FieldCondition(key=condition.field, match=match)
    return models.FieldCondition(key=condition.field, range=models.Range(gte=condition.least, lte=condition.most))


def _bytes_of(point: Point) -> int:
    numbers = sum(2 * len(one.indices) for one in point.sparse.values()) + (0 if point.dense is None else len(point.dense))
    return len(json.dumps(point.payload)) + NUMBER_BYTES * numbers
