"""Cutting in several processes: each gets the next task in turn, and answers come in the order of the tasks.

A few tasks wait at each process, so that none is idle; a process whose answer was not fetched stops at its full pipe, so that
memory stays bounded however slow the reader is. When a process ends, the caller cuts what is left itself.
"""

import pickle
import subprocess
from collections import deque
from collections.abc import Generator, Iterable
from typing import BinaryIO

from policy_assistant.child_process import command, cores, environment
from policy_assistant.cutting.cut import Cut, Task
from policy_assistant.cutting.worker import CUT, TASK
from policy_assistant.frames import read_frame, write_frame

WAITING = 4
"""So many tasks wait at each process."""

WORTH_IT = 100
"""For fewer documents no process is started: it takes as long as cutting some dozens."""


def default_workers(documents: int, wanted: int = 0) -> int:
    """How many processes to cut so many documents with; `wanted` is the setting, 0 for as many as there are processors."""
    if documents < WORTH_IT:
        return 1
    return wanted or cores()


def cut_in_parallel(tasks: Iterable[Task], workers: int) -> Generator[Cut | None]:
    """Each task's document, in order; None for one that the caller must cut itself. Close it where it may be left early."""
    processes = [_Process() for _ in range(workers)]
    asked: deque[_Process] = deque()
    try:
        for number, task in enumerate(tasks):
            process = processes[number % workers]
            if len(asked) >= WAITING * workers:
                yield asked.popleft().answer()
            process.ask(task)
            asked.append(process)
        while asked:
            yield asked.popleft().answer()
    finally:
        for process in processes:
            process.end()


class _Process:
    """One process; after its end every answer is None."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - our own program, no text from outside in its arguments
            command("policy_assistant.cutting.worker"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
        )
        if self._process.stdin is None or self._process.stdout is None:
            raise AssertionError("both were asked for")
        self._tasks: BinaryIO = self._process.stdin  # type: ignore[assignment]
        self._answers: BinaryIO = self._process.stdout  # type: ignore[assignment]
        self._is_gone = False

    def ask(self, task: Task) -> None:
        if not self._is_gone:
            try:
                write_frame(self._tasks, TASK, pickle.dumps(task, pickle.HIGHEST_PROTOCOL))
            except OSError:
                self._is_gone = True

    def answer(self) -> Cut | None:
        if self._is_gone:
            return None
        try:
            found: Cut | None = pickle.loads(read_frame(self._answers, CUT)[1])  # noqa: S301 - our own program wrote it
        except (EOFError, OSError, pickle.UnpicklingError):
            self._is_gone = True
            return None
        return found

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._tasks, self._answers):
            try:
                stream.close()
            except OSError:
                continue  # bytes that nobody will read were still waiting in it
