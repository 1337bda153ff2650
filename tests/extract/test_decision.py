"""To answer or to abstain, and why."""

import json
import math
from importlib.resources import files

import pytest

from policy_assistant.answer import Decision
from policy_assistant.extract.candidates import candidates
from policy_assistant.extract.decision import WORDS, Model, Nearness, confidence_of, decide, model_of, signals_of
from policy_assistant.extract.focus import focus_of
from policy_assistant.extract.scoring import scored
from policy_assistant.extract.selection import choose
from policy_assistant.glossary import Glossary
from policy_assistant.metadata import Chunk
from policy_assistant.question import Question
from tests.cite.samples import chunk
from tests.extract.samples import extracted, focus, ranked

LAMP = chunk("The zebra lamp lasts 3 years.")


def decided(question: str, *chunks: Chunk, language: str = "en", nearness: Nearness | None = None, least: float = 0.0) -> Decision:
    found, asked = ranked(question, *chunks, language=language), focus(question, *chunks, language=language)
    return decide(asked, found, choose(found, asked), nearness, least)


def test_the_shipped_models() -> None:
    models = json.loads(files("policy_assistant").joinpath("data/abstention.json").read_text(encoding="utf-8"))["models"]
    assert {WORDS, "e5", "use"} <= set(models)
    for name, values in models.items():
        model = Model(**values)
        assert model_of(name) == model
        assert 0 < model.threshold < 1
        assert model.weights["lacking"] < 0
        assert model.weights.get("distance", -1) < 0 <= model.weights.get("share", 1)
        assert "distance" not in model.weights or name != WORDS


@pytest.mark.parametrize("name", ["", "openai:other", "nothing"])
def test_an_embedder_that_was_not_measured_has_the_model_of_words(name: str) -> None:
    assert model_of(name) is model_of(WORDS)
    near = decided("zebra lamp", LAMP, nearness=Nearness(name, 0.9))
    assert near.confidence == decided("zebra lamp", LAMP).confidence


@pytest.mark.parametrize(
    ("value", "expected"), [(0.0, 0.5), (1.0, 1 / (1 + math.e**-2)), (-1.0, 1 / (1 + math.e**2)), (1e9, 1.0), (-1e9, 0.0)]
)
def test_confidence_is_the_logistic_function_of_the_weighted_sum(value: float, expected: float) -> None:
    assert confidence_of({"a": value, "unused": 7.0}, Model({"a": 2.0}, 0.0, 0.5)) == pytest.approx(expected)


def test_a_bias_moves_it() -> None:
    assert confidence_of({}, Model({}, 1.0, 0.5)) == pytest.approx(1 / (1 + math.exp(-1)))


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("en", "No passage that may be quoted was found."),
        ("fr", "Aucun passage qui peut être cité n’a été trouvé."),
        ("de", "No passage that may be quoted was found."),
    ],
)
def test_where_nothing_is_chosen_there_is_no_answer_whatever_the_threshold(language: str, reason: str) -> None:
    done = decide(focus("lamp", language=language), [], [], Nearness("e5", 1.0), 0.01)
    assert (done.confidence, done.threshold, done.reason, done.missing) == (0.0, 1.0, reason, ())


def signals(question: str, *chunks: Chunk, nearness: Nearness | None = None) -> dict[str, float]:
    found, asked = ranked(question, *chunks), focus(question, *chunks)
    return dict(signals_of(asked, found, choose(found, asked), nearness))


def test_signals_of_a_full_answer() -> None:
    assert signals("How long does a zebra lamp last?", LAMP) == {"lacking": 0.0, "share": pytest.approx(1.0), "kinds": 1.0}


def test_lacking_is_the_rarest_word_that_is_not_there_and_the_kind() -> None:
    assert signals("zebra lamp of topaz", LAMP)["lacking"] == pytest.approx(1.0)
    no_kind = signals("What does a zebra lamp cost?", LAMP)
    assert no_kind["lacking"] == pytest.approx(0.6)
    assert no_kind["kinds"] == 0.0


def test_distance_counts_as_far_as_words_are_lacking() -> None:
    assert signals("zebra lamp", LAMP, nearness=Nearness("e5", 0.2))["distance"] == 0.0
    assert signals("zebra lamp topaz", LAMP, nearness=Nearness("e5", 0.2))["distance"] == pytest.approx(0.8)
    assert "distance" not in signals("zebra lamp topaz", LAMP)


def test_a_heading_alone_is_not_an_answer_but_decides_where_there_is_nothing_else() -> None:
    heading = chunk("Zebra lamp topaz", "one", section="x")
    assert signals("zebra lamp topaz", heading)["lacking"] == 0.0
    assert signals("zebra lamp topaz", heading, LAMP)["lacking"] > 0.5


