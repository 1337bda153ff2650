"""What a question's words are called in code: terms with weights, and concepts."""

from policy_assistant.code_terms import code_terms
from policy_assistant.code_words import RELATED_WEIGHT, TRANSLATED_WEIGHT, code_concepts, weighted_code_terms
from policy_assistant.glossary import Glossary

LANGUAGES = ["en", "fr"]
NOTHING = Glossary()
SHOP = Glossary((("till", "caisse enregistreuse", "point of sale"),))


def test_short_forms_stand_beside_the_words_of_an_english_question() -> None:
    (own, weight), (related, less) = weighted_code_terms("where is the directory deleted", LANGUAGES, NOTHING)
    assert (own, weight) == (code_terms("directory deleted"), 1.0)
    assert {"dir", *code_terms("folder dossier remove rm")} <= set(related)
    assert not set(own) & set(related)
    assert less == RELATED_WEIGHT


def test_english_words_count_in_full_in_a_french_question() -> None:
    (own, _), (related, weight) = weighted_code_terms("où le dossier est-il supprimé", LANGUAGES, NOTHING)
    assert own == code_terms("dossier supprimé")
    assert set(code_terms("directory folder delete remove")) <= set(related)
    assert weight == TRANSLATED_WEIGHT > RELATED_WEIGHT


def test_the_projects_own_words_are_known_too() -> None:
    (_, _), (related, _) = weighted_code_terms("open the till", LANGUAGES, SHOP)
    assert set(code_terms("caisse enregistreuse point sale")) <= set(related)


def test_a_question_with_nothing_related_is_one_group() -> None:
    assert weighted_code_terms("giraffe", LANGUAGES, NOTHING) == [(code_terms("giraffe"), 1.0)]


def test_a_concept_is_a_word_with_all_that_stands_for_it() -> None:
    first, second = code_concepts("delete the zebra", LANGUAGES, NOTHING)
    assert set(code_terms("delete remove rm")) <= first
    assert second == {*code_terms("zebra")}


def test_an_identifier_is_one_concept_with_its_parts() -> None:
    assert code_concepts("zebra_herd zebra_herd", LANGUAGES, NOTHING) == [{*code_terms("zebra_herd")}]


def test_words_that_only_ask_are_no_concepts() -> None:
    assert code_concepts("where is it handled?", LANGUAGES, NOTHING) != []
    assert code_concepts("where is the zebra handled?", LANGUAGES, NOTHING) == [{*code_terms("zebra")}]
    assert code_concepts("", LANGUAGES, NOTHING) == []


def test_the_shipped_words_are_short_of_the_limits_and_in_both_languages() -> None:
    """One broken line would refuse every question."""
    assert len(weighted_code_terms("fichier", LANGUAGES, NOTHING)) == 2
    assert len(weighted_code_terms("file", LANGUAGES, NOTHING)) == 2
