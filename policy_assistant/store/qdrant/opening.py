"""The engine Qdrant by the settings of a project."""

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from policy_assistant.errors import NoIndexError
from policy_assistant.store.qdrant.client_door import ClientDoor
from policy_assistant.store.qdrant.engine import QdrantStore

if TYPE_CHECKING:
    from policy_assistant.settings import Settings


def has_index(settings: "Settings") -> bool:
    """Whether something was ingested. Raises `EngineError` when the server cannot be reached."""
    path = settings.qdrant_path
    if path is not None and not path.exists():
        return False
    with _open(settings) as engine:
        return engine.is_there()


def open_engine(settings: "Settings") -> QdrantStore:
    """The index, for reading; close it after use. Raises `NoIndexError` when nothing was ingested, and as `ClientDoor` does."""
    path = settings.qdrant_path
    if path is None or path.exists():
        engine = _open(settings)
        if engine.is_there():
            return engine
        engine.close()
    raise NoIndexError(
        f"No index of {settings.name!r} in Qdrant at {settings.store.url}", hint="run `policy-assistant ingest` in the project folder first"
    )


@contextlib.contextmanager
def writing(settings: "Settings", *, anew: bool = False) -> Iterator[QdrantStore]:
    """The index for one change; with `anew` it is one that cannot be used, and what there is of it is taken away first."""
    with _open(settings) as engine:
        if anew:
            engine.forget()
        yield engine


def _open(settings: "Settings") -> QdrantStore:
    store, path = settings.store, settings.qdrant_path
    url = "" if path is not None else store.url
    door = ClientDoor(url, path, timeout=store.timeout, shards=store.shards, replicas=store.replicas)
    return QdrantStore(door, settings.name, url or str(path))
