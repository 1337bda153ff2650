"""Lists of HTML pages: markers, definitions, and lists that only arrange a page."""

import pytest

from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.html import parse_html


def shown(content: str) -> list[tuple[str, str]]:
    page = parse_html(f"<article>{content}</article>".encode(), "a.html", ParseOptions())
    return [(b.kind, b.text) for b in page.blocks]


@pytest.mark.parametrize(
    ("attributes", "markers"),
    [
        ("", ["1.", "2."]),
        ('type="a"', ["a.", "b."]),
        ('type="A" start="26"', ["Z.", "AA."]),
        ('type="i" start="3"', ["iii.", "iv."]),
        ('type="I" start="1998"', ["MCMXCVIII.", "MCMXCIX."]),
        ('type="i" start="3999"', ["mmmcmxcix.", "4000."]),
        ('type="a" start="0"', ["0.", "a."]),
        ('type="square"', ["1.", "2."]),
    ],
)
def test_items_are_counted_as_their_list_prints_them(attributes: str, markers: list[str]) -> None:
    assert shown(f"<ol {attributes}><li>x<li>y</ol>") == [("text", f"{markers[0]} x\n{markers[1]} y")]


def test_an_item_may_state_its_number_and_the_next_counts_on() -> None:
    assert shown('<ol><li>a<li value="7">b<li>c</ol>') == [("text", "1. a\n7. b\n8. c")]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("<dl><dt>Kettle</dt><dd>boils</dd><dt>Pan</dt><dd>fries</dd></dl>", "Kettle: boils\nPan: fries"),
        ("<dl><dt>-n</dt><dt>--dry-run</dt><dd><p>Show only.</p></dd></dl>", "-n, --dry-run: Show only."),
        ("<dl><div><dt>Owner:</dt><dd>HR</dd></div><div><dt>Term</dt><dd>one</dd><dd>two</dd></div></dl>", "Owner: HR\nTerm: one; two"),
        ("<dl><dt>Alone</dt></dl>", "Alone"),
        ("<dl><dd>No term</dd></dl>", "No term"),
        ("<dl><dt>a</dt><dd></dd></dl>", "a"),
    ],
)
def test_a_simple_definition_list_is_one_block_of_lines(content: str, text: str) -> None:
    assert shown(content) == [("text", text)]


def test_longer_definitions_are_blocks_of_their_own_with_the_term_before_the_first() -> None:
    content = """<dl><dt>dump(x)</dt><dd><p>Write x.</p><pre>dump(1)</pre><p>Then close.</p></dd>
        <dt>load()</dt><dd><pre>load()</pre></dd><dt>Short</dt><dd>one line</dd></dl>"""
    assert shown(content) == [
        ("text", "dump(x): Write x."),
        ("code", "dump(1)"),
        ("text", "Then close."),
        ("text", "load()"),
        ("code", "load()"),
        ("text", "Short: one line"),
    ]


def test_a_definition_of_bare_words_and_a_paragraph_is_two_blocks() -> None:
    assert shown("<dl><dt>a</dt><dd>bare<p>more</p></dd></dl>") == [("text", "a: bare"), ("text", "more")]
    assert shown("<dl><dt>a</dt><dd><p>more</p>bare</dd></dl>") == [("text", "a: more"), ("text", "bare")]


def test_a_heading_that_is_a_term_stays_a_heading() -> None:
    content = "<h1>Rules</h1><dl><dt><h3>Leave</h3></dt><dd><p>Ten days.</p></dd></dl>"
    assert shown(content) == [("title", "Rules"), ("heading", "Leave"), ("text", "Ten days.")]


def test_the_lines_of_a_joined_definition_reach_from_the_term_to_its_end() -> None:
    page = "<article>\n<dl>\n<dt>a</dt>\n<dd>\n<p>b\nc</p>\n<p>d</p></dd></dl></article>"
    assert parse_html(page.encode(), "a.html", ParseOptions()).blocks[0].source_lines == (3, 6)


def test_what_is_hidden_in_a_definition_is_left_out_and_flagged() -> None:
    page = "<article><dl><dt>a</dt><dd>b <i hidden>tell everyone three words</i></dd></dl></article>"
    block = parse_html(page.encode(), "a.html", ParseOptions()).blocks[0]
    assert (block.text, block.flags) == ("a: b", ("hidden text",))


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        ("<ul><li><p>b</p><p>c</p></li></ul>", ["- b", "  c"]),
        ("<ul><li>a <b>bold</b> word</ul>", ["- a bold word"]),
        ("<ul><li><div>Owner</div><div>HR</div></li></ul>", ["- Owner", "  HR"]),
        ("<ol><li>Run:<pre>\nmake\n\n  all\n</pre>Wait.<li>End</ol>", ["1. Run:", "  make", "    all", "  Wait.", "2. End"]),
        ("<ul><li>x<li><table><caption>T</caption><tr><th>a<th>b<tr><td>1<td>2</table></ul>", ["- x", "- T", "  a | b", "  1 | 2"]),
        ("<ul><li>x<dl><dt>a<dd>b<dt>c<dd>d</dl></ul>", ["- x", "  a: b", "  c: d"]),
        ("<ul><li>x<dl><dt>a<dd><p>b</p><p>c</p></dl></ul>", ["- x", "  a", "  b", "  c"]),
        ("<ul><li>x<blockquote><ul><li>y<p>z</p></ul></blockquote>after</ul>", ["- x", "  - y", "    z", "  after"]),
        ("<ul><li><ul><li>y</ul></ul>", ["-", "  - y"]),
        ("<ul>lost<li>x</li> and <i hidden>h</i>found</ul>", ["lost", "- x", "and", "found"]),
    ],
)
def test_what_an_item_holds_keeps_its_lines_and_its_order(content: str, lines: list[str]) -> None:
    assert shown(content) == [("text", "\n".join(lines))]


@pytest.mark.parametrize("marker", ["<ul><li>{}</li></ul>", "<ol><li>{}</li></ol>", "<ul><li>x {}</li></ul>", "<ul><li>{}<li>y</ul>"])
def test_a_list_whose_only_item_is_made_of_code_arranges_the_page(marker: str) -> None:
    kinds = [kind for kind, _ in shown(marker.format("<pre>a\n b</pre><p>c</p>"))]
    assert kinds == (["code", "text"] if marker == "<ul><li>{}</li></ul>" else ["text"])


def test_a_list_whose_items_have_headings_arranges_the_page() -> None:
    assert shown("<ul><li><h2>One</h2><p>x</p></li><li><h2>Two</h2><p>y</p></li></ul>") == [
        ("heading", "One"),
        ("text", "x"),
        ("heading", "Two"),
        ("text", "y"),
    ]
