"""The figures by which methods are compared: measures at fixed depths, whatever k the evaluation has."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from policy_assistant.evaluate.intervals import wilson
from policy_assistant.evaluate.measures import DIGITS, retrieval_scores
from policy_assistant.evaluate.run import Asked, Evaluation

FIGURES = {"hit@1": ("hit", 1), "hit@5": ("hit", 5), "recall@5": ("recall", 5), "MRR@10": ("mrr", 10), "nDCG@10": ("ndcg", 10)}
"""Name of a figure -> the measure (see `measures`) and its depth. Rankings are read deeper than any of these."""

Values = Mapping[str, Mapping[str, float]]
"""Name of a figure -> ID of a scored question -> its value there, questions in file order."""


@dataclass(frozen=True)
class Figures:
    """Means over `questions` scored questions, with 3 decimals (None: none is scored), and the 95 % interval of hit@5."""

    questions: int
    means: Mapping[str, float | None]
    interval: tuple[float, float] | None


def values_of(evaluation: Evaluation) -> Values:
    """Every figure of every scored question."""
    scored = [asked for asked in evaluation.asked if asked.scores["scored"]]
    rows = {asked.question.id: _at_depths(asked, evaluation.labels) for asked in scored}
    return {name: {question_id: row[name] for question_id, row in rows.items()} for name in FIGURES}


def figures_of(values: Values, question_ids: Sequence[str] | None = None) -> Figures:
    """The means over all questions, or over those of the IDs that are scored."""
    hits = values["hit@5"]
    chosen = [*hits] if question_ids is None else [question_id for question_id in question_ids if question_id in hits]
    means = {name: _mean([row[question_id] for question_id in chosen]) for name, row in values.items()}
    return Figures(len(chosen), means, wilson(round(sum(hits[question_id] for question_id in chosen)), len(chosen)))


def median_milliseconds(evaluation: Evaluation) -> float | None:
    """The median time of a search over all questions, the scored and the others; None when nothing was asked."""
    return statistics.median(asked.milliseconds for asked in evaluation.asked) if evaluation.asked else None


def _at_depths(asked: Asked, labels: frozenset[str] | None) -> dict[str, float]:
    depths = {depth for _, depth in FIGURES.values()}
    scores = {depth: retrieval_scores(asked.question, asked.passages, depth, labels) for depth in depths}
    return {name: scores[depth][measure] for name, (measure, depth) in FIGURES.items()}


def _mean(values: Sequence[float]) -> float | None:
    return round(statistics.fmean(values), DIGITS) if values else None
