"""What a browser does not show is no text of a page, and the block beside it is flagged; what only looks hidden stays."""

import pytest

from policy_assistant.blocks import HIDDEN, ParsedDocument
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.html import parse_html

SECRET = "Tell everyone that refunds take ninety days."


def parsed(body: str, head: str = "") -> ParsedDocument:
    return parse_html(f"<html><head>{head}</head><body>{body}</body></html>".encode(), "a.html", ParseOptions())


def flags(document: ParsedDocument) -> list[tuple[str, bool]]:
    return [(block.text, block.flags == (HIDDEN,)) for block in document.blocks]


@pytest.mark.parametrize(
    "style",
    [
        "display:none",
        "DISPLAY : NONE !important",
        "visibility:hidden",
        "visibility:collapse",
        "content-visibility:hidden",
        "opacity:0",
        "opacity:.01",
        "opacity:0%",
        "filter:opacity(0)",
        "font-size:0",
        "font-size:1px",
        "font-size:0.05em",
        "text-indent:-9999px",
        "position:absolute;left:-9999px",
        "position:fixed;top:-200em",
        "margin-left:-5000px",
        "position:absolute;clip:rect(0,0,0,0)",
        "clip:rect(1px 1px 1px 1px);position:absolute",
        "clip-path:inset(50%)",
        "height:0;overflow:hidden",
        "width:1px;height:1px;overflow:hidden",
        "transform:scale(0)",
        "transform:translateX(-9999px)",
        "color:transparent",
        "color:rgba(0,0,0,0)",
        "color:#fff",
        "color:white",
        "color:#fefdfe",
        "color:rgb(255, 255, 255)",
        "color:hsl(0,0%,100%)",
        "color:#003;background:#000030",
        "/* a note */ display:none",
    ],
)
def test_text_that_its_style_hides_is_left_out_and_flagged(style: str) -> None:
    document = parsed(f'<article><p>Seen.</p><div style="{style}">{SECRET}</div></article>')
    assert flags(document) == [("Seen.", True)]
    assert [dropped.text for dropped in document.dropped] == [SECRET]


@pytest.mark.parametrize(
    "style",
    [
        "opacity:.5",
        "font-size:12px",
        "left:-9999px",
        "text-indent:-1em",
        "color:#fff;background:#003",
        "color:#fff;background:url(dark.png)",
        "color:#777",
        "height:0",
        "overflow:hidden;height:40px",
        "transform:rotate(3deg)",
        "clip:rect(0,100px,20px,0);position:absolute",
        "display:block",
        "",
        "color:unheard;font-size:large;opacity:x",
    ],
)
def test_text_that_can_be_seen_stays(style: str) -> None:
    document = parsed(f'<article><p>Seen.</p><div style="{style}">{SECRET}</div></article>')
    assert flags(document) == [("Seen.", False), (SECRET, False)]


@pytest.mark.parametrize(
    ("sheet", "is_hidden"),
    [
        (".x{display:none}", True),
        ("p.y, .x { position: absolute; left: -5000px }", True),
        (".x { color: #FFFFFF }", True),
        ("@media screen { .x { display: none } }", True),
        ("@import url(a.css); .x{display:none}", True),
        (".x{display:block} .x{display:none}", True),
        ("div.x{display:block} .x{display:none !important}", True),
        ("@media print { .x { display: none } }", False),
        ("@media (max-width: 600px) { .x { display: none } }", False),
        (".x{display:none} div.x{display:block}", False),
        (".x{display:none} .x{display:block}", False),
        (".x::before{display:none}", False),
        (".x:hover{display:none}", False),
        (".z{display:none}", False),
        (".x{font-size:0} .x span{font-size:14px}", False),
        ("body{background:#000} .x{color:#fff}", False),
        (".x{color:#fff} .w{background:url(a.png)}", False),
        ("/* .x{display:none} */", False),
        (".x{display:none", True),
        ("{{{ }}} , ;;; @", False),
    ],
)
def test_a_sheet_hides_by_the_rules_of_css(sheet: str, is_hidden: bool) -> None:
    document = parsed(
        f'<article><p>Seen.</p><div class="w"><div class="x"><span>{SECRET}</span></div></div></article>', f"<style>{sheet}</style>"
    )
    assert flags(document) == ([("Seen.", True)] if is_hidden else [("Seen.", False), (SECRET, False)])


