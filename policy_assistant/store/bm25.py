"""BM25 as SQLite's FTS5 computes it: the constants, the rarity of a word, and the credit of how often it stands in a text.

The credit of a word in a text is a number of the text alone, once the average length is given, and its rarity one of the
collection: the score is their dot product, which a sparse vector is for.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

K1, B = 1.2, 0.75
MAX_CREDIT = K1 + 1
"""More than how often a word stands in a text can ever give."""
MIN_RARITY = 1e-6
"""What a word in at least half of all texts has in place of a rarity that would be nothing or less."""


@dataclass(frozen=True)
class Totals:
    """How many texts there are, and how many words they have together."""

    rows: int = 0
    length: int = 0

    @property
    def average(self) -> float:
        """The words of an average text; one that has none counts as one, as in SQLite."""
        return (self.length or 1) / (self.rows or 1)


def rarity(rows: int, holding: int) -> float:
    """Of a word that `holding` of `rows` texts hold."""
    return max(math.log((rows - holding + 0.5) / (holding + 0.5)), MIN_RARITY) if holding <= rows else MIN_RARITY


def credit(count: float, length: int, average: float) -> float:
    """Of a word that stands `count` times in a text of `length` words."""
    return count * MAX_CREDIT / (count + K1 * (1 - B + B * length / average))


def score(counts: Sequence[float], rarities: Sequence[float], length: int, average: float) -> float:
    """Of a text in which the words stand so often, in the words' order."""
    return sum(of * credit(count, length, average) for count, of in zip(counts, rarities, strict=True) if count)


def credits_of(counts: Mapping[str, float], length: int, average: float) -> dict[str, float]:
    """The credit of every word of a text."""
    return {word: credit(count, length, average) for word, count in counts.items()}
