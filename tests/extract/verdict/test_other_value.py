"""No, where a question repeats the value of the passage that is overruled."""

import pytest

from tests.cite.samples import chunk
from tests.extract.samples import said

POLICY = chunk("A lamp can be returned within 30 days of delivery.", "one", section="A", doc_type="policy")
GUIDE = chunk("A lamp can be returned within 45 days of delivery.", "two", section="B", doc_type="guide")
EQUAL = chunk("A lamp can be returned within 45 days of delivery.", "two", section="B", doc_type="policy")
POLITIQUE = chunk("Une lampe peut être retournée dans les 30 jours.", "un", section="A", doc_type="policy", language="fr")
AIDE = chunk("Une lampe peut être retournée dans les 45 jours.", "deux", section="B", doc_type="help", language="fr")


@pytest.mark.parametrize(
    "question",
    [
        "A lamp can be returned within 45 days, right?",
        "The leaflet gives a lamp 45 days to be returned. Is that still valid?",
        "Is it true that a lamp can be returned within 45 days?",
    ],
)
def test_no(question: str) -> None:
    assert said(question, GUIDE, POLICY) == ["No.", "A lamp can be returned within 30 days of delivery."]


def test_non() -> None:
    texts = said("Est-ce vrai qu'une lampe peut être retournée dans les 45 jours ?", AIDE, POLITIQUE, language="fr")
    assert texts == ["Non.", "Une lampe peut être retournée dans les 30 jours."]


@pytest.mark.parametrize(
    "question",
    [
        "Is it true that a lamp can be returned within 30 days?",
        "Is it true that a lamp can be returned within 99 days?",
        "Is it true that a lamp can be returned?",
        "How many days within 45 days can a lamp be returned?",
    ],
)
def test_nothing_is_denied_where_the_question_does_not_repeat_the_overruled_value(question: str) -> None:
    assert "No." not in said(question, GUIDE, POLICY)


def test_where_neither_wins_nothing_is_denied() -> None:
    assert "No." not in said("Is it true that a lamp can be returned within 45 days?", EQUAL, POLICY)
