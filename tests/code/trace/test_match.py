from collections.abc import Mapping

import pytest

from policy_assistant.code.trace import Finding, trace_all, trace_rules
from tests.code.trace.samples import AS_OF, document, everything, glossary, pieces

RETURNS = "## How long you have\nYou have 30 days to send back something that you have not used.\n"


def traced(rules: Mapping[str, str], code: Mapping[str, str], old: Mapping[str, str] | None = None) -> dict[str, Finding]:
    """The findings by the text of their values; documents by title, code by path, other versions by title."""
    in_force = [chunk for title, text in rules.items() for chunk in document(f"{title}.md", title, "2", "", "", "en", text)]
    others = [chunk for title, text in (old or {}).items() for chunk in document(f"{title}.md", title, "1", "", "", "en", text)]
    found = [piece for path, text in code.items() for piece in pieces(path, text)]
    findings = trace_all(in_force, everything(found), glossary(), as_of=AS_OF, every_version=[*others, *in_force])
    return {finding.value.text: finding for finding in findings}


def places(finding: Finding) -> list[tuple[str, int]]:
    """Path and line of the code that decides."""
    return [(code.path, code.line) for code in finding.code]


def test_a_constant_that_keeps_the_rule_agrees() -> None:
    found = traced({"Returns policy": RETURNS}, {"shop/returns.py": "import os\n\nRETURN_WINDOW_DAYS = 30\n"})["30 days"]
    assert (found.verdict, places(found)) == ("agrees", [("shop/returns.py", 3)])


def test_a_constant_with_another_value_differs() -> None:
    found = traced({"Returns policy": RETURNS}, {"shop/returns.py": "RETURN_WINDOW_DAYS = 45\n"})["30 days"]
    assert (found.verdict, places(found)) == ("differs", [("shop/returns.py", 1)])


def test_code_of_another_topic_is_no_difference() -> None:
    rules = {"Returns policy": RETURNS, "Warranty policy": "## Length\nThe warranty runs for 365 days.\n"}
    found = traced(rules, {"shop/warranty.py": "WARRANTY_DAYS = 365\n", "shop/session.py": "SESSION_DAYS = 14\n"})
    assert (found["30 days"].verdict, found["365 days"].verdict) == ("not found", "agrees")


def test_a_value_kept_for_another_rule_is_no_difference() -> None:
    rules = {"Returns policy": RETURNS + "\n## Label\nA return label is valid for 45 days.\n"}
    code = "RETURN_WINDOW_DAYS = 30\nRETURN_LABEL_VALID_DAYS = 45\n"
    found = traced(rules, {"shop/returns.py": code})
    assert [found[text].verdict for text in ("30 days", "45 days")] == ["agrees", "agrees"]
    assert places(found["45 days"]) == [("shop/returns.py", 2)]


def test_a_copy_of_a_setting_that_was_forgotten_differs() -> None:
    code = {"shop/returns.py": "RETURN_WINDOW_DAYS = 30\n", "web/returns.js": "export const RETURN_WINDOW_DAYS = 45;\n"}
    found = traced({"Returns policy": RETURNS}, code)["30 days"]
    assert (found.verdict, places(found)) == ("differs", [("web/returns.js", 1)])
    assert [(one.path, one.line) for one in found.also_in] == [("shop/returns.py", 1)]


def test_code_that_holds_the_next_version_too_is_no_difference() -> None:
    code = {"shop/returns.py": "RETURN_WINDOW_DAYS = 30\nRETURN_WINDOW_DAYS_FROM_NOVEMBER = 45\n"}
    old = {"Returns policy": RETURNS.replace("30", "45")}
    found = traced({"Returns policy": RETURNS}, code, old)["30 days"]
    assert (found.verdict, places(found)) == ("agrees", [("shop/returns.py", 1)])


def test_code_that_holds_only_another_version_says_so() -> None:
    code = {"shop/returns.py": "RETURN_WINDOW_DAYS = 45\n"}
    found = traced({"Returns policy": RETURNS}, code, {"Returns policy": RETURNS.replace("30", "45")})["30 days"]
    assert (found.verdict, found.note) == ("differs", "equals version 1 of the rule")


