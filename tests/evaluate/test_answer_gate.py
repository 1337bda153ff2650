"""The gate for answers: what passes, what fails, what is refused."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from policy_assistant.errors import UsageError
from policy_assistant.evaluate.answer_figures import SHARES, answer_figures, shares
from policy_assistant.evaluate.answer_gate import check_answers, kept_of, leaks_of
from policy_assistant.evaluate.answers import AnswerEvaluation
from policy_assistant.evaluate.gate import Failure
from policy_assistant.evaluate.gate_file import Gate, read_gate, write_gate
from tests.evaluate.answer_samples import claim, evaluation, judged
from tests.evaluate.samples import found_at, key, passage, question

A = passage("a")
NAME = "bm25 answered by extractor"


def answers(*right: str, silent: bool = True, **fields: Any) -> AnswerEvaluation:
    """Two questions with keys, of which these are answered correctly, and one that the documents do not answer."""
    rows = [
        judged(question(name, [key("a")], keys=["yes"]), claim("yes" if name in right else "no", A, quote="Rules")) for name in ("Q1", "Q2")
    ]
    last = judged(question("Q3", abstain=True), *([] if silent else [claim("something", A)]))
    return evaluation(*(replace(row, inexact=()) for row in rows), last, **fields)


def kept(tmp_path: Path, done: AnswerEvaluation, margin: float = 0.0) -> Gate:
    """A gate that was written and read again."""
    path = tmp_path / "gate.json"
    write_gate(path, {"bm25": found_at({"Q1": 1})}, {done.name: kept_of(done)})
    return replace(read_gate(path), margin=margin)


def test_the_shares_are_those_of_which_more_is_better() -> None:
    assert shares(answer_figures(answers("Q1").judged)) == {
        "correct": 0.5,
        "answered": 1.0,
        "abstained": 1.0,
        "cites relevant": 1.0,
        "without must_not": 1.0,
        "exact quotes": 1.0,
    }
    assert [*shares(answer_figures(answers("Q1").judged))] == [*SHARES]
    assert shares(answer_figures([])) == {}


def test_the_same_and_better_answers_pass(tmp_path: Path) -> None:
    gate = kept(tmp_path, answers("Q1"))
    assert check_answers(gate, answers("Q1")) == check_answers(gate, answers("Q1", "Q2")) == []


def test_a_share_that_fell_is_named_with_the_questions_that_were_right(tmp_path: Path) -> None:
    gate = kept(tmp_path, answers("Q1", "Q2"))
    assert check_answers(gate, answers("Q1", silent=False)) == [
        Failure(NAME, "correct", 1.0, 0.5, ("Q2", "Q3")),
        Failure(NAME, "abstained", 1.0, 0.0, ()),
    ]


def test_the_margin_is_how_far_a_share_may_fall(tmp_path: Path) -> None:
    assert check_answers(kept(tmp_path, answers("Q1", "Q2"), 0.5), answers("Q1")) == []
    assert check_answers(kept(tmp_path, answers("Q1", "Q2"), 0.49), answers("Q1"))


def test_a_leak_fails_whatever_is_kept(tmp_path: Path) -> None:
    done = answers("Q1")
    secret = judged(question("Q1", [key("a")], keys=["yes"]), claim("yes", passage("s", access="staff")))
    leaking = replace(done, judged=(replace(done.judged[0], leaks=secret.leaks), *done.judged[1:]))
    [failure] = leaks_of(leaking)
    assert (failure.figure, failure.now, failure.lost) == ("leaks", 1, ("Q1",))
    assert check_answers(kept(tmp_path, done), leaking) == [failure]
    assert leaks_of(done) == []


@pytest.mark.parametrize("other", [{"k": 6}, {"as_of": "2026-01-01"}, {"audience": "staff"}])
def test_a_gate_made_otherwise_is_refused(tmp_path: Path, other: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="made on other questions, or with another k, date or audience"):
        check_answers(kept(tmp_path, answers("Q1")), answers("Q1", **other))


def test_a_gate_made_with_other_keys_is_refused(tmp_path: Path) -> None:
    done = answers("Q1")
    first = replace(done.judged[0], question=replace(done.judged[0].question, keys=["no"]))
    with pytest.raises(UsageError, match="made on other questions"):
        check_answers(kept(tmp_path, done), replace(done, judged=(first, *done.judged[1:])))


def test_answers_that_the_gate_does_not_keep_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=f"the gate keeps no answers of '{NAME}'"):
        check_answers(replace(kept(tmp_path, answers("Q1")), answers={}), answers("Q1"))


@pytest.mark.parametrize(
    ("values", "what"),
    [
        ({}, "do not have figures, fingerprint and correct"),
        ({"figures": {"beauty": 1}}, "unknown figure 'beauty'"),
        ({"figures": {"correct": 2}}, "allowed: a number from 0 to 1"),
        ({"figures": {}, "fingerprint": 3}, "each of its kind"),
        ({"figures": {}, "correct": [3]}, "not a list of IDs"),
    ],
)
def test_a_file_with_other_things_is_no_gate(tmp_path: Path, values: dict[str, Any], what: str) -> None:
    path = tmp_path / "gate.json"
    path.write_text(json.dumps({"figures": {"bm25": {}}, "answers": {NAME: values}}), encoding="utf-8")
    with pytest.raises(UsageError, match=what):
        read_gate(path)
