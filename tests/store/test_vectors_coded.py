"""Vector search in a large index: codes choose the candidates, under the filter; scores stay those of the vectors."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policy_assistant.errors import IndexMismatchError
from policy_assistant.filters import Filters
from policy_assistant.store import vector_memory, vector_table
from policy_assistant.store.sqlite import Store
from policy_assistant.store.vector_codes import Floats
from policy_assistant.store.vector_memory import CodedVectors, WholeVectors, load
from policy_assistant.store.vector_table import remove_vectors, vector_problems
from policy_assistant.store.vectors import VectorIndex, complete_codes
from tests.store.test_vectors import any_filters, days
from tests.store.vector_samples import brute_force, chunk_rows, open_index, publish_vectors, raise_generation, recall, texts, unit

ALL = Filters()
NUMBER, A_DOCUMENT, DIMENSION = 4_000, 20, 96
FILTERS = {
    "none": ALL,
    "label": Filters(None, frozenset({"public"})),
    "date": Filters("2026-01-01"),
    "few": Filters("2026-01-01", frozenset({"board"})),
}


@contextmanager
def coded(shortlist: int, rescored: int) -> Iterator[None]:
    """Any index is large, and so many candidates are compared and scored however many hits are asked for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vector_table, "EXACT_NUMBERS", 0)
        patch.setattr(vector_memory, "SHORTLIST", shortlist)
        patch.setattr(vector_memory, "RESCORED", rescored)
        patch.setattr(vector_memory, "_SCORED_A_HIT", 1)
        patch.setattr(vector_memory, "_LISTED_A_SCORED", 1)
        yield


def cornered(number: int, seed: int) -> Floats:
    """Vectors of 100 topics in one corner of the space, as those of models are: cosines between any two are about 0.8."""
    fixed = np.random.default_rng(0)
    corner, topics = fixed.normal(size=DIMENSION), fixed.normal(size=(100, DIMENSION))
    chance = np.random.default_rng(seed)
    made = 2.5 * corner + topics[chance.integers(0, 100, number)] + 0.7 * chance.normal(size=(number, DIMENSION))
    vectors: Floats = (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)
    return vectors


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """An index of 4,000 vectors; of its documents 60 % are public, 38 % staff, 2 % board, half of them in force."""
    chance = np.random.default_rng(3)
    names = [f"d{n}" for n in range(NUMBER // A_DOCUMENT)]
    labels = chance.choice(["public", "staff", "board"], p=[0.6, 0.38, 0.02], size=len(names)).tolist()
    labels[:2] = ["board", "board"]
    prepared = [
        texts(name, A_DOCUMENT, label, ("", "2026-02-01")[n % 2]) for n, (name, label) in enumerate(zip(names, labels, strict=True))
    ]
    vectors = cornered(NUMBER, seed=4).reshape(len(names), A_DOCUMENT, DIMENSION)
    with coded(1, 1), open_index(tmp_path_factory.mktemp("large") / "index.sqlite", *prepared) as store:
        publish_vectors(store.conn, {name: list(rows) for name, rows in zip(names, vectors, strict=True)})
        yield store


@pytest.mark.parametrize("name", FILTERS)
def test_the_best_are_found_under_every_filter(large: Store, name: str) -> None:
    with coded(shortlist=300, rescored=80):
        index = VectorIndex(large.conn)
        questions = cornered(40, seed=5)
        found = [index.search(question, 10, FILTERS[name]) for question in questions]
    best = [brute_force(large.conn, question, FILTERS[name])[:10] for question in questions]
    assert recall(found, best) >= 0.97
    assert all(score == dict(brute_force(large.conn, questions[0], FILTERS[name]))[chunk] for chunk, score in found[0])


def test_the_index_is_large_and_whole(large: Store) -> None:
    with coded(1, 1):
        assert isinstance(load(large.conn), CodedVectors)
        assert vector_problems(large.conn) == []


def test_more_hits_than_usual_candidates_come_in_full(large: Store) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vector_table, "EXACT_NUMBERS", 0)
        index = VectorIndex(large.conn)
        for k in (600, 2_500, NUMBER):
            assert len(index.search(cornered(1, seed=6)[0], k, ALL)) == k
        assert len(index.search(cornered(1, seed=6)[0], NUMBER + 1, ALL)) == NUMBER


def test_a_small_share_is_scored_in_full(large: Store) -> None:
    """The filter leaves fewer rows than are scored: the ranking is exact."""
    question = cornered(1, seed=7)[0]
    best = brute_force(large.conn, question, FILTERS["few"])
    with coded(shortlist=len(best), rescored=len(best)):
        assert VectorIndex(large.conn).search(question, len(best), FILTERS["few"]) == best


numbers = st.lists(st.floats(-1, 1, width=16), min_size=5, max_size=5).filter(any).map(lambda drawn: unit(*drawn))


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(("public", "staff")), days, days, st.lists(numbers, min_size=1, max_size=5)), min_size=1, max_size=8
    ),
    numbers,
    st.integers(1, 8),
    any_filters,
)
def test_only_what_is_allowed_comes_with_exact_scores_in_order(
    drawn: Sequence[tuple[str, str, str, list[Floats]]], question: Floats, k: int, filters: Filters
) -> None:
    prepared = [texts(f"d{n}", len(of_chunks), *kind) for n, (*kind, of_chunks) in enumerate(drawn)]
    with TemporaryDirectory() as folder, coded(4, 2), open_index(Path(folder) / "index.sqlite", *prepared) as store:
        publish_vectors(store.conn, {f"d{n}": of_chunks for n, (*_, of_chunks) in enumerate(drawn)})
        found = VectorIndex(store.conn).search(question, k, filters)
        allowed = brute_force(store.conn, question, filters)
        assert vector_problems(store.conn) == []
    assert len(found) == min(k, len(allowed))
    assert found == [hit for hit in allowed if hit in found]


