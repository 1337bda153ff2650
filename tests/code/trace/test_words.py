import pytest

from policy_assistant.code.trace.naming import hint_of_names, unit_of_name
from policy_assistant.code.trace.words import forms, is_generic, split_name, words_of, words_of_name


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("RETURN_WINDOW_DAYS", ["return", "window", "days"]),
        ("maxWeightKG", ["max", "weight", "kg"]),
        ("HTTPTimeout2", ["http", "timeout"]),
        ("délaiRetour", ["délai", "retour"]),
    ],
)
def test_identifiers_are_split(name: str, words: list[str]) -> None:
    assert split_name(name) == words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("refunds", "refund"),
        ("livraisons", "LIVRAISON"),
        ("délai", "delai"),
        ("delivered", "delivery"),
        ("qty", "quantity"),
        ("feux", "feu"),
        ("B", "B"),
    ],
)
def test_words_meet_in_a_form(one: str, other: str) -> None:
    assert forms(one) & forms(other)


@pytest.mark.parametrize(("one", "other"), [("return", "warranty"), ("b", "B"), ("the", "the"), ("30", "30"), ("custom", "cost")])
def test_words_that_have_no_form_in_common(one: str, other: str) -> None:
    assert not forms(one) & forms(other)


def test_words_that_say_only_that_there_is_a_value_are_generic() -> None:
    assert all(map(is_generic, ("limit", "MAX", "délai", "days", "fee", "jours")))
    assert not any(map(is_generic, ("warranty", "retour", "kettle")))


def test_single_letters_count_as_capitals_only() -> None:
    assert list(words_of("zone B and a box")) == ["zone", "B", "and", "box"]


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("window_days", "day"),
        ("daysSinceDelivery", "day"),
        ("BUSINESS_DAYS", "business day"),
        ("joursOuvrables", "business day"),
        ("FEE_PER_KG", ""),
        ("min_order", ""),
        ("SECOND_REMINDER", ""),
        ("timeout_ms", "millisecond"),
        ("weight_kg", "kilogram"),
        ("KG", "kilogram"),
        ("max_parcels", ""),
        ("length_m", "metre"),
        ("m", ""),
        ("retention_hours", "hour"),
        ("cutoff_hour", "o'clock"),
        ("MAX_CLAIMS_A_YEAR", ""),
    ],
)
def test_the_unit_of_a_name(name: str, unit: str) -> None:
    assert unit_of_name(name) == unit


def test_the_nearest_name_tells_the_kind() -> None:
    assert hint_of_names(["fee", "delay"]) == "money"
    assert hint_of_names(["kettle", "WARRANTY"]) == "time"
    assert hint_of_names(["RATE_PER_FEE"]) == "percent"
    assert hint_of_names(["photos"]) == "count"
    assert hint_of_names(["kettle"]) == ""


def test_a_topic_tells_the_kind_only_where_it_ends_a_name() -> None:
    assert hint_of_names(["WARRANTY_MAX"]) == "time"
    assert hint_of_names(["warranty_claim"]) == ""
    assert hint_of_names(["MONTHLY_CREDIT"]) == "money"
    assert hint_of_names(["CREDIT_CARD"]) == ""


def test_function_words_of_a_name_in_capitals_are_left_out() -> None:
    assert list(words_of_name("SALT_AND_PEPPER")) == ["SALT", "PEPPER"]
    assert list(words_of_name("AND")) == ["AND"]
    assert list(words_of_name("ZONE_B_FEE")) == ["ZONE", "B", "FEE"]
