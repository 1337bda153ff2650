"""What a claim cites: whether it exists, was given, may be seen, holds, may be quoted."""

from dataclasses import replace

import pytest

from policy_assistant.cite import MAX_CITATIONS, MAX_CLAIM, MAX_QUOTE, check, check_all
from policy_assistant.cite.sources import parse_id
from policy_assistant.claims import HARD, SOFT, Citation, Cited, Claim, Problem, Reply
from tests.cite.samples import START, Index, asked, checked, chunk, problems

BODY = "Unused items can be returned within 30 days of delivery."
GIVEN = chunk(BODY)
OTHER = chunk("Gift cards cannot be returned.", "gift-cards")
STAFF = chunk("Agents approve refunds of up to 100 dollars.", "refund-approvals", access="staff")
PUBLIC = asked("What holds?", "en", "public")
INDEX = Index((GIVEN, OTHER, STAFF))


def of(*cited: Cited, text: str = BODY) -> Claim:
    return Claim(text, cited)


def test_every_check_has_a_name_of_the_lists() -> None:
    from policy_assistant.cite.check import CHECKS

    assert list(CHECKS) == [*HARD, *SOFT]


def test_a_claim_that_holds_has_no_problem() -> None:
    done = check(of(Cited(GIVEN.chunk_id)), asked(), [GIVEN], INDEX.find)
    assert done.ok
    assert not done.problems
    assert not done.notes
    assert done.citations == (Citation(GIVEN, START, START + len(BODY)),)


def test_no_citation_is_a_problem_and_the_only_one() -> None:
    done = check(of(text="It costs 45 dollars."), asked(), [GIVEN], INDEX.find)
    assert done.problems == (Problem("no_citation"),)


@pytest.mark.parametrize("name", ["0123456789ab", "", "facturo/tva.py:6-10", "%", GIVEN.chunk_id[:8], "0" * 200])
def test_an_id_that_is_none_is_missing_and_nothing_else_is_told(name: str) -> None:
    done = check(of(Cited(name), text="It costs 45 dollars."), asked(), [GIVEN], INDEX.find)
    assert [problem.name for problem in done.problems] == ["missing_id"]
    assert done.citations == ()


@pytest.mark.parametrize("name", [f"[{GIVEN.chunk_id}]", f" {GIVEN.chunk_id} ", GIVEN.chunk_id.upper(), GIVEN.hash, GIVEN.hash[:20]])
def test_ways_to_write_an_id(name: str) -> None:
    assert check(of(Cited(name)), asked(), [GIVEN], INDEX.find).ok


def test_what_is_no_id_is_not_looked_up() -> None:
    looked_up: list[str] = []

    def find(digits: str) -> list[object]:
        looked_up.append(digits)
        return []

    for name in ("a", "'; DROP TABLE chunks", "facturo/tva.py:", "shop/tax.py:6-10"):
        check(of(Cited(name)), asked(), [GIVEN], find)  # type: ignore[arg-type]
    assert looked_up == ["shop/tax.py"], "a place in code is looked up by its path"


def test_digits_that_stand_for_several_passages_are_missing() -> None:
    twin = replace(OTHER, chunk_id=GIVEN.hash[:13] + "0", hash=GIVEN.hash[:12] + "0" * 52)
    done = check(of(Cited(GIVEN.hash[:12])), asked(), [OTHER], Index((GIVEN, twin)).find)
    assert set(problems(done)) == {"missing_id"}


def test_the_others_are_checked_beside_a_missing_one() -> None:
    done = check(of(Cited("0123456789ab"), Cited(GIVEN.chunk_id), text="It takes 45 days."), asked(), [GIVEN], INDEX.find)
    assert {"missing_id", "number_not_found"} <= set(problems(done))


def test_a_passage_that_was_not_given_is_not_in_context() -> None:
    done = check(of(Cited(OTHER.chunk_id)), asked(), [GIVEN], INDEX.find)
    assert problems(done) == {"not_in_context": OTHER.chunk_id}
    assert done.citations[0].chunk == OTHER


def test_a_denied_passage_is_told_like_one_that_does_not_exist() -> None:
    denied = check(of(Cited(STAFF.chunk_id)), PUBLIC, [GIVEN], INDEX.find)
    absent = check(of(Cited(STAFF.chunk_id)), PUBLIC, [GIVEN], Index((GIVEN,)).find)
    assert denied == absent
    assert set(problems(denied)) == {"missing_id"}


