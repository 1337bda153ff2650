"""The part of an evaluation's page that is about its answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from policy_assistant.evaluate.answer_figures import (
    AnswerFigures,
    Selective,
    answer_figures,
    by_kind,
    by_language,
    halves,
    selective,
)
from policy_assistant.evaluate.answers import MAX_WORDS, AnswerEvaluation, Judged, place_of
from policy_assistant.evaluate.page import Plot

MAX_CHARACTERS = 1_200
"""Of an answer or a quote no more is shown."""

POINTS_IN_WORDS = 10


@dataclass(frozen=True)
class Quoted:
    """A quote of an answer: where it stands, its words, and the problems of its claim (empty = it stands)."""

    place: str
    text: str
    language: str
    problems: str


@dataclass(frozen=True)
class Fault:
    """A question with what is wrong, the answer, and the quotes behind it."""

    judged: Judged
    answer: str
    quotes: Sequence[Quoted]


def answers_content(evaluation: AnswerEvaluation) -> dict[str, Any]:
    """What the page says about answers; drawing needs the packages of the extra `report`."""
    judged = evaluation.judged
    figures = answer_figures(judged)
    groups = [*halves(judged).items(), *by_kind(judged).items(), *((f"in {tag or '–'}", row) for tag, row in by_language(judged).items())]
    return {
        "evaluation": evaluation,
        "figures": figures,
        "tiles": _tiles(figures),
        "groups": [(name, _cells(row)) for name, row in [*groups, ("all", figures)]],
        "checks": figures.checks,
        "plot": _plot(found) if (found := selective(judged)) else None,
        "missed": [Fault(one, _cut(one.answer.text), _quotes(one)) for one in evaluation.missed],
        "max_words": MAX_WORDS,
    }


def _tiles(figures: AnswerFigures) -> dict[str, str]:
    return {
        "correct": _share(figures.correct, figures.scored),
        "abstained wrongly": _share(figures.abstained_wrongly, figures.answerable),
        "abstained rightly": _share(figures.abstained_rightly, figures.unanswerable),
        "must_not found": str(figures.violations),
        "exact quotes": _share(figures.exact, figures.quotes),
        "leaks": str(figures.leaks),
    }


def _cells(figures: AnswerFigures) -> list[str]:
    return [
        str(figures.questions),
        str(figures.valid),
        _share(figures.correct, figures.scored),
        _share(figures.abstained_wrongly, figures.answerable),
        _share(figures.abstained_rightly, figures.unanswerable),
        _share(figures.relevant, figures.relevant_of),
        str(figures.violations),
        str(figures.leaks),
    ]


def _share(count: int, of: int) -> str:
    return f"{count} of {of}" if of else "–"


def _quotes(judged: Judged) -> list[Quoted]:
    return [
        Quoted(place_of(citation.chunk), _cut(citation.quote), citation.chunk.language, ", ".join(map(str, claim.problems)))
        for claim in judged.answer.claims
        for citation in claim.citations
    ]


def _cut(text: str) -> str:
    return text if len(text) <= MAX_CHARACTERS else f"{text[: MAX_CHARACTERS - 1]}…"


def _plot(found: Selective) -> Plot:
    from policy_assistant.evaluate.answer_plots import risk_plot

    return Plot("Risk against coverage when the threshold of the confidence moves", _in_words(found), risk_plot(found))


def _in_words(found: Selective) -> str:
    points = found.curve.points
    step = max(1, len(points) // POINTS_IN_WORDS)
    some = ", ".join(f"{point.risk:.3f} at {point.coverage:.3f}" for point in points[::-1][::step][::-1])
    decided = "nothing was answered" if found.risk is None else f"as decided {found.risk:.3f} at {found.coverage:.3f}"
    return f"Risk {some}; {decided}; area {found.curve.area:.3f}, in the best order {found.curve.best_area:.3f}."
