"""The parsed text: blocks of five kinds, joined by one blank line, each knowing where it lies in its source.

Every format becomes the same `ParsedDocument`. Positions (`start`, `end`) are characters of `ParsedDocument.text`,
half open: `text[start:end]` is the block's text. The rules are fixed, because chunk IDs are made of positions: a change
of any of them raises `PARSER_VERSION`, and an index made by another version asks for a rebuild.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from policy_assistant.clauses import Clauses
from policy_assistant.spots import Spot, spot_names

PARSER_VERSION = "3"
BLOCK_JOIN = "\n\n"
PATH_JOIN = " > "

CLAUSE_LEVEL = 100
"""The level of a numbered clause without a heading: below all headings."""

HIDDEN = "hidden text"
"""The flag of a block in or beside which the file holds text that a page does not show."""

UNRELIABLE = "table not reliable"
"""The flag of a table whose cells the page does not tell apart for certain."""

BlockKind = Literal["title", "heading", "text", "table", "code"]


@dataclass(frozen=True)
class Box:
    """A rectangle on a page, in points from the page's top left corner. `page` counts from 1."""

    page: int
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class Line:
    """A printed line: the characters that it covers (in a `RawBlock`: of the block's text) and where it is printed."""

    start: int
    end: int
    box: Box


@dataclass(frozen=True)
class Place:
    """Where a piece of code stands: what it is (`CODE_KINDS`), its qualified name, its first and last line (from 1)."""

    kind: str
    name: str
    first_line: int
    last_line: int


CODE_KINDS = ("module", "class", "method", "function", "constant", "table", "lines")
"""What a piece of code can be. `class` is any named type, `table` one of SQL, `lines` a window of a file without syntax."""


@dataclass(frozen=True)
class RawBlock:
    """A block as a parser finds it, before it has a position.

    `level` is the heading's level (1 for a title), 0 for other kinds. `source_lines` are the first and last line of the
    file (from 1), where the format has lines; `lines` the printed lines, where it has pages; `spots` the places that have
    names. A block without text says with its `flags` what was left out at its place.
    """

    kind: BlockKind
    text: str
    level: int = 0
    source_lines: tuple[int, int] | None = None
    lines: tuple[Line, ...] = ()
    flags: tuple[str, ...] = ()
    spots: tuple[Spot, ...] = ()


@dataclass(frozen=True)
class Block:
    """A block in its place. `section` is the path of headings it stands under, joined by ' > '; empty above the first.

    `flags` name what was left out in it or beside it. `place` is that of a piece of code, None in documents.
    """

    kind: BlockKind
    text: str
    level: int
    start: int
    end: int
    section: str
    source_lines: tuple[int, int] | None = None
    lines: tuple[Line, ...] = ()
    flags: tuple[str, ...] = ()
    place: Place | None = None
    spots: tuple[Spot, ...] = ()

    @property
    def pages(self) -> tuple[int, ...]:
        """All pages that the block touches, in order; empty where the format has no pages."""
        return tuple(sorted({line.box.page for line in self.lines}))


@dataclass(frozen=True)
class Dropped:
    """A piece of the source that is not in the parsed text, with the reason."""

    reason: str
    text: str
    place: str = ""


@dataclass(frozen=True)
class ParsedDocument:
    """One file, parsed: its text, blocks, own metadata (as written, all text) and what was left out."""

    text: str
    blocks: tuple[Block, ...]
    metadata: Mapping[str, str] = field(default_factory=dict)
    dropped: tuple[Dropped, ...] = ()
    page_count: int = 0

    @property
    def title(self) -> str:
        """The text of the title block, or empty."""
        return next((b.text for b in self.blocks if b.kind == "title"), "")

    def pages(self, start: int, end: int) -> tuple[int, ...]:
        """All pages that the characters start..end touch."""
        touched = (b for b in self.blocks if b.start < end and b.end > start)
        return tuple(sorted({line.box.page for b in touched for line in b.lines if line.start < end and line.end > start}))

    def spots(self, start: int, end: int) -> tuple[str, ...]:
        """The names of all places that the characters start..end touch, in reading order; cells of one sheet as one range."""
        touched = (b for b in self.blocks if b.start < end and b.end > start)
        return spot_names(spot for b in touched for spot in b.spots if spot.start < end and spot.end > start)