def test_what_holds_no_word_and_is_near_in_nothing_is_no_answer() -> None:
    assert decided("What does a topaz yacht cost?", LAMP).confidence == 0.0
    assert decided("What does a topaz yacht cost?", LAMP, nearness=Nearness("e5", 0.9)).confidence > 0.0


@pytest.mark.parametrize("embedder", [None, "e5", "use"])
def test_what_is_there_is_answered_and_what_is_not_there_is_not(embedder: str | None) -> None:
    good = decided("How long does a zebra lamp last?", LAMP, nearness=Nearness(embedder, 0.9) if embedder else None)
    assert good.confidence >= good.threshold
    bad = decided("What does a topaz yacht cost?", LAMP, nearness=Nearness(embedder, 0.7) if embedder else None)
    assert bad.confidence < bad.threshold


def test_a_threshold_of_the_settings_takes_the_place_of_the_calibrated_one() -> None:
    question = "What does a topaz lamp cost?"
    assert decided(question, LAMP, least=0.01).threshold == 0.01
    assert decided(question, LAMP).threshold == model_of(WORDS).threshold
    assert extracted(question, LAMP, least_confidence=0.001).reply.answerable
    assert not extracted(question, LAMP).reply.answerable
    assert not extracted("How long does a zebra lamp last?", LAMP, least_confidence=0.99).reply.answerable


@pytest.mark.parametrize(
    ("question", "language", "least", "reason"),
    [
        ("zebra lamp", "en", 0.01, "Every telling word of the question stands in the passages that are quoted."),
        ("zebra lamp topaz", "en", 0.01, "The passages that are quoted answer, though they do not hold “topaz”."),
        ("zebra lamp topaz", "en", 0.99, "No passage answers: the nearest ones do not hold “topaz”."),
        (
            "What does a zebra lamp cost?",
            "en",
            0.99,
            "No passage answers: the nearest ones do not hold the kind of answer that is asked for.",
        ),
        ("zebra lamp", "en", 0.99, "No passage answers: the nearest ones are not near enough to the question."),
        ("zèbre lampe", "fr", 0.01, "Tous les mots importants de la question se trouvent dans les passages cités."),
        ("zèbre lampe topaze", "fr", 0.01, "Les passages cités répondent, mais ne contiennent pas « topaze »."),
        ("zèbre lampe topaze", "fr", 0.99, "Aucun passage ne répond : les plus proches ne contiennent pas « topaze »."),
        ("zèbre lampe", "fr", 0.99, "Aucun passage ne répond : les plus proches sont trop loin de la question."),
        (
            "Quel est le prix d'un zèbre lampe ?",
            "fr",
            0.99,
            "Aucun passage ne répond : les plus proches ne contiennent pas le genre de réponse demandé.",
        ),
        ("zebra lamp topaz", "de", 0.99, "No passage answers: the nearest ones do not hold “topaz”."),
    ],
)
def test_reasons(question: str, language: str, least: float, reason: str) -> None:
    lamp = chunk("La lampe zèbre dure 3 ans.", language="fr") if language == "fr" else LAMP
    assert decided(question, lamp, language=language, least=least).reason == reason


def test_three_missing_words_are_named_the_rarest_first() -> None:
    done = decided("lamp topaz yacht opal ruby", LAMP, chunk("Yachts. Yachts.", "yachts"))
    assert len(done.missing) == 3
    assert "lamp" not in done.missing
    assert len(decided("lamp topaz opal ruby agate onyx", LAMP).missing) == 3


def test_missing_words_are_those_of_the_question_alone() -> None:
    done = decided("Topaz?", chunk("Secret opal words.", "one"))
    assert done.missing == ("Topaz",)
    assert "opal" not in done.reason


def test_a_rule_for_another_year_is_no_answer() -> None:
    budget = chunk("The lamp budget for 2026 is 300 dollars.")
    question = Question("What is the lamp budget for 2027?", ("en", "fr"), Glossary())
    of_another_year = focus_of(question, "en", 100, lambda groups: [0] * len(groups), "2026-10-09")
    found = scored(candidates([budget]), of_another_year)
    assert decide(of_another_year, found, choose(found, of_another_year), Nearness("e5", 0.99)).confidence == 0.0
    same_year = focus_of(question, "en", 100, lambda groups: [0] * len(groups), "2027-10-09")
    assert decide(same_year, found, choose(found, same_year), Nearness("e5", 0.99)).confidence > 0.0


def test_a_question_without_a_telling_word_is_not_answered() -> None:
    assert decided("1", LAMP).confidence == 0.0
