"""What follows from a question's days and a passage's periods."""

from decimal import Decimal

import pytest

from policy_assistant.quantities.derived import MAX_DAYS, arithmetic, derived

QUESTION = "An order was delivered on 20 October 2026. Can it be returned on 1 December 2026?"
AS_OF = "2026-10-09"


def test_the_days_between_two_days_of_the_question() -> None:
    assert "42" in derived(QUESTION, "Returns are possible.", "en", AS_OF)
    assert (Decimal(42), "day") in arithmetic(QUESTION, "", "en", AS_OF).amounts


@pytest.mark.parametrize(
    ("period", "day"),
    [
        ("30 days", "2026-11-19"),
        ("2 weeks", "2026-11-03"),
        ("one month", "2026-11-20"),
        ("1 year", "2027-10-20"),
        ("3 business days", "2026-10-23"),
    ],
)
def test_a_day_of_the_question_plus_a_period_of_the_passage(period: str, day: str) -> None:
    assert day in derived(QUESTION, f"Within {period} of delivery.", "en", AS_OF)


def test_both_ends_of_a_range_are_added() -> None:
    assert {"2026-10-25", "2026-10-30"} <= derived(QUESTION, "5 to 10 days", "en", AS_OF)


def test_the_day_of_the_question_is_one_of_its_days() -> None:
    assert "2026-11-08" in derived("What is the window today?", "Within 30 days.", "en", AS_OF)


@pytest.mark.parametrize(("text", "number"), [("2 years", "24"), ("24 months", "2"), ("3 weeks", "21"), ("21 jours", "3")])
def test_periods_are_told_in_the_other_unit(text: str, number: str) -> None:
    assert number in derived("How long?", text, "en", AS_OF)
    assert number in derived(f"Is it {text}?", "", "en", AS_OF)


def test_each_text_is_read_in_its_own_language() -> None:
    assert "24" in derived("How long?", "garantie de 2 an", "en", AS_OF, "fr")
    assert "24" not in derived("How long?", "garantie de 2 an", "en", AS_OF)


def test_nothing_else_is_derived() -> None:
    assert derived("Is it 30 dollars?", "40 dollars, 18 months", "en", AS_OF) == {"2028-04-09"}


def test_no_more_than_some_days_are_compared() -> None:
    question = " ".join(f"{day} May 2026" for day in range(1, 29))
    found = arithmetic(question, "1 day", "en", "")
    assert len(found.days) == MAX_DAYS


def test_periods_beyond_the_calendar_are_left_out() -> None:
    assert derived("", "9999 years and 30000 years", "en", AS_OF) == {"119988", "360000"}
