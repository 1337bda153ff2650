"""Numbers, days, codes and units of a claim: what proves them, what does not, and what speaks against them."""

import pytest

from policy_assistant.claims import Problem
from tests.cite.samples import asked, checked, chunk, problems

ENGLISH = chunk(
    "Unused items can be returned within 30 days of delivery. The fee is 12.95 dollars. The money appears within 5 to 10 business days. "
    "Kit PK-2200-07 fits the PW-2200 at 2,200 PSI. The warranty lasts 2 years. The sale ended on 31 January 2026. Pay within three weeks.",
    version="4",
    effective_from="2025-03-01",
    effective_to="2026-10-31",
)
FRENCH = chunk(
    "Les articles peuvent être retournés dans les 30 jours. Les frais sont de 9,95 $. L'amende atteint 300.000 euros. Comptez deux semaines.",
    "retours",
    language="fr",
)


@pytest.mark.parametrize(
    "text",
    [
        "Returns are possible for 30 days.",
        "Returns are possible for thirty days.",
        "The fee is $12.95.",
        "The fee is 12,95 $.",
        "It takes 5 to 10 business days.",
        "It takes up to 10 business days.",
        "The PK-2200-07 fits the PW-2200.",
        "The PK2200-07 fits.",
        "It makes 2200 psi.",
        "The warranty lasts 24 months.",
        "The sale ended on 2026-01-31.",
        "The sale ended in January 2026.",
        "Pay within 3 weeks.",
        "Pay within 21 days.",
        "Version 4 applies from 1 March 2025 to 31 October 2026.",
        "It applies before 1 November 2026.",
        "1. The fee is 12.95 dollars.",
        "Returns are possible for 30.",
    ],
)
def test_proved_by_the_passage(text: str) -> None:
    assert "number_not_found" not in problems(checked(text, ENGLISH))


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("Returns are possible for 45 days.", "45 days"),
        ("Returns are possible for 30 weeks.", "30 weeks"),
        ("Returns are possible for 30 business days.", "30 business days"),
        ("It takes 5 to 10 days.", "5 to 10 days"),
        ("It takes 5 to 12 business days.", "5 to 12 business days"),
        ("The fee is 12.95 euros.", "12.95 euros"),
        ("The fee is 12.59 dollars.", "12.59 dollars"),
        ("Kit PK-2400-03 fits.", "PK-2400-03"),
        ("It makes 2,400 PSI.", "2,400 PSI"),
        ("The warranty lasts two months.", "two months"),
        ("The sale ended on 30 January 2026.", "30 January 2026"),
        ("The sale ended in February 2026.", "February 2026"),
        ("It began in 2024.", "2024"),
        ("It applies before 2 November 2026.", "2 November 2026"),
        ("See the 6th rule for a box of 7.", "6th, 7"),
        ("Pay within a month.", "within a month"),
    ],
)
def test_not_proved(text: str, missing: str) -> None:
    detail = problems(checked(text, ENGLISH))["number_not_found"]
    assert detail == missing or missing in detail


@pytest.mark.parametrize(
    "text",
    ["On a 30 jours pour un retour.", "Les frais sont de $9.95.", "L'amende atteint 300 000 €.", "Comptez 2 semaines, soit 14 jours."],
)
def test_proved_by_a_french_passage(text: str) -> None:
    assert "number_not_found" not in problems(checked(text, FRENCH, question=asked(language="fr")))


@pytest.mark.parametrize("text", ["On a 45 jours.", "Les frais sont de 9,59 $.", "L'amende atteint 300 euros.", "Comptez trois semaines."])
def test_not_proved_by_a_french_passage(text: str) -> None:
    assert "number_not_found" in problems(checked(text, FRENCH, question=asked(language="fr")))


def test_across_languages_figures_are_compared() -> None:
    assert checked("You have 30 days.", FRENCH).ok
    assert not checked("You have 45 days.", FRENCH).ok


def test_every_cited_passage_counts() -> None:
    assert "number_not_found" not in problems(checked("It is 12.95 or 9.95 dollars.", ENGLISH, FRENCH))


def test_digits_of_an_id_prove_nothing() -> None:
    body = "Nothing is said here."
    given = chunk(body, chunk_id="777777777777", hash="7" * 64)
    assert problems(checked("It is 777777777777.", given))["number_not_found"] == "777777777777"


