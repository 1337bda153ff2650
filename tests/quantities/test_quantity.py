"""Quantities: numbers with their units, in both languages, and when two are the same."""

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.quantities.numbers import plain
from policy_assistant.quantities.quantity import Quantity, comparable, quantities, same
from policy_assistant.quantities.units import UNITS, mentioned


def only(text: str, language: str = "en") -> Quantity:
    (quantity,) = quantities(text, language)
    return quantity


def told(text: str, language: str = "en") -> list[tuple[str, str, str]]:
    return [(text[q.start : q.end], plain(q.low), q.unit) for q in quantities(text, language)]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("30 days", "30", "day"),
        ("30-day", "30", "day"),
        ("30 jours", "30", "day"),
        ("3 business days", "3", "business day"),
        ("3 jours ouvrables", "3", "business day"),
        ("3 jours ouvrés", "3", "business day"),
        ("10 calendar days", "10", "day"),
        ("6 more business days", "6", "business day"),
        ("12 derniers mois", "12", "month"),
        ("4 business hours", "4", "business hour"),
        ("2 ans", "2", "year"),
        ("2-year", "2", "year"),
        ("$12.95", "12.95", "dollar"),
        ("12.95 dollars", "12.95", "dollar"),
        ("12,95 $", "12.95", "dollar"),
        ("79 CAD", "79", "dollar"),
        ("US$ 5", "5", "dollar"),
        ("EUR 5", "5", "euro"),
        ("1 000 €", "1000", "euro"),
        ("20 millions d'euros", "20000000", "euro"),
        ("5 thousand dollars", "5000", "dollar"),
        ("£4", "4", "sterling"),
        ("50 cents", "50", "cent"),
        ("20%", "20", "percent"),
        ("20 per cent", "20", "percent"),
        ("20 pour cent", "20", "percent"),
        ("2,200 PSI", "2200", "psi"),
        ("200 points", "200", "point"),
        ("0 °C", "0", "celsius"),
        ("15°", "15", "degree"),
        ("3.4 kg", "3.4", "kilogram"),
        ("2,45 m", "2.45", "metre"),
        ("55 cm", "55", "centimetre"),
        ("50 m²", "50", "square metre"),
        ("10 square metres", "10", "square metre"),
        ("10 mètres carrés", "10", "square metre"),
        ("25 km/h", "25", "kilometre an hour"),
        ("1/2 in", "0.5", "inch"),
        ("½ inch", "0.5", "inch"),
        ("230V", "230", "volt"),
        ("three days", "3", "day"),
        ("deux ans", "2", "year"),
        ("vingt et un jours", "21", "day"),
        ("forty-five days", "45", "day"),
        ("quatre-vingt-dix jours", "90", "day"),
        ("soixante et onze ans", "71", "year"),
        ("deux cents dollars", "200", "dollar"),
        ("one hundred and twenty-five dollars", "125", "dollar"),
        ("fifty cents", "50", "cent"),
        ("half a year", "0.5", "year"),
        ("une demi-heure", "0.5", "hour"),
        ("2 heures et demie", "2.5", "hour"),
        ("une semaine", "1", "week"),
        ("9:30", "9.5", "o'clock"),
        ("14h15", "14.25", "o'clock"),
        ("5 p.m.", "17", "o'clock"),
        ("12 am", "0", "o'clock"),
    ],
)
def test_value_and_unit(text: str, value: str, unit: str) -> None:
    sentence = f"So ({text}), they say."
    assert told(sentence, "fr" if " ans" in text else "en") == [(text, value, unit)]


@pytest.mark.parametrize(
    ("text", "low", "high", "unit"),
    [
        ("5 to 10 business days", 5, 10, "business day"),
        ("de 5 à 10 jours", 5, 10, "day"),
        ("1-2 business days", 1, 2, "business day"),
        ("1 – 2 weeks", 1, 2, "week"),
        ("between 3 and 5 days", 3, 5, "day"),
        ("entre 3 et 5 ans", 3, 5, "year"),
        ("from 300 up to 1,000", 300, 1000, ""),
        ("From 300 dollars up to 1,000 dollars", 300, 1000, "dollar"),
        ("9:00 to 17:00", 9, 17, "o'clock"),
        ("three to five years", 3, 5, "year"),
    ],
)
def test_ranges(text: str, low: int, high: int, unit: str) -> None:
    found = only(text, "fr" if " ans" in text else "en")
    assert (int(found.low), int(found.high), found.unit, found.bound) == (low, high, unit, "")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("lots 2607 and 2608", [2607, 2608]),
        ("10 to 5 days", [10, 5]),
        ("5 kg to 10 days", [5, 10]),
        ("3 and 5 days", [3, 5]),
        ("2018 to 2020", [2018, 2020]),
    ],
)
def test_what_is_no_range(text: str, values: list[int]) -> None:
    assert [(int(q.low), int(q.high)) for q in quantities(text)] == [(value, value) for value in values]


