"""Gates: what passes, what fails and names the lost questions, what is refused, and files that are no gates."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from policy_assistant.errors import UsageError
from policy_assistant.evaluate.gate import Failure, check_gate, leaks_of, unchecked
from policy_assistant.evaluate.gate_file import MAX_FILE_BYTES, Gate, fingerprint_of, read_gate, write_gate
from policy_assistant.evaluate.measures import retrieval_scores
from policy_assistant.evaluate.run import Evaluation
from tests.evaluate.samples import PUBLIC, found_at, passage

GOOD = {"Q1": 1, "Q2": 3, "Q3": 5, "Q4": None}
WORSE = {"Q1": 1, "Q2": 4, "Q3": 7, "Q4": None}


def kept(tmp_path: Path, *evaluations: Evaluation) -> Gate:
    """A gate that was written for evaluations and read again."""
    path = tmp_path / "gate.json"
    write_gate(path, by_name(*evaluations))
    return read_gate(path)


def by_name(*evaluations: Evaluation) -> dict[str, Evaluation]:
    return {evaluation.name: evaluation for evaluation in evaluations}


def leaking(name: str = "bm25") -> Evaluation:
    one = found_at({"Q1": 1}, name)
    [asked] = one.asked
    ranked = (passage("secret", access="staff"), *asked.passages)
    return replace(one, asked=(replace(asked, passages=ranked, scores=retrieval_scores(asked.question, ranked, 5, PUBLIC)),))


def test_the_same_figures_pass(tmp_path: Path) -> None:
    assert check_gate(kept(tmp_path, found_at(GOOD)), by_name(found_at(GOOD))) == []


def test_better_figures_pass(tmp_path: Path) -> None:
    assert check_gate(kept(tmp_path, found_at(WORSE)), by_name(found_at(GOOD))) == []


def test_each_fallen_figure_is_named_with_both_values_and_the_questions_it_lost(tmp_path: Path) -> None:
    failures = check_gate(kept(tmp_path, found_at(GOOD)), by_name(found_at(WORSE)))
    lost = {failure.figure: failure for failure in failures}
    assert list(lost) == ["hit@5", "recall@5", "MRR@10", "nDCG@10"]
    assert lost["hit@5"] == Failure("bm25", "hit@5", 0.75, 0.5, ("Q3 (rank 5, now 7)",))
    assert (lost["MRR@10"].kept, lost["MRR@10"].now) == (0.383, 0.348)
    assert lost["MRR@10"].lost == ("Q2 (rank 3, now 4)", "Q3 (rank 5, now 7)")


def test_a_question_that_is_no_longer_found_is_named(tmp_path: Path) -> None:
    failures = check_gate(kept(tmp_path, found_at({"Q1": 1, "Q2": 1})), by_name(found_at({"Q1": 1, "Q2": None})))
    assert failures[0] == Failure("bm25", "hit@1", 1.0, 0.5, ("Q2 (rank 1, now not found)",))


@pytest.mark.parametrize(("margin", "is_passed"), [(0.25, True), (0.2, False)])
def test_a_margin_says_how_far_a_figure_may_fall(margin: float, is_passed: bool) -> None:
    gate = Gate({"bm25": {"hit@5": 0.75}}, margin)
    assert (check_gate(gate, by_name(found_at(WORSE))) == []) == is_passed


def test_a_hand_written_gate_needs_figures_alone(tmp_path: Path) -> None:
    path = tmp_path / "gate.json"
    path.write_text('{"figures": {"bm25": {"hit@5": 0.8}}}', encoding="utf-8")
    assert check_gate(read_gate(path), by_name(found_at(GOOD))) == [Failure("bm25", "hit@5", 0.8, 0.75, ())]


def test_leaks_fail_whatever_the_figures_are() -> None:
    gate = Gate({"bm25": {"hit@5": 0.0}})
    assert check_gate(gate, by_name(leaking())) == [Failure("bm25", "leaks", 0.0, 1, ("Q1",))]
    assert leaks_of(by_name(found_at(GOOD))) == []


def test_leaks_of_a_variant_that_is_not_kept_fail_too() -> None:
    gate = Gate({"bm25": {"hit@5": 0.0}})
    assert [f.variant for f in check_gate(gate, by_name(found_at(GOOD), leaking("dense")))] == ["dense"]


def test_a_gate_without_scored_questions_fails(tmp_path: Path) -> None:
    [failure] = check_gate(Gate({"bm25": {"hit@5": 0.5}}), by_name(found_at({})))
    assert (failure.now, failure.lost) == (0.0, ())


@pytest.mark.parametrize(
    ("now", "message"),
    [
        (found_at(GOOD | {"Q5": 1}), r"the gate for 'bm25' was made on other questions \(4 asked, fingerprint .*; now 5, "),
        (found_at(GOOD, k=3), "was made with k 5, not 3"),
        (found_at(GOOD, chunker="fixed"), "was made with chunker 'structure', not 'fixed'"),
        (found_at(GOOD, as_of="2026-01-01"), "was made with as of 'question', not '2026-01-01'"),
        (found_at(GOOD, as_of=None), "was made with as of 'question', not none"),
        (found_at(GOOD, audience="staff"), "was made with audience 'public', not 'staff'"),
        (found_at(GOOD, model="e5"), "was made with model none, not 'e5'"),
    ],
)
def test_a_gate_made_otherwise_is_refused_and_not_compared(tmp_path: Path, now: Evaluation, message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        check_gate(kept(tmp_path, found_at(GOOD)), by_name(now))
    assert "--write-gate" in caught.value.hint


def test_a_gate_of_other_variants_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="the gate keeps no figure of 'dense'") as caught:
        check_gate(kept(tmp_path, found_at(GOOD)), by_name(found_at(GOOD, "dense")))
    assert caught.value.hint == "allowed: `bm25`"


def test_variants_on_one_side_alone_are_told(tmp_path: Path) -> None:
    gate = kept(tmp_path, found_at(GOOD), found_at(GOOD, "dense"))
    assert unchecked(gate, by_name(found_at(GOOD), found_at(GOOD, "hybrid"))) == (["dense"], ["hybrid"])


def test_the_fingerprint_follows_what_decides_the_scores_and_nothing_else() -> None:
    one = found_at(GOOD)
    asked = one.asked[0]

    def changed(**fields: Any) -> str:
        return fingerprint_of(replace(one, asked=(replace(asked, question=replace(asked.question, **fields)), *one.asked[1:])))

    same = fingerprint_of(one)
    assert same == fingerprint_of(replace(one, asked=one.asked[::-1])) == changed(notes="to be asked again") == changed(tags=["new"])
    others = [changed(question="Else?"), changed(as_of="2026-01-01"), changed(relevant=[]), changed(wrong_version=[{"doc_id": "x"}])]
    assert len({same, *others}) == 5


def test_writing_again_keeps_the_margin_and_replaces_the_figures(tmp_path: Path) -> None:
    path = tmp_path / "gate.json"
    path.write_text('{"figures": {"old": {"hit@5": 0.8}}, "margin": 0.02}', encoding="utf-8")
    write_gate(path, by_name(found_at(GOOD)))
    gate = read_gate(path)
    assert (gate.margin, [*gate.figures], gate.ranks["bm25"]) == (0.02, ["bm25"], GOOD)
    assert [file.name for file in tmp_path.iterdir()] == ["gate.json"]


def test_a_file_that_is_no_gate_is_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text('{"id": "Q1"}\n{"id": "Q2"}\n', encoding="utf-8")
    with pytest.raises(UsageError, match="is no gate"):
        write_gate(path, by_name(found_at(GOOD)))
    assert path.read_text(encoding="utf-8").startswith('{"id": "Q1"}')


def test_a_missing_gate_is_named_with_the_option_that_writes_it(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no gate .*gate\.json") as caught:
        read_gate(tmp_path / "gate.json")
    assert f"--write-gate {tmp_path / 'gate.json'}" in caught.value.hint


WRITTEN: Mapping[str, Any] = {"figures": {"bm25": {"hit@5": 0.5}}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ("\xff", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("9" * 5000, "not JSON"),
        ("[]", "figures is not an object"),
        ("{}", "no figures"),
        ('{"figures": []}', "figures is not an object"),
        ('{"figures": {"bm25": 1}}', "figures is not an object with one object for each variant"),
        ('{"figures": {"bm25": {"hit@6": 0.5}}}', "unknown figure 'hit@6' of 'bm25'"),
        ('{"figures": {"bm25": {"hit@5": "0.5"}}}', "hit@5 of 'bm25' is '0.5'; allowed: a number from 0 to 1"),
        ('{"figures": {"bm25": {"hit@5": NaN}}}', "hit@5 of 'bm25' is nan"),
        ('{"figures": {"bm25": {"hit@5": true}}}', "hit@5 of 'bm25' is True"),
        (f'{{"figures": {{"bm25": {{"hit@5": {"9" * 400}}}}}}}', "hit@5 of 'bm25' is 9999"),
        (json.dumps({**WRITTEN, "margin": 2}), "margin is 2; allowed"),
        (json.dumps({**WRITTEN, "made": {"bm25": {"k": 5}}}), "made of 'bm25' does not have questions, fingerprint, k"),
        (json.dumps({**WRITTEN, "ranks": {"bm25": {"Q1": 0}}}), "ranks of 'bm25' are not whole numbers"),
        (json.dumps({**WRITTEN, "ranks": {"bm25": {"Q1": True}}}), "ranks of 'bm25' are not whole numbers"),
    ],
)
def test_a_file_that_is_no_gate_says_what_is_wrong(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "gate.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(UsageError) as caught:
        read_gate(path)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 300 + len(str(path))


def test_a_folder_and_a_huge_file_are_no_gates(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is a directory"):
        read_gate(tmp_path)
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    with pytest.raises(UsageError, match="is larger than"):
        read_gate(path)
