"""Threads that do the work: the core is synchronous, each thread has a project of its own, and models are shared.

Work of a kind has threads of its own (`Lane`), so that what is slow (a model that thinks, a page that is drawn) holds up its like only.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Literal, TypeVar

from policy_assistant.assistant import Assistant
from policy_assistant.errors import OverloadedError
from policy_assistant.parts import Models
from policy_assistant.settings import Settings

Result = TypeVar("Result")

Lane = Literal["read", "search", "answer", "draw"]
"""Looking things up; searching; answering, which a model may take part in; drawing pages."""

FEW = 2
"""Threads of the lanes whose work is short, or done by other processes."""

CLOSE_SECONDS = 5
"""How long work that has begun may still take when the service is told to end."""


class Workers:
    """Runs work on a project in a few threads a lane, in the order in which it comes; what is too much is refused at once.

    A model is waited for no longer than a caller waits.
    """

    def __init__(self, settings: Settings) -> None:
        limit = min(settings.models.timeout, settings.server.timeout)
        self._settings = replace(settings, models=replace(settings.models, timeout=limit))
        self._models = Models(self._settings, remembered=settings.server.remembered)
        many = settings.server.threads
        self._lanes = {lane: _Threads(lane, size) for lane, size in (("read", FEW), ("search", many), ("answer", many), ("draw", FEW))}
        self._own = threading.local()

    async def run(self, work: Callable[[Assistant], Result], lane: Lane = "read") -> Result:
        """What the work gives. Whoever waits may go away; what has begun is done to its end all the same.

        Raises:
            OverloadedError: too much is waiting already, or it is not done in time.
        """
        return await self.result(self.start(work, lane))

    def start(self, work: Callable[[Assistant], Result], lane: Lane = "read") -> "Future[Result]":
        """The work, begun or waiting. Raises `OverloadedError` when too much is waiting."""
        return self._lanes[lane].start(lambda: work(self._assistant()), self._settings.server.max_waiting)

    async def result(self, future: "Future[Result]") -> Result:
        """What a work gives that was started. Raises `OverloadedError` when it is not done in time."""
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), self._settings.server.timeout)
        except TimeoutError:
            raise OverloadedError(
                f"this takes longer than {self._settings.server.timeout} seconds", hint="try again in a moment, or ask less at once"
            ) from None

    @property
    def taken(self) -> int:
        """How much work is being done or waits."""
        return sum(threads.taken for threads in self._lanes.values())

    def close(self) -> None:
        """Begin nothing more; what waits is given up, what has begun is waited for, but not longer than `CLOSE_SECONDS`."""
        for threads in self._lanes.values():
            threads.executor.shutdown(wait=False, cancel_futures=True)
        until = time.monotonic() + CLOSE_SECONDS
        while self.taken and time.monotonic() < until:
            time.sleep(0.05)

    def _assistant(self) -> Assistant:
        """The project of this thread, with the index that lies there now: somebody may have put another file in its place."""
        assistant: Assistant | None = getattr(self._own, "assistant", None)
        identity = _identity(self._settings)
        if assistant is None or self._own.identity != identity:
            if assistant is not None and "store" in assistant.__dict__:
                assistant.store.close()
            assistant = Assistant(self._settings, self._models)
            assistant.expects_code = False
            self._own.assistant, self._own.identity = assistant, identity
        return assistant


class _Threads:
    """The threads of one lane, and how much they have to do."""

    def __init__(self, name: str, size: int) -> None:
        self.executor = ThreadPoolExecutor(size, thread_name_prefix=name)
        self.taken = 0
        self._size = size
        self._turn = threading.Lock()

    def start(self, work: Callable[[], Result], max_waiting: int) -> "Future[Result]":
        with self._turn:
            if self.taken >= self._size + max_waiting:
                raise OverloadedError("too many requests are waiting", hint="try again in a moment")
            self.taken += 1
        try:
            future = self.executor.submit(work)
        except RuntimeError as error:
            self._free()
            raise OverloadedError("the service is being stopped", hint="try again in a moment") from error
        future.add_done_callback(lambda _: self._free())
        return future

    def _free(self) -> None:
        with self._turn:
            self.taken -= 1


def _identity(settings: Settings) -> tuple[int, int] | None:
    """What tells one index file from another in the same place, None where there is none."""
    try:
        status = settings.index_path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
