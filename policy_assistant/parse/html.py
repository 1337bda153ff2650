"""HTML pages: the main content as blocks, the meta tags as metadata; everything around the content is left out."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import lxml.html
from lxml.cssselect import CSSSelector, SelectorError
from lxml.etree import ParserError, XMLSyntaxError

from policy_assistant.blocks import Dropped, ParsedDocument, RawBlock, assemble, clean, clean_lines
from policy_assistant.errors import SettingsError, UnreadableFileError
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.main_content import find_content, is_around, title_before
from policy_assistant.parse.text import decode

Element: TypeAlias = Any  # lxml has no types of its own

_NOT_TEXT = {
    "script",
    "style",
    "noscript",
    "template",
    "svg",
    "iframe",
    "object",
    "head",
    "button",
    "input",
    "select",
    "textarea",
    "dialog",
}
_HEADINGS = {f"h{n}": n for n in range(1, 7)}
_INLINE = {
    "a",
    "abbr",
    "b",
    "bdi",
    "bdo",
    "cite",
    "code",
    "data",
    "del",
    "dfn",
    "em",
    "font",
    "i",
    "img",
    "ins",
    "kbd",
    "label",
    "mark",
    "q",
    "s",
    "samp",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
    "time",
    "u",
    "var",
    "wbr",
    "br",
}
_SPACE = re.compile(r"\s+")
_CHARSET = re.compile(rb"""charset\s*=\s*["']?([\w.:-]+)""", re.IGNORECASE)
_MARKUP = re.compile(rb"<(!doctype|html|head|body|article|main|div|p|h[1-6]|meta|title|table|ul|ol|section)\b", re.IGNORECASE)
_SHOWN = 120


def parse_html(data: bytes, name: str, options: ParseOptions) -> ParsedDocument:
    """Parse an HTML page.

    Raises:
        UnreadableFileError: it holds no markup, or its bytes are not in the encoding that it declares.
    """
    declared = _CHARSET.search(data[:2048])
    text = decode(data, name, declared.group(1).decode("ascii") if declared else "utf-8")
    if not _MARKUP.search(text[:100_000].encode(errors="replace")):
        raise UnreadableFileError(name, "is not HTML although its name says so")
    try:
        page = lxml.html.document_fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text))
    except (ParserError, XMLSyntaxError) as error:
        raise UnreadableFileError(name, f"cannot be read as HTML ({error})") from None
    metadata = _metadata(page)
    reader = _Reader()
    _drop(page, options.html_skip, reader)
    content = find_content(page)
    title = title_before(page, content)
    reader.note_outside(page, content)
    blocks = [] if title is None else [RawBlock("title", _words(title), 1, _lines(title))]
    blocks.extend(reader.blocks(content))
    return assemble(blocks, metadata, dropped=reader.dropped)


def fragment_text(markup: str) -> str:
    """The text of a piece of HTML inside another format, blocks on lines of their own."""
    if not markup.strip() or markup.lstrip().startswith("<!--"):
        return ""
    try:
        root = lxml.html.fragment_fromstring(markup, create_parent="div")
    except (ParserError, XMLSyntaxError):
        return ""
    return "\n".join(block.text for block in _Reader().blocks(root))


def _metadata(page: Element) -> dict[str, str]:
    values = {tag.get("name", "").strip().lower(): (tag.get("content") or "").strip() for tag in page.iter("meta") if tag.get("name")}
    language = page.get("lang", "").split("-")[0].lower()
    if language and "language" not in values:
        values["language"] = language
    return values


def _drop(page: Element, selectors: tuple[str, ...], reader: "_Reader") -> None:
    """Take the parts away that the settings name."""
    for selector in selectors:
        try:
            parts = CSSSelector(selector)(page)
        except SelectorError as error:
            raise SettingsError(f"[corpus] html_skip: {selector!r} is not a CSS selector ({error})") from None
        for part in parts:
            reader.note(f"html_skip {selector}", part)
            part.drop_tree()


