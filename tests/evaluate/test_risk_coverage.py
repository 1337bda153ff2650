"""Risk and coverage, on examples counted by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.evaluate.risk_coverage import Point, risk_coverage

CONFIDENCES = st.sampled_from([0.1, 0.4, 0.4001, 0.9])


def test_each_threshold_answers_more_and_counts_what_is_wrong() -> None:
    curve = risk_coverage([(0.9, True), (0.8, False), (0.7, True), (0.6, False)])
    assert curve is not None
    assert curve.points == (Point(0.9, 0.25, 0.0), Point(0.8, 0.5, 0.5), Point(0.7, 0.75, 1 / 3), Point(0.6, 1.0, 0.5))
    assert curve.area == pytest.approx((0 + 1 / 2 + 1 / 3 + 1 / 2) / 4)
    assert curve.best_area == pytest.approx((0 + 0 + 1 / 3 + 1 / 2) / 4)


def test_equal_confidences_make_one_point_and_share_their_errors() -> None:
    curve = risk_coverage([(0.9, True), (0.5, False), (0.5, True)])
    assert curve is not None
    assert curve.points == (Point(0.9, 1 / 3, 0.0), Point(0.5, 1.0, 1 / 3))
    assert curve.area == pytest.approx((0 + 0.5 / 2 + 1 / 3) / 3)


@pytest.mark.parametrize(("is_right", "area"), [(True, 0.0), (False, 1.0)])
def test_nothing_wrong_has_no_area_and_nothing_right_has_all_of_it(is_right: bool, area: float) -> None:
    curve = risk_coverage([(0.9, is_right), (0.2, is_right)])
    assert curve is not None
    assert (curve.area, curve.best_area) == (area, area)


def test_without_answers_there_is_no_curve() -> None:
    assert risk_coverage([]) is None


@given(st.lists(st.tuples(CONFIDENCES, st.booleans()), min_size=1, max_size=12), st.randoms())
def test_any_answers_give_the_same_curve_in_any_order_and_none_is_better_than_the_best(
    answers: list[tuple[float, bool]], chance: object
) -> None:
    curve = risk_coverage(answers)
    chance.shuffle(answers)  # type: ignore[attr-defined]
    again = risk_coverage(answers)
    assert curve is not None
    assert curve == again
    assert curve.best_area <= curve.area + 1e-9
    last = curve.points[-1]
    assert (last.coverage, last.risk) == (1.0, sum(not right for _, right in answers) / len(answers))
    assert [p.threshold for p in curve.points] == sorted({confidence for confidence, _ in answers}, reverse=True)
