"""Markdown: CommonMark with tables, by markdown-it-py; front matter before it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from markdown_it import MarkdownIt
from markdown_it.token import Token

from policy_assistant.blocks import HIDDEN, Dropped, ParsedDocument, RawBlock, assemble, clean
from policy_assistant.documents import read_front_matter
from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.hidden import says_something
from policy_assistant.parse.markdown_hidden import OpenTags
from policy_assistant.parse.text import decode

_CONTAINERS = {"blockquote_open"}
_LISTS = {"bullet_list_open", "ordered_list_open"}
_NESTING = {*_CONTAINERS, *_LISTS, "list_item_open"}
INDENT = "  "
MAX_NESTING = 20
"""Quotes inside each other; a list counts as two. The library passes over what is deeper; we refuse the file."""


def parse_markdown(data: bytes, name: str, options: ParseOptions) -> ParsedDocument:
    """Parse a Markdown file. Raises `UnreadableFileError` when it is not text."""
    metadata, body, first_line = read_front_matter(decode(data, name))
    reader = _Reader(name, first_line + 1, [])
    tokens = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable("table").parse(body)
    if any(token.level >= MAX_NESTING - 1 and token.type in _NESTING for token in tokens):
        raise UnreadableFileError(name, f"lists or quotes are nested too deeply; allowed: {MAX_NESTING // 2 - 1} lists inside each other")
    blocks = reader.blocks(tokens)
    return assemble(_with_lead_ins(blocks), metadata, dropped=reader.dropped)


def _with_lead_ins(blocks: Iterable[RawBlock]) -> Iterator[RawBlock]:
    """A list on the line right after a paragraph ("We accept:") is one block with it."""
    last: RawBlock | None = None
    for block in blocks:
        if (
            last
            and last.kind == block.kind == "text"
            and last.source_lines
            and block.source_lines
            and block.text
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


def _fragment(markup: str, name: str) -> RawBlock:
    """The text of a piece of HTML."""
    from policy_assistant.parse.html import fragment_block  # only files with HTML in them pay for lxml

    return fragment_block(markup, name)


@dataclass(frozen=True)
class _Reader:
    """Turns tokens into blocks. `name` is the file's, `first` its line on which the body begins, from 1."""

    name: str
    first: int
    dropped: list[Dropped]
    tags: OpenTags = field(default_factory=OpenTags)

    def blocks(self, tokens: Sequence[Token]) -> Iterator[RawBlock]:
        position = 0
        while position < len(tokens):
            token = tokens[position]
            if token.type.endswith("_open") and token.type not in _CONTAINERS:
                end = _closing(tokens, position)
                yield from self._seen(self._element(tokens[position : end + 1]))
                position = end
            elif token.type in ("fence", "code_block"):
                yield from self._seen([RawBlock("code", token.content.rstrip("\n"), source_lines=self._lines(token))])
            elif token.type == "html_block":
                yield from self._seen(self._html(token))
                self.tags.read(token.content)
                self.tags.end_block()
            position += 1

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
        self.dropped.append(Dropped("hidden by HTML around it", text[:200], f"line {lines[0]}" if lines else ""))

    def _element(self, tokens: Sequence[Token]) -> Iterator[RawBlock]:
        for block in self._shown_element(tokens):
            hidden = " ".join(filter(None, (_hidden_words(token) for token in tokens if token.type == "inline")))
            if hidden:
                self._note_hidden(hidden, block.source_lines)
            yield replace(block, flags=(*block.flags, HIDDEN)) if says_something(hidden) else block

    def _shown_element(self, tokens: Sequence[Token]) -> Iterator[RawBlock]:
        first = tokens[0]
        lines = self._lines(first)
        if first.type == "heading_open":
            level = int(first.tag[1])
            yield RawBlock("title" if level == 1 else "heading", _inline(tokens[1]), level, lines)
        elif first.type == "paragraph_open":
            yield RawBlock("text", _inline(tokens[1]), source_lines=lines)
        elif first.type == "table_open":
            yield RawBlock("table", "\n".join(_rows(tokens)), source_lines=lines)
        elif first.type in _LISTS:
            last = max(
                (t.map[1] for t in tokens[1:] if t.map and not t.type.endswith("_open")), default=(first.map or [0])[0] + 1
            )  # a list's own map runs on over blank lines
            yield RawBlock("text", "\n".join(self._items(tokens, 0)), source_lines=(lines[0], last - 1 + self.first) if lines else None)

    def _items(self, tokens: Sequence[Token], depth: int) -> Iterator[str]:
        """The lines of a list: its marker before each item, nested lists indented, an item's later paragraphs joined to it."""
        ordered = tokens[0].type == "ordered_list_open"
        number = int(tokens[0].attrs.get("start", 1))
        position = 1
        while position < len(tokens) - 1:
            end = _closing(tokens, position)
            words: list[str] = []
            below: list[str] = []
            for child, block in _children(tokens[position + 1 : end]):
                if child.type in _LISTS:
                    below.extend(self._items(block, depth + 1))
                else:
                    words.append(self._words(block))
            marker = f"{number}{tokens[position].markup}" if ordered else "-"
            yield f"{INDENT * depth}{marker} {' '.join(w for w in words if w)}".rstrip()
            yield from below
            number += 1
            position = end + 1

    def _words(self, tokens: Sequence[Token]) -> str:
        """A block inside a list item, on one line."""
        if tokens[0].type == "table_open":
            return "; ".join(_rows(tokens))
        parts = (
            _fragment(t.content, self.name).text if t.type == "html_block" else _inline(t) if t.type == "inline" else t.content
            for t in tokens
        )
        return clean(" ".join(part for part in parts if part).replace("\n", " "))

    def _html(self, token: Token) -> Iterator[RawBlock]:
        block, lines = _fragment(token.content, self.name), self._lines(token)
        yield replace(block, source_lines=lines)
        if not block.text:
            self.dropped.append(Dropped("HTML without text", token.content.strip()[:200], f"line {lines[0]}" if lines else ""))

    def _lines(self, token: Token) -> tuple[int, int] | None:
        return (token.map[0] + self.first, token.map[1] - 1 + self.first) if token.map else None


