"""What is right and wrong with an answer."""

import json
from typing import Any

import pytest

from policy_assistant.errors import InputRefusedError, UsageError
from policy_assistant.evaluate.answers import AnswerSetting, check_patterns, day_of, evaluate_answers, expected_of
from policy_assistant.evaluate.questions import Question
from tests.evaluate.answer_samples import NO_FILES, PUBLIC, answer, claim, judged, sure
from tests.evaluate.samples import key, passage, question
from tests.project import Project

STAFF = frozenset({"public", "staff"})
A, B, SECRET = passage("a"), passage("b"), passage("s", access="staff")
ASKED = question("Q1", [key("a")], keys=["30 days|thirty", r"\bfree\b"], must_not=["45"], reference_answer="Free for 30 days.")
SILENT = question("Q2", abstain=True)
HIDDEN = question("Q3", [key("s", access="staff")], keys=["9"])


def test_an_answer_with_every_key_is_correct_whatever_the_case() -> None:
    found = judged(ASKED, claim("Returns are FREE", A), claim("for Thirty days", A))
    assert (found.is_correct, found.is_answered, found.is_valid, found.is_relevant, found.faults) == (True, True, True, True, ())


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ([claim("30 days", A)], r"keys missing: \bfree\b"),
        ([claim("free for 30 days, once 45", A)], "must_not found: 45"),
        ([], "abstained: no passage was given"),
        ([claim("free for 30 days", A, problems=["quote_not_found"])], "abstained: no claim stands (quote_not_found)"),
    ],
)
def test_an_answer_without_a_key_or_with_a_must_not_is_not(said: list[Any], fault: str) -> None:
    found = judged(ASKED, *said)
    assert (found.is_correct, found.faults) == (False, (fault,))


def test_a_claim_that_does_not_stand_has_no_key() -> None:
    found = judged(ASKED, claim("30 days", A), claim("free", A, problems=["no_citation"]))
    assert found.missing == (r"\bfree\b",)


def test_a_claim_with_a_soft_problem_stands_and_the_check_is_counted() -> None:
    found = judged(ASKED, claim("free for 30 days", A, problems=["unsupported"]))
    assert (found.is_correct, found.failed_checks) == (True, {"unsupported": 1})


def test_an_answer_from_another_passage_says_which() -> None:
    found = judged(ASKED, claim("30 days", B))
    assert found.is_relevant is False
    assert found.faults[-1] == "wrong passage: cites b v1 | Rules"
    assert judged(ASKED, claim("free for 30 days", B)).faults == ()


def test_without_keys_an_answer_is_not_scored_but_its_passage_is() -> None:
    found = judged(question("Q4", [key("a")]), claim("anything", B))
    assert (found.is_correct, found.faults) == (None, ("wrong passage: cites b v1 | Rules",))


def test_only_an_abstention_is_correct_where_the_documents_do_not_say() -> None:
    assert judged(SILENT).is_correct is True
    found = judged(SILENT, claim("The documents do not say.", A))
    assert (found.is_correct, found.faults) == (False, ("answered, although the documents do not say",))


@pytest.mark.parametrize("one", [ASKED, SILENT])
def test_an_unusable_reply_is_neither_valid_nor_correct_nor_an_abstention(one: Question) -> None:
    found = judged(one, problems=("cut: the limit was reached",))
    assert (found.is_valid, found.is_correct, found.is_abstained, found.is_answered) == (False, False, False, False)
    assert found.faults == ("no answer: cut: the limit was reached",)


def test_what_the_audience_may_not_see_can_be_abstained_or_answered_but_must_not_leak() -> None:
    assert (expected_of(HIDDEN, PUBLIC), expected_of(HIDDEN, STAFF)) == ("either", "answer")
    assert expected_of(question("Q4"), PUBLIC) == "answer"
    assert (judged(HIDDEN).is_correct, judged(HIDDEN).faults) == (None, ())
    assert judged(HIDDEN, claim("from the open", A)).faults == ()
    assert judged(HIDDEN, claim("7", SECRET)).faults == (f"leak: passage {SECRET.chunk_id}",)
    assert judged(HIDDEN, claim("7", SECRET), labels=STAFF).leaks == ()


def test_a_passage_that_was_only_found_or_belongs_to_a_withheld_claim_leaks_too() -> None:
    assert judged(ASKED, passages=(SECRET,)).leaks == (SECRET.chunk_id,)
    assert judged(ASKED, claim("x", SECRET, problems=["not_allowed"]), passages=()).leaks == (SECRET.chunk_id,)


def test_a_relevant_passage_that_the_audience_may_not_see_does_not_count_as_relevant() -> None:
    one = question("Q5", [key("a"), key("s", access="staff")])
    assert judged(one, claim("x", SECRET)).is_relevant is False


def test_every_quote_is_proved_and_those_of_withheld_claims_too() -> None:
    found = judged(ASKED, claim("free for 30 days", A, quote="Rules"), claim("x", B, quote="Rules", problems=["contradicted"]))
    assert (found.quotes, len(found.inexact)) == (2, 2)
    assert found.faults[0] == "quote: documents/a.md: the file is gone"


def test_words_and_times_are_those_of_the_answer() -> None:
    found = judged(ASKED, claim("free for  30 days", A))
    assert (found.words, found.search_milliseconds, found.further_milliseconds) == (4, 4.0, 2.0)
    assert judged(ASKED).words == 0


def test_the_reason_of_a_decision_is_told() -> None:
    assert judged(ASKED, decision=sure(0.2, reason="nothing holds refund")).faults == ("abstained: nothing holds refund",)


