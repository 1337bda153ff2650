"""Search by meaning: the chunks whose vectors are nearest to the question's.

An embedder places a text by its language as well as by its meaning, so that passages in the question's language stand
before better ones in another. What all passages of a language have in common with the question, the mean of their scores,
says nothing about any one of them; `LANGUAGE_SHARE` of it is taken off (docs/concepts/search.md has the figures). In a
collection of one language scores are plain cosines.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from policy_assistant.errors import IndexMismatchError
from policy_assistant.filters import Filters
from policy_assistant.metadata import Chunk
from policy_assistant.question import Question
from policy_assistant.store.base import Engine

LANGUAGE_SHARE = 0.75

Offsets = Mapping[str, float]
"""Language -> what is taken off the score of a passage in it."""


def search_dense(engine: Engine, question: Question, k: int, filters: Filters, offsets: Offsets | None = None) -> list[tuple[Chunk, float]]:
    """The k best chunks, best first, ties by ID; chunks without a vector are not found.

    `offsets` are those of `language_offsets`, where the caller has them.

    Raises:
        ModelError: the embedder fails.
        IndexMismatchError: the vectors of the index have another number of dimensions.
    """
    offsets = language_offsets(engine, question) if offsets is None else offsets
    languages = list(offsets) if filters.language is None else [filters.language]
    lists = (engine.search_vectors(question.vector, k, replace(filters, language=language)) for language in languages)
    found = [(chunk, score - offsets[chunk.language]) for part in lists for chunk, score in part]
    return sorted(found, key=lambda pair: (-pair[1], pair[0].chunk_id))[:k]


def score_dense(engine: Engine, question: Question, chunks: Sequence[Chunk], offsets: Offsets) -> dict[str, float]:
    """The score that `search_dense` gives to each of these chunks, by ID; one without a vector is left out."""
    scores = engine.score_vectors(question.vector, chunks) if chunks else {}
    return {c.chunk_id: scores[c.chunk_id] - offsets[c.language] for c in chunks if c.chunk_id in scores}


def language_offsets(engine: Engine, question: Question) -> Offsets:
    """The offset of each language of the index that has vectors; on average over all passages it is 0.

    Raises:
        ModelError: the embedder fails.
        IndexMismatchError: the index's vectors have another number of dimensions.
    """
    means = engine.language_means()
    for _, mean in means.values():
        _check_dimension(len(question.vector), len(mean))
    if len(means) < 2:
        return dict.fromkeys(means, 0.0)
    scores = {language: float(mean @ question.vector) for language, (_, mean) in means.items()}
    overall = sum(scores[language] * count for language, (count, _) in means.items()) / sum(count for count, _ in means.values())
    return {language: LANGUAGE_SHARE * (score - overall) for language, score in scores.items()}


def _check_dimension(asked: int, built: int) -> None:
    if asked != built:
        raise IndexMismatchError(
            f"the question's vector has {asked} numbers, the vectors of the index have {built}",
            hint="another embedder made the index anew; start this program again",
        )
