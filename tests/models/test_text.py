"""What is taken out of a text before a model reads it."""

import pytest

from policy_assistant.models.text import beginning, clean, one_line


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("a pump\0for", "a pump for"),
        ("a\ud800b\udfffc", "a b c"),
        ("a\x1b[31mb\x7fc\x85d", "a [31mb c d"),
        ("  a\tb\r\nc  ", "a\tb\r\nc"),
        ("\x00\x01 \ud800", ""),
        ("", ""),
        ("été 🌱 مرحبا \ufffe", "été 🌱 مرحبا \ufffe"),
    ],
)
def test_control_characters_and_lone_surrogates_become_blanks(text: str, cleaned: str) -> None:
    assert clean(text, 100) == cleaned


def test_a_long_text_is_cut_before_anything_else() -> None:
    assert clean("x" * 1_000_000, 10) == "x" * 10


def test_every_cleaned_text_can_be_written_as_utf_8_without_nul() -> None:
    everything = "".join(map(chr, range(0x10000)))
    assert b"\0" not in clean(everything, 70_000).encode("utf-8")


def test_a_line_for_a_message_cannot_steer_a_terminal() -> None:
    assert one_line("a\x1b[31m\u202e b\n\n c\t\u200bd", 50) == "a [31m b c d"
    assert one_line("word " * 100, 12) == "word word w…"


def test_the_beginning_of_a_text_by_its_tokens() -> None:
    assert beginning("How long is the window?", 100) == "How long is the window?"
    assert beginning("one two three four", 3) == "one two "
    assert beginning("sixteen letters!", 2) == "sixteen "
    assert beginning("§" * 5000, 160) == "§" * 160
    assert beginning("保证期" * 100, 10) == ("保证期" * 100)[:10]
    assert beginning("élargissement " * 100, 8) == "élargissement " * 2
    assert beginning("", 5) == ""
