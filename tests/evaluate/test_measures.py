"""Measures: worked by hand, and compared with a library of measures on random rankings."""

import random
from types import SimpleNamespace

import ir_measures
import pytest
from ir_measures import RR, P, R, Success, nDCG

from policy_assistant.evaluate.measures import by_kind, covers, retrieval_scores, summarise
from policy_assistant.evaluate.questions import Question
from policy_assistant.metadata import Chunk
from tests.evaluate.samples import key, passage, question

PUBLIC = frozenset({"public"})
A, B, C, D, E = (passage(name) for name in "abcde")

FIVE: list[tuple[Question, list[Chunk]]] = [
    (question("one", [key("a")]), [A, B, C]),
    (question("two", [key("a")]), [B, C, A]),
    (question("three", [key("a"), key("b")]), [A, C, D]),
    (question("four", [key("a")]), [B, C, D, A]),
    (question("five", [], abstain=True), [A, B, C]),
]
"""Five questions at k = 3: found first, found third, one of two found, found too low, nothing to find."""


def test_the_five_questions_have_the_scores_worked_out_by_hand() -> None:
    rows = [retrieval_scores(asked, ranked, 3) for asked, ranked in FIVE]
    assert [row["hit"] for row in rows[:4]] == [1, 1, 1, 0]
    assert [row["recall"] for row in rows[:4]] == [1, 1, 0.5, 0]
    assert [row["precision"] for row in rows[:4]] == [1 / 3, 1 / 3, 1 / 3, 0]
    assert [row["mrr"] for row in rows[:4]] == [1, 1 / 3, 1, 0]
    assert [row["first_rank"] for row in rows[:4]] == [1, 3, 1, 4]
    assert [row["scored"] for row in rows] == [True, True, True, True, False]


def test_the_means_of_the_five_questions_leave_out_the_one_without_a_relevant_passage() -> None:
    summary = summarise([retrieval_scores(asked, ranked, 3) for asked, ranked in FIVE])
    assert summary == {
        "questions": 4,
        "hit": 0.75,
        "recall": 0.625,
        "precision": 0.25,
        "mrr": 0.583,
        "ndcg": 0.528,
        "leaks": 0,
        "wrong_versions": 0,
    }


def test_ndcg_is_the_discounted_gain_over_the_best_possible() -> None:
    two = question("two", [key("a"), key("b")])
    # found at 1 and 3: (1 + 1/log2(4)) / (1 + 1/log2(3))
    assert retrieval_scores(two, [A, C, B], 3)["ndcg"] == pytest.approx(1.5 / 1.6309297)
    # found at 2 only: (1/log2(3)) / (1 + 1/log2(3))
    assert retrieval_scores(two, [C, A, D], 3)["ndcg"] == pytest.approx(0.6309297 / 1.6309297)
    # no more than k can be found, so one of two at k = 1 is perfect
    assert retrieval_scores(two, [A, B], 1)["ndcg"] == 1


def test_a_second_result_for_the_same_passage_counts_for_precision_but_gains_nothing() -> None:
    twice = [passage("a", text="first part"), passage("a", text="second part"), B]
    row = retrieval_scores(question("both", [key("a"), key("b")]), twice, 3)
    assert (row["precision"], row["recall"]) == (1, 1)
    assert row["ndcg"] == pytest.approx(1.5 / 1.6309297)


def test_one_result_that_covers_two_sections_covers_two_passages() -> None:
    wide = passage("a", sections=("Rules", "Costs"))
    row = retrieval_scores(question("both", [key("a"), key("a", "Costs")]), [wide], 5)
    assert (row["hit"], row["recall"], row["precision"]) == (1, 1, 0.2)


@pytest.mark.parametrize("other", [passage("b"), passage("a", version="2"), passage("a", "Costs")])
def test_a_result_of_another_document_version_or_section_covers_nothing(other: Chunk) -> None:
    assert covers(A, key("a"))
    assert not covers(other, key("a"))


def test_precision_divides_by_k_even_when_fewer_results_came() -> None:
    assert retrieval_scores(question("few", [key("a")]), [A], 5)["precision"] == 0.2


def test_an_empty_ranking_scores_zero_and_has_no_first_rank() -> None:
    row = retrieval_scores(question("none", [key("a")]), [], 5)
    assert [row[name] for name in ("hit", "recall", "precision", "mrr", "ndcg", "first_rank")] == [0, 0, 0, 0, 0, None]


