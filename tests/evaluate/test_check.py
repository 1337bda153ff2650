"""Sound questions: each problem once, and none where there is none."""

import pytest

from policy_assistant.evaluate.check import check_questions
from policy_assistant.evaluate.questions import Question
from tests.evaluate.samples import key, passage, question

INDEX = [
    passage("a", version="1", effective_to="2026-10-31"),
    passage("a", version="2", effective_from="2026-11-01"),
    passage("s", access="staff"),
]
V1, V2 = key("a", version="1"), key("a", version="2")


def problems(asked: Question) -> list[str]:
    return check_questions([asked], INDEX)


def test_a_sound_question_has_no_problem() -> None:
    sound = question(
        "Q1",
        [V1],
        as_of="2026-10-09",
        wrong_version=[V2],
        relevant_chunks=[INDEX[0].chunk_id],
        reference_answer="Within 30 days.",
        keys=[r"\b30\b"],
        must_not=["60"],
    )
    assert problems(sound) == []
    assert problems(question("Q2", abstain=True)) == []


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        (question("Q", [key("z")]), "relevant passage z v1 | Rules does not exist"),
        (question("Q", [V1], wrong_version=[key("a", version="9")]), "wrong_version passage a v9 | Rules does not exist"),
        (question("Q", [key("s")]), "relevant passage s v1 | Rules is labelled staff, not public"),
        (question("Q", [V2], as_of="2026-10-09"), "relevant passage a v2 | Rules is not in force on 2026-10-09"),
        (question("Q", [V1], as_of="2026-10-09", wrong_version=[V1]), "wrong_version passage a v1 | Rules is in force on 2026-10-09"),
        (question("Q", [V1], relevant_chunks=["0123456789ab"]), "relevant chunk 0123456789ab does not exist"),
        (question("Q", [V1], reference_answer="soon", keys=["30"]), "key '30' is not in the reference answer"),
        (question("Q", [V1], reference_answer="In 60 days", must_not=["60 DAYS"]), "must_not '60 DAYS' is in the reference answer"),
        (question("Q", [V1], keys=["("]), "key '(' is not a regular expression (missing ), unterminated subpattern at position 0)"),
        (question("Q", [V1], must_not=["a{99999999999}"]), "is not a regular expression (the repetition number is too large)"),
        (question("Q", [V1], abstain=True), "is to abstain, but names relevant passages"),
        (question("Q"), "names no relevant passage and is not to abstain"),
        (question("Q", [key("s", access="staff")]), "is said to be answerable for the public, but names no public passage"),
    ],
)
def test_each_problem_is_found_and_is_the_only_one(asked: Question, problem: str) -> None:
    found = problems(asked)
    assert len(found) == 1
    assert found[0].startswith("Q: ")
    assert found[0].endswith(problem)


def test_one_public_passage_is_enough_to_be_answerable_for_the_public() -> None:
    assert problems(question("Q", [key("s", access="staff"), V1])) == []
    assert problems(question("Q", [key("s", access="staff")], public_ok=False)) == []


def test_a_question_without_a_date_may_name_any_version() -> None:
    assert problems(question("Q", [V2], wrong_version=[V1])) == []


def test_patterns_are_not_searched_where_there_is_no_reference_answer() -> None:
    assert problems(question("Q", [V1], keys=["30"], must_not=["60"])) == []


def test_problems_of_several_questions_come_in_file_order() -> None:
    found = check_questions([question("Q2"), question("Q1", abstain=True), question("Q0")], INDEX)
    assert [line.split(":")[0] for line in found] == ["Q2", "Q0"]
