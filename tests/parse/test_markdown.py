"""Markdown becomes blocks: what each construct gives, where it lies, and what hostile files do."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.blocks import ParsedDocument
from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.base import ParseOptions, parse_bytes
from policy_assistant.parse.markdown import parse_markdown

OPTIONS = ParseOptions()
WORD = re.compile(r"[^\W\d_]{2,}")


def parsed(text: str | bytes) -> ParsedDocument:
    return parse_markdown(text if isinstance(text, bytes) else text.encode(), "a.md", OPTIONS)


def shown(text: str) -> list[tuple[str, str]]:
    return [(b.kind, b.text) for b in parsed(text).blocks]


@pytest.mark.parametrize("level", range(2, 7))
def test_every_deeper_heading_is_a_heading_of_its_level(level: int) -> None:
    block = parsed(f"# T\n\n{'#' * level} Head *two* ##\n").blocks[1]
    assert (block.kind, block.text, block.level) == ("heading", "Head two", level)


def test_underlined_headings_are_title_and_heading() -> None:
    assert shown("Top\n===\n\nBelow\n---\n\nx") == [("title", "Top"), ("heading", "Below"), ("text", "x")]


@pytest.mark.parametrize("text", ["#No space", "\\# Escaped", "####### Seven"])
def test_what_is_no_heading_in_markdown_is_text(text: str) -> None:
    assert shown(text)[0][0] == "text"


@pytest.mark.parametrize(
    "text", ["```\n# not a heading\n\n  x\n```", "~~~sh\n# not a heading\n\n  x\n~~~", "    # not a heading\n\n      x"]
)
def test_code_keeps_its_lines_and_holds_no_heading(text: str) -> None:
    assert shown(f"# T\n\n{text}\n\nend") == [("title", "T"), ("code", "# not a heading\n\n  x"), ("text", "end")]


def test_a_paragraph_is_one_line() -> None:
    assert shown("one\ntwo  \nthree\\\nfour\n\nfive") == [("text", "one two three four"), ("text", "five")]


def test_inline_markup_leaves_its_words() -> None:
    text = '**bold** _soft_ `c o` [link *x*](http://h.example "t") ![a **cat**](c.png) <b>tag</b> a<br>b <http://auto.example> 3 \\* 4 &amp; &eacute;'
    assert shown(text) == [("text", "bold soft c o link x a cat tag a b http://auto.example 3 * 4 & \u00e9")]


def test_lists_keep_their_items_markers_and_depth() -> None:
    text = "- a\n- b\n  more\n  1. x\n  2. y\n\n     z\n- c\n"
    assert shown(text) == [("text", "- a\n- b more\n  1. x\n  2. y\n    z\n- c")]


def test_bullets_of_every_kind_are_hyphens_and_numbers_count_on_from_the_first() -> None:
    assert shown("* a\n* b\n") == [("text", "- a\n- b")]
    assert shown("0) a\n7) b\n") == [("text", "0) a\n1) b")]


def test_a_loose_list_is_one_block() -> None:
    assert shown("- a\n\n- b\n\n- c\n") == [("text", "- a\n- b\n- c")]


def test_a_list_right_after_its_lead_in_is_one_block_with_it() -> None:
    assert shown("We take:\n- cash\n- cards\n") == [("text", "We take:\n- cash\n- cards")]
    assert shown("We take:\n\n- cash\n") == [("text", "We take:"), ("text", "- cash")]
    block = parsed("x\n\nWe take:\n- cash\n- cards\n\nend").blocks[1]
    assert block.source_lines == (3, 5)


def test_what_stands_inside_an_item_keeps_its_lines() -> None:
    text = "- a\n\n  | k | v |\n  |---|---|\n  | x | y |\n\n- b\n\n  ```\n  code\n  more\n  ```\n\n- c\n\n  <div>boxed<script>x</script></div>\n"
    assert shown(text) == [("text", "- a\n  k | v\n  x | y\n- b\n  code\n  more\n- c\n  boxed")]
    assert shown("- a\n  - b\n\n  c\n\n  > d\n  > - e\n") == [("text", "- a\n  - b\n  c\n  d\n  - e")]
    assert shown("- ```\n  code\n\n    more\n  ```\n") == [("text", "- code\n    more")]
    assert shown("-\n- - x\n") == [("text", "-\n-\n  - x")]


def test_signs_that_print_nothing_are_no_text_where_a_line_may_end() -> None:
    assert shown("regu\u00adlations\u200b (all) pass\u200bword\n\n```\nf\u200b(\u00a0x)\n```\n") == [
        ("text", "regulations (all) pass\u200bword"),
        ("code", "f( x)"),
    ]


def test_a_table_is_one_block_of_rows() -> None:
    text = "| Part | No |\n|:--|--:|\n| *Pump* | `PK-1` |\n| a \\| b | |\n| | |\n| short |\n"
    assert shown(text) == [("table", "Part | No\nPump | PK-1\na | b |\nshort |")]


def test_a_quote_is_its_blocks() -> None:
    assert shown("> one\n> two\n>\n> - x\n>   - y\n>\n> ## H\n") == [("text", "one two"), ("text", "- x\n  - y"), ("heading", "H")]


def test_html_in_markdown_is_read_as_html() -> None:
    assert shown("<table><tr><th>K</th><td>V</td></tr></table>\n\n<p>a<br>b</p>\n") == [("table", "K | V"), ("text", "a b")]
    assert shown('<div hidden>secret</div>\n\n<p style="display:none">x</p>\n\nseen') == [("text", "seen")]


def test_a_comment_is_left_out_and_noted_but_text_after_it_stays() -> None:
    found = parsed("<!-- draft -->\n\nx <!-- y --> z\n\n<!-- a --> The limit is 5.\n")
    assert [b.text for b in found.blocks] == ["x z", "The limit is 5."]
    assert [(d.reason, d.text, d.place) for d in found.dropped] == [("HTML without text", "<!-- draft -->", "line 1")]


def test_front_matter_is_metadata_and_no_text() -> None:
    text = '---\ntitle: "Shoes: indoors"\nversion: 1.10\nfinal: no\neffective_from: 2026-01-01\n---\n\n# T\n'
    for data in (text.encode(), text.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + text.encode(), text.encode("utf-16")):
        found = parsed(data)
        assert dict(found.metadata) == {"title": "Shoes: indoors", "version": "1.10", "final": "no", "effective_from": "2026-01-01"}
        assert (found.text, found.blocks[0].source_lines) == ("T", (8, 8))


def test_front_matter_that_is_never_closed_is_text() -> None:
    found = parsed("---\ntitle: x\n\n# T\n")
    assert (dict(found.metadata), "title: x" in found.text) == ({}, True)


words = st.lists(st.sampled_from(["shoe", "hall", "rule", "\u00e9t\u00e9", "PW-22"]), min_size=1, max_size=4).map(" ".join)
constructs = st.one_of(
    words,
    st.tuples(st.integers(1, 6), words).map(lambda t: f"{'#' * t[0]} {t[1]}"),
    st.lists(words, min_size=1, max_size=3).map(lambda items: "\n".join(f"- {i}" for i in items)),
    st.lists(words, min_size=1, max_size=3).map(lambda items: "\n\n".join(f"{n}. {i}" for n, i in enumerate(items, 1))),
    st.tuples(words, words).map(lambda t: f"{t[0]}:\n- {t[1]}\n  - deeper {t[0]}"),
    st.lists(words, min_size=1, max_size=3).map(lambda rows: "| a | b |\n|---|---|\n" + "\n".join(f"| {r} | x |" for r in rows)),
    words.map(lambda w: f"```\n{w}\n\n# {w}\n```"),
    words.map(lambda w: f"> {w}\n> {w}"),
    words.map(lambda w: f"<div>\n{w}\n</div>"),
    words.map(lambda w: f"{w}\n==="),
    st.just("- "),
)


@given(st.lists(constructs, max_size=8), st.sampled_from(["\n\n", "\n\n\n"]), st.booleans())
def test_the_words_of_a_block_stand_on_its_lines_and_nowhere_is_a_word_lost(parts: list[str], between: str, has_front: bool) -> None:
    text = ("---\ndoc_id: x\n---\n" if has_front else "") + between.join(parts)
    found = parsed(text)
    lines = text.split("\n")
    for block in found.blocks:
        assert block.source_lines
        first, last = block.source_lines
        assert 1 <= first <= last <= len(lines)
        assert set(WORD.findall(block.text)) <= set(WORD.findall("\n".join(lines[first - 1 : last])))
        assert lines[first - 1].strip()
        assert lines[last - 1].strip()
    assert sorted(WORD.findall(found.text)) == sorted(WORD.findall(re.sub(r"</?div>", "", between.join(parts))))


@given(st.text(st.characters(exclude_categories=["Cs"])) | st.text(st.sampled_from("#->|`*_[]()<!\\ \n\tab1.:~&")))
def test_any_text_gives_blocks_in_their_place(text: str) -> None:
    try:
        found = parse_bytes(text.encode(), "a.md", OPTIONS)
    except UnreadableFileError:
        return
    assert all(found.text[b.start : b.end] == b.text for b in found.blocks)


@pytest.mark.parametrize("piece", ["[", "![[", "[a](", "*a **b ", "<", "`a``b", "| a ", "&", "\\[", "a\n"])
def test_a_hostile_repetition_is_read_to_its_end(piece: str) -> None:
    parsed(piece * (30_000 // len(piece)) + "\n\nThe end.").text.index("The end.")


@pytest.mark.parametrize(
    "text", [">" * 100_000 + "x", "> " * 50_000 + "x", "- " * 5_000 + "x", "\n".join("  " * n + "- x" for n in range(12))]
)
def test_nesting_that_the_library_would_cut_off_is_refused(text: str) -> None:
    with pytest.raises(UnreadableFileError, match="nested too deeply; allowed: 9 lists inside each other"):
        parsed(text)


def test_nine_lists_inside_each_other_keep_every_word() -> None:
    text = "\n".join("  " * n + f"- x{n}" for n in range(9))
    assert parsed(text).text == text


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"# T\x00\n", "is a binary file although its name says text"),
        (b"# T\n\n\xff\n", "is not UTF-8 (byte 5)"),
        (b"# T\n\n\xed\xa0\x80\n", "is not UTF-8 (byte 5)"),
    ],
)
def test_bytes_that_are_no_text_are_refused(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableFileError) as refused:
        parsed(data)
    assert refused.value.reason == reason


def test_a_late_nul_and_numeric_surrogates_become_the_replacement_character() -> None:
    assert parsed("x " * 3_000 + "a\x00b &#xD800; &#0;").text.endswith("a\ufffdb \ufffd \ufffd")
