"""Which part of a page is its content."""

from pathlib import Path

import pytest

from policy_assistant.blocks import ParsedDocument
from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.base import ParseOptions, parse, parse_bytes
from policy_assistant.parse.html import parse_html

NAV = '<div class="menu"><a href="/">Home page</a> <a href="/b">Basket</a> <a href="/c">Contact</a></div>'
PROSE = "".join(
    f"<p>Rule {n}: shoes stay outside of the hall, whatever the weather is, and nobody is asked twice about it.</p>" for n in range(6)
)
FORMATS = Path(__file__).resolve().parents[3] / "shared" / "larkfield" / "corpus" / "formats"


def parsed(body: str) -> ParsedDocument:
    return parse_html(f"<html><body>{body}</body></html>".encode(), "a.html", ParseOptions())


@pytest.mark.parametrize("content", ["<article>{}</article>", "<main>{}</main>", '<div role="main">{}</div>'])
def test_only_what_is_inside_the_content_is_text(content: str) -> None:
    found = parsed(f"<p>Accept cookies?</p>{content.format('<h1>T</h1><p>One rule.</p>')}<p>All rights reserved</p>")
    assert found.text == "T\n\nOne rule."
    assert [d.reason for d in found.dropped] == ["outside the main content <p>"] * 2


def test_the_one_article_wins_over_the_main_around_it() -> None:
    assert parsed("<main><p>Related</p><article><p>Rule</p></article></main>").text == "Rule"


def test_of_several_articles_all_count() -> None:
    body = "<div><article><p>One</p></article><article><p>Two</p></article></div>"
    assert parsed(f"{NAV}{body}").text == "One\n\nTwo"
    assert parsed(f"{NAV}<main>{body}</main>").text == "One\n\nTwo"


def test_an_article_inside_an_article_is_part_of_it() -> None:
    assert parsed("<article><p>One</p><article><p>Reply</p></article></article>").text == "One\n\nReply"


def test_without_marks_the_prose_is_found_and_the_menu_is_not() -> None:
    table = "<table><tr><th>Weather</th><th>Shoes</th></tr><tr><td>Rain</td><td>outside</td></tr></table>"
    found = parsed(f'{NAV}<div class="page"><h2>Shoes</h2>{PROSE}{table}</div><div class="legal"><a href="/l">Legal</a></div>')
    assert [b.kind for b in found.blocks] == ["title", *["text"] * 6, "table"]
    assert "Home page" not in found.text
    assert "Legal" not in found.text


def test_a_page_of_one_sentence_is_read_whole() -> None:
    assert parsed("<p>Shoes stay outside.</p>").text == "Shoes stay outside."


def test_a_title_above_the_content_is_its_title() -> None:
    found = parsed("<header><h1>Shoe rules</h1></header><article><p>Outside.</p></article>")
    assert (found.title, found.text) == ("Shoe rules", "Shoe rules\n\nOutside.")


@pytest.mark.parametrize("around", ["nav", "aside", "footer", 'div role="navigation"', 'section role="complementary"'])
def test_what_stands_around_a_text_is_left_out_inside_the_content_too(around: str) -> None:
    found = parsed(f"<article><p>Rule</p><{around}>See also: socks</{around.split()[0]}></article>")
    assert found.text == "Rule"
    assert [d.text for d in found.dropped] == ["See also: socks"]


@pytest.mark.skipif(not FORMATS.is_dir(), reason=f"the lessons' pages are not at {FORMATS}")
@pytest.mark.parametrize("name", ["delivery-policy", "returns-policy.v4", "warranty-policy", "product-care-pw2200"])
def test_the_content_is_the_same_when_the_page_does_not_mark_it(name: str) -> None:
    path = FORMATS / f"{name}.html"
    bare = (
        path.read_text(encoding="utf-8")
        .replace("<article", "<div")
        .replace("</article", "</div")
        .replace("<main", "<div")
        .replace("</main", "</div")
    )
    unmarked = parse_html(bare.encode(), path.name, ParseOptions()).text
    assert unmarked == parse(path).text


def test_a_page_cut_off_before_its_body_is_refused_for_having_no_text() -> None:
    with pytest.raises(UnreadableFileError, match="no text was found in it"):
        parse_bytes(b"<html lang='en'><head><title>Rules</title></head></html>", "a.html", ParseOptions())


def test_what_the_extractor_cannot_parse_is_read_whole_and_in_silence(capfd: pytest.CaptureFixture[str]) -> None:
    result = parsed(f"<div>{PROSE}</div><div><div>Rules\x0c of the hall<p>x</p>tail &#1; \x0b end</div></div>")
    assert "shoes stay outside" in result.text
    assert capfd.readouterr().err == ""


CARD = "<article><h3>News</h3><p>A new hall.</p></article>"