def _closing(tokens: Sequence[Token], position: int) -> int:
    """The index of the token that closes the one at `position`."""
    level = tokens[position].level
    return next(n for n in range(position + 1, len(tokens)) if tokens[n].level == level and tokens[n].nesting == -1)


def _inline(token: Token) -> str:
    """The words of a run of inline tokens: no markup, breaks as spaces, an image as its description."""
    parts = []
    for child in _shown(token):
        if child.type in ("softbreak", "hardbreak"):
            parts.append(" ")
        elif child.type in ("text", "code_inline"):
            parts.append(child.content)
        elif child.type == "image":
            parts.append(_inline(child))
        elif child.type == "html_inline" and child.content.lower().startswith("<br"):
            parts.append(" ")
    return clean("".join(parts))


def _shown(token: Token) -> Iterator[Token]:
    """The tokens of a run that HTML tags among them do not hide."""
    children = token.children or ()
    if not any(child.type == "html_inline" for child in children):
        yield from children
        return
    tags = OpenTags()
    for child in children:
        if child.type == "html_inline":
            tags.read(child.content)
        if not tags.hides:
            yield child


def _hidden_words(token: Token) -> str:
    """The words of a run that HTML tags among them hide."""
    children = token.children or ()
    if not any(child.type == "html_inline" for child in children):
        return ""
    shown = {id(child) for child in _shown(token)}
    return " ".join(child.content for child in children if id(child) not in shown and child.type in ("text", "code_inline"))


def _rows(tokens: Sequence[Token]) -> Iterator[str]:
    cells: list[str] = []
    for token in tokens:
        if token.type == "inline":
            cells.append(_inline(token))
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
