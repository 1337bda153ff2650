"""Filters: who may see what, and on which day."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.errors import UsageError
from policy_assistant.filters import Filters, in_force, iso_date, narrowed, parse_as_of

days = st.dates(date(2000, 1, 1), date(2090, 1, 1)).map(date.isoformat)


@given(days, days, days)
def test_both_ends_of_a_period_count(a: str, b: str, day: str) -> None:
    begin, end = sorted((a, b))
    assert in_force(begin, end, day) == (begin <= day <= end)
    assert in_force(begin, end, begin)
    assert in_force(begin, end, end)


def test_the_day_after_the_end_and_before_the_beginning_do_not_count() -> None:
    assert not in_force("2026-03-01", "2026-10-31", "2026-11-01")
    assert not in_force("2026-03-01", "2026-10-31", "2026-02-28")


@given(days)
def test_an_empty_end_is_open(day: str) -> None:
    later = (date.fromisoformat(day) + timedelta(days=1)).isoformat()
    assert in_force("", "", day)
    assert in_force(day, "", later)
    assert in_force("", later, day)


def test_a_missing_or_unknown_label_is_never_allowed_by_a_set_of_labels() -> None:
    filters = Filters(labels=frozenset({"public"}))
    assert filters.allow("public", "", "")
    assert not filters.allow("", "", "")
    assert not filters.allow("Public", "", "")


def test_an_audience_without_labels_sees_nothing() -> None:
    assert not Filters(labels=frozenset()).allow("public", "", "")


def test_without_a_day_every_version_is_allowed() -> None:
    assert Filters().allow("staff", "2090-01-01", "")


@pytest.mark.parametrize(
    "text", ["2026-1-9", "20261009", "2026-W41-5", "2026-02-30", "9.10.2026", "2026-10-09T00:00", " 2026-10-09", "", "2026-10-0\u0669"]
)
def test_only_a_real_day_in_full_is_a_date(text: str) -> None:
    with pytest.raises(UsageError, match="is not a day written as YYYY-MM-DD"):
        iso_date(text)


def test_today_and_none_have_their_meaning() -> None:
    assert parse_as_of("today", "2026-10-09") == "2026-10-09"
    assert parse_as_of("none", "2026-10-09") is None
    assert parse_as_of("2024-02-29", "2026-10-09") == "2024-02-29"


@pytest.mark.parametrize("text", ["tomorrow", "None", "2026-13-01", ""])
def test_another_date_is_refused_with_what_is_allowed(text: str) -> None:
    with pytest.raises(UsageError, match=r"is not YYYY-MM-DD, `today` or `none`") as refused:
        parse_as_of(text, "2026-10-09")
    assert refused.value.hint == "for example 2026-10-09"


def test_narrowing_never_widens() -> None:
    filters = Filters("2026-10-09", frozenset({"public", "staff"}))
    assert narrowed(filters) == filters
    assert narrowed(filters, label="staff").labels == frozenset({"staff"})
    assert narrowed(filters, label="board").labels == frozenset()
    assert narrowed(Filters(), label="staff").labels == frozenset({"staff"})
    narrow = narrowed(filters, "fr", "policy")
    assert (narrow.language, narrow.doc_type, narrow.as_of) == ("fr", "policy", "2026-10-09")


def test_a_type_is_allowed_by_its_own_name_only() -> None:
    assert Filters(doc_type="policy").allow("public", "", "", doc_type="policy")
    assert not Filters(doc_type="policy").allow("public", "", "", doc_type="help")
    assert not Filters(doc_type="policy").allow("public", "", "")
