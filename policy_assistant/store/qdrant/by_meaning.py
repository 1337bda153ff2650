"""Search by the dot product of vectors; the scores are summed here in float64 from the vectors themselves."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from policy_assistant.filters import Filters
from policy_assistant.metadata import Chunk
from policy_assistant.store.qdrant import candidates
from policy_assistant.store.qdrant.door import Match, Where
from policy_assistant.store.qdrant.layout import allowed
from policy_assistant.store.qdrant.passages import SHOWN
from policy_assistant.store.qdrant.snapshot import Snapshot
from policy_assistant.store.qdrant.vector_checks import checked_question, dot_products

if TYPE_CHECKING:
    from policy_assistant.store.base import Vector

EXACT_NUMBERS = 8_000_000
"""Up to so many numbers (vectors times dimension) all vectors are compared; beyond, the server's index of neighbours chooses."""
ROUNDING = 1e-5
"""More than float32 can change the dot product of two vectors of unit length."""


def search_vectors(snapshot: Snapshot, question: "Vector", k: int, filters: Filters) -> list[tuple[Chunk, float]]:
    """As `Engine.search_vectors`."""
    meta = snapshot.meta
    vector = checked_question(question, meta.numbers if meta.vectors else 0)
    nothing = filters.labels is not None and not filters.labels
    if k < 1 or not meta.vectors or nothing or not vector.any():
        return []
    where: Where = snapshot.where(*allowed(filters))
    exact = meta.vectors * meta.numbers <= EXACT_NUMBERS

    def fetch(limit: int) -> Sequence[Match]:
        return snapshot.door.query_dense(snapshot.collection, vector, where, limit, SHOWN, exact=exact)

    def scores(found: Sequence[Match]) -> list[float]:
        return dot_products([match.point.dense for match in found], vector)  # type: ignore[misc]

    ranked = candidates.best(fetch, scores, k, slack=ROUNDING)
    return [(snapshot.chunk(one.point.payload), one.score) for one in ranked]


def score_vectors(snapshot: Snapshot, question: "Vector", chunks: Sequence[Chunk]) -> dict[str, float]:
    """As `Engine.score_vectors`."""
    meta = snapshot.meta
    vector = checked_question(question, meta.numbers if meta.vectors else 0)
    if not meta.vectors or not chunks:
        return {}
    points = [point for point in snapshot.points(chunks).values() if point.dense is not None]
    scores = dot_products([point.dense for point in points], vector)  # type: ignore[misc]
    return {meta.id_of(str(point.payload["hash"])): score for point, score in zip(points, scores, strict=True)}


def language_means(snapshot: Snapshot) -> "dict[str, tuple[int, Vector]]":
    """As `Engine.language_means`."""
    if not snapshot.meta.languages:
        return {}
    import numpy as np

    return {language: (count, (total / count).astype(np.float32)) for language, (count, total) in snapshot.meta.sums.items()}
