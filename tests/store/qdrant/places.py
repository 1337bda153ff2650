"""Indexes in Qdrant's local mode, for tests, and doors that break."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from policy_assistant.errors import EngineError
from policy_assistant.store.qdrant.client_door import ClientDoor
from policy_assistant.store.qdrant.door import Collection, Door, Point, Where
from policy_assistant.store.qdrant.engine import QdrantStore

ADDRESS = "a folder"
WRITES = ("ensure", "upsert", "replace", "delete", "set_payload")


def opened(folder: Path, project: str = "ours", door: Door | None = None) -> QdrantStore:
    """The index of a project in a folder."""
    return QdrantStore(door or ClientDoor(path=folder / "qdrant"), project, ADDRESS)


class BreakingDoor:
    """A door that breaks at a write: from then on every call fails, as when the process or the connection is gone."""

    def __init__(self, folder: Path, writes: int, during: Callable[[str], None] = lambda name: None) -> None:
        self._door = ClientDoor(path=folder / "qdrant")
        self._left = writes
        self._during = during
        self.written = 0

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._door, name)

        def call(*arguments: Any, **options: Any) -> Any:
            if self._left <= 0 and name != "close":
                raise EngineError("the server is gone")
            if name in WRITES:
                self._during(name)
                self._left -= 1
                self.written += 1
                if self._left <= 0:
                    raise EngineError("the server is gone")
            return method(*arguments, **options)

        return call

    # What a protocol asks for is looked up by name.
    ensure: Callable[[Collection], None]
    upsert: Callable[[str, Sequence[Point]], None]
    set_payload: Callable[[str, Mapping[str, object], Where], None]