@pytest.mark.parametrize(
    ("text", "holds"),
    [("The item of 20 October 2026 is late.", True), ("The day is 9 October 2026.", True), ("The item of 21 October 2026 is late.", False)],
)
def test_days_of_the_question_and_its_own_count(text: str, holds: bool) -> None:
    question = asked("Delivered on 20 October 2026, may it come back on 1 December 2026?")
    assert ("number_not_found" not in problems(checked(text, ENGLISH, question=question))) is holds


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("1 December is 42 days after delivery, later than 30 days.", True),
        ("The last day is 19 November 2026.", True),
        ("1 December is 43 days after delivery.", False),
        ("The last day is 20 November 2026.", False),
    ],
)
def test_arithmetic_on_the_question_counts(text: str, holds: bool) -> None:
    question = asked("Delivered on 20 October 2026, may it come back on 1 December 2026?")
    assert checked(text, ENGLISH, question=question).ok is holds


def test_a_unit_in_the_head_of_a_table_is_the_unit_of_its_cells() -> None:
    table = chunk("Item | Fee (dollars)\nParcel | 11.50\nCrate | 39")
    assert checked("A parcel costs 11.50 dollars.", table).ok
    assert not checked("A parcel costs 11.50 euros.", table).ok


def test_a_passage_can_say_once_that_its_days_are_business_days() -> None:
    assert checked("A takes 3 business days.", chunk("Times are business days.\n\nA | 3 days\nB | 5 days")).ok
    assert not checked("A takes 3 business days.", chunk("A | 3 days\nB | 5 days")).ok


def test_an_amount_in_words_proves_one_in_digits_of_things() -> None:
    assert checked("The kit needs 3 burners.", chunk("The kit has burners (three are needed).")).ok


# --- Another value -----------------------------------------------------------------------------------------------------


def test_another_value_for_the_same_thing_is_a_contradiction() -> None:
    found = problems(checked("Unused items can be returned within 45 days of delivery.", ENGLISH))
    assert found["contradicted"] == "within 45 days; the passages say within 30 days"


def test_another_value_for_the_same_thing_in_french() -> None:
    found = problems(checked("Les articles peuvent être retournés dans les 45 jours.", FRENCH, question=asked(language="fr")))
    assert "30 jours" in found["contradicted"]


@pytest.mark.parametrize(
    "text",
    [
        "Repairs take 45 days.",
        "Repairs of broken garden machines start within 45 days after delivery of returned items.",
        "Unused items can be returned at 45 kg.",
    ],
)
def test_a_value_of_something_else_is_not_found_but_not_contradicted(text: str) -> None:
    assert "contradicted" not in problems(checked(text, ENGLISH))
    assert "number_not_found" in problems(checked(text, ENGLISH))


REFUND = chunk("The money of a refund usually appears on the card within 5 to 10 business days.")
ASKED = asked("The FAQ says that the money of a refund appears on the card within 3 business days. Is that right?")


def test_an_amount_of_the_question_does_not_prove_what_the_passages_contradict() -> None:
    found = problems(checked("The money of a refund appears on the card within 3 business days.", REFUND, question=ASKED))
    assert found["number_not_found"] == "within 3 business days stands in the question alone; the passages say 5 to 10 business days"
    assert "contradicted" not in found


@pytest.mark.parametrize(
    "text",
    [
        "No, the money of a refund does not appear on the card within 3 business days.",
        "The FAQ says 3 business days; the money of a refund appears on the card within 5 to 10 business days.",
        "The FAQ says 3 business days.",
    ],
)
def test_an_amount_of_the_question_may_be_repeated(text: str) -> None:
    assert checked(text, REFUND, question=ASKED).ok


@pytest.mark.parametrize(
    ("body", "holds"),
    [
        ("A warranty replacement from 300 dollars up to 1,000 dollars is approved by a team lead.", True),
        ("A warranty replacement of at least 600 dollars is approved by a team lead.", True),
        ("A warranty replacement under 700 dollars is approved by a team lead.", True),
        ("A warranty replacement over 700 dollars is approved by a team lead.", False),
        ("A warranty replacement under 600 dollars is approved by a team lead.", False),
        ("A warranty replacement of up to 300 dollars is approved by a team lead.", False),
    ],
)
def test_an_amount_of_the_question_within_the_bounds_of_the_passage_stands(body: str, holds: bool) -> None:
    question = asked("A warranty replacement is worth 650 dollars. Who approves it?")
    done = checked("A warranty replacement of 650 dollars is approved by a team lead.", chunk(body), question=question)
    assert done.ok is holds
    assert (Problem("number_not_found") in done.problems) is False
