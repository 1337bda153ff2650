"""Intervals: against values worked out elsewhere, at the ends, and repeatable."""

import pytest

from policy_assistant.evaluate.intervals import bootstrap, wilson


@pytest.mark.parametrize(
    ("found", "asked", "low", "high"),
    # Newcombe 1998, table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_wilson_interval_has_the_published_ends(found: int, asked: int, low: float, high: float) -> None:
    assert wilson(found, asked) == pytest.approx((low, high), abs=5e-5)


def test_a_full_score_is_not_certain() -> None:
    ends = wilson(20, 20)
    assert ends == pytest.approx((1 - 0.1611, 1.0), abs=5e-5)
    assert wilson(0, 0) is None


def test_the_bootstrap_of_many_differences_comes_near_the_normal_interval() -> None:
    differences = [1.0] * 60 + [0.0] * 140
    # mean 0.3, standard error sqrt(0.3 x 0.7 / 200) = 0.0324, times 1.96 = 0.0635
    assert bootstrap(differences) == pytest.approx((0.2365, 0.3635), abs=0.006)


def test_the_same_seed_gives_the_same_interval() -> None:
    differences = [0.5, -0.25, 1.0, 0.0, 1 / 3, -0.1]
    assert bootstrap(differences, 3) == bootstrap(differences, 3)
    assert bootstrap(differences, 3, 200) != bootstrap(differences, 4, 200)


def test_turned_differences_give_the_turned_interval() -> None:
    low, high = bootstrap([0.5, 0.25, 1.0, 0.0], 0) or (0, 0)
    assert bootstrap([-0.5, -0.25, -1.0, 0.0], 0) == pytest.approx((-high, -low))


def test_no_difference_is_no_width_and_no_question_no_interval() -> None:
    assert bootstrap([0.0, 0.0]) == (0.0, 0.0)
    assert bootstrap([]) is None