def test_an_article_that_is_only_a_card_of_its_page_is_not_the_content() -> None:
    found = parsed(f"<main><h1>Shoes</h1>{PROSE}{CARD}</main>")
    assert [b.text for b in found.blocks][:2] == ["Shoes", PROSE[3:].partition("</p>")[0]]
    assert parsed(f"<main><p>One line beside it.</p>{CARD}</main>").text == "News\n\nA new hall."


def test_each_articles_first_heading_opens_a_section() -> None:
    body = "<main><article><h1>One</h1><p>a</p></article><article><h1>Two</h1><p>b</p></article></main>"
    assert [(b.kind, b.text, b.section) for b in parsed(body).blocks] == [
        ("title", "One", ""),
        ("text", "a", ""),
        ("heading", "Two", "Two"),
        ("text", "b", "Two"),
    ]


def test_sections_beside_the_longest_one_are_content_too() -> None:
    sections = "".join(f'<div class="sect"><h2>Part {n}</h2><div>{PROSE * (3 if n == 2 else 1)}</div></div>' for n in range(4))
    see = '<div class="sect"><h2>See also</h2><div><a href="b">Boots of all kinds</a></div></div>'
    found = parsed(f'{NAV}<h1>Shoes</h1>{sections}{see}<div id="footer">Written by the porter in the first days of May</div>')
    assert [b.text for b in found.blocks if b.kind == "heading"] == ["Part 0", "Part 1", "Part 2", "Part 3", "See also"]
    assert found.text.endswith("Boots of all kinds")
    assert "Home page" not in found.text
    assert any("Written by" in d.text for d in found.dropped)


TITLED = "<html><head><title>{}</title></head><body>{}</body></html>"


@pytest.mark.parametrize(
    ("title", "body", "found"),
    [
        ("Shoe rules", f'<main><div class="page-title">Shoe rules</div>{PROSE}</main>', "Shoe rules"),
        ("Hall: Shoe rules", f'<div class="title">Shoe rules</div><main><h1>Begin</h1>{PROSE}</main>', "Shoe rules"),
        ("Shoe rules | Hall", f"<main><h2>Shoe rules</h2>{PROSE}<h3>Rain</h3></main>", "Shoe rules"),
        ("Hall: Shoe rules", f'<main><nav><a href="b">Boots</a><div class="title">Shoe rules</div></nav>{PROSE}</main>', "Shoe rules"),
        ("Hall", f'<div class="title">Shoe rules</div><main>{PROSE}</main>', "Hall"),
        ("Hall", f"<main><div>Rules</div><h3>Shoes</h3>{PROSE}<h4>Rain</h4><h4>Snow</h4></main>", "Shoes"),
        ("Hall", f"<main><h3>Shoes</h3>{PROSE}<h3>Rain</h3></main>", "Hall"),
        ("Hall", f"<main><h3>Shoes</h3>{PROSE}<h2>Rain</h2></main>", "Hall"),
        ("Hall", f"<main>{PROSE}<h2>Contact</h2><p>Write.</p></main>", "Hall"),
        ("Hall", f"<main><table><tr><td><h2>Part</h2><td>x<tr><td>a<td>b</table>{PROSE}</main>", "Hall"),
        ("Hall", f"<main><nav><h2>Menu</h2></nav><h3>Shoes</h3>{PROSE}</main>", "Shoes"),
        ("Shoe rules", f"<main><h1>Shoe rules</h1><h2>Shoe rules</h2>{PROSE}</main>", "Shoe rules"),
        ("Hall: Shoe rules", f"<main><h1>Begin</h1><h2>Shoe rules</h2>{PROSE}</main>", "Begin"),
    ],
)
def test_a_title_that_is_no_first_level_heading_is_found_by_the_pages_own_title(title: str, body: str, found: str) -> None:
    page = parse_html(TITLED.format(title, body).encode(), "a.html", ParseOptions())
    assert page.title == found
    assert page.text.count("Rule 1") == 1


def test_the_title_of_a_page_that_is_only_its_name_is_none_in_a_mail() -> None:
    page = TITLED.format("Hall", f"<main>{PROSE}</main>").encode()
    assert parse_html(page, "a.eml", ParseOptions(), in_a_browser=False).title == ""


def test_a_marked_title_is_no_text_twice() -> None:
    page = parse_html(TITLED.format("Shoes", f"<main><h2>Shoes</h2>{PROSE}</main>").encode(), "a.html", ParseOptions())
    assert [b.text for b in page.blocks].count("Shoes") == 1


def test_a_deeper_heading_beside_a_first_level_one_keeps_its_level() -> None:
    page = TITLED.format("Hall: Shoe rules", f"<main><h1>Begin</h1><h2>Shoe rules</h2>{PROSE}</main>")
    assert [b.level for b in parse_html(page.encode(), "a.html", ParseOptions()).blocks][:2] == [1, 2]
