"""Every engine keeps the contract."""

import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from policy_assistant.store.qdrant.client_door import ClientDoor
from policy_assistant.store.qdrant.engine import QdrantStore
from policy_assistant.store.sqlite import Store
from policy_assistant.testing.engine import filters, vectors
from policy_assistant.testing.engine_contract import PROMISES, Backend
from policy_assistant.testing.qdrant_edge import EdgeDoor
from policy_assistant.testing.qdrant_server import QdrantServer
from tests.testing.folders import quick_folder

Promise = Callable[[Backend], None]

TOLERANCE = 1e-9
"""Qdrant chooses candidates in float32; the scores are ours, added in another order than SQLite's."""

every_promise = pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)


class SharedCore(EdgeDoor):
    """Qdrant's core, which stays open when an engine is closed: it belongs to all of them."""

    def close(self) -> None:
        return

    def end(self) -> None:
        """Close it."""
        super().close()


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as folder:
        yield folder


@pytest.fixture
def core(folder: Path) -> Iterator[SharedCore]:
    door = SharedCore(folder)
    yield door
    door.end()


@pytest.fixture
def server() -> Iterator[QdrantServer]:
    with QdrantServer() as running:
        yield running


@pytest.fixture
def project() -> str:
    """What the names of projects begin with, since all share a server."""
    return f"test {uuid.uuid4()} "


def open_sqlite(path: Path) -> Store:
    store = Store.open(path)
    store.conn.execute("PRAGMA synchronous = OFF")  # no test here pulls the plug, and waiting for the disk is most of their time
    return store


def qdrant(door: ClientDoor | EdgeDoor, project: str) -> QdrantStore:
    return QdrantStore(door, project, door.address)


@every_promise
def test_sqlite(folder: Path, promise: Promise) -> None:
    promise(Backend(lambda name: open_sqlite(folder / f"{name}.sqlite")))


@every_promise
def test_qdrant_in_a_folder(folder: Path, promise: Promise) -> None:
    promise(Backend(lambda name: qdrant(ClientDoor(path=folder / name), name), TOLERANCE, shared=False))


@every_promise
def test_qdrant_over_http(server: QdrantServer, project: str, promise: Promise) -> None:
    promise(Backend(lambda name: qdrant(ClientDoor(server.url), project + name), TOLERANCE))


@every_promise
def test_the_core_of_qdrant(core: SharedCore, promise: Promise) -> None:
    promise(Backend(lambda name: qdrant(core, name), TOLERANCE))


@pytest.mark.parametrize("promise", [*filters.PROMISES, *vectors.PROMISES], ids=lambda promise: promise.__name__)
def test_the_core_of_qdrant_with_merged_segments(folder: Path, promise: Promise) -> None:
    promise(Backend(lambda name: qdrant(EdgeDoor(folder / name, optimised=True), name), TOLERANCE, shared=False))


@pytest.mark.skipif(not os.environ.get("QDRANT_URL"), reason="QDRANT_URL names no server")
@every_promise
def test_a_qdrant_server(project: str, promise: Promise) -> None:
    opened: list[str] = []

    def open_index(name: str) -> QdrantStore:
        opened.append(name)
        return qdrant(ClientDoor(os.environ["QDRANT_URL"]), project + name)

    try:
        promise(Backend(open_index, TOLERANCE))
    finally:
        for name in dict.fromkeys(opened):
            with closing(open_index(name)) as engine:
                engine.forget()
