"""Search by meaning: dot products of the vectors themselves, chunks without one left out, and means of languages."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from policy_assistant.errors import IndexMismatchError, InputRefusedError
from policy_assistant.filters import Filters
from policy_assistant.metadata import Chunk
from policy_assistant.store.base import Embedding, PreparedDocument, Update
from policy_assistant.testing.engine.checks import Backend, check, check_ranked, check_scores, publish, refuses, same, state
from policy_assistant.testing.engine.samples import MODEL, all_chunks, code_file, document, metadata, update, with_vectors

if TYPE_CHECKING:
    from policy_assistant.store.base import Vector

ALL = Filters()
MANY = 1_000
FLOAT32 = 1e-6
"""How far a mean may be from itself: it is given in float32."""


def unit(*numbers: float) -> "Vector":
    """The numbers as a vector of length 1."""
    vector = np.array(numbers, dtype=np.float64)
    return (vector / np.linalg.norm(vector)).astype(np.float32)


EAST, NORTH, UP, ZERO = unit(1, 0, 0), unit(0, 1, 0), unit(0, 0, 1), np.zeros(3, np.float32)
CHOICE = (EAST, NORTH, UP, -EAST, unit(1, 1, 0), unit(1, 2, 3), unit(3, -1, 2), ZERO)


def dot(vector: "Vector", question: "Vector") -> float:
    """The dot product, summed in float64."""
    return float((vector.astype(np.float64) * question).sum())


def _texts(name: str, *vectors: "Vector", language: str = "en") -> PreparedDocument:
    made = document(replace(metadata(name), language=language), *(f"{name} {number}" for number in range(len(vectors))))
    return with_vectors(made, *vectors)


def _products(question: "Vector", *prepared: PreparedDocument) -> dict[str, float]:
    pairs = [(chunk, vector) for one in prepared for chunk, vector in zip(one.chunks, one.vectors or (), strict=bool(one.vectors))]
    return {chunk.hash: dot(vector, question) for chunk, vector in pairs}


def ranks_by_the_dot_product(backend: Backend) -> None:
    """On random vectors with many ties, documents without vectors among them; `score_vectors` gives the same."""
    chance = random.Random(6)  # noqa: S311 - nothing secret
    for turn in range(4):
        prepared = [_texts(f"d{number}", *chance.choices(CHOICE, k=chance.randint(1, 4))) for number in range(chance.randint(3, 8))]
        without = document(metadata("without"), "x", "y")
        with backend.holding(*prepared, without, name=f"turn{turn}", embedding=MODEL) as engine, engine.snapshot():
            for question in (EAST, unit(1, 2, 3), unit(-3, 0, 1)):
                right = _products(question, *prepared)
                for k in (1, 5, MANY):
                    check_ranked(backend, engine.search_vectors(question, k, ALL), right, k, f"turn {turn}", least=-2)
                scores = engine.score_vectors(question, engine.chunks())
                ids = {chunk.chunk_id: chunk.hash for chunk in engine.chunks()}
                check_scores(backend, {ids[chunk]: score for chunk, score in scores.items()}, right, f"`score_vectors` in turn {turn}")


def gives_equal_vectors_equal_scores(backend: Backend) -> None:
    """Wherever they stand, so that ties go by ID."""
    chance = np.random.default_rng(1)
    same_one, question = unit(*chance.normal(size=33)), unit(*chance.normal(size=33))
    made = [_texts(f"d{number}", same_one) for number in range(37)]
    with backend.holding(*made, embedding=Embedding("known", "1", 33)) as engine:
        found = engine.search_vectors(question, 20, ALL)
        same(len({score for _, score in found}), 1, "scores of equal vectors")
        same([chunk.chunk_id for chunk, _ in found], sorted(chunk.chunk_id for chunk in all_chunks(*made))[:20], "their order")


def tells_near_scores_apart(backend: Backend) -> None:
    """Vectors made of the same numbers, under a question whose numbers are all equal: only the last digits differ."""
    chance = np.random.default_rng(2)
    numbers, question = unit(*chance.normal(size=64)), unit(*[1] * 64)
    made = _texts("a", *(chance.permutation(numbers) for _ in range(40)))
    with backend.holding(made, embedding=Embedding("known", "1", 64)) as engine:
        right = _products(question, made)
        check_ranked(backend, engine.search_vectors(question, 10, ALL), right, 10, "near scores", least=-2)


def finds_nothing_without_a_direction(backend: Backend) -> None:
    """A question of zeros finds nothing, a text of zeros scores zero; nor is there a hit where none is wanted or no vector is."""
    made = _texts("a", ZERO, EAST, -EAST)
    with backend.holding(made, embedding=MODEL) as engine:
        first, second, third = engine.chunks()
        same(engine.search_vectors(EAST, 3, ALL), [(second, 1.0), (first, 0.0), (third, -1.0)], "a text of zeros")
        for question, k in ((ZERO, 3), (EAST, 0), (EAST, -1)):
            same(engine.search_vectors(question, k, ALL), [], f"hits of {question} for k = {k}")
    with backend.holding(document(metadata("b"), "x"), name="without") as engine:
        same((engine.search_vectors(EAST, 5, ALL), engine.score_vectors(EAST, engine.chunks())), ([], {}), "hits without vectors")
        same((engine.language_means(), engine.lacking_vectors()), ({}, {"documents/b.md"}), "means without vectors")


def refuses_what_is_no_question(backend: Backend) -> None:
    """Numbers that are not finite, rows in the plural, and another dimension than that of the index."""
    with backend.holding(_texts("a", EAST), embedding=MODEL) as engine:
        for question in (np.array([np.nan, 0, 0], np.float32), np.eye(3, dtype=np.float32), np.array([np.inf, 0, 0], np.float32)):
            refuses(lambda question=question: engine.search_vectors(question, 1, ALL), InputRefusedError, f"the question {question}")  # type: ignore[misc]
        for ask in (lambda: engine.search_vectors(unit(1, 0), 1, ALL), lambda: engine.score_vectors(unit(1, 0), engine.chunks())):
            check("2" in str(refuses(ask, IndexMismatchError, "a question of another dimension")), "the message names the dimension")


def refuses_what_is_no_vector(backend: Backend) -> None:
    """Of a text: another dimension than the others, another length than 1, or numbers that are none; nothing changes."""
    bad = (unit(1, 0), np.array([2, 0, 0], np.float32), np.array([np.nan, 1, 0], np.float32))
    with backend.holding(_texts("a", EAST), embedding=MODEL) as engine:
        before = state(engine)
        for vector in bad:
            change = update(_texts("b", vector), generation=1, embedding=MODEL)
            refuses(lambda change=change: engine.publish(change), (IndexMismatchError, InputRefusedError), f"the vector {vector}")  # type: ignore[misc]
            same(state(engine), before, "the index after a refused vector")


def keeps_the_means_of_languages(backend: Backend) -> None:
    """Those of documents' vectors, whatever came, went or was filled; code has none."""
    chance = random.Random(7)  # noqa: S311 - nothing secret
    there: dict[str, PreparedDocument] = {}
    with backend.opened() as engine:
        for _ in range(6):
            names = chance.sample("abcd", 2)
            added = [
                _texts(name, *chance.choices(CHOICE, k=2), language=chance.choice(("en", "fr"))) for name in names if chance.random() < 0.7
            ]
            code = with_vectors(code_file("a.py", ("tea", "tea")), EAST)
            if not engine.generation():
                added = [*added, code]
            publish(engine, *added, removed=names, embedding=MODEL)
            for name in names:
                there.pop(name, None)
            there.update((one.document.metadata.doc_id, one) for one in added if one is not code)
            _check_means(engine.language_means(), list(there.values()))


