"""Documents and chunks made by hand, for tests of an index."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING

from policy_assistant.blocks import Block, Place
from policy_assistant.metadata import CODE_CHUNKER, Chunk, Metadata, chunk_hash
from policy_assistant.store.base import Embedding, FileState, IndexedDocument, PreparedDocument, Update

if TYPE_CHECKING:
    from policy_assistant.store.base import Vector

SECTIONS = ("Rules",)
"""Where the text of every document stands."""

MODEL = Embedding("known", "1", 3)
"""The model of all vectors here, which have three numbers."""


def metadata(name: str, *, access: str = "public", effective_from: str = "", effective_to: str = "", version: str = "1") -> Metadata:
    """What is known about the document whose file is `documents/NAME.md`."""
    return Metadata(name, version, name, effective_from, effective_to, "Desk", access, "en", "policy", source_of(name), "md", ("owner",))


def source_of(name: str) -> str:
    """The file of a document of that name."""
    return f"documents/{name}.md"


def document(meta: Metadata, *texts: str) -> PreparedDocument:
    """A document with one chunk and one block for every text."""
    ends = list(accumulate(texts, lambda end, text: end + 2 + len(text), initial=-2))[1:]
    spans = [(end - len(text), end) for end, text in zip(ends, texts, strict=True)]
    chunks = [_chunk(meta, number, start, texts[number]) for number, (start, _) in enumerate(spans)]
    blocks = [Block("text", "", 0, start, end, "Rules", (number + 1, number + 1)) for number, (start, end) in enumerate(spans)]
    return PreparedDocument(IndexedDocument(meta, FileState(9, 8, meta.doc_id, {"doc_id": meta.doc_id}, meta.title)), chunks, blocks)


def code_file(path: str, *pieces: tuple[str, str], access: str = "public") -> PreparedDocument:
    """A file of code with its pieces: qualified names and texts."""
    meta = replace(metadata(path, access=access), source=path, language="python", doc_type="code", format="py", part="code")
    made = document(meta, *(text for _, text in pieces))
    chunks = [
        replace(chunk, chunker=CODE_CHUNKER, sections=(name,), place=Place("function", name, number, number))
        for number, (chunk, (name, _)) in enumerate(zip(made.chunks, pieces, strict=True), 1)
    ]
    return replace(made, chunks=chunks)


def with_hashes(prepared: PreparedDocument, *hashes: str) -> PreparedDocument:
    """The document with these full hashes in place of its chunks' own."""
    return replace(prepared, chunks=[replace(chunk, hash=digest) for chunk, digest in zip(prepared.chunks, hashes, strict=True)])


def with_vectors(prepared: PreparedDocument, *vectors: "Vector") -> PreparedDocument:
    """The document with a vector a chunk."""
    return replace(prepared, vectors=vectors)


def update(
    *added: PreparedDocument,
    generation: int = 0,
    removed: Iterable[str] = (),
    replace_all: bool = False,
    embedding: Embedding | None = None,
) -> Update:
    """A change of the index; `removed` are document names."""
    return Update("structure", generation, list(map(source_of, removed)), added, replace_all=replace_all, embedding=embedding)


def all_chunks(*prepared: PreparedDocument) -> Sequence[Chunk]:
    """The chunks of documents, in the order of sources."""
    return [chunk for one in sorted(prepared, key=lambda one: one.document.metadata.source) for chunk in one.chunks]


def _chunk(meta: Metadata, position: int, start: int, text: str) -> Chunk:
    digest = chunk_hash(meta.doc_id, meta.version, start, start + len(text))
    return Chunk(
        digest[:12],
        meta.doc_id,
        meta.version,
        meta.title,
        "structure",
        position,
        start,
        start + len(text),
        text,
        SECTIONS,
        (),
        meta.effective_from,
        meta.effective_to,
        meta.access,
        meta.language,
        meta.doc_type,
        meta.source,
        digest,
    )
