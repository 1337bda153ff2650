"""Comparisons: pairs worked by hand, which pairs there are, halves, and what cannot be compared."""

import pytest

from policy_assistant.errors import UsageError
from policy_assistant.evaluate.comparison import COMPARED_BY, Comparison, Pair, compare
from policy_assistant.evaluate.figures import figures_of, values_of
from policy_assistant.evaluate.halves import only
from policy_assistant.evaluate.records import comparison_record
from policy_assistant.evaluate.run import Evaluation
from policy_assistant.evaluate.variants import Variant, parse_variant
from tests.evaluate.samples import found_at

KNOWN = ("bm25", "dense", "hybrid", "rerank")
ONE = {"Q1": 1, "Q2": 4, "Q3": None, "Q4": 2}
TWO = {"Q1": 1, "Q2": 1, "Q3": 5, "Q4": 4}


def named(*evaluations: Evaluation) -> list[tuple[Variant, Evaluation]]:
    return [(parse_variant(e.name, KNOWN), e) for e in evaluations]


def pair_of(comparison: Comparison, measure: str) -> Pair:
    [pair] = [pair for pair in comparison.pairs if pair.measure == measure]
    return pair


BOTH = compare(named(found_at(ONE, "bm25"), found_at(TWO, "dense", milliseconds=30.0)))


def test_a_pair_is_the_later_variant_against_the_earlier_question_by_question() -> None:
    pair = pair_of(BOTH, "MRR@10")
    assert (pair.variant, pair.against, pair.won, pair.lost, pair.ties) == ("dense", "bm25", ("Q2", "Q3"), ("Q4",), 1)
    # 1 - 1/4, 1/5 - 0, 1/4 - 1/2: sum 7/10 over 4 questions
    assert pair.difference == pytest.approx(0.7 / 4)
    # |±3/4 ±1/5 ±1/4| >= 7/10: 1.2, 0.8 and 0.7 on each side, not 0.3
    assert (pair.p, pair.is_exact) == (6 / 8, True)
    assert pair.interval[0] <= pair.difference <= pair.interval[1]


def test_hits_are_compared_too() -> None:
    pair = pair_of(BOTH, "hit@5")
    assert (pair.won, pair.lost, pair.ties, pair.difference, pair.p) == (("Q3",), (), 3, 0.25, 1.0)


def test_each_variant_has_its_figures_time_and_halves() -> None:
    row = BOTH.rows[1]
    assert (row.name, row.milliseconds, row.figures.means["hit@5"]) == ("dense", 30.0, 1.0)
    for half, figures in row.halves.items():
        assert figures == figures_of(values_of(only(row.evaluation, half)))
    assert sum(figures.questions for figures in row.halves.values()) == 4


def test_all_pairs_come_in_the_order_of_the_variants_for_each_measure() -> None:
    three = compare(named(found_at(ONE, "bm25"), found_at(TWO, "dense"), found_at(TWO, "hybrid")))
    assert [(p.variant, p.against) for p in three.pairs] == [("dense", "bm25"), ("hybrid", "bm25"), ("hybrid", "dense")] * len(COMPARED_BY)


def test_p_values_are_adjusted_within_a_measure() -> None:
    ten = {f"Q{n}": None for n in range(10)}
    three = compare(named(found_at(ten, "bm25"), found_at(dict.fromkeys(ten, 1), "dense"), found_at(dict.fromkeys(ten, 2), "hybrid")))
    hits = [p for p in three.pairs if p.measure == "hit@5"]
    assert [p.p for p in hits] == [2 / 1024, 2 / 1024, 1.0]
    assert [p.p_holm for p in hits] == [6 / 1024, 6 / 1024, 1.0]


@pytest.mark.parametrize("order", [1, -1])
def test_a_variant_without_a_signal_is_paired_with_its_whole_alone(order: int) -> None:
    all_variants = [found_at(ONE, "bm25"), found_at(TWO, "rerank"), found_at(ONE, "rerank:without=title")]
    done = compare(named(*all_variants[::order], found_at(ONE, "rerank:without=vectors"), found_at(ONE, "dense:without=title")))
    pairs = {(p.variant, p.against) for p in done.pairs}
    whole = ("rerank", "bm25") if order == 1 else ("bm25", "rerank")
    assert pairs == {whole, ("rerank:without=title", "rerank"), ("rerank:without=vectors", "rerank")}


def test_the_same_seed_gives_the_same_comparison_and_another_one_other_intervals() -> None:
    many = {f"Q{n}": n % 9 + 1 for n in range(40)}
    other = {name: 10 - rank for name, rank in many.items()}
    runs = named(found_at(many, "bm25"), found_at(other, "dense"))
    assert compare(runs, 7).pairs == compare(runs, 7).pairs
    assert compare(runs, 7).pairs != compare(runs, 8).pairs


def test_a_date_is_that_of_the_variants_that_know_dates() -> None:
    assert compare(named(found_at(ONE, "bm25", as_of=None), found_at(ONE, "dense", as_of="2026-01-01"))).as_of == "2026-01-01"
    assert compare(named(found_at(ONE, "bm25", as_of=None))).as_of is None


def test_one_variant_has_no_pairs_and_no_questions_no_figures() -> None:
    assert compare(named(found_at(ONE))).pairs == ()
    empty = compare(named(found_at({}, "bm25"), found_at({}, "dense")))
    assert [row.figures.means["hit@5"] for row in empty.rows] == [None, None]
    assert [(p.p, p.ties, p.difference) for p in empty.pairs] == [(1.0, 0, 0.0)] * 2


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (found_at(ONE | {"Q5": 1}, "dense"), "questions"),
        (found_at(ONE, "dense", k=3), "k"),
        (found_at(ONE, "dense", audience="staff"), "audiences"),
    ],
)
def test_what_was_not_measured_alike_is_not_compared(other: Evaluation, what: str) -> None:
    with pytest.raises(UsageError, match=f"evaluations of different {what} cannot be compared"):
        compare(named(found_at(ONE), other))


def test_nothing_cannot_be_compared() -> None:
    with pytest.raises(UsageError, match="nothing to compare"):
        compare([])


def test_the_record_has_every_variant_and_pair() -> None:
    record = comparison_record(compare(named(found_at(ONE, "bm25"), found_at(TWO, "dense:embedder=e5", model="e5"))))
    assert [record[name] for name in ("k", "as_of", "audience", "seed")] == [5, "question", "public", 0]
    one, two = record["variants"]
    assert (two["variant"], two["options"], two["model"], one["model"]) == ("dense:embedder=e5", {"embedder": "e5"}, "e5", None)
    assert (one["hit@1"], one["hit@5"], one["MRR@10"], one["ms"], one["leaks"]) == (0.25, 0.75, 0.438, 2.0, 0)
    assert {half: row["questions"] for half, row in one["halves"].items()} == {
        half: row.questions for half, row in BOTH.rows[0].halves.items()
    }
    pair = record["pairs"][0]
    assert (pair["wins"], pair["losses"], pair["ties"], pair["won"], pair["p"]) == (2, 1, 1, ["Q2", "Q3"], 0.75)