_BLANKS = re.compile(r"[ \t\r]+")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def clean(text: str) -> str:
    """Unicode NFC, no-break spaces as spaces, runs of blanks as one, control characters gone, ends trimmed."""
    text = unicodedata.normalize("NFC", text).replace("\u00a0", " ")
    return _BLANKS.sub(" ", without_controls(text)).strip()


def without_controls(text: str) -> str:
    """The text without control characters, but for tabs and line ends: for what must stay as it is written otherwise."""
    return _CONTROLS.sub("", text)


def clean_lines(text: str) -> str:
    """`clean` on every line; lines themselves stay."""
    return "\n".join(clean(line) for line in text.split("\n")).strip("\n")


def assemble(
    raw: Iterable[RawBlock], metadata: Mapping[str, str], *, dropped: Iterable[Dropped] = (), page_count: int = 0
) -> ParsedDocument:
    """Give every block its position and section.

    The first level-one heading is the title; a later one opens a section of its own, and so does a numbered clause without a
    heading (`policy_assistant.clauses`). Blocks without text are left out; their flags go to the block before them, or to the
    one after them where that is the title or none.
    """
    blocks: list[Block] = []
    path: list[tuple[int, str]] = []
    position, titled = 0, False
    items = _with_flags_of_empty(raw)
    clauses = Clauses.of([item.text for item in items if item.kind == "heading"])
    for item in items:
        kind = item.kind
        if kind == "title" and titled:
            kind = "heading"
        if kind == "title":
            titled = True
        elif kind == "heading":
            path = [(level, text) for level, text in path if level < item.level]
            path.append((item.level, item.text))
        named = _clauses(clauses, replace(item, kind=kind), path)
        end = position + len(item.text)
        section = "" if kind == "title" else PATH_JOIN.join(text for _, text in path)
        lines = tuple(Line(line.start + position, line.end + position, line.box) for line in item.lines)
        spots = tuple(Spot(spot.start + position, spot.end + position, spot.name) for spot in (*item.spots, *named))
        blocks.append(Block(kind, item.text, item.level, position, end, section, item.source_lines, lines, item.flags, spots=spots))
        position = end + len(BLOCK_JOIN)
    text = BLOCK_JOIN.join(b.text for b in blocks)
    own = {without_controls(name): without_controls(value) for name, value in metadata.items()}
    return ParsedDocument(text, tuple(blocks), own, tuple(dropped), page_count)


def _clauses(clauses: Clauses, item: RawBlock, path: list[tuple[int, str]]) -> Sequence[Spot]:
    """The numbered clauses in a block; a clause that begins without a heading is put on the path."""
    if item.kind == "title":
        return ()
    if item.kind == "heading":
        return clauses.heading(item.text, item.level)
    if item.kind != "text":
        return clauses.other(item.text)
    spots, number = clauses.text(item.text)
    if number:
        path[:] = [(level, text) for level, text in path if level < CLAUSE_LEVEL]
        path.append((CLAUSE_LEVEL, number))
    return spots


def _with_flags_of_empty(raw: Iterable[RawBlock]) -> list[RawBlock]:
    """The blocks with text, with the flags of those without."""
    kept: list[RawBlock] = []
    waiting: tuple[str, ...] = ()
    for item in raw:
        if item.text.strip():
            kept.append(_flagged(item, waiting))
            waiting = ()
        elif kept and kept[-1].kind != "title":
            kept[-1] = _flagged(kept[-1], item.flags)
        else:
            waiting += item.flags
    if kept:
        kept[-1] = _flagged(kept[-1], waiting)
    return kept


def _flagged(block: RawBlock, flags: tuple[str, ...]) -> RawBlock:
    return replace(block, flags=tuple(dict.fromkeys(block.flags + flags))) if flags else block
