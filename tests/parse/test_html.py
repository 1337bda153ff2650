"""HTML becomes blocks: what each element gives, what is left out and noted, encodings, and hostile pages."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.blocks import ParsedDocument
from policy_assistant.errors import SettingsError, UnreadableFileError
from policy_assistant.parse.base import ParseOptions, parse_bytes
from policy_assistant.parse.html import parse_html
from policy_assistant.parse.markdown import parse_markdown


def parsed(page: str | bytes, *skip: str) -> ParsedDocument:
    return parse_html(page if isinstance(page, bytes) else page.encode(), "a.html", ParseOptions(html_skip=skip or (".doc-meta",)))


def shown(content: str) -> list[tuple[str, str]]:
    return [(b.kind, b.text) for b in parsed(f"<article>{content}</article>").blocks]


def refusal(page: bytes) -> str:
    with pytest.raises(UnreadableFileError) as refused:
        parse_bytes(page, "a.html", ParseOptions())
    return refused.value.reason


def test_headings_have_their_level_and_section() -> None:
    blocks = parsed("<article><h1>T</h1><h2>A</h2><h3>B</h3><p>x</p><h6>C</h6></article>").blocks
    assert [(b.kind, b.level, b.section) for b in blocks] == [
        ("title", 1, ""),
        ("heading", 2, "A"),
        ("heading", 3, "A > B"),
        ("text", 0, "A > B"),
        ("heading", 6, "A > B > C"),
    ]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("<p>one\n  two&nbsp;three</p>", "one two three"),
        ("<p>a<br>b<br/>c</p>", "a b c"),
        ("<p>caf&eacute; &lt;b&gt; &#8364; &amp;amp;</p>", "caf\u00e9 <b> \u20ac &amp;"),
        ("<p><b>bo</b>ld <a href=x>li<i>nk</i></a><sup>2</sup></p>", "bold link2"),
        ('<p>see <img src=x alt="the plan"> here</p>', "see the plan here"),
        ("<p>a<!-- no -->b</p>", "ab"),
        ("bare text", "bare text"),
        ("<div>bare <b>bold</b></div>", "bare bold"),
        ("<blockquote>said</blockquote>", "said"),
    ],
)
def test_inline_markup_leaves_its_words(content: str, text: str) -> None:
    assert shown(content) == [("text", text)]


def test_bare_text_between_blocks_is_a_block_in_its_place() -> None:
    assert shown("first<p>second</p>third <b>too</b><div>fourth<p>fifth</p></div>sixth") == [
        ("text", text) for text in ("first", "second", "third too", "fourth", "fifth", "sixth")
    ]


def test_lists_have_markers_numbers_and_depth() -> None:
    content = "<ul><li>a<ol start=3><li>x</li><li>y<ul><li>deep</li></ul></li></ol></li><li><p>b</p><p>c</p></li></ul>"
    assert shown(content) == [("text", "- a\n  3. x\n  4. y\n    - deep\n- b\n  c")]


def test_a_list_that_stands_between_items_is_not_lost() -> None:
    assert shown("<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>") == [("text", "- a\n  - b\n- c")]


@pytest.mark.parametrize("start", ["\u00b2", "--5", "x", "", "9" * 5000])
def test_a_start_that_is_no_number_counts_from_one(start: str) -> None:
    assert shown(f'<ol start="{start}"><li>a</ol>') == [("text", "1. a")]


def test_definition_lists_keep_their_text() -> None:
    assert shown("<dl><dt>Kettle</dt><dd>boils</dd><dd>sings</dd></dl>") == [("text", "Kettle: boils; sings")]


def test_preformatted_text_is_code_with_its_lines() -> None:
    assert shown("<pre>\na\n  b\n\nc\n</pre>") == [("code", "a\n  b\n\nc")]


LINES = "".join(
    f'\n<div class="line"><span class="lineno">{n}</span>{text}</div>' for n, text in enumerate(("if a:", "&nbsp; b<br>", " 3"), 1)
)


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (f"<p>x</p><div>{LINES}</div>", [("text", "x"), ("code", "if a:\n  b\n\n 3")]),
        (f"<div>{LINES}<div>see <p>b</p></div></div>", [("code", "if a:\n  b\n\n 3\nsee b")]),
        (f'<div class="line-block">{LINES}</div>', [("text", "if a:\n  b\n\n 3")]),
        ('<div>First<div class="line">a</div></div>', [("text", "First"), ("text", "a")]),
        ('<div><div class="line">a</div><p>b</p></div>', [("text", "a"), ("text", "b")]),
        ('<div><div class="line"><p>a</p></div></div>', [("text", "a")]),
        ('<pre><span class="linenos"> 1</span>a <span class="x">2</span></pre>', [("code", "a 2")]),
    ],
)
def test_boxes_of_lines_are_code_without_the_numbers_of_the_lines(content: str, found: list[tuple[str, str]]) -> None:
    assert shown(content) == found


@pytest.mark.parametrize("element", ["p", "pre"])
def test_signs_that_print_nothing_are_no_text_where_a_line_may_end(element: str) -> None:
    content = f"<{element}>a&nbsp;b&#8203;(c) regu&shy;lations pass&#8203;word (&#8203;d) &#8203;&#8204;x&#8204;&#8203; y</{element}>"
    assert [text for _, text in shown(content)] == ["a b(c) regulations pass\u200bword (d) \u200b\u200cx\u200c\u200b y"]


def test_a_page_that_is_a_list_a_table_or_code_keeps_its_form() -> None:
    items, rows = (
        "".join(f"<li>Rule {n} of the hall, for all</li>" for n in range(9)),
        "<tr><td>Rain, or snow, or hail<td>Shoes outside</tr>",
    )
    for content, kind, first in (
        (f"<ul>{items}</ul>", "text", "- Rule 0 of the hall, for all"),
        (f"<table><tbody>{rows * 9}</tbody></table>", "table", "Rain, or snow, or hail | Shoes outside"),
        (f"<div>{LINES * 9}</div>", "code", "if a:"),
    ):
        (block,) = parsed(f"<html><body><p>Hall</p><main>{content}</main></body></html>".replace("main", "div")).blocks[-1:]
        assert (block.kind, block.text.split("\n")[0]) == (kind, first)
        assert parsed(f"<html><body>{content}</body></html>").blocks[0].kind == kind


def test_a_table_is_one_block_with_its_caption_before_it() -> None:
    content = """<table><caption>Kits</caption><thead><tr><th>Part</th><th>No</th></tr></thead>
        <tbody><tr><td>Pump<br>kit</td><td>PK-1</td></tr><tr><td colspan=2>both</td></tr><tr><td></td><td></td></tr></tbody></table>"""
    assert shown(content) == [("text", "Kits"), ("table", "Part | No\nPump kit | PK-1\nboth | both")]


def test_a_table_that_holds_tables_is_layout() -> None:
    assert shown("<table><tr><td>menu<table><tr><td>a</td><td>b</td></tr></table></td></tr></table>") == [
        ("text", "menu"),
        ("table", "a | b"),
    ]


@pytest.mark.parametrize("how", ["hidden", 'style="color:red; DISPLAY : none"', 'style="visibility:hidden"', 'aria-hidden="true"'])
@pytest.mark.parametrize(
    "content",
    [
        "<p HOW>secret</p>",
        "<p>seen <span HOW>secret</span></p>",
        "<ul><li HOW>secret</li></ul>",
        "<ul><li>seen<ul HOW><li>secret</li></ul></li></ul>",
        "<table><tr HOW><td>secret</td></tr><tr><td>seen</td></tr></table>",
        "<table><tr><td HOW>secret</td><td>seen</td></tr></table>",
        "<dl><dd HOW>secret</dd></dl>",
    ],
)
def test_hidden_text_is_left_out_and_noted_wherever_it_stands(content: str, how: str) -> None:
    found = parsed(f"<article><h1>T</h1>{content.replace('HOW', how)}</article>")
    assert "secret" not in found.text
    assert [d.text for d in found.dropped] == ["secret"]


def test_what_is_hidden_twice_is_noted_once() -> None:
    found = parsed("<article><p>x</p><aside>See <b hidden>also</b></aside></article>")
    assert [(d.reason, d.text) for d in found.dropped] == [("<aside>", "See also")]


@pytest.mark.parametrize("tag", ["script", "style", "noscript", "template", "button", "select", "textarea", "svg", "dialog"])
def test_what_is_no_text_is_left_out(tag: str) -> None:
    assert shown(f"<p>a</p><{tag}>secret</{tag}><p>b <{tag}>secret</{tag}>c</p>") == [("text", "a"), ("text", "b c")]


def test_parts_named_by_the_settings_are_left_out_and_noted() -> None:
    page = "<article><p class='doc-meta'>Version 3</p><p>Rule</p>\n<p id='x'>Print me</p></article>"
    assert parsed(page).text == "Rule\n\nPrint me"
    found = parsed(page, ".doc-meta", "p#x")
    assert found.text == "Rule"
    assert [(d.reason, d.text, d.place) for d in found.dropped] == [
        ("html_skip .doc-meta", "Version 3", "line 1"),
        ("html_skip p#x", "Print me", "line 2"),
    ]


@pytest.mark.parametrize(
    ("selector", "message"), [("p[", "'p[' is not a CSS selector"), ("p::before", "is not a CSS"), ("html", "takes the whole page away")]
)
def test_a_selector_that_cannot_be_used_is_a_wrong_setting(selector: str, message: str) -> None:
    with pytest.raises(SettingsError, match=r"^\[corpus\] html_skip: ") as refused:
        parsed("<article><p>x</p></article>", selector)
    assert message in str(refused.value)


def test_meta_tags_are_metadata_in_lower_case_and_the_language_is_the_pages() -> None:
    page = '<html lang="fr-CA"><head><meta name="Doc_ID" content=" a "><meta name="version" content="1.10"><meta property="og:x" content="y"><meta name="empty"></head><body><article>x</article></body></html>'
    assert dict(parsed(page).metadata) == {"doc_id": "a", "version": "1.10", "empty": "", "language": "fr"}
    assert parsed('<html lang="fr"><meta name="language" content="en"><article>x</article></html>').metadata["language"] == "en"


PAGE = "<html><head>{}</head><body><article><p>caf\u00e9 \u20ac \u201cq\u201d</p></article></body></html>"


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        ("", "utf-8"),
        ('<meta charset="UTF-8">', "utf-8-sig"),
        ('<meta charset="windows-1252">', "windows-1252"),
        ("<meta charset=iso-8859-1>", "windows-1252"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">', "windows-1252"),
        ('<script src="x" charset="latin1"></script><meta charset="utf-8">', "utf-8"),
        ('<meta charset="windows-1252">', "utf-8-sig"),
        ('<meta charset="utf-16">', "utf-16"),
        ('<meta charset="utf-16">', "utf-8"),
        ('<meta charset="utf8">', "utf-8"),
    ],
)
def test_a_page_is_read_in_its_encoding(head: str, encoding: str) -> None:
    assert parsed(PAGE.format(head).encode(encoding)).text == "caf\u00e9 \u20ac \u201cq\u201d"


def test_an_xml_declaration_names_the_encoding_too() -> None:
    page = '<?xml version="1.0" encoding="windows-1252"?>\n<html><body><article><p>caf\u00e9</p></article></body></html>'
    assert parsed(page.encode("windows-1252")).text == "caf\u00e9"


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        (PAGE.format('<meta charset="utf-8">').encode("windows-1252"), "is not UTF-8 (byte 62)"),
        (PAGE.format('<meta charset="klingon">').encode(), "declares the unknown encoding 'klingon'"),
        (b"Just a note.\n", "is not HTML although its name says so"),
        (b"PK\x03\x04\x00\x00", "is a binary file although its name says text"),
        (b"%PDF-1.7\n1 0 obj\n", "is not HTML although its name says so"),
        (b"<html><body></body></html>", "no text was found in it"),
    ],
)
def test_a_page_that_cannot_be_read_is_refused(page: bytes, reason: str) -> None:
    assert refusal(page) == reason


@pytest.mark.parametrize("tag", ["div", "b", "blockquote", "ul><li", "table><tr><td"])
def test_a_page_that_the_library_would_cut_off_is_refused(tag: str) -> None:
    page = f"<article><p>before</p>{f'<{tag}>' * 5_000}deep</article>"
    assert refusal(page.encode()) == "cannot be read to its end (line 1: excessive depth in document: 256)"


def test_deep_pages_below_the_limit_keep_every_word() -> None:
    assert shown(f"{'<div>' * 240}deep{'</div>' * 240}<p>after</p>") == [("text", "deep"), ("text", "after")]
    assert shown(f"{'<p><b>' * 1}{'<i>' * 230}deep{'</i>' * 230}")[0] == ("text", "deep")


@given(st.text(st.sampled_from("<>/abp=\"'&;! \n-[]"), max_size=80))
def test_any_markup_gives_blocks_in_their_place(text: str) -> None:
    try:
        found = parse_bytes(f"<p>x</p>{text}".encode(), "a.html", ParseOptions())
    except UnreadableFileError:
        return
    assert all(found.text[b.start : b.end] == b.text for b in found.blocks)


def test_source_lines_are_those_of_the_element() -> None:
    page = "<html>\n<body>\n<article>\n<h1>T</h1>\n<p>one\ntwo</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n</article>\n</body></html>"
    assert [b.source_lines for b in parsed(page).blocks] == [(4, 4), (5, 6), (7, 10)]


words = st.lists(st.sampled_from(["shoe", "hall", "\u00e9t\u00e9", "PW-22", "10\u00a0%"]), min_size=1, max_size=5).map(" ".join)
twins = st.one_of(
    words.map(lambda w: (w, f"<p>{w}</p>")),
    st.tuples(st.integers(1, 6), words).map(lambda t: (f"{'#' * t[0]} {t[1]}", f"<h{t[0]}>{t[1]}</h{t[0]}>")),
    words.map(lambda w: (f"- {w}\n  - deep\n- b", f"<ul><li>{w}<ul><li>deep</li></ul></li><li>b</li></ul>")),
    words.map(lambda w: (f"3. {w}\n4. b", f"<ol start=3><li>{w}</li><li>b</li></ol>")),
    words.map(
        lambda w: (f"| a | b |\n|---|---|\n| {w} | |", f"<table><tr><th>a</th><th>b</th></tr><tr><td>{w}</td><td></td></tr></table>")
    ),
    words.map(lambda w: (f"```\n{w}\n\n  x\n```", f"<pre>{w}\n\n  x\n</pre>")),
    words.map(lambda w: (f"**{w}** x <b>y</b>", f"<p><strong>{w}</strong> x <b>y</b></p>")),
)


@given(st.lists(twins, min_size=1, max_size=6))
def test_the_same_content_gives_the_same_text_as_markdown(parts: list[tuple[str, str]]) -> None:
    markdown = parse_markdown("\n\n<!-- -->\n\n".join(["# T", *(m for m, _ in parts)]).encode(), "a.md", ParseOptions())
    page = parsed(f"<article><h1>T</h1>{''.join(h for _, h in parts)}</article>")
    assert page.text == markdown.text
    assert [(b.kind, b.section) for b in page.blocks] == [(b.kind, b.section) for b in markdown.blocks]


def test_text_is_never_invented() -> None:
    content = "<h2>A</h2><ul><li>b</li></ul><table><tr><td>c</td><td>d</td></tr></table>"
    assert re.findall(r"\w+", parsed(f"<article>{content}</article>").text) == ["A", "b", "c", "d"]


@pytest.mark.parametrize(
    ("head", "values"),
    [
        ('<link rel="canonical" href=" https://h.example/a ">', {"canonical": "https://h.example/a"}),
        ('<meta http-equiv="Last-Modified" content="Tue, 03 Mar 2026">', {"last_modified": "Tue, 03 Mar 2026"}),
        ('<meta property="article:modified_time" content="2026-03-03">', {"last_modified": "2026-03-03"}),
        ('<meta name="last-modified" content="3 mars">', {"last-modified": "3 mars", "last_modified": "3 mars"}),
        ('<link rel="stylesheet" href="a.css">', {}),
    ],
)
def test_the_pages_own_address_and_last_change_are_metadata_as_written(head: str, values: dict[str, str]) -> None:
    assert dict(parsed(f"<html><head>{head}</head><body><article>x</article></body></html>").metadata) == values


@pytest.mark.parametrize("tag", ["del", "s", "strike"])
def test_struck_words_are_marked(tag: str) -> None:
    assert shown(f"<p>within <{tag}>30</{tag}> 14 days</p><{tag}>all</{tag}> bare") == [
        ("text", "within ~~30~~ 14 days"),
        ("text", "~~all~~ bare"),
    ]
    assert parse_markdown(b"within ~~30~~ 14 days", "a.md", ParseOptions()).text == "within ~~30~~ 14 days"


def test_two_line_breaks_between_bare_words_part_paragraphs() -> None:
    assert shown("one<br>two<br>\n<br>three<br/><br/><br/>four") == [("text", text) for text in ("one two", "three", "four")]


def test_the_parts_of_a_box_that_opens_are_text_open_or_not() -> None:
    assert shown("<details><summary>More</summary><p>Hidden until asked.</p></details>") == [
        ("text", "More"),
        ("text", "Hidden until asked."),
    ]
    assert shown('<figure><img src="x" alt="Plan"><figcaption>The hall</figcaption></figure>') == [("text", "Plan"), ("text", "The hall")]


def test_what_claims_to_be_a_heading_is_one() -> None:
    blocks = parsed('<article><div role="heading" aria-level="3">A</div><span role="heading">B</span><p>x</p></article>').blocks
    assert [(b.kind, b.level) for b in blocks] == [("heading", 3), ("heading", 2), ("text", 0)]


PIECES = [
    "<dl>",
    "<dt>a",
    "<dd>b",
    "<table>",
    "<tr>",
    "<td rowspan=3 colspan=2>c",
    "<th>",
    "<ul>",
    "<li>d",
    "<ol type=i>",
    "<p>e",
    "<h2>f",
    "</ul>",
]
PIECES += [
    "</table>",
    "</dl>",
    "<pre>g\n",
    "</pre>",
    "<aside id=n>",
    "<a href='#n'>h</a>",
    "<a rel=next>i</a>",
    "<br>",
    "<s>j</s>",
    "<main>",
    "<article>",
]
PIECES += [
    "<div class=toc>",
    "</div>",
    "<p hidden>k",
    "<details>",
    "<title>l</title>",
    "<div class=title>l",
    "<nav>",
    "</nav>",
    "text ",
    "<b>",
    "</b>",
]


@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_any_order_of_elements_gives_blocks_in_their_place_and_always_the_same(pieces: list[str]) -> None:
    page = "<p>x</p>" + "".join(pieces)
    try:
        found = parse_bytes(page.encode(), "a.html", ParseOptions())
    except UnreadableFileError as refused:
        assert refused.reason == "no text was found in it"  # noqa: PT017
        return
    assert all(found.text[b.start : b.end] == b.text and b.text for b in found.blocks)
    assert parse_bytes(page.encode(), "a.html", ParseOptions()) == found


@pytest.mark.parametrize(
    "page",
    [
        "<dl><dt>a<dd><p>b<p>c" * 60,
        "<dl>" + "<dt>a<dd><p>x<p>y" * 3_000,
        "<ul><li><h2>a</h2>" * 90,
        "<div class=title>ab" * 200 + "<div class=title>abc</div>" * 2_000,
        "<aside id=a>b</aside><a href='#q'>b</a>" * 2_000,
        "<div><a rel=next href=x>next</a></div>b " * 2_000,
        "<h2>abc<a href='#x'>\u00b6</a></h2>" * 3_000,
        "a<br>b<br><br>" * 3_000,
    ],
)
def test_hostile_pages_are_read_to_their_end(page: str) -> None:
    assert parsed(f"<title>ab</title><main>{page}</main>").text


def test_a_page_that_is_xml_is_read_as_such() -> None:
    page = """<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="fr"><head><title/></head>
        <body><main><h1><a id="x"/>T</h1><p>un<br/>deux <![CDATA[a < b & c]]></p></main></body></html>"""
    found = parse_bytes(page.encode(), "a.xhtml", ParseOptions())
    assert (found.text, dict(found.metadata)) == ("T\n\nun deux a < b & c", {"language": "fr"})
    assert parsed("<main>a<![CDATA[b]]></main>").text == "a"
