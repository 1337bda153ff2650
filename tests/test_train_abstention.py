"""The fit of the decision to abstain, on points made up."""

import random

import pytest

from benchmarks.train_abstention import WRONGLY, Seen, fit, report
from policy_assistant.evaluate.halves import half_of
from policy_assistant.evaluate.questions import Question
from policy_assistant.extract.decision import confidence_of


def seen(number: int, case: str, collection: str = "made", **signals: float) -> Seen:
    return Seen(collection, Question(f"T{number}", "What?"), case, signals)


def points(lacking_of: dict[str, float], share_of: dict[str, float]) -> list[Seen]:
    chance = random.Random(1)
    made = []
    for number in range(120):
        for case, lacking in lacking_of.items():
            made.append(seen(number, case, lacking=lacking + chance.random() / 2, share=share_of[case] + chance.random() / 2))
    return made


GOOD = points({"answerable": 0.0, "unanswerable": 0.6}, {"answerable": 0.5, "unanswerable": 0.1})


def test_more_lack_never_makes_an_answer_likelier_and_more_share_never_less_likely() -> None:
    model = fit(GOOD, ("lacking", "share"))
    assert model.weights["lacking"] < 0 < model.weights["share"]
    assert confidence_of({"lacking": 0.0, "share": 1.0}, model) > model.threshold > confidence_of({"lacking": 1.0, "share": 0.0}, model)


def test_a_signal_that_speaks_against_its_meaning_gets_no_weight() -> None:
    against = points({"answerable": 0.0, "unanswerable": 0.6}, {"answerable": 0.1, "unanswerable": 0.6})
    assert set(fit(against, ("lacking", "share")).weights) == {"lacking"}


def test_the_threshold_is_the_confidence_under_which_the_wanted_part_of_the_answerable_lies() -> None:
    model = fit(GOOD, ("lacking", "share"))
    even = [one for one in GOOD if half_of(one.question.id) == "even" and one.case == "answerable"]
    below = sum(confidence_of(one.signals, model) < model.threshold for one in even)
    assert below / len(even) == pytest.approx(WRONGLY, abs=0.02)


def test_only_even_halves_are_fitted() -> None:
    odd = [seen(n, case, lacking=lack, share=0.0) for n in range(99) for case, lack in (("answerable", 9.0), ("unanswerable", 0.0))]
    odd = [one for one in odd if half_of(one.question.id) == "odd"]
    assert odd
    assert fit([*GOOD, *odd], ("lacking", "share")) == fit(GOOD, ("lacking", "share"))


def test_a_large_collection_and_left_out_documents_count_less() -> None:
    weights = [
        seen(1, case, name).weight
        for case, name in (("unanswerable", "made"), ("answerable", "made"), ("left out", "made"), ("answerable", "cnil"))
    ]
    assert weights[0] > weights[1] > weights[2]
    assert weights[3] < weights[1]


def test_the_report_names_collections_halves_and_cases() -> None:
    lines = list(report("words", GOOD, fit(GOOD, ("lacking", "share"))))
    assert lines[0].startswith("words: {")
    assert any("made, even" in line and "unanswerable" in line for line in lines)
    assert any("made, odd" in line for line in lines)
