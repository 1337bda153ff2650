"""What of a question counts, and how much."""

import math
from dataclasses import replace

import pytest

from policy_assistant.extract.candidates import terms_in
from policy_assistant.extract.focus import FOREIGN_SHARE, TOLD_SHARE, Concept, Focus
from tests.cite.samples import chunk
from tests.extract.samples import PASSAGES, focus


def weights(found: Focus) -> dict[str, float]:
    """Word -> its weight as a share of the most that a word can have, of the words that tell something."""
    return {concept.word: round(concept.weight / found.rarest, 3) for concept in found.concepts}


@pytest.mark.parametrize(
    ("question", "language", "telling"),
    [
        ("How long does a refund take?", "en", {"refund": 1.0}),
        ("What does express delivery cost?", "en", {"express": 1.0, "delivery": 1.0}),
        ("The lamp was bought on 3 May 2026 for 40 dollars. Can a refund be made?", "en", {"lamp": 0.5, "bought": 0.5, "refund": 1.0}),
        ("Is a lamp covered for 14 days?", "en", {"lamp": 1.0}),
        ("Which kit suits PW-2200?", "en", {"kit": 1.0, "suits": 1.0, "PW-2200": 1.0}),
        ("Combien de temps prend un remboursement ?", "fr", {"remboursement": 1.0}),
        ("Combien coûte la livraison express ?", "fr", {"livraison": 1.0, "express": 1.0}),
        ("J'ai cassé une lampe le 3 mai 2026. Puis-je avoir un remboursement ?", "fr", {"cassé": 0.5, "lampe": 0.5, "remboursement": 1.0}),
        ("Quelle trousse va avec PW-2200 ?", "fr", {"trousse": 1.0, "PW-2200": 1.0}),
        ("How long is it?", "en", {}),
        ("Combien de temps ?", "fr", {}),
        ("14 30 2026", "en", {}),
        ("", "en", {}),
        ("Wie lange gilt die Garantie?", "de", {"Wie": 1.0, "lange": 1.0, "gilt": 1.0, "die": 1.0, "Garantie": 1.0}),
    ],
)
def test_case_dates_amounts_and_asking_words_count_less_or_nothing(question: str, language: str, telling: dict[str, float]) -> None:
    assert weights(focus(question, language=language)) == telling


def test_where_no_word_tells_anything_those_do_that_a_passage_holds() -> None:
    found = focus("How long do goods take?", chunk("Goods go back.", "one"))
    assert [(concept.word, concept.weight > 0) for concept in found.concepts] == [("goods", True)]


def test_told_words_count_half() -> None:
    assert TOLD_SHARE == 0.5
    assert weights(focus("The lamp broke. Is a lamp covered? Is glass?")) == {"lamp": 1.0, "broke": 0.5, "glass": 1.0}


def test_a_word_weighs_its_rarity() -> None:
    lamps = [chunk("A lamp.", f"lamp-{n}") for n in range(3)]
    found = focus("lamp zebra", *lamps)
    lamp, zebra = found.concepts
    assert lamp.weight == pytest.approx(math.log(1 + (PASSAGES - 3 + 0.5) / 3.5))
    assert zebra.weight == found.rarest == pytest.approx(math.log(1 + (PASSAGES + 0.5) / 0.5))
    assert (lamp.passages, zebra.passages) == (3, 0)
    assert found.total == pytest.approx(lamp.weight + zebra.weight)


def test_a_code_is_one_concept_held_as_a_whole() -> None:
    found = focus("Is PK-2200-07 in stock?")
    code = next(concept for concept in found.concepts if concept.word == "PK-2200-07")
    assert code.is_code
    assert code.is_held(terms_in("Kit PK2200-07.", "en"))
    assert not code.is_held(terms_in("Kit PK-2200-08, or 2200 of 07.", "en"))
    assert found.codes_missing(terms_in("Kit PK-2200-08", "en")) == 1
    assert found.codes_missing(terms_in("PK-2200-07", "en")) == 0


