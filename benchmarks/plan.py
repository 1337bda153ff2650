"""From a hundred thousand passages to a billion, on paper: what each part was measured to cost for one passage more, times their number.

Slopes of the index come from the results of `benchmarks.scale` (run it first); reading, cutting and embedding, and what Qdrant's core takes for our
layout, are measured here, between two sizes. Prices are assumptions, to be given with `--core-hour` and the others.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks.corpus import SECTIONS, write_markdown
from benchmarks.embedding import measure, texts
from benchmarks.marked import Page
from benchmarks.page import made_by
from benchmarks.passages import SEED, documents, questions
from benchmarks.process import run
from benchmarks.scale.run import Kept
from benchmarks.scale.tables import slope_of
from policy_assistant.filters import Filters
from policy_assistant.store.base import Embedding, PreparedDocument, Update
from policy_assistant.store.qdrant.engine import QdrantStore
from policy_assistant.testing.qdrant_edge import EdgeDoor

PAGE = Page(Path(__file__).resolve().parent.parent / "docs" / "concepts" / "scale.md")
SIZES = (10**5, 10**6, 10**7, 10**8, 10**9)
DOCUMENTS = (300, 1_500)
POINTS = (2_000, 8_000)
DIMENSION = 384
TEXTS = {"e5": 48, "use": 192}
"""So many passages are embedded, and a third of them before: enough for the quicker model to be told from its start."""

Cost = Mapping[str, float]
"""What one passage costs: `read` CPU s, `write` CPU s, `disk` bytes, `vector_disk` bytes, `memory` bytes while asking, `words_ms` and `meaning_ms` of a
question; `e5` and `use` CPU s; of Qdrant `qdrant_disk` bytes, `qdrant_write` CPU s and `qdrant_ms` of a question by words.
"""


@dataclass(frozen=True)
class Prices:
    """Assumed prices in dollars: a core for an hour, a gigabyte of memory and of disk for a month."""

    core_hour: float
    memory: float
    disk: float


def costs(results: Path) -> dict[str, float]:
    """The slopes of everything."""
    return _of_index(Kept(results)) | _of_reading() | _of_embedding() | _of_qdrant()


def _of_index(kept: Kept) -> dict[str, float]:
    words, meaning = (_slope(kept, kind, tool, question) for kind, tool, question in (
        ("keywords", "ours, bm25", "five words"), ("vectors", "ours", "vectors")))  # fmt: skip
    return {
        "write": words["build_seconds"],
        "disk": words["disk_bytes"],
        "vector_disk": meaning["disk_bytes"],
        "memory": words["asking_bytes"] + meaning["asking_bytes"],
        "words_ms": words["question_ms"],
        "meaning_ms": meaning["question_ms"],
    }


def _slope(kept: Kept, kind: str, tool: str, question: str) -> Mapping[str, float]:
    small, large = (kept.load(kind, tool, size) for size in (100_000, 1_000_000))
    if small is None or large is None or small.error or large.error:
        raise SystemExit("no results of both sizes: run `python -m benchmarks.scale` first")
    return slope_of(small, large, question)


def _of_reading() -> dict[str, float]:
    """CPU s of a whole ingest of Markdown without vectors, a passage more; writing is in it."""
    spent = []
    for number in DOCUMENTS:
        with tempfile.TemporaryDirectory() as folder:
            write_markdown(Path(folder), number)
            spent.append(run(("-m", "policy_assistant", "ingest", "--embedder", "none", "--project", folder)).cpu)
    return {"ingest": (spent[1] - spent[0]) / (DOCUMENTS[1] - DOCUMENTS[0]) / SECTIONS}


def _of_embedding() -> dict[str, float]:
    found = {}
    for embedder, number in TEXTS.items():
        passages = texts(number)
        measure(embedder, 1, 1, passages[:1])  # its package is loaded once
        _, fewer = measure(embedder, 1, 1, passages[: number // 3])
        _, all_of_them = measure(embedder, 1, 1, passages)
        found[embedder] = (all_of_them - fewer) / (number - number // 3)
    return found


def _of_qdrant() -> dict[str, float]:
    """Our layout in Qdrant's core, in this process: what is written, and a question of four words."""
    measured = [_qdrant(number) for number in POINTS]
    more = POINTS[1] - POINTS[0]
    return {name: (measured[1][name] - measured[0][name]) / more for name in measured[0]}


