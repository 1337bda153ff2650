"""Posting lists: the same rows and the same scores as FTS5 gives, whatever came and went; and what stands in for them when they lack."""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policy_assistant.filters import Filters
from policy_assistant.store import posting_build, posting_lists, posting_table, writing
from policy_assistant.store.base import PreparedDocument
from policy_assistant.store.fulltext import Fulltext
from policy_assistant.store.posting_lists import PostingIndex, PostingMatch
from policy_assistant.store.rows import where_of
from policy_assistant.store.sqlite import _KEYWORDS, Store
from policy_assistant.store.terms import CHUNK_TERMS, best_terms, term_scores
from policy_assistant.store.unit_scores import UnitIndex
from tests.store.samples import assert_whole, document, metadata, update

WORDS = ("tea", "pot", "cup", "jug", "the", "Été", "lid_box", "rare")
FILTERS = (
    Filters(),
    Filters("2026-03-01"),
    Filters(None, frozenset({"staff"})),
    Filters("2026-03-01", frozenset({"public"}), language="en"),
    Filters(None, frozenset()),
)


@pytest.fixture(autouse=True)
def small_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few chunks are many, and a word in three has a list."""
    monkeypatch.setattr(posting_table, "POSTINGS_FROM", 1)
    monkeypatch.setattr(posting_build, "POSTINGS_FROM", 1)
    monkeypatch.setattr(posting_build, "LISTED_FROM", 3)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "index.sqlite") as store:
        yield store


def made(chance: random.Random, name: str) -> PreparedDocument:
    """A document of up to six short chunks; some words stand in nearly all of them."""
    texts = [
        " ".join(chance.choices(WORDS, weights=(9, 5, 3, 2, 40, 3, 2, 1), k=chance.randint(1, 9))) for _ in range(chance.randint(1, 6))
    ]
    access, start = chance.choice(("public", "staff")), chance.choice(("", "2026-01-01", "2026-06-01"))
    return document(metadata(name, access=access, effective_from=start), *texts)


def lists(store: Store, filters: Filters) -> PostingMatch:
    found = PostingIndex(store.conn).match(filters)
    assert found is not None
    return found


def assert_same(store: Store, asked: Sequence[str], k: int) -> None:
    """What posting lists give is what FTS5 gives, to the last bit."""
    rowids = [row[0] for row in store.conn.execute("SELECT id FROM chunks")]
    for filters in FILTERS:
        by_lists, plain = lists(store, filters), Fulltext(store.conn, *where_of(filters))
        lowered = [word.lower() for word in asked if word.isascii() and "_" not in word]
        for table, words in ((_KEYWORDS, asked), (CHUNK_TERMS, lowered)):
            assert by_lists.best(table, words, k) == plain.best(table, words, k)
            assert by_lists.scores(table, words, rowids) == plain.scores(table, words, rowids)
            assert by_lists.frequent(table, words) == plain.frequent(table, words)
            assert by_lists.count(table, words, 5) == plain.count(table, words, 5)
        assert best_terms(UnitIndex(store.conn), by_lists, lowered, k) == best_terms(UnitIndex(store.conn), plain, lowered, k)
        assert term_scores(UnitIndex(store.conn), by_lists, lowered, rowids) == term_scores(UnitIndex(store.conn), plain, lowered, rowids)
        assert by_lists.allowed(20) == plain.allowed(20)


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    asked=st.lists(st.sampled_from((*WORDS, "absent", "tea pot", "+", "")), max_size=5),
    k=st.integers(0, 12),
    changes=st.integers(0, 3),
)
def test_rows_and_scores_are_those_of_fts5_after_any_changes(seed: int, asked: list[str], k: int, changes: int) -> None:
    chance = random.Random(seed)
    with TemporaryDirectory() as folder, Store.open(Path(folder) / "index.sqlite") as store:
        names = [f"d{n}" for n in range(chance.randint(1, 12))]
        store.publish(update(*(made(chance, name) for name in names)))
        for generation in range(1, changes + 1):
            leaves = chance.choice(names)
            store.publish(update(made(chance, leaves), made(chance, f"new{generation}"), generation=generation, removed=[leaves]))
            names.append(f"new{generation}")
        assert posting_table.posting_problems(store.conn) == []
        assert_same(store, asked, k)
        assert_whole(store)


def test_frequent_words_are_looked_up_for_those_that_can_still_win(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The long list of `the` is never summed up: nobody without `rare` can be first."""
    texts = ["the tea"] * 60 + ["rare the the", "rare rare"]
    store.publish(update(document(metadata("all"), *texts)))
    summed: list[int] = []
    part = posting_lists._Scorer._part

    def seen(self: posting_lists._Scorer, word: str, rows: posting_lists.Rows, counts: posting_lists.Counts) -> posting_lists.Scores:
        summed.append(len(rows))
        return part(self, word, rows, counts)

    monkeypatch.setattr(posting_lists._Scorer, "_part", seen)
    found = lists(store, Filters()).best(_KEYWORDS, ["the", "rare"], 1)
    assert found == Fulltext(store.conn).best(_KEYWORDS, ["the", "rare"], 1)
    assert max(summed) == 2


