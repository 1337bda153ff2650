"""Who publishes: one at a time, by a record that is taken and given back.

The record names its owner and until when he has it; it is taken only where the time has passed, checked and written as one
step by the server. An owner renews it while he works, and looks once more before he makes a change visible, so one that was
held up for longer than the lease changes nothing. Clocks of machines must agree to some seconds. On one machine the lease of a
process that is gone is taken at once.
"""

import contextlib
import os
import socket
import time
import uuid
from types import TracebackType
from typing import Self

from policy_assistant.errors import EngineError, StoreBusyError
from policy_assistant.store.qdrant.door import Between, Door, Point, Where, equals
from policy_assistant.store.qdrant.layout import LOCK, RECORDS, point_id

LEASE_SECONDS = 60
RENEW_AFTER = 15
"""Seconds; a request that is sent again and again takes no longer than the rest of the lease, usually."""
_BUSY_HINT = "wait for the other ingest to finish, then run this again"


_mine: set[str] = set()
"""The owners in this process that work. One that could not give its lease back is gone all the same."""


class Lease:
    """The right to publish, from `__enter__` to `__exit__`. `owner` is a name that nobody else has.

    Raises:
        StoreBusyError: another process publishes.
    """

    def __init__(self, door: Door, project: str) -> None:
        self._door, self._project = door, project
        self._id = point_id(project, 0, LOCK, "")
        self._renewed = 0.0
        self.owner = f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex}"

    def __enter__(self) -> Self:
        try:
            self._take()
        except BaseException:
            _mine.discard(self.owner)
            raise
        return self

    def _take(self) -> None:
        _mine.add(self.owner)
        self._write(LEASE_SECONDS, Where((Between("until", None, _now()),)))
        holder = self._holder()
        if holder != self.owner and _is_gone(holder):
            self._write(LEASE_SECONDS, Where((equals("owner", holder),)))
            holder = self._holder()
        if holder != self.owner:
            raise StoreBusyError(f"another process publishes an index of {self._project!r} in Qdrant ({_named(holder)})", hint=_BUSY_HINT)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        _mine.discard(self.owner)
        with contextlib.suppress(EngineError):  # what was published stays published, and the lease ends by itself
            self._write(0, Where((equals("owner", self.owner),)))

    def renew(self) -> None:
        """Hold it for longer, if some of the time has passed."""
        if time.monotonic() - self._renewed > RENEW_AFTER:
            self.check()

    def check(self) -> None:
        """Hold it for longer. Raises `StoreBusyError` when another process has taken it meanwhile."""
        self._write(LEASE_SECONDS, Where((equals("owner", self.owner),)))
        if self._holder() != self.owner:
            raise StoreBusyError("this ingest was held up so long that another one took its place; nothing was changed", hint=_BUSY_HINT)

    def _write(self, seconds: int, where: Where) -> None:
        payload = {"project": self._project, "kind": LOCK, "owner": self.owner, "until": _now() + seconds}
        self._door.replace(RECORDS.name, Point(self._id, payload), where)
        self._renewed = time.monotonic()

    def _holder(self) -> str:
        found = self._door.retrieve(RECORDS.name, [self._id])
        return str(found[0].payload["owner"]) if found else ""


def _now() -> int:
    return int(time.time())


def _named(owner: str) -> str:
    host, pid, _ = (*owner.split(":"), "", "")[:3]
    return f"process {pid} on {host}"


def _is_gone(owner: str) -> bool:
    """Whether an owner was a process of this machine that is no more, or gave up in this one."""
    host, pid, _ = (*owner.split(":"), "", "")[:3]
    if host != socket.gethostname() or not pid.isdigit():
        return False
    if int(pid) == os.getpid():
        return owner not in _mine
    if os.name != "posix":
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False
