"""Embedding: which text of a chunk becomes its vector, and how it is made, a batch at a time, through the cache.

A chunk's vector is that of its own words, drawn by `TITLE_SHARE` towards that of its document's title: in the text itself
a title, which is the same for all chunks of a document, covers what tells them apart, and without any title a chunk does
not say which document it is from (docs/concepts/search.md has the figures).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from policy_assistant.code_text import embedding_text
from policy_assistant.metadata import Chunk
from policy_assistant.vector_cache import VectorCache

if TYPE_CHECKING:
    from policy_assistant.models.base import Vectors

TITLE_SHARE = 0.2
RULES_VERSION = "1"
"""Changes with what is said above; kept in the index beside the embedder's revision."""

_LOST_BLANKS = re.compile(r"(?<=[a-zà-ÿ0-9])(?=[A-ZÀ-Ý][a-zà-ÿ])|(?<=[.;:!?)\]»”])(?=[A-Za-zÀ-ÿ])")

Progress = Callable[[int, int, str], None]
"""Told how much is done, of how much, and the name of what was done last."""

EmbedPassages = Callable[[Sequence[str]], Iterable[tuple[Sequence[int], "Vectors"]]]
"""Embeds texts and gives (places, their vectors) as batches are finished, in any order."""


def texts_of(chunks: Sequence[Chunk]) -> list[str]:
    """All texts that the vectors of chunks are made of: their own, then those of their titles, each once."""
    return list(dict.fromkeys([*map(_own_text, chunks), *map(_title_text, chunks)]))


def vectors_of(chunks: Sequence[Chunk], cache: VectorCache) -> "Vectors":
    """The vectors of chunks, a row each, from a cache that holds all their texts. Raises `KeyError` where one is missing."""
    import numpy as np

    if not chunks:
        return np.zeros((0, 0), np.float32)
    own = cache.load([_own_text(chunk) for chunk in chunks])
    titles = cache.load([_title_text(chunk) for chunk in chunks])
    mixed = own + TITLE_SHARE * titles
    lengths = np.linalg.norm(mixed.astype(np.float64), axis=1, keepdims=True)
    vectors: Vectors = (mixed / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return vectors


def _title_text(chunk: Chunk) -> str:
    """A document's title. A piece of code has none: its own text stands for it, which leaves its vector as it is."""
    return _own_text(chunk) if chunk.place else chunk.title


def _own_text(chunk: Chunk) -> str:
    """A chunk without its title; a later part of a section keeps the heading that is put before it."""
    if chunk.place:
        return embedding_text(chunk)
    return spaced(chunk.text.removeprefix(f"{chunk.title}\n"))


def spaced(text: str) -> str:
    """The text with the blanks put back that exports lose: after a full stop, and before a capital inside a word."""
    return _LOST_BLANKS.sub(" ", text)


def embed_missing(texts: Iterable[str], cache: VectorCache, embed: EmbedPassages) -> Iterator[int]:
    """Put the vectors of all texts into the cache; gives the number of each batch once it is kept."""
    missing = [*cache.missing(texts).values()]
    for places, vectors in embed(missing) if missing else ():
        cache.keep([missing[place] for place in places], vectors)
        yield len(places)
