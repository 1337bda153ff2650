"""What becomes of one parsed document: its chunks, and the terms of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from policy_assistant.blocks import Block, ParsedDocument
from policy_assistant.cache import ParseCache
from policy_assistant.chunk import chunk
from policy_assistant.metadata import Chunk, Metadata
from policy_assistant.parse.base import ParseOptions
from policy_assistant.store.chunk_terms import ChunkTerms, analysed


@dataclass(frozen=True)
class Task:
    """A document whose text lies in the cache under the hash of its file: enough for another process to cut it."""

    cache: Path
    options: ParseOptions
    sha256: str
    ending: str
    metadata: Metadata
    chunker: str
    with_terms: bool = True


@dataclass(frozen=True)
class Cut:
    """A document's blocks with their places, its chunks, and the terms of each where they are asked for; code has no terms of this kind."""

    blocks: Sequence[Block]
    chunks: list[Chunk]
    terms: list[ChunkTerms] | None


def cut(parsed: ParsedDocument, metadata: Metadata, chunker: str, *, with_terms: bool = True) -> Cut:
    """Cut one document."""
    chunks = chunk(parsed, metadata, chunker)
    if metadata.part == "code":
        return Cut((), chunks, None)  # its chunks say all that blocks would
    if not with_terms:
        return Cut(parsed.blocks, chunks, None)
    return Cut(parsed.blocks, chunks, [analysed(c.title, c.sections, c.quote, c.language) for c in chunks])


def cut_kept(task: Task) -> Cut | None:
    """Cut a document from the cache; None where the cache does not have it."""
    parsed = ParseCache(task.cache, task.options).load(task.sha256, task.ending)
    return cut(parsed, task.metadata, task.chunker, with_terms=task.with_terms) if parsed else None
