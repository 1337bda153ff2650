"""Days in text, and the arithmetic with them."""

from datetime import date, timedelta
from itertools import pairwise
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.errors import UsageError
from policy_assistant.quantities.days import add, day_spans, days, days_between

AS_OF = "2026-10-09"


def found(text: str, language: str = "en", as_of: str = AS_OF) -> list[tuple[str, str]]:
    return [(text[day.start : day.end], day.iso) for day in days(text, language, as_of)]


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2026-10-09", "2026-10-09"),
        ("2026/10/09", "2026-10-09"),
        ("9 October 2026", "2026-10-09"),
        ("October 9, 2026", "2026-10-09"),
        ("October 9 2026", "2026-10-09"),
        ("9th of October", "2026-10-09"),
        ("october 9th", "2026-10-09"),
        ("1er novembre 2026", "2026-11-01"),
        ("10 novembre", "2026-11-10"),
        ("31 Oct 2026", "2026-10-31"),
        ("31 Oct. 2026", "2026-10-31"),
        ("4 mai 2026", "2026-05-04"),
        ("15 août 2026", "2026-08-15"),
        ("15 aout 2026", "2026-08-15"),
        ("25/12/2026", "2026-12-25"),
        ("12/25/2026", "2026-12-25"),
        ("05/05/2026", "2026-05-05"),
        ("9.10.2026", "2026-10-09"),
        ("December 2026", "2026-12"),
        ("janvier 2027", "2027-01"),
        ("29 February 2028", "2028-02-29"),
    ],
)
def test_ways_to_write_a_day(text: str, iso: str) -> None:
    assert found(f"It is {text}, they say.") == [(text, iso)]


@pytest.mark.parametrize(
    "text",
    [
        "31 February 2026",
        "09/10/2026",
        "2026-13-01",
        "you may 2 times",
        "in mars 20 people",
        "the 5 may be late",
        "PK-2026-10-09-1",
        "May 20:00",
        "seven days",
        "12.5 May-be",
        "May 30% more",
    ],
)
def test_what_is_no_day(text: str) -> None:
    assert found(text) == []


def test_day_before_month_is_read_in_french() -> None:
    assert found("le 09/10/2026", "fr-CA") == [("09/10/2026", "2026-10-09")]


def test_lost_blanks_do_not_hide_a_day() -> None:
    assert found("depuis le25 mai 2018(article)", "fr") == [("25 mai 2018", "2018-05-25")]


@pytest.mark.parametrize(
    ("text", "as_of", "iso"),
    [
        ("24 December", "2026-10-09", "2026-12-24"),
        ("24 December", "2026-01-15", "2025-12-24"),
        ("1 January", "2026-12-20", "2027-01-01"),
        ("29 February", "2027-12-01", "2028-02-29"),
    ],
)
def test_a_day_without_a_year_takes_the_nearest(text: str, as_of: str, iso: str) -> None:
    day = days(text, "en", as_of)[0]
    assert (day.iso, day.has_year) == (iso, False)


def test_without_a_day_of_the_question_a_day_without_a_year_is_left_out() -> None:
    assert found("24 December. 1 May 2026", as_of="") == [("1 May 2026", "2026-05-01")]


@pytest.mark.parametrize(
    ("text", "isos"),
    [
        ("between 15 November and 24 December 2020", ["2020-11-15", "2020-12-24"]),
        ("from 15 December to 10 January 2021", ["2020-12-15", "2021-01-10"]),
        ("du 15 décembre 2020 au 10 janvier", ["2020-12-15", "2021-01-10"]),
        ("27 and 30 December 2020", ["2020-12-27", "2020-12-30"]),
        ("les 25 et 26 décembre 2020", ["2020-12-25", "2020-12-26"]),
        ("1-5 May 2020", ["2020-05-01", "2020-05-05"]),
    ],
)
def test_linked_days_share_their_year_and_month(text: str, isos: list[str]) -> None:
    assert [day.iso for day in days(text, "fr", AS_OF)] == isos


def test_a_month_has_its_precision() -> None:
    assert [day.precision for day in days("December 2026, then 1 January 2027", "en", AS_OF)] == ["month", "day"]


def test_a_bad_day_of_the_question_is_refused() -> None:
    with pytest.raises(UsageError, match="'soon'"):
        days("1 May", "en", "soon")


@given(
    st.text(alphabet=st.sampled_from("0123 MayoctDecr/.-,éû\u00a0") | st.characters(), max_size=120),
    st.sampled_from(["en", "fr", "xx", ""]),
)
def test_any_text_can_be_read_and_places_are_exact(text: str, language: str) -> None:
    spans = day_spans(text, language)
    assert {(day.start, day.end) for day in days(text, language, AS_OF)} <= set(spans)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))


@given(st.dates(min_value=date(1000, 1, 1), max_value=date(2999, 12, 31)))
def test_a_written_day_is_read_back(day: date) -> None:
    for text in (day.isoformat(), f"{day.day} {day:%B} {day.year}", f"{day:%B} {day.day}, {day.year}"):
        assert [found_day.iso for found_day in days(text, "en", AS_OF)] == [day.isoformat()]


@pytest.mark.parametrize(
    ("iso", "amount", "unit", "expected"),
    [
        ("2026-10-20", 30, "day", "2026-11-19"),
        ("2026-10-20", -20, "day", "2026-09-30"),
        ("2026-10-20", 2, "week", "2026-11-03"),
        ("2026-01-31", 1, "month", "2026-02-28"),
        ("2024-01-31", 1, "month", "2024-02-29"),
        ("2026-03-31", -1, "month", "2026-02-28"),
        ("2024-02-29", 1, "year", "2025-02-28"),
        ("2026-10-09", 1, "business day", "2026-10-12"),
        ("2026-10-09", 5, "business day", "2026-10-16"),
        ("2026-10-10", 1, "business day", "2026-10-12"),
        ("2026-10-12", -1, "business day", "2026-10-09"),
        ("2026-10-12", 0, "business day", "2026-10-12"),
    ],
)
def test_adding(iso: str, amount: int, unit: Literal["day", "business day", "week", "month", "year"], expected: str) -> None:
    assert add(iso, amount, unit) == expected


def test_days_between_counts_both_ways() -> None:
    assert days_between("2026-10-20", "2026-12-01") == 42
    assert days_between("2026-12-01", "2026-10-20") == -42


@pytest.mark.parametrize("amount", [10**9, -(10**9)])
@pytest.mark.parametrize("unit", ["day", "month", "year", "business day"])
def test_beyond_the_calendar_is_an_error_of_ours(amount: int, unit: Literal["day", "month", "year", "business day"]) -> None:
    with pytest.raises(UsageError, match="beyond the calendar"):
        add("2026-10-09", amount, unit)


@given(st.dates(min_value=date(2000, 1, 1), max_value=date(2100, 1, 1)), st.integers(1, 60))
def test_business_days_pass_over_weekends(day: date, amount: int) -> None:
    reached = date.fromisoformat(add(day.isoformat(), amount, "business day"))
    passed = [day + timedelta(days=n) for n in range(1, (reached - day).days + 1)]
    assert sum(one.weekday() < 5 for one in passed) == amount
    assert reached.weekday() < 5
