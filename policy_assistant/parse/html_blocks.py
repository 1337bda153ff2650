"""The blocks of an HTML page's content, in reading order, and notes of what is passed over."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from lxml.etree import iterwalk

from policy_assistant.blocks import BlockKind, Dropped, RawBlock
from policy_assistant.parse import html_lists, html_table
from policy_assistant.parse.html_hidden import hidden_flags, is_hidden
from policy_assistant.parse.html_words import (
    INLINE,
    Element,
    heading_level,
    holds_blocks,
    inline_words,
    is_code,
    is_element,
    is_preformatted,
    left_out,
    preformatted,
    shown,
    source_lines,
    tidy,
    words,
)

SHOWN = 120
"""Characters of a dropped part that its note holds."""

BREAK = "\n"
_BLOCKS = frozenset({*html_lists.LISTS, "dl", "table"})


@dataclass
class Reader:
    """Walks the content and gives its blocks; what it passes over is noted in `dropped`."""

    dropped: list[Dropped] = field(default_factory=list)

    def note(self, reason: str, element: Element) -> None:
        """Keep a line on what was left out; signs without letters and digits are nothing to miss."""
        text = " ".join("".join(element.itertext()).split())
        if any(c.isalnum() for c in text):
            self.dropped.append(Dropped(reason, text[:SHOWN], f"line {element.sourceline}" if element.sourceline else ""))

    def note_inside(self, content: Element) -> None:
        """Note the parts of the content that are not text of the document."""
        walk = iterwalk(content, events=("start",), tag="*")
        for _, element in walk:
            if element is not content and (reason := left_out(element)):
                self.note(reason, element)
                walk.skip_subtree()

    def note_outside(self, page: Element, content: Element) -> None:
        """Note the parts of the page that are outside its main content."""
        inside = {content, *content.iterancestors()}
        for ancestor in content.iterancestors():
            for child in ancestor:
                if is_element(child) and child not in inside and child.tag not in ("head", "h1"):
                    self.note(f"outside the main content <{child.tag}>", child)

    def content(self, element: Element) -> Iterator[RawBlock]:
        """The blocks of a page's content, in reading order; it may be a list, a table or code itself."""
        is_block = element.tag in _BLOCKS or is_preformatted(element)
        return self._element(element) if is_block else self.blocks(element)

    def blocks(self, root: Element) -> Iterator[RawBlock]:
        """The blocks below an element, in reading order. Text that stands bare between blocks is a block of its own."""
        loose = _Loose(root)
        for child in root:
            if not is_element(child):
                pass
            elif left_out(child):
                loose.flags += hidden_flags(child) if is_hidden(child) else ()
            elif child.tag in INLINE and not heading_level(child) and not holds_blocks(child):
                if child.tag == "br" and loose.ends_with_break:
                    yield loose.block()
                else:
                    loose.add(child)
            else:
                yield loose.block()
                yield from self._element(child)
            loose.words.append(child.tail or "")
        yield loose.block()

    def _element(self, element: Element) -> Iterator[RawBlock]:
        tag = element.tag
        if level := heading_level(element):
            yield _block("title" if level == 1 else "heading", words(element), element, level)
        elif is_preformatted(element):
            yield _block("code" if is_code(element) else "text", preformatted(element), element)
        elif tag in html_lists.LISTS and not html_lists.is_layout(element):
            yield _block("text", "\n".join(html_lists.items(element)), element)
        elif tag == "dl":
            yield from self._definitions(element)
        elif tag == "table":
            yield from self._table(element)
        elif tag == "p" and not holds_blocks(element):
            yield _block("text", words(element), element)
        else:
            yield from self.blocks(element)

    def _table(self, table: Element) -> Iterator[RawBlock]:
        for caption in shown(table.xpath("./caption")):
            yield _block("text", words(caption), caption)
        if not html_table.is_layout(table):
            yield _block("table", "\n".join(html_table.rows(table)), table)
            return
        for row in table.xpath("./tr|./*/tr"):
            for cell in row:
                if is_element(cell) and left_out(cell):
                    yield RawBlock("text", "", flags=hidden_flags(cell))
                elif is_element(cell) and not html_table.is_line_numbers(cell, list(row)) and not html_table.is_sign(cell, shown(row)):
                    yield from self.blocks(cell)

    def _definitions(self, element: Element) -> Iterator[RawBlock]:
        """One block of lines where every definition is a run of words, else a block for each part of each entry."""
        found = list(html_lists.entries(element))
        if all(entry.is_simple for entry in found):
            yield _block("text", "\n".join(filter(None, (entry.line for entry in found))), element)
            return
        for entry in found:
            yield from self._entry(entry)

    def _entry(self, entry: html_lists.Entry) -> Iterator[RawBlock]:
        """An entry with longer definitions: its term stands before the first of their texts."""
        if any(map(html_lists.is_layout, entry.terms)):
            for part in (*entry.terms, *entry.definitions):
                yield from self.blocks(part)
            return
        term = _block("text", entry.term, entry.terms[0]) if entry.terms else RawBlock("text", "")
        for part in entry.definitions:
            for block in self.blocks(part):
                if not term.text or not block.text:
                    yield block
                elif block.kind == "text" and "\n" not in block.text:
                    yield replace(_joined(term, block), text=html_lists.defined(term.text, block.text))
                    term = RawBlock("text", "")
                else:
                    yield term
                    yield block
                    term = RawBlock("text", "")
        yield term


@dataclass
class _Loose:
    """Words that stand bare in an element, until a block ends them."""

    root: Element
    words: list[str] = field(default_factory=list)
    flags: tuple[str, ...] = ()
    _lines: tuple[tuple[int, int] | None, ...] = ()

    def __post_init__(self) -> None:
        self.words.append(self.root.text or "")

    @property
    def ends_with_break(self) -> bool:
        """Whether nothing stands after the last line break: a second one ends a paragraph in old pages."""
        return len(self.words) >= 2 and self.words[-2] == BREAK and not self.words[-1].strip()

    def add(self, child: Element) -> None:
        """Add an element that stands inside a line."""
        self.words.append(BREAK if child.tag == "br" else inline_words(child))
        self.flags += hidden_flags(child)

    def block(self) -> RawBlock:
        """What was gathered, as a block; without words it is empty and left out later."""
        text, flags = tidy("".join(self.words)), tuple(dict.fromkeys(self.flags))
        self.words, self.flags = [], ()
        if not text:
            return RawBlock("text", "", flags=flags)
        if not self._lines:
            self._lines = (source_lines(self.root),)  # once for all: it reads the whole element
        return RawBlock("text", text, source_lines=self._lines[0], flags=flags)


def _block(kind: BlockKind, text: str, element: Element, level: int = 0) -> RawBlock:
    return RawBlock(kind, text, level, source_lines(element), flags=hidden_flags(element))


def _joined(first: RawBlock, second: RawBlock) -> RawBlock:
    """The second block with the lines and flags of both."""
    lines = [edge for block in (first, second) for edge in block.source_lines or ()]
    return replace(second, source_lines=(min(lines), max(lines)) if lines else None, flags=tuple(dict.fromkeys(first.flags + second.flags)))