def _check_means(means: "dict[str, tuple[int, Vector]]", prepared: Sequence[PreparedDocument]) -> None:
    right: dict[str, list[Vector]] = {}
    for one in prepared:
        right.setdefault(one.document.metadata.language, []).extend(one.vectors or ())
    same(
        {language: count for language, (count, _) in means.items()},
        {language: len(of) for language, of in right.items()},
        "vectors by language",
    )
    for language, vectors in right.items():
        apart = float(np.abs(means[language][1] - np.mean(vectors, axis=0, dtype=np.float64)).max())
        check(apart < FLOAT32, f"the mean of {language} is {apart} away")


def fills_in_vectors(backend: Backend) -> None:
    """For documents that stay, in the reading order of their chunks; they are found from then on."""
    lacking, there = document(metadata("lacking"), "x", "y"), _texts("there", NORTH)
    with backend.holding(lacking, there, embedding=MODEL) as engine:
        same(engine.lacking_vectors(), {"documents/lacking.md"}, "what lacks vectors")
        fill: Update = replace(update(generation=1, embedding=MODEL), filled=[("documents/lacking.md", [EAST, unit(1, 1, 0)])])
        engine.publish(fill)
        same((engine.lacking_vectors(), engine.info().vectors, engine.generation()), (set(), 3, 2), "after filling")
        found: list[Chunk] = [chunk for chunk, _ in engine.search_vectors(EAST, 9, ALL)]
        same([chunk.text for chunk in found], ["x", "y", "there 0"], "hits by meaning")
        same(engine.language_means()["en"][0], 3, "vectors that were filled in count")


def takes_another_model(backend: Backend) -> None:
    """With everything made anew: other numbers, of which nothing old is left; or none at all."""
    with backend.holding(_texts("a", EAST, NORTH), embedding=MODEL) as engine:
        other = Embedding("other", "2", 2)
        publish(engine, _texts("a", unit(1, 0), unit(0, 1)), replace_all=True, embedding=other)
        same(engine.embedding(), other, "the model")
        same([score for _, score in engine.search_vectors(unit(1, 0), 9, ALL)], [1.0, 0.0], "scores by the other model")
        publish(engine, document(metadata("a"), "x"), replace_all=True)
        same((engine.embedding(), engine.search_vectors(unit(1, 0), 9, ALL), engine.language_means()), (None, [], {}), "without a model")


PROMISES: tuple[Callable[[Backend], None], ...] = (
    ranks_by_the_dot_product,
    gives_equal_vectors_equal_scores,
    tells_near_scores_apart,
    finds_nothing_without_a_direction,
    refuses_what_is_no_question,
    refuses_what_is_no_vector,
    keeps_the_means_of_languages,
    fills_in_vectors,
    takes_another_model,
)