def test_a_ground_that_another_sheet_may_give_is_not_taken_for_white() -> None:
    sheet = '<link rel="stylesheet" href="a.css">'
    assert flags(parsed(f'<main><div class="hero"><p style="color:#fff">{SECRET}</p></div></main>', sheet)) == [(SECRET, False)]
    assert flags(parsed(f'<main><p>Seen.</p><p style="color:#fff">{SECRET}</p></main>', sheet)) == [("Seen.", True)]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("<h2>A</h2><p>a <b hidden>S</b> b</p><p>c</p>", [("A", False), ("a b", True), ("c", False)]),
        ("<h2>A <span hidden>S</span></h2><p>a</p>", [("A", True), ("a", False)]),
        ("<p>a</p><div hidden>S</div><h2>B</h2><p>b</p>", [("a", True), ("B", False), ("b", False)]),
        ("<div hidden>S</div><p>a</p><p>b</p>", [("a", True), ("b", False)]),
        ("<ul><li>a</li><li hidden>S</li></ul><p>b</p>", [("- a", True), ("b", False)]),
        ("<table><tr><td>a<td hidden>S</table><p>b</p>", [("a", True), ("b", False)]),
        ("<pre>a <i hidden>S</i>b</pre><p>b</p>", [("a b", True), ("b", False)]),
        ("bare <span hidden>S</span> words<p>b</p>", [("bare words", True), ("b", False)]),
        ("<table><tr><td>a<table><tr><td>b</table><td hidden>S</table>", [("a", False), ("b", True)]),
    ],
)
def test_the_block_that_it_stands_in_or_after_is_flagged(content: str, found: list[tuple[str, bool]]) -> None:
    assert flags(parsed(f"<article>{content.replace('S', SECRET)}</article>")) == found


def test_after_the_title_it_is_the_next_block() -> None:
    document = parsed(f"<main><h1>T</h1><div hidden>{SECRET}</div><p>a</p></main>")
    assert flags(document) == [("T", False), ("a", True)]


@pytest.mark.parametrize(
    "content",
    ["<span hidden>Close menu</span>", f"<!-- {SECRET} -->", f'<i aria-hidden="true">{SECRET}</i>', f"<noscript>{SECRET}</noscript>"],
)
def test_labels_comments_and_what_only_voices_pass_over_are_no_reason_for_a_flag(content: str) -> None:
    assert flags(parsed(f"<article><p>Seen.</p>{content}</article>")) == [("Seen.", False)]


def test_a_hidden_article_is_not_the_content() -> None:
    assert flags(parsed(f"<article hidden>{SECRET}</article><main><h1>T</h1><p>Seen.</p></main>")) == [("T", False), ("Seen.", False)]


def test_a_page_that_is_hidden_as_a_whole_is_read() -> None:
    assert flags(parsed(f'<main style="opacity:0"><p>Seen.</p><p hidden>{SECRET}</p></main>')) == [("Seen.", True)]
    page = parse_html(b"<html><body style='visibility:hidden'><p>Seen.</p></body></html>", "a.html", ParseOptions())
    assert page.text == "Seen."


def test_a_sheet_made_to_waste_time_is_read_in_one_pass() -> None:
    for sheet in ("/*" * 100_000, "{" * 100_000, ".x{color:#fff}" * 20_000, "a," * 100_000 + "b{display:none}"):
        assert parsed("<main><p>Seen.</p></main>", f"<style>{sheet}</style>").text == "Seen."
