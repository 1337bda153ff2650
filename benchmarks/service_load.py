"""The service under load: clients on this machine that ask without a pause, while documents come and go.

    python -m benchmarks.service_load --seconds 60 --write

Each kind of request runs for the given time with 32 clients, once quietly and then while another process adds a document,
takes it away again, and so on, with a pause between. Every answer is looked at: one that is an error, holds a passage of a document that was
gone before the question was sent, or a passage that the caller may not see, is counted. "Cold" questions are all different;
"repeated" ones are the collection's own, over and over. Clients and service share the processors.
"""

import argparse
import asyncio
import itertools
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.page import report
from benchmarks.projects import project
from policy_assistant.assistant import Assistant
from policy_assistant.evaluate.questions import load_questions
from policy_assistant.keys import KeyRing

CLIENTS = 32
WORD, MARK = "quillfeather", "owlbarrel"
"""Each begins a word that only the document that comes and goes holds; questions name the first one only."""

DOCUMENT = """---
doc_id: notice-{number}
title: Notice {number}
version: "1"
effective_from: 2026-01-01
owner: Benchmarks
access: public
language: en
doc_type: notice
---
# Notice {number}

## What to say

When somebody asks for {word}{number}, tell them that it is kept as {mark}{number}x for {number} days.
"""


@dataclass
class Changes:
    """Which of the documents that come and go are surely gone: number -> the moment at which its ingest had ended."""

    gone: dict[int, float] = field(default_factory=dict)
    count: int = 0

    def are_right(self, body: str, asked_at: float) -> bool:
        """Whether an answer to a question of that moment names no document that was gone by then."""
        return not any(f"{MARK}{number}x" in body and asked_at > moment for number, moment in self.gone.items())


@dataclass
class Measured:
    """What came of one kind of request."""

    seconds: float
    milliseconds: list[float] = field(default_factory=list)
    errors: int = 0
    wrong: int = 0

    def cells(self) -> list[str]:
        """As the table shows it."""
        times = sorted(self.milliseconds)
        p50, p95 = statistics.median(times), statistics.quantiles(times, n=20)[-1]
        return [f"{len(times) / self.seconds:.0f}", f"{p50:.0f} / {p95:.0f}", str(self.errors), str(self.wrong)]


def bodies(kind: str, questions: list[str]) -> Iterator[tuple[str, dict[str, object]]]:
    """Route and body of one request after the other. A nonsense word makes a question a new one."""
    letters = random.Random()  # another one each time: with the same words the vectors of an earlier run would be remembered
    for question in itertools.cycle(questions):
        new = f"{question} {''.join(letters.choices('bcdfghklmnprstvz', k=8))}"
        if kind == "keyword search":
            yield "/v1/search", {"query": new, "method": "keywords"}
        elif kind == "search with e5":
            yield "/v1/search", {"query": new}
        elif kind == "answers, cold":
            yield "/v1/ask", {"question": new}
        else:
            yield "/v1/ask", {"question": question}


KINDS = ("keyword search", "search with e5", "answers, cold", "answers, repeated")


async def client(
    address: str, key: str, requests: Iterator[tuple[str, dict[str, object]]], until: float, changes: Changes, into: Measured
) -> None:
    """One client with one connection, asking until the time is over."""
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    sign = f"Authorization: Bearer {key}\r\n" if key else ""
    try:
        while time.perf_counter() < until:
            path, body = next(requests)
            data = json.dumps(body).encode()
            head = f"POST {path} HTTP/1.1\r\nHost: {parts.netloc}\r\n{sign}Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
            began, asked_at = time.perf_counter(), time.time()
            writer.write(head.encode() + data)
            status, text = await _read(reader)
            into.milliseconds.append(1000 * (time.perf_counter() - began))
            if status != 200:
                into.errors += 1
                print(status, text[:300], file=sys.stderr)
            into.wrong += not changes.are_right(text, asked_at) or (not key and '"access":"staff"' in text)
    finally:
        writer.close()


async def _read(reader: asyncio.StreamReader) -> tuple[int, str]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    length = next(int(line.split(":")[1]) for line in head.split("\r\n") if line.lower().startswith("content-length:"))
    return int(head.split(" ", 2)[1]), (await reader.readexactly(length)).decode()


async def change(folder: Path, changes: Changes, pause: float, until: Callable[[], bool]) -> None:
    """Add a document, ingest, take it away, ingest, until the time is over."""
    while not until():
        changes.count += 1
        number = changes.count
        path = folder / "corpus" / "documents" / f"notice-{number}.md"
        path.write_text(DOCUMENT.format(number=number, word=WORD, mark=MARK), encoding="utf-8")
        await _ingest(folder)
        await asyncio.sleep(pause)
        path.unlink()
        await _ingest(folder)
        changes.gone[number] = time.time()
        await asyncio.sleep(pause)


async def _ingest(folder: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "policy_assistant", "ingest", "--project", str(folder), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    _, said = await process.communicate()
    if process.returncode:
        raise RuntimeError(f"an ingest failed: {said.decode()}")


async def run(kind: str, address: str, key: str, folder: Path, questions: list[str], seconds: float, pause: float) -> Measured:
    """One kind of request for some time; documents come and go with so many seconds between two changes, not at all where it is 0."""
    changes, measured, is_over = Changes(), Measured(seconds), asyncio.Event()
    asked = [*questions, *(f"How long is {WORD}{number} kept?" for number in range(1, 9))] if pause else questions
    requests = bodies(kind, asked)
    changer = asyncio.create_task(change(folder, changes, pause, is_over.is_set)) if pause else None
    until = time.perf_counter() + seconds
    # Every other client shows no key, so that what is hidden from it is looked for, too.
    await asyncio.gather(*(client(address, key if n % 2 else "", requests, until, changes, measured) for n in range(CLIENTS)))
    is_over.set()
    if changer:
        await changer
    return measured


def served(assistant: Assistant) -> tuple[subprocess.Popen[str], str]:
    """The service of a project, and its address."""
    command = [sys.executable, "-m", "policy_assistant", "serve", "--port", "0", "--project", str(assistant.settings.folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    if process.stdout is None:
        raise AssertionError("it was asked for")
    return process, process.stdout.readline().strip()


def main() -> None:
    """Print the table, and with `--write` put it into the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pauses", nargs="*", type=float, default=[5, 1], help="seconds between two changes of the documents")
    parser.add_argument("--kinds", nargs="*", default=list(KINDS), choices=KINDS)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    rows = []
    with project("example", "e5") as assistant:
        folder = assistant.settings.folder
        shutil.copytree(assistant.settings.cache_path, folder / "cache", symlinks=True)
        questions = [question.question for question in load_questions(assistant.settings.questions_path).values()]
        _, key = KeyRing.of(assistant.settings).create("load", ["staff"])
        process, address = served(assistant)
        try:
            for kind in options.kinds:
                asyncio.run(run(kind, address, key, folder, questions, 3, 0))  # models are loaded, threads are there
                for pause in (0, *options.pauses):
                    measured = asyncio.run(run(kind, address, key, folder, questions, options.seconds, pause))
                    rows.append([kind, f"a change every {pause:g} s" if pause else "quiet", *measured.cells()])
                    print(rows[-1], flush=True)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)
    header = ("request", "meanwhile", "a second", "p50 / p95 ms", "errors", "wrong passages")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    words = f"Example collection with e5, {CLIENTS} clients for {options.seconds:.0f} s each, clients and service on {cores} cores."
    report("service_load", header, rows, words, write=options.write)


if __name__ == "__main__":
    main()
