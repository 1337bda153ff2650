"""Dates, and the period that a text names as its own."""

import pytest

from policy_assistant.draft.dates import find_period, read_date


@pytest.mark.parametrize(
    "written",
    [
        "2026-01-31",
        "2026/01/31",
        "31 january 2026",
        "january 31, 2026",
        "31st of january 2026",
        "31 janvier 2026",
        "31/01/2026",
        "01/31/2026",
        "31 janv. 2026",
    ],
)
def test_one_day_in_many_forms(written: str) -> None:
    assert read_date(written) == "2026-01-31"


@pytest.mark.parametrize("written", ["03/04/2026", "31/02/2026", "30 february 2026", "13/04/26"])
def test_no_day_is_made_of_what_has_no_reading_or_two(written: str) -> None:
    assert read_date(written) == ""


def test_a_day_and_month_with_the_same_number_are_clear() -> None:
    assert read_date("05/05/2026") == "2026-05-05"


@pytest.mark.parametrize(
    ("sentence", "start", "end"),
    [
        ("Effective from 1 March 2025 to 31 October 2026.", "2025-03-01", "2026-10-31"),
        ("Version 2.1, effective as of January 31, 2026", "2026-01-31", ""),
        ("Effective since 2026-01-31", "2026-01-31", ""),
        ("Effective date | 2026-05-01", "2026-05-01", ""),
        ("Effective Date (MM/DD/YYYY): 01/31/2026", "2026-01-31", ""),
        ("In force between 2026-01-01 and 2026-06-30", "2026-01-01", "2026-06-30"),
        ("Valid until 31 Dec 2026", "", "2026-12-31"),
        ("This policy expires on December 31st, 2026.", "", "2026-12-31"),
        ("En vigueur le 15 août 2026", "2026-08-15", ""),
        ("En vigueur depuis le 1er février 2026", "2026-02-01", ""),
        ("En vigueur à compter du 31 janvier 2026 jusqu’au 31 décembre 2026", "2026-01-31", "2026-12-31"),
        ("Date d’entrée en vigueur : 3 mars 2026", "2026-03-03", ""),
        ("Valable jusqu'au 30.09.2026", "", "2026-09-30"),
    ],
)
def test_a_period_is_what_such_words_introduce(sentence: str, start: str, end: str) -> None:
    period = find_period([sentence])
    assert (period.start.value, period.end.value) == (start, end)


@pytest.mark.parametrize(
    "sentence",
    [
        "We met on 3 March 2026.",
        "The shop is closed from 24 December 2026 until 2 January 2027.",
        "Vous avez jusqu'au 3 mars 2026 pour le retour.",
        "This replaces the policy effective from 2020-01-01.",
        "Remplace la version en vigueur depuis le 1er mars 2020.",
    ],
)
def test_other_dates_do_not_count(sentence: str) -> None:
    period = find_period([sentence])
    assert (period.start.value, period.end.value, period.notes) == ("", "", ())


def test_a_guess_quotes_what_it_was_read_from() -> None:
    assert find_period(["Policy 7 | En vigueur le 15 août 2026."]).start.how == '"En vigueur le 15 août 2026"'


def test_an_unclear_date_is_noted() -> None:
    assert find_period(["Effective since 03/04/2026"]).notes[0].startswith("'03/04/2026' is not clearly one day")


def test_of_two_starts_the_first_is_proposed_and_the_other_named() -> None:
    period = find_period(["Effective from 2026-05-01", "Effective from 2025-05-01"])
    assert period.start.value == "2026-05-01"
    assert period.notes == ("the text names more than one start: 2026-05-01 is proposed, 2025-05-01 not",)
