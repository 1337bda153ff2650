"""Numbers and codes: which there are in a text, and the form in which they are compared."""

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.quantities.numbers import MAX_DIGITS, codes, find_codes, masked, numbers, numerals, plain


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2,200 PSI, PK-2200-07, 12.95 dollars, 9,95 $", "2200 PK-2200-07 12.95 9.95"),
        ("2026-10-09", "2026 10 9"),
        ("1 000 €, 1\u00a0000, 1\u202f000 and 1\u2009000", "1000"),
        ("1 234 567,50 $ or 1,234,567.50", "1234567.5"),
        ("20% of it, the 1er, the 3rd, the 21st, 12e", "20 1 3 21 12"),
        ("12.50, 15.00 and 0.50", "12.5 15 0.5"),
        ("0, 0.0 and 007", "0 7"),
        ("9:00 to 17:30", "9 0 17 30"),
        ("le25 mai 2018sur 10ansde", "25 2018 10"),
        ("Pay 5,10,15", "5.1 15"),
        ("1.300.000 euros", "1300000"),
        ("5 - 7 or 5-7 or 5–7", "5 7"),
        ("no number here", ""),
        ("", ""),
    ],
)
def test_numbers(text: str, expected: str) -> None:
    assert numbers(text) == set(expected.split())


def test_a_full_stop_parts_thousands_in_french_only() -> None:
    assert numbers("300.000 euros", "fr-CA") == {"300000"}
    assert numbers("300.000 euros", "en") == {"300"}


def test_a_number_and_a_code_after_it_stay_two() -> None:
    assert numbers("lot 3 200-07") == {"3", "200", "7"}
    assert numbers("BR-310-2 200 dollars") == {"BR-310-2", "200"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The PK-2200-07 fits the PW-2200.", "PK-2200-07 PW-2200"),
        ("Claims CLM-PUR-LK-702219 and RMA-261009-004", "CLM-PUR-LK-702219 RMA-261009-004"),
        ("PW2200, KT-180s, Form 12B, B2 and G29", "PW2200 KT-180 12B B2 G29"),
        ("the pw-2200 and the kt-180", "PW-2200 KT-180"),
        ("kit PK- 2200-07, kit PK\u20112200\u201107", "PK-2200-07"),
        ("PW-2200-compatible and BR-310-2's", "PW-2200 BR-310-2"),
        ("call 1-800-555-0142 or 01 53 73 22 22", "1-800-555-0142 0153732222"),
        ("release 3.1.2", "3.1.2"),
        ("code CPX-PUR", "CPX-PUR"),
    ],
)
def test_codes(text: str, expected: str) -> None:
    assert codes(text) == set(expected.split())


@pytest.mark.parametrize(
    "text",
    [
        "RE-ENTRY IS A WELL-KNOWN WORD",
        "An e-mail, a T-shirt and a follow-up by mid-2026",
        "2026-10-09, 9.10.2026, 1-2 days and 5-7",
        "1.300.000 euros, 20 V, 230V, 5L, 20TH, 9AM, 20CAD, 100GB",
        "a 30-day window, top-100, pre-2020",
        "A - 4",
        "LTL means freight",
    ],
)
def test_no_codes(text: str) -> None:
    assert codes(text) == set()


def test_digits_of_a_code_are_no_numbers() -> None:
    assert numbers("PW-2200") == {"PW-2200"}


def test_a_very_long_run_of_digits_is_a_code() -> None:
    digits = "9" * (MAX_DIGITS + 1)
    assert codes(digits) == {digits}
    assert numbers(digits[:-1]) == {digits[:-1]}


def test_an_ordinal_keeps_its_ending() -> None:
    assert [(n.start, n.end, n.is_ordinal) for n in numerals("the 3rd of 4")] == [(4, 7, True), (11, 12, False)]


@pytest.mark.parametrize(("value", "expected"), [("1E+3", "1000"), ("0.50", "0.5"), ("10", "10"), ("0", "0")])
def test_plain_form(value: str, expected: str) -> None:
    assert plain(Decimal(value)) == expected


@given(st.text(alphabet=st.sampled_from("0123456789.,- \u00a0APK'abé/:%$\n") | st.characters(), max_size=200))
def test_any_text_can_be_read_and_places_are_exact(text: str) -> None:
    found = find_codes(text)
    hidden = masked(text, found)
    assert len(hidden) == len(text)
    places = sorted([(c.start, c.end) for c in found] + [(n.start, n.end) for n in numerals(hidden)])
    assert all(start < end for start, end in places)
    assert all(one[1] <= other[0] for one, other in pairwise(places))
    assert {c.name for c in found} <= numbers(text)


@given(st.integers(0, 10**9), st.sampled_from([",", " ", "\u00a0", "\u202f"]))
def test_separators_of_thousands_do_not_matter(value: int, separator: str) -> None:
    assert numbers(f"{value:,}".replace(",", separator)) == {str(value)}
