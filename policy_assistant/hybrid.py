"""Fusion of keywords and meaning.

Ranks alone lose how clear a winner is, so scores are fused: each list's scores are put on one scale by the mean and the
standard deviation of its first `POOL`, and added with the share that suits the embedder. Both shares and the comparison
with reciprocal rank fusion (Cormack, Clarke and Büttcher 2009) are measured (docs/concepts/search.md).
"""

import math
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from policy_assistant.dense import language_offsets, score_dense, search_dense
from policy_assistant.filters import Filters
from policy_assistant.lexical import search_keywords
from policy_assistant.metadata import Chunk
from policy_assistant.question import Question
from policy_assistant.store.base import Engine

POOL = 100
"""Candidates of each list. Their scores also give its scale, so that a ranking does not depend on a k up to this."""

KEYWORD_SHARE = {"e5": 0.3, "use": 0.5}
OTHER_SHARE = 0.4
"""The share of the keywords in the sum, by embedder; of one that was not measured, between the two."""

RRF_CONSTANT = 60
RRF_DIGITS = 6


@dataclass(frozen=True)
class Candidate:
    """A chunk with its raw scores, its ranks in the two lists (None = not in it), both scores on one scale, and their sum.

    A chunk without a vector is judged by its words alone: its place on the scale of words counts for meaning too.
    """

    chunk: Chunk
    keywords: float
    vectors: float
    keyword_rank: int | None
    vector_rank: int | None
    keyword_scaled: float
    vector_scaled: float
    score: float


def search_hybrid(engine: Engine, question: Question, k: int, filters: Filters) -> list[tuple[Chunk, float]]:
    """The k best chunks of the fused ranking, best first, ties by ID; errors as `search_dense`."""
    return [(candidate.chunk, candidate.score) for candidate in candidates(engine, question, k, filters)[:k]]


def candidates(engine: Engine, question: Question, k: int, filters: Filters) -> list[Candidate]:
    """All chunks among the first `POOL` (or k, where that is more) of either list, the best first; errors as `search_dense`."""
    depth = max(k, POOL)
    offsets = language_offsets(engine, question)
    by_words = search_keywords(engine, question, depth, filters)
    by_meaning = search_dense(engine, question, depth, filters, offsets)
    chunks = {chunk.chunk_id: chunk for chunk, _ in (*by_words, *by_meaning)}
    words, meaning = _scores(by_words), _scores(by_meaning)
    # Of a list that is not full, the others have nothing: none of the terms, or no vector.
    if len(by_words) == depth:
        words |= engine.score_terms(question.weighted_terms, _others(chunks, words))
    if len(by_meaning) == depth:
        meaning |= score_dense(engine, question, _others(chunks, meaning), offsets)
    # Passages that no word of the question finds score 0; they belong to the scale as much as those that one finds.
    unfound = [0.0] * (min(len(by_meaning), POOL) - len(by_words))
    lists = (
        _List(words, _ranks(by_words), _scale([*_first_scores(by_words), *unfound])),
        _List(meaning, _ranks(by_meaning), _scale(_first_scores(by_meaning))),
    )
    share = keyword_share(question)
    return sorted((_fused(chunk, *lists, share) for chunk in chunks.values()), key=lambda c: (-c.score, c.chunk.chunk_id))


def keyword_share(question: Question) -> float:
    """The share of the keywords for the question's embedder."""
    return KEYWORD_SHARE.get(question.model, OTHER_SHARE)


def rrf(rankings: Sequence[Sequence[str]], constant: int = RRF_CONSTANT) -> list[tuple[str, float]]:
    """Reciprocal rank fusion: an item's score is the sum of 1 / (constant + rank) over the rankings that hold it.

    Best first, ties by item, 6 decimals.
    """
    sums: dict[str, float] = {}
    for ranking in rankings:
        for rank, item in enumerate(ranking, 1):
            sums[item] = sums.get(item, 0.0) + 1 / (constant + rank)
    return sorted(((item, round(score, RRF_DIGITS)) for item, score in sums.items()), key=lambda pair: (-pair[1], pair[0]))


@dataclass(frozen=True)
class _List:
    """One of the two lists: scores by ID, of those that it lacks too, ranks of its own, and its scale."""

    scores: Mapping[str, float]
    ranks: Mapping[str, int]
    scale: tuple[float, float]

    def place(self, item: str) -> tuple[float, int | None, float]:
        """An item's score, its rank, and its score on the scale."""
        score = self.scores.get(item, 0.0)
        return score, self.ranks.get(item), (score - self.scale[0]) / self.scale[1]


def _fused(chunk: Chunk, words: _List, meaning: _List, share: float) -> Candidate:
    keywords, keyword_rank, keyword_scaled = words.place(chunk.chunk_id)
    vectors, vector_rank, vector_scaled = meaning.place(chunk.chunk_id)
    if chunk.chunk_id not in meaning.scores:
        vector_scaled = keyword_scaled
    score = share * keyword_scaled + (1 - share) * vector_scaled
    return Candidate(chunk, keywords, vectors, keyword_rank, vector_rank, keyword_scaled, vector_scaled, score)


def _others(chunks: Mapping[str, Chunk], known: Container[str]) -> list[Chunk]:
    return [chunk for item, chunk in chunks.items() if item not in known]


def _scores(found: Sequence[tuple[Chunk, float]]) -> dict[str, float]:
    return {chunk.chunk_id: score for chunk, score in found}


def _first_scores(found: Sequence[tuple[Chunk, float]]) -> list[float]:
    return [score for _, score in found[:POOL]]


def _ranks(found: Sequence[tuple[Chunk, float]]) -> dict[str, int]:
    return {chunk.chunk_id: rank for rank, (chunk, _) in enumerate(found, 1)}


def _scale(scores: Sequence[float]) -> tuple[float, float]:
    """The mean and the standard deviation; a deviation of 1 where all are equal."""
    if not scores:
        return 0.0, 1.0
    mean = fmean(scores)
    deviation = math.sqrt(fmean((score - mean) ** 2 for score in scores))
    return mean, deviation if deviation > math.ulp(1.0) else 1.0
