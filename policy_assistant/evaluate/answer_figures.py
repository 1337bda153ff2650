"""The figures of answers: counts, times and the risk-coverage curve, over all questions or some of them."""

import statistics
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from policy_assistant.evaluate.answers import MAX_WORDS, Judged
from policy_assistant.evaluate.halves import HALVES, half_of
from policy_assistant.evaluate.intervals import wilson
from policy_assistant.evaluate.measures import DIGITS
from policy_assistant.evaluate.risk_coverage import RiskCoverage, risk_coverage

SHARES = ("correct", "answered", "abstained", "cites relevant", "without must_not", "exact quotes")
"""The names of `shares`."""


@dataclass(frozen=True)
class AnswerFigures:
    """Counts over `questions` questions.

    `valid`: with an answer or an abstention. Of `answerable` ones `abstained_wrongly` were abstained, and of the `scored`
    ones among them (those with keys) `correct` were. Of `unanswerable` ones `abstained_rightly` were abstained. Of
    `hidden` ones, whose passages the audience may not see, `hidden_abstained` were. Of the `answered` ones `relevant` cite
    a relevant passage, of the `relevant_of` that name one. `violations` are answers with a `must_not`, `leaks` questions
    with a passage that the audience may not see. `words_mean` and `words_max` are of the answers, `long` those over
    `MAX_WORDS` words. Of `quotes` quotes `exact` stand in their files; of `claims` claims `withheld` did not stand, and
    `checks` counts their problems by name. Times are milliseconds, None where nothing was asked: the median of the search,
    the median and the 95th percentile of all beyond it.
    """

    questions: int
    valid: int
    answerable: int
    scored: int
    correct: int
    abstained_wrongly: int
    unanswerable: int
    abstained_rightly: int
    hidden: int
    hidden_abstained: int
    answered: int
    relevant: int
    relevant_of: int
    violations: int
    leaks: int
    words_mean: float | None
    words_max: int
    long: int
    quotes: int
    exact: int
    claims: int
    withheld: int
    checks: Mapping[str, int]
    search_ms: float | None
    further_ms: float | None
    further_ms_95: float | None

    @property
    def correct_interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the rate of correct answers; None when none is scored."""
        return wilson(self.correct, self.scored)


def answer_figures(judged: Sequence[Judged]) -> AnswerFigures:
    """The figures of these questions."""
    answerable = [one for one in judged if one.expected == "answer"]
    scored = [one for one in answerable if one.is_correct is not None]
    unanswerable = [one for one in judged if one.expected == "abstain"]
    hidden = [one for one in judged if one.expected == "either"]
    answered = [one for one in judged if one.is_answered]
    words = [one.words for one in answered]
    further = [one.further_milliseconds for one in judged]
    return AnswerFigures(
        questions=len(judged),
        valid=_count(judged, lambda one: one.is_valid),
        answerable=len(answerable),
        scored=len(scored),
        correct=_count(scored, lambda one: bool(one.is_correct)),
        abstained_wrongly=_count(answerable, lambda one: one.is_abstained),
        unanswerable=len(unanswerable),
        abstained_rightly=_count(unanswerable, lambda one: one.is_abstained),
        hidden=len(hidden),
        hidden_abstained=_count(hidden, lambda one: one.is_abstained),
        answered=len(answered),
        relevant=_count(answered, lambda one: one.is_relevant is True),
        relevant_of=_count(answered, lambda one: one.is_relevant is not None),
        violations=_count(judged, lambda one: bool(one.violated)),
        leaks=_count(judged, lambda one: bool(one.leaks)),
        words_mean=statistics.fmean(words) if words else None,
        words_max=max(words, default=0),
        long=sum(count > MAX_WORDS for count in words),
        quotes=sum(one.quotes for one in judged),
        exact=sum(one.quotes - len(one.inexact) for one in judged),
        claims=sum(len(one.answer.claims) for one in judged),
        withheld=sum(len(one.answer.withheld) for one in judged),
        checks=_sorted(sum((one.failed_checks for one in judged), Counter[str]())),
        search_ms=statistics.median(one.search_milliseconds for one in judged) if judged else None,
        further_ms=statistics.median(further) if judged else None,
        further_ms_95=_percentile(further, 0.95),
    )


def shares(figures: AnswerFigures) -> dict[str, float]:
    """The figures of which more is better, as shares with 3 decimals; those of which there is nothing to count are left out.

    `answered` is of the answerable questions, `abstained` of the unanswerable ones, `without must_not` of all.
    """
    counts = {
        "correct": (figures.correct, figures.scored),
        "answered": (figures.answerable - figures.abstained_wrongly, figures.answerable),
        "abstained": (figures.abstained_rightly, figures.unanswerable),
        "cites relevant": (figures.relevant, figures.relevant_of),
        "without must_not": (figures.questions - figures.violations, figures.questions),
        "exact quotes": (figures.exact, figures.quotes),
    }
    return {name: round(count / of, DIGITS) for name, (count, of) in counts.items() if of}


def by_kind(judged: Sequence[Judged]) -> dict[str, AnswerFigures]:
    """The figures of each kind of question, in alphabetical order."""
    return _grouped(judged, lambda one: one.question.kind)


def by_language(judged: Sequence[Judged]) -> dict[str, AnswerFigures]:
    """The figures of each language that questions are asked in, in alphabetical order."""
    return _grouped(judged, lambda one: one.answer.asked.language)


def halves(judged: Sequence[Judged]) -> dict[str, AnswerFigures]:
    """The figures of the even and the odd half (see `evaluate.halves`)."""
    return {half: answer_figures([one for one in judged if half_of(one.question.id) == half]) for half in HALVES}


@dataclass(frozen=True)
class Selective:
    """How well the confidence of decisions tells right answers from wrong ones.

    `coverage` and `risk` are those of the decisions as they were taken (`risk` is None when nothing was answered). What was
    abstained has no answer to judge: beyond this coverage it counts as wrong, so that the curve is exact up to there and
    an upper bound after it.
    """

    curve: RiskCoverage
    coverage: float
    risk: float | None


def selective(judged: Sequence[Judged]) -> Selective | None:
    """The curve over the questions that can be judged; None where nothing has a confidence, as with a chat model.

    An answer is right when it is correct, or, to a question without keys, when it cites a relevant passage; an answer to a
    question that the documents do not answer is wrong.
    """
    rights = [(one, _is_right(one)) for one in judged if one.answer.decision and one.is_valid]
    counted = [(one, right) for one, right in rights if right is not None]
    curve = risk_coverage([(one.answer.decision.confidence, right) for one, right in counted if one.answer.decision])
    if curve is None:
        return None
    answered = [right for one, right in counted if one.is_answered]
    return Selective(curve, len(answered) / len(counted), answered.count(False) / len(answered) if answered else None)


def _is_right(one: Judged) -> bool | None:
    if one.expected == "abstain":
        return False
    if one.expected == "either":
        return None
    if not one.is_answered:
        return False
    return one.is_relevant if one.is_correct is None else one.is_correct


def _grouped(judged: Sequence[Judged], name_of: Callable[[Judged], str]) -> dict[str, AnswerFigures]:
    names = sorted({name_of(one) for one in judged})
    return {name: answer_figures([one for one in judged if name_of(one) == name]) for name in names}


def _count(judged: Sequence[Judged], holds: Callable[[Judged], bool]) -> int:
    return sum(holds(one) for one in judged)


def _sorted(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _percentile(values: Sequence[float], share: float) -> float | None:
    """The smallest value that at least this share of the values does not exceed."""
    if not values:
        return None
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * round(share * 100) // 100) - 1)]