def test_phrases_of_the_glossary_hold_a_word_when_all_their_terms_are_there_in_any_order() -> None:
    found = focus("How much PTO is left?", glossary=[("PTO", "zeal time off")])
    pto = next(concept for concept in found.concepts if concept.word == "PTO")
    assert pto.is_held(terms_in("Off the time with zeal.", "en"))
    assert not pto.is_held(terms_in("Time off.", "en"))
    assert pto.is_translated


def test_a_phrase_is_counted_as_it_is_written() -> None:
    """An index looks a phrase up in the order of its words."""
    asked: list[str] = []
    focus_with_counts = focus("PTO", glossary=[("PTO", "zeal time away")])
    asked = [" ".join(phrase) for phrase in focus_with_counts.concepts[0].phrases]
    assert "zeal time away" in asked


def test_one_word_of_the_glossary_stands_for_another() -> None:
    found = focus("Is there a warranty?", glossary=[("warranty", "garantie")])
    assert found.holds_any(terms_in("La garantie dure.", "fr"))
    assert not found.holds_any(terms_in("La lampe dure.", "fr"))


def test_share_missing_and_lack() -> None:
    found = replace(
        focus("x"),
        concepts=(
            Concept("lamp", frozenset({"lamp"}), weight=3.0),
            Concept("glass", frozenset({"glass"}), weight=1.0, is_translated=False),
            Concept("oil", frozenset({"oil"}), weight=2.0),
        ),
        rarest=4.0,
    )
    assert found.share({"lamp"}) == pytest.approx(0.5)
    assert found.share({"lamp", "glass", "oil"}) == 1.0
    assert [concept.word for concept in found.missing({"glass"})] == ["lamp", "oil"]
    assert found.lack({"glass"}, "en") == 0.75
    assert found.lack({"lamp", "oil"}, "en") == 0.25
    assert found.lack({"lamp", "oil"}, "fr-CA") == 0.25 * FOREIGN_SHARE
    assert found.lack({"lamp", "oil", "glass"}, "en") == 0.0
    assert found.lack({"glass"}, "fr") == 0.75


def test_no_concept_is_a_share_of_nothing() -> None:
    empty = focus("14 30")
    assert (empty.share({"a"}), empty.lack({"a"}, "en"), empty.total) == (0.0, 0.0, 1.0)
    assert not empty.holds_any({"a"})


@pytest.mark.parametrize(
    ("word", "other", "is_form"),
    [
        ("vend", "vendons", True),
        ("extend", "extended", True),
        ("ship", "shipper", True),
        ("ship", "shipmentss", False),
        ("car", "cars", False),
        ("extend", "extendability", False),
        ("lamp", "lamp9", False),
        ("lamp", "clamp", False),
    ],
)
def test_another_form_of_a_word_that_no_passage_holds(word: str, other: str, is_form: bool) -> None:
    concept = Concept(word, frozenset({word}), weight=1.0)
    found = replace(focus("x"), concepts=(concept,)).widened({other})
    assert found.concepts[0].is_held({other}) is is_form
    assert found.concepts[0].is_held({word})


def test_a_word_that_passages_hold_stands_for_itself_alone() -> None:
    known = Concept("vend", frozenset({"vend"}), weight=1.0, passages=2)
    there = Concept("lire", frozenset({"lire"}), weight=1.0)
    found = replace(focus("x"), concepts=(known, there)).widened({"vendons", "lire", "lirez"})
    assert not found.concepts[0].is_held({"vendons"})
    assert not found.concepts[1].is_held({"lirez"})


def test_a_long_question_is_cut_like_a_short_one() -> None:
    words = [f"{one}{other}lamp" for one in "bcdfghjklmnpqrst" for other in "aeiouy" * 4]
    assert len(focus(" ".join(words)).concepts) == len(set(words))
