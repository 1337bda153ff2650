"""A door to Qdrant's own core inside this process (`qdrant-edge-py`): what a server computes, without a server.

A collection is one shard in a folder of its own. What a server does around its core is not in it: several shards of a
collection and copies of them, HTTP, keys, and more than one process at a time.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import qdrant_edge as edge

from policy_assistant.store.qdrant.client_door import HNSW_EF
from policy_assistant.store.qdrant.door import DENSE, AnyOf, Collection, Condition, Match, Point, Sparse, Where
from policy_assistant.store.qdrant.messages import FULL_SCAN_KILOBYTES, batches

if TYPE_CHECKING:
    from policy_assistant.store.base import Vector


UNUSED = "unused"
"""The vector of a collection without any: the core, unlike a server, wants one."""


class EdgeDoor:
    """A `Door` to a folder. With `optimised` every write ends with what a server does in the background: segments are merged, and
    large ones get their graphs.
    """

    def __init__(self, folder: Path, *, optimised: bool = False) -> None:
        self.folder, self.optimised = folder, optimised
        self.address = str(folder)
        self._shards: dict[str, edge.EdgeShard] = {}

    def exists(self, collection: str) -> bool:
        """As `Door` says."""
        return collection in self._shards or (self.folder / collection).is_dir()

    def ensure(self, collection: Collection) -> None:
        """As `Door` says."""
        if self.exists(collection.name):
            return
        vectors = {DENSE: edge.EdgeVectorParams(collection.dimension, edge.Distance.Dot)} if collection.dimension else None
        config = edge.EdgeConfig(
            vectors=vectors,
            sparse_vectors={name: edge.EdgeSparseVectorParams() for name in collection.sparse or (UNUSED,)},
            hnsw_config=edge.HnswIndexConfig(m=16, ef_construct=100, full_scan_threshold=FULL_SCAN_KILOBYTES),
        )
        path = self.folder / collection.name
        path.mkdir(parents=True)
        shard = self._shards[collection.name] = edge.EdgeShard.create(str(path), config)
        for name, kind in collection.indexes.items():
            schema = edge.PayloadSchemaType.Integer if kind == "integer" else edge.KeywordIndexParams(is_tenant=kind == "tenant")
            shard.update(edge.UpdateOperation.create_field_index(name, schema))

    def upsert(self, collection: str, points: Sequence[Point]) -> None:
        """As `Door` says."""
        for batch in batches(points):
            self._update(collection, edge.UpdateOperation.upsert_points([_point(point) for point in batch]))

    def replace(self, collection: str, point: Point, where: Where) -> None:
        """As `Door` says."""
        self._update(collection, edge.UpdateOperation.upsert_points([_point(point)], condition=_filter(where)))

    def delete(self, collection: str, where: Where) -> None:
        """As `Door` says."""
        self._update(collection, edge.UpdateOperation.delete_points_by_filter(_filter(where)))

    def set_payload(self, collection: str, payload: Mapping[str, object], where: Where) -> None:
        """As `Door` says."""
        self._update(collection, edge.UpdateOperation.set_payload_by_filter(_filter(where), dict(payload)))

    def retrieve(self, collection: str, ids: Sequence[str]) -> list[Point]:
        """As `Door` says."""
        return [_point_of(record) for record in self._shard(collection).retrieve(list(ids), with_payload=True, with_vector=False)]

    def scroll(
        self,
        collection: str,
        where: Where,
        limit: int,
        after: str | None = None,
        fields: Sequence[str] | None = None,
        *,
        vectors: bool = False,
    ) -> tuple[list[Point], str | None]:
        """As `Door` says."""
        request = edge.ScrollRequest(
            offset=after, limit=limit, filter=_filter(where), with_payload=_wanted(fields), with_vector=[DENSE] if vectors else False
        )
        found, following = self._shard(collection).scroll(request)
        return [_point_of(record) for record in found], None if following is None else str(following)

    def query_sparse(
        self, collection: str, name: str, query: Sparse, where: Where, limit: int, fields: Sequence[str] | None = None
    ) -> list[Match]:
        """As `Door` says."""
        vector = edge.SparseVector(list(query.indices), [float(value) for value in query.values])
        return self._query(collection, edge.Query.Nearest(vector, using=name), where, limit, fields)

    def query_dense(
        self, collection: str, query: "Vector", where: Where, limit: int, fields: Sequence[str] | None = None, *, exact: bool = False
    ) -> list[Match]:
        """As `Door` says."""
        nearest = edge.Query.Nearest([float(number) for number in query], using=DENSE)
        return self._query(
            collection,
            nearest,
            where,
            limit,
            fields,
            with_vector=[DENSE],
            params=edge.SearchParams(hnsw_ef=max(HNSW_EF, limit), exact=exact),
        )

    def count(self, collection: str, where: Where) -> int:
        """As `Door` says."""
        return int(self._shard(collection).count(edge.CountRequest(exact=True, filter=_filter(where))))

    def close(self) -> None:
        """As `Door` says."""
        for shard in self._shards.values():
            shard.flush()
            shard.close()
        self._shards.clear()

    def _query(
        self, collection: str, query: edge.Query, where: Where, limit: int, fields: Sequence[str] | None, **options: Any
    ) -> list[Match]:
        request = edge.QueryRequest(limit=limit, query=query, filter=_filter(where), with_payload=_wanted(fields), **options)
        return [Match(_point_of(scored), scored.score) for scored in self._shard(collection).query(request)]

    def _update(self, collection: str, operation: edge.UpdateOperation) -> None:
        shard = self._shard(collection)
        shard.update(operation)
        if self.optimised:
            shard.optimize()

    def _shard(self, collection: str) -> edge.EdgeShard:
        if collection not in self._shards:
            self._shards[collection] = edge.EdgeShard.load(str(self.folder / collection))
        return self._shards[collection]


def _point(point: Point) -> edge.Point:
    vector: dict[str, Any] = {
        name: edge.SparseVector(list(one.indices), [float(value) for value in one.values])
        for name, one in point.sparse.items()
        if one.indices
    }
    if point.dense is not None:
        vector[DENSE] = [float(number) for number in point.dense]
    return edge.Point(point.id, vector, dict(point.payload))


def _filter(where: Where) -> edge.Filter:
    return edge.Filter(must=[_condition(one) for one in where.must], must_not=[_condition(one) for one in where.must_not])


def _condition(condition: Condition) -> edge.FieldCondition:
    if isinstance(condition, AnyOf):
        values: Any = list(condition.values)
        return edge.FieldCondition(condition.field, match=edge.MatchValue(values[0]) if len(values) == 1 else edge.MatchAny(values))
    return edge.FieldCondition(condition.field, range=edge.RangeFloat(gte=condition.least, lte=condition.most))


def _wanted(fields: Sequence[str] | None) -> bool | list[str]:
    return True if fields is None else (list(fields) or False)


def _point_of(record: Any) -> Point:
    dense = record.vector.get(DENSE) if isinstance(record.vector, dict) else None
    return Point(str(record.id), record.payload or {}, None if dense is None else np.array(dense, np.float32))
