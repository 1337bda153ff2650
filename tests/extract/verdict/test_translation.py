"""The amounts of a quote in the language of the question."""

import pytest

from policy_assistant.extract.verdict.translation import translation
from tests.cite.samples import asked, chunk
from tests.extract.samples import best, focus, said


def ruled(question: str, body: str, language: str, text_language: str) -> str:
    one = best(question, body, language, text_language)
    found = translation(asked(question, language), focus(question, language=language), one)
    return found.text if found else ""


@pytest.mark.parametrize(
    ("question", "body", "language", "verdict"),
    [
        ("Combien de temps pour la lampe zebra ?", "The zebra lamp takes 5 days.", "fr", "« 5 days » : 5 jours"),
        (
            "Combien de temps pour la lampe zebra ?",
            "The zebra lamp takes 5 to 10 business days.",
            "fr",
            "« 5 to 10 business days » : 5 à 10 jours ouvrables",
        ),
        ("Combien de temps pour la lampe zebra ?", "The zebra lamp takes 1.5 years.", "fr", "« 1.5 years » : 1,5 an"),
        ("Combien coûte la lampe zebra ?", "The zebra lamp is 12.95 dollars.", "fr", "« 12.95 dollars » : 12,95 $"),
        ("How long for the zebra lamp?", "La lampe zebra prend 3 semaines.", "en", "“3 semaines” is 3 weeks"),
        ("How long for the zebra lamp?", "La lampe zebra prend 1 an.", "en", "“1 an” is 1 year"),
        ("How long for the zebra lamp?", "La lampe zebra prend 3 jours, puis 2 mois.", "en", "“3 jours” is 3 days; “2 mois” is 2 months"),
    ],
)
def test_translated(question: str, body: str, language: str, verdict: str) -> None:
    assert ruled(question, body, language, {"en": "fr", "fr": "en"}[language]) == verdict


@pytest.mark.parametrize(
    ("question", "body", "language", "text_language"),
    [
        ("How long for the zebra lamp?", "The zebra lamp takes 5 days.", "en", "en"),
        ("How long for the zebra lamp?", "The zebra lamp takes 5 days.", "en", "en-GB"),
        ("Combien de temps pour la lampe zebra ?", "The zebra lamp is 12 dollars.", "fr", "en"),
        ("Combien de temps pour la lampe zebra ?", "The zebra lamp is here.", "fr", "en"),
        ("Combien de temps pour la lampe zebra ?", "The zebra lamp takes 5 minutes.", "fr", "en"),
        ("Parlez de la lampe zebra.", "The zebra lamp takes 5 days.", "fr", "en"),
        ("Combien pèse la lampe zebra ?", "The zebra lamp has 5 kg.", "fr", "en"),
    ],
)
def test_not_translated(question: str, body: str, language: str, text_language: str) -> None:
    assert ruled(question, body, language, text_language) == ""


def test_at_most_four() -> None:
    body = "The zebra lamp takes 2 days, 3 days, 4 days, 5 days, 6 days."
    assert ruled("Combien de temps pour la lampe zebra ?", body, "fr", "en").count(";") == 3


def test_the_quote_follows_in_its_own_language() -> None:
    texts = said("Combien de temps pour la lampe zebra ?", chunk("The zebra lamp takes 5 days."), language="fr")
    assert texts == ["« 5 days » : 5 jours", "The zebra lamp takes 5 days."]
