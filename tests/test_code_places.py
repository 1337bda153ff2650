"""Places in code as people and models write them."""

import pytest

from policy_assistant.blocks import CODE_KINDS, Place
from policy_assistant.code_places import Lines, characters_of, header, kind_name, label, lines_at, mentions, parse_lines, place_of
from policy_assistant.metadata import Chunk
from tests.code.samples import piece

TEXT = "def rate(kind):\n    # Ünïcode\n    return 5"


def in_file() -> Chunk:
    """A piece of three lines that begins at line 10, character 100 of its file."""
    return piece(TEXT, "shop/tax.py", name="rate", first_line=10, start=100)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("shop/tax.py:6-10", Lines("shop/tax.py", 6, 10)),
        ("shop/tax.py:9", Lines("shop/tax.py", 9, 9)),
        ("`shop/tax.py:9`", Lines("shop/tax.py", 9, 9)),
        ("  ./shop/tax.py:9 ", Lines("shop/tax.py", 9, 9)),
        ("shop\\tax.py:9", Lines("shop/tax.py", 9, 9)),
        ("shop/tax.py#L6-L10", Lines("shop/tax.py", 6, 10)),
        ("shop/tax.py#L6", Lines("shop/tax.py", 6, 6)),
        ("a folder/tax file.py:3", Lines("a folder/tax file.py", 3, 3)),
        ("Makefile:3", Lines("Makefile", 3, 3)),
        ("factures/numéro.py:10-6", Lines("factures/numéro.py", 10, 6)),
    ],
)
def test_a_place_is_read(text: str, lines: Lines) -> None:
    assert parse_lines(text) == lines


@pytest.mark.parametrize(
    "text", ["", ":6", "shop/tax.py", "shop/tax.py:", "shop/tax.py:x", "tax.py:1:2:x", "a\nb.py:3", "tax.py:12345678", "2782cdec3c63"]
)
def test_what_is_no_place_is_not_read(text: str) -> None:
    assert parse_lines(text) is None


def test_a_place_is_written_as_it_is_read() -> None:
    for text in ("shop/tax.py:6-10", "shop/tax.py:9"):
        assert str(parse_lines(text)) == text


def test_the_places_that_a_text_names() -> None:
    text = "See `shop/tax.py:6-10`, then shop/sub-dir/rates.ts:4. Not 10:30, v1.2:3 or http://x.example:80."
    assert [str(mention.lines) for mention in mentions(text)] == ["shop/tax.py:6-10", "shop/sub-dir/rates.ts:4"]
    first = next(mentions(text))
    assert text[first.start : first.end] == "`shop/tax.py:6-10`"


def test_a_long_text_without_places_is_read_in_linear_time() -> None:
    assert list(mentions("a" * 200_000 + "/" * 200_000 + ".x" * 100_000)) == []


def test_the_header_of_the_lesson() -> None:
    assert header(in_file()) == "--- shop/tax.py:10-12 (function rate)"
    assert header(in_file(), "fr") == "--- shop/tax.py:10-12 (fonction rate)"
    assert label(in_file()) == "shop/tax.py:10-12"


def test_every_kind_has_a_french_word_without_accents() -> None:
    names = [kind_name(kind, "fr") for kind in CODE_KINDS]
    assert names == ["module", "classe", "methode", "fonction", "constante", "table", "lignes"]
    assert [kind_name(kind, "en") for kind in CODE_KINDS] == list(CODE_KINDS)


@pytest.mark.parametrize(("first", "last", "quote"), [(10, 10, "def rate(kind):"), (11, 12, "    # Ünïcode\n    return 5"), (10, 12, TEXT)])
def test_lines_and_characters_lead_to_each_other(first: int, last: int, quote: str) -> None:
    chunk = in_file()
    start, end = characters_of(chunk, first, last)
    assert chunk.text[start - chunk.start : end - chunk.start] == quote
    assert lines_at(chunk, start, end) == (first, last)


def test_a_passage_of_a_document_has_no_place() -> None:
    with pytest.raises(ValueError, match="no piece of code"):
        place_of(piece("text", "a.py", place=None))


def test_a_place_is_a_value() -> None:
    assert place_of(in_file()) == Place("function", "rate", 10, 12)
