"""The parts of a question, each by hand."""

import pytest

from policy_assistant.errors import ModelError
from policy_assistant.glossary import Glossary
from policy_assistant.question import RELATED_WEIGHT, Question
from tests.retrieval import Known, asked

GROUPS = (("PTO", "paid time off"), ("warranty", "guarantee"))


def concepts(question: Question) -> list[set[str]]:
    return [set(concept) for concept in question.concepts]


def test_words_are_cut_plainly_and_terms_by_every_language() -> None:
    question = asked("Are the pumps under warranty?")
    assert question.words == ["are", "the", "pumps", "under", "warranty"]
    assert question.terms == ["pump", "under", "warranti", "warranty"]


def test_related_terms_come_from_the_glossary_and_weigh_less() -> None:
    question = asked("How much PTO is left?", glossary=GROUPS)
    assert question.related == ["paid time off", "paid tim off"]
    assert question.weighted_terms == [(question.terms, 1.0), (question.related, RELATED_WEIGHT)]


def test_what_is_asked_already_is_not_related_to_it() -> None:
    question = asked("warranty guarantee", glossary=GROUPS)
    assert question.related == []
    assert question.weighted_terms == [(question.terms, 1.0)]


def test_a_term_within_a_longer_one_is_not_related_to_itself() -> None:
    question = asked("holiday paid time", glossary=[("holiday", "time"), ("paid time", "rest")])
    assert question.terms[:3] == ["holiday", "paid", "time"]
    assert "time" not in question.related
    assert "rest" in question.related


@pytest.mark.parametrize(
    ("text", "languages", "language"),
    [
        ("Quelle est la garantie ?", ("en", "fr"), "fr"),
        ("What is the warranty?", ("fr", "en"), "en"),
        ("warranty", ("en", "fr"), "en"),
        ("warranty", ("fr", "en"), "fr"),
        ("Quelle est la garantie ?", ("en-GB", "fr-CA"), "fr"),
    ],
)
def test_its_language_is_the_one_of_most_function_words_else_the_first(text: str, languages: tuple[str, ...], language: str) -> None:
    assert Question(text, languages, Glossary()).language == language


def test_a_concept_is_a_content_word_with_its_stems_and_the_glossarys_terms() -> None:
    question = asked("Is the warranty for pumps?", glossary=GROUPS)
    assert concepts(question) == [{"warranti", "warranty", "guarante"}, {"pump"}]
    assert question.concepts_of == {"warranti": [0], "warranty": [0], "guarante": [0], "pump": [1]}


def test_two_words_that_mean_the_same_are_one_concept() -> None:
    assert len(asked("warranty guarantee", glossary=GROUPS).concepts) == 1


def test_a_term_can_stand_for_several_concepts() -> None:
    assert asked("pump pumping", glossary=[("kit", "pump")]).concepts_of["kit"] == [0, 1]


def test_a_phrase_is_no_term_of_a_concept() -> None:
    assert concepts(asked("PTO", glossary=GROUPS)) == [{"pto"}]


def test_function_words_and_repeats_are_no_concepts() -> None:
    assert concepts(asked("the pump and the pump of the hall")) == [{"pump"}, {"hall"}]


def test_each_part_of_a_code_is_a_concept_that_stands_for_itself_alone() -> None:
    question = asked("kit PK-2200", glossary=[("2200", "pump")])
    assert concepts(question) == [{"kit"}, {"pk"}, {"2200"}, {"pk2200"}]
    assert question.codes == ["2200", "pk2200"]
    assert question.concepts_of == {"kit": [0], "pk": [1], "2200": [2], "pk2200": [3]}


def test_pairs_are_neighbours_in_its_own_language() -> None:
    assert asked("Is the pump of the hall wet?").pairs == [("pump", "hall"), ("hall", "wet")]
    assert asked("Les pompes sont chaudes ?").pairs == [("pomp", "chaud")]
    assert asked("pump").pairs == []


def test_its_vector_is_the_embedders_and_made_once() -> None:
    question = asked("pump", [0.6, 0.8])
    assert question.vector.tolist() == pytest.approx([0.6, 0.8])
    assert question.vector is question.vector


def test_without_an_embedder_it_has_no_vector() -> None:
    with pytest.raises(ModelError, match="needs an embedder, and none is in use"):
        _ = asked("pump").vector


def test_it_names_its_model() -> None:
    assert asked("pump").model == ""
    assert Question("pump", ("en",), Glossary(), Known({"pump": [1.0]}, "e5")).model == "e5"


@pytest.mark.parametrize("text", ["", "?!", "\0", "\ud800", "the of"])
def test_a_question_without_content_has_no_pairs_and_no_codes(text: str) -> None:
    question = asked(text)
    assert (question.pairs, question.codes) == ([], [])
    assert len(question.concepts) == len(question.terms)


def test_what_is_asked_of_code_is_each_word_with_what_it_is_called_there() -> None:
    question = Question("délai des relances ?", ("en", "fr"), Glossary())
    assert {"delay", "retard"} <= question.code_concepts["délai"]
    assert "delet" not in question.code_concepts["délai"], "its stem is `del`, which programs write for something else"
    assert set(question.code_concepts) == {"délai", "relances"}
