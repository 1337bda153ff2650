"""Qdrant's local mode: a folder that one process has open at a time, and all of the process's engines share."""

import atexit
import threading
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from policy_assistant.errors import EngineError, StoreBusyError

if TYPE_CHECKING:
    from qdrant_client import QdrantClient


@dataclass
class Shared:
    """A folder's client; `lock` is held for every call, as the client is not made for threads."""

    client: "QdrantClient"
    lock: threading.RLock = field(default_factory=threading.RLock)
    users: int = 0


_open: dict[Path, Shared] = {}
_opening = threading.Lock()


def acquire(path: Path) -> Shared:
    """The folder's client, opened if no engine of this process has it open; give it back by `release`.

    Raises:
        StoreBusyError: another process has it open.
        EngineError: it cannot be made or read.
    """
    key = path.resolve()
    with _opening:
        if key not in _open:
            _open[key] = Shared(_client(path))
        _open[key].users += 1
        return _open[key]


def release(path: Path) -> None:
    """Give a client back; the last one closes it."""
    key = path.resolve()
    with _opening:
        shared = _open.get(key)
        if shared is None:
            return  # the process ends
        shared.users -= 1
        if not shared.users:
            del _open[key]
            shared.client.close()


@atexit.register
def _close_all() -> None:
    """The client closes itself too late, when Python has put away what it needs for that."""
    while _open:
        _open.popitem()[1].client.close()


def _client(path: Path) -> "QdrantClient":
    from qdrant_client import QdrantClient

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if _is_held(path):  # asked first, as a client that fails leaves its lock file open
            raise _busy(path)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Local mode is not recommended")  # the guide says so
            return QdrantClient(path=str(path), force_disable_check_same_thread=True)
    except RuntimeError as error:
        if "already accessed" not in str(error):
            raise
        raise _busy(path) from None
    except (OSError, ValueError) as error:
        raise EngineError(
            f"{path} cannot be opened as a folder of Qdrant: {error}", hint="delete it and run `policy-assistant ingest`"
        ) from error


def _is_held(path: Path) -> bool:
    """Whether another process holds the client's lock on a folder."""
    import portalocker  # comes with the client

    lock = path / ".lock"
    if not lock.is_file():
        return False
    with lock.open("r+") as file:
        try:
            portalocker.lock(file, portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING)
        except portalocker.exceptions.LockException:
            return True
        portalocker.unlock(file)
    return False


def _busy(path: Path) -> StoreBusyError:
    return StoreBusyError(
        f"{path} is open in another process", hint="the local mode serves one process at a time: wait for it, or use a Qdrant server"
    )
