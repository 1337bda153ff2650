"""The parent's side of one process that parses (`worker`): started, asked, and ended when its time is up."""

import os
import signal
import subprocess
import sys
import threading
import time
from typing import BinaryIO

from policy_assistant.child_process import command, environment, peak_memory, peak_of
from policy_assistant.errors import PolicyAssistantError, UnreadableFileError
from policy_assistant.frames import read_frame, write_frame
from policy_assistant.parse.messages import ANSWERS, MEMORY, READY, REFUSAL, REQUEST, STEP, Request, read_error, write_request
from policy_assistant.parse.steps import step

START_SECONDS = 60.0
"""After this a process is not thought to begin any more."""

NEAR_LIMIT = 0.6
"""A process that crashed with so much of its memory in use is said to have needed more: native libraries end without a word."""


class CrashedError(UnreadableFileError):
    """The process that parsed a file ended without an answer."""


class NeedsMoreError(CrashedError):
    """A file needs more memory than it may take."""


class WorkerProcess:
    """A process that parses, from its start to its end; it is asked by one thread at a time."""

    def __init__(self) -> None:
        """Start it. Raises `PolicyAssistantError` where that is not possible."""
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own program, no text from outside in its arguments
                command("policy_assistant.parse.worker"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment(),
                process_group=None if sys.platform == "win32" else 0,  # programs that it starts end with it
            )
        except OSError as error:
            raise _cannot_start() from error
        self._requests, self._answers = _pipes(self._process)
        self._peak = 0
        deadline = _Deadline(self, START_SECONDS, START_SECONDS)
        try:
            read_frame(self._answers, READY)
        except (EOFError, OSError) as error:
            self.end()
            raise _cannot_start() from error
        finally:
            deadline.cancel()

    def ask(self, request: Request, data: bytes) -> bytes:
        """The parsed file, packed. However it ends but with an answer, the process is ended, too.

        Raises:
            UnreadableFileError: the parser's own, or the file took too long.
            CrashedError: the process ended; `NeedsMoreError`: for want of memory.
            PolicyAssistantError: any other error of the parser, such as a setting that is wrong.
        """
        deadline = _Deadline(self, request.options.max_seconds, request.options.max_seconds_in_all)
        try:
            kind, body = self._answer(request, data, deadline)
            refusal = read_error(body) if kind == REFUSAL else None
        except (EOFError, OSError, ValueError, TypeError, AttributeError) as error:
            self.end()
            raise self._what_happened(request, deadline) from error
        except BaseException:
            self.end()
            raise
        finally:
            deadline.cancel()
        if kind == MEMORY:
            self.end()
            raise _needs_more(request)
        if refusal:
            raise refusal
        return body

    @property
    def is_running(self) -> bool:
        """Whether it can be asked again, as far as is known."""
        return self._process.returncode is None

    def end(self) -> None:
        """End it, whatever it is doing, with the programs that it started."""
        self.kill()
        self._wait()
        for stream in (self._requests, self._answers):
            try:
                stream.close()
            except OSError:
                continue  # bytes that nobody will read were still waiting in it

    def kill(self) -> None:
        """Stop it, without waiting for its end."""
        if self._process.returncode is not None:
            return
        if sys.platform == "win32":
            self._process.kill()
            return
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            self._process.kill()

    def _answer(self, request: Request, data: bytes, deadline: "_Deadline") -> tuple[bytes, bytes]:
        write_frame(self._requests, REQUEST, write_request(request), data)
        while True:
            kind, body = read_frame(self._answers, ANSWERS)
            if kind != STEP:
                return kind, body
            deadline.renew()
            done, total = body.split()
            step(int(done), int(total))

    def _what_happened(self, request: Request, deadline: "_Deadline") -> UnreadableFileError:
        if deadline.passed or self._process.returncode == -getattr(signal, "SIGXCPU", 0):
            return UnreadableFileError(
                request.name,
                f"gave up after {deadline.seconds:,.0f} s",
                hint="raise [corpus] max_seconds if the file is only large, else leave it out",
            )
        if self._peak > max(request.options.max_memory_mb * 1_000_000 * NEAR_LIMIT, peak_memory()):
            return _needs_more(request)
        return CrashedError(request.name, "the parser crashed", hint="the file is probably damaged; please report it")

    def _wait(self) -> None:
        if self._process.returncode is not None:
            return
        if sys.platform == "win32":
            self._process.wait()
            return
        try:
            _, status, usage = os.wait4(self._process.pid, 0)
        except ChildProcessError:  # somebody else has waited for all children
            self._process.wait()
            return
        self._peak = peak_of(usage)
        self._process.returncode = os.waitstatus_to_exitcode(status)


class _Deadline:
    """Kills a process when it was silent for some seconds, or when its time in all is up."""

    def __init__(self, process: WorkerProcess, seconds: float, in_all: float) -> None:
        self._process = process
        self._silence = seconds
        self._began = time.monotonic()
        self._last = self._began + max(seconds, in_all)
        self.passed = False
        self.seconds = 0.0
        self._start()

    def renew(self) -> None:
        """Begin the silence anew: the process has said something."""
        self._timer.cancel()
        self._start()

    def cancel(self) -> None:
        """The time does not matter any more."""
        self._timer.cancel()

    def _start(self) -> None:
        self._timer = threading.Timer(max(0.0, min(self._silence, self._last - time.monotonic())), self._pass)
        self._timer.daemon = True
        self._timer.start()

    def _pass(self) -> None:
        self.passed = True
        self.seconds = time.monotonic() - self._began
        self._process.kill()


def _pipes(process: "subprocess.Popen[bytes]") -> tuple[BinaryIO, BinaryIO]:
    if process.stdin is None or process.stdout is None:
        raise AssertionError("both were asked for")
    return process.stdin, process.stdout  # type: ignore[return-value]


def _needs_more(request: Request) -> NeedsMoreError:
    return NeedsMoreError(
        request.name,
        f"needs more than {request.options.max_memory_mb:,} MB",
        hint="raise [corpus] max_memory_mb if the file is only large, else leave it out",
    )


def _cannot_start() -> PolicyAssistantError:
    return PolicyAssistantError("the process that parses files cannot be started", hint=f"does {sys.executable} run here?")
