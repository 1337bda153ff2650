"""Halves of the questions."""

import hashlib

import pytest

from policy_assistant.evaluate.halves import half_of, only
from tests.evaluate.samples import found_at

SOME = found_at({f"Q{number}": 1 for number in range(40)})


@pytest.mark.parametrize("name", ["Q1", "Q2", "E07", "é", "x" * 500])
def test_the_half_is_the_last_bit_of_the_hashed_id(name: str) -> None:
    number = int(hashlib.sha256(name.encode()).hexdigest(), 16)
    assert half_of(name) == ("odd" if number % 2 else "even")


def test_an_id_that_cannot_be_written_has_a_half_too() -> None:
    assert half_of("\ud800") in ("even", "odd")


def test_the_halves_are_apart_and_make_the_whole() -> None:
    even, odd = (only(SOME, half).asked for half in ("even", "odd"))
    assert min(len(even), len(odd)) > 10
    assert {a.question.id for a in even} | {a.question.id for a in odd} == {a.question.id for a in SOME.asked}
    assert {half_of(a.question.id) for a in even} == {"even"}
    assert len(even) + len(odd) == len(SOME.asked)


def test_all_is_the_evaluation_itself() -> None:
    assert only(SOME, "all") is SOME
