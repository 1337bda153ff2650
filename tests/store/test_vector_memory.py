"""What is kept in memory: spans of rows that filters allow, and the choice of about the best of many estimates."""

import sqlite3
from collections.abc import Sequence
from itertools import accumulate, pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.filters import Filters
from policy_assistant.store import vector_memory
from policy_assistant.store.vector_codes import SPAN_ROWS, Codes, encode, rows_at, rows_of
from policy_assistant.store.vector_memory import SPAN_VECTORS, Listing, WholeVectors, _about_best, load
from tests.store.test_vectors import any_filters, days
from tests.store.test_vectors_coded import coded, cornered
from tests.store.vector_samples import open_index, publish_vectors, texts

MANY = vector_memory._SAMPLED_FROM


def listing(kinds: Sequence[tuple[str, ...]], sizes: Sequence[int]) -> Listing:
    """So many rows of each kind."""
    return Listing(np.arange(sum(sizes)), kinds, list(accumulate(sizes)))


@given(
    st.lists(
        st.tuples(st.tuples(st.sampled_from(("public", "staff", "board")), days, days), st.integers(1, 4)), unique_by=lambda one: one[0]
    ),
    any_filters,
)
def test_the_spans_are_the_rows_that_the_filters_allow(drawn: Sequence[tuple[tuple[str, ...], int]], filters: Filters) -> None:
    rows = [kind for kind, size in drawn for _ in range(size)]
    spans = listing([kind for kind, _ in drawn], [size for _, size in drawn]).allowed(filters)
    assert rows_of(spans).tolist() == [row for row, kind in enumerate(rows) if filters.allow(*kind)]
    assert all(end < start for (_, end), (start, _) in pairwise(spans))


def test_the_rows_of_a_filter_are_sought_once_and_only_some_filters_are_remembered() -> None:
    found = listing([("public", "", "")], [3])
    first = found.allowed(Filters())
    assert found.allowed(Filters()) is first
    for day in range(1, 2 * vector_memory._FILTERS_KEPT):
        assert found.allowed(Filters(f"2026-01-{day % 28 + 1:02}", frozenset({"public", str(day)}))) == [(0, 3)]
    assert len(found._spans) <= vector_memory._FILTERS_KEPT
    assert found.allowed(Filters(None, frozenset({"staff"}))) == []


def test_the_rows_at_positions_are_those_of_the_spans() -> None:
    spans = [(2, 5), (9, 10), (20, 24)]
    positions = np.array([0, 2, 3, 4, 7])
    assert rows_at(spans, positions).tolist() == rows_of(spans)[positions].tolist() == [2, 4, 9, 20, 23]


@pytest.mark.parametrize("step", [10, 4 * SPAN_ROWS])
def test_estimates_of_spans_are_those_of_all_rows(step: int) -> None:
    """Many short spans are taken out of a scan of all rows, few long ones are scanned alone."""
    vectors = cornered(12 * SPAN_ROWS, seed=1)
    centre = vectors.mean(axis=0)
    codes, factors = encode(vectors, centre)
    held = Codes.of(codes.tobytes(), factors.astype("<f4").tobytes(), centre)
    spans = [(start, start + step // 2) for start in range(0, len(vectors), step)]
    every = held.rough(vectors[5], [(0, len(vectors))])
    assert held.rough(vectors[5], spans).tolist() == every[rows_of(spans)].tolist()


@pytest.mark.parametrize("step", [10, 4 * SPAN_VECTORS])
def test_whole_vectors_of_spans_are_compared_alike(step: int) -> None:
    """One by one where they are long, and all at once where they are short."""
    vectors = cornered(12 * SPAN_VECTORS, seed=5)
    spans = [(start, start + step // 2) for start in range(0, len(vectors), step)]
    memory = WholeVectors(listing([("public", "", "")], [len(vectors)]), vectors)
    chunks, _ = memory.choose(sqlite3.connect(":memory:"), vectors[3], 4, spans)
    rows = rows_of(spans)
    assert {3, *rows[np.argsort(-(vectors[rows] @ vectors[3]))][:4].tolist()} <= set(chunks.tolist())
    assert len(chunks) < 10


def test_about_the_best_of_many_are_all_the_best_and_little_else() -> None:
    estimates = np.random.default_rng(2).normal(size=MANY).astype(np.float32)
    rows = _about_best(estimates, 4_000)
    assert 3_000 <= len(rows) <= 6_000
    assert sorted(estimates[rows]) == sorted(estimates)[-len(rows) :]


@pytest.mark.parametrize("high", [0, 1])
def test_a_sample_that_misleads_is_not_followed(high: int) -> None:
    """Every sixteenth row, which the sample consists of, is far above or below all others."""
    estimates = np.random.default_rng(3).random(MANY).astype(np.float32)
    estimates[:: vector_memory._SAMPLED] += 2 * high - 1
    rows = _about_best(estimates, 4_000)
    assert len(rows) == 4_000
    assert estimates[rows].min() == sorted(estimates)[-4_000]


def test_equal_estimates_give_as_many_as_asked_for() -> None:
    assert len(_about_best(np.ones(MANY, np.float32), 4_000)) == 4_000


def test_pages_are_kept_where_vectors_are_read_from_the_file(tmp_path: Path) -> None:
    with coded(20, 10), open_index(tmp_path / "index.sqlite", texts("a", 4)) as store:
        publish_vectors(store.conn, {"a": list(cornered(4, seed=4))})
        load(store.conn)
        assert store.conn.execute("PRAGMA cache_size").fetchone()[0] == -vector_memory._PAGES_KIB
