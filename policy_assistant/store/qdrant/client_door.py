"""The door by Qdrant's own client: a server over HTTP, or a folder of this machine by the client's local mode."""

import contextlib
import importlib.util
import ipaddress
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from policy_assistant.errors import EngineError, MissingExtraError, SettingsError
from policy_assistant.server_keys import QDRANT_KEY, secret
from policy_assistant.store.qdrant.door import DENSE, Collection, Match, Point, Sparse, Where
from policy_assistant.store.qdrant.retries import with_retries

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

    from policy_assistant.store.base import Vector

T = TypeVar("T")

HNSW_EF = 256
"""How many neighbours a search of many vectors looks at: more find more of the best, and take longer."""
DEFAULT_TIMEOUT = 30
HTTP_PORT, HTTPS_PORT = 6333, 443
"""The ports of addresses that name none."""


class ClientDoor:
    """A `Door` to a server (`url`) or a folder (`path`), one of the two.

    `timeout` is seconds for one answer. A new collection gets `shards` shards, each kept `replicas` times; where there are
    several, reads ask most of them.

    Raises:
        MissingExtraError: `qdrant-client` is not installed.
        SettingsError: the key would go over the network in the clear.
        StoreBusyError: another process has the folder open.
        EngineError: as all methods, when the server fails.
    """

    def __init__(
        self, url: str = "", path: Path | None = None, *, timeout: int = DEFAULT_TIMEOUT, shards: int = 1, replicas: int = 1
    ) -> None:
        if importlib.util.find_spec("qdrant_client") is None:
            raise MissingExtraError("the engine Qdrant", "qdrant")
        from policy_assistant.store.qdrant import local_mode, messages

        self._messages = messages
        self._shards, self._replicas = shards, replicas
        self.address = url or str(path)
        self._path = path
        if path is None:
            self._client, self._lock = _client(url, timeout), contextlib.nullcontext()
        else:
            shared = local_mode.acquire(path)
            self._client, self._lock = shared.client, shared.lock  # type: ignore[assignment]
        self._is_open = True

    def exists(self, collection: str) -> bool:
        """As `Door` says."""
        return bool(self._call(partial(self._client.collection_exists, collection)))

    def ensure(self, collection: Collection) -> None:
        """As `Door` says. Two who make it at once do not disturb each other."""
        if not self.exists(collection.name):
            try:
                self._call(partial(self._create, collection))
            except EngineError:
                if not self.exists(collection.name):
                    raise
        if self._path is not None:
            return  # the local mode looks at every point, and has no indexes
        there = self._call(partial(self._client.get_collection, collection.name)).payload_schema
        for name, kind in collection.indexes.items():
            if name not in there:
                index = self._messages.index_of(kind)
                self._call(partial(self._client.create_payload_index, collection.name, name, index, wait=True))

    def upsert(self, collection: str, points: Sequence[Point]) -> None:
        """As `Door` says."""
        for batch in self._messages.batches(points):
            self._call(partial(self._client.upsert, collection, [self._messages.struct_of(point) for point in batch], wait=True))

    def replace(self, collection: str, point: Point, where: Where) -> None:
        """As `Door` says; a server must be of version 1.16 or later."""
        from qdrant_client.models import WriteOrdering

        condition = self._messages.filter_of(where)
        sent = [self._messages.struct_of(point)]
        self._call(partial(self._client.upsert, collection, sent, wait=True, ordering=WriteOrdering.STRONG, update_filter=condition))

    def delete(self, collection: str, where: Where) -> None:
        """As `Door` says."""
        from qdrant_client.models import FilterSelector

        selector = FilterSelector(filter=self._messages.filter_of(where))
        self._call(partial(self._client.delete, collection, selector, wait=True))

    def set_payload(self, collection: str, payload: Mapping[str, object], where: Where) -> None:
        """As `Door` says."""
        self._call(partial(self._client.set_payload, collection, dict(payload), self._messages.filter_of(where), wait=True))

    def retrieve(self, collection: str, ids: Sequence[str]) -> list[Point]:
        """As `Door` says."""
        found = self._call(partial(self._client.retrieve, collection, list(ids), consistency=self._consistency))
        return [self._messages.point_of(record) for record in found]

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
        options = {
            "scroll_filter": self._messages.filter_of(where),
            "limit": limit,
            "offset": after,
            "with_payload": self._messages.wanted(fields),
            "with_vectors": [DENSE] if vectors else False,
            "consistency": self._consistency,
        }
        found, following = self._call(lambda: self._client.scroll(collection, **options))
        return [self._messages.point_of(record) for record in found], None if following is None else str(following)

    def query_sparse(
        self, collection: str, name: str, query: Sparse, where: Where, limit: int, fields: Sequence[str] | None = None
    ) -> list[Match]:
        """As `Door` says."""
        return self._query(collection, where, limit, fields, query=self._messages.sparse_of(query), using=name)

    def query_dense(
        self, collection: str, query: "Vector", where: Where, limit: int, fields: Sequence[str] | None = None, *, exact: bool = False
    ) -> list[Match]:
        """As `Door` says."""
        from qdrant_client.models import SearchParams

        options: dict[str, Any] = {"with_vectors": [DENSE]}
        if self._path is None:  # the local mode always compares all, and warns when it is told how
            options["search_params"] = SearchParams(exact=exact, hnsw_ef=max(HNSW_EF, limit))
        return self._query(collection, where, limit, fields, query=[float(number) for number in query], using=DENSE, **options)

    def count(self, collection: str, where: Where) -> int:
        """As `Door` says."""
        return int(self._call(partial(self._client.count, collection, self._messages.filter_of(where), exact=True)).count)

    def close(self) -> None:
        """As `Door` says; a second time does nothing."""
        if not self._is_open:
            return
        self._is_open = False
        if self._path is None:
            self._client.close()
        else:
            from policy_assistant.store.qdrant import local_mode

            local_mode.release(self._path)

    @property
    def _consistency(self) -> Any:
        from qdrant_client.models import ReadConsistencyType

        return ReadConsistencyType.MAJORITY if self._path is None and self._replicas > 1 else None

    def _query(self, collection: str, where: Where, limit: int, fields: Sequence[str] | None, **options: Any) -> list[Match]:
        options |= {"query_filter": self._messages.filter_of(where), "limit": limit, "with_payload": self._messages.wanted(fields)}
        found = self._call(lambda: self._client.query_points(collection, consistency=self._consistency, **options))
        return [self._messages.match_of(scored) for scored in found.points]

    def _call(self, call: Callable[[], T]) -> T:
        with self._lock:
            return with_retries(call, self.address, again=self._path is None)

    def _create(self, collection: Collection) -> None:
        options = self._messages.collection_options(collection)
        options |= {"shard_number": self._shards, "replication_factor": self._replicas, "write_consistency_factor": self._replicas // 2 + 1}
        self._client.create_collection(collection.name, **options)


def _client(url: str, timeout: int) -> "QdrantClient":
    from qdrant_client import QdrantClient

    key = secret(QDRANT_KEY)
    parts = urlsplit(url)
    if key and parts.scheme == "http" and not _is_here(parts.hostname or ""):
        raise SettingsError(f"[store] url {url} would send the key over the network in the clear", hint="use https")
    port = parts.port or (HTTPS_PORT if parts.scheme == "https" else HTTP_PORT)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Api key is used with an insecure connection")  # on this machine only, see above
        return QdrantClient(url=url, port=port, api_key=key or None, timeout=timeout, check_compatibility=False)


def _is_here(host: str) -> bool:
    """Whether a host is this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
