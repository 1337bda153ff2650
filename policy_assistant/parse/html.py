"""HTML pages: the main content as blocks, the meta tags as metadata; everything around the content is left out."""

import re
from html import escape
from typing import Any

import lxml.html
from lxml.cssselect import CSSSelector, SelectorError
from lxml.etree import ParserError, XMLSyntaxError

from policy_assistant.blocks import Dropped, ParsedDocument, RawBlock, assemble
from policy_assistant.errors import SettingsError, UnreadableFileError
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.html_around import mark_around
from policy_assistant.parse.html_blocks import Reader
from policy_assistant.parse.html_encoding import text_of
from policy_assistant.parse.html_hidden import hidden_flags, mark_hidden
from policy_assistant.parse.html_words import Element, source_lines, words
from policy_assistant.parse.main_content import find_content, title_before

_MARKUP = re.compile(r"<(!doctype|html|head|body|article|main|div|p|h[1-6]|meta|title|table|ul|ol|section)\b", re.IGNORECASE)
_CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")


def parse_html(data: bytes, name: str, options: ParseOptions, *, in_a_browser: bool = True) -> ParsedDocument:
    """Parse an HTML page. Its `<title>` is text where nothing in it is a title, unless no browser shows it (a mail).

    Raises:
        UnreadableFileError: it holds no markup, its bytes are not in the encoding that it declares, or none is declared
            and it cannot be told.
    """
    text, guessed = text_of(data, name)
    if not _MARKUP.search(text[:100_000]):
        raise UnreadableFileError(name, "is not HTML although its name says so")
    parser = lxml.html.HTMLParser()
    try:
        page = lxml.html.document_fromstring(_without_xml(text), parser=parser)
    except (ParserError, XMLSyntaxError) as error:
        raise UnreadableFileError(name, f"cannot be read as HTML ({error})") from None
    _check_whole(parser, name)
    elements = list(page.iter())  # while they are held, the library need not make them anew on each way through the page
    metadata = _metadata(page) | ({"encoding": f"{guessed} (guessed)"} if guessed else {})
    reader = Reader()
    _drop(page, options.html_skip, reader)
    mark_hidden(page)
    content = find_content(page)
    mark_around(content)
    title = title_before(page, content, named=in_a_browser)
    reader.note_inside(content)
    reader.note_outside(page, content)
    blocks = list(reader.content(content))
    if title is not None and (title.tag != "title" or any(block.text for block in blocks)):
        blocks.insert(0, RawBlock("title", words(title), 1, source_lines(title), flags=hidden_flags(title)))
    del elements
    return assemble(blocks, metadata, dropped=reader.dropped)


def _without_xml(text: str) -> str:
    """A page that is XML as HTML: without its declaration, the text of its CDATA sections escaped."""
    if not _XML_DECLARATION.match(text):
        return text
    return _CDATA.sub(lambda section: escape(section[1], quote=False), _XML_DECLARATION.sub("", text))


def fragment_blocks(markup: str, name: str) -> tuple[list[RawBlock], list[Dropped]]:
    """The blocks of a piece of HTML inside another format, and what was left out of it; errors as `parse_html`."""
    parser = lxml.html.HTMLParser()
    try:
        root = lxml.html.fragment_fromstring(markup, create_parent="div", parser=parser)
    except (ParserError, XMLSyntaxError):
        return [], []
    _check_whole(parser, name)
    mark_hidden(root)
    mark_around(root)
    reader = Reader()
    reader.note_inside(root)
    return list(reader.blocks(root)), reader.dropped


def _check_whole(parser: Any, name: str) -> None:
    """The library stops at its limits (255 elements inside each other, 10 MB of text in one) without an error."""
    for error in parser.error_log:
        if error.type_name == "ERR_RESOURCE_LIMIT":
            raise UnreadableFileError(name, f"cannot be read to its end (line {error.line}: {error.message.split(',')[0].lower()})")


def _metadata(page: Element) -> dict[str, str]:
    """The named meta tags as written; the page's language, its own address and the day of its last change, where it tells them."""
    tags = list(page.iter("meta"))
    values = {tag.get("name", "").strip().lower(): _content(tag) for tag in tags if tag.get("name")}
    language = (page.get("lang") or page.get("xml:lang") or "").split("-")[0].lower()
    told = {
        "language": language,
        "canonical": next((link.get("href", "").strip() for link in page.iter("link") if link.get("rel", "").lower() == "canonical"), ""),
        "last_modified": _last_modified(tags),
    }
    return values | {name: value for name, value in told.items() if value and name not in values}


def _last_modified(tags: list[Element]) -> str:
    for attribute, name in (
        ("property", "article:modified_time"),
        ("property", "og:updated_time"),
        ("http-equiv", "last-modified"),
        ("name", "last-modified"),
        ("itemprop", "datemodified"),
    ):
        for tag in tags:
            if tag.get(attribute, "").strip().lower() == name and _content(tag):
                return _content(tag)
    return ""


def _content(tag: Element) -> str:
    return (tag.get("content") or "").strip()


def _drop(page: Element, selectors: tuple[str, ...], reader: Reader) -> None:
    """Take the parts away that the settings name."""
    for selector in selectors:
        try:
            parts = CSSSelector(selector)(page)
        except SelectorError as error:
            raise SettingsError(f"[corpus] html_skip: {selector!r} is not a CSS selector ({error})") from None
        for part in parts:
            if part.getparent() is None:
                raise SettingsError(f"[corpus] html_skip: {selector!r} takes the whole page away", hint="name a part of the page")
            reader.note(f"html_skip {selector}", part)
            part.drop_tree()