@dataclass
class _Reader:
    """Walks the content and gives its blocks; what it passes over is noted in `dropped`."""

    dropped: list[Dropped] = field(default_factory=list)

    def note(self, reason: str, element: Element) -> None:
        """Keep a line on what was left out."""
        words = _SPACE.sub(" ", element.text_content()).strip()
        if words:
            self.dropped.append(Dropped(reason, words[:_SHOWN], f"line {element.sourceline}" if element.sourceline else ""))

    def note_outside(self, page: Element, content: Element) -> None:
        """Note the parts of the page that are outside its main content."""
        inside = {content, *content.iterancestors()}
        for ancestor in content.iterancestors():
            for child in ancestor:
                if isinstance(child.tag, str) and child not in inside and child.tag not in ("head", "h1"):
                    self.note(f"outside the main content <{child.tag}>", child)

    def blocks(self, root: Element) -> Iterator[RawBlock]:
        """The blocks below an element, in reading order. Text that stands bare between blocks is a block of its own."""
        loose = [root.text or ""]
        for child in root:
            if isinstance(child.tag, str):
                if reason := _left_out(child):
                    self.note(reason, child)
                elif child.tag in _INLINE and not _holds_blocks(child):
                    loose.append(" " if child.tag == "br" else _raw_words(child))
                else:
                    yield _paragraph(loose, root)
                    loose.clear()
                    yield from self._element(child)
            loose.append(child.tail or "")
        yield _paragraph(loose, root)

    def _element(self, element: Element) -> Iterator[RawBlock]:
        tag, lines = element.tag, _lines(element)
        if tag in _HEADINGS:
            level = _HEADINGS[tag]
            yield RawBlock("title" if level == 1 else "heading", _words(element), level, lines)
        elif tag == "pre":
            yield RawBlock("code", element.text_content().strip("\n"), source_lines=lines)
        elif tag in ("ul", "ol"):
            yield RawBlock("text", "\n".join(_items(element, 0)), source_lines=lines)
        elif tag == "table":
            yield from self._table(element)
        elif tag == "p" and not _holds_blocks(element):
            yield RawBlock("text", _words(element), source_lines=lines)
        else:
            yield from self.blocks(element)

    def _table(self, table: Element) -> Iterator[RawBlock]:
        if table.xpath(".//table"):  # a table that holds tables is layout
            for cell in table.xpath("./tr/*|./*/tr/*"):
                yield from self.blocks(cell)
            return
        for caption in table.xpath("./caption"):
            yield RawBlock("text", _words(caption), source_lines=_lines(caption))
        rows = [" | ".join(_words(cell) for cell in row.xpath("./th|./td")).rstrip() for row in table.xpath("./tr|./*/tr")]
        yield RawBlock("table", "\n".join(row for row in rows if row), source_lines=_lines(table))


def _paragraph(words: list[str], parent: Element) -> RawBlock:
    """Words that stand bare in an element, as a block; without words it is empty and left out later."""
    return RawBlock("text", _tidy("".join(words)), source_lines=_lines(parent))


def _items(element: Element, depth: int) -> Iterator[str]:
    """The lines of a list: a marker before each item, nested lists indented."""
    ordered = element.tag == "ol"
    start = element.get("start", "1")
    number = int(start) if start.lstrip("-").isdigit() else 1
    for item in element.xpath("./li"):
        marker = f"{number}." if ordered else "-"
        yield f"{'  ' * depth}{marker} {_words(item, skip=('ul', 'ol'))}".rstrip()
        for below in item.xpath(".//ul|.//ol"):
            if next(below.iterancestors("li")) is item:
                yield from _items(below, depth + 1)
        number += 1


def _words(element: Element, skip: tuple[str, ...] = ()) -> str:
    return _tidy(_raw_words(element, skip))


def _raw_words(element: Element, skip: tuple[str, ...] = ()) -> str:
    """The text inside an element; blocks and line breaks inside it are parted by a space."""
    parts = [element.text or ""]
    for child in element:
        if isinstance(child.tag, str) and child.tag not in skip and not _left_out(child):
            if child.tag == "br":
                parts.append(" ")
            elif child.tag == "img":
                parts.append(child.get("alt") or "")
            else:
                inner = _raw_words(child, skip)
                parts.append(inner if child.tag in _INLINE else f" {inner} ")
        parts.append(child.tail or "")
    return "".join(parts)


def _tidy(text: str) -> str:
    return clean(_SPACE.sub(" ", clean_lines(text.replace("\n", " "))))


def _holds_blocks(element: Element) -> bool:
    return any(isinstance(child.tag, str) and child.tag not in _INLINE for child in element.iterdescendants())


def _is_hidden(element: Element) -> bool:
    style = (element.get("style") or "").replace(" ", "").lower()
    return "display:none" in style or "visibility:hidden" in style or "hidden" in element.attrib or element.get("aria-hidden") == "true"


def _left_out(element: Element) -> str:
    """Why an element's text is not text of the document; empty when it is."""
    if _is_hidden(element):
        return f"hidden <{element.tag}>"
    return f"<{element.tag}>" if element.tag in _NOT_TEXT or is_around(element) else ""


def _lines(element: Element) -> tuple[int, int] | None:
    """The first and last source line of an element, as far as the parser keeps them."""
    first = element.sourceline
    if not first:
        return None
    text = lxml.html.tostring(element, encoding="unicode", with_tail=False)
    return first, first + text.rstrip("\n").count("\n")
