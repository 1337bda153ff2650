"""Several variants over the same questions: their figures, and for every pair who wins where and whether it could be chance."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from policy_assistant.errors import UsageError
from policy_assistant.evaluate.figures import Figures, Values, figures_of, median_milliseconds, values_of
from policy_assistant.evaluate.halves import HALVES, half_of
from policy_assistant.evaluate.intervals import bootstrap
from policy_assistant.evaluate.run import Evaluation
from policy_assistant.evaluate.significance import holm, randomisation_test
from policy_assistant.evaluate.variants import Variant

COMPARED_BY = ("MRR@10", "hit@5")
"""Figures by which pairs are compared; MRR@10 of one question is its reciprocal rank, 0 below rank 10."""


@dataclass(frozen=True)
class Row:
    """One variant. `milliseconds` is the median time of a search; `halves` has the figures of the even and the odd half."""

    variant: Variant
    evaluation: Evaluation
    values: Values
    figures: Figures
    halves: Mapping[str, Figures]
    milliseconds: float | None

    @property
    def name(self) -> str:
        """The variant in words."""
        return str(self.variant)


@dataclass(frozen=True)
class Pair:
    """How `variant` does against `against` by one figure.

    `won` and `lost` are the IDs of the questions on which it does better and worse; `ties` counts the others.
    `difference` is the mean of its values minus the other's, `interval` the 95 % interval of that, `p` the two-sided
    p-value of the randomisation test, `p_holm` the same adjusted for all pairs compared by this figure.
    """

    variant: str
    against: str
    measure: str
    difference: float
    interval: tuple[float, float]
    won: tuple[str, ...]
    lost: tuple[str, ...]
    ties: int
    p: float
    is_exact: bool
    p_holm: float


@dataclass(frozen=True)
class Comparison:
    """All variants, in the order in which they were named, and their pairs: the later one against the earlier."""

    rows: tuple[Row, ...]
    pairs: tuple[Pair, ...]
    seed: int

    @property
    def k(self) -> int:
        """The depth at which leaks and wrong versions are counted."""
        return self.rows[0].evaluation.k

    @property
    def audience(self) -> str:
        """Who asked."""
        return self.rows[0].evaluation.audience

    @property
    def as_of(self) -> str | None:
        """The date of the variants that know dates: a date, `question`, or None for every version."""
        return next((row.evaluation.as_of for row in self.rows if row.evaluation.as_of is not None), None)


def compare(finished: Sequence[tuple[Variant, Evaluation]], seed: int = 0) -> Comparison:
    """Compare evaluations over the same questions.

    A variant that leaves a signal out (`without`) is paired with its whole alone, where that is there too: what else it
    differs from tells nothing about the signal, and every further pair weakens the adjusted p-values.

    Raises:
        UsageError: no evaluation, or evaluations of other questions, another k or another audience.
    """
    _check_alike([evaluation for _, evaluation in finished])
    rows = tuple(_row(variant, evaluation) for variant, evaluation in finished)
    by_measure = [_adjusted([_pair(*two, measure, seed) for two in _couples(rows)]) for measure in COMPARED_BY]
    return Comparison(rows, tuple(pair for pairs in by_measure for pair in pairs), seed)


def whole_of(row: Row, rows: Sequence[Row]) -> Row | None:
    """The variant from which this one leaves a signal out, among the rows; None when there is none."""
    return next((other for other in rows if row.variant.without and other.variant == row.variant.whole), None)


def _check_alike(evaluations: Sequence[Evaluation]) -> None:
    if not evaluations:
        raise UsageError("nothing to compare", hint="name at least one variant")
    for what, seen in (
        ("questions", {tuple(asked.question.id for asked in e.asked) for e in evaluations}),
        ("k", {e.k for e in evaluations}),
        ("audiences", {e.audience for e in evaluations}),
    ):
        if len(seen) > 1:
            raise UsageError(f"evaluations of different {what} cannot be compared", hint="evaluate all variants alike")


def _row(variant: Variant, evaluation: Evaluation) -> Row:
    values = values_of(evaluation)
    ids = [asked.question.id for asked in evaluation.asked]
    halves = {half: figures_of(values, [question_id for question_id in ids if half_of(question_id) == half]) for half in HALVES}
    return Row(variant, evaluation, values, figures_of(values), halves, median_milliseconds(evaluation))


def _couples(rows: Sequence[Row]) -> Iterator[tuple[Row, Row]]:
    """The pairs as (later, earlier); one that lacks a signal comes as (itself, its whole)."""
    for earlier, later in combinations(rows, 2):
        lacking = [row for row in (earlier, later) if row.variant.without]
        if not lacking:
            yield later, earlier
        elif whole_of(lacking[0], (earlier, later)):
            yield lacking[0], later if lacking[0] is earlier else earlier


def _pair(row: Row, other: Row, measure: str, seed: int) -> Pair:
    """The pair before its p-value is adjusted."""
    values, others = row.values[measure], other.values[measure]
    differences = {question_id: value - others[question_id] for question_id, value in values.items()}
    won = tuple(question_id for question_id, difference in differences.items() if difference > 0)
    lost = tuple(question_id for question_id, difference in differences.items() if difference < 0)
    given = [*differences.values()]
    chance = randomisation_test(given, seed)
    return Pair(
        variant=row.name,
        against=other.name,
        measure=measure,
        difference=sum(given) / len(given) if given else 0.0,
        interval=bootstrap(given, seed) or (0.0, 0.0),
        won=won,
        lost=lost,
        ties=len(given) - len(won) - len(lost),
        p=chance.p,
        is_exact=chance.is_exact,
        p_holm=chance.p,
    )


def _adjusted(pairs: Sequence[Pair]) -> list[Pair]:
    adjusted = holm({str(number): pair.p for number, pair in enumerate(pairs)})
    return [replace(pair, p_holm=p) for pair, p in zip(pairs, adjusted.values(), strict=True)]
