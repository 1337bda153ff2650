"""What an address asks for."""

import pytest
from starlette.requests import Request

from policy_assistant.errors import UsageError
from policy_assistant.server.page.given import MAX_VALUE, Sheet, address, given, given_number


def request(query: str) -> Request:
    return Request({"type": "http", "query_string": query.encode(), "headers": []})


def test_a_value_comes_without_blanks_and_is_empty_where_it_is_missing() -> None:
    assert given(request("q=+tea+"), "q") == "tea"
    assert given(request("q=tea"), "other") == ""


def test_a_value_that_is_too_long_is_refused() -> None:
    assert len(given(request(f"q={'a' * MAX_VALUE}"), "q")) == MAX_VALUE
    with pytest.raises(UsageError, match="501 characters"):
        given(request(f"q={'a' * (MAX_VALUE + 1)}"), "q")


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "x", "99999999", "٣", "1 000"])
def test_what_is_no_number_from_1_on_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        given_number(request(f"page={text}"), "page")


def test_a_number_that_is_missing_is_the_usual_one() -> None:
    assert (given_number(request(""), "k", 10), given_number(request("k=7"), "k", 10)) == (10, 7)


def test_an_address_holds_what_says_something_and_nothing_breaks_out_of_it() -> None:
    assert address("/x", a="1 & 2", b="", c=3) == "/x?a=1+%26+2&c=3"
    assert address("/x") == "/x"


def test_a_sheet_beyond_the_last_is_the_last() -> None:
    sheet = Sheet.of(range(25), 9, 10)
    assert (list(sheet.items), sheet.number, sheet.sheets, sheet.total) == ([20, 21, 22, 23, 24], 3, 3, 25)
    assert Sheet.of([], 1, 10).sheets == 1
