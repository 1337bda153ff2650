"""Blocks: positions, sections, cleaning."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.blocks import BLOCK_JOIN, Box, Line, RawBlock, assemble, clean, clean_lines

kinds = st.sampled_from(["title", "heading", "text", "table", "code"])
raw_blocks = st.builds(RawBlock, kinds, st.text(max_size=30), st.integers(1, 6))


def headings(*levels: tuple[int, str]) -> list[str]:
    """The sections of a document with these headings, a text under each."""
    raw = [b for level, text in levels for b in (RawBlock("title" if level == 1 else "heading", text, level), RawBlock("text", "x"))]
    return [b.section for b in assemble(raw, {}).blocks if b.kind == "text"]


@given(st.lists(raw_blocks, max_size=12))
def test_the_slice_of_every_block_is_its_text(raw: list[RawBlock]) -> None:
    parsed = assemble(raw, {})
    assert [parsed.text[b.start : b.end] for b in parsed.blocks] == [b.text for b in parsed.blocks]
    assert parsed.text == BLOCK_JOIN.join(b.text for b in raw if b.text.strip())


@given(st.text())
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert clean_lines(clean_lines(text)) == clean_lines(text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("  a \t  b ", "a b"),
        ("10\u00a0%", "10 %"),
        ("e\u0301te\u0301", "\u00e9t\u00e9"),
        ("a\x00b\x1b[31mc\x9b", "ab[31mc"),
        ("1\u202f000", "1\u202f000"),
        ("\ufb01ne", "\ufb01ne"),
    ],
)
def test_clean_normalises_and_keeps_what_it_should(text: str, wanted: str) -> None:
    assert clean(text) == wanted


def test_lines_stay_lines_when_they_are_cleaned() -> None:
    assert clean_lines("\n a  b \n\n c\t \n") == "a b\n\nc"


def test_a_section_is_the_path_of_the_headings_above() -> None:
    assert headings((1, "T"), (2, "A"), (3, "B"), (6, "C"), (3, "D"), (2, "E")) == ["", "A", "A > B", "A > B > C", "A > D", "E"]


def test_a_level_that_is_skipped_ends_with_its_parent() -> None:
    assert headings((1, "T"), (4, "Deep"), (3, "Higher"), (4, "Below")) == ["", "Deep", "Higher", "Higher > Below"]


def test_a_second_level_one_heading_opens_a_section_of_its_own() -> None:
    parsed = assemble(
        [RawBlock("title", "T", 1), RawBlock("heading", "A", 2), RawBlock("title", "Part two", 1), RawBlock("heading", "B", 2)], {}
    )
    assert parsed.title == "T"
    assert [(b.kind, b.section) for b in parsed.blocks[2:]] == [("heading", "Part two"), ("heading", "Part two > B")]


def test_a_title_that_comes_late_stands_in_no_section() -> None:
    parsed = assemble([RawBlock("heading", "A", 2), RawBlock("title", "T", 1), RawBlock("text", "x")], {})
    assert [b.section for b in parsed.blocks] == ["A", "", "A"]


@pytest.mark.parametrize("text", ["", "  ", "\n\n"])
def test_a_block_without_text_is_left_out(text: str) -> None:
    parsed = assemble([RawBlock("code", text), RawBlock("text", "a")], {})
    assert (parsed.text, len(parsed.blocks)) == ("a", 1)


def test_a_document_without_blocks_is_empty() -> None:
    parsed = assemble([], {"title": "T"})
    assert (parsed.text, parsed.title, parsed.pages(0, 10)) == ("", "", ())


def test_pages_are_those_that_the_characters_touch() -> None:
    lines = (Line(0, 3, Box(1, 0, 0, 9, 9)), Line(3, 6, Box(3, 0, 0, 9, 9)))
    parsed = assemble([RawBlock("text", "x"), RawBlock("text", "abcdef", lines=lines)], {})
    block = parsed.blocks[1]
    assert block.pages == (1, 3)
    assert parsed.pages(block.start, block.start + 3) == (1,)
    assert parsed.pages(block.start + 3, block.end) == (3,)
    assert parsed.pages(0, 1) == ()


def _empty(flag: str) -> RawBlock:
    return RawBlock("text", " ", flags=(flag,))


@pytest.mark.parametrize(
    ("raw", "flags"),
    [
        ([RawBlock("title", "T", 1), _empty("a"), RawBlock("text", "x")], [(), ("a",)]),
        ([_empty("a"), RawBlock("text", "x"), RawBlock("text", "y")], [("a",), ()]),
        ([RawBlock("text", "x"), _empty("a"), RawBlock("text", "y")], [("a",), ()]),
        ([RawBlock("text", "x", flags=("a",)), _empty("a"), _empty("b")], [("a", "b")]),
        ([RawBlock("title", "T", 1), _empty("a")], [("a",)]),
        ([_empty("a")], []),
    ],
)
def test_the_flags_of_a_block_without_text_go_to_its_neighbour(raw: list[RawBlock], flags: list[tuple[str, ...]]) -> None:
    assert [block.flags for block in assemble(raw, {}).blocks] == flags
