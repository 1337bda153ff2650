"""Questions that the documents do not answer well, in groups."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from policy_assistant.answer import Answer
from policy_assistant.claims import Problem
from policy_assistant.gaps import Gap, find_gaps
from policy_assistant.ledger.store import Ledger
from policy_assistant.metadata import Chunk
from policy_assistant.versions import Versions
from tests.ledger.samples import NOON, PUBLIC, STAFF, answer, claim
from tests.project import Project


@pytest.fixture
def made(project: Project) -> Project:
    project.add("shoes", owner="Desk")
    project.add("board", access="staff", owner="Board")
    project.ingest()
    return project


def gaps(project: Project, answers: Sequence[Answer], labels: frozenset[str] = STAFF) -> list[Gap]:
    ledger = Ledger.of(project.settings)
    for number, one in enumerate(answers):
        ledger.keep(one, NOON + timedelta(days=number))
    return find_gaps(ledger.answers(labels=labels), Versions(project.assistant.store, labels))


def chunk(project: Project, doc_id: str = "shoes") -> Chunk:
    return project.assistant.store.chunks(doc_id)[0]


def test_questions_that_share_half_of_their_words_are_one_gap(made: Project) -> None:
    asked = ["May I park a bicycle indoors?", "Who pays for lunch?", "Is parking bicycles indoors forbidden?", "Can my bicycle be parked?"]
    found = gaps(made, [answer(question) for question in asked])
    assert [(gap.question, gap.count, gap.last) for gap in found] == [
        ("Can my bicycle be parked?", 3, "2026-10-12"),
        ("Who pays for lunch?", 1, "2026-10-10"),
    ]
    assert found[0].abstained == 3
    assert len(found[0].answers) == 3


@pytest.mark.parametrize(
    ("asked", "counts"),
    [
        (["apple pear?", "pear plum apple?", "plum pear cherry?"], [3]),
        (["apple pear?", "plum pear cherry?"], [1, 1]),
        (["apple pear?", "pear plum?"], [1, 1]),
        (["apple pear plum?", "plum pear cherry?"], [2]),
    ],
)
def test_a_question_joins_the_group_whose_latest_question_is_near(made: Project, asked: list[str], counts: list[int]) -> None:
    assert [gap.count for gap in gaps(made, [answer(question) for question in asked])] == counts


def test_questions_of_function_words_only_are_grouped_when_they_are_the_same(made: Project) -> None:
    assert [gap.count for gap in gaps(made, [answer("What is it?"), answer("what  is it?"), answer("Who are you?")])] == [2, 1]


def test_answers_that_lost_claims_or_rest_on_disagreeing_passages_are_gaps_too(made: Project) -> None:
    good = claim(chunk(made), "Shoes stay outside.")
    lost = claim(chunk(made), "Shoes stay outside.", Problem("number_not_found", "30"))
    against = claim(chunk(made), "Shoes stay outside.", Problem("contradicted", "45"))
    found = gaps(made, [answer("Lost apples?", good, lost), answer("Disputed pears?", good, against), answer("Fine plums?", good)])
    told = {gap.question: (gap.abstained, gap.disputed, gap.withheld) for gap in found}
    assert told == {"Lost apples?": (0, 0, 1), "Disputed pears?": (0, 1, 1)}


@pytest.mark.parametrize(("again", "expected"), [("WHERE do shoes stay? ", 0), ("Where do hats stay?", 1)])
def test_a_question_that_was_answered_since_is_no_gap(made: Project, again: str, expected: int) -> None:
    good = claim(chunk(made), "Shoes stay outside.")
    assert len(gaps(made, [answer("Where do shoes stay?"), answer(again, good)])) == expected


def test_a_question_that_was_answered_before_or_for_others_is_a_gap(made: Project) -> None:
    good = claim(chunk(made), "Shoes stay outside.")
    answers = [answer("Where do shoes stay?", good), answer("Where do shoes stay?", labels=PUBLIC), answer("Where do shoes stay?", good)]
    assert [gap.count for gap in gaps(made, answers)] == [1]


def test_the_owner_is_that_of_the_document_found_most_often(made: Project) -> None:
    shoes, board = chunk(made), chunk(made, "board")
    found: list[tuple[Any, ...]] = [(shoes,), (board,), (shoes, board), ()]
    gap = gaps(made, [answer("May I park a bicycle?", found=passages) for passages in found])[0]
    assert (gap.nearest, gap.owner) == ("shoes", "Desk")


def test_a_document_that_the_reader_may_not_see_is_not_named(made: Project) -> None:
    gap = gaps(made, [answer("May I park a bicycle?", found=(chunk(made, "board"),), labels=PUBLIC)], PUBLIC)[0]
    assert (gap.nearest, gap.owner) == ("", "")