def test_a_test_alone_keeps_nothing() -> None:
    code = {"tests/test_returns.py": "def test_window():\n    assert return_window_days() == 30\n"}
    found = traced({"Returns policy": RETURNS}, code)["30 days"]
    assert (found.verdict, found.code, found.note) == ("not found", (), "only tests hold this value")
    assert [one.path for one in found.also_in] == ["tests/test_returns.py"]


def test_a_test_with_another_value_is_no_difference() -> None:
    code = {"tests/test_returns.py": "RETURN_WINDOW_DAYS = 45\n"}
    assert traced({"Returns policy": RETURNS}, code)["30 days"].verdict == "not found"


def test_the_ends_of_a_range_are_compared_by_their_names() -> None:
    rules = {"Gift cards": "## Amounts\nA gift card holds 20 to 400 dollars.\n"}
    right = {"shop/gift_cards.py": "MIN_GIFT_CARD_DOLLARS = 20\nMAX_GIFT_CARD_DOLLARS = 400\n"}
    wrong = {"shop/gift_cards.py": "MIN_GIFT_CARD_DOLLARS = 20\nMAX_GIFT_CARD_DOLLARS = 500\n"}
    assert traced(rules, right)["20 to 400 dollars"].verdict == "agrees"
    found = traced(rules, wrong)["20 to 400 dollars"]
    assert (found.verdict, places(found)) == ("differs", [("shop/gift_cards.py", 2)])


def test_the_other_end_of_a_range_is_not_kept_by_the_first() -> None:
    rules = {"Gift cards": "## Amounts\nA gift card holds 20 to 400 dollars.\n"}
    found = traced(rules, {"shop/gift_cards.py": "MIN_AMOUNT = 20\nMAX_AMOUNT = 500\n"})["20 to 400 dollars"]
    assert (found.verdict, places(found)) == ("differs", [("shop/gift_cards.py", 2)])


def test_a_list_that_holds_the_next_version_too_is_no_difference() -> None:
    code = {"shop/returns.py": "RETURN_WINDOW_DAYS = [30, 45]\n"}
    next_version = {"Returns policy": RETURNS.replace("30", "45")}
    assert traced({"Returns policy": RETURNS}, code, next_version)["30 days"].verdict == "agrees"
    assert traced({"Returns policy": RETURNS}, code)["30 days"].verdict == "differs"


def test_the_value_of_another_version_needs_less_of_a_name() -> None:
    rule = "## Booking\nA court can be booked up to 60 days ahead by members.\n"
    code = {"club/calendar.py": "HORIZON_COURT_SCREEN_DAYS = 45\n"}
    found = traced({"Courts": rule}, code, {"Courts": rule.replace("60", "45")})["up to 60 days"]
    assert (found.verdict, found.note) == ("differs", "equals version 1 of the rule")
    assert traced({"Courts": rule}, code, {"Courts": rule.replace("60", "50")})["up to 60 days"].verdict == "not found"


def test_what_stands_beside_a_value_that_is_kept_needs_less_of_a_name() -> None:
    text = "## Reductions\nGuests over 65 years get 15 % off in the low season.\n"
    code = "def card(age):\n    if age > {age}:\n        return Decimal('0.10')\n    return Decimal(0)\n"
    beside, alone = ({"app/guests.py": code.replace("{age}", age)} for age in ("65", "limit"))
    assert traced({"Prices": text}, beside)["15 %"].verdict == "differs"
    assert traced({"Prices": text}, alone)["15 %"].verdict == "not found"


def test_hours_are_hardly_meant_for_a_rule_in_days() -> None:
    text = "## Cancelling\nCancel a class 3 days before it begins and it costs nothing.\n"
    assert traced({"Classes": text}, {"a.py": "FREE_CANCEL_DAYS = 2\n"})["3 days"].verdict == "differs"
    assert traced({"Classes": text}, {"a.py": "FREE_CANCEL_HOURS = 48\n"})["3 days"].verdict == "not found"


def test_a_value_that_agrees_by_chance_hides_no_difference() -> None:
    rules = {
        "Delivery": "## Late parcels\nA parcel that is 10 business days late counts as lost, and you choose a new one or your money.\n"
    }
    code = {
        "shop/delivery.py": "LOST_PARCEL_AFTER_BUSINESS_DAYS = 12\n",
        "shop/labels.py": "PARCEL_LABEL_STOCK_DAYS = 10\n",
    }
    found = traced(rules, code)["10 business days"]
    assert (found.verdict, places(found)) == ("differs", [("shop/delivery.py", 1)])


