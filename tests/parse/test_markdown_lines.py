"""Boxes of Markdown programs become plain Markdown, line by line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.base import ParseOptions, parse_bytes
from policy_assistant.parse.markdown import parse_markdown
from policy_assistant.parse.markdown_lines import plain_boxes


def shown(text: str) -> list[tuple[str, str]]:
    return [(b.kind, b.text) for b in parse_markdown(text.encode(), "a.md", ParseOptions()).blocks]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("!!! note\n    Shoes *off*.\n\nEnd", [("text", "Note: Shoes off."), ("text", "End")]),
        ('!!! warning "Rain"\n\n    Boots.\n\n    - a\n\nEnd', [("text", "Rain:"), ("text", "Boots."), ("text", "- a"), ("text", "End")]),
        ("??? tip\n    a", [("text", "Tip: a")]),
        ("???+ tip inline end\n    a", [("text", "Tip: a")]),
        (
            '=== "Linux"\n\n    ```\n    # no heading\n    ```\n\n=== "Mac"\n\n    b',
            [("text", "Linux:"), ("code", "# no heading"), ("text", "Mac:"), ("text", "b")],
        ),
        ("!!! note\n    a\n\n    !!! tip\n        b\n\n    c", [("text", "Note: a"), ("text", "Tip: b"), ("text", "c")]),
        ("!!! note\n    a\n\nEnd\n\n    code", [("text", "Note: a"), ("text", "End"), ("code", "code")]),
        (":::note\na\n:::\n\nEnd", [("text", "Note: a"), ("text", "End")]),
        (":::tip[My *title*]\n\na\n\n:::", [("text", "My title:"), ("text", "a")]),
        ("::: warning Mind the step!\na\n:::", [("text", "Mind the step! a")]),
        (":::{note}\na\n:::", [("text", "Note: a")]),
        ("::::info\n:::tip\na\n:::\n::::", [("text", "Info: Tip: a")]),
        ("> [!NOTE]\n> Shoes off.\n>\n> - a", [("text", "Note: Shoes off."), ("text", "- a")]),
        ("> [!WARNING]\n>\n> Shoes off.", [("text", "Warning:"), ("text", "Shoes off.")]),
    ],
)
def test_a_box_is_its_title_and_its_text(text: str, found: list[tuple[str, str]]) -> None:
    assert shown(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Top\n===\n\nx", [("title", "Top"), ("text", "x")]),
        ("Wow!!! Really", [("text", "Wow!!! Really")]),
        ("!!!\n    a", [("text", "!!! a")]),
        ("```\n!!! note\n    a\n:::note\n:::\n```", [("code", "!!! note\n    a\n:::note\n:::")]),
        ("[!NOTE] outside of a quote", [("text", "[!NOTE] outside of a quote")]),
        ("- [ ] open\n- [x] done\n\nhttp://a.example/b", [("text", "- [ ] open\n- [x] done"), ("text", "http://a.example/b")]),
    ],
)
def test_what_is_no_box_stays(text: str, found: list[tuple[str, str]]) -> None:
    assert shown(text) == found


def test_a_blocks_lines_are_those_of_the_file() -> None:
    blocks = parse_markdown(b"---\na: b\n---\n!!! note\n\n    x\n\n    y\n:::tip\nz\n:::\n", "a.md", ParseOptions()).blocks
    assert [(b.text, b.source_lines) for b in blocks] == [("Note:", (4, 4)), ("x", (6, 6)), ("y Tip: z", (8, 10))]


@given(st.text(st.sampled_from('!?:= \t\nab"`~[]{}->'), max_size=80))
def test_no_line_is_added_or_lost_and_no_letter_outside_of_signs(text: str) -> None:
    plain = plain_boxes(text)
    assert plain.count("\n") == text.count("\n")
    assert sum(map(text.count, "ab")) <= sum(map(plain.lower().count, "ab")) or any(sign in text for sign in ("!!!", "???", ":::", "==="))


PIECES = [
    "!!! note\n",
    "    ",
    "a ",
    "\n",
    "\n\n",
    "> ",
    "> [!NOTE]\n",
    ":::tip\n",
    ":::\n",
    "```\n",
    "- ",
    "1. ",
    "# ",
    "[^1]",
    "[^1]: b\n",
    "^[c]",
    "{{ d }}",
]
PIECES += [
    "<A>\n",
    "</A>",
    "{% comment %}\n",
    "{% endcomment %}\n",
    "| e |\n|---|\n",
    "~~f~~",
    "<div>\n",
    "</div>\n",
    "<p hidden>g",
    "import a from 'b'\n",
    "{h}",
]


@given(st.lists(st.sampled_from(PIECES), max_size=30), st.sampled_from(["a.md", "a.mdx"]))
def test_any_order_of_constructs_gives_blocks_in_their_place_and_always_the_same(pieces: list[str], name: str) -> None:
    data = ("x\n\n" + "".join(pieces)).encode()
    try:
        found = parse_bytes(data, name, ParseOptions())
    except UnreadableFileError as refused:
        assert "nested too deeply" in refused.reason  # noqa: PT017
        return
    assert all(found.text[b.start : b.end] == b.text and b.text for b in found.blocks)
    assert parse_bytes(data, name, ParseOptions()) == found
