"""Parsing in a process of its own, so that a hostile or broken file costs one file: `parse_apart`.

Processes are kept for the next file; the first one is started when the first file comes. Any thread may call.
"""

import atexit
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from policy_assistant.blocks import ParsedDocument
from policy_assistant.child_process import cores
from policy_assistant.errors import OverloadedError
from policy_assistant.parse.base import ParseOptions, read_file
from policy_assistant.parse.form import unpack
from policy_assistant.parse.messages import Request
from policy_assistant.parse.process import CrashedError, WorkerProcess

AT_ONCE = max(2, cores())
"""Processes that may run at once; more requests wait."""

PLACE_SECONDS = 2.0
"""How long a request waits for one of them to be free: whoever waits in a service keeps a thread from all others."""


def parse_apart(data: bytes, name: str, options: ParseOptions, *, is_code: bool = False) -> bytes:
    """The parsed file as `form.pack` gives it: `unpack(parse_apart(...)) == parse_bytes(...)`.

    Raises:
        UnreadableFileError: as `parse_bytes`; or the parser took more time or memory than the options allow, or crashed.
        OverloadedError: too many files are being parsed at once.
        PolicyAssistantError: no process can be started; else as `parse_bytes`.
    """
    request = Request(name, options, is_code)
    with _POOL.place():
        used = _POOL.take()
        if used:
            try:
                return _POOL.ask(used, request, data)
            except CrashedError:  # it may have ended meanwhile, or suffered from a file before this one
                pass
        return _POOL.ask(WorkerProcess(), request, data)


def opened(packed: bytes, name: str) -> ParsedDocument:
    """What `parse_apart` gave. Raises `UnreadableFileError` where a process that was taken over gave something else."""
    try:
        return unpack(packed)
    except ValueError as error:
        raise CrashedError(name, "the parser gave something that is no document", hint="leave the file out") from error


def parse_path_apart(path: Path, options: ParseOptions) -> ParsedDocument:
    """As `parse`, in a process of its own. Raises as `parse` and `parse_apart`."""
    return opened(parse_apart(read_file(path, options), path.name, options), path.name)


def stop_parsing() -> None:
    """End all files that are being parsed now, as if their processes had crashed."""
    _POOL.stop()


class _Pool:
    """The processes that wait for a file, the last used last, and those that read one."""

    def __init__(self) -> None:
        self._idle: list[WorkerProcess] = []
        self._busy: set[WorkerProcess] = set()
        self._places = threading.BoundedSemaphore(AT_ONCE)

    @contextmanager
    def place(self) -> Iterator[None]:
        """Room for one process more."""
        if not self._places.acquire(timeout=PLACE_SECONDS):
            raise OverloadedError("too many files are being read", hint="try again in a moment")
        try:
            yield
        finally:
            self._places.release()

    def take(self) -> WorkerProcess | None:
        """A process that waits, if there is one."""
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def ask(self, process: WorkerProcess, request: Request, data: bytes) -> bytes:
        """What the process answers; it waits again afterwards, unless it was ended."""
        self._busy.add(process)
        try:
            return process.ask(request, data)
        finally:
            self._busy.discard(process)
            if process.is_running:
                self._idle.append(process)

    def stop(self) -> None:
        """Kill all that read a file."""
        for process in list(self._busy):
            process.kill()

    def end(self) -> None:
        """End all that wait."""
        while process := self.take():
            process.end()


_POOL = _Pool()
atexit.register(_POOL.end)
