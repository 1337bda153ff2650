"""What goes between a process that parses and its parent, there and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.errors import MissingExtraError, PolicyAssistantError, SettingsError, UnreadableFileError
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.messages import Request, read_error, read_request, write_error, write_request

texts = st.text(max_size=30)


@given(
    name=texts,
    options=st.builds(ParseOptions, st.lists(texts, max_size=3).map(tuple), st.integers(0, 10**12), st.integers(0, 9)),
    is_code=st.booleans(),
    data=st.binary(max_size=50),
)
def test_a_request_comes_as_it_was_sent(name: str, options: ParseOptions, is_code: bool, data: bytes) -> None:
    request = Request(name, options, is_code)
    assert read_request(write_request(request) + data) == (request, data)


@pytest.mark.parametrize(
    "error",
    [
        UnreadableFileError("é.pdf", "is damaged", hint="export it again"),
        SettingsError("[corpus] is wrong", hint="right it"),
        MissingExtraError("reading .docx", "office"),
        PolicyAssistantError("something else"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_comes_as_it_was_raised(error: PolicyAssistantError) -> None:
    found = read_error(write_error(error))
    assert (type(found), str(found)) == (type(error), str(error))
    assert vars(error).items() <= vars(found).items()


@pytest.mark.parametrize("name", ["get_close_matches", "Exception", "MAX_NAMED", "__class__", "no_such_thing", 7])
def test_only_errors_of_ours_are_made(name: object) -> None:
    import json

    assert type(read_error(json.dumps([name, "said", {}]).encode())) is PolicyAssistantError


@pytest.mark.parametrize("body", [b"", b"7", b"[1]", b'["UnreadableFileError", "said", 3]', b"\xff"])
def test_bytes_that_are_no_error_are_noticed(body: bytes) -> None:
    with pytest.raises((ValueError, TypeError, AttributeError)):
        read_error(body)
