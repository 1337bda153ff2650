"""What turns until a day, and what rests on it."""

import pytest

from policy_assistant.audit.ahead import Turn, turns_until
from policy_assistant.errors import UsageError
from policy_assistant.ledger.store import Ledger
from policy_assistant.versions import Versions
from tests.evaluate.samples import key, question
from tests.ledger.samples import DAY, NOON, PUBLIC, STAFF, answer, claim
from tests.project import Project, page

QUESTIONS = [
    question("Q1", [key("returns", "Rule", "3")]),
    question("Q2", [key("returns", "Rule", "4")]),
    question("Q3", [key("hats", "Rule", "1")]),
    question("Q4", abstain=True),
]


@pytest.fixture
def made(project: Project) -> Project:
    project.write("a3.md", page("returns", version="3", effective_to="2026-10-31", owner="Desk"))
    project.write("a4.md", page("returns", version="4", effective_from="2026-11-01", owner="Desk"))
    project.write("b.md", page("hats", version="1", effective_to="2026-12-31", owner="Board", access="staff"))
    project.write("c.md", page("open", version="1"))
    project.ingest()
    chunks = {(c.doc_id, c.version): c for c in project.chunks()}
    for name, version in (("returns", "3"), ("returns", "4"), ("hats", "1")):
        Ledger.of(project.settings).keep(answer(f"{name} {version}?", claim(chunks[name, version], "Shoes stay outside.")), NOON)
    unanswered = answer("Nothing?", claim(chunks["hats", "1"], "Shoes stay outside."), answerable=False)
    Ledger.of(project.settings).keep(unanswered, NOON)
    return project


def turns(project: Project, day: str, today: str = DAY, labels: frozenset[str] = STAFF) -> list[Turn]:
    assistant = project.assistant
    answers = Ledger.of(assistant.settings).answers(labels=labels)
    return turns_until(day, today, Versions(assistant.store, labels), QUESTIONS, answers)


def test_versions_that_end_or_start_come_by_owner_and_day(made: Project) -> None:
    assert [(t.owner, t.day, t.doc_id, t.version, t.what, t.other) for t in turns(made, "2026-12-31")] == [
        ("Board", "2026-12-31", "hats", "1", "ends", ""),
        ("Desk", "2026-10-31", "returns", "3", "ends", "4"),
        ("Desk", "2026-11-01", "returns", "4", "starts", "3"),
    ]


def test_questions_and_answers_that_rest_on_a_version_or_on_what_it_replaces_are_touched(made: Project) -> None:
    hats, ends, starts = turns(made, "2026-12-31")
    assert [t.questions for t in (hats, ends, starts)] == [("Q3",), ("Q1",), ("Q1", "Q2")]
    asked = [[kept.question for kept in t.answers] for t in (hats, ends, starts)]
    assert asked == [["hats 1?"], ["returns 3?"], ["returns 3?", "returns 4?"]]


@pytest.mark.parametrize(
    ("today", "day", "expected"),
    [
        ("2026-10-09", "2026-10-30", []),
        ("2026-10-09", "2026-10-31", ["ends"]),
        ("2026-10-31", "2026-11-01", ["ends", "starts"]),
        ("2026-11-01", "2026-11-30", []),
        ("2026-11-01", "2026-11-01", []),
    ],
)
def test_the_last_day_lies_ahead_until_it_is_over_and_the_first_until_it_has_come(
    made: Project, today: str, day: str, expected: list[str]
) -> None:
    assert [turn.what for turn in turns(made, day, today)] == expected


def test_what_the_labels_do_not_show_does_not_turn(made: Project) -> None:
    assert {turn.doc_id for turn in turns(made, "2026-12-31", labels=PUBLIC)} == {"returns"}


def test_a_day_before_today_is_refused(made: Project) -> None:
    with pytest.raises(UsageError, match="2026-10-08 is before today, 2026-10-09"):
        turns(made, "2026-10-08")
