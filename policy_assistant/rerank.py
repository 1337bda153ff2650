"""Reranking: the first candidates of the fused ranking are read once more, with the question beside them.

`signals` adds up weighted signals (`signals.SIGNALS`). The weights are data, one set an embedder, learned on the example
collection by `python -m benchmarks.train_reranker`; none is negative. Other rerankers are models (`models.rerankers`).
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from policy_assistant.errors import UsageError, nearest
from policy_assistant.filters import Filters
from policy_assistant.hybrid import Candidate, candidates
from policy_assistant.metadata import Chunk
from policy_assistant.question import Question
from policy_assistant.signals import SIGNALS, Values, signals_of
from policy_assistant.store.base import Engine

if TYPE_CHECKING:
    from policy_assistant.models.base import Reranker

POOL = 50
"""So many of the fused ranking are ordered anew by signals; what comes after them keeps its order."""
MODEL_POOL = 20
"""So many are read by a model, which takes its time for each."""

OTHER = "other"
"""The weights for embedders that were not measured."""


def search_rerank(
    engine: Engine, question: Question, k: int, filters: Filters, reranker: "Reranker | None" = None, without: str = ""
) -> list[tuple[Chunk, float]]:
    """The k best chunks, best first, ties by ID. Without a `reranker` by signals, `without` one of them.

    Raises:
        ModelError: the embedder or the reranker fails.
    """
    found = candidates(engine, question, k, filters)
    if reranker is not None:
        return by_model(question, found, reranker)[:k]
    return by_signals(question, found, without)[:k]


def by_signals(question: Question, found: Sequence[Candidate], without: str = "") -> list[tuple[Chunk, float]]:
    """Candidates in the order of their weighted signals; those beyond the pool keep their order, below the last of it."""
    weights = weights_of(question, without)
    return in_order(found, [weighted(values, weights) for values in signals_of(question, found[:POOL], weights)])


def by_model(question: Question, found: Sequence[Candidate], reranker: "Reranker") -> list[tuple[Chunk, float]]:
    """Candidates in the order of a model's scores; those beyond the pool keep their order, below the last of it."""
    pool = found[:MODEL_POOL]
    return in_order(found, reranker.scores(question.text, [candidate.chunk.text for candidate in pool]) if pool else [])


def in_order(found: Sequence[Candidate], scores: Sequence[float]) -> list[tuple[Chunk, float]]:
    """The first candidates by their scores, one each, ties by ID; the rest below them, by `drop_of`."""
    pairs = [(candidate.chunk, score) for candidate, score in zip(found, scores, strict=False)]
    rest = found[len(scores) :]
    drop = drop_of(found, scores) if rest else 0.0
    return [*sorted(pairs, key=lambda pair: (-pair[1], pair[0].chunk_id)), *((c.chunk, c.score - drop) for c in rest)]


def drop_of(found: Sequence[Candidate], scores: Sequence[float]) -> float:
    """What is taken off the fused scores of the rest, so that each is as far below the pool's last as it was before."""
    return found[len(scores) - 1].score - min(scores)


def check_signal(name: str) -> str:
    """The signal's name, or empty. Raises `UsageError` for another."""
    if name and name.replace("-", " ") not in SIGNALS:
        raise UsageError(f"unknown signal {name!r}", hint=nearest(name, [signal.replace(" ", "-") for signal in SIGNALS]))
    return name.replace("-", " ")


def weighted(values: Values, weights: Mapping[str, float]) -> float:
    """The weighted sum of signals."""
    return sum(weight * values[name] for name, weight in weights.items())


def weights_of(question: Question, without: str = "") -> Mapping[str, float]:
    """The weights for the question's embedder, of all signals but `without`."""
    known = load_weights()
    return {name: weight for name, weight in known.get(question.model, known[OTHER]).items() if name != without}


@cache
def load_weights() -> Mapping[str, Mapping[str, float]]:
    """The shipped weights: embedder -> signal -> weight."""
    text = files("policy_assistant").joinpath("data/rerank.json").read_text(encoding="utf-8")
    weights: Mapping[str, Mapping[str, float]] = json.loads(text)["weights"]
    return weights
