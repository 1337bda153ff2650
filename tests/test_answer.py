"""What an answer tells of itself."""

import pytest

from policy_assistant.answer import silence
from policy_assistant.claims import Problem
from tests.cli.ask_samples import GATE, SHOES, answer, claim

HARD = Problem("number_not_found", "3 days")
SOFT = Problem("negation")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "The documents do not say."),
        ("fr", "Les documents ne le disent pas."),
        ("de", "The documents do not say."),
        ("", "The documents do not say."),
    ],
)
def test_an_abstention_is_said_in_english_where_its_language_has_no_words(language: str, words: str) -> None:
    assert silence(language) == words


def test_claims_stand_or_are_withheld() -> None:
    good, marked, bad = claim("Good."), claim("Marked.", problems=[SOFT]), claim("Bad.", problems=[HARD])
    made = answer(good, bad, marked)
    assert list(made.standing) == [good, marked]
    assert list(made.withheld) == [bad]


def test_problems_of_the_whole_come_first_then_those_of_each_claim_by_number() -> None:
    made = answer(claim("Bad.", problems=[HARD, SOFT]), claim("Good."), claim("Marked.", problems=[SOFT]), problems=("cut",))
    assert made.all_problems == ("cut", "claim 1: number_not_found: 3 days", "claim 1: negation", "claim 3: negation")
    assert answer().all_problems == ()


def test_what_standing_claims_cite_each_once_in_order_of_use() -> None:
    made = answer(claim("One.", GATE), claim("Two.", SHOES), claim("Three.", GATE), claim("Bad.", SHOES, problems=[HARD]))
    assert list(made.cited) == [GATE, SHOES]
    assert list(answer(claim("Bad.", problems=[HARD])).cited) == []
