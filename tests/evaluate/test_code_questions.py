"""Questions about code: how places are named, found again, and scored."""

import json
from pathlib import Path
from typing import Any

import pytest

from policy_assistant.errors import InputRefusedError
from policy_assistant.evaluate.causes import Known, cause_of, found_again
from policy_assistant.evaluate.measures import covers, retrieval_scores
from policy_assistant.evaluate.questions import Question, key_name, load_questions
from policy_assistant.filters import Filters
from tests.code.samples import piece
from tests.code.shop import code_project
from tests.project import Project

PLACE = {"path": "desk/fines.py", "start_line": 17, "end_line": 19}


def written(folder: Path, *rows: dict[str, Any]) -> Path:
    path = folder / "questions.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


def question(*keys: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"id": "C1", "question": "Where is the fine worked out?", "relevant": list(keys), **fields}


def test_a_place_is_a_key(tmp_path: Path) -> None:
    found = load_questions(written(tmp_path, question({**PLACE, "path": ".\\desk\\fines.py".replace(".\\", "./")})))["C1"]
    assert found.is_about_code
    assert found.relevant[0]["path"] == "desk/fines.py"
    assert key_name(found.relevant[0]) == "desk/fines.py:17-19"


@pytest.mark.parametrize(
    "wrong",
    [
        {"path": "a.py", "start_line": 3},
        {"path": "a.py", "start_line": 0, "end_line": 3},
        {"path": "a.py", "start_line": 4, "end_line": 3},
        {"path": "a.py", "start_line": "1", "end_line": "3"},
        {"path": "a.py", "start_line": True, "end_line": True},
        {"path": 7, "start_line": 1, "end_line": 3},
    ],
)
def test_what_is_no_place_is_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(InputRefusedError, match="path, start_line and end_line"):
        load_questions(written(tmp_path, question(wrong)))


@pytest.mark.parametrize(("first", "last", "expected"), [(1, 16, False), (1, 17, True), (18, 18, True), (19, 40, True), (20, 40, False)])
def test_a_piece_is_relevant_when_it_shares_a_line(first: int, last: int, expected: bool) -> None:
    chunk = piece("\n".join("x" * (last - first + 1)), "desk/fines.py", first_line=first)
    assert covers(chunk, PLACE) is expected
    assert not covers(piece("x", "desk/other.py", first_line=18), PLACE)


def test_a_place_is_found_again_by_its_name() -> None:
    known = Known([piece("a\nb\nc", "desk/fines.py", name="FineBook.amount", first_line=40), piece("x", "desk/fines.py", name="other")])
    asked = [Question("C1", "?", relevant=[{**PLACE, "name": "FineBook.amount"}, {**PLACE, "name": "gone"}])]
    first, second = found_again(asked, known)[0].relevant
    assert (first["start_line"], first["end_line"]) == (40, 42)
    assert (second["start_line"], second["end_line"]) == (17, 19)


def test_why_a_place_was_missed() -> None:
    asked = Question("C1", "?", relevant=[{**PLACE, "doc_id": "desk/fines.py", "version": "", "section": ""}])
    filters = Filters(None, frozenset({"staff"}), part="code")
    wanted = piece("\n".join("abc"), "desk/fines.py", name="FineBook.amount", first_line=17)
    others = [piece(f"x{n}", "desk/other.py", name=f"f{n}", first_line=n + 1, start=10 * n) for n in range(6)]
    ranked = [*others, wanted]
    scores = retrieval_scores(asked, ranked, 5, filters.labels)
    cause = cause_of(asked, ranked, scores, filters, Known(ranked), 5, "keywords")
    assert (cause.name, cause.detail) == ("other words", "ranked 7, behind desk/other.py:1 (function f0)")
    assert cause_of(asked, others, retrieval_scores(asked, others, 5), filters, Known(others), 5).detail == "desk/fines.py:17-19"
    hidden = Filters(None, frozenset({"public"}), part="code")
    assert cause_of(asked, others, retrieval_scores(asked, others, 5), hidden, Known(ranked), 5).name == "filtered out"


@pytest.fixture
def desk(tmp_path: Path) -> Project:
    project = code_project(tmp_path)
    project.ingest()
    return project


def ask(project: Project, *rows: dict[str, Any]) -> None:
    (project.folder / "questions").mkdir(exist_ok=True)
    written(project.folder / "questions", *rows)


def test_eval_scores_questions_about_code(desk: Project) -> None:
    ask(
        desk,
        question({**PLACE, "name": "FineBook.amount"}, question="what a member owes, the amount of fines"),
        question({"path": "desk/loans.py", "start_line": 6, "end_line": 8}, id="C2", question="when must a tool be back"),
        question(id="C3", question="how is the greenhouse watered", part="code", abstain=True),
    )
    done = desk.run("eval", "--json")
    assert done.code == 0, done.err
    assert done.json["questions"] == 2
    assert done.json["hit"] == 1.0
    assert (done.json["method"], done.json["chunker"], done.json["missed"]) == ("keywords", "code", [])
    assert desk.run("questions", "--check").code == 0


def test_questions_about_documents_and_about_code_are_scored_apart(tmp_path: Path) -> None:
    project = code_project(tmp_path)
    project.add("loans", "## How long\n\nA tool may stay out for 21 days.\n")
    project.configure('[code]\nfolders = ["desk"]\n')
    project.ingest()
    passage = {"doc_id": "loans", "version": "1", "section": "How long", "access": "public"}
    ask(project, question(PLACE, question="add late days"), question(passage, id="D1", question="how long may a tool stay out?"))
    assert project.run("eval", "--json").json["questions"] == 1
    assert project.run("eval", "--json").json["hit"] == 1.0
    code = project.run("eval", "--in", "code", "--json").json
    assert (code["questions"], code["method"]) == (1, "keywords")


def test_a_place_that_is_not_there_is_told(desk: Project) -> None:
    ask(desk, question({"path": "desk/absent.py", "start_line": 1, "end_line": 2}))
    done = desk.run("questions", "--check")
    assert done.code == 1
    assert "desk/absent.py:1-2 does not exist" in done.out


@pytest.mark.parametrize("args", [("--in", "all"), ("--in", "code", "--answers"), ("--in", "code", "--compare", "keywords", "dense")])
def test_what_is_not_scored_is_refused(desk: Project, args: tuple[str, ...]) -> None:
    ask(desk, question(PLACE))
    assert desk.run("eval", *args).code == 2


def test_a_report_holds_questions_about_code_that_were_missed(desk: Project, tmp_path: Path) -> None:
    pytest.importorskip("jinja2")
    ask(desk, question({"path": "desk/absent.py", "start_line": 1, "end_line": 2}))
    done = desk.run("eval", "--report", str(tmp_path / "report.html"))
    assert done.code == 0, done.err
    assert "desk/absent.py" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_a_name_that_is_not_there_is_told(desk: Project) -> None:
    ask(desk, question({**PLACE, "name": "FineBook.amount"}), question({**PLACE, "name": "FineBook.total"}, id="C2"))
    done = desk.run("questions", "--check")
    assert done.code == 1
    assert "C2: relevant passage desk/fines.py:17-19: nothing in the file is called 'FineBook.total'" in done.out
    assert "C1" not in done.out
