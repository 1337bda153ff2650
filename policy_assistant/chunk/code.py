"""One chunk a piece of code, as its syntax makes them."""

from collections.abc import Iterator

from policy_assistant.blocks import ParsedDocument
from policy_assistant.chunk.span import Span


def cut_code(parsed: ParsedDocument) -> Iterator[Span]:
    """The pieces of a file of code, in reading order."""
    for block in parsed.blocks:
        yield Span(block.start, block.end, (block.section,) if block.section else (), place=block.place)
