"""What answers the requests that our engine sends to a Qdrant server: the local mode of Qdrant's own client, route by route."""

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel
from qdrant_client import QdrantClient, models

Route = Callable[[QdrantClient, str, Any], Any]
"""A function of the client, the collection's name and the body, that gives the result."""


def _exists(client: QdrantClient, name: str, _: Any) -> Any:
    return {"exists": client.collection_exists(name)}


def _collections(client: QdrantClient, _: str, __: Any) -> Any:
    return client.get_collections()


def _collection(client: QdrantClient, name: str, _: Any) -> Any:
    return client.get_collection(name)


def _create(client: QdrantClient, name: str, body: Any) -> Any:
    wanted = models.CreateCollection.model_validate(body)
    return client.create_collection(name, vectors_config=wanted.vectors or {}, sparse_vectors_config=wanted.sparse_vectors)


def _delete_collection(client: QdrantClient, name: str, _: Any) -> Any:
    return client.delete_collection(name)


def _create_vector(client: QdrantClient, name: str, body: Any) -> Any:
    return client.update_collection(name, **body)


def _index(client: QdrantClient, name: str, _: Any) -> Any:
    """Nothing: the local mode looks at every payload."""
    client.get_collection(name)
    return models.UpdateResult(operation_id=0, status=models.UpdateStatus.COMPLETED)


def _upsert(client: QdrantClient, name: str, body: Any) -> Any:
    condition = models.Filter.model_validate(body["update_filter"]) if body.get("update_filter") else None
    return client.upsert(name, [models.PointStruct.model_validate(point) for point in body["points"]], update_filter=condition)


def _retrieve(client: QdrantClient, name: str, body: Any) -> Any:
    wanted = models.PointRequest.model_validate(body)
    return client.retrieve(name, wanted.ids, with_payload=_or(wanted.with_payload, True), with_vectors=_or(wanted.with_vector, False))


def _delete(client: QdrantClient, name: str, body: Any) -> Any:
    return client.delete(name, _selector(body))


def _set_payload(client: QdrantClient, name: str, body: Any) -> Any:
    return client.set_payload(name, body["payload"], _selector(body), key=body.get("key"))


def _overwrite_payload(client: QdrantClient, name: str, body: Any) -> Any:
    return client.overwrite_payload(name, body["payload"], _selector(body))


def _delete_payload(client: QdrantClient, name: str, body: Any) -> Any:
    return client.delete_payload(name, body["keys"], _selector(body))


def _batch(client: QdrantClient, name: str, body: Any) -> Any:
    return [_OPERATIONS[kind](client, name, operation) for each in body["operations"] for kind, operation in each.items()]


def _scroll(client: QdrantClient, name: str, body: Any) -> Any:
    wanted = models.ScrollRequest.model_validate(body)
    points, following = client.scroll(
        name,
        scroll_filter=wanted.filter,
        limit=_or(wanted.limit, 10),
        order_by=wanted.order_by,
        offset=wanted.offset,
        with_payload=_or(wanted.with_payload, True),
        with_vectors=_or(wanted.with_vector, False),
    )
    return {"points": [plain(point) for point in points], "next_page_offset": following}


def _count(client: QdrantClient, name: str, body: Any) -> Any:
    wanted = models.CountRequest.model_validate(body)
    return client.count(name, count_filter=wanted.filter, exact=_or(wanted.exact, True))


def _facet(client: QdrantClient, name: str, body: Any) -> Any:
    wanted = models.FacetRequest.model_validate(body)
    return client.facet(name, wanted.key, facet_filter=wanted.filter, limit=_or(wanted.limit, 10), exact=_or(wanted.exact, False))


def _query(client: QdrantClient, name: str, body: Any) -> Any:
    wanted = models.QueryRequest.model_validate(body)
    query = wanted.query.nearest if isinstance(wanted.query, models.NearestQuery) else wanted.query
    return client.query_points(
        name,
        query=query,
        using=wanted.using,
        prefetch=wanted.prefetch,
        query_filter=wanted.filter,
        limit=_or(wanted.limit, 10),
        offset=wanted.offset,
        score_threshold=wanted.score_threshold,
        with_payload=_or(wanted.with_payload, False),
        with_vectors=_or(wanted.with_vector, False),
    )


def _query_batch(client: QdrantClient, name: str, body: Any) -> Any:
    return [_query(client, name, each) for each in body["searches"]]


def _selector(body: Any) -> Any:
    if "filter" in body:
        return models.FilterSelector(filter=models.Filter.model_validate(body["filter"]))
    return models.PointIdsList(points=body["points"])


_OPERATIONS: dict[str, Route] = {
    "upsert": _upsert,
    "delete": _delete,
    "set_payload": _set_payload,
    "overwrite_payload": _overwrite_payload,
    "delete_payload": _delete_payload,
}

ROUTES: dict[tuple[str, str], Route] = {
    ("GET", "collections"): _collections,
    ("GET", "exists"): _exists,
    ("GET", ""): _collection,
    ("PUT", ""): _create,
    ("DELETE", ""): _delete_collection,
    ("PUT", "index"): _index,
    ("PUT", "points"): _upsert,
    ("POST", "points"): _retrieve,
    ("POST", "points/delete"): _delete,
    ("POST", "points/payload"): _set_payload,
    ("PUT", "points/payload"): _overwrite_payload,
    ("POST", "points/payload/delete"): _delete_payload,
    ("POST", "points/batch"): _batch,
    ("POST", "points/scroll"): _scroll,
    ("POST", "points/count"): _count,
    ("POST", "points/query"): _query,
    ("POST", "points/query/batch"): _query_batch,
    ("POST", "facet"): _facet,
}
"""Method and route (after `/collections/NAME/`) -> what answers it."""


def _or(value: Any, default: Any) -> Any:
    return default if value is None else value


def plain(result: Any) -> Any:
    """A result as what JSON can hold."""
    if isinstance(result, BaseModel):
        return result.model_dump(mode="json", exclude_none=True)
    return [plain(part) for part in result] if isinstance(result, list) else result
