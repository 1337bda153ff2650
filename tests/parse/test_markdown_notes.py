"""Footnotes of Markdown: their numbers, and where their text stands."""

import pytest

from policy_assistant.blocks import ParsedDocument
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.markdown import parse_markdown


def parsed(text: str) -> ParsedDocument:
    return parse_markdown(text.encode(), "a.md", ParseOptions())


def shown(text: str) -> list[tuple[str, str]]:
    return [(b.text, b.section) for b in parsed(text).blocks]


def test_a_note_is_a_block_at_the_end_of_the_section_that_refers_to_it() -> None:
    text = "# T\n\n## A\n\nShoes[^rain] stay.\n\nMore.\n\n### Deep\n\nx\n\n## B\n\ny[^b]\n\n[^rain]: Boots *too*.\n[^b]: Else.\n"
    assert shown(text)[2:] == [
        ("Shoes[1] stay.", "A"),
        ("More.", "A"),
        ("[1] Boots too.", "A"),
        ("Deep", "A > Deep"),
        ("x", "A > Deep"),
        ("B", "B"),
        ("y[2]", "B"),
        ("[2] Else.", "B"),
    ]
    assert [b.source_lines for b in parsed(text).blocks if b.text.startswith("[")] == [(17, 17), (18, 18)]


def test_a_note_that_is_referred_to_twice_stands_once() -> None:
    assert shown("a[^1]\n\n## H\n\nb[^1]\n\n[^1]: N.") == [("a[1]", ""), ("[1] N.", ""), ("H", "H"), ("b[1]", "H")]


def test_a_note_that_nothing_refers_to_stays_in_its_place_with_its_label() -> None:
    assert shown("[^old]: Kept.\n\na") == [("[old] Kept.", ""), ("a", "")]


def test_notes_of_one_word_are_no_addresses_of_links() -> None:
    assert shown("a[^1]\n\n[^1]: Word") == [("a[1]", ""), ("[1] Word", "")]


def test_a_note_may_hold_several_blocks_and_begin_with_code() -> None:
    assert shown("a[^1]\n\n[^1]: One.\n\n    - two\n\n    ```\n    three\n    ```\n") == [
        ("a[1]", ""),
        ("[1] One.", ""),
        ("- two", ""),
        ("three", ""),
    ]
    assert shown("a[^1]\n\n[^1]:\n    ```\n    three\n    ```\n") == [("a[1]", ""), ("[1]", ""), ("three", "")]


def test_a_note_that_is_defined_in_a_quotation_stays_in_it() -> None:
    assert [t for t, _ in shown("a[^n]\n\n> b\n>\n> [^n]: N.\n>\n> c")] == ["a[1]", "b", "[1] N.", "c"]


def test_a_note_inside_a_line_is_a_note() -> None:
    assert shown("a^[The *other* hall.] b\n\nc") == [("a[1] b", ""), ("c", ""), ("[1] The other hall.", "")]


def test_notes_that_refer_to_notes_follow_each_other() -> None:
    assert shown("a[^1]\n\n## H\n\n[^2]: Two.\n[^1]: One[^2].") == [("a[1]", ""), ("[1] One[2].", ""), ("[2] Two.", ""), ("H", "H")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a[^1] b", "a[^1] b"),
        ("a `[^1]` b\n\n[^1]: N", "a [^1] b"),
        ("a[^ 1] b\n\n[^1]: N", "a[^ 1] b"),
    ],
)
def test_what_refers_to_no_note_is_text(text: str, found: str) -> None:
    assert shown(text)[0][0] == found


def test_notes_in_tables_lists_and_headings_are_found() -> None:
    text = "## H[^1]\n\n- a[^2]\n\n| k |\n|---|\n| v[^3] |\n\n## Next\n\n[^1]: One\n[^2]: Two\n[^3]: Three"
    assert [t for t, _ in shown(text)] == ["H[1]", "- a[2]", "k\nv[3]", "[1] One", "[2] Two", "[3] Three", "Next"]


@pytest.mark.parametrize("piece", ["[^", "[^a]", "^[", "[^a]: x\n", "- [^b]: x\n  "])
def test_hostile_notes_are_read_to_their_end(piece: str) -> None:
    assert "\n\nThe end." in parsed("[^a]: x\n\n" + piece * (10_000 // len(piece)) + "\n\nThe end.").text