@pytest.mark.parametrize("fields", [{"keys": ["("]}, {"must_not": ["a", "*"]}])
def test_a_key_that_is_no_pattern_is_refused_before_anything_is_asked(fields: dict[str, Any]) -> None:
    asked: list[str] = []

    def never(one: Question) -> Any:
        asked.append(one.id)

    with pytest.raises(InputRefusedError, match=r"Q9: .* is not a regular expression"):
        evaluate_answers([question("Q9", **fields)], never, NO_FILES, AnswerSetting(5, None, "public", PUBLIC, "2026-10-09", ["en"]))
    assert asked == []
    check_patterns([ASKED])


def test_questions_are_asked_in_order_with_progress() -> None:
    told: list[tuple[int, int]] = []
    setting = AnswerSetting(5, None, "public", PUBLIC, "2026-10-09", ["en"])
    done = evaluate_answers([ASKED, SILENT], answer, NO_FILES, setting, lambda *step: told.append(step))
    assert ([one.question.id for one in done.judged], told, done.as_of) == (["Q1", "Q2"], [(1, 2), (2, 2)], "question")
    assert (done.model, done.method, done.prompt) == ("extractor", "bm25", "")
    assert [one.question.id for one in done.missed] == ["Q1"]


def test_no_questions_make_an_evaluation_too() -> None:
    done = evaluate_answers([], answer, NO_FILES, AnswerSetting(5, None, "public", PUBLIC, "2026-10-09", ["en"]))
    assert (done.model, done.method, done.prompt, done.missed) == ("", "", "", [])


@pytest.mark.parametrize(
    ("day", "fields", "as_of", "language"),
    [
        (None, {"as_of": "2026-01-01", "language": "fr-CA"}, "2026-01-01", "fr"),
        (None, {}, "2026-10-09", "en"),
        ("2026-05-05", {"as_of": "2026-01-01"}, "2026-05-05", "en"),
        (None, {"question": "Combien de jours pour un retour ?"}, "2026-10-09", "fr"),
    ],
)
def test_a_question_has_its_own_date_and_language_unless_told_otherwise(
    day: str | None, fields: dict[str, Any], as_of: str, language: str
) -> None:
    asked = AnswerSetting(5, day, "public", PUBLIC, "2026-10-09", ["en", "fr"]).asked(question("Q1", **fields))
    assert (asked.as_of, asked.language, asked.id, asked.labels) == (as_of, language, "Q1", PUBLIC)


def test_an_answer_needs_a_day() -> None:
    assert [day_of(text, "2026-10-09") for text in ("", "today", "2026-01-01")] == [None, "2026-10-09", "2026-01-01"]
    with pytest.raises(UsageError, match="`none` is not allowed"):
        day_of("none", "2026-10-09")


@pytest.fixture
def asked(project: Project) -> Project:
    """Two documents that answer one question, one that is staff's, and a question whose ID looks like no ID."""
    project.add("shoes", "## Rule\n\nShoes stay outside the workshop.\n")
    project.add("boots", "## Rule\n\nBoots are cleaned every Friday.\n")
    project.add("gate", "## Code\n\nThe workshop gate code is zebra.\n", access="staff")
    project.ingest()
    (project.folder / "questions").mkdir()
    rows: list[dict[str, Any]] = [
        {"id": "where do shoes stay", "question": "Where do shoes stay?", "keys": ["outside"], "relevant": [key("shoes", "Rule")]},
        {"id": "Q2", "question": "What is the workshop gate code?", "keys": ["zebra"], "relevant": [key("gate", "Code", access="staff")]},
    ]
    (project.folder / "questions" / "questions.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return project


def test_a_project_is_asked_and_every_quote_of_it_stands_in_its_file(asked: Project) -> None:
    assistant = asked.assistant
    done = assistant.evaluate_answers(audience="staff")
    assistant.store.close()
    first = done.judged[0]
    assert (first.is_correct, first.is_relevant, first.answer.asked.text) == (True, True, "Where do shoes stay?")
    assert sum(one.quotes for one in done.judged) > 0
    assert all(not one.inexact for one in done.judged)


def test_the_public_gets_nothing_of_the_staff(asked: Project) -> None:
    assistant = asked.assistant
    done = assistant.evaluate_answers(audience="public")
    assistant.store.close()
    assert [one.expected for one in done.judged] == ["answer", "either"]
    assert all(not one.leaks for one in done.judged)
    assert "zebra" not in repr(done.judged[1].answer)


def test_a_question_is_asked_as_if_the_documents_that_answer_it_were_not_there(asked: Project) -> None:
    assistant = asked.assistant
    done = assistant.evaluate_answers(audience="staff", without_relevant=True)
    assistant.store.close()
    assert all(chunk.doc_id != "shoes" for chunk in done.judged[0].answer.passages)
    assert any(chunk.doc_id == "shoes" for chunk in done.judged[1].answer.passages)
    assert not done.judged[0].is_correct


def test_one_half_of_the_questions_can_be_asked(asked: Project) -> None:
    assistant = asked.assistant
    halves = [[one.question.id for one in assistant.evaluate_answers(half=half).judged] for half in ("even", "odd")]
    assistant.store.close()
    assert sorted([*halves[0], *halves[1]]) == ["Q2", "where do shoes stay"]


def test_the_baseline_and_every_version_cannot_be_answered(asked: Project) -> None:
    assistant = asked.assistant
    with pytest.raises(UsageError, match="the baseline has no dates"):
        assistant.evaluate_answers(method="baseline")
    with pytest.raises(UsageError, match="`none` is not allowed"):
        assistant.evaluate_answers(as_of="none")
    if "store" in assistant.__dict__:
        assistant.store.close()