def test_a_row_of_a_table_goes_before_a_sentence_with_more_words() -> None:
    text = (
        "## Fees\n| Zone | Standard delivery |\n| --- | --- |\n| A | 8.95 dollars |\n| C | 10.95 dollars |\n\n"
        "Standard delivery costs no fees in zones A and C when the products cost 100 dollars or more.\n"
    )
    code = {"shop/delivery.py": 'STANDARD_FEES = {\n    "A": Decimal("8.95"),\n    "C": Decimal("11.95"),\n}\n'}
    found = traced({"Delivery": text}, code)
    assert {value: one.verdict for value, one in found.items()} == {
        "8.95 dollars": "agrees",
        "10.95 dollars": "differs",
        "100 dollars or more": "not found",
    }


def test_a_value_far_from_the_rule_is_of_another_one() -> None:
    assert traced({"Returns policy": RETURNS}, {"shop/returns.py": "RETURN_WINDOW_DAYS = 3650\n"})["30 days"].verdict == "not found"


@pytest.mark.parametrize(("name", "verdict"), [("DELAI_RETOUR_JOURS", "differs"), ("DELAI_PAUSE_JOURS", "not found")])
def test_english_rules_meet_french_names(name: str, verdict: str) -> None:
    assert traced({"Returns policy": RETURNS}, {"boutique/regles.py": f"{name} = 45\n"})["30 days"].verdict == verdict


def test_a_row_differs_by_its_own_key_though_another_row_has_its_value() -> None:
    text = "## Fees\n| Zone | Fee |\n| --- | --- |\n| North | 10.95 dollars |\n| South | 10.95 dollars |\n"
    code = 'DELIVERY_FEES = {\n    "north": Decimal("10.95"),\n    "south": Decimal("11.95"),\n}\n'
    in_force = document("Delivery.md", "Delivery", "1", "", "", "en", text)
    findings = trace_all(in_force, everything(pieces("shop/fees.py", code)), glossary())
    assert [(one.verdict, [code.line for code in one.code]) for one in findings] == [("agrees", [2]), ("differs", [3])]


def test_a_row_that_lists_several_things_is_kept_by_a_row_of_code_for_each() -> None:
    text = "## Fees\n| Zone | Towns | Fee |\n| --- | --- | --- |\n| B | Ashby, Salt and Pepper, Corve | 10.95 dollars |\n"
    code = (
        'FEES = {\n    Town.ASHBY: Decimal("10.95"),\n    Town.SALT_AND_PEPPER: Decimal("12.95"),\n    Town.CORVE: Decimal("10.95"),\n}\n'
    )
    found = traced({"Delivery": text}, {"shop/fees.py": code})["10.95 dollars"]
    assert (found.verdict, places(found)) == ("differs", [("shop/fees.py", 3)])
    assert [one.line for one in found.also_in] == [2, 4]
    unlisted = traced({"Delivery": text}, {"shop/fees.py": code.replace("SALT_AND_PEPPER", "DUNMORE")})["10.95 dollars"]
    assert (unlisted.verdict, places(unlisted)) == ("agrees", [("shop/fees.py", 2), ("shop/fees.py", 4)])


def test_a_part_that_code_names_is_compared_with_the_value_of_that_part() -> None:
    text = "## Cover\n| Group | Months | Parts |\n| --- | --- | --- |\n| Tents | 24 months | poles: 12 months; zips: 18 months |\n"
    code = 'COVER_MONTHS = {\n    ("tents", ""): 24,\n    ("tents", "pole"): 12,\n    ("tents", "zip"): 12,\n}\n'
    found = traced({"Cover": text}, {"shop/cover.py": code})
    assert [(found[text].verdict, places(found[text])) for text in ("24 months", "12 months", "18 months")] == [
        ("agrees", [("shop/cover.py", 2)]),
        ("agrees", [("shop/cover.py", 3)]),
        ("differs", [("shop/cover.py", 4)]),
    ]


