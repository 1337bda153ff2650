"""The command `questions`."""

import json

import pytest

from tests.project import Project

RELEVANT = {"doc_id": "shoes", "version": "1", "section": "Rule", "access": "public"}


@pytest.fixture
def asked(project: Project) -> Project:
    project.add("shoes")
    project.ingest()
    put(
        project,
        {"id": "Q1", "question": "Where do shoes stay?", "kind": "table", "as_of": "2026-10-09", "language": "en", "relevant": [RELEVANT]},
        {"id": "Q2", "question": "Who pays?", "kind": "unanswerable", "abstain": True},
    )
    return project


def put(project: Project, *questions: dict[str, object]) -> None:
    (project.folder / "questions").mkdir(exist_ok=True)
    (project.folder / "questions" / "questions.jsonl").write_text("\n".join(map(json.dumps, questions)), encoding="utf-8")


def test_questions_are_listed_and_counted_by_kind(asked: Project) -> None:
    assert asked.run("questions").out.splitlines() == [
        "Q1 table           en 2026-10-09  Where do shoes stay?",
        "Q2 unanswerable    - -           Who pays?",
        "2 questions",
    ]
    assert asked.run("questions", "--kind", "table").out.splitlines()[-1] == "1 questions"


def test_an_unknown_kind_is_exit_code_2_with_the_nearest(asked: Project) -> None:
    done = asked.run("questions", "--kind", "tabel")
    assert (done.code, done.err) == (2, "error: no question is of kind 'tabel'\nhint: did you mean `table`?\n")


def test_sound_questions_are_exit_code_0_and_a_wrong_one_1(asked: Project) -> None:
    done = asked.run("questions", "--check")
    assert (done.code, done.out) == (0, "2 questions checked: no problems\n")
    put(asked, {"id": "Q1", "question": "x", "relevant": [RELEVANT | {"section": "Gone"}]})
    done = asked.run("questions", "--check")
    assert (done.code, done.out.splitlines()) == (
        1,
        ["Q1: relevant passage shoes v1 | Gone does not exist", "1 questions checked: 1 problem"],
    )
    assert done.err == "hint: the sections of a document are listed by `policy-assistant chunks DOC`\n"


def test_json_has_every_field_of_the_chosen_questions(asked: Project) -> None:
    found = asked.run("questions", "--kind", "table", "--json").json
    assert list(found) == ["questions", "problems"]
    assert [(q["id"], q["relevant"]) for q in found["questions"]] == [("Q1", [RELEVANT])]


def test_a_line_that_is_no_question_is_exit_code_6_with_its_number(asked: Project) -> None:
    (asked.folder / "other.jsonl").write_text('{"id": "Q1", "question": "x"}\nnot json\n', encoding="utf-8")
    done = asked.run("questions", "--file", str(asked.folder / "other.jsonl"))
    assert (done.code, done.out) == (6, "")
    assert done.err.startswith("error: other.jsonl line 2: not JSON")


def test_a_missing_file_is_exit_code_6_by_name(project: Project) -> None:
    done = project.run("questions")
    assert done.code == 6
    assert done.err.startswith(f"error: {project.folder / 'questions' / 'questions.jsonl'}: no such file or directory")
