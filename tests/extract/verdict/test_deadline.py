"""Verdicts on days and periods: what is in time, what is too late, what the last day is, and where nothing is said."""

import pytest

from policy_assistant.extract.verdict.base import Verdict
from policy_assistant.extract.verdict.deadline import deadline
from tests.cite.samples import asked, chunk
from tests.extract.samples import best, focus, ranked

WITHIN = "A lamp can be returned within {} of delivery."
DANS = "Une lampe peut être retournée dans les {} suivant la livraison."
UNTIL = "A lamp can be returned until {}."
TABLE = "Item | Warranty\nLamp | {}\nGlass | 9 days"


def ruled(question: str, body: str, language: str = "en", text_language: str = "") -> str:
    one = best(question, body, language, text_language)
    found = deadline(asked(question, language), focus(question, language=language), [one])
    assert found is None or isinstance(found, Verdict)
    return found.text if found else ""


@pytest.mark.parametrize(
    ("question", "limit", "verdict"),
    [
        (
            "A lamp came on 1 March 2026. Can it be returned on 31 March 2026?",
            "30 days",
            "Yes. 31 March 2026 is 30 days after 1 March 2026; the limit is 30 days.",
        ),
        (
            "A lamp came on 1 March 2026. Can it be returned on 1 April 2026?",
            "30 days",
            "No. 1 April 2026 is 31 days after 1 March 2026; the limit is 30 days.",
        ),
        (
            "Can a lamp of 1 March 2026 be returned on 15 March 2026?",
            "2 weeks",
            "Yes. 15 March 2026 is 14 days after 1 March 2026; the limit is 2 weeks.",
        ),
        (
            "Can a lamp of 1 March 2026 be returned on 16 March 2026?",
            "2 weeks",
            "No. 16 March 2026 is 15 days after 1 March 2026; the limit is 2 weeks.",
        ),
        (
            "Can a lamp of 31 January 2026 be returned on 28 February 2026?",
            "1 month",
            "Yes. 28 February 2026 is 28 days after 31 January 2026; the limit is 1 month.",
        ),
        (
            "Can a lamp of 31 January 2026 be returned on 1 March 2026?",
            "1 month",
            "No. 1 March 2026 is 29 days after 31 January 2026; the limit is 1 month.",
        ),
        (
            "Can a lamp of 29 February 2024 be returned on 28 February 2025?",
            "1 year",
            "Yes. 28 February 2025 is 365 days after 29 February 2024; the limit is 1 year.",
        ),
        (
            "Can a lamp of 29 February 2024 be returned on 1 March 2025?",
            "1 year",
            "No. 1 March 2025 is 366 days after 29 February 2024; the limit is 1 year.",
        ),
        (
            "A lamp came on 1 March 2026. Is 20 April 2026 too late for it?",
            "30 days",
            "Yes, too late. 20 April 2026 is 50 days after 1 March 2026; the limit is 30 days.",
        ),
        (
            "A lamp came on 1 March 2026. Is 20 March 2026 too late for it?",
            "30 days",
            "No, not too late. 20 March 2026 is 19 days after 1 March 2026; the limit is 30 days.",
        ),
        ("Can a lamp be returned after 30 days?", "30 days", "Yes. 30 days is not more than 30 days."),
        ("Can a lamp be returned after 31 days?", "30 days", "No. 31 days is more than 30 days."),
        ("Can a lamp be returned after 5 weeks?", "30 days", "No. 5 weeks is more than 30 days."),
        ("Can a lamp be returned after 18 months?", "2 years", "Yes. 18 months is not more than 2 years."),
        ("Can a lamp be returned after 25 months?", "2 years", "No. 25 months is more than 2 years."),
        ("Is it too late for a lamp after 31 days?", "30 days", "Yes, too late. 31 days is more than 30 days."),
        ("What is the last day to return a lamp that came on 1 March 2026?", "30 days", "31 March 2026: 30 days after 1 March 2026."),
        ("Until when can a lamp of 31 January 2026 be returned?", "1 month", "28 February 2026: 1 month after 31 January 2026."),
    ],
)
def test_english(question: str, limit: str, verdict: str) -> None:
    assert ruled(question, WITHIN.format(limit)) == verdict


