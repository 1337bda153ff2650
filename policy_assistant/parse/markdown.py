"""Markdown: CommonMark with tables, struck text and footnotes, by markdown-it-py; front matter before it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath

from markdown_it import MarkdownIt
from markdown_it.token import Token

from policy_assistant.blocks import HIDDEN, Dropped, ParsedDocument, RawBlock, assemble
from policy_assistant.errors import UnreadableFileError
from policy_assistant.front_matter import read_front_matter
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.hidden import says_something
from policy_assistant.parse.markdown_hidden import OpenTags
from policy_assistant.parse.markdown_inline import hidden_words, inline_words, template_tags
from policy_assistant.parse.markdown_lines import plain_boxes
from policy_assistant.parse.markdown_notes import OPEN, in_their_sections, notes_plugin, number_of
from policy_assistant.parse.markdown_template import TEMPLATE, template_plugin
from policy_assistant.parse.marks import plain_code
from policy_assistant.parse.text import decode

_CONTAINERS = {"blockquote_open"}
_LISTS = {"bullet_list_open", "ordered_list_open"}
_NESTING = {*_CONTAINERS, *_LISTS, "list_item_open"}
_ONLY_TAGS = re.compile(r"\s*(?:</?[A-Za-z][^<>]*>\s*)+")
_ALERT = re.compile(r"\[!([A-Za-z]{1,20})\][+-]?\s*")
INDENT = "  "
MAX_NESTING = 20
"""Quotes inside each other; a list counts as two. The library passes over what is deeper; we refuse the file."""


def parse_markdown(data: bytes, name: str, options: ParseOptions) -> ParsedDocument:
    """Parse a Markdown file. Raises `UnreadableFileError` when it is not text."""
    metadata, body, first_line = read_front_matter(decode(data, name))
    reader = _Reader(name, first_line + 1, [])
    env: dict[str, object] = {}
    tokens = _library(name).parse(plain_boxes(body), env)
    if any(token.level >= MAX_NESTING - 1 and token.type in _NESTING for token in tokens):
        raise UnreadableFileError(name, f"lists or quotes are nested too deeply; allowed: {MAX_NESTING // 2 - 1} lists inside each other")
    blocks = reader.blocks(in_their_sections(tokens, env))
    return assemble(_with_lead_ins(blocks, reader.notes), metadata, dropped=reader.dropped)


def _library(name: str) -> MarkdownIt:
    md = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable(["table", "strikethrough"]).use(notes_plugin)
    return md.use(template_plugin, is_mdx=PurePath(name).suffix.lower() == ".mdx")


def _with_lead_ins(blocks: Iterable[RawBlock], notes: set[int]) -> Iterator[RawBlock]:
    """A list on the line right after a paragraph ("We accept:") is one block with it."""
    last: RawBlock | None = None
    for block in blocks:
        if (
            last
            and last.kind == block.kind == "text"
            and last.source_lines
            and block.source_lines
            and block.text
            and block.source_lines[0] not in notes
            and last.source_lines[1] + 1 == block.source_lines[0]
        ):
            lines = (last.source_lines[0], block.source_lines[1])
            last = replace(last, text=f"{last.text}\n{block.text}", source_lines=lines, flags=last.flags + block.flags)
            continue
        if last:
            yield last
        last = block
    if last:
        yield last


def _fragment(markup: str, name: str) -> tuple[list[RawBlock], list[Dropped]]:
    """The blocks of a piece of HTML."""
    from policy_assistant.parse.html import fragment_blocks  # only files with HTML in them pay for lxml

    return fragment_blocks(markup, name)


@dataclass(frozen=True)
class _Reader:
    """Turns tokens into blocks. `name` is the file's, `first` its line on which the body begins, from 1.

    `notes` are the lines on which footnotes begin.
    """

    name: str
    first: int
    dropped: list[Dropped]
    tags: OpenTags = field(default_factory=OpenTags)
    notes: set[int] = field(default_factory=set)

    def blocks(self, tokens: Sequence[Token]) -> Iterator[RawBlock]:
        position = 0
        while position < len(tokens):
            token = tokens[position]
            if token.type.endswith("_open") and token.type not in _CONTAINERS:
                end = _closing(tokens, position)
                found = self._note if token.type == OPEN else self._element
                blocks = found(tokens[position : end + 1])
                yield from (
                    _as_alert(self._seen(blocks)) if position and tokens[position - 1].type == "blockquote_open" else self._seen(blocks)
                )
                position = end
            else:
                yield from self._leaf(token)
            position += 1

    def _leaf(self, token: Token) -> Iterator[RawBlock]:
        if token.type in ("fence", "code_block"):
            yield from self._seen([RawBlock("code", plain_code(token.content).rstrip("\n"), source_lines=self._lines(token))])
        elif token.type == "html_block":
            yield from self._seen(self._html(token))
            self.tags.read(token.content)
            self.tags.end_block()
        elif token.type == TEMPLATE:
            self._note_dropped("template markup", token.content, self._lines(token))

    def _note(self, tokens: Sequence[Token]) -> Iterator[RawBlock]:
        """A footnote: its number before the first of its blocks."""
        mark = f"[{number_of(tokens[0])}]"
        for block in self.blocks(tokens[1:-1]):
            if mark and block.source_lines:
                self.notes.add(block.source_lines[0])
            if mark and block.kind == "text" and block.text:
                yield replace(block, text=f"{mark} {block.text}")
                mark = ""
            else:
                yield from (RawBlock("text", mark, source_lines=block.source_lines), block) if mark and block.text else (block,)
                mark = "" if block.text else mark

    def _seen(self, blocks: Iterable[RawBlock]) -> Iterator[RawBlock]:
        """The blocks, or what is left of them between tags that hide them."""
        if not self.tags.hides:
            yield from blocks
            return
        for block in blocks:
            if block.text:
                self._note_hidden(block.text, block.source_lines)
            yield RawBlock("text", "", flags=(HIDDEN,) if says_something(block.text) else ())

    def _note_hidden(self, text: str, lines: tuple[int, int] | None) -> None:
        self._note_dropped("hidden by HTML around it", text, lines)

    def _note_dropped(self, reason: str, text: str, lines: tuple[int, int] | None) -> None:
        self.dropped.append(Dropped(reason, text.strip()[:200], f"line {lines[0]}" if lines else ""))

    def _element(self, tokens: Sequence[Token]) -> Iterator[RawBlock]:
        for tag in (tag for token in tokens for tag in ((token.content,) if token.type == TEMPLATE else template_tags(token))):
            self._note_dropped("template markup", tag, self._lines(tokens[0]))
        for block in self._shown_element(tokens):
            hidden = " ".join(filter(None, (hidden_words(token) for token in tokens if token.type == "inline")))
            if hidden:
                self._note_hidden(hidden, block.source_lines)
            yield replace(block, flags=(*block.flags, HIDDEN)) if says_something(hidden) else block

    def _shown_element(self, tokens: Sequence[Token]) -> Iterator[RawBlock]:
        first = tokens[0]
        lines = self._lines(first)
        if first.type == "heading_open":
            level = int(first.tag[1])
            yield RawBlock("title" if level == 1 else "heading", inline_words(tokens[1]), level, lines)
        elif first.type == "paragraph_open":
            yield RawBlock("text", inline_words(tokens[1]), source_lines=lines)
        elif first.type == "table_open":
            yield RawBlock("table", "\n".join(_rows(tokens)), source_lines=lines)
        elif first.type in _LISTS:
            last = max(
                (t.map[1] for t in tokens[1:] if t.map and not t.type.endswith("_open")), default=(first.map or [0])[0] + 1
            )  # a list's own map runs on over blank lines
            yield RawBlock("text", "\n".join(self._items(tokens, 0)), source_lines=(lines[0], last - 1 + self.first) if lines else None)

    def _items(self, tokens: Sequence[Token], depth: int) -> Iterator[str]:
        """The lines of a list: its marker before each item, below it indented what else the item holds, such as nested lists."""
        ordered = tokens[0].type == "ordered_list_open"
        number = int(tokens[0].attrs.get("start", 1))
        position = 1
        while position < len(tokens) - 1:
            end = _closing(tokens, position)
            marker = f"{number}{tokens[position].markup}" if ordered else "-"
            yield from self._item(tokens[position + 1 : end], f"{INDENT * depth}{marker}", depth + 1)
            number += 1
            position = end + 1

    def _item(self, tokens: Sequence[Token], marker: str, depth: int) -> Iterator[str]:
        """The lines of an item; the first of its own stands behind the marker."""
        for child, block in _children(tokens):
            if child.type in _LISTS:
                yield from (marker,) if marker else ()
                yield from self._items(block, depth)
                marker = ""
                continue
            for line in self._lines_in_item(block):
                yield f"{marker} {line}" if marker else f"{INDENT * depth}{line}"
                marker = ""
        yield from (marker,) if marker else ()

    def _lines_in_item(self, tokens: Sequence[Token]) -> Iterator[str]:
        """A block inside a list item: a paragraph on one line, code and tables as they are."""
        first = tokens[0]
        if first.type == "table_open":
            yield from _rows(tokens)
        elif first.nesting != 1 or first.type in ("paragraph_open", "heading_open"):
            yield from filter(str.strip, (line.rstrip() for token in tokens for line in self._token_lines(token)))
        else:
            number = f"[{number_of(first)}] " if first.type == OPEN else ""
            for child, block in _children(tokens[1:-1]):
                lines = self._items(block, 0) if child.type in _LISTS else self._lines_in_item(block)
                for line in lines:
                    yield f"{number}{line}"
                    number = ""

    def _token_lines(self, token: Token) -> list[str]:
        if token.type == "html_block":
            return [line for block in _fragment(token.content, self.name)[0] for line in block.text.split("\n")]
        if token.type == "inline":
            return [inline_words(token)]
        return [] if token.type == TEMPLATE else plain_code(token.content).split("\n")

    def _html(self, token: Token) -> Iterator[RawBlock]:
        lines = self._lines(token)
        blocks, dropped = _fragment(token.content, self.name)
        yield from (replace(block, source_lines=lines) for block in blocks)
        if any(block.text for block in blocks):
            for piece in dropped:
                self._note_dropped(piece.reason, piece.text, lines)
        elif not _ONLY_TAGS.fullmatch(token.content):
            self._note_dropped("HTML without text", token.content, lines)

    def _lines(self, token: Token) -> tuple[int, int] | None:
        return (token.map[0] + self.first, token.map[1] - 1 + self.first) if token.map else None


def _as_alert(blocks: Iterable[RawBlock]) -> Iterator[RawBlock]:
    """A quote that begins with `[!NOTE]` is a box called so."""
    for block in blocks:
        sign = _ALERT.match(block.text)
        yield replace(block, text=f"{sign[1].capitalize()}: {block.text[sign.end() :]}".rstrip()) if sign else block


def _closing(tokens: Sequence[Token], position: int) -> int:
    """The index of the token that closes the one at `position`."""
    level = tokens[position].level
    return next(n for n in range(position + 1, len(tokens)) if tokens[n].level == level and tokens[n].nesting == -1)


def _rows(tokens: Sequence[Token]) -> Iterator[str]:
    cells: list[str] = []
    for token in tokens:
        if token.type == "inline":
            cells.append(inline_words(token))
        elif token.type == "tr_close":
            if any(cells):
                yield " | ".join(cells).rstrip()
            cells = []


def _children(tokens: Sequence[Token]) -> Iterator[tuple[Token, Sequence[Token]]]:
    """The blocks directly inside an item, each with its own tokens."""
    position = 0
    while position < len(tokens):
        end = _closing(tokens, position) if tokens[position].nesting == 1 else position
        yield tokens[position], tokens[position : end + 1]
        position = end + 1
