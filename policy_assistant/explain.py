"""Why a passage stands where it stands: the parts that its score is the sum of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from policy_assistant.dense import language_offsets, search_dense
from policy_assistant.filters import Filters
from policy_assistant.hybrid import Candidate, candidates, keyword_share
from policy_assistant.question import Question
from policy_assistant.rerank import POOL, drop_of, weighted, weights_of
from policy_assistant.search import Searcher
from policy_assistant.signals import signals_of
from policy_assistant.store.base import Engine


@dataclass(frozen=True)
class Part:
    """One part of a score: `score = value * weight`."""

    name: str
    value: float
    weight: float

    @property
    def score(self) -> float:
        """What it gives."""
        return self.value * self.weight


def parts_of(searcher: Searcher, question: Question, k: int, filters: Filters) -> Mapping[str, Sequence[Part]]:
    """For each of the k best chunks of a search by meaning, by ID, the parts of its score; none for a model's own scores."""
    engine = searcher.engine
    if engine is None or searcher.reranker is not None:
        return {}
    with engine.snapshot():
        if searcher.method == "dense":
            return _parts_of_dense(engine, question, k, filters)
        found = candidates(engine, question, k, filters)
        if searcher.method == "hybrid":
            return {c.chunk.chunk_id: _fused(question, c) for c in found[:k]}
        return _parts_of_rerank(question, found, k, searcher.without)


def _parts_of_dense(engine: Engine, question: Question, k: int, filters: Filters) -> Mapping[str, Sequence[Part]]:
    offsets = language_offsets(engine, question)
    found = search_dense(engine, question, k, filters, offsets)
    return {c.chunk_id: _dense(score, offsets[c.language]) for c, score in found}


def _parts_of_rerank(question: Question, found: Sequence[Candidate], k: int, without: str) -> Mapping[str, Sequence[Part]]:
    """A chunk beyond the pool has the parts of the fusion, and what sets it below the pool."""
    weights = weights_of(question, without)
    values = signals_of(question, found[:POOL], weights)
    parts = {c.chunk.chunk_id: [Part(n, of_chunk[n], w) for n, w in weights.items()] for c, of_chunk in zip(found, values, strict=False)}
    if k <= POOL or len(found) <= POOL:
        return parts
    drop = drop_of(found, [weighted(of_chunk, weights) for of_chunk in values])
    return parts | {c.chunk.chunk_id: [*_fused(question, c), Part("not reranked", -drop, 1.0)] for c in found[POOL:k]}


def _fused(question: Question, candidate: Candidate) -> list[Part]:
    share = keyword_share(question)
    return [Part("keywords", candidate.keyword_scaled, share), Part("meaning", candidate.vector_scaled, 1 - share)]


def _dense(score: float, offset: float) -> list[Part]:
    return [Part("cosine", score + offset, 1.0), *([Part("language", -offset, 1.0)] if offset else [])]