@pytest.mark.parametrize(
    ("question", "limit", "verdict"),
    [
        (
            "Une lampe est arrivée le 1er mars 2026. Peut-on la retourner le 31 mars 2026 ?",
            "30 jours",
            "Oui. Le 31 mars 2026 est 30 jours après le 1er mars 2026 ; la limite est de 30 jours.",
        ),
        (
            "Une lampe est arrivée le 1er mars 2026. Peut-on la retourner le 1er avril 2026 ?",
            "30 jours",
            "Non. Le 1er avril 2026 est 31 jours après le 1er mars 2026 ; la limite est de 30 jours.",
        ),
        ("Peut-on retourner une lampe après 31 jours ?", "30 jours", "Non. 31 jours, c’est plus que 30 jours."),
        ("Peut-on retourner une lampe après 18 mois ?", "2 ans", "Oui. 18 mois, ce n’est pas plus que 2 ans."),
        ("Est-il trop tard pour une lampe après 31 jours ?", "30 jours", "Oui, trop tard. 31 jours, c’est plus que 30 jours."),
        (
            "Quel est le dernier jour pour retourner une lampe arrivée le 1er mars 2026 ?",
            "30 jours",
            "Le 31 mars 2026 : 30 jours après le 1er mars 2026.",
        ),
    ],
)
def test_french(question: str, limit: str, verdict: str) -> None:
    assert ruled(question, DANS.format(limit), "fr") == verdict


@pytest.mark.parametrize(
    ("question", "day", "verdict"),
    [
        ("Can a lamp of 1 March 2026 be returned on 5 May 2026?", "5 May 2026", "Yes. 5 May 2026 is not after 5 May 2026."),
        ("Can a lamp of 1 March 2026 be returned on 6 May 2026?", "5 May 2026", "No. 6 May 2026 is after 5 May 2026."),
        ("Is 6 May 2026 too late for a lamp of 1 March 2026?", "5 May 2026", "Yes, too late. 6 May 2026 is after 5 May 2026."),
    ],
)
def test_up_to_a_day(question: str, day: str, verdict: str) -> None:
    assert ruled(question, UNTIL.format(day)) == verdict


@pytest.mark.parametrize(
    ("months", "verdict"), [("12 months", "No. 18 months is more than 12 months."), ("2 years", "Yes. 18 months is not more than 2 years.")]
)
def test_a_table_of_periods(months: str, verdict: str) -> None:
    assert ruled("Is a lamp still covered after 18 months?", TABLE.format(months)) == verdict


def test_of_a_row_the_part_about_the_question_counts() -> None:
    table = "Item | Warranty\nLamp | frame: 5 years; glass of the lamp: 1 year"
    assert ruled("Is the glass of a lamp still covered after 18 months?", table) == "No. 18 months is more than 1 year."
    assert ruled("Is the frame of a lamp still covered after 18 months?", table) == "Yes. 18 months is not more than 5 years."


def test_the_verdict_in_the_language_of_the_question() -> None:
    assert (
        ruled("Peut-on retourner une lampe après 31 jours ?", WITHIN.format("30 days"), "fr", "en")
        == "Non. 31 jours, c’est plus que 30 jours."
    )


