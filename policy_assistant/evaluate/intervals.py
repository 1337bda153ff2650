"""How sure a figure is: 95 % intervals."""

import math
import random
import statistics
from collections.abc import Sequence

Z = 1.959964
"""The 0.975 quantile of the normal distribution: 95 % lie within plus or minus Z."""

RESAMPLES = 5_000


def wilson(found: int, asked: int) -> tuple[float, float] | None:
    """The interval of a rate, `found` of `asked`; None when nothing was asked.

    With p = found / n: (p + z²/2n ± z √(p(1 - p)/n + z²/4n²)) / (1 + z²/n) (Wilson 1927).
    """
    if not asked:
        return None
    rate, weight = found / asked, Z * Z / asked
    centre = rate + weight / 2
    spread = Z * math.sqrt(rate * (1 - rate) / asked + weight / (4 * asked))
    return max(0.0, (centre - spread) / (1 + weight)), min(1.0, (centre + spread) / (1 + weight))


def bootstrap(differences: Sequence[float], seed: int = 0, resamples: int = RESAMPLES) -> tuple[float, float] | None:
    """The interval of the mean of paired differences; None when there are none.

    Questions are drawn with replacement, as many as there are, `resamples` times; the interval holds the middle 95 % of
    the means (Efron and Tibshirani 1993, chapter 13). The same seed gives the same interval.
    """
    if not differences:
        return None
    if not any(differences):
        return 0.0, 0.0
    rng = random.Random(seed)  # noqa: S311 - a repeatable draw, not a secret
    means = sorted(statistics.fmean(rng.choices(differences, k=len(differences))) for _ in range(resamples))
    cut = round(resamples * 0.025)
    return means[cut], means[-cut - 1]
