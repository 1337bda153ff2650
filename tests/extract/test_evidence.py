"""Whether a text holds the kind of answer that is wanted."""

import pytest

from policy_assistant.extract.evidence import DIMENSIONS, holds, is_visible, quantities_in, quantities_of
from policy_assistant.extract.wanted import Kind


@pytest.mark.parametrize(
    ("kind", "language", "text", "other"),
    [
        ("duration", "en", "It takes 5 to 10 business days.", "It takes 5 parcels."),
        ("duration", "fr", "Comptez deux semaines.", "Comptez deux colis."),
        ("money", "en", "It costs 12.95 dollars.", "It takes 12 days."),
        ("money", "en", "There is no charge.", "There is a lamp."),
        ("money", "fr", "La livraison est gratuite.", "La livraison est rapide."),
        ("share", "en", "Staff get 20% off.", "Staff get 20 off."),
        ("share", "fr", "Un rabais de 20 pour cent.", "Un rabais de 20."),
        ("weight", "en", "It weighs 30 kg.", "It weighs 30 days."),
        ("size", "en", "It is 2 metres tall.", "It is 2 kg."),
        ("warmth", "fr", "À 20 °C.", "À 20 m."),
        ("pressure", "en", "At 2,200 PSI.", "At 2,200 m."),
        ("loudness", "en", "It makes 60 dB.", "It makes 60 kg."),
        ("count", "en", "At most twice.", "At most some."),
        ("count", "fr", "Au plus trois.", "Au plus quelques."),
        ("day", "en", "Closed on Sundays.", "Closed at times."),
        ("day", "en", "It ends on 31 January 2026.", "It ends soon."),
        ("day", "en", "It ends after 3 days.", "It ends after noon."),
        ("day", "fr", "Fermé le dimanche.", "Fermé souvent."),
        ("time", "en", "Open until 9 pm.", "Open for 9 days."),
        ("time", "fr", "Ouvert dès 9 h 30.", "Ouvert 9 jours."),
        ("code", "en", "Use PK-2200-07.", "Use the kit."),
        ("person", "en", "Ask the finance team.", "Ask again."),
        ("person", "fr", "Demandez au responsable.", "Demandez encore."),
        ("place", "en", "Send it to us.", "Send it."),
        ("place", "fr", "Envoyez-le chez nous.", "Envoyez-le."),
    ],
)
def test_what_shows_a_kind(kind: Kind, language: str, text: str, other: str) -> None:
    assert is_visible(kind)
    assert holds(kind, text, language)
    assert not holds(kind, other, language)


@pytest.mark.parametrize("kind", ["yes or no", "how", "meaning"])
def test_some_kinds_are_not_visible_so_that_every_text_holds_them(kind: Kind) -> None:
    assert not is_visible(kind)
    assert holds(kind, "", "en")


def test_quantities_of_the_kinds_alone() -> None:
    text = "Within 30 days, for 12 dollars, 4 boxes, and 7."
    assert [text[q.start : q.end] for q in quantities_of(["duration"], text, "en")] == ["Within 30 days"]
    assert [q.unit for q in quantities_of(["money", "duration"], text, "en")] == ["day", "dollar"]
    assert quantities_of(["person"], text, "en") == []
    assert len(quantities_in(text, "en")) == 4


def test_an_unknown_language_does_not_fail() -> None:
    for kind in DIMENSIONS:
        holds(kind, "30 Tage, 9 Uhr, 12 €", "de")
    assert holds("money", "12 €", "de")