@pytest.mark.parametrize(
    ("question", "body"),
    [
        ("How long can a lamp be kept after 31 days?", WITHIN.format("30 days")),
        ("Is a lamp red after 31 days?", WITHIN.format("30 days")),
        ("Can a lamp be returned after 31 days?", "A lamp cannot be returned within 30 days."),
        ("Can a lamp be returned after 31 days?", "We never take a lamp back within 30 days."),
        ("Can a lamp be kept after 31 days?", "The right to a lamp expires within 30 days."),
        ("Can a lamp be returned after 31 days?", "A lamp is looked at for 30 days."),
        ("Can a lamp be returned after 31 days?", "A lamp can be returned within 30 days, glass within 14 days."),
        ("Can a lamp be returned after 31 days?", "A lamp can be returned within 5 to 10 days."),
        ("Can a lamp be returned after 31 days?", WITHIN.format("1 month")),
        ("Can a lamp be returned after 2 business days?", WITHIN.format("30 days")),
        ("Can a lamp be returned after 31 days or 2 weeks?", WITHIN.format("30 days")),
        ("Can a lamp be returned?", WITHIN.format("30 days")),
        ("Can a lamp still reach a card after 5 days?", "A lamp reaches your card within 3 days."),
        ("Is a lamp still covered after 5 days?", "Item | Delivery\nLamp | 3 days"),
        ("Is a lamp still covered after 31 days?", TABLE.format("5 to 10 days")),
        ("Can a lamp of 1 March 2026 be returned after 31 days?", WITHIN.format("30 days")),
        ("A return is allowed. Is a lamp red after 31 days?", WITHIN.format("30 days")),
        ("Can a lamp be returned after 5 to 40 days?", WITHIN.format("30 days")),
        ("Can a lamp of 1 March 2026 be returned?", WITHIN.format("30 days")),
        ("Can a lamp of 1 March 2026 be returned on 9 March 2026?", WITHIN.format("30 business hours")),
        ("Can a lamp of 1 March 2026 be returned on 9 March 2026?", WITHIN.format("1.5 months")),
        ("Can a lamp of 1 May, seen on 2 May, be returned on 3 May 2026?", WITHIN.format("30 days")),
        ("What is the last day for a lamp?", WITHIN.format("30 days")),
        ("What is the last day for a lamp of 1 March 2026?", WITHIN.format("1.5 months")),
        ("What is the last day for a lamp of 1 March 2026?", WITHIN.format("30 business days")),
        ("What is the last day for a lamp of 1 March 2026?", "A lamp cannot be returned within 30 days."),
        ("Can a lamp be returned after 31 days?", "A lamp can be returned."),
        ("Kann man eine Lampe nach 31 days returned?", WITHIN.format("30 days")),
    ],
)
def test_where_no_rule_is_sure_nothing_is_said(question: str, body: str) -> None:
    assert ruled(question, body, "de" if question.startswith("Kann") else "en") == ""


def test_a_long_text_with_many_days() -> None:
    body = "A lamp can be returned until " + "5 May 2026 until " * 60
    assert ruled("Can a lamp of 1 March 2026 be returned on 5 May 2026?", body) == ""


@pytest.mark.parametrize(
    ("question", "body"),
    [
        ("Can I take 100 days of leave in a year?", "You can take leave up to 3 days per week."),
        ("Can I take 4 days of leave per month?", "You can take leave up to 3 days."),
        ("Can part-time staff take 20 days of leave?", "Full-time staff can take leave up to 25 days."),
        ("Can I take 30 days of leave?", "Interns have 15 days of leave."),
        ("Can I return a lamp after 20 days?", "Refunds for a lamp reach your card within 3 days."),
        ("Can I return a lamp after 20 days?", "You cannot return a lamp within 30 days."),
        ("Can I return a lamp after 20 days?", "A lamp is not returned within 30 days."),
    ],
)
def test_a_limit_of_something_else_gives_no_verdict(question: str, body: str) -> None:
    assert ruled(question, body) == ""


def test_what_is_denied_after_the_limit_does_not_deny_it() -> None:
    body = "You have 30 days to return a lamp that you have not used."
    assert ruled("Can I return a lamp after 40 days?", body) == "No. 40 days is more than 30 days."


def test_a_table_of_delivery_times_limits_nothing() -> None:
    rows = "Region | Usual time\nCoast | 6 days"
    assert ruled("Can I collect it on the coast after 8 days?", rows) == ""
    assert ruled("Is the coast covered after 8 days?", rows.replace("Usual time", "Warranty period")) == "No. 8 days is more than 6 days."


def test_a_day_on_which_the_version_does_not_hold_gives_no_verdict() -> None:
    question = "A lamp arrived on 1 March 2026. Can it be returned on 5 March 2026?"
    old = chunk("A lamp can be returned within 30 days.", effective_to="2026-02-28")
    assert deadline(asked(question), focus(question, old), ranked(question, old)[:1]) is None
    assert ruled(question, "A lamp can be returned within 30 days.").startswith("Yes. ")


REPORT = "Report a broken lamp within 14 days of delivery."
WARRANTY = "Item | Warranty period\nLamp | 1 year\nGlass | 9 days"


