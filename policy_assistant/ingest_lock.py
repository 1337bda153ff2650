"""One ingest of a project at a time: the next one waits, and finds what the first has done.

The lock is the system's own on a file in the cache folder, so that it ends with its process, however that ends.
"""

import contextlib
import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from policy_assistant.errors import PolicyAssistantError

POLL_SECONDS = 0.2

Waiting = Callable[[str], None]
"""Told once who is waited for."""


@contextlib.contextmanager
def ingest_lock(folder: Path, waiting: Waiting | None = None) -> Iterator[None]:
    """Hold the lock of a cache folder; whoever has it is waited for. `waiting` is told who that is.

    Raises:
        PolicyAssistantError: the folder cannot be written.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(folder / "ingest.lock")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            if waiting:
                waiting(_holder(folder))
            lock.acquire(poll_interval=POLL_SECONDS)
        _say_who(folder)
    except OSError as error:
        raise PolicyAssistantError(
            f"{folder} cannot be written: {(error.strerror or str(error)).lower()}", hint="make the folder writable, or set [store] cache"
        ) from error
    try:
        yield
    finally:
        lock.release()


def _say_who(folder: Path) -> None:
    with contextlib.suppress(OSError):  # it only helps who waits
        (folder / "ingest.holder").write_text(json.dumps({"process": os.getpid(), "since": time.strftime("%H:%M:%S")}), encoding="utf-8")


def _holder(folder: Path) -> str:
    try:
        said = json.loads((folder / "ingest.holder").read_text(encoding="utf-8"))
        return f"another ingest of this project is running (process {int(said['process'])}, since {str(said['since'])[:8]})"
    except (OSError, ValueError, KeyError, TypeError):
        return "another ingest of this project is running"
