"""Vector search in the index against the exact scan of all vectors in memory, under filters of several strengths.

Both answer the same questions in one process, turn by turn, one thread; times are CPU times. Recall is the part of the exact
scan's ten best that the search finds. The load is measured in a new process.
"""

import os

os.environ |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")  # read when numpy is loaded

import argparse
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, median, quantiles

import numpy as np

from benchmarks.page import report
from benchmarks.passages import SEED
from benchmarks.vectors import DATA, FILTERS, fill, many, real
from policy_assistant.filters import Filters
from policy_assistant.store import vector_memory
from policy_assistant.store.vector_codes import Floats
from policy_assistant.store.vector_memory import CodedVectors
from policy_assistant.store.vectors import VectorIndex

SIZES = {"e5": (0, 15_000, 25_000, 200_000, 1_000_000), "use": (0, 15_000, 25_000, 200_000)}
"""Numbers of passages by model; 0 = the real ones alone."""
MODELS = tuple(SIZES)
QUESTIONS, K = 100, 10
HEADER = (
    "model, numbers",
    "passages",
    "filter",
    "exact scan: p50 / p95 ms",
    "ours: p50 / p95 ms",
    "times as fast: p50",
    "recall@10",
    "way",
)
_LOAD = """import sqlite3, sys, time
from policy_assistant.store.vector_memory import load
began = time.perf_counter()
load(sqlite3.connect(sys.argv[1]))
print(time.perf_counter() - began)"""


class ExactScan:
    """All vectors in memory, and the rows that each filter allows, found beforehand."""

    def __init__(self, conn: sqlite3.Connection, vectors: Floats) -> None:
        self.vectors = vectors
        kinds = conn.execute("SELECT access, effective_from, effective_to FROM chunks ORDER BY id").fetchall()
        self.rows = {filters: np.flatnonzero([filters.allow(*kind) for kind in kinds]) for filters in FILTERS.values()}

    def search(self, question: Floats, filters: Filters) -> list[int]:
        """The ten best chunks."""
        rows = self.rows[filters]
        scores = (self.vectors @ question)[rows]
        best = np.argpartition(scores, -K)[-K:] if len(rows) > K else np.arange(len(rows))
        return [int(row) + 1 for row in rows[best]]


def measure(conn: sqlite3.Connection, scan: ExactScan, questions: Floats) -> Iterator[list[str]]:
    """A row for every filter."""
    index = VectorIndex(conn)
    for name, filters in FILTERS.items():
        times: tuple[list[float], list[float]] = ([], [])
        recalls = []
        for question in questions:
            began = time.process_time()
            best = scan.search(question, filters)
            between = time.process_time()
            found = index.search(question, K, filters)
            ended = time.process_time()
            times[0].append((between - began) * 1_000)
            times[1].append((ended - between) * 1_000)
            recalls.append(len({chunk for chunk, _ in found} & set(best)) / len(best) if best else 1.0)
        pairs = [f"{median(column):.2f} / {quantiles(column, n=20)[-1]:.2f}" for column in times]
        yield [name, *pairs, f"{median(times[0]) / median(times[1]):.1f}", f"{mean(recalls):.3f}", _way(conn)]


def rows(model: str, sizes: Sequence[int], data: Path, scratch: Path) -> Iterator[tuple[list[str], str]]:
    """The rows for a model, and a sentence about the load for each size."""
    sample = real(model, data, scratch)
    questions = np.random.default_rng(SEED).permutation(sample.questions)[:QUESTIONS]
    for size in sizes:
        vectors = many(sample.passages, size) if size else sample.passages
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "index.sqlite"
            conn = sqlite3.connect(path, isolation_level=None)
            conn.execute("PRAGMA journal_mode = WAL")
            began = time.process_time()
            fill(conn, vectors)
            filled = time.process_time() - began
            conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            name = f"{len(vectors):,}" + ("" if size else " (real)")
            note = f"{model}, {name}: {_load(path)}; {len(vectors) / filled:,.0f} passages a second written; file {path.stat().st_size / 1e6:.0f} MB."
            for cells in measure(conn, ExactScan(conn, vectors), questions):
                yield [f"{model}, {vectors.shape[1]}", name, *cells], note
            conn.close()


def _way(conn: sqlite3.Connection) -> str:
    return "codes" if isinstance(vector_memory.load(conn), CodedVectors) else "all"


def _load(path: Path) -> str:
    """Seconds of a load in a new process, the best of three, and the memory that it takes."""
    command = [sys.executable, "-c", _LOAD, str(path)]
    seconds = min(float(subprocess.run(command, check=True, capture_output=True, text=True).stdout) for _ in range(3))
    memory = vector_memory.load(sqlite3.connect(path))
    size = memory.nbytes if memory else 0
    return f"loaded in {seconds:.2f} s, {size / 1e6:.1f} MB in memory"


def main() -> None:
    """Measure, print, and with `--write` put the table on the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", type=int, nargs="+", help=f"numbers of passages, 0 = the real ones (default: {SIZES})")
    parser.add_argument("--models", nargs="+", default=MODELS, choices=MODELS)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of the question sets (default: %(default)s)")
    parser.add_argument(
        "--scratch", type=Path, default=Path(tempfile.gettempdir()) / "policy-assistant-benchmarks", help="keeps the vectors"
    )
    parser.add_argument("--write", action="store_true", help="put the table into docs/benchmarks.md")
    options = parser.parse_args()
    measured = [row for model in options.models for row in rows(model, options.passages or SIZES[model], options.data, options.scratch)]
    notes = "\n".join(f"- {note}" for note in dict.fromkeys(note for _, note in measured))
    report("vector_search", HEADER, [cells for cells, _ in measured], notes, write=options.write)


if __name__ == "__main__":
    main()
