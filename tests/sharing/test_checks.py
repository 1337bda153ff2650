"""The checks of a kept statement, as its record tells them."""

from dataclasses import replace

import pytest

from policy_assistant.claims import HARD, SOFT
from policy_assistant.sharing.checks import PROBLEMS, checks_of
from tests.sharing.samples import kept

CLAIM = kept("Shoes stay outside.").claims[0]


def states(claim: object) -> dict[str, str]:
    return {check.name: check.state for check in checks_of(claim)}  # type: ignore[arg-type]


def test_a_statement_without_problems_passed_all() -> None:
    assert set(states(CLAIM).values()) == {"passed"}


@pytest.mark.parametrize(("problem", "name"), [("unsupported: 2 of 9 words", "words"), ("negation", "negation")])
def test_what_was_found_is_doubtful(problem: str, name: str) -> None:
    assert {n for n, state in states(replace(CLAIM, problems=(problem,))).items() if state == "doubtful"} == {name}


def test_checks_that_were_not_made_say_so() -> None:
    note = "words and negation were not compared: the claim is in `en`, a cited passage in `fr`"
    assert {n for n, state in states(replace(CLAIM, notes=(note,))).items() if state == "skipped"} == {"words", "negation"}
    without = replace(CLAIM, citations=(replace(CLAIM.citations[0], quote=""),))
    assert {n for n, state in states(without).items() if state == "skipped"} == {"quote"}


def test_every_problem_belongs_to_a_check() -> None:
    named = {problem for problems in PROBLEMS.values() for problem in problems}
    assert named == set(HARD + SOFT) - {"no_citation"}
