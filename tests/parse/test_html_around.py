"""What stands around the text inside a page's content: signs of links, rows of links, tables of contents, asides."""

import pytest

from policy_assistant.blocks import ParsedDocument
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.html import parse_html

PROSE = "<p>Shoes stay outside of the hall, whatever the weather is, and nobody is asked twice about it.</p>"


def parsed(content: str) -> ParsedDocument:
    return parse_html(f"<main>{content}</main>".encode(), "a.html", ParseOptions())


@pytest.mark.parametrize("sign", ["\u00b6", "#", "\uf0c1", "\u200b", '<img src="x" alt="Link icon">', "\u2191"])
@pytest.mark.parametrize("heading", ['<h2 id="x">Shoes{}</h2>', '<h2 id="x">{} Shoes</h2>', '<h2 id="x">Shoes<span>{}</span></h2>'])
def test_the_sign_of_a_link_beside_a_heading_is_none_of_its_words(sign: str, heading: str) -> None:
    if "<span>" in heading:
        heading = heading.replace("<span>{}</span>", "{}")
    found = parsed(heading.format(f'<a href="#x">{sign}</a>') + PROSE)
    assert found.blocks[0].text == "Shoes"
    assert not found.dropped


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ('<p>See <a href="#n">[1]</a></p>', "See [1]"),
        ('<p>Use <a href="#plus">+</a> to add</p>', "Use + to add"),
        ('<p><a href="#plus">+</a></p>', "+"),
        ('<p>Rain <a href="b.html">\u2192</a></p>', "Rain \u2192"),
    ],
)
def test_links_with_a_meaning_stay(content: str, text: str) -> None:
    assert parsed(content).text == text


def test_rows_of_links_to_the_pages_before_and_after_are_left_out_and_listed() -> None:
    row = '<div><p>Next: <a rel="next" href="b">Boots and wellingtons</a>, Up: <a rel="up" href="c">Clothes</a></p></div>'
    found = parsed(f"{row}<h2>Shoes</h2>{PROSE}{row}")
    assert [b.kind for b in found.blocks] == ["title", "text"]
    assert [d.reason for d in found.dropped] == ["links to other pages"] * 2
    assert found.dropped[0].text == "Next: Boots and wellingtons, Up: Clothes"


def test_a_long_part_with_a_link_to_the_next_page_is_no_row_of_links() -> None:
    links = " ".join(f'<a href="p{n}">The rule number {n} of this hall</a>' for n in range(20))
    found = parsed(f'<div>{links} <span><a rel="next" href="b">Next</a></span></div>{PROSE}')
    assert "The rule number 7 of this hall" in found.text
    assert "Next" not in found.text


def test_a_table_of_pictures_that_turn_the_page_is_left_out() -> None:
    cells = "".join(f'<td><a accesskey="{key}" href="b"><img alt="{name}"></a></td>' for key, name in (("p", "Prev"), ("n", "Next")))
    assert parsed(f'<table><tr>{cells}<th><a href="c">Home</a></th></tr></table>{PROSE}').text == PROSE[3:-4]


def test_a_sentence_that_links_to_the_next_page_stays() -> None:
    sentence = "Boots are a rule of their own, which the {} tells."
    found = parsed(f"<p>{sentence}</p>{PROSE}".format('<a rel="next" href="b">next page</a>'))
    assert found.blocks[0].text == sentence.format("next page")


def test_a_table_of_contents_is_left_out_and_listed() -> None:
    links = "".join(f'<li><a href="#s{n}">Section {n}</a></li>' for n in range(4))
    for contents in (f"<ul>{links}</ul>", f'<div class="toc"><b>Contents</b><ul>{links}</ul></div>', f'<div role="doc-toc">{links}</div>'):
        found = parsed(f"{contents}<h2>Section 0</h2>{PROSE * 2}")
        assert [b.kind for b in found.blocks] == ["title", "text", "text"]
        assert "Section 1" in found.dropped[0].text


