"""Makes the vectors of an ingest: what is not in the cache is embedded, in several processes where that pays."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import cached_property
from typing import TYPE_CHECKING

from policy_assistant.embed import Progress, embed_missing, texts_of, vectors_of
from policy_assistant.index_model import cache_name, check_same, embedding_of, options_of
from policy_assistant.metadata import Chunk
from policy_assistant.models.embedders.base import open_embedder
from policy_assistant.settings import Settings
from policy_assistant.store.base import Embedding
from policy_assistant.vector_cache import VectorCache

if TYPE_CHECKING:
    from policy_assistant.models.base import Embedder, Vectors
    from policy_assistant.store.base import Vector

TEXTS_AT_ONCE = 4_096
"""About so many texts are in memory while they are embedded; processes are started anew for each lot."""


class VectorMaker:
    """The vectors of one ingest. The embedder is loaded when the first text needs it: not when the cache holds them all.

    `built` is the model of the index's present vectors, None for a new index.
    """

    def __init__(self, spec: str, settings: Settings, built: Embedding | None) -> None:
        self.spec, self.settings, self.built = spec, settings, built

    @cached_property
    def embedding(self) -> Embedding:
        """What the index keeps of the model."""
        return self.built or embedding_of(self._embedder)

    @cached_property
    def _embedder(self) -> "Embedder":
        embedder = open_embedder(self.spec, options_of(self.settings))
        if self.built is not None:
            check_same(self.built, embedding_of(embedder))
        return embedder

    @cached_property
    def _cache(self) -> VectorCache:
        return VectorCache(self.settings.cache_path, cache_name(self.embedding))

    def missing(self, chunks: Sequence[Chunk]) -> set[bytes]:
        """The keys of the texts whose vectors the cache does not hold; a text of several documents has one key."""
        return set(self._cache.missing(texts_of(chunks)))

    def embed(self, documents: Iterable[Sequence[Chunk]], total: int, progress: Progress | None = None) -> int:
        """Embed what the cache does not hold of documents' chunks, `total` texts; the number that was embedded.

        Raises:
            ModelError, MissingExtraError: the embedder fails or is not installed; what it made is kept.
            IndexMismatchError: it is not the one of the index.
        """
        done = 0
        if progress:
            progress(done, total, "")
        for texts in _lots(map(texts_of, documents)):
            for number in embed_missing(texts, self._cache, self._embed):
                done += number
                if progress:
                    progress(done, total, "")
        return done

    def vectors_of(self, chunks: Sequence[Chunk]) -> "Sequence[Vector]":
        """The vectors of chunks of which nothing is missing."""
        return list(vectors_of(chunks, self._cache))

    def prune(self) -> None:
        """Delete from the cache what no ingest asked for in a long time."""
        if "_cache" in self.__dict__:
            self._cache.prune()

    def close(self) -> None:
        """Let go of the cache."""
        if "_cache" in self.__dict__:
            self._cache.close()

    def _embed(self, texts: Sequence[str]) -> "Iterator[tuple[Sequence[int], Vectors]]":
        embedder = self._embedder  # opened here first: one that is not the index's must embed nothing in other processes either
        from policy_assistant.models.parallel import default_workers, embed_batches, embed_in_parallel  # starts processes, seldom needed

        workers = default_workers(self.spec, len(texts))
        if workers > 1:
            batches = embed_in_parallel(self.spec, options_of(self.settings), texts, workers=workers)
        else:
            batches = embed_batches(embedder, texts)
        with closing(batches):
            yield from batches


def _lots(texts_by_document: Iterable[Sequence[str]]) -> Iterator[Sequence[str]]:
    """The texts of documents, as many together as are embedded at once, each once in its lot."""
    lot: dict[str, None] = {}
    for texts in texts_by_document:
        lot.update(dict.fromkeys(texts))
        if len(lot) >= TEXTS_AT_ONCE:
            yield list(lot)
            lot = {}
    if lot:
        yield list(lot)
