"""Scores of answers on all collections: `python -m benchmarks.answers --write` puts them into docs/figures.md.

The second table asks every question again with the documents that answer it left out, so that it becomes one to abstain
from: what is still answered shows how well abstention is set, on far more questions than a collection has unanswerable ones.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.figures import made_by
from benchmarks.marked import Page
from benchmarks.projects import COLLECTIONS, PROJECT, present, project
from policy_assistant.evaluate.answer_figures import AnswerFigures, answer_figures, halves, selective
from policy_assistant.evaluate.answers import MAX_WORDS, AnswerEvaluation, Judged
from policy_assistant.evaluate.halves import half_of
from policy_assistant.evaluate.intervals import wilson

PAGE = Page(PROJECT / "docs" / "figures.md")
THRESHOLDS = tuple(tenth / 10 for tenth in range(1, 10))

SCORES = (
    "collection",
    "`policy-assistant eval --answers ...`",
    "correct",
    "correct, even",
    "correct, odd (95 % interval)",
    "abstained wrongly",
    "abstained rightly",
    "cites relevant",
    "must_not",
    "not for the audience: abstained",
    "leaks",
    "words: mean, most, over 60",
    "exact quotes",
    "withheld claims",
    "area (best)",
)
TIMES = ("collection", "`policy-assistant eval --answers ...`", "search, median ms", "beyond it, median ms", "95th percentile")
LEFT_OUT = (
    "collection",
    "asked again",
    "abstained",
    "answered",
    "of these with all keys",
    "answered without keys, even",
    "odd (95 % interval)",
)


@dataclass(frozen=True)
class Measured:
    """One collection under one setting: what was asked, as options of `eval --answers`, and what came out."""

    collection: str
    options: str
    evaluation: AnswerEvaluation

    @property
    def head(self) -> list[str]:
        """What was measured, as cells."""
        return [self.collection, f"`{self.options}`"]

    @property
    def scores(self) -> list[str]:
        """The cells of the table of scores."""
        judged = self.evaluation.judged
        figures, by_half, found = answer_figures(judged), halves(judged), selective(judged)
        return [
            *self.head,
            _of(figures.correct, figures.scored),
            _of(by_half["even"].correct, by_half["even"].scored),
            _with_interval(by_half["odd"]),
            _of(figures.abstained_wrongly, figures.answerable),
            _of(figures.abstained_rightly, figures.unanswerable),
            _of(figures.relevant, figures.relevant_of),
            str(figures.violations),
            _of(figures.hidden_abstained, figures.hidden),
            str(figures.leaks),
            f"{figures.words_mean or 0:.1f}, {figures.words_max}, {figures.long}",
            _of(figures.exact, figures.quotes),
            _of(figures.withheld, figures.claims),
            f"{found.curve.area:.3f} ({found.curve.best_area:.3f})" if found else "-",
        ]

    @property
    def times(self) -> list[str]:
        """The cells of the table of times."""
        figures = answer_figures(self.evaluation.judged)
        return [*self.head, *(f"{value or 0:.1f}" for value in (figures.search_ms, figures.further_ms, figures.further_ms_95))]


def measured(collection: str) -> Iterator[Measured]:
    """The best method for the staff and for the public, and keywords alone without an embedder."""
    with project(collection, "e5") as assistant:
        yield Measured(collection, "--method rerank", assistant.evaluate_answers(method="rerank"))
        public = assistant.evaluate_answers(method="rerank", audience="public")
        yield Measured(collection, "--method rerank --audience public", public)
    with project(collection) as assistant:
        yield Measured(collection, "--method keywords", assistant.evaluate_answers(method="keywords"))


def left_out(collection: str) -> AnswerEvaluation:
    """Every question with the documents that answer it left out."""
    with project(collection, "e5") as assistant:
        return assistant.evaluate_answers(method="rerank", without_relevant=True)


def left_out_cells(collection: str, evaluation: AnswerEvaluation) -> list[str]:
    """How many questions were still answered; where all keys are in the answer, another document says the same."""
    again = _answerable(evaluation)
    answered = [one for one in again if one.is_answered]
    right = [one for one in answered if one.is_correct]
    wrong = {half: [_is_wrong(one) for one in again if half_of(one.question.id) == half] for half in ("even", "odd")}
    low, high = wilson(sum(wrong["odd"]), len(wrong["odd"])) or (0.0, 0.0)
    return [
        collection,
        str(len(again)),
        str(sum(one.is_abstained for one in again)),
        str(len(answered)),
        str(len(right)),
        _of(sum(wrong["even"]), len(wrong["even"])),
        f"{_of(sum(wrong['odd']), len(wrong['odd']))}, {low:.3f} to {high:.3f}",
    ]


def decisions(pairs: Sequence[tuple[AnswerEvaluation, AnswerEvaluation]]) -> Iterator[list[str]]:
    """What other thresholds would answer of the questions as they are and with their documents left out.

    On the even halves, which are there to choose with.
    """
    groups = [[one for one in _answerable(evaluation) if half_of(one.question.id) == "even"] for pair in pairs for evaluation in pair]
    for threshold in THRESHOLDS:
        yield [f"{threshold:.1f}", *(_of(_reaching(group, threshold), len(group)) for group in groups)]


def _answerable(evaluation: AnswerEvaluation) -> list[Judged]:
    return [one for one in evaluation.judged if one.expected == "answer" and one.question.relevant]


def _is_wrong(one: Judged) -> bool:
    return one.is_answered and not one.is_correct


def _reaching(group: Sequence[Judged], threshold: float) -> int:
    return sum(one.answer.decision is not None and one.answer.decision.confidence >= threshold for one in group)


def _of(count: int, of: int) -> str:
    return f"{count} of {of}" if of else "-"


def _with_interval(figures: AnswerFigures) -> str:
    if not figures.correct_interval:
        return "-"
    low, high = figures.correct_interval
    return f"{_of(figures.correct, figures.scored)}, {low:.3f} to {high:.3f}"


def main() -> None:
    """Print the tables, and with `--write` put them into the page."""
    write = "--write" in sys.argv[1:]
    names = present()
    for name in COLLECTIONS:
        if name not in names:
            print(f"{name}: left out, {COLLECTIONS[name]} is not there", file=sys.stderr)
    made = [made_by().replace("benchmarks.figures", "benchmarks.answers")]
    rows = [one for name in names for one in measured(name)]
    PAGE.put("answers", made, SCORES, [one.scores for one in rows], f"Answers are meant to have at most {MAX_WORDS} words.", write=write)
    PAGE.put("answer-times", made, TIMES, [one.times for one in rows], write=write)
    whole = {one.collection: one.evaluation for one in rows if one.options == "--method rerank"}
    without = {name: left_out(name) for name in names}
    PAGE.put("left-out", made, LEFT_OUT, [left_out_cells(name, without[name]) for name in names], write=write)
    header = ("threshold", *(title for name in names for title in (f"{name}: answered", "left out, answered")))
    PAGE.put("thresholds", made, header, decisions([(whole[name], without[name]) for name in names]), write=write)


if __name__ == "__main__":
    main()
