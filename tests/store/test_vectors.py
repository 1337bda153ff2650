"""Vector search in a small index: all vectors are compared, filters come first, and another process's change is seen."""

import math
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policy_assistant.errors import IndexMismatchError, InputRefusedError
from policy_assistant.filters import Filters
from policy_assistant.store.sqlite import Store
from policy_assistant.store.vector_codes import Floats
from policy_assistant.store.vector_table import count_vectors, remove_vectors, vector_problems
from policy_assistant.store.vectors import VectorIndex, add_vectors
from tests.store.samples import document, metadata
from tests.store.vector_samples import brute_force, chunk_rows, open_index, publish_vectors, raise_generation, texts, unit

EAST, NORTH, UP = unit(1, 0, 0), unit(0, 1, 0), unit(0, 0, 1)
ALL = Filters()

LABELS = ("public", "staff")
DAYS = ("2025-12-31", "2026-01-01", "2026-06-30")
vectors = st.sampled_from([EAST, NORTH, UP, -EAST, unit(1, 1, 0), unit(1, 2, 3), unit(3, -1, 2), np.zeros(3, np.float32), None])
days = st.sampled_from(("", *DAYS))
documents = st.lists(st.tuples(st.sampled_from(LABELS), days, days, st.lists(vectors, min_size=1, max_size=4)), min_size=1, max_size=8)
any_filters = st.builds(
    Filters, st.sampled_from((None, *DAYS)), st.sampled_from((None, frozenset({"public"}), frozenset(LABELS), frozenset()))
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_index(tmp_path / "index.sqlite", texts("a", 3), texts("b", 2, access="staff")) as store:
        yield store


@settings(max_examples=40, deadline=None)
@given(documents, st.sampled_from([EAST, unit(1, 2, 3), unit(-3, 0, 1)]), st.integers(1, 12), any_filters)
def test_the_ranking_is_that_of_brute_force_ties_included(
    drawn: Sequence[tuple[str, str, str, list[Floats | None]]], question: Floats, k: int, filters: Filters
) -> None:
    prepared = [texts(f"d{n}", len(of_chunks), *kind) for n, (*kind, of_chunks) in enumerate(drawn)]
    with TemporaryDirectory() as folder, open_index(Path(folder) / "index.sqlite", *prepared) as store:
        publish_vectors(store.conn, {f"d{n}": of_chunks for n, (*_, of_chunks) in enumerate(drawn)})
        index = VectorIndex(store.conn)
        found = index.search(question, k, filters)
        assert found == brute_force(store.conn, question, filters)[:k]
        assert index.scores(question, [chunk for chunk, _ in found]) == dict(found)
        assert vector_problems(store.conn) == []


def test_equal_vectors_have_equal_scores_wherever_they_stand_and_go_by_id(tmp_path: Path) -> None:
    chance = np.random.default_rng(1)
    same, question = unit(*chance.normal(size=33)), unit(*chance.normal(size=33))
    names = [f"d{n}" for n in range(37)]
    with open_index(tmp_path / "index.sqlite", *(texts(name, 1) for name in names)) as store:
        publish_vectors(store.conn, {name: [same] for name in names})
        found = VectorIndex(store.conn).search(question, 20, ALL)
        ids = dict(store.conn.execute("SELECT id, chunk_id FROM chunks"))
    assert len({score for _, score in found}) == 1
    assert [ids[chunk] for chunk, _ in found] == sorted(ids.values())[:20]


def test_scores_closer_than_the_sums_of_a_matrix_product_are_ranked_right(tmp_path: Path) -> None:
    """Every vector is made of the same numbers, and the question's are all equal: only the last digits differ."""
    chance = np.random.default_rng(2)
    numbers, question = unit(*chance.normal(size=64)), unit(*[1] * 64)
    with open_index(tmp_path / "index.sqlite", texts("a", 60)) as store:
        publish_vectors(store.conn, {"a": [chance.permutation(numbers) for _ in range(60)]})
        assert VectorIndex(store.conn).search(question, 10, ALL) == brute_force(store.conn, question, ALL)[:10]


def test_labels_stay_with_their_chunks_whatever_the_order_of_rows(store: Store) -> None:
    store.conn.execute("UPDATE chunks SET id = id + 1000 WHERE document = (SELECT min(id) FROM documents)")
    publish_vectors(store.conn, {"a": [EAST, NORTH, UP], "b": [EAST, UP]})
    staff = Filters(None, frozenset({"staff"}))
    assert VectorIndex(store.conn).search(EAST, 9, staff) == brute_force(store.conn, EAST, staff)


def test_an_index_without_vectors_finds_nothing(store: Store) -> None:
    assert VectorIndex(store.conn).search(EAST, 5, ALL) == []
    assert VectorIndex(store.conn).scores(EAST, [1, 2]) == {}
    assert count_vectors(store.conn) == (0, 5)


def test_chunks_without_a_vector_are_counted_and_left_out(store: Store) -> None:
    publish_vectors(store.conn, {"a": [EAST, None, NORTH]})
    _, (first, second, third) = chunk_rows(store.conn, "a")
    index = VectorIndex(store.conn)
    assert index.search(EAST, 10, ALL) == [(first, 1.0), (third, 0.0)]
    assert index.scores(NORTH, [first, second, third, 999]) == {first: 0.0, third: 1.0}
    assert count_vectors(store.conn) == (2, 3)


def test_a_zero_vector_scores_zero_and_as_a_question_finds_nothing(store: Store) -> None:
    publish_vectors(store.conn, {"a": [np.zeros(3, np.float32), EAST, -EAST]})
    _, (nothing, best, worst) = chunk_rows(store.conn, "a")
    index = VectorIndex(store.conn)
    assert index.search(EAST, 3, ALL) == [(best, 1.0), (nothing, 0.0), (worst, -1.0)]
    assert index.search(np.zeros(3, np.float32), 3, ALL) == []


@pytest.mark.parametrize("k", [0, -1])
def test_less_than_one_hit_is_none(store: Store, k: int) -> None:
    publish_vectors(store.conn, {"a": [EAST, NORTH, UP]})
    assert VectorIndex(store.conn).search(EAST, k, ALL) == []


def test_the_filter_comes_before_the_best_are_taken(store: Store) -> None:
    publish_vectors(store.conn, {"a": [NORTH, NORTH, NORTH], "b": [EAST, UP]})
    _, allowed = chunk_rows(store.conn, "b")
    assert VectorIndex(store.conn).search(NORTH, 2, Filters(None, frozenset({"staff"}))) == sorted(
        ((chunk, 0.0) for chunk in allowed),
        key=lambda item: str(store.conn.execute("SELECT chunk_id FROM chunks WHERE id = ?", item[:1]).fetchone()[0]),
    )


def test_a_type_and_a_language_come_before_the_best_are_taken(tmp_path: Path) -> None:
    kinds = {"policy": ("policy", "en"), "aide": ("help", "fr"), "help": ("help", "en")}
    documents = [document(replace(metadata(name), doc_type=kind, language=language), name) for name, (kind, language) in kinds.items()]
    with open_index(tmp_path / "index.sqlite", *documents) as store:
        publish_vectors(store.conn, {"policy": [EAST], "aide": [unit(1, 2, 3)], "help": [NORTH]})

        def best(**only: Any) -> list[str]:
            return [chunk.doc_id for chunk, _ in store.search_vectors(EAST, 1, Filters(**only))]

        assert best() == ["policy"]
        assert best(doc_type="help") == ["aide"]
        assert best(doc_type="help", language="en") == ["help"]
        assert best(doc_type="poem") == []


def test_a_change_by_another_connection_is_seen_at_the_next_search(store: Store) -> None:
    publish_vectors(store.conn, {"a": [EAST, NORTH, UP]})
    with Store(store.path) as reader:
        index = VectorIndex(reader.conn)
        assert len(index.search(EAST, 9, ALL)) == 3
        publish_vectors(store.conn, {"b": [EAST, EAST]})
        assert len(index.search(EAST, 9, ALL)) == 5
        with store.conn:
            store.conn.execute("BEGIN")
            remove_vectors(store.conn, chunk_rows(store.conn, "a")[0])
            raise_generation(store.conn)
        assert [chunk for chunk, _ in index.search(EAST, 9, ALL)] == sorted(chunk_rows(store.conn, "b")[1])


def test_nothing_is_read_again_while_the_index_stays(store: Store) -> None:
    publish_vectors(store.conn, {"a": [EAST, NORTH, UP]})
    index = VectorIndex(store.conn)
    index.search(EAST, 1, ALL)
    statements: list[str] = []
    store.conn.set_trace_callback(statements.append)
    index.search(NORTH, 1, ALL)
    assert [sql for sql in statements if "vector" in sql] == []


def test_a_removed_document_leaves_nothing(store: Store) -> None:
    publish_vectors(store.conn, {"a": [EAST, NORTH, UP], "b": [EAST, UP]})
    for name in ("a", "b"):
        remove_vectors(store.conn, chunk_rows(store.conn, name)[0])
    remove_vectors(store.conn, 999)
    assert [store.conn.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("vectors", "vector_documents")] == [0, 0]
    publish_vectors(store.conn, {"a": [unit(1, 0), unit(0, 1), unit(1, 1)]})
    assert count_vectors(store.conn) == (3, 2)


def test_numbers_are_stored_as_little_endian_float32(store: Store) -> None:
    publish_vectors(store.conn, {"a": [unit(3, 4), None, None]})
    blob = store.conn.execute("SELECT vector FROM vectors").fetchone()[0]
    assert struct.unpack("<2f", blob) == pytest.approx((0.6, 0.8))


@pytest.mark.parametrize(
    ("vector", "said"),
    [
        (np.array([math.nan, 1, 0], np.float32), "length nan; allowed: 1"),
        (np.array([math.inf, 0, 0], np.float32), "length inf"),
        (np.array([2, 0, 0], np.float32), "length 2; allowed: 1, or 0 for a text without content"),
        (np.array([[1, 0, 0]], np.float32), r"shape \(1, 3\); allowed: one row of 1 to 4096 numbers"),
        (np.array([], np.float32), r"shape \(0,\)"),
        (np.full(5_000, 1 / math.sqrt(5_000), np.float32), r"shape \(5000,\)"),
    ],
)
def test_a_vector_that_is_none_is_refused_and_nothing_stored(store: Store, vector: Floats, said: str) -> None:
    document, chunks = chunk_rows(store.conn, "a")
    with pytest.raises(InputRefusedError, match=said):
        add_vectors(store.conn, document, [(chunks[0], vector)])
    assert count_vectors(store.conn) == (0, 5)


def test_another_dimension_is_another_model(store: Store) -> None:
    publish_vectors(store.conn, {"a": [EAST, NORTH, UP]})
    document, chunks = chunk_rows(store.conn, "b")
    said = "a vector of 2 numbers came for an index whose vectors have 3"
    with pytest.raises(IndexMismatchError, match=said) as caught:
        add_vectors(store.conn, document, [(chunks[0], unit(1, 0))])
    assert "--rebuild" in caught.value.hint
    index = VectorIndex(store.conn)
    for search in (lambda: index.search(unit(1, 0), 1, ALL), lambda: index.scores(unit(1, 0), chunks)):
        with pytest.raises(IndexMismatchError, match=said):
            search()


def test_vectors_of_one_document_have_one_dimension(store: Store) -> None:
    document, chunks = chunk_rows(store.conn, "a")
    with pytest.raises(IndexMismatchError, match="of 2 numbers"):
        add_vectors(store.conn, document, [(chunks[0], EAST), (chunks[1], unit(1, 0))])


@pytest.mark.parametrize("question", [np.array([math.nan, 0, 0]), np.eye(3), np.array([math.inf, 0, 0])])
def test_a_question_must_be_one_row_of_finite_numbers(store: Store, question: Floats) -> None:
    publish_vectors(store.conn, {"a": [EAST, NORTH, UP]})
    with pytest.raises(InputRefusedError, match="not one row of finite numbers"):
        VectorIndex(store.conn).search(question, 1, ALL)


def test_a_document_without_vectors_is_not_listed(store: Store) -> None:
    add_vectors(store.conn, chunk_rows(store.conn, "a")[0], [])
    assert store.conn.execute("SELECT count(*) FROM vector_documents").fetchone() == (0,)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("INSERT INTO vectors VALUES (999, zeroblob(12))", "1 vectors without a chunk"),
        ("DELETE FROM documents WHERE source = 'documents/b.md'", "1 lists of vectors without a document"),
        ("DELETE FROM vectors WHERE chunk = 1", "1 vectors more or less than the documents' lists name"),
        ("UPDATE vectors SET vector = zeroblob(8) WHERE chunk = 2", "1 vectors of another length than the first"),
        ("UPDATE vector_documents SET codes = zeroblob(1)", "2 documents whose codes do not fit their vectors"),
    ],
)
def test_problems_name_what_does_not_fit(store: Store, damage: str, said: str) -> None:
    publish_vectors(store.conn, {"a": [EAST, NORTH, UP], "b": [EAST, UP]})
    store.conn.execute(damage)
    assert said in vector_problems(store.conn)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("DELETE FROM vectors WHERE chunk = 1", "the documents name other vectors than there are"),
        ("UPDATE vectors SET vector = zeroblob(8) WHERE chunk = 2", "a vector has not 3 numbers"),
    ],
)
def test_damage_is_an_error_and_no_wrong_answer(store: Store, damage: str, said: str) -> None:
    publish_vectors(store.conn, {"a": [EAST, NORTH, UP]})
    store.conn.execute(damage)
    with pytest.raises(IndexMismatchError, match=said):
        VectorIndex(store.conn).search(EAST, 1, ALL)


def test_a_failed_load_is_tried_again(store: Store) -> None:
    publish_vectors(store.conn, {"a": [EAST, NORTH, UP]})
    index = VectorIndex(store.conn)
    blob = store.conn.execute("SELECT vector FROM vectors WHERE chunk = 2").fetchone()[0]
    store.conn.execute("UPDATE vectors SET vector = zeroblob(8) WHERE chunk = 2")
    for _ in range(2):
        with pytest.raises(IndexMismatchError):
            index.search(EAST, 1, ALL)
    store.conn.execute("UPDATE vectors SET vector = ? WHERE chunk = 2", (blob,))
    assert len(index.search(EAST, 3, ALL)) == 3


def test_adding_a_document_twice_is_refused_by_the_tables(store: Store) -> None:
    publish_vectors(store.conn, {"a": [EAST, NORTH, UP]})
    with pytest.raises(sqlite3.IntegrityError):
        publish_vectors(store.conn, {"a": [EAST, NORTH, UP]})


def test_tables_counts_and_problems_need_no_numpy() -> None:
    program = "import sys, policy_assistant.store.vector_table; print('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout == "False\n"
