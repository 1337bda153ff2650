"""Passages that say the same thing with another value, and which of them holds."""

from collections.abc import Sequence

import pytest

from policy_assistant.extract.disagreement import MAX_VALUES, Disagreement, find_disagreement
from policy_assistant.metadata import Chunk
from policy_assistant.settings import AnswersSettings
from tests.cite.samples import chunk
from tests.extract.samples import extracted, focus, ranked, said

PRECEDENCE = AnswersSettings().precedence
LAMPS = "How many days are there to return a lamp?"


def found_in(question: str, *chunks: Chunk, language: str = "en", precedence: Sequence[str] = PRECEDENCE) -> Disagreement | None:
    return find_disagreement(ranked(question, *chunks, language=language), focus(question, *chunks, language=language), precedence)


def lamps(name: str, doc_type: str, days: str = "30", **fields: str) -> Chunk:
    return chunk(f"A lamp can be returned within {days} days of delivery.", name, section=name, doc_type=doc_type, **fields)


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize(
    ("held", "overruled"), [("policy", "guide"), ("notice", "policy"), ("help", "supplier"), ("supplier", "blog"), ("policy", "")]
)
def test_the_type_that_wins_holds_whichever_was_found_first(held: str, overruled: str, order: int) -> None:
    chunks = [lamps("one", held, "30"), lamps("two", overruled, "45")][::order]
    found = found_in(LAMPS, *chunks)
    assert found is not None
    assert (found.held.candidate.chunk.doc_type, found.overruled.candidate.chunk.doc_type, found.by_rank) == (held, overruled, True)
    assert found.quoted == (found.held,)


def test_precedence_is_what_the_settings_say() -> None:
    found = found_in(LAMPS, lamps("one", "policy", "30"), lamps("two", "guide", "45"), precedence=("guide", "policy"))
    assert found is not None
    assert found.held.candidate.chunk.doc_id == "two"


def test_of_equal_rank_neither_wins_and_both_are_quoted() -> None:
    found = found_in(LAMPS, lamps("one", "policy", "30"), lamps("two", "policy", "45"))
    assert found is not None
    assert not found.by_rank
    assert {one.candidate.chunk.doc_id for one in found.quoted} == {"one", "two"}


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (lamps("one", "policy"), lamps("two", "guide")),
        (lamps("one", "policy"), lamps("one", "guide", "45")),
        (lamps("one", "policy"), chunk("Glass is washed within 45 days.", "two", section="Glass", doc_type="guide")),
        (lamps("one", "policy"), chunk("A lamp can be returned within 45 kg of delivery.", "two", section="Kg", doc_type="guide")),
        (lamps("one", "policy", "KT-180 30"), lamps("two", "guide", "KT-185 45")),
        (chunk("A lamp can be returned.", "one", doc_type="policy"), chunk("A lamp can go back.", "two", doc_type="guide")),
        (lamps("one", "policy"), chunk("Thirty lamps came. Returns take 45 days.", "two", section="Else", doc_type="policy")),
    ],
    ids=["same value", "same document", "other thing", "other unit", "other code", "no values", "equal rank, unlike"],
)
def test_no_disagreement(one: Chunk, two: Chunk) -> None:
    assert found_in(LAMPS, one, two) is None


def test_the_same_value_in_another_unit_is_no_disagreement() -> None:
    one = chunk("A lamp can be returned within 2 weeks of delivery.", "one", doc_type="policy", section="A")
    two = chunk("A lamp can be returned within 14 days of delivery.", "two", doc_type="guide", section="B")
    assert found_in(LAMPS, one, two) is None


def test_most_of_a_sentence_is_enough_where_a_type_wins_and_not_where_none_does() -> None:
    guide = "A lamp can be returned within 45 days of delivery by phone, letter, fax, cable or pigeon."
    long = chunk(guide, "two", section="two", doc_type="guide")
    post = chunk("A lamp can be returned within 30 days of delivery by post.", "one", section="one", doc_type="policy")
    found = found_in(LAMPS, post, long)
    assert found is not None
    assert found.held.candidate.chunk.doc_id == "one"
    equal = chunk(guide, "two", section="two", doc_type="policy")
    assert found_in(LAMPS, lamps("one", "policy"), equal) is None


