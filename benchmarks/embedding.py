"""How fast passages are embedded: one process or several, one thread or two, and the other packaged embedder beside it.

Elapsed and CPU time over the example's chunks; the ratios are to one process with one thread.
"""

import argparse
import os
import time
from collections.abc import Callable

from benchmarks.page import report
from benchmarks.projects import project
from policy_assistant.models.base import ModelOptions
from policy_assistant.models.parallel import embed_in_parallel

WAYS = (("e5", 1, 1), ("e5", 1, 2), ("e5", 2, 1), ("use", 1, 1))
"""Embedder, processes, threads of each."""


def texts(count: int) -> list[str]:
    """The first chunks of the example."""
    with project("example") as assistant:
        return [chunk.text for chunk in assistant.store.chunks()][:count]


def measure(embedder: str, processes: int, threads: int, passages: list[str]) -> tuple[float, float]:
    """Seconds elapsed and of CPU, children included."""
    options = ModelOptions(threads=threads)
    return _timed(lambda: [*embed_in_parallel(embedder, options, passages, workers=processes)])


def _timed(work: Callable[[], object]) -> tuple[float, float]:
    before, begin = os.times(), time.perf_counter()
    work()
    after, elapsed = os.times(), time.perf_counter() - begin
    return elapsed, sum(after[:4]) - sum(before[:4])


def main() -> None:
    """Print the table, and with `--write` put it into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passages", type=int, default=96)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    passages = texts(options.passages)
    found = {way: measure(*way, passages) for way in WAYS}
    first = found[WAYS[0]]
    rows = []
    for (embedder, processes, threads), (elapsed, cpu) in found.items():
        ratios = (f"{first[0] / elapsed:.1f}", f"{first[1] / cpu:.1f}")
        rows.append([embedder, str(processes), str(threads), f"{len(passages) / elapsed:.1f}", f"{len(passages) / cpu:.1f}", *ratios])
    header = ("embedder", "processes", "threads", "passages/s", "passages a CPU second", "times as fast", "the same by CPU time")
    words = sum(len(text.split()) for text in passages) / len(passages)
    report("embedding", header, rows, f"{len(passages)} passages of {words:.0f} words on average.", write=options.write)


if __name__ == "__main__":
    main()
