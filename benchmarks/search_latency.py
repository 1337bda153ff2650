"""What one question costs, by method: the question's embedding, and everything else.

CPU time of one process, one thread of numpy, questions of a collection asked in turns, so that a busy moment meets all methods.
"""

import argparse
import statistics
import time

from benchmarks.page import report
from benchmarks.projects import COLLECTIONS, project
from policy_assistant.evaluate.questions import load_questions
from policy_assistant.filters import Filters
from policy_assistant.models.threads import native_threads

METHODS = ("bm25", "keywords", "dense", "hybrid", "rerank")
EMBEDDERS = ("e5", "use")


def measure(collection: str, embedder: str, rounds: int) -> list[list[str]]:
    """A row a method: p50 and p95 of everything but the embedding, of the whole, and the ratio of the wholes to bm25's."""
    with project(collection, embedder) as assistant:
        searchers = {method: assistant.searcher(method) for method in METHODS}
        labels = assistant.settings.labels_of("staff")
        questions = list(load_questions(assistant.settings.questions_path).values())
        chunks = assistant.store.info().chunks
        rest: dict[str, list[float]] = {method: [] for method in METHODS}
        whole: dict[str, list[float]] = {method: [] for method in METHODS}
        for number in range(rounds + 1):  # the first round warms caches and is not counted
            for question in questions:
                filters = Filters(question.as_of or assistant.settings.today, labels)
                for method, searcher in searchers.items():
                    begin = time.process_time()
                    asked = searcher.question(question.question)
                    if searcher.embedder is not None:
                        _ = asked.vector
                    embedded = time.process_time()
                    searcher.find_question(asked, 5, filters)
                    end = time.process_time()
                    if number:
                        rest[method].append((end - embedded) * 1000)
                        whole[method].append((end - begin) * 1000)
    return [
        [embedder, f"{chunks:,}", method, _spread(rest[method]), _spread(whole[method]), f"{_p50(whole[method]) / _p50(whole['bm25']):.1f}"]
        for method in METHODS
    ]


def _p50(times: list[float]) -> float:
    return statistics.median(times)


def _spread(times: list[float]) -> str:
    return f"{_p50(times):.2f} / {statistics.quantiles(times, n=20)[-1]:.2f}"


def main() -> None:
    """Print the table, and with `--write` put it into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--collection", default="larkfield" if COLLECTIONS["larkfield"].exists() else "example", choices=list(COLLECTIONS))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    with native_threads(1):
        rows = [row for embedder in EMBEDDERS for row in measure(options.collection, embedder, options.rounds)]
    header = ("embedder", "chunks", "method", "without the embedding: p50 / p95 ms", "whole: p50 / p95 ms", "whole, times bm25")
    report("search_latency", header, rows, f"Collection {options.collection}, five hits, each question's date.", write=options.write)


if __name__ == "__main__":
    main()