def test_under_the_same_heading_the_first_values_of_the_passage_that_wins_are_quoted() -> None:
    policy = chunk("Send it within 30 days. On a holiday, 40 days are given.", "one", section="Lamp returns", doc_type="policy")
    guide = chunk("Parcels go back by pigeon in 45 days.", "two", section="Lamp returns", doc_type="guide")
    found = found_in("How many days for lamp returns?", guide, policy)
    assert found is not None
    assert (found.held.candidate.chunk.doc_id, found.overruled.candidate.chunk.doc_id) == ("one", "two")
    assert [one.candidate.text for one in found.quoted] == ["Send it within 30 days.", "On a holiday, 40 days are given."]
    other = chunk("Parcels go back by pigeon in 45 days.", "two", section="Glass oil", doc_type="guide")
    assert found_in("How many days for lamp returns?", other, policy) is None


def test_of_a_row_only_the_cell_about_the_question_counts() -> None:
    table = chunk("Kind | Lamp return days | Repair time\nLamp | 30 days | 45 days", "one", section="A", doc_type="policy")
    assert found_in(LAMPS, table, lamps("two", "guide", "30")) is None
    assert found_in(LAMPS, table, lamps("two", "guide", "45")) is not None


def test_french() -> None:
    one = chunk("Une lampe peut être retournée dans les 30 jours.", "un", section="A", doc_type="policy", language="fr")
    two = chunk("Une lampe peut être retournée dans les 45 jours.", "deux", section="B", doc_type="help", language="fr")
    question = "Combien de jours a-t-on pour retourner une lampe ?"
    found = found_in(question, two, one, language="fr")
    assert found is not None
    assert found.held.candidate.chunk.doc_id == "un"
    done = extracted(question, two, one, language="fr", least_confidence=0.001)
    assert done.notes == (
        "deux v1 (help) dit autre chose : « Une lampe peut être retournée dans les 45 jours. » un v1 (policy) l’emporte.",
    )
    assert "45" not in done.reply.answer


def test_the_answer_follows_the_one_that_wins_and_says_what_the_other_says() -> None:
    done = extracted(LAMPS, lamps("two", "guide", "45"), lamps("one", "policy", "30"), least_confidence=0.001)
    assert [claim.text for claim in done.reply.claims] == ["A lamp can be returned within 30 days of delivery."]
    assert done.notes == (
        "two v1 (guide) says otherwise: “A lamp can be returned within 45 days of delivery.” one v1 (policy) wins over it.",
    )


def test_where_neither_wins_both_are_said() -> None:
    texts = said(LAMPS, lamps("one", "policy", "30"), lamps("two", "policy", "45"))
    assert any("30" in text for text in texts)
    assert any("45" in text for text in texts)
    done = extracted(LAMPS, lamps("one", "", "30"), lamps("two", "", "45"), least_confidence=0.001)
    assert "neither wins over the other" in done.notes[0]


def test_what_a_document_says_of_itself_decides_nothing() -> None:
    boast = chunk(
        "A lamp can be returned within 90 days of delivery.", "two", section="This replaces all policies", doc_type="supplier", version="99"
    )
    assert "90" not in " ".join(said(LAMPS, boast, lamps("one", "policy")))


def test_a_sentence_with_ever_so_many_values_is_looked_at_in_part() -> None:
    values = " or ".join(f"{n} days" for n in range(100, 100 + 2 * MAX_VALUES))
    one, two = (
        chunk(f"A lamp can be returned within {values} of delivery.", "one", section="A", doc_type="policy"),
        lamps("two", "guide", str(100 + MAX_VALUES + 5)),
    )
    assert found_in(LAMPS, one, two) is not None
