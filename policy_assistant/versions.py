"""The versions of documents that somebody may see, with their text: what `diff`, `audit` and the gaps look into.

A version whose label is not among the reader's is not there at all.
"""

import re
from collections import defaultdict
from collections.abc import Sequence

from policy_assistant.errors import NotFoundError, nearest
from policy_assistant.filters import PARTS, in_force
from policy_assistant.metadata import Chunk, Metadata
from policy_assistant.store.base import Engine

_BLANKS = re.compile(r"\s+")


class Versions:
    """The versions in an index with one of `labels`. Chunks of a document are read when they are first needed."""

    def __init__(self, engine: Engine, labels: frozenset[str]) -> None:
        self._engine = engine
        self._by_document: dict[str, list[Metadata]] = defaultdict(list)
        for document in (document for part in PARTS for document in engine.documents(part)):
            if document.metadata.access in labels:
                self._by_document[document.metadata.doc_id].append(document.metadata)
        self._chunks: dict[str, list[Chunk]] = {}

    def all(self) -> list[Metadata]:
        """All of them."""
        return [metadata for versions in self._by_document.values() for metadata in versions]

    def of(self, doc_id: str) -> list[Metadata]:
        """Those of a document, the earliest first; none where it is not there."""
        return sorted(self._by_document.get(doc_id, ()), key=lambda metadata: (metadata.effective_from, metadata.version))

    def get(self, doc_id: str, version: str) -> Metadata | None:
        """One version, None where it is not there."""
        return next((metadata for metadata in self._by_document.get(doc_id, ()) if metadata.version == version), None)

    def named(self, doc_id: str, version: str) -> Metadata:
        """One version.

        Raises:
            NotFoundError: there is no such document, or no such version of it.
        """
        if doc_id not in self._by_document:
            raise NotFoundError(f"no document {doc_id!r} in the index", hint=nearest(doc_id, self._by_document))
        found = self.get(doc_id, version)
        if found is None:
            raise NotFoundError(
                f"no version {version!r} of {doc_id} in the index", hint=f"there is {', '.join(f'`{m.version}`' for m in self.of(doc_id))}"
            )
        return found

    def in_force(self, doc_id: str, day: str) -> list[Metadata]:
        """Those of a document that are in force on a day, the latest to begin last."""
        return [metadata for metadata in self.of(doc_id) if in_force(metadata.effective_from, metadata.effective_to, day)]

    def owner(self, doc_id: str, version: str = "") -> str:
        """Who owns a version, or else the document's other versions; empty where nobody is named."""
        exact = self.get(doc_id, version)
        named = [metadata.owner for metadata in [*([exact] if exact else []), *reversed(self.of(doc_id))] if metadata.owner]
        return named[0] if named else ""

    def chunks(self, metadata: Metadata) -> list[Chunk]:
        """The chunks of a version in reading order."""
        if metadata.doc_id not in self._chunks:
            self._chunks[metadata.doc_id] = self._engine.chunks(metadata.doc_id)
        return [chunk for chunk in self._chunks[metadata.doc_id] if chunk.version == metadata.version]

    def sections(self, metadata: Metadata) -> dict[str, str]:
        """The text of each section of a version, in reading order. A heading that comes again gets ` (2)`; what stands above
        the first heading is under the empty name. Sections without text of their own are left out.
        """
        text = text_of(self.chunks(metadata))
        parts: dict[str, list[str]] = {}
        seen: dict[str, int] = defaultdict(int)
        for block in self._engine.blocks(metadata.source):
            if block.kind == "heading":
                seen[block.section] += 1
            elif block.kind != "title" and (body := text[block.start : block.end].strip()):
                number = seen[block.section]
                parts.setdefault(f"{block.section} ({number})" if number > 1 else block.section, []).append(body)
        return {name: "\n".join(bodies) for name, bodies in parts.items()}


def text_of(chunks: Sequence[Chunk]) -> str:
    """The parsed text that chunks of one version cover, blanks where they cover none."""
    characters = [" "] * max((chunk.end for chunk in chunks), default=0)
    for chunk in chunks:
        characters[chunk.start : chunk.end] = chunk.quote
    return "".join(characters)


def chunk_with(words: str, chunks: Sequence[Chunk]) -> Chunk | None:
    """The first chunk in which words stand, as whole words and whatever blanks are between them.

    Words that go over the end of a chunk are found too; the chunk is the one before that end.
    """
    wanted = _BLANKS.sub(" ", words).strip()
    if not wanted:
        return None
    before, after = (r"(?<!\w)" if wanted[0].isalnum() else ""), (r"(?!\w)" if wanted[-1].isalnum() else "")
    pattern = re.compile(f"{before}{re.escape(wanted)}{after}")
    squashed = [_BLANKS.sub(" ", chunk.quote).strip() for chunk in chunks]
    for chunk, text in zip(chunks, squashed, strict=True):
        if pattern.search(text):
            return chunk
    for chunk, text, following in zip(chunks, squashed, squashed[1:], strict=False):
        if pattern.search(f"{text} {following}"):
            return chunk
    return None
