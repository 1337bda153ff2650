"""The best are proved: whatever the rounded scores hide, the ranking is that of the exact ones."""

import random

from policy_assistant.store.qdrant import candidates
from policy_assistant.store.qdrant.candidates import best
from policy_assistant.store.qdrant.door import Match, Point


class Found:
    """Chunks with a true score each, found by scores that are off by up to a factor."""

    def __init__(self, chance: random.Random, number: int, looseness: float) -> None:
        self.true = {f"{place:064x}": round(chance.random() * 9, 1) + 0.1 for place in range(number)}
        rounded = {digest: score / looseness ** chance.random() for digest, score in self.true.items()}
        self.rounded = sorted(((score, digest) for digest, score in rounded.items()), reverse=True)
        self.asked: list[int] = []

    def fetch(self, limit: int) -> list[Match]:
        self.asked.append(limit)
        return [Match(Point(digest, {"hash": digest}), score) for score, digest in self.rounded[:limit]]

    def exact(self, found: list[Match]) -> list[float | None]:
        return [self.true[match.point.id] for match in found]

    def right(self, k: int) -> list[str]:
        return sorted(self.true, key=lambda digest: (-self.true[digest], digest))[:k]


def test_the_best_of_loose_scores_are_those_of_exact_ones() -> None:
    chance = random.Random(1)
    for _ in range(60):
        found = Found(chance, chance.randint(0, 900), 1.5)
        for k in (1, 5, 200):
            ranked = best(found.fetch, found.exact, k, looseness=1.5)  # type: ignore[arg-type]
            assert [one.point.id for one in ranked] == found.right(k)


def test_more_are_fetched_only_where_it_is_needed() -> None:
    found = Found(random.Random(2), 3_000, 1.0)
    found.true = {digest: float(place) for place, digest in enumerate(found.true)}
    found.rounded = sorted(((score, digest) for digest, score in found.true.items()), reverse=True)
    best(found.fetch, found.exact, 10)  # type: ignore[arg-type]
    assert found.asked == [10 + candidates.EXTRA]


def test_no_more_than_the_most_are_fetched() -> None:
    found = Found(random.Random(2), 9_000, 1.0)
    found.true = dict.fromkeys(found.true, 1.0)
    found.rounded = [(1.0, digest) for digest in found.true]
    assert len(best(found.fetch, found.exact, 10)) == 10  # type: ignore[arg-type]
    assert max(found.asked) == candidates.MAX_CANDIDATES


def test_what_is_no_hit_is_left_out() -> None:
    found = Found(random.Random(2), 20, 1.0)
    ranked = best(found.fetch, lambda matches: [None for _ in matches], 10)
    assert ranked == []
