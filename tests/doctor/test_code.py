"""`doctor` on code: folders, age, grammars, and projects without documents."""

from pathlib import Path

import pytest

from policy_assistant.doctor.examine import Diagnosis, examine
from policy_assistant.parse.code import grammars
from tests.code.shop import code_project
from tests.project import Project


@pytest.fixture
def desk(tmp_path: Path) -> Project:
    project = code_project(tmp_path)
    project.ingest()
    return project


def found(project: Project) -> Diagnosis:
    return examine(project.folder, project.environment)


def of(diagnosis: Diagnosis, check: str) -> list[str]:
    return [finding.finding for name, finding in (*diagnosis.problems, *diagnosis.notes) if name == check]


def test_a_project_of_code_alone_has_no_problem(desk: Project) -> None:
    diagnosis = found(desk)
    assert diagnosis.problems == []
    assert [outcome.check.name for outcome in diagnosis.outcomes if outcome.not_run] == []


def test_code_that_is_newer_than_the_index_is_named(desk: Project) -> None:
    assert of(found(desk), "code-age") == []
    (desk.folder / "desk/loans.py").unlink()
    (desk.folder / "desk/new.py").write_text("NEW = 1\n", encoding="utf-8")
    assert of(found(desk), "code-age") == ["2 files of code changed, added or deleted since the last ingest: desk/loans.py, desk/new.py"]


def test_a_folder_of_code_that_is_not_there_is_a_problem(desk: Project) -> None:
    desk.configure('[code]\nfolders = ["desk", "absent"]\n')
    (problem,) = of(found(desk), "code-folders")
    assert "absent" in problem


def test_code_without_a_grammar_is_named(desk: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    assert of(found(desk), "grammars") == []
    monkeypatch.setattr(grammars, "grammar_version", lambda key: "")
    assert of(found(desk), "grammars") == ["code is cut by lines only, for want of grammars: javascript (1), python (4)"]


def test_questions_about_code_are_checked(desk: Project) -> None:
    (desk.folder / "questions").mkdir()
    place = '{"path": "desk/absent.py", "start_line": 1, "end_line": 2}'
    text = f'{{"id": "C1", "question": "Where?", "relevant": [{place}]}}\n'
    (desk.folder / "questions/questions.jsonl").write_text(text, encoding="utf-8")
    assert any("desk/absent.py" in text for text in of(found(desk), "question-passages"))
