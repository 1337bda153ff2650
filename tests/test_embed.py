"""Which text of a chunk becomes its vector, and how the vectors of texts become those of chunks."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from policy_assistant.embed import TITLE_SHARE, EmbedPassages, embed_missing, spaced, texts_of, vectors_of
from policy_assistant.metadata import Chunk
from policy_assistant.models.base import Vectors
from policy_assistant.vector_cache import VectorCache
from tests.store.samples import document, metadata

EAST, NORTH, ZERO = [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[VectorCache]:
    with closing(VectorCache(tmp_path, "model|1")) as cache:
        yield cache


def chunks(title: str, *texts: str) -> list[Chunk]:
    return [*document(metadata(title), *texts).chunks]


def keep(cache: VectorCache, vectors: dict[str, list[float]]) -> None:
    cache.keep([*vectors], np.array([*vectors.values()], np.float32))


class TestTexts:
    def test_a_chunks_own_text_is_without_its_title(self) -> None:
        assert texts_of(chunks("Tea", "Tea\nRules\n\nNo cups.")) == ["Rules\n\nNo cups.", "Tea"]

    def test_a_title_that_is_no_line_of_its_own_stays(self) -> None:
        assert texts_of(chunks("Tea", "Tea time is at four.")) == ["Tea time is at four.", "Tea"]

    def test_every_text_comes_once_and_titles_come_last(self) -> None:
        assert texts_of(chunks("Tea", "Tea\nOne.", "Tea\nTwo.", "Tea\nOne.")) == ["One.", "Two.", "Tea"]

    def test_no_chunks_have_no_texts(self) -> None:
        assert texts_of([]) == []

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("Stay outside.Shoes too", "Stay outside. Shoes too"),
            ("the endThe beginning", "the end The beginning"),
            ("la fin)Été", "la fin) Été"),
            ("room 12Door", "room 12 Door"),
            ("the PW-2200 and USB-C", "the PW-2200 and USB-C"),
            ("12.50 EUR at 10:30", "12.50 EUR at 10:30"),
            ("ABC and iOS", "ABC and iOS"),
        ],
    )
    def test_lost_blanks_are_put_back(self, text: str, expected: str) -> None:
        assert spaced(text) == expected
        assert texts_of(chunks("Tea", text))[0] == expected


class TestVectors:
    def test_a_vector_is_drawn_towards_that_of_its_title(self, cache: VectorCache) -> None:
        keep(cache, {"Rule.": EAST, "Other.": NORTH, "Tea": NORTH})
        found = vectors_of(chunks("Tea", "Tea\nRule.", "Tea\nOther."), cache)
        length = np.hypot(1, TITLE_SHARE)
        assert np.allclose(found, [[1 / length, TITLE_SHARE / length], NORTH])
        assert found.dtype == np.float32

    def test_every_vector_has_length_one_or_zero(self, cache: VectorCache) -> None:
        keep(cache, {"Rule.": ZERO, "Tea": EAST, "Void.": ZERO, "Nothing": ZERO})
        assert np.array_equal(vectors_of(chunks("Tea", "Rule."), cache), [EAST])
        assert np.array_equal(vectors_of(chunks("Nothing", "Void."), cache), [ZERO])

    def test_no_chunks_have_no_vectors(self, cache: VectorCache) -> None:
        assert len(vectors_of([], cache)) == 0

    def test_a_title_that_is_missing_is_a_key_error(self, cache: VectorCache) -> None:
        keep(cache, {"Rule.": EAST})
        with pytest.raises(KeyError):
            vectors_of(chunks("Tea", "Rule."), cache)


class TestEmbedMissing:
    def test_only_what_is_missing_is_embedded_and_each_text_once(self, cache: VectorCache) -> None:
        keep(cache, {"b": EAST})
        asked: list[str] = []
        assert sum(embed_missing(["a", "b", "c", "a"], cache, backwards(asked))) == 2
        assert asked == ["a", "c"]
        assert np.array_equal(cache.load(["a", "b", "c"]), np.array([[0, 1], EAST, [1, 1]]))

    def test_the_places_say_which_vector_is_whose(self, cache: VectorCache) -> None:
        batches = [([2, 0], np.array([NORTH, EAST], np.float32)), ([1], np.array([ZERO], np.float32))]
        assert [*embed_missing(["a", "b", "c"], cache, lambda _: batches)] == [2, 1]
        assert np.array_equal(cache.load(["a", "b", "c"]), np.array([EAST, ZERO, NORTH]))

    def test_with_nothing_missing_the_embedder_is_not_even_called(self, cache: VectorCache) -> None:
        keep(cache, {"a": EAST})
        assert [*embed_missing(["a"], cache, lambda _: pytest.fail("it was called"))] == []

    def test_every_batch_is_kept_before_the_next_one_is_made(self, cache: VectorCache) -> None:
        numbers = embed_missing(["a", "b"], cache, backwards([]))
        assert next(numbers) == 1
        assert [*cache.missing(["a", "b"]).values()] == ["a"]


def backwards(asked: list[str]) -> EmbedPassages:
    """An embedder that makes batches of one text, the last first, of its place and a one."""

    def embed(texts: Sequence[str]) -> Iterator[tuple[Sequence[int], Vectors]]:
        asked.extend(texts)
        for place in reversed(range(len(texts))):
            yield [place], np.array([[place, 1]], np.float32)

    return embed
