"""The command `questions`."""

import json

import pytest

from policy_assistant.feedback import Feedback
from policy_assistant.ledger.store import Ledger
from tests.ledger.samples import NOON, PUBLIC, STAFF, answer, claim
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


def kept(project: Project, question: str, *quotes: str, labels: frozenset[str] = STAFF) -> str:
    """Keep an answer of these quotes, an abstention without any; its ID."""
    chunk = project.chunks()[0]
    made = answer(question, *(claim(chunk, quote) for quote in quotes), labels=labels, found=(chunk,))
    return Ledger.of(project.settings).keep(made, NOON).id


def test_gaps_are_grouped_with_the_likely_owner(asked: Project) -> None:
    asked.add("shoes", owner="Desk")
    asked.ingest()
    names = [kept(asked, "May I park a bicycle?"), kept(asked, "May bicycles be parked?")]
    kept(asked, "Where?", "Shoes stay outside.")
    done = asked.run("questions", "--gaps")
    assert (done.code, done.out.splitlines()) == (
        0,
        [
            "2x until 2026-10-09  May bicycles be parked?",
            f"   2 abstained | nearest: shoes | likely owner: Desk | answers: {', '.join(names)}",
            "1 gap in 3 kept answers",
        ],
    )
    (gap,) = asked.run("questions", "--gaps", "--json").json["gaps"]
    assert (gap["count"], gap["nearest"], gap["owner"], gap["answers"]) == (2, "shoes", "Desk", names)
    assert asked.run("questions", "--gaps", "--audience", "public").out == "0 gaps in 0 kept answers\n"


def test_a_kept_answer_is_added_to_the_questions(asked: Project) -> None:
    name = kept(asked, "May shoes come in?", "Shoes stay outside.")
    done = asked.run("questions", "add", name)
    assert (done.code, done.out.splitlines()) == (0, ["Q3 answerable en 2026-10-09  May shoes come in?", "  shoes v1 | Rule | public"])
    assert "its `keys` say what a right answer holds" in done.err
    assert asked.run("questions", "--check").out == "3 questions checked: no problems\n"
    again = asked.run("questions", "add", name, "--as-id", "E99")
    assert (again.code, again.err.splitlines()[0]) == (6, "error: Q3 already asks this as of 2026-10-09")


def test_id_and_kind_of_an_added_question_can_be_chosen(asked: Project) -> None:
    added = asked.run("questions", "add", kept(asked, "Who?"), "--as-id", "E99", "--kind", "gap", "--json").json
    assert (added["id"], added["kind"], added["abstain"]) == ("E99", "gap", True)


def test_an_answer_for_others_is_added_as_little_as_one_that_is_not_there(asked: Project) -> None:
    name = kept(asked, "Who?")
    denied, missing = (asked.run("questions", "add", one, "--audience", "public") for one in (name, "f" * 12))
    assert (denied.code, denied.out) == (missing.code, missing.out) == (1, "")
    assert denied.err.replace(name, "ID") == missing.err.replace("f" * 12, "ID")


@pytest.mark.parametrize(
    ("args", "message"), [(["--check", "add", "ab"], "--check stands before `add`"), (["remove"], "No such command 'remove'")]
)
def test_wrong_usage_of_commands_below_is_exit_code_2(asked: Project, args: list[str], message: str) -> None:
    done = asked.run("questions", *args)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


# --- Feedback ----------------------------------------------------------------------------------------------------------


def say(project: Project, name: str, verdict: str, comment: str = "") -> None:
    """Give feedback on a kept answer."""
    Feedback.of(project.settings).give(Ledger.of(project.settings).get(name, labels=STAFF), verdict, comment, when=NOON)


def test_feedback_is_listed_with_the_command_that_makes_it_a_question(asked: Project) -> None:
    wrong, right = kept(asked, "May shoes come in?", "Shoes stay outside."), kept(asked, "Where do shoes stay?", "Shoes stay outside.")
    say(asked, wrong, "wrong", "Only\nin summer.")
    say(asked, right, "right")
    done = asked.run("questions", "--feedback")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        f"wrong 2026-10-09 {wrong} “May shoes come in?” as of 2026-10-09",
        "   Only in summer.",
        f"   policy-assistant questions add {wrong}",
        f"right 2026-10-09 {right} “Where do shoes stay?” as of 2026-10-09",  # Q1 asks it already
        "2 judgements: 1 right, 1 wrong",
    ]
    assert asked.run(*done.out.splitlines()[2].split()[1:]).code == 0
    assert "questions add" not in asked.run("questions", "--feedback").out


def test_feedback_as_json_has_question_and_command(asked: Project) -> None:
    name = kept(asked, "May shoes come in?", "Shoes stay outside.")
    say(asked, name, "wrong", "No.")
    (record,) = asked.run("questions", "--feedback", "--json").json["feedback"]
    assert (record["answer_id"], record["verdict"], record["comment"], record["labels"]) == (name, "wrong", "No.", ["public", "staff"])
    assert (record["question"], record["answer"]) == ("May shoes come in?", "Shoes stay outside.")
    assert record["add"] == f"policy-assistant questions add {name}"


def test_feedback_on_answers_for_others_is_not_there(asked: Project) -> None:
    say(asked, kept(asked, "Who?"), "wrong", "Secret.")
    say(asked, name := kept(asked, "Where?", "Shoes stay outside.", labels=PUBLIC), "right")
    assert asked.run("questions", "--feedback", "--audience", "public").out.splitlines() == [
        f"right 2026-10-09 {name} “Where?” as of 2026-10-09",
        f"   policy-assistant questions add {name} --audience public",
        "1 judgement: 1 right, 0 wrong",
    ]


def test_feedback_on_an_erased_answer_is_only_counted(asked: Project) -> None:
    name = kept(asked, "Who is Smith?")
    say(asked, name, "wrong", "Smith left.")
    asked.run("audit", "--erase", name)
    assert asked.run("questions", "--feedback").out == f"wrong 2026-10-09 {name} (its answer was erased)\n1 judgement: 0 right, 1 wrong\n"


def test_feedback_needs_no_file_of_questions(project: Project) -> None:
    assert project.run("questions", "--feedback").out == "0 judgements: 0 right, 0 wrong\n"


def test_feedback_cannot_steer_the_terminal(asked: Project) -> None:
    say(asked, kept(asked, "Who?\x1b[31m"), "wrong", "\x1b]0;owned\x07\u202e")
    for view in ([], ["--json"]):
        assert not {"\x1b", "\x07", "\u202e"} & set(asked.run("questions", "--feedback", *view).out)


@pytest.mark.parametrize("other", [["--gaps"], ["--check"], ["--kind", "table"], ["--file", "x"]])
def test_feedback_stands_alone(asked: Project, other: list[str]) -> None:
    done = asked.run("questions", "--feedback", *other)
    assert (done.code, done.out) == (2, "")
    assert f"--feedback and {other[0]} cannot be used together" in done.err
