"""No, where a quote denies what the question asks; and where it does not, or not for sure."""

import pytest

from policy_assistant.extract.verdict.denial import MAX_WORDS, denial
from tests.cite.samples import asked
from tests.extract.samples import best, focus


def ruled(question: str, body: str, language: str = "en", text_language: str = "") -> str:
    one = best(question, body, language, text_language)
    found = denial(asked(question, language), focus(question, language=language), one)
    return found.text if found else ""


@pytest.mark.parametrize(
    ("question", "body"),
    [
        ("Can a lamp be returned?", "A lamp cannot be returned."),
        ("Do you return lamps?", "We never return lamps."),
        ("May I return a lamp?", "Lamps are not returned."),
        ("Do you return a lamp?", "We don't return a lamp."),
        ("Do you return a lamp?", "We don’t return a lamp."),
        ("A lamp broke. Can it be returned?", "A lamp that broke cannot be returned."),
    ],
)
def test_no(question: str, body: str) -> None:
    assert ruled(question, body) == "No. "


@pytest.mark.parametrize(
    ("question", "body"),
    [
        ("Peut-on retourner une lampe ?", "On ne peut pas retourner une lampe."),
        ("Est-ce que les lampes se retournent ?", "Les lampes ne se retournent pas."),
        ("Peut-on retourner une lampe ?", "Une lampe n'est jamais à retourner."),
    ],
)
def test_non(question: str, body: str) -> None:
    assert ruled(question, body, "fr") == "Non. "


def test_in_the_language_of_the_question() -> None:
    assert ruled("Peut-on retourner une lampe zebra ?", "A lampe zebra cannot retourner.", "fr", "en") == "Non. "


@pytest.mark.parametrize(
    ("question", "body"),
    [
        ("Where can a lamp be returned?", "A lamp cannot be returned."),
        ("Can a lamp be returned?", "A lamp can be returned."),
        ("Can a lamp not be returned?", "A lamp cannot be returned."),
        ("Can't a lamp be returned?", "A lamp cannot be returned."),
        ("Can a lamp be returned without glass?", "A lamp cannot be returned without glass."),
        ("Do you refuse a lamp that is returned?", "A lamp is not returned."),
        ("Can a lamp be returned?", "A lamp cannot be returned unless it is broken."),
        ("Can a lamp be returned?", "A lamp cannot be returned except when broken."),
        ("Can a lamp be returned?", "Not only lamps are returned."),
        ("Can a lamp be returned?", "It does not matter when a lamp is returned."),
        ("Can a lamp be returned?", "No, a lamp is not returned."),
        ("Can a lamp be returned?", "Do not wait, for any lamp may then be returned."),
        ("Can a lamp be returned?", "The glass is not clean."),
        ("Can a lamp be returned?", "Item | Rule\nLamp | cannot be returned"),
        ("Can a lamp be returned?", f"A lamp cannot be returned {'and so on ' * MAX_WORDS}."),
    ],
)
def test_nothing_for_sure(question: str, body: str) -> None:
    assert ruled(question, body) == ""


@pytest.mark.parametrize(
    ("question", "body"),
    [
        ("Où retourner une lampe ?", "On ne peut pas retourner une lampe."),
        ("Ne peut-on pas retourner une lampe ?", "On ne peut pas retourner une lampe."),
        ("Peut-on retourner une lampe sans verre ?", "On ne peut pas retourner une lampe sans verre."),
        ("Peut-on retourner une lampe ?", "On ne peut pas retourner une lampe, sauf si elle est cassée."),
        ("Peut-on retourner une lampe ?", "On ne peut pas retourner une lampe s'il pleut."),
        ("Peut-on retourner une lampe ?", "Oui, on ne peut pas retourner une lampe."),
    ],
)
def test_rien_de_sur(question: str, body: str) -> None:
    assert ruled(question, body, "fr") == ""


def test_a_question_of_another_language_is_not_understood() -> None:
    assert ruled("Can a lamp be returned?", "A lamp cannot be returned.", "de") == ""


@pytest.mark.parametrize(
    ("question", "body"),
    [
        ("May I work from abroad?", "Employees on probation may not work from abroad."),
        ("May interns work from abroad?", "Employees on probation may not work from abroad."),
        ("Peut-on travailler à l'étranger ?", "Les stagiaires ne peuvent pas travailler à l'étranger."),
    ],
)
def test_what_is_denied_of_some_is_not_denied_of_all(question: str, body: str) -> None:
    assert ruled(question, body, "fr" if "Peut" in question else "en") == ""
    assert ruled("May employees on probation work from abroad?", "Employees on probation may not work from abroad.") == "No. "


@pytest.mark.parametrize(
    ("question", "body", "verdict"),
    [
        ("Can I ask for the lamp discount after 2 months?", "You cannot combine the lamp discount with other offers.", ""),
        ("Can I combine the lamp discount with a coupon?", "You cannot combine the lamp discount with other offers.", "No. "),
        ("Is there a lamp discount?", "We do not offer a lamp discount.", "No. "),
    ],
)
def test_what_is_denied_is_what_the_question_asks(question: str, body: str, verdict: str) -> None:
    assert ruled(question, body) == verdict


def test_in_french_too() -> None:
    body = "Nous n'offrons pas de remise sur les lampes."
    assert ruled("Y a-t-il une remise sur les lampes ?", body, "fr") == "Non. "
    assert ruled("Peut-on demander la remise sur les lampes ?", "On ne cumule jamais la remise sur les lampes.", "fr") == ""
