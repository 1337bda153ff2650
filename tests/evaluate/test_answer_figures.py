"""The figures of answers, counted by hand."""

from dataclasses import replace

import pytest

from policy_assistant.answer import Trace
from policy_assistant.evaluate.answer_figures import answer_figures, by_kind, by_language, halves, selective
from policy_assistant.evaluate.answers import MAX_WORDS, Judged
from policy_assistant.evaluate.halves import half_of
from policy_assistant.evaluate.intervals import wilson
from tests.evaluate.answer_samples import claim, judged, sure
from tests.evaluate.samples import key, passage, question

A, B, SECRET = passage("a"), passage("b"), passage("s", access="staff")


ROWS = [
    judged(question("Q1", [key("a")], keys=["yes"], kind="rule"), claim("yes it is", A, problems=["negation"]), decision=sure(0.9)),
    judged(question("Q2", [key("a")], keys=["yes"], kind="rule"), claim("no", B), decision=sure(0.8)),
    judged(question("Q3", [key("a")], keys=["yes"], language="fr"), decision=sure(0.3)),
    judged(question("Q4", [key("a")]), claim("anything", A), decision=sure(0.7)),
    judged(question("Q5", abstain=True), decision=sure(0.2)),
    judged(question("Q6", abstain=True, must_not=["lie"]), claim("a lie", B), claim("x", B, problems=["flagged", "negation"])),
    judged(question("Q7", [key("s", access="staff")], keys=["9"]), decision=sure(0.1)),
    judged(question("Q8", [key("s", access="staff")], keys=["9"]), claim("from elsewhere", B), passages=(SECRET,)),
    judged(question("Q9", [key("a")], keys=["yes"]), problems=("refused",)),
]


def test_every_count_is_what_counting_gives() -> None:
    found = answer_figures(ROWS)
    assert (found.questions, found.valid, found.answered) == (9, 8, 5)
    assert (found.answerable, found.scored, found.correct, found.abstained_wrongly) == (5, 4, 1, 1)
    assert (found.unanswerable, found.abstained_rightly) == (2, 1)
    assert (found.hidden, found.hidden_abstained) == (2, 1)
    assert (found.relevant, found.relevant_of) == (2, 3)
    assert (found.violations, found.leaks) == (1, 1)
    assert (found.claims, found.withheld, dict(found.checks)) == (6, 1, {"negation": 2, "flagged": 1})
    assert (found.words_mean, found.words_max, found.long) == ((3 + 1 + 1 + 2 + 2) / 5, 3, 0)
    assert found.correct_interval == wilson(1, 4)


def test_checks_are_listed_with_the_most_frequent_first() -> None:
    assert [*answer_figures(ROWS).checks] == ["negation", "flagged"]


def test_exact_quotes_are_those_that_have_no_problem() -> None:
    one = judged(question("Q1", [key("a")]), claim("x", A, quote="Rules"))
    found = answer_figures([one, replace(one, inexact=())])
    assert (found.quotes, found.exact) == (2, 1)


def test_long_answers_are_those_over_the_limit() -> None:
    texts = ["word " * MAX_WORDS, "word " * (MAX_WORDS + 1)]
    found = answer_figures([judged(question("Q1", [key("a")]), claim(text, A)) for text in texts])
    assert (found.long, found.words_max) == (1, MAX_WORDS + 1)


def test_times_are_medians_and_the_95th_percentile() -> None:
    rows = [judged(question(f"Q{n}"), trace=Trace(milliseconds={"search": 10.0 * n, "checks": float(n)})) for n in range(1, 21)]
    found = answer_figures(rows)
    assert (found.search_ms, found.further_ms, found.further_ms_95) == (105.0, 10.5, 19.0)


def test_nothing_asked_has_no_means() -> None:
    found = answer_figures([])
    assert (found.questions, found.words_mean, found.search_ms, found.further_ms_95, found.correct_interval) == (0, None, None, None, None)


def test_groups_are_by_kind_language_and_half() -> None:
    assert {kind: row.questions for kind, row in by_kind(ROWS).items()} == {"answerable": 7, "rule": 2}
    assert {language: row.questions for language, row in by_language(ROWS).items()} == {"en": 8, "fr": 1}
    assert {half: row.questions for half, row in halves(ROWS).items()} == {
        half: sum(half_of(row.question.id) == half for row in ROWS) for half in ("even", "odd")
    }


def test_the_curve_takes_the_decisions_that_can_be_judged() -> None:
    """Q1 is right; Q2 is wrong; Q3 and Q5, abstained, count as wrong beyond the decision; Q4 is right by its passage."""
    found = selective(ROWS)
    assert found is not None
    assert [(point.threshold, point.risk) for point in found.curve.points] == [
        (0.9, 0.0),
        (0.8, 1 / 2),
        (0.7, 1 / 3),
        (0.3, 2 / 4),
        (0.2, 3 / 5),
    ]
    assert (found.coverage, found.risk) == (3 / 5, 1 / 3)


@pytest.mark.parametrize("rows", [[], [ROWS[7]]])
def test_without_confidence_there_is_no_curve(rows: list[Judged]) -> None:
    assert selective(rows) is None


def test_a_curve_without_any_answer_has_no_risk() -> None:
    found = selective([ROWS[2]])
    assert found is not None
    assert (found.coverage, found.risk) == (0.0, None)
