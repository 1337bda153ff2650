"""Learns the weights of the reranker: `python -m benchmarks.train_reranker --write` makes policy_assistant/data/rerank.json.

For every question of the example collection the first candidates of the fused ranking are taken, as a search takes them.
The weights make the relevant ones likely under a softmax of the weighted sum (listwise cross-entropy, Cao and others 2007),
with a penalty on their squares and none below zero, so that more of a signal never lowers a passage. What is printed for the
example comes from weights that never saw the documents in question: the documents are dealt into folds, and a question is
scored by weights learned from questions about other folds' documents only. The other collections are not learned from.
"""

import argparse
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy import typing as npt

from benchmarks.projects import PROJECT, present, project
from policy_assistant.evaluate.halves import half_of
from policy_assistant.evaluate.measures import covers, retrieval_scores
from policy_assistant.evaluate.questions import Question, load_questions
from policy_assistant.filters import Filters
from policy_assistant.hybrid import candidates
from policy_assistant.metadata import Chunk
from policy_assistant.rerank import OTHER, POOL
from policy_assistant.signals import SIGNALS, signals_of

TARGET = PROJECT / "policy_assistant" / "data" / "rerank.json"
LEARNED = {
    "e5": ("keywords", "meaning", "concepts", "document", "codes", "language"),
    "use": ("keywords", "meaning", "stretch", "document", "codes", "language"),
}
"""Embedder -> the signals that are learned, chosen on the even halves of all collections (docs/concepts/search.md)."""

FOLDS = 8
PENALTY = 0.03
STEPS = 1500
RATE = 0.03
DIGITS = 3

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Asked:
    """A question with its candidates, their signals (candidates, signals) and which of them are relevant."""

    question: Question
    chunks: Sequence[Chunk]
    signals: Floats
    relevant: npt.NDArray[np.bool_]


def asked(collection: str, embedder: str) -> list[Asked]:
    """All scored questions of a collection, each on its own date, for the staff."""
    with project(collection, embedder) as assistant:
        searcher = assistant.searcher("rerank")
        labels = assistant.settings.labels_of("staff")
        questions = [q for q in load_questions(assistant.settings.questions_path).values() if q.relevant]
        found = []
        for question in questions:
            text = searcher.question(question.question)
            pool = candidates(assistant.store, text, 1, Filters(question.as_of or assistant.settings.today, labels))[:POOL]
            signals = np.array([[values[name] for name in SIGNALS] for values in signals_of(text, pool)])
            chunks = [candidate.chunk for candidate in pool]
            relevant = np.array([any(covers(chunk, key) for key in question.relevant) for chunk in chunks])
            found.append(Asked(question, chunks, signals, relevant))
        return found


def learn(data: Sequence[Asked], names: Sequence[str]) -> dict[str, float]:
    """The weights that suit the questions best, by projected gradient steps (Adam); zero ones are left out."""
    columns = [list(SIGNALS).index(name) for name in names]
    useful = [item for item in data if item.relevant.any() and not item.relevant.all()]
    spread = np.vstack([item.signals[:, columns] for item in useful]).std(axis=0)
    spread[spread == 0] = 1
    scaled = [(item.signals[:, columns] / spread, item.relevant) for item in useful]
    weights = np.full(len(names), 0.3)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        gradient = PENALTY * weights - sum(
            (_pull(signals, relevant, weights) for signals, relevant in scaled), np.zeros_like(weights)
        ) / len(scaled)
        mean, square = 0.9 * mean + 0.1 * gradient, 0.99 * square + 0.01 * gradient**2
        weights = weights - RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
        weights = np.maximum(weights, 0)
    found = {name: round(float(weight), DIGITS) for name, weight in zip(names, weights / spread, strict=True)}
    return {name: weight for name, weight in found.items() if weight > 0}


def _pull(signals: Floats, relevant: npt.NDArray[np.bool_], weights: Floats) -> Floats:
    """How the log-likelihood of the relevant candidates grows with the weights."""
    scores = signals @ weights
    chances = np.exp(scores - scores.max())
    chances /= chances.sum()
    target = chances * relevant
    pull: Floats = (target / target.sum() - chances) @ signals
    return pull


def scores_of(data: Sequence[Asked], weights: Sequence[Mapping[str, float]]) -> list[tuple[Question, float, float]]:
    """(question, hit@5, reciprocal rank at 10) of each question under its weights."""
    rows = []
    for item, chosen in zip(data, weights, strict=True):
        vector = np.array([chosen.get(name, 0.0) for name in SIGNALS])
        order = np.argsort(-(item.signals @ vector), kind="stable")
        ranked = [item.chunks[n] for n in order]
        rows.append((item.question, retrieval_scores(item.question, ranked, 5)["hit"], retrieval_scores(item.question, ranked, 10)["mrr"]))
    return rows


def leaving_documents_out(data: Sequence[Asked], names: Sequence[str]) -> list[dict[str, float]]:
    """For each question, weights learned without any question about its documents' fold."""
    folds = [{_fold(key["doc_id"]) for key in item.question.relevant} for item in data]
    learned = {fold: learn([item for item, its in zip(data, folds, strict=True) if fold not in its], names) for fold in range(FOLDS)}
    return [learned[min(its)] for its in folds]


def _fold(doc_id: str) -> int:
    return int(hashlib.sha256(doc_id.encode()).hexdigest(), 16) % FOLDS


def _summary(rows: Sequence[tuple[Question, float, float]]) -> str:
    def means(part: Sequence[tuple[Question, float, float]]) -> str:
        return f"{sum(hit for _, hit, _ in part):.0f} of {len(part)}, MRR@10 {np.mean([rank for _, _, rank in part]):.3f}"

    halves = {half: [row for row in rows if half_of(row[0].id) == half] for half in ("even", "odd")}
    return f"{means(rows)} | " + " | ".join(f"{half} half {means(part)}" for half, part in halves.items())


def report(embedder: str, names: Sequence[str]) -> Iterator[str]:
    """The lines that say what the weights reach; the last is the weights as JSON."""
    example = asked("example", embedder)
    weights = learn(example, names)
    yield f"{embedder}: " + ", ".join(f"{name} {weight}" for name, weight in weights.items())
    yield f"  example, learned from other documents: {_summary(scores_of(example, leaving_documents_out(example, names)))}"
    for collection in present():
        data = example if collection == "example" else asked(collection, embedder)
        yield f"  {collection}: {_summary(scores_of(data, [weights] * len(data)))}"
    yield json.dumps(weights)


def main() -> None:
    """Print the weights and what they reach; with `--write` put them into the package."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--signals", nargs="+", choices=list(SIGNALS), help="other signals to learn than the ones chosen")
    parser.add_argument("--write", action="store_true", help="write policy_assistant/data/rerank.json")
    options = parser.parse_args()
    learned: dict[str, dict[str, float]] = {}
    for embedder, names in LEARNED.items():
        *lines, weights = report(embedder, options.signals or names)
        print("\n".join(lines), flush=True)
        learned[embedder] = json.loads(weights)
    learned[OTHER] = learned["e5"]
    if options.write:
        made_by = "python -m benchmarks.train_reranker --write"
        TARGET.write_text(json.dumps({"made_by": made_by, "weights": learned}, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
