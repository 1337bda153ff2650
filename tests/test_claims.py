"""Problems and claims: what withholds a claim and what only marks it."""

import pytest

from policy_assistant.blocks import HIDDEN
from policy_assistant.claims import HARD, SOFT, CheckedClaim, Problem, may_be_quoted
from tests.cite.samples import chunk


def test_the_checks_are_those_of_the_documentation() -> None:
    assert set(HARD) == {
        "no_citation",
        "missing_id",
        "not_in_context",
        "not_allowed",
        "not_in_force",
        "flagged",
        "quote_not_found",
        "number_not_found",
        "contradicted",
    }
    assert set(SOFT) == {"unsupported", "negation"}


@pytest.mark.parametrize(
    ("names", "ok"), [([name], False) for name in HARD] + [([name], True) for name in SOFT] + [([], True), (["negation", "flagged"], False)]
)
def test_a_claim_stands_unless_it_has_a_hard_problem(names: list[str], ok: bool) -> None:
    made = CheckedClaim("x", (), (), tuple(Problem(name) for name in names))
    assert made.ok is ok
    assert any(problem.is_hard for problem in made.problems) is not ok


@pytest.mark.parametrize(("detail", "words"), [("", "negation"), ("not, never", "negation: not, never")])
def test_a_problem_is_its_name_with_what_was_found(detail: str, words: str) -> None:
    assert str(Problem("negation", detail)) == words


@pytest.mark.parametrize(
    ("flags", "doc_type", "may"),
    [
        ((), "policy", True),
        ((HIDDEN,), "policy", True),
        (("instruction",), "policy", False),
        (("instruction", HIDDEN), "policy", False),
        (("instruction",), "guide", True),
    ],
)
def test_what_steers_a_reader_is_no_fact_unless_its_type_is_trusted(flags: tuple[str, ...], doc_type: str, may: bool) -> None:
    assert may_be_quoted(chunk("x", flags=flags, doc_type=doc_type), ["guide"]) is may


def test_nothing_is_trusted_by_default() -> None:
    assert not may_be_quoted(chunk("x", flags=("instruction",), doc_type="guide"))