def test_only_passages_that_the_audience_may_see_are_wanted() -> None:
    mixed = question("mixed", [key("a"), key("b", access="staff")])
    assert retrieval_scores(mixed, [A], 5, PUBLIC)["recall"] == 1
    assert retrieval_scores(mixed, [A], 5)["recall"] == 0.5
    assert retrieval_scores(mixed, [A], 5, PUBLIC | {"staff"})["recall"] == 0.5


def test_a_question_about_staff_passages_alone_is_not_scored_for_the_public() -> None:
    row = retrieval_scores(question("staff", [key("a", access="staff")]), [A], 5, PUBLIC)
    assert not row["scored"]
    assert "hit" not in row


def test_a_passage_named_without_a_label_counts_for_every_audience() -> None:
    unlabelled = {"doc_id": "a", "version": "1", "section": "Rules"}
    assert retrieval_scores(question("plain", [unlabelled]), [A], 5, PUBLIC)["hit"] == 1


def test_leaks_are_counted_among_the_first_k_and_also_in_questions_that_are_not_scored() -> None:
    secret = passage("s", access="staff")
    nothing = question("nothing", [])
    assert retrieval_scores(nothing, [secret, A, secret], 3, PUBLIC)["leaks"] == 2
    assert retrieval_scores(nothing, [secret, A, secret], 2, PUBLIC)["leaks"] == 1
    assert retrieval_scores(nothing, [secret], 3)["leaks"] == 0


def test_wrong_versions_are_results_that_the_question_names_as_wrong() -> None:
    dated = question("dated", [key("a", version="2")], wrong_version=[key("a", version="1")])
    ranked = [passage("a", version="1"), passage("a", "Costs", version="1"), passage("a", version="2")]
    row = retrieval_scores(dated, ranked, 3)
    assert (row["wrong_versions"], row["first_rank"]) == (1, 3)
    assert retrieval_scores(question("free", [], wrong_version=[key("a")]), [A], 1)["wrong_versions"] == 1


def test_kinds_come_in_alphabetical_order_with_their_own_means_and_sums() -> None:
    rows = [
        retrieval_scores(question("1", [key("a")], kind="table"), [A], 1),
        retrieval_scores(question("2", [key("a")], kind="table"), [B], 1),
        retrieval_scores(question("3", [], kind="bait"), [passage("s", access="staff")], 1, PUBLIC),
    ]
    kinds = by_kind(rows)
    assert list(kinds) == ["bait", "table"]
    assert (kinds["table"]["questions"], kinds["table"]["hit"]) == (2, 0.5)
    assert (kinds["bait"]["questions"], kinds["bait"]["hit"], kinds["bait"]["leaks"]) == (0, None, 1)


def test_no_questions_have_no_means() -> None:
    assert summarise([])["hit"] is None


@pytest.mark.parametrize("seed", range(40))
def test_scores_agree_with_a_library_of_measures(seed: int) -> None:
    """Where every result covers exactly one passage, these are the standard measures."""
    rng = random.Random(seed)
    documents = [f"d{n:02}" for n in range(30)]
    relevant = rng.sample(documents, rng.randint(1, 8))
    ranked = rng.sample(documents, rng.randint(1, 30))
    k = rng.choice([1, 3, 5, 10, 20])
    row = retrieval_scores(question("Q", [key(name) for name in relevant]), [passage(name) for name in ranked], k)
    judged = [ir_measures.Qrel("Q", name, 1) for name in relevant]
    run = [ir_measures.ScoredDoc("Q", name, float(-rank)) for rank, name in enumerate(ranked)]
    theirs = ir_measures.calc_aggregate([Success @ k, R @ k, P @ k, RR @ k, nDCG @ k], judged, run)
    ours = {Success @ k: "hit", R @ k: "recall", P @ k: "precision", RR @ k: "mrr", nDCG @ k: "ndcg"}
    assert {name: row[name] for name in ours.values()} == pytest.approx({name: theirs[m] for m, name in ours.items()}, abs=1e-9)


def test_anything_with_document_version_and_sections_can_be_scored() -> None:
    result = SimpleNamespace(doc_id="a", version="1", sections=("Rules",))
    assert retrieval_scores(question("any", [key("a")]), [result], 1)["hit"] == 1
