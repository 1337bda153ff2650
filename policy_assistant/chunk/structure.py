"""One chunk a section, from its heading to the next heading."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from policy_assistant.blocks import PATH_JOIN, Block, ParsedDocument
from policy_assistant.chunk.span import Span
from policy_assistant.spots import goes_on

MAX_WORDS = 200
"""A section is split between blocks before this many words."""

LONG_BLOCK = 1000
"""Words: only a block that is longer is split itself, between rows, items or sentences; no person reads so long a passage."""

LONG_ROW = 50
"""Words: a longer first row is no row of headings to repeat."""

_WORD = re.compile(r"\S+")
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s")


def cut_sections(parsed: ParsedDocument, title: str) -> Iterator[Span]:
    """The sections of a document. Before each stand the title and the headings above it; before the later parts of a
    split section also its own heading, and before those of a long table its first row. A heading with nothing under it but
    deeper sections is no chunk: it stands before theirs.
    """
    body = [block for block in parsed.blocks if block.kind != "title"]
    sections = [(section, list(blocks)) for (section, _), blocks in groupby(body, _SectionCounter())]
    for number, (section, blocks) in enumerate(sections):
        below = sections[number + 1][1][0] if number + 1 < len(sections) else None
        if len(blocks) == 1 and blocks[0].kind == "heading" and below and _stands_under(below, blocks[0]):
            continue
        yield from _parts(section, blocks, title)


def _stands_under(block: Block, heading: Block) -> bool:
    """Whether a block opens a section inside that of a heading."""
    if block.kind == "heading":
        return block.level > heading.level
    return block.section.startswith(f"{heading.section}{PATH_JOIN}")  # a clause that is a section without a heading


class _SectionCounter:
    """A grouping key: two sections with the same path one after the other are still two."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self, block: Block) -> tuple[str, int]:
        self.number += block.kind == "heading"
        return block.section, self.number


@dataclass(frozen=True)
class _Piece:
    """A block, or a part of a long one: its characters, its words, and the first row of the table that it goes on with."""

    start: int
    end: int
    words: int
    is_heading: bool = False
    row: str = ""


def _parts(section: str, blocks: Sequence[Block], title: str) -> Iterator[Span]:
    heading = blocks[0].text if blocks[0].kind == "heading" else ""
    above = section.removesuffix(heading).removesuffix(PATH_JOIN)
    first = "".join(f"{line}\n" for line in (title, above) if line)
    later = first + (f"{heading}\n" if heading else "")
    sections = (section,) if section else ()
    part: list[_Piece] = []
    words = 0

    def span() -> Span:
        is_first = part[0].start == blocks[0].start
        row = f"{part[0].row}\n" if part[0].row else ""
        return Span(part[0].start, part[-1].end, sections, first if is_first else later + row)

    rows = _first_rows(blocks)
    for piece in (piece for block, row in zip(blocks, rows, strict=True) for piece in _pieces(block, row)):
        if part and words + piece.words > MAX_WORDS and not (len(part) == 1 and part[0].is_heading):
            yield span()
            part, words = [], 0
        part.append(piece)
        words += piece.words
    yield span()


def _first_rows(blocks: Sequence[Block]) -> Iterator[str]:
    """For each block the first row of the table that it goes on with; empty for most."""
    row = ""
    for before, block in zip([None, *blocks], blocks, strict=False):
        is_rest = before is not None and before.spots and block.spots and goes_on(before.spots[-1].name, block.spots[0].name)
        if not is_rest:
            row = block.text.split("\n", 1)[0] if block.kind == "table" else ""
        yield row if is_rest and len(row.split()) < LONG_ROW else ""


def _pieces(block: Block, row: str) -> Iterator[_Piece]:
    """A block, or its parts; `row` is the first row of the table that it goes on with."""
    words = len(block.text.split())
    if words <= LONG_BLOCK:
        yield _Piece(block.start, block.end, words, block.kind == "heading", row)
        return
    row = row or (block.text.split("\n", 1)[0] if block.kind == "table" else "")
    start = 0
    for end in [*_cuts(block.text), len(block.text)]:
        text = block.text[start:end]
        yield _Piece(
            block.start + start + len(text) - len(text.lstrip()),
            block.start + len(block.text[:end].rstrip()),
            len(text.split()),
            row=row if start and len(row.split()) < LONG_ROW else "",
        )
        start = end


def _cuts(text: str) -> list[int]:
    """Where to cut a long text so that each part has at most `MAX_WORDS` words: at ends of lines, else of sentences, else of words."""
    words = [found.start() for found in _WORD.finditer(text)]
    cuts: list[int] = []
    number = 0
    while len(words) - number > MAX_WORDS:
        cuts.append(_cut(text, words[number] + 1, words[number + MAX_WORDS]))
        number = bisect_left(words, cuts[-1])
    return cuts


def _cut(text: str, start: int, reach: int) -> int:
    """The best place to cut between two characters, the second of which begins a word."""
    line = text.rfind("\n", start, reach) + 1
    return line or max((found.end() for found in _SENTENCE_END.finditer(text, start, reach)), default=reach)
