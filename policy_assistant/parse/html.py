"""HTML pages: the main content as blocks, the meta tags as metadata; everything around the content is left out."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import lxml.html
from lxml.cssselect import CSSSelector, SelectorError
from lxml.etree import ParserError, XMLSyntaxError, iterwalk

from policy_assistant.blocks import Dropped, ParsedDocument, RawBlock, assemble, clean, clean_lines
from policy_assistant.errors import SettingsError, UnreadableFileError
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.html_hidden import hidden_flags, is_hidden, mark_hidden
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
_CHARSET = re.compile(rb"""<(?:meta|\?xml)\b[^>]*?(?:charset|encoding)\s*=\s*["']?([\w.:-]+)""", re.IGNORECASE)
_AS_WINDOWS = {"iso-8859-1", "iso8859-1", "latin1", "latin-1", "l1", "ascii", "us-ascii"}
"""Names that browsers read as windows-1252 (WHATWG Encoding Standard, 4.2): real pages under them hold its quotes and dashes."""
_MARKUP = re.compile(rb"<(!doctype|html|head|body|article|main|div|p|h[1-6]|meta|title|table|ul|ol|section)\b", re.IGNORECASE)
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_SHOWN = 120


def parse_html(data: bytes, name: str, options: ParseOptions) -> ParsedDocument:
    """Parse an HTML page.

    Raises:
        UnreadableFileError: it holds no markup, or its bytes are not in the encoding that it declares.
    """
    text = decode(data, name, _encoding(data))
    if not _MARKUP.search(text[:100_000].encode(errors="replace")):
        raise UnreadableFileError(name, "is not HTML although its name says so")
    parser = lxml.html.HTMLParser()
    try:
        page = lxml.html.document_fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text), parser=parser)
    except (ParserError, XMLSyntaxError) as error:
        raise UnreadableFileError(name, f"cannot be read as HTML ({error})") from None
    _check_whole(parser, name)
    metadata = _metadata(page)
    reader = _Reader()
    _drop(page, options.html_skip, reader)
    mark_hidden(page)
    content = find_content(page)
    title = title_before(page, content)
    reader.note_inside(content)
    reader.note_outside(page, content)
    blocks = [] if title is None else [RawBlock("title", _words(title), 1, _lines(title), flags=hidden_flags(title))]
    blocks.extend(reader.blocks(content))
    return assemble(blocks, metadata, dropped=reader.dropped)


def fragment_block(markup: str, name: str) -> RawBlock:
    """The text of a piece of HTML inside another format, blocks on lines of their own, with their flags; errors as `parse_html`."""
    parser = lxml.html.HTMLParser()
    try:
        root = lxml.html.fragment_fromstring(markup, create_parent="div", parser=parser)
    except (ParserError, XMLSyntaxError):
        return RawBlock("text", "")
    _check_whole(parser, name)
    mark_hidden(root)
    blocks = list(_Reader().blocks(root))
    flags = dict.fromkeys(flag for block in blocks for flag in block.flags)
    return RawBlock("text", clean_lines("\n".join(block.text for block in blocks)), flags=tuple(flags))


def _encoding(data: bytes) -> str:
    declared = _CHARSET.search(data[:2048])
    encoding = declared.group(1).decode("ascii") if declared else "utf-8"
    if encoding.lower().startswith("utf-16"):
        return "utf-8"  # the declaration could not be read if it were true; browsers do the same
    return "windows-1252" if encoding.lower() in _AS_WINDOWS else encoding


