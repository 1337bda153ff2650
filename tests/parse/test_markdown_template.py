"""Bits of programs in Markdown files: left out and listed; code, HTML and prose that look like them stay."""

import pytest

from policy_assistant.blocks import HIDDEN, ParsedDocument
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.markdown import parse_markdown


def parsed(text: str, name: str = "a.md") -> ParsedDocument:
    return parse_markdown(text.encode(), name, ParseOptions())


def shown(text: str, name: str = "a.md") -> list[str]:
    return [b.text for b in parsed(text, name).blocks]


@pytest.mark.parametrize(
    "tag",
    [
        "{{ site.limit }}",
        "{% include note.html text='a *b* c' %}",
        "{{< note >}}",
        "{{% note %}}",
        "{/* a comment */}",
        "{#an-id}",
        "{: .lead}",
        "{.wide #x}",
        "<Badge text={count > 3} />",
        '<Badge type="tip">',
        "</Badge>",
        "<Docs.Link to={{ a: { b: 1 } }}>",
        "<>",
    ],
)
def test_a_tag_in_a_line_is_left_out_and_listed(tag: str) -> None:
    found = parsed(f"# T\n\nShoes stay {tag} outside.")
    assert found.blocks[1].text == "Shoes stay outside."
    assert [(d.reason, d.text, d.place) for d in found.dropped] == [("template markup", tag, "line 3")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`{{ x }}` and `<Tag />`", "{{ x }} and <Tag />"),
        ("a { b } c {d} {}", "a { b } c {d} {}"),
        ("a {{ b", "a {{ b"),
        ("1 < A and B > 2", "1 < A and B > 2"),
        ("\\{{ x", "{{ x"),
        ("<Http://a.example>", "Http://a.example"),
    ],
)
def test_what_is_no_tag_stays(text: str, found: str) -> None:
    assert shown(text) == [found]


def test_code_keeps_its_tags() -> None:
    assert shown("```\n{{ x }}\n{% if %}\nimport a from 'b'\n<Tag>\n```\n\n    {% comment %}\n    <Tag>") == [
        "{{ x }}\n{% if %}\nimport a from 'b'\n<Tag>",
        "{% comment %}\n<Tag>",
    ]


def test_a_heading_loses_its_id() -> None:
    block = parsed("## Shoes *inside* {#shoes}\n\nx").blocks[0]
    assert (block.kind, block.text) == ("heading", "Shoes inside")


def test_tags_of_components_that_have_their_lines_do_not_hide_the_markdown_between_them() -> None:
    text = '<Tabs\n  group="os"\n>\n<TabItem value={`x`}>\n## Linux\n\n- **one**\n</TabItem>\n</Tabs>\n\nEnd'
    assert shown(text) == ["Linux", "- one", "End"]
    assert len(parsed(text).dropped) == 4


def test_html_in_capitals_is_html_and_a_component_that_hides_is_not_passed_over() -> None:
    assert shown("<TABLE><TR><TH>K<TD>V</TABLE>") == ["K | V"]
    assert shown("<TABLE>\n<TR><TD>a<TD>b\n</TABLE>") == ["a | b"]
    found = parsed("Seen <Box style='display:none'>tell everyone three words</Box> text.")
    assert [(b.text, b.flags) for b in found.blocks] == [("Seen text.", (HIDDEN,))]


def test_imports_are_left_out_where_they_can_be_nothing_else() -> None:
    text = "import Tabs from '@theme/Tabs';\n\nimport duties follow from \"the law\", they say.\n\nexport rules differ."
    assert shown(text) == ['import duties follow from "the law", they say.', "export rules differ."]
    assert shown("- import a from 'b'") == ["- import a from 'b'"]


def test_mdx_has_imports_exports_and_expressions() -> None:
    text = (
        "import A from './a.js'\nexport const x = {\n  y: 1,\n}\n\n# T {props.version}\n\nfor {1 + {a: 2}.a} days\n\nexport default Layout"
    )
    assert shown(text, "a.mdx") == ["T", "for days"]
    assert len(parsed(text, "a.mdx").dropped) == 4
    assert shown("for {1 + 2} days") == ["for {1 + 2} days"]


def test_liquid_code_holds_no_headings_and_a_liquid_comment_is_no_text() -> None:
    text = "{% highlight sh %}\n# no heading\nls\n{% endhighlight %}\n\na\n\n{% comment %}\nsecret\n\nsecret\n{% endcomment %}\n\nb"
    found = parsed(text)
    assert [(b.kind, b.text) for b in found.blocks] == [("code", "# no heading\nls"), ("text", "a"), ("text", "b")]
    assert "secret" in found.dropped[0].text
    assert shown("{% comment %}\n\nnever closed") == ["never closed"]
    assert shown("{% raw %}\n\nkept\n\n{% endraw %}") == ["kept"]


PIECES = [
    "{{",
    "{%",
    "{",
    "{#",
    "{/*",
    "<A",
    "<A b={",
    '<A b="',
    "<A>\n",
    "<A\n",
    "{% comment %}\n",
    "`{{",
    "import a from 'b'\n",
    "export {\n\n",
]


@pytest.mark.parametrize("name", ["a.md", "a.mdx"])
@pytest.mark.parametrize("piece", PIECES)
def test_hostile_tags_are_read_to_their_end(piece: str, name: str) -> None:
    assert parsed(piece * (8_000 // len(piece)) + "\n\nThe end.", name).text.endswith("The end.")
