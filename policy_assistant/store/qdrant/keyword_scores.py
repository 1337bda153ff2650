"""Scores of chunks for words and phrases, computed in float64 from the chunks' own payload."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from policy_assistant.store.base import WordScore
from policy_assistant.store.bm25 import credit, score
from policy_assistant.store.keyword_rules import UNIT_WEIGHT
from policy_assistant.store.qdrant.layout import UNITS
from policy_assistant.store.qdrant.meta import Meta
from policy_assistant.store.qdrant.passages import Columns, occurrences
from policy_assistant.store.qdrant.rarities import Phrase, Rarities

Texts = Sequence[Sequence[str]]
"""Columns of words."""


@dataclass(frozen=True)
class Asked:
    """The words and phrases of a question with their rarities in a family, and the average length there."""

    phrases: Sequence[Phrase]
    rarities: Sequence[float]
    average: float

    @classmethod
    def of(cls, rarities: Rarities, meta: Meta, family: str, phrases: Sequence[Phrase]) -> "Asked":
        """Those of a question, at a step."""
        return cls(phrases, rarities.of(family, phrases), meta.total(family).average)

    def score(self, columns: Texts, weights: Sequence[float] | None = None) -> float | None:
        """The BM25 of a text, None when it holds none of the phrases."""
        counts = [weighted(phrase, columns, weights) for phrase in self.phrases]
        return score(counts, self.rarities, sum(map(len, columns)), self.average) if any(counts) else None


def weighted(phrase: Phrase, columns: Texts, weights: Sequence[float] | None = None) -> float:
    """How often a phrase stands in the columns, by their weights."""
    if weights is None:
        return sum(occurrences(phrase, column) for column in columns)
    return sum(weight * occurrences(phrase, column) for column, weight in zip(columns, weights, strict=True))


def combined(columns: Columns, whole: Asked, unit: Asked) -> float | None:
    """The score of a chunk for analysed terms: its own, and half of its best unit's; None without any of them."""
    own = whole.score(columns.whole)
    if own is None:
        return None
    found = (unit.score(part) for part in _promising(columns, unit.phrases))
    return own + UNIT_WEIGHT * max((of for of in found if of is not None), default=0.0)


def asked_of_units(rarities: Rarities, meta: Meta, phrases: Sequence[Phrase]) -> Asked:
    """The same phrases, asked of units."""
    return Asked.of(rarities, meta, UNITS, phrases)


def explained(asked: Asked, words: Sequence[str], holding: Sequence[int], columns: Texts) -> list[WordScore]:
    """What each word gives to a text; `words` are the phrases as they were asked."""
    length = sum(map(len, columns))
    found = []
    for word, phrase, rare, rows in zip(words, asked.phrases, asked.rarities, holding, strict=True):
        count = int(weighted(phrase, columns)) if phrase else 0
        credit_of = credit(count, length, asked.average) if count else 0.0
        found.append(WordScore(word, rows, rare, count, length, asked.average, credit_of, rare * credit_of))
    return found


def _promising(columns: Columns, phrases: Sequence[Phrase]) -> Iterable[Texts]:
    """The units that hold the first word of any phrase."""
    first = {phrase[0] for phrase in phrases}
    if not columns.units:
        return
    in_head = not first.isdisjoint(columns.units[0][0])
    for unit in columns.units:
        if in_head or not first.isdisjoint(unit[1]):
            yield unit
