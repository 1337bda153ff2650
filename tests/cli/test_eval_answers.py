"""`eval --answers`, on a small project."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.evaluate.samples import key
from tests.project import Project

FIGURES = ["questions", "valid", "scored", "correct", "abstained_wrongly", "unanswerable", "abstained_rightly", "exact", "quotes", "leaks"]


@pytest.fixture
def asked(project: Project) -> Project:
    project.add("shoes", "## Rule\n\nShoes stay outside the workshop.\n")
    project.add("gate", "## Code\n\nThe workshop gate code is zebra.\n", access="staff")
    project.ingest()
    (project.folder / "questions").mkdir()
    rows: list[dict[str, Any]] = [
        {"id": "Q1", "question": "Where do shoes stay?", "keys": ["outside"], "relevant": [key("shoes", "Rule")], "kind": "rule"},
        {"id": "Q2", "question": "What is the workshop gate code?", "keys": ["zebra"], "relevant": [key("gate", "Code", access="staff")]},
        {"id": "Q3", "question": "Quetzal, xylophone, marmalade?", "abstain": True},
        {"id": "Q4", "question": "Where do shoes stay outside?", "keys": ["no such words"], "relevant": [key("shoes", "Rule")]},
    ]
    (project.folder / "questions" / "questions.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return project


def test_json_gets_an_object_with_the_figures_of_the_answers(asked: Project) -> None:
    done = asked.run("eval", "--answers", "--json")
    found = done.json["answers"]
    assert done.code == 0
    assert "answers" not in asked.run("eval", "--json").json
    assert (found["model"], found["prompt"], found["method"], found["k"], found["as_of"], found["audience"]) == (
        "extractor",
        None,
        "keywords",
        5,
        "question",
        "staff",
    )
    assert [found[name] for name in FIGURES[:7]] == [4, 4, 3, 2, 0, 1, 1]
    assert found["exact"] == found["quotes"] > 0
    assert found["leaks"] == 0
    assert [*found["by_kind"]] == ["answerable", "rule"]
    assert ([*found["by_language"]], [*found["halves"]]) == (["en"], ["even", "odd"])
    assert found["by_kind"]["rule"]["correct"] == 1
    assert found["risk_coverage"]["points"][-1][1] == 1.0
    [missed] = found["missed"]
    assert (missed["id"], missed["faults"], missed["correct"]) == ("Q4", ["keys missing: no such words"], False)


def test_plain_output_has_the_answers_below_the_search(asked: Project) -> None:
    plain, lines = asked.run("eval").out, asked.run("eval", "--answers").out
    assert lines.startswith(plain)
    said = lines[len(plain) :].splitlines()
    assert said[1].startswith("answers by extractor over keywords, top 5: 2 of 3 correct by keys [")
    assert "  abstained rightly: 1 of 1 unanswerable; wrongly: 0 of 3 answerable" in said
    assert "  must_not found: 0; passages that the audience may not see: 0" in said
    assert said[-1] == "missed Q4: keys missing: no such words | Shoes stay outside the workshop."
    assert any(line.startswith("risk and coverage: ") for line in said)


def test_the_public_is_told_nothing_of_the_staff(asked: Project) -> None:
    done = asked.run("eval", "--answers", "--audience", "public", "--method", "keywords")
    assert "  passages not for this audience: 1 questions, " in done.out
    assert "zebra" not in done.out + done.err
    found = asked.run("eval", "--answers", "--audience", "public", "--json").json["answers"]
    assert (found["hidden"], found["scored"], found["leaks"]) == (1, 2, 0)


def test_one_half_is_asked_alone(asked: Project) -> None:
    counts = [asked.run("eval", "--answers", "--json", "--questions", half).json["answers"]["questions"] for half in ("even", "odd")]
    assert sum(counts) == 4
    assert 0 < counts[0] < 4


def test_the_report_has_a_part_about_the_answers(asked: Project, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    assert asked.run("eval", "--answers", "--report", str(path)).code == 0
    assert 'id="faults"' in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (["--answers", "--compare", "bm25"], "--answers and --compare are both given"),
        (["--model", "extractor"], "--model is given without --answers"),
        (["--prompt", "v1"], "--prompt is given without --answers"),
        (["--answers", "--method", "baseline"], "the baseline has no dates"),
        (["--answers", "--as-of", "none"], "an answer needs a day"),
        (["--answers", "--k", "0"], "k is 0"),
        (["--answers", "--audience", "all"], "unknown audience 'all'"),
    ],
)
def test_options_that_do_not_go_together_are_exit_code_2(asked: Project, args: list[str], error: str) -> None:
    done = asked.run("eval", *args)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {error}")


def test_a_key_that_is_no_pattern_is_named(asked: Project) -> None:
    path = asked.folder / "questions" / "questions.jsonl"
    path.write_text('{"id": "Q1", "question": "Where?", "keys": ["("]}\n', encoding="utf-8")
    done = asked.run("eval", "--answers")
    assert (done.code, done.out) == (6, "")
    assert "Q1: '(' is not a regular expression" in done.err


def test_a_gate_keeps_answers_and_fails_when_they_get_worse(asked: Project, tmp_path: Path) -> None:
    gate = str(tmp_path / "gate.json")
    done = asked.run("eval", "--answers", "--write-gate", gate)
    assert (done.code, done.err) == (0, f"figures of keywords, keywords answered by extractor kept in {gate}\n")
    assert asked.run("eval", "--answers", "--gate", gate).err == "gate: passed\n"
    assert "gate: keywords answered by extractor is kept, but was not evaluated" in asked.run("eval", "--gate", gate).err
    values = json.loads(Path(gate).read_text(encoding="utf-8"))
    values["answers"]["keywords answered by extractor"]["figures"]["correct"] = 0.9
    Path(gate).write_text(json.dumps(values), encoding="utf-8")
    worse = asked.run("eval", "--answers", "--gate", gate)
    assert (worse.code, worse.err.splitlines()) == (
        1,
        ["error: correct of keywords answered by extractor fell from 0.900 to 0.667", "gate: failed"],
    )


def test_a_gate_without_answers_is_refused_before_anything_is_asked(asked: Project, tmp_path: Path) -> None:
    gate = str(tmp_path / "gate.json")
    assert asked.run("eval", "--write-gate", gate).code == 0
    done = asked.run("eval", "--answers", "--gate", gate)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {gate} keeps no answers\n")
