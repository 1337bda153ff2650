"""Search by meaning: cosines, less what is only the language; worked by hand in two dimensions."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from policy_assistant.dense import LANGUAGE_SHARE, language_offsets, score_dense, search_dense
from policy_assistant.errors import IndexMismatchError, ModelError
from policy_assistant.filters import Filters
from policy_assistant.metadata import Chunk
from policy_assistant.store.sqlite import Store
from tests.retrieval import asked, indexed, prepared

EAST = asked("where?", [1.0, 0.0])
EVERYTHING = Filters()
LANGUAGES = ("en", "fr", "de")


def texts(found: Sequence[tuple[Chunk, float]]) -> list[str]:
    return [chunk.text for chunk, _ in found]


def scores(found: Sequence[tuple[Chunk, float]]) -> list[float]:
    return [score for _, score in found]


@pytest.fixture
def two(tmp_path: Path) -> Store:
    """English passages at cosines 1 and 0.6 (mean 0.8), French ones at 0.8 and 0 (mean 0.4)."""
    english = prepared("english", {"en 1": [1, 0], "en 0.6": [0.6, 0.8]})
    french = prepared("french", {"fr 0.8": [0.8, 0.6], "fr 0": [0, 1]}, language="fr")
    return indexed(tmp_path, english, french)


def test_in_one_language_scores_are_plain_cosines(tmp_path: Path) -> None:
    with indexed(tmp_path, prepared("a", {"far": [0, 1], "near": [1, 0], "between": [0.6, 0.8]})) as store:
        found = search_dense(store, EAST, 5, EVERYTHING)
        assert language_offsets(store, EAST) == {"en": 0.0}
    assert texts(found) == ["near", "between", "far"]
    assert scores(found) == [1.0, float.fromhex("0x1.333334p-1"), 0.0]


def test_three_quarters_of_a_languages_mean_is_taken_off(two: Store) -> None:
    with two:
        assert language_offsets(two, EAST) == pytest.approx({"en": 0.75 * (0.8 - 0.6), "fr": 0.75 * (0.4 - 0.6)})
        found = search_dense(two, EAST, 5, EVERYTHING)
    assert texts(found) == ["fr 0.8", "en 1", "en 0.6", "fr 0"]
    assert scores(found) == pytest.approx([0.95, 0.85, 0.45, 0.15])


def test_the_k_best_of_all_languages_are_taken(two: Store) -> None:
    with two:
        assert [texts(search_dense(two, EAST, k, EVERYTHING)) for k in (1, 3)] == [["fr 0.8"], ["fr 0.8", "en 1", "en 0.6"]]


def test_a_wanted_language_is_the_only_one(two: Store) -> None:
    with two:
        assert texts(search_dense(two, EAST, 5, Filters(language="fr"))) == ["fr 0.8", "fr 0"]
        assert search_dense(two, EAST, 5, Filters(language="it")) == []


def test_filters_hold_in_every_language_before_the_k_are_taken(tmp_path: Path) -> None:
    hidden = [prepared(f"h-{lang}", {f"h {lang}": [1, 0]}, language=lang, access="staff") for lang in ("en", "fr")]
    shown = [prepared(f"s-{lang}", {f"s {lang}": [0.6, 0.8]}, language=lang) for lang in ("en", "fr")]
    with indexed(tmp_path, *hidden, *shown) as store:
        found = search_dense(store, EAST, 2, Filters(labels=frozenset({"public"})))
    assert sorted(texts(found)) == ["s en", "s fr"]


@pytest.mark.parametrize("languages", [("en", "en"), ("en", "fr")])
def test_equal_scores_are_ordered_by_id(tmp_path: Path, languages: tuple[str, str]) -> None:
    documents = [prepared(f"d{n}", {f"t{n}": [0.6, 0.8]}, language=languages[n % 2]) for n in range(8)]
    with indexed(tmp_path, *documents) as store:
        found = search_dense(store, EAST, 8, EVERYTHING)
    assert [chunk.chunk_id for chunk, _ in found] == sorted(chunk.chunk_id for chunk, _ in found)


def test_a_chunk_without_a_vector_is_not_found_nor_scored(tmp_path: Path) -> None:
    with indexed(tmp_path, prepared("a", {"with": [1, 0]}), prepared("b", {"without": None}, language="fr")) as store:
        assert texts(search_dense(store, EAST, 5, EVERYTHING)) == ["with"]
        assert list(score_dense(store, EAST, store.chunks(), language_offsets(store, EAST)).values()) == [1.0]


def test_any_chunk_gets_the_score_that_the_search_gives_it(two: Store) -> None:
    with two:
        offsets = language_offsets(two, EAST)
        found = {chunk.chunk_id: score for chunk, score in search_dense(two, EAST, 5, EVERYTHING, offsets)}
        assert score_dense(two, EAST, two.chunks(), offsets) == found
        assert score_dense(two, EAST, [], offsets) == {}


def test_an_index_without_vectors_finds_nothing(tmp_path: Path) -> None:
    with indexed(tmp_path, prepared("a", {"text": None})) as store:
        assert language_offsets(store, EAST) == {}
        assert search_dense(store, EAST, 5, EVERYTHING) == []
        assert search_dense(store, EAST, 5, Filters(language="en")) == []


def test_a_question_of_zeros_finds_nothing(two: Store) -> None:
    with two:
        assert search_dense(two, asked("?", [0.0, 0.0]), 5, EVERYTHING) == []


def test_a_vector_of_another_length_is_named(two: Store) -> None:
    with two, pytest.raises(IndexMismatchError, match="the question's vector has 3 numbers, the vectors of the index have 2") as caught:
        search_dense(two, asked("?", [1.0, 0.0, 0.0]), 5, EVERYTHING)
    assert "start this program again" in caught.value.hint


def test_a_question_without_an_embedder_is_refused(two: Store) -> None:
    with two, pytest.raises(ModelError, match="needs an embedder"):
        search_dense(two, asked("?"), 5, EVERYTHING)


angles = st.lists(st.tuples(st.sampled_from(LANGUAGES), st.sampled_from([(1.0, 0.0), (0.6, 0.8), (0.8, -0.6), (-1.0, 0.0)])), min_size=2)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(angles)
def test_offsets_are_shares_of_the_means_and_nothing_on_average(
    tmp_path_factory: pytest.TempPathFactory, drawn: list[tuple[str, tuple[float, float]]]
) -> None:
    documents = [prepared(f"d{n}", {f"t{n}": vector}, language=language) for n, (language, vector) in enumerate(drawn)]
    with indexed(tmp_path_factory.mktemp("offsets"), *documents) as store:
        offsets = language_offsets(store, EAST)
    cosines = {language: [v[0] for lang, v in drawn if lang == language] for language in offsets}
    overall = sum(v[0] for _, v in drawn) / len(drawn)
    expected = {language: LANGUAGE_SHARE * (sum(own) / len(own) - overall) for language, own in cosines.items()}
    assert offsets == pytest.approx(expected, abs=1e-6)
    assert sum(offsets[language] for language, _ in drawn) == pytest.approx(0, abs=1e-5)
