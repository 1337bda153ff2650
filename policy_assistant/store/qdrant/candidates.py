"""The best of a collection, proved: Qdrant finds candidates by rounded scores, and the exact ones are computed here.

A candidate's rounded score tells what all that were not fetched can have at most. When the k-th exact score is above that, no
other can be among the k best, and the ranking is that of an exact search; else more candidates are fetched.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from policy_assistant.store.qdrant.door import Match, Point

EXTRA = 50
"""Candidates beyond k at first; each further try fetches four times as many."""
GROWTH = 4
MAX_CANDIDATES = 4_096
"""Or k and some, where that is more. Where so many share a score, those beyond may be left out."""
ROUNDING = 1e-5
"""Relative; more than float32 can change a sum of some hundred parts."""


@dataclass(frozen=True)
class Scored:
    """A candidate with its exact score."""

    point: Point
    score: float

    @property
    def order(self) -> tuple[float, str]:
        """Best first, ties by hash, which is by ID."""
        return -self.score, str(self.point.payload["hash"])


def best(
    fetch: Callable[[int], Sequence[Match]],
    exact: Callable[[Sequence[Match]], Sequence[float | None]],
    k: int,
    looseness: float = 1.0,
    slack: float = 0.0,
) -> list[Scored]:
    """The k best by their exact score, best first.

    `fetch` gives the candidates that are best by the rounded score, `exact` the exact score of each, None for one that is
    no hit. An exact score is at most `looseness` times the rounded one, and `slack` more.
    """
    limit = k + EXTRA
    while True:
        found = fetch(limit)
        scores = exact(found)
        ranked = sorted((Scored(match.point, score) for match, score in zip(found, scores, strict=True) if score is not None), key=_order)
        if len(found) < limit or limit >= max(MAX_CANDIDATES, k + EXTRA + 1):
            return ranked[:k]
        if len(ranked) >= k and ranked[k - 1].score > found[-1].score * looseness * (1 + ROUNDING) + slack:
            return ranked[:k]
        limit = min(GROWTH * limit, max(MAX_CANDIDATES, k + EXTRA + 1))


def _order(scored: Scored) -> tuple[float, str]:
    return scored.order
