"""The table of chunkers and the step from spans to chunk records."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from policy_assistant.blocks import Block, ParsedDocument
from policy_assistant.chunk.code import cut_code
from policy_assistant.chunk.span import Span
from policy_assistant.chunk.structure import cut_sections
from policy_assistant.chunk.windows import cut_fixed, cut_overlap
from policy_assistant.errors import UsageError, nearest
from policy_assistant.metadata import CODE_CHUNKER, Chunk, Metadata, chunk_hash, chunk_id
from policy_assistant.steering import Sign, Signs, find_signs, flags_of, in_order

CHUNKERS: dict[str, Callable[[ParsedDocument, str], Iterable[Span]]] = {
    "structure": cut_sections,
    "fixed": cut_fixed,
    "overlap": cut_overlap,
}
"""Name -> function of a parsed document and its title that gives spans in reading order."""

DEFAULT_CHUNKER = "structure"


def check_chunker(name: str) -> str:
    """The name, if there is such a chunker.

    Raises:
        UsageError: there is none.
    """
    if name not in CHUNKERS:
        raise UsageError(f"unknown chunker {name!r}", hint=nearest(name, CHUNKERS))
    return name


def chunk(parsed: ParsedDocument, metadata: Metadata, chunker: str = DEFAULT_CHUNKER) -> list[Chunk]:
    """The chunks of a document, in reading order, flagged (`policy_assistant.steering`); code is cut in its own way.

    Raises `UsageError` for an unknown chunker.
    """
    if metadata.part == "code":
        chunker, spans = CODE_CHUNKER, list(cut_code(parsed))
    else:
        spans = list(CHUNKERS[check_chunker(chunker)](parsed, metadata.title))
    signs = Signs([*find_signs(parsed.text), *_signs_of_blocks(parsed.blocks, spans)])
    return [_record(parsed, metadata, chunker, position, span, signs) for position, span in enumerate(spans)]


def _signs_of_blocks(blocks: Iterable[Block], spans: Sequence[Span]) -> Iterator[Sign]:
    """The flags of blocks at their places; of a block in no chunk (the title, a heading above others) at the next chunk's."""
    for block in (block for block in blocks if block.flags and spans):
        following = next((span for span in spans if span.end > block.start), spans[-1])
        start = max(block.start, following.start) if following.end > block.start else following.start
        for flag in block.flags:
            yield Sign(flag, start, max(block.end, start + 1))


def _record(parsed: ParsedDocument, metadata: Metadata, chunker: str, position: int, span: Span, signs: Signs) -> Chunk:
    flags = signs.flags(span.start, span.end).union(flags_of(span.prefix), flags_of(metadata.title))
    return Chunk(
        chunk_id=chunk_id(metadata.doc_id, metadata.version, span.start, span.end),
        doc_id=metadata.doc_id,
        version=metadata.version,
        title=metadata.title,
        chunker=chunker,
        position=position,
        start=span.start,
        end=span.end,
        text=span.prefix + parsed.text[span.start : span.end],
        sections=span.sections,
        pages=parsed.pages(span.start, span.end),
        effective_from=metadata.effective_from,
        effective_to=metadata.effective_to,
        access=metadata.access,
        language=metadata.language,
        doc_type=metadata.doc_type,
        source=metadata.source,
        hash=chunk_hash(metadata.doc_id, metadata.version, span.start, span.end),
        flags=in_order(flags),
        place=span.place,
        spots=parsed.spots(span.start, span.end),
    )