def test_a_change_by_another_connection_is_seen_at_the_next_search(tmp_path: Path) -> None:
    near, far = cornered(12, seed=8), cornered(3, seed=9)
    with coded(20, 10), open_index(tmp_path / "index.sqlite", texts("a", 12), texts("b", 3)) as store, Store(store.path) as reader:
        publish_vectors(store.conn, {"a": list(near)})
        index = VectorIndex(reader.conn)
        assert index.search(far[0], 3, ALL) == brute_force(store.conn, far[0], ALL)[:3]
        publish_vectors(store.conn, {"b": list(far)})
        assert index.search(far[0], 1, ALL)[0][0] == chunk_rows(store.conn, "b")[1][0]
        with store.conn:
            store.conn.execute("BEGIN")
            remove_vectors(store.conn, chunk_rows(store.conn, "a")[0])
            complete_codes(store.conn)
            raise_generation(store.conn)
        assert index.search(near[0], 9, ALL) == brute_force(store.conn, near[0], ALL)
        assert len(brute_force(store.conn, near[0], ALL)) == 3


def centre(store: Store) -> tuple[int, bytes] | None:
    row: tuple[int, bytes] | None = store.conn.execute("SELECT vectors, centre FROM vector_centre").fetchone()
    return row


def test_the_centre_is_the_mean_and_is_kept_until_the_index_has_doubled(tmp_path: Path) -> None:
    vectors = cornered(12, seed=10)
    with coded(20, 10), open_index(tmp_path / "index.sqlite", texts("a", 4), texts("b", 4), texts("c", 4)) as store:
        publish_vectors(store.conn, {"a": list(vectors[:4])})
        first = centre(store)
        assert first is not None
        assert np.frombuffer(first[1], "<f4") == pytest.approx(vectors[:4].mean(axis=0), abs=1e-6)
        publish_vectors(store.conn, {"b": list(vectors[4:8])})
        assert centre(store) == first
        old = store.conn.execute("SELECT codes FROM vector_documents ORDER BY document").fetchall()
        publish_vectors(store.conn, {"c": list(vectors[8:])})
        second = centre(store)
        assert second is not None
        assert second[0] == 12
        assert np.frombuffer(second[1], "<f4") == pytest.approx(vectors.mean(axis=0), abs=1e-6)
        assert store.conn.execute("SELECT codes FROM vector_documents ORDER BY document").fetchall()[:2] != old
        assert vector_problems(store.conn) == []


def test_the_centre_goes_with_the_last_vectors(tmp_path: Path) -> None:
    with coded(20, 10), open_index(tmp_path / "index.sqlite", texts("a", 4)) as store:
        publish_vectors(store.conn, {"a": list(cornered(4, seed=11))})
        remove_vectors(store.conn, chunk_rows(store.conn, "a")[0])
        assert centre(store) is None
        publish_vectors(store.conn, {"a": [unit(1, 0), unit(0, 1), unit(1, 1), unit(1, 2)]})
        assert VectorIndex(store.conn).search(unit(0, 1), 4, ALL) == brute_force(store.conn, unit(0, 1), ALL)


def test_a_small_index_has_no_codes_and_gets_them_when_it_grows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vectors = list(cornered(8, seed=12))
    monkeypatch.setattr(vector_table, "EXACT_NUMBERS", 4 * DIMENSION)
    with open_index(tmp_path / "index.sqlite", texts("a", 4), texts("b", 4)) as store:
        publish_vectors(store.conn, {"a": vectors[:4]})
        assert isinstance(load(store.conn), WholeVectors)
        assert store.conn.execute("SELECT count(codes) FROM vector_documents").fetchone() == (0,)
        publish_vectors(store.conn, {"b": vectors[4:]})
        assert isinstance(load(store.conn), CodedVectors)
        assert VectorIndex(store.conn).search(vectors[5], 8, ALL) == brute_force(store.conn, vectors[5], ALL)


def test_forgotten_codes_are_a_problem_and_an_error(tmp_path: Path) -> None:
    with coded(20, 10), open_index(tmp_path / "index.sqlite", texts("a", 4)) as store:
        publish_vectors(store.conn, {"a": list(cornered(4, seed=13))})
        store.conn.execute("UPDATE vector_documents SET codes = NULL")
        assert vector_problems(store.conn) == ["1 documents whose vectors have no codes"]
        with pytest.raises(IndexMismatchError, match="not every vector has a code"):
            VectorIndex(store.conn).search(cornered(1, seed=13)[0], 1, ALL)
