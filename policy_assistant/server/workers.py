"""Threads that do the work: the core is synchronous, each thread has a project of its own, and models are shared."""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from policy_assistant.assistant import Assistant
from policy_assistant.errors import OverloadedError
from policy_assistant.parts import Models
from policy_assistant.settings import Settings

Result = TypeVar("Result")

CLOSE_SECONDS = 5
"""How long work that has begun may still take when the service is told to end."""


class Workers:
    """Runs work on a project in a few threads, in the order in which it comes; what is too much is refused at once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._models = Models(settings, remembered=settings.server.remembered)
        self._executor = ThreadPoolExecutor(settings.server.threads, thread_name_prefix="work")
        self._own = threading.local()
        self._turn = threading.Lock()
        self._taken = 0

    async def run(self, work: Callable[[Assistant], Result]) -> Result:
        """What the work gives. Whoever waits may go away; what has begun is done to its end all the same.

        Raises:
            OverloadedError: too much is waiting already, or it is not done in time.
        """
        return await self.result(self.start(work))

    def start(self, work: Callable[[Assistant], Result]) -> "Future[Result]":
        """The work, begun or waiting. Raises `OverloadedError` when too much is waiting."""
        server = self._settings.server
        with self._turn:
            if self._taken >= server.threads + server.max_waiting:
                raise OverloadedError("too many requests are waiting", hint="try again in a moment")
            self._taken += 1
        try:
            future = self._executor.submit(self._do, work)
        except RuntimeError as error:
            self._free()
            raise OverloadedError("the service is being stopped", hint="try again in a moment") from error
        future.add_done_callback(lambda _: self._free())
        return future

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
        return self._taken

    def close(self) -> None:
        """Begin nothing more; what waits is given up, what has begun is waited for, but not longer than `CLOSE_SECONDS`."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        until = time.monotonic() + CLOSE_SECONDS
        while self._taken and time.monotonic() < until:
            time.sleep(0.05)

    def _do(self, work: Callable[[Assistant], Result]) -> Result:
        return work(self._assistant())

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

    def _free(self) -> None:
        with self._turn:
            self._taken -= 1


def _identity(settings: Settings) -> tuple[int, int] | None:
    """What tells one index file from another in the same place, None where there is none."""
    try:
        status = settings.index_path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
