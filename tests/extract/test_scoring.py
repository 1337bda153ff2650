"""How well candidates answer: an order, whatever the weights exactly are."""

import pytest

from policy_assistant.extract.scoring import HEADED_SHARE, LED_SHARE
from tests.cite.samples import chunk
from tests.extract.samples import ranked


def texts(question: str, *bodies: str, language: str = "en") -> list[str]:
    chunks = [chunk(body, f"document-{chr(97 + n)}", language=language) for n, body in enumerate(bodies)]
    return [one.candidate.text for one in ranked(question, *chunks, language=language)]


@pytest.mark.parametrize(
    ("question", "body", "first"),
    [
        ("Is smoke allowed in the lamp room?", "The lamp room is old. No smoke in the lamp room. Be kind.", "No smoke in the lamp room."),
        (
            "How long is the lamp warranty?",
            "The lamp warranty is good. The lamp warranty lasts 2 years.",
            "The lamp warranty lasts 2 years.",
        ),
        ("What does lamp repair cost?", "Lamp repair takes 3 days. Lamp repair is 9 dollars.", "Lamp repair is 9 dollars."),
        ("Who mends a lamp?", "A lamp lasts. The manager mends a lamp.", "The manager mends a lamp."),
        ("Is glass oil kept?", "Oil is in glass lamps kept. Glass oil is kept with lamps.", "Glass oil is kept with lamps."),
        ("lamp", "Then there is a lamp that is seen by each of us here. A lamp.", "A lamp."),
        ("lamp room", "Lamp room\n\nThe lamp room.", "The lamp room."),
    ],
)
def test_the_best_is_first(question: str, body: str, first: str) -> None:
    assert texts(question, body)[0] == first


def test_french() -> None:
    body = "La garantie d'une lampe est bonne. La garantie d'une lampe dure 2 ans."
    assert texts("Combien de temps dure la garantie d'une lampe ?", body, language="fr")[0] == "La garantie d'une lampe dure 2 ans."


def test_of_equals_the_passage_found_first_and_the_first_in_it() -> None:
    assert texts("lamp", "A lamp now.", "A lamp too.") == ["A lamp now.", "A lamp too."]
    assert texts("lamp", "A lamp is here by now.", "A lamp.") == ["A lamp is here by now.", "A lamp."]
    assert texts("lamp", "A lamp now. A lamp too.") == ["A lamp now.", "A lamp too."]


def test_words_before_a_list_and_headings_count_less_than_its_own() -> None:
    chunks = [chunk("Zebra:\n\n- first thing", "note"), chunk("A zebra here.", "other"), chunk("Nothing here.", "third", section="Zebra")]
    share = {one.candidate.text: one.share for one in ranked("zebra", *chunks)}
    assert share == {"A zebra here.": 1.0, "- first thing": LED_SHARE, "Nothing here.": HEADED_SHARE}


def test_the_row_that_is_named_is_better_than_one_that_speaks_of_it() -> None:
    table = "Item | Note\nFuse | goes with the lamp zebra\nLamp | goes with none"
    assert texts("lamp zebra goes", table)[0].startswith("Fuse")
    assert texts("Does the lamp fit?", table)[0].startswith("Lamp")
    assert texts("Does the lamp fit?", "Item | Note\nFuse | lamp\nLamp | goes with none")[0].startswith("Lamp")


def test_kinds_are_the_share_of_the_visible_ones() -> None:
    table = "Item | Days\nLamp | 30 days for 9 dollars\nGlass | 3 days\nOil | none"
    kinds = {one.candidate.text: one.kinds for one in ranked("How long does it take, and what does it cost?", chunk(table))}
    assert kinds == {"Lamp | 30 days for 9 dollars": 1.0, "Glass | 3 days": 0.5, "Oil | none": 0.0}
    assert {one.kinds for one in ranked("Lamp or oil", chunk(table))} == {1.0}


def test_a_kind_may_stand_in_the_header_of_a_row() -> None:
    table = "Item | Days at 20 °C\nLamp | 30"
    assert ranked("What temperature does a lamp have?", chunk(table))[0].kinds == 1.0


def test_no_candidate_no_score() -> None:
    assert ranked("lamp") == []
