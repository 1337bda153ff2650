"""Follow-ups that name only a day ask the same question as of it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policy_assistant.errors import UsageError
from policy_assistant.followup import full_question
from policy_assistant.followup.day import day_asked, is_day

TODAY = "2026-10-09"
PUMPS = "How long is the warranty on pumps?"
POMPES = "Combien de temps dure la garantie sur les pompes ?"

ENGLISH = [
    ("as of 9 October", "2026-10-09"),
    ("as at 8 October", "2027-10-08"),
    ("on 1 November 2026", "2026-11-01"),
    ("on the 1st of November", "2026-11-01"),
    ("November 5", "2026-11-05"),
    ("2026-01-15", "2026-01-15"),
    ("after 1 November", "2026-11-02"),
    ("before 1 November", "2026-10-31"),
    ("since 1 November 2025", "2025-11-01"),
    ("in December", "2026-12-01"),
    ("in May", "2027-05-01"),
    ("in October", TODAY),
    ("November 2026", "2026-11-01"),
    ("after October", "2026-11-01"),
    ("in 2027", "2027-01-01"),
    ("in 2026", TODAY),
    ("today", TODAY),
    ("now", TODAY),
    ("tomorrow", "2026-10-10"),
    ("yesterday", "2026-10-08"),
    ("this week", TODAY),
    ("next week", "2026-10-12"),
    ("last week", "2026-09-28"),
    ("next month", "2026-11-01"),
    ("last month", "2026-09-01"),
    ("next year", "2027-01-01"),
]
FRENCH = [
    ("au 9 octobre", "2026-10-09"),
    ("le 1er novembre", "2026-11-01"),
    ("à partir du 1er novembre", "2026-11-01"),
    ("en date du 1er novembre", "2026-11-01"),
    ("après le 1er novembre", "2026-11-02"),
    ("avant le 1er novembre", "2026-10-31"),
    ("en décembre", "2026-12-01"),
    ("09/11/2026", "2026-11-09"),
    ("aujourd’hui", TODAY),
    ("aujourd'hui", TODAY),
    ("demain", "2026-10-10"),
    ("le mois prochain", "2026-11-01"),
    ("le mois dernier", "2026-09-01"),
    ("la semaine prochaine", "2026-10-12"),
    ("l’an prochain", "2027-01-01"),
    ("cette année", TODAY),
    ("ce mois-ci", TODAY),
]
NAMED = ENGLISH + FRENCH
NOT_NAMED = [
    "d’ici",
    "",
    "on",
    "la semaine",
    "on Sundays",
    "next Monday",
    "31 February 2026",
    "after 8 years",
    "furniture",
    "for furniture after 1 November",
    "between 1 and 5 November",
    "1 November or 5 November",
    "PW-2200",
    "$500",
]


@pytest.mark.parametrize(("text", "day"), NAMED)
def test_the_day_that_a_text_names(text: str, day: str) -> None:
    assert day_asked(text, "fr" if "/" in text else "en", TODAY) == day
    assert is_day(text)


@pytest.mark.parametrize("text", NOT_NAMED)
def test_a_text_that_names_more_or_less_than_a_day(text: str) -> None:
    assert day_asked(text, "en", TODAY) == day_asked(text, "fr", TODAY) == ""
    assert not is_day(text)


@pytest.mark.parametrize(("text", "today"), [("next month", "9999-12-31"), ("tomorrow", "9999-12-31"), ("last year", "0001-01-01")])
def test_a_day_beyond_the_calendar_is_none(text: str, today: str) -> None:
    assert day_asked(text, "en", today) == ""


def test_without_a_today_only_a_day_with_its_year_is_known() -> None:
    assert day_asked("on 1 November 2026", "en", "") == "2026-11-01"
    assert [day_asked(text, "en", "") for text in ("on 1 November", "in December", "tomorrow", "next month")] == [""] * 4


@pytest.mark.parametrize("today", ["9 October 2026", "2026-02-30"])
def test_a_today_that_is_no_day_is_refused(today: str) -> None:
    with pytest.raises(UsageError, match="today"):
        full_question(PUMPS, "and tomorrow?", today=today)


@pytest.mark.parametrize("previous", [PUMPS, POMPES])
@pytest.mark.parametrize(
    ("text", "day"), [(f"and {text}?", day) for text, day in ENGLISH] + [(f"et {text} ?", day) for text, day in FRENCH]
)
def test_the_same_question_is_asked_as_of_the_day(previous: str, text: str, day: str) -> None:
    made = full_question(previous, text, today=TODAY)
    assert (made.text, made.is_follow_up, made.reason, made.as_of) == (previous, True, "fragment", day)


def test_a_leap_day_is_looked_for_in_leap_years() -> None:
    assert day_asked("29 February", "en", "2028-03-05") == "2032-02-29"


def test_a_day_that_the_question_names_is_replaced_too() -> None:
    previous = "Is the returns desk open on 5 November?"
    made = full_question(previous, "and on 24 December?", today=TODAY)
    assert (made.text, made.as_of) == ("Is the returns desk open on 24 December?", "2026-12-24")
    made = full_question(previous, "et le 24 décembre ?", today=TODAY)
    assert (made.text, made.reason, made.as_of) == ("Is the returns desk open on 2026-12-24?", "fragment", "2026-12-24")
    made = full_question(previous, "and as of 24 December?", today=TODAY)
    assert (made.text, made.as_of) == (previous, "2026-12-24")


@pytest.mark.parametrize(
    ("previous", "text", "day"),
    [
        ("Which policy was in force on 1 May 2026?", "and on 1 June?", "2026-06-01"),
        ("Which policy applied in November 2025?", "and in January?", "2026-01-01"),
        ("Which policy was in force on 1 May 2026?", "and on 1 June 2029?", "2029-06-01"),
        ("Which policy was in force on 1 May 2026?", "and tomorrow?", "2026-10-10"),
    ],
)
def test_a_day_without_a_year_takes_the_one_nearest_to_the_day_that_it_replaces(previous: str, text: str, day: str) -> None:
    assert full_question(previous, text, today=TODAY).as_of == day


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("and on Sundays?", "How long is the warranty on pumps on Sundays?"),
        ("and for furniture after 1 November?", "How long is the warranty on furniture after 1 November?"),
        ("and for furniture?", "How long is the warranty on furniture?"),
    ],
)
def test_what_is_no_day_alone_stays_in_the_words(text: str, full: str) -> None:
    made = full_question(PUMPS, text, today=TODAY)
    assert (made.text, made.as_of) == (full, "")


def test_a_day_that_cannot_be_worked_out_stays_in_the_words() -> None:
    made = full_question(PUMPS, "and as of 9 October?")
    assert (made.text, made.as_of) == ("How long is the warranty on pumps as of 9 October?", "")


@pytest.mark.parametrize(
    "text", ["9 October", "Is it open today?", "What changes on 1 November?", "and may I return it today?", "and may?"]
)
def test_a_text_that_asks_something_itself_has_no_day(text: str) -> None:
    assert full_question(PUMPS, text, today=TODAY).as_of == ""


def test_a_previous_fragment_is_asked_as_of_no_day() -> None:
    made = full_question("and for pumps?", "and today?", today=TODAY)
    assert (made.text, made.is_follow_up) == ("and today?", False)


@settings(max_examples=300, deadline=None)
@given(
    text=st.one_of(st.text(max_size=30), st.lists(st.sampled_from([text for text, _ in NAMED]), max_size=3).map(" ".join)), day=st.dates()
)
def test_any_text_on_any_day(text: str, day: object) -> None:
    for language in ("en", "fr"):
        found = day_asked(text, language, str(day))
        assert found == "" or is_day(text)
