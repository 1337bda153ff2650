"""Whether a difference between two rankings could be chance: the paired randomisation test.

If two methods were equally good, it would be chance which of the two got which score on a question. So the labels are
swapped on any subset of the questions, which flips the sign of those differences, and p is the share of all such swaps
whose mean difference is at least as far from 0 as the one observed (Fisher 1935; for rankings: Smucker, Allan and
Carterette 2007). Questions with the same score under both methods change nothing and are left out.
"""

import operator
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb

EXACT_UP_TO = 16
"""With at most so many differing questions all swaps are counted (65,536 for 16)."""

DRAWS = 100_000
_EQUAL = 1e-9
"""Means that differ by rounding alone are equal."""

_BLOCK = 8


@dataclass(frozen=True)
class Chance:
    """`p`, two-sided, and whether every swap was counted (else `DRAWS` of them were drawn)."""

    p: float
    is_exact: bool


def randomisation_test(differences: Sequence[float], seed: int = 0, draws: int = DRAWS) -> Chance:
    """How likely a mean difference this far from 0 is when only chance decides. `differences` has one value a question.

    Exact for up to `EXACT_UP_TO` questions that differ, and for any number of differences of one size, such as those of
    hits (then it is the sign test). Otherwise swaps are drawn with `seed`, and the observed one counts as one of them,
    so that p is never 0: (1 + extreme) / (1 + draws) (Phipson and Smyth 2010).
    """
    sizes = [abs(difference) for difference in differences if abs(difference) > _EQUAL]
    if not sizes:
        return Chance(1.0, True)
    observed = abs(sum(differences)) - _EQUAL * len(sizes)
    if max(sizes) - min(sizes) <= _EQUAL:
        return Chance(_equal_sizes(len(sizes), observed / sizes[0]), True)
    if len(sizes) <= EXACT_UP_TO:
        sums = _signed_sums(sizes)
        return Chance(sum(abs(total) >= observed for total in sums) / len(sums), True)
    return Chance((1 + _extreme(sizes, observed, draws, seed)) / (1 + draws), False)


def holm(chances: Mapping[str, float]) -> dict[str, float]:
    """p-values adjusted for looking at several comparisons at once, by the same names (Holm 1979).

    The smallest of n is multiplied by n, the next by n - 1, and so on; none falls below the one before it or exceeds 1.
    """
    adjusted: dict[str, float] = {}
    largest = 0.0
    for number, name in enumerate(sorted(chances, key=lambda name: (chances[name], name))):
        largest = max(largest, min(1.0, chances[name] * (len(chances) - number)))
        adjusted[name] = largest
    return {name: adjusted[name] for name in chances}


def chance(p: float) -> str:
    """A p-value with 4 decimals, or that it is below the least of them."""
    return f"{p:.4f}" if p >= 0.0001 else "<0.0001"


def _equal_sizes(count: int, observed: float) -> float:
    """The share of the 2^count signs whose sum is at least `observed`: the sum is count - 2 x negatives."""
    extreme = sum(comb(count, negatives) for negatives in range(count + 1) if abs(count - 2 * negatives) >= observed)
    return float(extreme / 2**count)


def _signed_sums(sizes: Sequence[float]) -> list[float]:
    """The sum under each of the 2^n ways to give the sizes a sign."""
    sums = [0.0]
    for size in sizes:
        sums = [total + signed for total in sums for signed in (size, -size)]
    return sums


def _extreme(sizes: Sequence[float], observed: float, draws: int, seed: int) -> int:
    """How many drawn swaps are at least as extreme. The bits of a draw are signs; a byte looks up the sum of eight questions."""
    tables = [_signed_sums(sizes[start : start + _BLOCK]) for start in range(0, len(sizes), _BLOCK)]
    tables[-1] *= 256 // len(tables[-1])  # the last block may be short: its spare bits repeat what is there
    rng = random.Random(seed)  # noqa: S311 - a repeatable draw, not a secret
    extreme = 0
    for _ in range(draws):
        signs = rng.randbytes(len(tables))
        extreme += abs(sum(map(operator.getitem, tables, signs))) >= observed
    return extreme