def test_a_denied_passage_that_was_given_is_not_allowed_and_not_shown() -> None:
    done = check(of(Cited(STAFF.chunk_id, "100 dollars"), text="It is 100 dollars."), PUBLIC, [STAFF], INDEX.find)
    assert problems(done) == {"not_allowed": STAFF.chunk_id}
    assert done.citations == ()


def test_both_ends_of_a_period_count() -> None:
    bounded = chunk(BODY, effective_from="2025-03-01", effective_to="2026-10-31")
    for day, holds in (("2025-02-28", False), ("2025-03-01", True), ("2026-10-31", True), ("2026-11-01", False)):
        done = checked(BODY, bounded, question=asked(as_of=day))
        assert ("not_in_force" not in problems(done)) is holds, day


def test_a_flagged_passage_cannot_be_quoted_unless_its_type_may() -> None:
    flagged = chunk(BODY, flags=("addressed to assistants",), doc_type="supplier")
    assert "addressed to assistants" in problems(checked(BODY, flagged))["flagged"]
    assert checked(BODY, flagged, quote_flagged=["supplier"]).ok
    assert "flagged" in problems(checked(BODY, flagged, quote_flagged=["guide"]))


@pytest.mark.parametrize(
    ("cited", "start"),
    [
        (Cited(GIVEN.chunk_id, "within 30 days"), 29),
        (Cited(GIVEN.chunk_id, "within 30  days"), 29),
        (Cited(GIVEN.chunk_id, "within 30 days", START + 29), 29),
    ],
)
def test_a_quote_is_given_back_in_the_words_of_the_source(cited: Cited, start: int) -> None:
    done = check(of(cited), asked(), [GIVEN], INDEX.find)
    assert done.ok
    assert done.citations == (Citation(GIVEN, START + start, START + start + 14, "within 30 days"),)


@pytest.mark.parametrize(
    "cited",
    [
        Cited(GIVEN.chunk_id, "within 45 days"),
        Cited(GIVEN.chunk_id, "Unused items … of delivery"),
        Cited(GIVEN.chunk_id, "within 30 days", START + 28),
        Cited(GIVEN.chunk_id, "within 30 days", 29),
        Cited(GIVEN.chunk_id, "Returns policy"),
    ],
)
def test_a_quote_that_is_not_there(cited: Cited) -> None:
    done = check(of(cited), asked(), [GIVEN], INDEX.find)
    assert set(problems(done)) == {"quote_not_found"}
    assert done.citations == ()


def test_the_same_place_is_cited_once() -> None:
    twice = (Cited(GIVEN.chunk_id, "30 days"), Cited(GIVEN.hash, "30 days", START + 36), Cited(GIVEN.chunk_id))
    done = check(of(*twice), asked(), [GIVEN], INDEX.find)
    assert len(done.citations) == 2
    assert done.cited == twice


@pytest.mark.parametrize(
    ("claim", "name", "what"),
    [
        (of(Cited(GIVEN.chunk_id), text="a" * (MAX_CLAIM + 1)), "no_citation", "5,001 characters"),
        (of(*[Cited(GIVEN.chunk_id)] * (MAX_CITATIONS + 1)), "no_citation", "51 citations"),
        (of(Cited(GIVEN.chunk_id, "a" * (MAX_QUOTE + 1))), "quote_not_found", "5,001 characters"),
    ],
)
def test_a_claim_over_a_limit_is_withheld(claim: Claim, name: str, what: str) -> None:
    done = check(claim, asked(), [GIVEN], INDEX.find)
    assert not done.ok
    assert what in problems(done)[name]
    assert len(done.cited) <= MAX_CITATIONS


def test_a_claim_at_the_limits_is_read() -> None:
    claim = of(*[Cited(GIVEN.chunk_id)] * MAX_CITATIONS, text=BODY + " " * (MAX_CLAIM - len(BODY)))
    assert check(claim, asked(), [GIVEN], INDEX.find).ok


def test_all_claims_of_a_reply_are_checked_in_order() -> None:
    reply = Reply(True, "", (of(Cited(GIVEN.chunk_id)), of()))
    assert [claim.ok for claim in check_all(reply, asked(), [GIVEN], INDEX.find)] == [True, False]


def test_only_a_chunk_has_an_id_so_far() -> None:
    assert parse_id("0123456789AB") == "0123456789ab"
    assert [parse_id(text) for text in ("policy.py:3", "0123456789", "xyz", "")] == ["", "", "", ""]
