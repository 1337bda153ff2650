"""Plain text: paragraphs, the lists and headings that it draws itself, and its encodings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.parse.encoding import guess_text
from tests.parse.office_samples import holds, parsed, refusal, shown


def blocks(text: str) -> list[tuple[str, str]]:
    return shown(text.encode(), "a.txt")


def test_paragraphs_are_parted_by_empty_lines() -> None:
    document = parsed(b"one\ntwo\n \n\nthree\r\nfour\n", "a.txt")
    assert [(b.kind, b.text, b.source_lines) for b in document.blocks] == [("text", "one two", (1, 2)), ("text", "three four", (5, 6))]


def test_lists_keep_their_lines_and_depth() -> None:
    assert blocks("We take:\n - cash\n   or coin\n    - new\n * cards\n1) first\n(b) second") == [
        ("text", "We take:\n- cash or coin\n    - new\n* cards\n1) first\n(b) second")
    ]


def test_underlined_lines_are_headings_and_rules_are_nothing() -> None:
    assert blocks("Terms\n=====\nwords\n\nFees\n----\n\n-----\n\nmore\n=-=-=\nend") == [
        ("title", "Terms"), ("text", "words"), ("heading", "Fees"), ("text", "more end"),
    ]  # fmt: skip
    assert parsed(b"a\n\nFees\n----\nx", "a.txt").blocks[1].source_lines == (3, 4)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_the_encoding_is_guessed(encoding: str) -> None:
    assert guess_text("Remboursé sous « 30 » jours.\r\nFin\r".encode(encoding), "a.txt") == "Remboursé sous « 30 » jours.\nFin\n"


def test_binary_files_are_refused() -> None:
    assert "binary" in refusal(b"MZ\x90\x00\x03\x00\x00\x00\xff\xff", "a.txt").reason


@given(st.text(max_size=200))
def test_any_text_keeps_its_letters(text: str) -> None:
    data = text.encode("utf-8", "replace")
    if any(character.isalnum() and character.isascii() for character in text) and "\x00" not in text:
        document = parsed(data, "a.txt")
        holds(document)
        assert [c for c in document.text if c.isascii() and c.isalnum()] == [c for c in text if c.isascii() and c.isalnum()]
