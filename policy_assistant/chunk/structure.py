"""One chunk a section, from its heading to the next heading."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from policy_assistant.blocks import PATH_JOIN, Block, ParsedDocument
from policy_assistant.chunk.span import Span

MAX_WORDS = 200
"""A section is split between blocks before this many words; a longer block stays whole."""


def cut_sections(parsed: ParsedDocument, title: str) -> Iterator[Span]:
    """The sections of a document. Before each stand the title and the headings above it; before the later parts of a
    split section also its own heading. A heading with nothing under it but deeper sections is no chunk: it stands
    before theirs.
    """
    body = [block for block in parsed.blocks if block.kind != "title"]
    sections = [(section, list(blocks)) for (section, _), blocks in groupby(body, _SectionCounter())]
    for number, (section, blocks) in enumerate(sections):
        below = sections[number + 1][1][0] if number + 1 < len(sections) else None
        if len(blocks) == 1 and blocks[0].kind == "heading" and below and below.level > blocks[0].level:
            continue
        yield from _parts(section, blocks, title)


class _SectionCounter:
    """A grouping key: two sections with the same path one after the other are still two."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self, block: Block) -> tuple[str, int]:
        self.number += block.kind == "heading"
        return block.section, self.number


def _parts(section: str, blocks: Sequence[Block], title: str) -> Iterator[Span]:
    heading = blocks[0].text if blocks[0].kind == "heading" else ""
    above = section.removesuffix(heading).removesuffix(PATH_JOIN)
    first = "".join(f"{line}\n" for line in (title, above) if line)
    later = first + (f"{heading}\n" if heading else "")
    sections = (section,) if section else ()
    part: list[Block] = []
    words = 0
    for block in blocks:
        count = len(block.text.split())
        if part and words + count > MAX_WORDS and not (len(part) == 1 and part[0].kind == "heading"):
            yield Span(part[0].start, part[-1].end, sections, first if part[0] is blocks[0] else later)
            part, words = [], 0
        part.append(block)
        words += count
    yield Span(part[0].start, part[-1].end, sections, first if part[0] is blocks[0] else later)
