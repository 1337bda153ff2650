"""A kept answer becomes a fixed question."""

import json
from pathlib import Path

import pytest

from policy_assistant.errors import InputRefusedError, UsageError
from policy_assistant.evaluate.adding import add_question, next_name
from policy_assistant.evaluate.check import check_questions
from policy_assistant.evaluate.questions import Question, load_questions
from policy_assistant.ledger.record import KeptAnswer
from policy_assistant.ledger.store import Ledger
from policy_assistant.versions import Versions
from tests.evaluate.samples import question
from tests.ledger.samples import NOON, PUBLIC, STAFF, answer, claim
from tests.project import Project, page

BODY = "## Window\n\nGoods go back within 30 days.\n\n## Refund\n\nMoney comes within 14 days.\n"


@pytest.fixture
def made(project: Project) -> Project:
    project.write("a.md", page("returns", BODY))
    project.write("b.md", page("board", access="staff"))
    project.ingest()
    return project


def keep(project: Project, *quotes: str, question: str = "How long?", **fields: object) -> KeptAnswer:
    chunks = project.chunks()
    claims = [claim(next(c for c in chunks if quote in c.quote), quote) for quote in quotes]
    return Ledger.of(project.settings).keep(answer(question, *claims, **fields), NOON)  # type: ignore[arg-type]


def add(project: Project, kept: KeptAnswer, *, name: str = "", kind: str = "") -> Question:
    store = project.assistant.store
    return add_question(kept, project.settings, store, Versions(store, STAFF), name=name, kind=kind)


def write(project: Project, content: bytes) -> Path:
    path = project.settings.questions_path
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    return path


def test_an_answer_becomes_a_sound_question_with_what_it_cites(made: Project) -> None:
    kept = keep(made, "Goods go back within 30 days.", "30 days", "Money comes within 14 days.", "Shoes stay outside.")
    added = add(made, kept)
    assert [*load_questions(made.settings.questions_path).values()] == [added]
    assert (added.id, added.question, added.language, added.kind, added.as_of) == ("L01", "How long?", "en", "answerable", "2026-10-09")
    assert added.relevant == [
        {"doc_id": "returns", "version": "1", "section": "Window", "access": "public"},
        {"doc_id": "returns", "version": "1", "section": "Refund", "access": "public"},
        {"doc_id": "board", "version": "1", "section": "Rule", "access": "staff"},
    ]
    assert (added.abstain, added.public_ok, added.tags, added.reference_answer) == (False, True, ["ledger"], "")
    assert kept.id in added.notes
    assert check_questions([added], made.chunks()) == []


def test_an_abstention_becomes_a_question_to_abstain_on(made: Project) -> None:
    added = add(made, keep(made))
    assert (added.kind, added.abstain, added.relevant) == ("unanswerable", True, [])


def test_an_abstention_for_an_audience_that_does_not_see_every_label_is_refused(made: Project) -> None:
    with pytest.raises(InputRefusedError, match="abstained for public, which does not see every label") as refused:
        add(made, keep(made, labels=PUBLIC))
    assert refused.value.hint == "ask it with --audience staff, which sees every label, and add that answer"
    assert not made.settings.questions_path.exists()
    assert not add(made, keep(made, "Goods go back within 30 days.", labels=PUBLIC)).abstain


def test_without_an_audience_that_sees_every_label_no_abstention_is_added(made: Project) -> None:
    made.configure('[access]\nlabels = ["public", "hr", "staff"]\n[access.audiences]\nhr = ["public", "hr"]\nstaff = ["public", "staff"]\n')
    with pytest.raises(InputRefusedError, match="abstained for staff") as refused:
        add(made, keep(made))
    assert refused.value.hint.startswith("no audience sees every label; write the question into the file")


def test_a_label_that_no_audience_sees_is_not_missed(made: Project) -> None:
    made.configure('[access]\nlabels = ["public", "staff", "board"]\n')
    assert add(made, keep(made)).abstain


def test_a_question_that_only_restricted_passages_answer_is_not_for_the_public(made: Project) -> None:
    assert not add(made, keep(made, "Shoes stay outside.")).public_ok


@pytest.mark.parametrize("chunker", ["fixed", "structure"])
def test_the_section_is_the_one_in_which_the_quote_stands(made: Project, chunker: str) -> None:
    made.ingest(chunker=chunker, rebuild=True)
    assert [key["section"] for key in add(made, keep(made, "Money comes within 14 days.")).relevant] == ["Refund"]


@pytest.mark.parametrize(
    "before", [b"", b'{"id": "Q1", "question": "x", "abstain": true}', b'\xef\xbb\xbf{"id": "Q1", "question": "x", "abstain": true}\r\n']
)
def test_what_the_file_held_stays_as_it_was(made: Project, before: bytes) -> None:
    path = write(made, before)
    added = add(made, keep(made))
    after = path.read_bytes()
    assert after.startswith(before)
    assert json.loads(after[len(before) :].decode())["id"] == added.id
    assert [*load_questions(path)][-1] == added.id
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ([], "L01"),
        (["Q1", "Q67"], "Q68"),
        (["Q67", "E09"], "E10"),
        (["E99"], "E100"),
        (["E10", "E2"], "E11"),
        (["7"], "8"),
        (["first"], "L01"),
        (["Q1", "first"], "Q2"),
        (["x" + "9" * 5000], "L01"),
    ],
)
def test_the_next_id_follows_the_last_one(names: list[str], expected: str) -> None:
    assert next_name({name: question(name) for name in names}) == expected


def test_id_and_kind_can_be_chosen(made: Project) -> None:
    added = add(made, keep(made), name="E99", kind="table")
    assert (added.id, added.kind) == ("E99", "table")


@pytest.mark.parametrize(
    ("name", "message"), [("Q1", "the ID 'Q1' is used already"), ("a b", "'a b' is no ID"), ("x" * 65, "is no ID"), ("é\n", "is no ID")]
)
def test_an_id_that_is_used_or_is_none_is_refused(made: Project, name: str, message: str) -> None:
    path = write(made, b'{"id": "Q1", "question": "x", "abstain": true}\n')
    before = path.read_bytes()
    with pytest.raises(UsageError, match=message):
        add(made, keep(made), name=name)
    assert path.read_bytes() == before


def test_a_question_that_is_asked_already_is_refused(made: Project) -> None:
    add(made, keep(made))
    with pytest.raises(InputRefusedError, match="L01 already asks this as of 2026-10-09"):
        add(made, keep(made, question="HOW  long?"))
    assert add(made, keep(made, as_of="2026-10-10")).id == "L02"


def test_a_question_that_is_no_longer_sound_is_refused(made: Project) -> None:
    kept = keep(made, "Goods go back within 30 days.")
    (made.documents / "a.md").unlink()
    made.ingest()
    with pytest.raises(InputRefusedError, match=r"relevant passage returns v1 \| Window does not exist"):
        add(made, kept)
    assert not made.settings.questions_path.exists()


def test_a_wrong_file_is_not_added_to(made: Project) -> None:
    path = write(made, b"not json\n")
    with pytest.raises(InputRefusedError, match=r"questions.jsonl line 1: not JSON"):
        add(made, keep(made))
    assert path.read_bytes() == b"not json\n"