def _qdrant(number: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        engine = QdrantStore(EdgeDoor(Path(folder), optimised=True), "plan", folder)
        began = time.process_time()
        engine.publish(Update("structure", 0, (), _with_vectors(number), embedding=Embedding("random", "1", DIMENSION)))
        written = time.process_time() - began
        times = []
        for words in questions(10, frequent=False):
            began = time.process_time()
            engine.search_text(words, 10, Filters("2025-06-01", frozenset({"public"})))
            times.append((time.process_time() - began) * 1e3)
        engine.close()
        disk = sum(path.stat().st_blocks * 512 for path in Path(folder).rglob("*") if path.is_file())
    return {"qdrant_write": written, "qdrant_disk": disk, "qdrant_ms": sorted(times)[len(times) // 2]}


def _with_vectors(number: int) -> Iterator[PreparedDocument]:
    chance = np.random.default_rng(SEED)
    for document in documents(number):
        vectors = chance.standard_normal((len(document.chunks), DIMENSION), dtype=np.float32)
        yield replace(document, vectors=list(vectors / np.linalg.norm(vectors, axis=1, keepdims=True)))


def slope_rows(cost: Cost) -> list[list[str]]:
    """One passage more, in words."""
    return [
        ["read, cut and written (Markdown, no vectors)", f"{cost['ingest'] * 1e3:.2f} ms CPU"],
        ["embedded by `e5` / `use`", f"{cost['e5'] * 1e3:.0f} / {cost['use'] * 1e3:.1f} ms CPU"],
        ["index file: words, terms, lists, text", f"{cost['disk']:,.0f} bytes"],
        [f"index file: a vector of {DIMENSION} numbers with its code", f"{cost['vector_disk']:,.0f} bytes"],
        ["memory of a process that asks", f"{cost['memory']:,.0f} bytes"],
        ["a question by words / by meaning, no filter", f"{cost['words_ms'] * 1e6:.1f} / {cost['meaning_ms'] * 1e6:.1f} ns CPU"],
        ["Qdrant's core: written / on disk, with vector", f"{cost['qdrant_write'] * 1e3:.2f} ms CPU / {cost['qdrant_disk']:,.0f} bytes"],
    ]


def plan_rows(cost: Cost, prices: Prices) -> Iterator[list[str]]:
    """What each number of passages asks for."""
    for size in SIZES:
        disk = size * (cost["disk"] + cost["vector_disk"]) / 1e9
        memory = size * cost["memory"] / 1e9
        ingest, embed = size * cost["ingest"] / 3_600, {name: size * cost[name] / 3_600 for name in ("e5", "use")}
        once = (ingest + embed["e5"]) * prices.core_hour
        monthly = disk * prices.disk + memory * prices.memory
        yield [
            f"{size:,}",
            f"{disk:,.1f} GB",
            f"{memory:,.2f} GB",
            f"{ingest:,.1f}",
            f"{embed['e5']:,.0f} / {embed['use']:,.1f}",
            f"{size * cost['words_ms']:,.0f} / {size * cost['meaning_ms']:,.0f} ms",
            f"{size * cost['qdrant_disk'] / 1e9:,.1f} GB",
            f"{once:,.2f} / {monthly:,.2f}",
        ]


def main() -> None:
    """Measure, print, and with `--write` put the tables on the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    scratch = Path(tempfile.gettempdir()) / "policy-assistant-benchmarks" / "scale" / "results"
    parser.add_argument("--results", type=Path, default=scratch, help="results of benchmarks.scale (default: %(default)s)")
    parser.add_argument("--core-hour", type=float, default=0.04, help="dollars (default: %(default)s)")
    parser.add_argument("--memory", type=float, default=3.0, help="dollars a GB and month (default: %(default)s)")
    parser.add_argument("--disk", type=float, default=0.1, help="dollars a GB and month (default: %(default)s)")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/concepts/scale.md")
    options = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    cost = costs(options.results)
    prices = Prices(options.core_hour, options.memory, options.disk)
    before = [made_by("plan")]
    PAGE.put("plan_slopes", before, ("one passage more", "costs"), slope_rows(cost), write=options.write)
    header: Sequence[str] = (
        *("passages", "index file with vectors", "memory of a process that asks", "first ingest, core hours"),
        *(
            "embedding, core hours: e5 / use",
            "question by words / by meaning, one core",
            "Qdrant's core, disk",
            "dollars: once (e5) / a month",
        ),
    )
    assumed = (
        f"Assumed prices: a core {prices.core_hour} dollars an hour, a GB of memory {prices.memory} and of disk {prices.disk} a month."
    )
    PAGE.put("plan", before, header, plan_rows(cost, prices), assumed, write=options.write)


if __name__ == "__main__":
    main()
