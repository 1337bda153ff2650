"""A cited place and its words: what was cited, whether it still reads so, and a source in which nothing is marked."""

from collections.abc import Sequence
from dataclasses import replace

from policy_assistant.ledger.chain import text_hash
from policy_assistant.ledger.record import KeptCitation
from policy_assistant.metadata import Chunk
from policy_assistant.view.problems import OTHER_TEXT
from policy_assistant.view.shapes import BlockView, Segment, Segments, SourceView


def words_at(chunk: Chunk, start: int, end: int) -> str:
    """The characters `start` to `end` of the parsed text, which lie in the chunk."""
    return chunk.quote[max(start - chunk.start, 0) : max(end - chunk.start, 0)]


def is_as_cited(chunk: Chunk, citation: KeptCitation) -> bool:
    """Whether a passage still reads as it did when it was cited."""
    return text_hash(chunk.text) == citation.text_hash


def unmarked(view: SourceView) -> SourceView:
    """A source in which other words stand at the place than those that were cited: nothing is marked."""
    return replace(
        view,
        problem=view.problem or OTHER_TEXT,
        pages=tuple(replace(page, boxes=()) for page in view.pages),
        blocks=tuple(_plain_block(block) for block in view.blocks),
        lines=tuple(replace(line, marked=False) for line in view.lines),
    )


def _plain_block(block: BlockView) -> BlockView:
    return replace(
        block,
        segments=_plain(block.segments),
        items=tuple(replace(item, segments=_plain(item.segments)) for item in block.items),
        rows=tuple(tuple(_plain(cell) for cell in row) for row in block.rows),
    )


def _plain(segments: Sequence[Segment]) -> Segments:
    return (Segment("".join(segment.text for segment in segments)),) if segments else ()