def of_all(question: str, *bodies: str, language: str = "en") -> str:
    """The verdict with the best candidate of each text beside the others."""
    quotes = [best(question, body, language) for body in bodies]
    found = deadline(asked(question, language), focus(question, language=language), quotes)
    return found.text if found else ""


@pytest.mark.parametrize(
    ("question", "body", "language", "verdict"),
    [
        ("Can I report a broken lamp 15 days after delivery?", REPORT, "en", "No. 15 days is more than 14 days."),
        ("Am I too late to report a broken lamp after 15 days?", REPORT, "en", "Yes, too late. 15 days is more than 14 days."),
        (
            "A lamp came broken on 1 March 2026. Until when can we report it?",
            REPORT,
            "en",
            "15 March 2026: 14 days after 1 March 2026.",
        ),
        (
            "Puis-je encore signaler une lampe 15 jours après la livraison ?",
            "Signalez une lampe cassée dans les 14 jours suivant la livraison.",
            "fr",
            "Non. 15 jours, c’est plus que 14 jours.",
        ),
        ("Can I return a lamp 15 days after delivery?", REPORT, "en", ""),
        ("Is a lamp that I report covered after 15 days of delivery?", "Refunds reach your card within 14 days.", "en", ""),
        ("Puis-je encore rendre une lampe après 15 jours ?", "Signalez une lampe cassée dans les 14 jours suivant la livraison.", "fr", ""),
    ],
)
def test_a_quote_that_tells_to_do_what_is_asked_limits_it(question: str, body: str, language: str, verdict: str) -> None:
    assert of_all(question, body, language=language) == verdict


def test_two_limits_give_no_verdict() -> None:
    question = "Can a lamp be returned 20 days after delivery?"
    returned = "A lamp can be returned within 30 days of delivery."
    other = "A lamp from a sale can be returned within 10 days of delivery."
    assert of_all(question, returned) == "Yes. 20 days is not more than 30 days."
    assert of_all(question, returned, other) == ""
    assert of_all(question, returned, "A lamp can also be exchanged within 30 days.") != ""
    assert of_all(question, returned, "Lamps arrive in 10 days.") != ""


def test_a_limit_of_a_type_that_gives_way_is_no_other_limit() -> None:
    question = "Can a lamp be returned 20 days after delivery?"
    rule = chunk("A lamp can be returned within 30 days of delivery.", doc_type="policy")
    page = chunk("A lamp can be returned within 10 days of delivery.", chunk_id="c2", doc_type="help")
    quotes = [ranked(question, one)[0] for one in (rule, page)]
    found = deadline(asked(question), focus(question), quotes, ("policy", "help"))
    assert found is not None
    assert found.rests_on.candidate.chunk is rule
    assert deadline(asked(question), focus(question), quotes, ("help", "policy")) is None


def test_a_limit_of_what_is_asked_goes_before_a_warranty() -> None:
    question = "I got a broken lamp on 1 March 2026. Can I still report it on 20 March 2026?"
    assert of_all(question, WARRANTY) == "Yes. 20 March 2026 is 19 days after 1 March 2026; the limit is 1 year."
    assert of_all(question, WARRANTY, REPORT) == "No. 20 March 2026 is 19 days after 1 March 2026; the limit is 14 days."
    assert of_all("Is a lamp still covered after 20 days?", WARRANTY, REPORT) == ""
    assert of_all(question, REPORT, "File the claim within 7 days of the report.").startswith("No. ")
    assert of_all(question, REPORT, "Report a lamp of glass within 7 days.") == ""


@pytest.mark.parametrize(
    ("body", "language"),
    [
        ("You can cancel a visit up to 48 hours before the appointment.", "en"),
        ("You can cancel a visit up to 48 hours in advance.", "en"),
        ("Vous pouvez déplacer une visite dans les 48 heures avant le rendez-vous.", "fr"),
    ],
)
def test_time_that_is_kept_ahead_limits_nothing_that_passes(body: str, language: str) -> None:
    question = {"en": "Can I cancel a visit after 2 days?", "fr": "Peut-on encore déplacer une visite après 2 jours ?"}[language]
    assert ruled(question, body, language) == ""