def test_alternatives_share_their_unit() -> None:
    assert told("20 ou 30 ans", "fr") == [("20", "20", "year"), ("30 ans", "30", "year")]
    assert told("version 3 or 45 days") == [("3", "3", ""), ("45 days", "45", "day")]


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("up to 500 dollars", "at most"),
        ("within 30 days", "at most"),
        ("within the 30 days", "at most"),
        ("jusqu'à 30 jours", "at most"),
        ("jusqu’à 30 jours", "at most"),
        ("30 jours au plus", "at most"),
        ("30 days or less", "at most"),
        ("no more than 30 days", "at most"),
        ("at least 30 days", "at least"),
        ("à partir de 100 $", "at least"),
        ("75 dollars or more", "at least"),
        ("under 75 dollars", "less than"),
        ("moins de 75 $", "less than"),
        ("over 30 kg", "more than"),
        ("plus de 30 kg", "more than"),
        ("about 45 tickets", "about"),
        ("environ 45 jours", "about"),
        ("a rover 30 kg", ""),
        ("30 days", ""),
    ],
)
def test_bounds(text: str, bound: str) -> None:
    assert only(text).bound == bound


@pytest.mark.parametrize("text", ["PK-2200-07", "9 October 2026", "2026-10-09", "the 3rd time", "one of them", "une cliente", "deux"])
def test_what_is_no_quantity(text: str) -> None:
    assert quantities(text) == []


@pytest.mark.parametrize(
    ("text", "is_article"),
    [("twice a year", True), ("within a year", False), ("un mois", True), ("un délai d'un mois", False), ("one year", False)],
)
def test_an_article_counts_only_where_something_limits(text: str, is_article: bool) -> None:
    assert only(text).is_article is is_article


def test_an_is_a_year_in_french_only() -> None:
    assert only("10 an", "fr").unit == "year"
    assert only("On day 10 an agent calls", "en").unit == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2 years", "24 months"),
        ("2 weeks", "14 jours"),
        ("three days", "3 jours"),
        ("12.95 dollars", "12,95 $"),
        ("50 cents", "$0.50"),
        ("1 kg", "1000 g"),
        ("5 to 10 days", "de 5 à 10 jours"),
        ("9:00 to 17:00", "de 9 h à 17 h"),
        ("18 °C", "18 degrés"),
        ("2.54 cm", "1 inch"),
    ],
)
def test_the_same(one: str, other: str) -> None:
    assert same(only(one), only(other))
    assert comparable(only(one), only(other))


@pytest.mark.parametrize(("one", "other"), [("30 days", "30 weeks"), ("30 days", "45 jours"), ("5 to 10 days", "5 days"), ("1 m", "1 km")])
def test_comparable_but_not_the_same(one: str, other: str) -> None:
    assert comparable(only(one), only(other))
    assert not same(only(one), only(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [("3 days", "3 business days"), ("30 days", "1 month"), ("5 euros", "5 dollars"), ("5", "5 days"), ("4 hours", "4 business hours")],
)
def test_not_comparable(one: str, other: str) -> None:
    assert not comparable(only(one), only(other))
    assert not same(only(one), only(other))


def test_units_are_mentioned_without_numbers() -> None:
    assert mentioned("| Price (dollars) | Weight in kg |") == {"dollar", "kilogram"}


def test_every_unit_has_a_factor_and_its_own_name() -> None:
    assert all(unit.factor > 0 and unit.name == name for name, unit in UNITS.items())


@given(
    st.text(alphabet=st.sampled_from("0123456789.,-  daysjouran$€%hmto½/:") | st.characters(), max_size=150),
    st.sampled_from(["en", "fr", "ar"]),
)
def test_any_text_can_be_read_and_places_are_exact(text: str, language: str) -> None:
    found = quantities(text, language)
    assert all(0 <= q.start < q.end <= len(text) and q.low <= q.high for q in found)
    assert all(one.end <= other.start for one, other in pairwise(found))


@given(st.integers(1, 999), st.sampled_from(["days", "jours", "dollars", "%", "kg", "business days"]))
def test_what_is_written_is_read_back(value: int, unit: str) -> None:
    assert only(f"{value} {unit}").values == {Decimal(value)}