def test_a_word_that_is_asked_twice_counts_twice(store: Store) -> None:
    """Counted once, `tea` could not lift its chunks over those with `rare`."""
    store.publish(update(document(metadata("all"), *["jug pot"] * 40, *["rare"] * 3, *["tea"] * 4)))
    assert_same(store, ["rare", "tea", "tea"], 3)
    assert {chunk.text for chunk, _ in store.search_text(["rare", "tea", "tea"], 3, Filters())} == {"tea"}


def test_a_later_change_adds_a_segment_and_a_large_one_makes_all_anew(store: Store) -> None:
    segments = "SELECT id, last FROM posting_segments ORDER BY id"
    store.publish(update(document(metadata("a"), *["tea the"] * 20)))
    store.publish(update(document(metadata("b"), "tea", "pot"), generation=1))
    assert store.conn.execute(segments).fetchall() == [(1, 20), (2, 22)]
    store.publish(update(document(metadata("c"), *["tea jug"] * 9), generation=2))
    assert store.conn.execute(segments).fetchall() == [(1, 31)]
    assert_same(store, ["tea", "jug"], 40)


def test_a_rowid_that_a_list_has_is_not_given_out_again(store: Store) -> None:
    """The last document leaves, and another comes: its chunks are not taken for those of the first."""
    store.publish(update(document(metadata("a"), *["tea the"] * 20)))
    store.publish(update(document(metadata("b"), "tea", "tea"), generation=1))
    store.publish(update(document(metadata("c"), "pot", "pot"), generation=2, removed=["b"]))
    assert [row[0] for row in store.conn.execute("SELECT id FROM chunks ORDER BY id")][-2:] == [23, 24]
    assert_same(store, ["tea", "pot"], 40)


def test_without_numpy_lists_go_stale_and_fts5_answers(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.publish(update(document(metadata("a"), *["tea the"] * 20)))
    monkeypatch.setattr(writing, "find_spec", lambda name: None)
    store.publish(update(document(metadata("b"), "tea pot"), generation=1))
    assert PostingIndex(store.conn).match(Filters()) is None
    assert [chunk.text for chunk, _ in store.search_text(["pot"], 3, Filters())] == ["tea pot"]
    assert store.problems() == []


def test_an_index_that_has_become_small_has_no_lists(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.publish(update(document(metadata("a"), *["tea the"] * 20), document(metadata("b"), "tea")))
    monkeypatch.setattr(posting_table, "POSTINGS_FROM", 9)
    monkeypatch.setattr(posting_build, "POSTINGS_FROM", 9)
    store.publish(update(generation=1, removed=["a"]))
    assert not posting_table.has_postings(store.conn)
    assert [chunk.text for chunk, _ in store.search_text(["tea"], 3, Filters())] == ["tea"]


def test_a_word_very_often_in_one_chunk_is_counted_in_full(store: Store) -> None:
    store.publish(update(document(metadata("a"), " ".join(["tea"] * 700), "tea pot", "tea", "pot", "pot", "pot")))
    assert_same(store, ["tea", "pot"], 9)


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        ("UPDATE postings SET counts = x'01' WHERE source = 'keyword_index'", "posting lists whose rows and counts are not as many"),
        ("DELETE FROM postings WHERE word = 'tea'", "segments with more or fewer posting lists than they say"),
        ("DELETE FROM posting_segments", "posting lists of no segment"),
    ],
)
def test_damage_is_named(store: Store, damage: str, problem: str) -> None:
    store.publish(update(document(metadata("a"), *["tea the"] * 20)))
    store.conn.execute(damage)
    assert any(problem in found for found in store.problems())


def test_sizes_of_chunks_are_read_as_fts5_writes_them() -> None:
    numbers = [0, 1, 127, 128, 300, 16_383, 16_384, 2_000_000]
    blob = b"".join(
        bytes((n >> 7 * back & 0x7F) | (0x80 if back else 0) for back in reversed(range(max(1, -(-n.bit_length() // 7))))) for n in numbers
    )
    assert posting_build._varints(blob).tolist() == numbers
    assert np.array_equal(posting_build._varints(b""), [])
