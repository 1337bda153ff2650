"""A process that parses files for its parent, one after the other: `python -m policy_assistant.parse.worker`, see `apart`.

A file that a parser cannot live with ends this process and no other. It ends by itself when its parent is gone, when
nothing was asked of it for a while, and after many or large files, so that what a library never gives back does not grow.
"""

import os
import queue
import signal
import sys
import threading
import time
from typing import BinaryIO

from policy_assistant.blocks import ParsedDocument
from policy_assistant.child_process import limit, own_output, peak_memory
from policy_assistant.errors import PolicyAssistantError, UnreadableFileError
from policy_assistant.frames import read_frame, write_frame
from policy_assistant.parse.base import parse_bytes
from policy_assistant.parse.form import pack
from policy_assistant.parse.messages import DOCUMENT, MEMORY, READY, REFUSAL, REQUEST, STEP, Request, read_request, write_error
from policy_assistant.parse.steps import heard_by

MAX_FILES = 500
"""Files that one process parses; the next begins afresh."""

MAX_PEAK = 250_000_000
"""Bytes: a process that has held more makes way for a fresh one, for libraries seldom give memory back."""

IDLE_SECONDS = 30.0
"""How long a process waits for the next file."""

STEP_SECONDS = 0.25
"""Steps are told no oftener."""

CPU_SLACK_SECONDS = 30
"""Seconds of work beyond what the parent allows: it ends a file by the clock, this limit is for when it is gone."""


def main() -> None:
    """Answer requests until there is a reason to end."""
    # Ctrl-C is the parent's business, which ends us; on Windows, where nothing interrupts its waiting, our end does.
    signal.signal(signal.SIGINT, signal.SIG_DFL if sys.platform == "win32" else signal.SIG_IGN)
    answers = own_output()
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, requests), daemon=True).start()
    try:
        write_frame(answers, READY)
        for _ in range(MAX_FILES):
            if not _answer(*read_request(requests.get(timeout=IDLE_SECONDS)), answers):
                break
    except (queue.Empty, OSError):
        pass  # nothing to do, or nobody left to tell
    os._exit(0)  # the thread that waits for input would hold up an ordinary end


def _receive(stream: BinaryIO, requests: "queue.SimpleQueue[bytes]") -> None:
    """Put every request into the queue; end at once with the parent, whatever is being parsed."""
    while True:
        try:
            requests.put(read_frame(stream, REQUEST)[1])
        except (EOFError, OSError):
            os._exit(0)


def _answer(request: Request, data: bytes, answers: BinaryIO) -> bool:
    """Parse one file and send what became of it; whether this process may go on."""
    options = request.options
    limit(memory=options.max_memory_mb * 1_000_000, seconds=options.max_seconds_in_all + CPU_SLACK_SECONDS)
    try:
        with heard_by(_Teller(answers)):
            kind, body = DOCUMENT, _packed(request, data)
    except PolicyAssistantError as error:
        kind, body = REFUSAL, write_error(error)
    except MemoryError:
        kind, body = MEMORY, b""
    write_frame(answers, kind, body)
    return kind != MEMORY and peak_memory() < MAX_PEAK


def _packed(request: Request, data: bytes) -> bytes:
    try:
        return pack(_code(data, request.name) if request.is_code else parse_bytes(data, request.name, request.options))
    except (PolicyAssistantError, MemoryError):
        raise
    except Exception as error:
        raise UnreadableFileError(request.name, f"the parser failed on it ({type(error).__name__})", hint="please report it") from error


def _code(data: bytes, name: str) -> ParsedDocument:
    from policy_assistant.parse.code import parse_code  # most projects have no code

    return parse_code(data, name)


class _Teller:
    """Sends steps to the parent, now and then."""

    def __init__(self, answers: BinaryIO) -> None:
        self._answers = answers
        self._told = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._told >= STEP_SECONDS:
            self._told = now
            write_frame(self._answers, STEP, f"{done} {total}".encode())


if __name__ == "__main__":
    main()
