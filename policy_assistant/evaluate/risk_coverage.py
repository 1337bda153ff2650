"""Risk against coverage: what abstaining buys.

A system that may abstain answers the share of questions (coverage) on which its confidence reaches a threshold; the share
of wrong answers among those is the selective risk. As the threshold falls, coverage grows, and the risk should grow with
it: the lower the curve, the better the confidence tells right from wrong (El-Yaniv and Wiener 2010, "On the foundations of
noise-free selective classification"). The area under it is the mean of the risks at 1, 2 ... n answers (Geifman, Uziel and
El-Yaniv 2019).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter


@dataclass(frozen=True)
class Point:
    """With this threshold a share `coverage` of the questions is answered, and a share `risk` of the answers is wrong."""

    threshold: float
    coverage: float
    risk: float


@dataclass(frozen=True)
class RiskCoverage:
    """`points` with falling thresholds, one for each confidence that occurs.

    `area` is that under the curve, from 0 (best) to 1; `best_area` what the same answers would have in the best order, all
    right ones first.
    """

    points: tuple[Point, ...]
    area: float
    best_area: float


def risk_coverage(answers: Sequence[tuple[float, bool]]) -> RiskCoverage | None:
    """The curve of answers, each with its confidence and whether it is right; None where there are none.

    Equal confidences cannot be told apart by a threshold: they make one point, and the area takes them in a mixed order,
    so that the order in which they come does not count.
    """
    if not answers:
        return None
    groups = _groups(answers)
    total = len(answers)
    points, answered, wrong = [], 0, 0
    for confidence, size, errors in groups:
        answered, wrong = answered + size, wrong + errors
        points.append(Point(confidence, answered / total, wrong / answered))
    errors = sum(not is_right for _, is_right in answers)
    return RiskCoverage(tuple(points), _area([(size, wrong) for _, size, wrong in groups]), _area([(total - errors, 0), (errors, errors)]))


def _groups(answers: Sequence[tuple[float, bool]]) -> list[tuple[float, int, int]]:
    """Confidence, answers and wrong answers of each confidence, highest first."""
    ordered = sorted(answers, key=itemgetter(0), reverse=True)
    rights = [(confidence, [is_right for _, is_right in group]) for confidence, group in groupby(ordered, key=itemgetter(0))]
    return [(confidence, len(group), group.count(False)) for confidence, group in rights]


def _area(groups: Sequence[tuple[int, int]]) -> float:
    """The mean risk at 1 to n answers; within a group of equals its errors are spread evenly."""
    answered, wrong, risks = 0, 0.0, 0.0
    for size, errors in groups:
        for _ in range(size):
            answered, wrong = answered + 1, wrong + errors / size
            risks += wrong / answered
    return risks / answered
