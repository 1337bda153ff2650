"""Figures at fixed depths."""

import random

import ir_measures
import pytest
from ir_measures import RR, R, Success, nDCG

from policy_assistant.evaluate.figures import FIGURES, figures_of, median_milliseconds, values_of
from policy_assistant.evaluate.measures import retrieval_scores
from policy_assistant.evaluate.run import Asked, Evaluation
from tests.evaluate.samples import PUBLIC, found_at, key, passage, question

THREE = {"Q1": 1, "Q2": 4, "Q3": None}


@pytest.mark.parametrize("k", [1, 3, 50])
def test_the_depths_are_fixed_whatever_k_is(k: int) -> None:
    figures = figures_of(values_of(found_at(THREE, k=k)))
    assert figures.means == {"hit@1": 0.333, "hit@5": 0.667, "recall@5": 0.667, "MRR@10": 0.417, "nDCG@10": 0.477}
    assert figures.questions == 3


def test_the_interval_is_that_of_hit_at_5() -> None:
    assert figures_of(values_of(found_at(THREE))).interval == pytest.approx((0.2077, 0.9385), abs=1e-4)


def test_a_rank_below_ten_counts_for_nothing() -> None:
    assert figures_of(values_of(found_at({"Q1": 11}))).means["MRR@10"] == 0


def test_means_can_be_taken_of_some_questions() -> None:
    some = figures_of(values_of(found_at(THREE)), ["Q1", "Q3", "unknown"])
    assert (some.questions, some.means["hit@5"]) == (2, 0.5)


def test_without_scored_questions_there_are_no_means() -> None:
    figures = figures_of(values_of(found_at({})))
    assert (figures.questions, set(figures.means.values()), figures.interval) == (0, {None}, None)
    assert median_milliseconds(found_at({})) is None


def test_the_time_is_the_median_of_all_questions() -> None:
    one = found_at(THREE).asked[0]
    times = tuple(Asked(one.question, (), (), one.scores, None, ms) for ms in (1.0, 90.0, 3.0))
    assert median_milliseconds(Evaluation("bm25", 5, None, "public", "", times)) == 3.0


def test_passages_that_the_audience_may_not_see_are_not_wanted() -> None:
    asked = question("Q1", [key("a"), key("b", access="staff")])
    ranked = (passage("a"),)
    rows = (Asked(asked, (), ranked, retrieval_scores(asked, ranked, 5, PUBLIC), None, 1.0),)
    for labels, recall in ((PUBLIC, 1.0), (None, 0.5)):
        assert figures_of(values_of(Evaluation("bm25", 5, None, "public", "", rows, labels=labels))).means["recall@5"] == recall


@pytest.mark.parametrize("seed", range(10))
def test_figures_agree_with_a_library_of_measures(seed: int) -> None:
    rng = random.Random(seed)
    rows, judged, run = [], [], []
    for name in ("Q1", "Q2", "Q3", "Q4"):
        documents = [f"{name}-{n}" for n in range(25)]
        relevant, ranked = rng.sample(documents, rng.randint(1, 7)), rng.sample(documents, rng.randint(0, 25))
        asked, passages = question(name, [key(d) for d in relevant]), tuple(passage(d) for d in ranked)
        rows.append(Asked(asked, (), passages, retrieval_scores(asked, passages, 3), None, 1.0))
        judged += [ir_measures.Qrel(name, d, 1) for d in relevant]
        run += [ir_measures.ScoredDoc(name, d, float(-rank)) for rank, d in enumerate(ranked)]
    ours = values_of(Evaluation("bm25", 3, None, "public", "", tuple(rows)))
    measures = dict(zip(FIGURES, (Success @ 1, Success @ 5, R @ 5, RR @ 10, nDCG @ 10), strict=True))
    for name, measure in measures.items():
        theirs = {value.query_id: value.value for value in ir_measures.iter_calc([measure], judged, run)}
        assert {q: value for q, value in ours[name].items() if q in theirs} == pytest.approx(theirs, abs=1e-9)
        assert all(value == 0 for q, value in ours[name].items() if q not in theirs)
