"""Embed many passages in several processes at once.

The processes are our own (`worker`), started as programs: a fork would break native engines, and Python's process pools
run the caller's main module again.
"""

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Generator, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING

from policy_assistant.child_process import cores
from policy_assistant.errors import ModelError
from policy_assistant.models.base import Embedder, ModelOptions, Vectors
from policy_assistant.models.embedders.base import check_embedder, open_embedder
from policy_assistant.models.frames import ERROR, HELLO, TEXTS, read_frame, write_frame
from policy_assistant.models.text import one_line

if TYPE_CHECKING:
    from typing import BinaryIO

BATCH_SIZE = 16
MAX_WORKERS = 32
TEXTS_A_WORKER = 64
"""A process that embeds fewer is not worth its start, in which it loads the model."""

SLOW = ("e5",)
"""Embedders that gain from more processes: the others are quick, or wait for a server."""

_STOP_SECONDS = 5
_LINE_BYTES = 4_000
_LINE_CHARACTERS = 200


def default_workers(spec: str, texts: int) -> int:
    """How many processes to embed so many texts with: as many as processors for a slow local model, else one."""
    if spec.partition(":")[0] not in SLOW:
        return 1
    return max(1, min(cores(), texts // TEXTS_A_WORKER, MAX_WORKERS))


def embed_batches(embedder: Embedder, texts: Sequence[str], batch_size: int = BATCH_SIZE) -> Generator[tuple[range, Vectors], None, None]:
    """The passages' vectors, a batch at a time, each with the places of its texts. Raises `ModelError` as the embedder does."""
    for places in _batches(len(texts), batch_size):
        yield places, embedder.passages(texts[places.start : places.stop])


def embed_in_parallel(
    spec: str, options: ModelOptions, texts: Sequence[str], *, workers: int, batch_size: int = BATCH_SIZE
) -> Generator[tuple[range, Vectors], None, None]:
    """The passages' vectors as batches get ready, each with the places of its texts; not in order, each place once.

    With one worker the embedder is opened in this process. However the iteration ends (done, an error, an interrupt, closed
    by the caller), no process is left: close it (`contextlib.closing`) where it may be left early.

    Raises:
        UsageError, MissingExtraError, ModelError: as `open_embedder` and `Embedder.passages` in one process; from several
            always ModelError. A process that dies gives one with the last line that it wrote to standard error.
    """
    check_embedder(spec)
    batches = _batches(len(texts), batch_size)
    workers = min(workers, MAX_WORKERS, len(batches))
    if workers <= 1:
        if texts:
            yield from embed_batches(open_embedder(spec, options), texts, batch_size)
        return
    yield from _Pool(spec, replace(options, threads=options.threads or 1), texts, batches).run(workers)


def _batches(count: int, batch_size: int) -> list[range]:
    return [range(start, min(start + batch_size, count)) for start in range(0, count, batch_size)]


@dataclass
class _Pool:
    """The processes of one call, each spoken to by a thread of its own, which takes the next batch when it has an answer."""

    spec: str
    options: ModelOptions
    texts: Sequence[str]
    batches: list[range]

    def __post_init__(self) -> None:
        self._waiting = iter(self.batches)
        self._turn = threading.Lock()
        # Not bounded: a batch of vectors is small beside the model, and callers store faster than models embed.
        self._done: queue.Queue[tuple[range, Vectors] | BaseException] = queue.Queue()

    def run(self, workers: int) -> Iterator[tuple[range, Vectors]]:
        processes: list[_Process] = []
        threads: list[threading.Thread] = []
        try:
            processes.extend(_Process() for _ in range(workers))
            threads.extend(threading.Thread(target=self._speak, args=(process,), daemon=True) for process in processes)
            for thread in threads:
                thread.start()
            for _ in self.batches:
                answer = self._done.get()
                if isinstance(answer, BaseException):
                    raise answer
                yield answer
        finally:
            with self._turn:
                self._waiting = iter(())
            for process in processes:
                process.end()
            for thread in threads:
                if thread.ident is not None:
                    thread.join()
            for process in processes:
                process.close()

    def _speak(self, process: "_Process") -> None:
        try:
            dimension = process.greet(self.spec, self.options)
            while (places := self._next()) is not None:
                self._done.put((places, process.embed(self.texts[places.start : places.stop], dimension)))
        except BaseException as error:
            self._done.put(error)

    def _next(self) -> range | None:
        with self._turn:
            return next(self._waiting, None)


class _Process:
    """One embedding process, from its start to its end."""

    def __init__(self) -> None:
        self._stderr: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the process, `close` ends it
        # -P: a file in the current folder that is called like a package of ours must not be run.
        command = [sys.executable, "-P", "-m", "policy_assistant.models.worker"]
        self._process = subprocess.Popen(  # noqa: S603 - our own program, no text from outside in its arguments
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr, env=_environment()
        )
        if self._process.stdin is None or self._process.stdout is None:
            raise AssertionError("both were asked for")
        self._requests: BinaryIO = self._process.stdin  # type: ignore[assignment]
        self._answers: BinaryIO = self._process.stdout  # type: ignore[assignment]

    def greet(self, spec: str, options: ModelOptions) -> int:
        """Have the embedder opened; the dimension of its vectors."""
        dimension = json.loads(self._ask(HELLO, {"spec": spec, "options": asdict(options)}))["dimension"]
        return int(dimension)

    def embed(self, texts: Sequence[str], dimension: int) -> Vectors:
        """The vectors of some passages."""
        import numpy as np  # a caller that never embeds does not pay for it

        return np.frombuffer(self._ask(TEXTS, list(texts)), np.float32).reshape(len(texts), dimension).copy()

    def _ask(self, kind: bytes, body: object) -> bytes:
        try:
            write_frame(self._requests, kind, json.dumps(body).encode())
            answer, data = read_frame(self._answers)
        except (EOFError, OSError, ValueError) as error:
            raise ModelError(f"a process that embeds ended{self._last_line()}", hint="run it again: what was embedded is kept") from error
        if answer == ERROR:
            said = json.loads(data)
            raise ModelError(said["message"], hint=said["hint"])
        return data

    def _last_line(self) -> str:
        try:
            code = self._process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            return ""
        size = self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, size - _LINE_BYTES))
        lines = self._stderr.read().decode("utf-8", errors="replace").strip().splitlines()
        return f" with code {code}{f': {one_line(lines[-1], _LINE_CHARACTERS)}' if lines else ''}"

    def end(self) -> None:
        """Stop the process, whatever it is doing."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Let go of what belonged to it."""
        for stream in (self._requests, self._answers, self._stderr):
            try:
                stream.close()
            except OSError:
                continue  # bytes that nobody will read were still waiting in it


def _environment() -> dict[str, str]:
    """Ours, with the folder of this package on the path of modules: it need not be installed."""
    folder = str(Path(__file__).resolve().parents[2])
    paths = [folder, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
