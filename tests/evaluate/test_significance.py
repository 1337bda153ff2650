"""The randomisation test: worked by hand, compared with a slow one that adds every sign, and repeatable."""

import itertools
import random
from fractions import Fraction

import pytest

from policy_assistant.evaluate.significance import EXACT_UP_TO, Chance, chance, holm, randomisation_test

MANY = random.Random(4).choices([1, 0.5, 1 / 3, 0.25, -0.5, -1, 0], k=60)


def by_hand(differences: list[Fraction]) -> Fraction:
    """The share of all sign flips whose sum is at least as far from 0, with fractions and no shortcut."""
    ways = itertools.product((1, -1), repeat=len(differences))
    sums = [sum((sign * d for sign, d in zip(signs, differences, strict=True)), Fraction(0)) for signs in ways]
    return Fraction(sum(abs(total) >= abs(sum(differences, Fraction(0))) for total in sums), len(sums))


def test_three_wins_of_different_size_have_p_one_quarter() -> None:
    # Of the 8 signs only + + + and - - - reach 1.75.
    assert randomisation_test([1, 0.5, 0.25]) == Chance(2 / 8, True)


def test_a_small_loss_against_two_wins_is_worked_out() -> None:
    # 1 + 1/2 - 1/4 = 5/4; the sums of the 8 signs are ±7/4, ±5/4, ±3/4, ±1/4, so 4 of them reach it.
    assert randomisation_test([1, 0.5, -0.25]) == Chance(4 / 8, True)


def test_questions_without_a_difference_change_nothing() -> None:
    assert randomisation_test([1, 0, 0.5, 0, 0, 0.25]) == randomisation_test([1, 0.5, 0.25])


@pytest.mark.parametrize("differences", [[], [0.0, 0.0]])
def test_without_any_difference_p_is_one(differences: list[float]) -> None:
    assert randomisation_test(differences) == Chance(1.0, True)


def test_hits_alone_are_the_sign_test() -> None:
    # 16 losses and 1 win: (C(17,0) + C(17,1)) x 2 / 2^17 (Fisher; the exact McNemar test).
    assert randomisation_test([-1.0] * 16 + [1.0]) == Chance(2 * (1 + 17) / 2**17, True)
    assert randomisation_test([1.0, -1.0] * 50) == Chance(1.0, True)


@pytest.mark.parametrize("seed", range(12))
def test_the_exact_p_equals_the_count_of_all_signs(seed: int) -> None:
    rng = random.Random(seed)
    fractions = [Fraction(1, rng.randint(1, 10)) - Fraction(1, rng.randint(1, 10)) for _ in range(rng.randint(1, 9))]
    assert randomisation_test([float(f) for f in fractions]).p == pytest.approx(float(by_hand(fractions)), abs=1e-12)


def test_thirds_that_sum_to_the_observed_value_count_although_they_round_otherwise() -> None:
    thirds = [1 / 3, 1 / 3, 1 / 3, -1.0, 0.1]
    assert randomisation_test(thirds).p == float(by_hand([Fraction(1, 3)] * 3 + [Fraction(-1), Fraction(1, 10)]))


def test_the_side_does_not_matter() -> None:
    assert randomisation_test(MANY) == randomisation_test([-difference for difference in MANY])


def test_many_differences_are_drawn_and_the_same_seed_draws_the_same() -> None:
    first, again, other = (randomisation_test(MANY, seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert not first.is_exact
    assert first.p == pytest.approx(other.p, abs=0.01)


@pytest.mark.parametrize("count", [EXACT_UP_TO + 1, EXACT_UP_TO + 4])
def test_drawing_comes_near_the_exact_p(count: int) -> None:
    """Whole numbers, whose exact p comes from the distribution of their sum, added up one difference at a time."""
    sizes = [*range(1, count + 1)]
    differences = [float(size if number % 3 else -size) for number, size in enumerate(sizes)]
    sums = {0: 1}
    for size in sizes:
        step: dict[int, int] = {}
        for total, ways in sums.items():
            for signed in (total + size, total - size):
                step[signed] = step.get(signed, 0) + ways
        sums = step
    exact = sum(ways for total, ways in sums.items() if abs(total) >= abs(sum(differences))) / 2**count
    drawn = randomisation_test(differences)
    assert not drawn.is_exact
    assert drawn.p == pytest.approx(exact, abs=0.006)


def test_a_drawn_p_is_never_zero() -> None:
    differences = [1 + number / 1000 for number in range(60)]
    assert randomisation_test(differences, draws=1000).p == 1 / 1001


def test_holm_multiplies_the_smallest_most_and_keeps_the_order() -> None:
    assert holm({"a": 0.04, "b": 0.01, "c": 0.03}) == pytest.approx({"a": 0.06, "b": 0.03, "c": 0.06})
    assert holm({"a": 0.6, "b": 0.7}) == {"a": 1.0, "b": 1.0}
    assert [*holm({"z": 0.5, "a": 0.1})] == ["z", "a"]
    assert holm({}) == {}


def test_a_tiny_p_is_not_shown_as_nothing() -> None:
    assert [chance(p) for p in (0.25, 0.0001, 0.00009)] == ["0.2500", "0.0001", "<0.0001"]
