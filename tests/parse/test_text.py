"""Bytes to text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.text import decode

WRITTEN = st.characters(exclude_characters="\ufeff\ufffe\uffff", exclude_categories=["Cs", "Cc"]) | st.sampled_from("\t\n\r")


@given(st.text(WRITTEN))
def test_text_in_utf8_comes_back_with_line_feeds(text: str) -> None:
    assert decode(text.encode(), "a.md") == text.replace("\r\n", "\n").replace("\r", "\n")


def test_what_is_no_text_is_left_out_and_what_parts_words_is_a_blank() -> None:
    assert decode("a\x01b\x85c\x9fd\x7fe\ufffef\uffffg\x0ch\x0bi\tj".encode(), "a.md") == "abcdefg h i\tj"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
def test_a_byte_order_mark_decides_whatever_is_declared_and_is_no_text(encoding: str) -> None:
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    assert decode((mark + "\u00e9t\u00e9\r\nx").encode(encoding), "a.md", "windows-1252") == "\u00e9t\u00e9\nx"


def test_another_encoding_is_used_where_it_is_named() -> None:
    assert decode(b"caf\xe9 \x80", "a.html", "windows-1252") == "caf\u00e9 \u20ac"


@pytest.mark.parametrize(
    ("data", "encoding", "reason"),
    [
        (b"caf\xe9", "utf-8", "is not UTF-8 (byte 3)"),
        (b"\xff\xfea", "utf-8", "is not UTF-16 (byte 2)"),
        (b"\x81", "windows-1252", "is not WINDOWS-1252 (byte 0)"),
        (b"%PDF\x00", "utf-8", "is a binary file although its name says text"),
        (b"abc", "klingon", "declares the unknown encoding 'klingon'"),
        (b"abc", "hex", "declares the unknown encoding 'hex'"),
    ],
)
def test_bytes_that_are_not_text_are_refused_with_the_place(data: bytes, encoding: str, reason: str) -> None:
    with pytest.raises(UnreadableFileError) as refused:
        decode(data, "a.md", encoding)
    assert (refused.value.name, refused.value.reason) == ("a.md", reason)