@pytest.mark.parametrize("link", ['<a class="toc-backref" href="#id1">Shoes</a>', '<a href="#id1">Shoes</a>'])
def test_a_heading_that_leads_back_to_the_contents_is_a_heading(link: str) -> None:
    assert [b.text for b in parsed(f"<h1>Rules</h1><h2>{link}</h2>{PROSE}<h2 class='toc-title'>{link}</h2>").blocks if b.level == 2] == [
        "Shoes"
    ] * 2


MENU = "<ul>{}</ul>".format("".join(f'<li><a href="p{n}.html">Page {n}</a></li>' for n in range(4)))


def test_a_list_of_links_above_the_first_heading_is_a_menu() -> None:
    found = parsed(f"<div>Hall</div>{MENU}<h2>Shoes</h2>{PROSE}{MENU}")
    assert [b.text.split("\n")[0] for b in found.blocks] == ["Hall", "Shoes", PROSE[3:-4], "- Page 0"]
    assert [d.reason for d in found.dropped] == ["links above the first heading"]


@pytest.mark.parametrize("page", ["<p>See:</p>{menu}<h2>A</h2>{prose}", "<h2>A</h2>{menu}{prose}", "{menu}{prose}", "{menu}<h2>A</h2>"])
def test_other_lists_of_links_are_text(page: str) -> None:
    assert "- Page 0" in parsed(page.format(menu=MENU, prose=PROSE)).text


def test_the_menu_of_a_page_with_its_heading_elsewhere_is_text() -> None:
    page = f"<html><body><header><h1>Hall</h1></header><main>{MENU}<h2>A</h2>{PROSE}</main></body></html>"
    assert "- Page 0" in parse_html(page.encode(), "a.html", ParseOptions()).text


def test_a_page_that_is_a_list_of_links_keeps_it() -> None:
    links = "".join(f'<li><a href="#s{n}">Section {n}</a></li>' for n in range(4))
    assert parsed(f"<ul>{links}</ul><p>End.</p>").text.startswith("- Section 0\n- Section 1")


def test_two_links_in_a_list_are_no_table_of_contents() -> None:
    assert parsed(f'<ul><li><a href="#a">A b</a><li><a href="#b">C d</a></ul>{PROSE}').blocks[0].text == "- A b\n- C d"


@pytest.mark.parametrize(
    "aside",
    [
        '<aside role="note">Rain too.</aside>',
        '<aside class="admonition warning">Rain too.</aside>',
        '<aside><p role="doc-footnote">Rain too.</p></aside>',
        '<p>x<a href="#n1">1</a></p><aside id="n1">Rain too.</aside>',
    ],
)
def test_an_aside_that_is_a_note_to_the_text_is_text(aside: str) -> None:
    assert "Rain too." in parsed(PROSE + aside).text


@pytest.mark.parametrize(
    "aside", ["<aside>Buy socks</aside>", '<aside id="n2">Buy socks</aside>', '<aside class="promo">Buy socks</aside>']
)
def test_other_asides_are_left_out(aside: str) -> None:
    assert "socks" not in parsed(PROSE + aside).text


def test_the_source_of_a_quotation_is_text_though_it_is_a_footer() -> None:
    assert parsed("<blockquote><p>Said.</p><footer>The porter</footer></blockquote>").text == "Said.\n\nThe porter"


@pytest.mark.parametrize(
    ("heading", "text"),
    [
        ('<h2>Shoes <span class="mw-editsection">[<a href="e">edit</a>]</span></h2>', "Shoes"),
        ('<h2>Shoes <a class="permalink" href="b">Link to this heading</a></h2>', "Shoes"),
        ('<h2><a class="headerlink" href="#x">Shoes</a></h2>', "Shoes"),
        ('<h2>The <span class="editor">edit</span> rule</h2>', "The edit rule"),
    ],
)
def test_what_is_called_a_link_to_a_heading_is_none_of_its_words(heading: str, text: str) -> None:
    assert parsed(heading + PROSE).blocks[0].text == text
