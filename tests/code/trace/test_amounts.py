from datetime import date
from decimal import Decimal

import pytest

from policy_assistant.code.trace.amounts import DATE, MONTH_DAY, Amount, Hint, apart, compare


def amount(value: str, unit: str = "", hint: Hint = "") -> Amount:
    """So many of a unit."""
    return Amount(Decimal(value), unit, hint)


def day(iso: str) -> Amount:
    """A day."""
    return Amount(Decimal(date.fromisoformat(iso).toordinal()), DATE)


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        (amount("30", "day"), amount("30", "day")),
        (amount("30", "day"), amount("2592000", "second")),
        (amount("2", "week"), amount("14", "day")),
        (amount("4", "business day"), amount("4", "day")),
        (amount("4", "day"), amount("4", "business day")),
        (amount("2", "year"), amount("24", "month")),
        (amount("2", "year"), amount("730", "day")),
        (amount("6", "month"), amount("180", "day")),
        (amount("30", "day"), amount("2592000")),
        (amount("12.95", "dollar"), amount("12.95", hint="money")),
        (amount("12.95", "dollar"), amount("1295", hint="money")),
        (amount("12.95", "dollar"), amount("1295", "cent")),
        (amount("15", "percent"), amount("0.15", hint="percent")),
        (amount("15", "percent"), amount("15", "percent")),
        (amount("15", "percent"), amount("0.85", hint="percent")),
        (amount("50", "percent"), amount("1.5", hint="percent")),
        (amount("15", "percent"), amount("0.15", hint="money")),
        (amount("500", "gram"), amount("0.5", "kilogram")),
        (amount("14", "o'clock"), amount("14", "o'clock")),
        (amount("5", hint="count"), amount("5", hint="count")),
        (amount("5", hint="count"), amount("5")),
        (day("2026-10-31"), day("2026-11-01")),
        (amount("1101", MONTH_DAY), day("2026-11-01")),
    ],
)
def test_the_same_amount_written_otherwise(rule: Amount, code: Amount) -> None:
    assert compare(rule, code) == "same"


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        (amount("30", "day"), amount("45", "day")),
        (amount("30", "day"), amount("30", "week")),
        (amount("4", "business day"), amount("5", "day")),
        (amount("2", "year"), amount("12", "month")),
        (amount("5", "dollar"), amount("500", hint="money")),
        (amount("12.95", "dollar"), amount("14.95", hint="money")),
        (amount("15", "percent"), amount("0.1", hint="percent")),
        (day("2026-10-31"), day("2026-11-07")),
        (amount("1101", MONTH_DAY), day("2026-11-08")),
    ],
)
def test_amounts_of_one_kind_that_differ(rule: Amount, code: Amount) -> None:
    assert compare(rule, code) == "other"


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        (amount("30", "day"), amount("30", "kilogram")),
        (amount("30", "day"), amount("30", hint="money")),
        (amount("2", "business day"), amount("2", "hour")),
        (amount("5", "business hour"), amount("5", "year")),
        (amount("30", "dollar"), amount("30", "percent")),
        (amount("14", "o'clock"), amount("14", "hour")),
        (day("2026-10-31"), amount("31")),
    ],
)
def test_amounts_of_different_kinds_are_not_compared(rule: Amount, code: Amount) -> None:
    assert compare(rule, code) == ""


def test_how_far_two_amounts_are_apart() -> None:
    assert apart(amount("30", "day"), amount("45", "day")) == pytest.approx(1.5)
    assert apart(amount("45", "day"), amount("30", "day")) == pytest.approx(1.5)
    assert apart(amount("2", "year"), amount("30", "day")) > 20
    assert apart(day("2026-10-31"), day("2028-10-31")) == float("inf")
