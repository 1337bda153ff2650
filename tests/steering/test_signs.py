"""Characters that print nothing, and texts that only a program can read."""

import base64

import pytest

from policy_assistant.steering import ENCODED, FLAGS, ZERO_WIDTH, Sign, Signs, find_signs, flags_of, in_order
from tests.steering.samples import ENCODED as ENCODED_SAMPLES
from tests.steering.samples import HARMLESS_CODES


@pytest.mark.parametrize(
    "text",
    [
        "re\u200bfund",
        "re\u200dfund",
        "re\u2060fund",
        "re\ufefffund",
        "a\u202egnp.exe",
        "the \u2066fee\u2069 is due",
        "fee" + "\U000e0041\U000e0042",
        "fee" + "\u200b\u200c" * 5,
        "fee " + "\u200b" * 20,
    ],
    ids=ascii,
)
def test_characters_that_print_nothing_are_flagged_where_they_have_no_business(text: str) -> None:
    assert flags_of(text) == (ZERO_WIDTH,)


@pytest.mark.parametrize(
    "text",
    [
        "The end.\u200b\u200bThe next sentence.",
        "\ufeffThe first line",
        "a word \u200band another",
        "family \U0001f468\u200d\U0001f469\u200d\U0001f467 pass",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u0915\u094d\u200d\u0937",
        "\u0e01\u200b\u0e02",
        "the name \u2067\u05d0\u05d1\u05d2\u2069 in Hebrew",
        "the flag \U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f of Scotland",
        "com\u00adpli\u00adance",
    ],
    ids=ascii,
)
def test_scripts_emoji_and_editors_may_use_them(text: str) -> None:
    assert flags_of(text) == ()


def test_a_place_is_that_of_the_characters() -> None:
    assert find_signs("A re\u200bfund.") == [Sign(ZERO_WIDTH, 4, 5)]


@pytest.mark.parametrize("text", ENCODED_SAMPLES.values(), ids=list(ENCODED_SAMPLES))
def test_encoded_text_that_can_be_read_is_flagged(text: str) -> None:
    assert flags_of(text) == (ENCODED,)


@pytest.mark.parametrize("text", HARMLESS_CODES)
def test_hashes_codes_and_addresses_are_not(text: str) -> None:
    assert flags_of(text) == ()


def test_a_very_long_run_is_flagged_whatever_it_holds() -> None:
    noise = base64.b64encode(bytes(n * 91 % 251 for n in range(200))).decode()
    assert flags_of(f"Data {noise}") == (ENCODED,)
    assert flags_of(f"Data {noise[:88]}") == ()


def test_flags_come_in_one_order_without_repeats() -> None:
    assert in_order({"zz", *FLAGS}) == (*FLAGS, "zz")


def test_signs_are_looked_up_by_the_characters_that_they_touch() -> None:
    signs = Signs([Sign("b", 30, 40), Sign("a", 0, 10), Sign("a", 20, 25), Sign("a", 5, 8)])
    assert [sorted(signs.flags(*place)) for place in ((0, 1), (8, 9), (10, 20), (24, 31), (25, 30), (40, 99))] == [
        ["a"],
        ["a"],
        [],
        ["a", "b"],
        [],
        [],
    ]