def test_the_last_day_of_a_season_is_no_other_first_day() -> None:
    text = "## Dates\nThe season runs from 16 November 2026 to 9 January 2027.\n"
    found = traced({"Season": text}, {"shop/season.py": "SEASON = (date(2026, 11, 16), date(2027, 1, 2))\n"})
    assert [found[text].verdict for text in ("16 November 2026", "9 January 2027")] == ["agrees", "differs"]


def test_the_rest_of_a_passage_speaks_for_a_rule_too() -> None:
    text = "## Cheaper elsewhere\nTell us within 10 days of the sale. {rest}\n"
    code = {"shop/offers.py": "def cheaper_coupon_parity(sale, window_days: int = 14):\n    return sale\n"}
    found = [
        traced({"Offers": text.format(rest=rest)}, code)["within 10 days"].verdict
        for rest in ("The difference comes as a coupon, for parity.", "Bring the leaflet.")
    ]
    assert found == ["differs", "not found"]


def test_where_a_constant_is_used_tells_what_it_is_for() -> None:
    rules = {"Repairs": "## Scratches\nIf you would rather keep a dented lamp or a scratched shade, we take 15 % off.\n"}
    constant = "const BLEMISH_TONE_LAMP_PERCENT = 10;\n"
    use = """
/** What someone gets who would rather keep a dented or scratched shade. */
export function offer(price) {
  return price * BLEMISH_TONE_LAMP_PERCENT / 100;
}
"""
    told = traced(rules, {"web/help.js": constant + use})["15 %"]
    assert (told.verdict, places(told)) == ("differs", [("web/help.js", 1)])
    assert traced(rules, {"web/help.js": constant, "web/other.js": use})["15 %"].verdict == "not found"


def test_one_word_decides_nothing_against_a_rule_that_is_kept_by_more() -> None:
    rules = {
        "Points": "## Spending\nFor every 250 that you have collected we take 10 dollars from the bill of your next order at the counter.\n",
        "Night work": "## Meals\nA night shift has a voucher of 14 dollars.\n",
    }
    constant = {"shop/points.py": '"""Points, and the bill."""\n\nVOUCHER_DOLLARS = 10\n'}
    found = traced(rules, constant)
    assert (found["14 dollars"].verdict, found["10 dollars"].verdict) == ("not found", "agrees")
    alone = traced({"Night work": rules["Night work"]}, constant)
    assert alone["14 dollars"].verdict == "differs"


def test_one_passage_is_traced_with_all_rules_competing() -> None:
    in_force = [
        *document("Returns.md", "Returns policy", "1", "", "", "en", RETURNS),
        *document("Stock.md", "Stock", "1", "", "", "en", "## Return window\nThe return window of suppliers is 45 days.\n"),
    ]
    find = everything(pieces("shop/rules.py", "RETURN_WINDOW_DAYS = 45\n"))
    alone = trace_rules(in_force[:1], in_force[:1], find, glossary())
    together = trace_rules(in_force[:1], in_force, find, glossary())
    assert [one.value.text for one in together] == ["30 days"]
    assert (alone[0].verdict, together[0].verdict) == ("differs", "not found")


@pytest.mark.parametrize(
    ("rule", "value", "code", "verdict"),
    [
        ("You have 30 days to send it back.", "30 days", "SCREEN_CACHE_LAYOUT_FRAME_BORDER_DAYS = 30", "not found"),
        ("You have 30 days to send it back.", "30 days", "WINDOW_DAYS = 30", "agrees"),
        ("A label costs 12.95 dollars.", "12.95 dollars", "SCREEN_CACHE_LAYOUT_FRAME_BORDER = 12.95", "agrees"),
        ("This version covers all deliveries until 31 October 2026.", "31 October 2026", "LAYOUT_FROM = date(2026, 11, 1)", "agrees"),
    ],
)
def test_the_rarer_a_value_the_less_must_its_names_say(rule: str, value: str, code: str, verdict: str) -> None:
    assert traced({"Returns policy": f"## Terms\n{rule}\n"}, {"shop/returns.py": f"{code}\n"})[value].verdict == verdict


def test_nothing_to_trace_gives_no_findings() -> None:
    assert traced({"Note": "## Rule\nShoes stay outside.\n"}, {"a.py": "X_DAYS = 3\n"}) == {}
    found = traced({"Returns policy": RETURNS}, {"a.py": "import os\n"})
    assert found["30 days"].verdict == "not found"
