"""What is kept of an answer, and what is not."""

import json
from dataclasses import replace

import pytest

from policy_assistant.claims import Problem
from policy_assistant.ledger.chain import text_hash
from policy_assistant.ledger.record import KeptAnswer, answer_record, content_of, kept_answer
from tests.evaluate.samples import passage
from tests.ledger.samples import DAY, PUBLIC, STAFF, answer, claim, shoes


def kept(answered: object = None, today: str = DAY) -> KeptAnswer:
    return kept_answer("abc", 1, "2026-10-09T12:00:00Z", STAFF, content_of(answered or answer(), today))  # type: ignore[arg-type]


def test_an_answer_comes_back_with_all_that_decided_and_proved_it() -> None:
    chunk = shoes(pages=(2, 3))
    made = answer(
        "Where do shoes stay?",
        claim(chunk, "Shoes stay outside."),
        question_id="Q1",
        found=(chunk,),
        prompt="v2 12345678",
        generation=4,
        notes=("a note",),
        problems=("cut",),
    )
    found = kept(made)
    assert (found.question, found.question_id, found.language, found.as_of, found.audience) == (
        "Where do shoes stay?",
        "Q1",
        "en",
        DAY,
        "staff",
    )
    assert (found.model, found.method, found.prompt, found.generation, found.confidence) == (
        "extractor",
        "keywords",
        "v2 12345678",
        4,
        0.75,
    )
    assert (found.answerable, found.text, found.nearest) == (True, "Shoes stay outside.", ("shoes", "1"))
    assert (found.notes, found.problems, found.withheld, found.is_disputed) == (("a note",), ("cut",), 0, False)
    citation = found.citations[0]
    assert (citation.chunk_id, citation.doc_id, citation.version, citation.source) == (chunk.chunk_id, "shoes", "1", chunk.source)
    assert (citation.sections, citation.pages, citation.start, citation.end) == (("Rules",), (2, 3), 0, 19)
    assert (citation.text_hash, citation.quote_hash) == (text_hash(chunk.text), text_hash("Shoes stay outside."))


def test_of_passages_only_what_was_cited_is_kept() -> None:
    chunk, other = shoes(), passage("hats", text="Nobody cites the hidden hat.")
    content = content_of(answer("Where?", claim(chunk, "Shoes stay outside."), found=(other, chunk)), DAY)
    assert "hidden hat" not in content
    assert "Hats stay on" not in content
    assert json.loads(content)["nearest"] == ["hats", "1"]


def test_a_passage_that_the_audience_may_not_see_is_not_kept() -> None:
    secret = claim(shoes("The code is 4711.", access="staff"), "The code is 4711.", Problem("not_allowed"))
    made = answer("Which code?", replace(secret, text="It is withheld."), labels=PUBLIC)
    assert "4711" not in content_of(made, DAY)
    assert "4711" in content_of(replace(made, asked=replace(made.asked, labels=STAFF)), DAY)


def test_a_withheld_claim_is_kept_with_its_problems_and_is_no_citation_of_the_answer() -> None:
    chunk = shoes()
    found = kept(answer("Where?", claim(chunk, "Hats stay on.", Problem("number_not_found", "30")), claim(chunk, "Shoes stay outside.")))
    assert [(c.ok, c.problems) for c in found.claims] == [(False, ("number_not_found: 30",)), (True, ())]
    assert [citation.quote for citation in found.citations] == ["Shoes stay outside."]
    assert found.withheld == 1


@pytest.mark.parametrize(
    ("fields", "problem", "is_disputed"),
    [
        ({}, "contradicted", True),
        ({"is_disputed": True}, "", True),
        ({"notes": ("a note",)}, "negation", False),
    ],
)
def test_passages_that_disagree_make_an_answer_disputed(fields: dict[str, object], problem: str, is_disputed: bool) -> None:
    problems = (Problem(problem, "45"),) if problem else ()
    assert kept(answer("Where?", claim(shoes(), "Hats stay on.", *problems), **fields)).is_disputed is is_disputed  # type: ignore[arg-type]


def test_a_question_about_its_own_day_is_known_as_one() -> None:
    assert kept(answer(as_of=DAY), today=DAY).is_current
    assert not kept(answer(as_of="2026-05-01"), today=DAY).is_current


def test_an_abstention_of_a_chat_model_has_no_confidence_and_nothing_near() -> None:
    found = kept(answer(decision=None))
    assert (found.answerable, found.confidence, found.nearest, found.citations) == (False, None, ("", ""), [])


def test_a_place_that_two_claims_cite_counts_once() -> None:
    one = claim(shoes(), "Shoes stay outside.")
    assert len(kept(answer("Where?", one, replace(one, text="Outside."))).citations) == 1


def test_the_record_is_json_and_lists_its_labels_in_order() -> None:
    record = json.loads(json.dumps(answer_record(kept())))
    assert record["labels"] == ["public", "staff"]
    assert record["id"] == "abc"


@pytest.mark.parametrize("content", ["{}", "[]", "null", '{"claims": 3}', "not json"])
def test_a_record_of_another_form_is_refused(content: str) -> None:
    with pytest.raises((LookupError, TypeError, ValueError)):
        kept_answer("abc", 1, "", STAFF, content)