def _check_whole(parser: Any, name: str) -> None:
    """The library stops at its limits (255 elements inside each other, 10 MB of text in one) without an error."""
    for error in parser.error_log:
        if error.type_name == "ERR_RESOURCE_LIMIT":
            raise UnreadableFileError(name, f"cannot be read to its end (line {error.line}: {error.message.split(',')[0].lower()})")


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
            if part.getparent() is None:
                raise SettingsError(f"[corpus] html_skip: {selector!r} takes the whole page away", hint="name a part of the page")
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

    def note_inside(self, content: Element) -> None:
        """Note the parts of the content that are not text of the document."""
        walk = iterwalk(content, events=("start",))
        for _, element in walk:
            if element is not content and isinstance(element.tag, str) and (reason := _left_out(element)):
                self.note(reason, element)
                walk.skip_subtree()

    def note_outside(self, page: Element, content: Element) -> None:
        """Note the parts of the page that are outside its main content."""
        inside = {content, *content.iterancestors()}
        for ancestor in content.iterancestors():
            for child in ancestor:
                if isinstance(child.tag, str) and child not in inside and child.tag not in ("head", "h1"):
                    self.note(f"outside the main content <{child.tag}>", child)

    def blocks(self, root: Element) -> Iterator[RawBlock]:
        """The blocks below an element, in reading order. Text that stands bare between blocks is a block of its own."""
        loose: list[str] = [root.text or ""]
        flags: list[str] = []
        for child in root:
            if not isinstance(child.tag, str):
                pass
            elif _left_out(child):
                flags += hidden_flags(child) if is_hidden(child) else ()
            elif child.tag in _INLINE and not _holds_blocks(child):
                loose.append(" " if child.tag == "br" else _raw_words(child))
                flags += hidden_flags(child)
            else:
                yield _paragraph(loose, root, flags)
                loose, flags = [], []
                yield from self._element(child)
            loose.append(child.tail or "")
        yield _paragraph(loose, root, flags)

    def _element(self, element: Element) -> Iterator[RawBlock]:
        tag, lines = element.tag, _lines(element)
        if tag in _HEADINGS:
            level = _HEADINGS[tag]
            yield RawBlock("title" if level == 1 else "heading", _words(element), level, lines, flags=hidden_flags(element))
        elif tag == "pre":
            yield RawBlock("code", _preformatted(element).strip("\n"), source_lines=lines, flags=hidden_flags(element))
        elif tag in ("ul", "ol"):
            yield RawBlock("text", "\n".join(_items(element, 0)), source_lines=lines, flags=hidden_flags(element))
        elif tag == "table":
            yield from self._table(element)
        elif tag == "p" and not _holds_blocks(element):
            yield RawBlock("text", _words(element), source_lines=lines, flags=hidden_flags(element))
        else:
            yield from self.blocks(element)

    def _table(self, table: Element) -> Iterator[RawBlock]:
        if table.xpath(".//table"):  # a table that holds tables is layout
            for cell in table.xpath("./tr/*|./*/tr/*"):
                if is_hidden(cell):
                    yield RawBlock("text", "", flags=hidden_flags(cell))
                else:
                    yield from self.blocks(cell)
            return
        for caption in _shown(table.xpath("./caption")):
            yield RawBlock("text", _words(caption), source_lines=_lines(caption))
        rows = [" | ".join(_words(cell) for cell in _shown(row.xpath("./th|./td"))).rstrip() for row in _shown(table.xpath("./tr|./*/tr"))]
        yield RawBlock("table", "\n".join(row for row in rows if row.strip(" |")), source_lines=_lines(table), flags=hidden_flags(table))


def _paragraph(words: list[str], parent: Element, flags: list[str]) -> RawBlock:
    """Words that stand bare in an element, as a block; without words it is empty and left out later."""
    return RawBlock("text", _tidy("".join(words)), source_lines=_lines(parent), flags=tuple(dict.fromkeys(flags)))


def _preformatted(element: Element) -> str:
    """The text inside an element as it stands, without what is hidden."""
    parts = [element.text or ""]
    for child in element:
        if isinstance(child.tag, str) and not is_hidden(child):
            parts.append(_preformatted(child))
        parts.append(child.tail or "")
    return "".join(parts)


def _items(element: Element, depth: int) -> Iterator[str]:
    """The lines of a list: a marker before each item, nested lists indented, also those that stand between the items."""
    ordered = element.tag == "ol"
    number = int(element.get("start")) if _NUMBER.fullmatch(element.get("start", "")) else 1
    for item in _shown(element):
        if item.tag in ("ul", "ol"):
            yield from _items(item, depth + 1)
            continue
        marker = f"{number}." if ordered else "-"
        yield f"{'  ' * depth}{marker} {_words(item, skip=('ul', 'ol'))}".rstrip()
        for below in _shown(item.xpath(".//ul|.//ol")):
            if next(e for e in below.iterancestors() if e is item or e.tag in ("ul", "ol")) is item:
                yield from _items(below, depth + 1)
        number += 1


def _shown(elements: Iterable[Element]) -> list[Element]:
    """Those that are text of the document."""
    return [e for e in elements if isinstance(e.tag, str) and not _left_out(e)]


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


def _left_out(element: Element) -> str:
    """Why an element's text is not text of the document; empty when it is."""
    if is_hidden(element) or element.get("aria-hidden") == "true":
        return f"hidden <{element.tag}>"
    return f"<{element.tag}>" if element.tag in _NOT_TEXT or is_around(element) else ""


def _lines(element: Element) -> tuple[int, int] | None:
    """The first and last source line of an element, as far as the parser keeps them."""
    first = element.sourceline
    if not first:
        return None
    text = lxml.html.tostring(element, encoding="unicode", with_tail=False)
    return first, first + text.rstrip("\n").count("\n")
