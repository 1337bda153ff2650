"""The index of one project in Qdrant."""

import contextlib
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Self

from policy_assistant.blocks import Block
from policy_assistant.filters import PARTS, Filters, Part
from policy_assistant.metadata import ID_DIGITS, Chunk, Metadata
from policy_assistant.store.base import Embedding, IndexedDocument, IndexInfo, Shard, StagedShard, Terms, Update, WordScore
from policy_assistant.store.qdrant import by_meaning, keywords
from policy_assistant.store.qdrant.checks import problems_of
from policy_assistant.store.qdrant.door import Between, Door, equals
from policy_assistant.store.qdrant.layout import BLOCKS, DOCUMENT, LAYOUT, RECORDS, number_of
from policy_assistant.store.qdrant.meta import Meta, has_marker, read_meta
from policy_assistant.store.qdrant.pages import pages
from policy_assistant.store.qdrant.publishing import publish
from policy_assistant.store.qdrant.records import blocks_in, document_in
from policy_assistant.store.qdrant.snapshot import Snapshot
from policy_assistant.store.qdrant.tidying import forget
from policy_assistant.store.qdrant.tokens import marked

if TYPE_CHECKING:
    from policy_assistant.store.base import PreparedDocument, Vector

_HASH_DIGITS = 64


class QdrantStore:
    """The index of a project, for reading and for changes; many projects share the collections. It is empty until something is published.

    `address` is what people know the place by. Every method may raise `EngineError`, and `IndexMismatchError` when the index was
    written in another layout.
    """

    def __init__(self, door: Door, project: str, address: str = "") -> None:
        self.door, self.project, self.address = door, project, address
        self._depth = 0
        self._last = Snapshot(door, project, Meta())
        self._fingerprint: tuple[str, str] | None = None
        self._there = False

    def close(self) -> None:
        """Close the connection."""
        self.door.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """One state of the index for all that is read inside. What a change removes is kept until the next one after it."""
        if not self._depth:
            meta = self._read_meta()
            if meta is not self._last.meta:
                self._last = Snapshot(self.door, self.project, meta)
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1

    @contextlib.contextmanager
    def _now(self) -> Iterator[Snapshot]:
        with self.snapshot():
            yield self._last

    def _read_meta(self) -> Meta:
        self._there = self._there or self.door.exists(RECORDS.name)
        return read_meta(self.door, self.project, self._last.meta) if self._there else Meta()

    def info(self) -> IndexInfo:
        """The state of the index; the fingerprint is SHA-256 over file names and content hashes, 12 digits."""
        with self._now() as now:
            meta = now.meta
            chunks = sum(meta.chunks.values())
            return IndexInfo(
                path=self.address,
                documents=meta.documents.get("docs", 0),
                chunks=meta.chunks.get("docs", 0),
                chunker=meta.chunker,
                parser=meta.parser,
                schema=LAYOUT,
                generation=meta.generation,
                last_sync=meta.last_sync,
                fingerprint=self._fingerprint_of(now),
                analyser=meta.analyser,
                embedding=meta.embedding,
                vectors=meta.vectors,
                without_vectors=chunks - meta.vectors if meta.embedder else 0,
                steering=meta.steering,
                code_files=meta.documents.get("code", 0),
                code_chunks=meta.chunks.get("code", 0),
                code_analyser=meta.code_analyser,
                commits=meta.commits_of_code,
            )

    def generation(self) -> int:
        """The number that grows with every change."""
        with self._now() as now:
            return now.meta.generation

    def embedding(self) -> Embedding | None:
        """The model of the vectors, None when there is none."""
        with self._now() as now:
            return now.meta.embedding

    def documents(self, part: Part = "docs") -> list[IndexedDocument]:
        """All documents, or all files of code, in order of source."""
        with self._now() as now:
            found = self._documents(now, part)
        return sorted(found, key=lambda one: one.metadata.source.encode())

    def document(self, source: str) -> IndexedDocument | None:
        """The document, or file of code, of a source; None where there is none."""
        with self._now() as now:
            if not now.meta.step:
                return None
            where = now.where(equals("kind", DOCUMENT), equals("source", source))
            return next((document_in(point) for point in pages(self.door, RECORDS.name, where)), None)

    def unreadable(self) -> dict[str, tuple[int, int]]:
        """The files that the last ingest could not read: source -> size, modification time."""
        with self._now() as now:
            return {source: (size, mtime) for source, (size, mtime) in now.meta.unreadable.items()}

    def chunks(self, doc_id: str | None = None, part: Part = "docs") -> list[Chunk]:
        """All chunks of a part, or those of one document (or file of code) in all its versions, in reading order."""
        with self._now() as now:
            return now.chunks(equals("doc_id", doc_id) if doc_id else equals("part", part))

    def find(self, chunk_id: str) -> list[Chunk]:
        """The chunks whose full hash begins with these digits."""
        digits = chunk_id.lower()
        if len(digits) > _HASH_DIGITS or set(digits) - set("0123456789abcdef"):
            return []
        least, most = (number_of((digits + fill * ID_DIGITS)[:ID_DIGITS]) for fill in "0f")
        with self._now() as now:
            found = [chunk for chunk in now.chunks(Between("number", least, most)) if chunk.hash.startswith(digits)]
        return sorted(found, key=lambda chunk: chunk.hash)

    def blocks(self, source: str) -> list[Block]:
        """The blocks of a document, with their places in its file; their text is empty."""
        with self._now() as now:
            if not now.meta.step:
                return []
            where = now.where(equals("kind", BLOCKS), equals("source", source))
            return next((blocks_in(point) for point in pages(self.door, RECORDS.name, where)), [])

    def search_text(self, words: Sequence[str], k: int, filters: Filters) -> list[tuple[Chunk, float]]:
        """The k best chunks for the words by BM25, best first, ties by ID; the score is not rounded."""
        with self._now() as now:
            return keywords.search_text(now, words, k, filters)

    def explain_text(self, words: Sequence[str], chunk: Chunk) -> list[WordScore]:
        """What each word gives to the chunk; the scores add up to its BM25 score."""
        with self._now() as now:
            return keywords.explain_text(now, words, chunk)

    def search_terms(self, terms: Terms, k: int, filters: Filters) -> list[tuple[Chunk, float]]:
        """The k best chunks for analysed terms, best first, ties by ID; title, headings and single sentences count too."""
        with self._now() as now:
            return keywords.search_terms(now, terms, k, filters)

    def score_terms(self, terms: Terms, chunks: Sequence[Chunk]) -> dict[str, float]:
        """The score that `search_terms` gives to each of these chunks, by ID; 0 for one without any of the terms."""
        with self._now() as now:
            return keywords.score_terms(now, terms, chunks)

    def search_code(self, terms: Terms, k: int, filters: Filters) -> list[tuple[Chunk, float]]:
        """The k best pieces of code for analysed terms, best first, ties by ID; names and paths count more than bodies."""
        with self._now() as now:
            return keywords.search_code(now, terms, k, filters)

    def score_code(self, terms: Terms, chunks: Sequence[Chunk]) -> dict[str, float]:
        """The score that `search_code` gives to each of these pieces, by ID; 0 for one without any of the terms."""
        with self._now() as now:
            return keywords.score_code(now, terms, chunks)

    def count_chunks(self, filters: Filters) -> int:
        """How many chunks may be seen, at most `keyword_rules.MAX_COUNTED`."""
        with self._now() as now:
            return keywords.count_chunks(now, filters)

    def count_terms(self, groups: Sequence[Sequence[str]], filters: Filters) -> list[int]:
        """How many of the chunks that may be seen hold any term of each group, at most `keyword_rules.MAX_COUNTED`."""
        with self._now() as now:
            return keywords.count_terms(now, groups, filters)

    def explain_terms(self, terms: Sequence[str], chunk: Chunk) -> list[WordScore]:
        """What each term gives to the chunk as a whole; its best sentence adds to their sum."""
        with self._now() as now:
            return keywords.explain_terms(now, terms, chunk)

    def search_vectors(self, question: "Vector", k: int, filters: Filters) -> list[tuple[Chunk, float]]:
        """The k chunks with the highest dot product, best first, ties by ID; chunks without a vector are not found.

        In a large index Qdrant's graph of neighbours chooses the candidates; the scores are exact.
        """
        with self._now() as now:
            return by_meaning.search_vectors(now, question, k, filters)

    def score_vectors(self, question: "Vector", chunks: Sequence[Chunk]) -> dict[str, float]:
        """The dot product of each of these chunks, by ID; one without a vector is left out."""
        with self._now() as now:
            return by_meaning.score_vectors(now, question, chunks)

    def language_means(self) -> "dict[str, tuple[int, Vector]]":
        """For each language: how many vectors there are, and their mean."""
        with self._now() as now:
            return by_meaning.language_means(now)

    def lacking_vectors(self) -> set[str]:
        """The sources of documents of which a chunk has no vector."""
        with self._now() as now:
            if not now.meta.step:
                return set()
            where = now.where(equals("has_vector", 0))
            return {str(point.payload["source"]) for point in pages(self.door, now.collection, where, ["source"])}

    def marked(self, words: Sequence[str], chunk: Chunk, before: str, after: str) -> str:
        """The chunk's text with every word of the question between the marks."""
        return marked(chunk.text, words, before, after)

    def problems(self) -> list[str]:
        """What is wrong with the index: numbers that do not fit what is there. Empty when it is whole."""
        with self._now() as now:
            return problems_of(now) if now.meta.step else []

    def publish(self, update: Update) -> Mapping[Part, tuple[int, int]]:
        """Apply a change, visible at once; of each part the numbers of chunks that came and went.

        Raises:
            StoreBusyError: another process publishes, or has published since this change was planned.
        """
        return publish(self.door, self.project, update)

    def stage(self, shard: Shard, update: Update, seen: Sequence[str]) -> None:
        """As `StagingEngine.stage`."""
        from policy_assistant.store.qdrant.staging import stage

        stage(self.door, self.project, shard, update, seen)

    def staged(self) -> list[StagedShard]:
        """As `StagingEngine.staged`."""
        from policy_assistant.store.qdrant.staging import staged

        with self._now() as now:
            return staged(self.door, self.project, now.meta) if self._there else []

    def publish_staged(self, removed: Sequence[str], changed: Mapping[str, Metadata]) -> Mapping[Part, tuple[int, int]]:
        """As `StagingEngine.publish_staged`."""
        from policy_assistant.store.qdrant.staging import publish_staged

        return publish_staged(self.door, self.project, removed, changed)

    def export(self, sources: Sequence[str] | None = None) -> "Iterator[PreparedDocument]":
        """The documents of both parts, or those of these sources, with chunks, blocks and vectors, in order of source."""
        from policy_assistant.store.qdrant.exporting import exported

        with self._now() as now:
            yield from exported(now, self, sources)

    def sizes(self) -> Mapping[str, int]:
        """Nothing: how many bytes each part takes only the server knows."""
        return {}

    def is_there(self) -> bool:
        """Whether something was ever published, whatever wrote it."""
        self._there = self._there or self.door.exists(RECORDS.name)
        return self._there and has_marker(self.door, self.project)

    def forget(self) -> None:
        """Take away all that there is of the project, also where it was written in another layout."""
        if self.is_there():
            forget(self.door, self.project)

    def _documents(self, now: Snapshot, part: Part) -> list[IndexedDocument]:
        if not now.meta.step:
            return []
        where = now.where(equals("kind", DOCUMENT), equals("part", part))
        return [document_in(point) for point in pages(self.door, RECORDS.name, where)]

    def _fingerprint_of(self, now: Snapshot) -> str:
        """It is made anew only after a change."""
        if self._fingerprint is None or self._fingerprint[0] != now.meta.writer:
            found = [one for part in PARTS for one in self._documents(now, part)]
            files = sorted((one.metadata.source.encode(), one.file.sha256) for one in found)
            text = "\n".join(f"{source.decode()} {digest}" for source, digest in files)
            self._fingerprint = now.meta.writer, hashlib.sha256(text.encode()).hexdigest()[:ID_DIGITS]
        return self._fingerprint[1]
