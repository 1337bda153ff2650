"""The cache of vectors: what it gives back, and what becomes of it when it is damaged, held by others, or old."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from policy_assistant import vector_cache
from policy_assistant.errors import PolicyAssistantError, StoreBusyError
from policy_assistant.store.connection import PAGE_SIZE
from policy_assistant.vector_cache import KEPT_DAYS, VectorCache

TEXTS = [f"Shelf {number}" for number in range(1_200)]
VECTORS = np.random.default_rng(1).normal(size=(1_200, 8)).astype(np.float32)


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[VectorCache]:
    with closing(VectorCache(tmp_path, "model|1")) as cache:
        yield cache


def filled(folder: Path, number: int = len(TEXTS)) -> Path:
    """A closed cache with the first texts; its file."""
    with closing(VectorCache(folder, "model|1")) as cache:
        cache.keep(TEXTS[:number], VECTORS[:number])
    return folder / "vectors.sqlite"


def test_what_is_kept_comes_back_row_by_row_in_the_order_asked_for(cache: VectorCache) -> None:
    cache.keep(TEXTS, VECTORS)
    asked = [*reversed(range(len(TEXTS))), 7, 7]
    assert np.array_equal(cache.load([TEXTS[n] for n in asked]), VECTORS[asked])


def test_the_missing_are_named_once_and_in_order(cache: VectorCache) -> None:
    cache.keep(TEXTS[:600], VECTORS[:600])
    asked = [TEXTS[900], TEXTS[1], TEXTS[700], TEXTS[900], TEXTS[599], ""]
    assert [*cache.missing(asked).values()] == [TEXTS[900], TEXTS[700], ""]
    assert [*cache.missing(TEXTS).values()] == TEXTS[600:]


def test_a_text_that_is_not_kept_is_a_key_error(cache: VectorCache) -> None:
    cache.keep(TEXTS[:2], VECTORS[:2])
    with pytest.raises(KeyError):
        cache.load(TEXTS[:3])


def test_a_text_kept_again_has_its_last_vector(cache: VectorCache) -> None:
    cache.keep(TEXTS[:1], VECTORS[:1])
    cache.keep(TEXTS[:1], VECTORS[1:2])
    assert np.array_equal(cache.load(TEXTS[:1]), VECTORS[1:2])


def test_odd_texts_are_texts(cache: VectorCache) -> None:
    odd = ["", "\0", "lone \ud800 surrogate", "a\0b", "a", "été", "e\u0301te\u0301"]
    cache.keep(odd, VECTORS[: len(odd)])
    assert np.array_equal(cache.load(odd), VECTORS[: len(odd)])


def test_a_batch_is_kept_whole_or_not_at_all(cache: VectorCache) -> None:
    with pytest.raises(ValueError, match="zip"):
        cache.keep(TEXTS[:3], VECTORS[:2])
    assert len(cache.missing(TEXTS[:3])) == 3
    cache.keep(TEXTS[:3], VECTORS[:3])
    assert not cache.missing(TEXTS[:3])


@pytest.mark.parametrize("other", ["model|2", "other|1", "model"])
def test_another_model_or_revision_shares_nothing(tmp_path: Path, other: str) -> None:
    filled(tmp_path, 2)
    with closing(VectorCache(tmp_path, other)) as cache:
        assert len(cache.missing(TEXTS[:2])) == 2
        cache.keep(TEXTS[:2], VECTORS[2:4])
    with closing(VectorCache(tmp_path, "model|1")) as cache:
        assert np.array_equal(cache.load(TEXTS[:2]), VECTORS[:2])


def test_every_batch_is_there_for_the_next_process_at_once(cache: VectorCache, tmp_path: Path) -> None:
    cache.keep(TEXTS[:2], VECTORS[:2])
    with closing(VectorCache(tmp_path, "model|1")) as other:
        assert np.array_equal(other.load(TEXTS[:2]), VECTORS[:2])


def test_a_vector_takes_little_more_room_than_its_numbers(tmp_path: Path) -> None:
    """With 4,096 bytes a page, or without rowids, it takes twice as much and more."""
    vectors = np.zeros((len(TEXTS), 512), np.float32)
    with closing(VectorCache(tmp_path, "model|1")) as cache:
        cache.keep(TEXTS, vectors)
    assert (tmp_path / "vectors.sqlite").stat().st_size < 1.5 * vectors.nbytes


class TestAge:
    def test_what_was_not_used_for_long_leaves(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        filled(tmp_path, 2)
        pass_days(monkeypatch, KEPT_DAYS + 1)
        with closing(VectorCache(tmp_path, "other|1")) as cache:
            cache.prune()
        with closing(VectorCache(tmp_path, "model|1")) as cache:
            assert len(cache.missing(TEXTS[:2])) == 2

    def test_what_was_asked_for_stays(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        filled(tmp_path, 2)
        pass_days(monkeypatch, KEPT_DAYS)
        with closing(VectorCache(tmp_path, "model|1")) as cache:
            assert not cache.missing(TEXTS[:1])
        pass_days(monkeypatch, 1)
        with closing(VectorCache(tmp_path, "model|1")) as cache:
            cache.prune()
            assert [*cache.missing(TEXTS[:2]).values()] == TEXTS[1:2]


def pass_days(monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    now = time.time() + days * 86_400
    monkeypatch.setattr(time, "time", lambda: now)


def _no_database(path: Path) -> None:
    path.write_bytes(b"These are my notes, not a database.\n" * 200)


def _cut_in_the_header(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:50])


@pytest.mark.parametrize("damage", [_no_database, _cut_in_the_header])
def test_a_file_that_is_no_cache_is_begun_anew(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    damage(filled(tmp_path))
    with closing(VectorCache(tmp_path, "model|1")) as cache:
        assert len(cache.missing(TEXTS[:5])) == 5
        cache.keep(TEXTS[:5], VECTORS[:5])
        assert np.array_equal(cache.load(TEXTS[:5]), VECTORS[:5])


def damaged_inside(folder: Path) -> Path:
    """A cache that opens, but most of whose pages are nonsense."""
    path = filled(folder)
    data = bytearray(path.read_bytes())
    half = len(data) // PAGE_SIZE // 2 * PAGE_SIZE
    data[half:] = b"\x7f" * (len(data) - half)
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("use", [lambda cache: cache.missing(TEXTS), lambda cache: cache.load(TEXTS), lambda cache: cache.prune()])
def test_damage_found_later_is_said_and_the_next_run_begins_anew(tmp_path: Path, use: Callable[[VectorCache], object]) -> None:
    path = damaged_inside(tmp_path)
    with closing(VectorCache(tmp_path, "model|1")) as cache, pytest.raises(PolicyAssistantError, match="were damaged") as caught:
        use(cache)
    assert (caught.value.hint, str(path) in str(caught.value)) == ("run the ingest again", True)
    with closing(VectorCache(tmp_path, "model|1")) as cache:
        assert len(cache.missing(TEXTS)) == len(TEXTS)


@pytest.mark.parametrize("use", [lambda cache: cache.keep(TEXTS[:1], VECTORS[:1]), lambda cache: cache.prune()])
def test_a_file_that_another_process_writes_is_busy_and_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, use: Callable[[VectorCache], object]
) -> None:
    monkeypatch.setattr(vector_cache, "BUSY_SECONDS", 0.01)
    path = filled(tmp_path, 2)
    with closing(VectorCache(tmp_path, "model|1")) as cache, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusyError, match="in use by another ingest"):
            use(cache)
        assert np.array_equal(cache.load(TEXTS[:2]), VECTORS[:2])
        other.execute("ROLLBACK")
        use(cache)


def test_a_file_held_from_the_beginning_is_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_cache, "BUSY_SECONDS", 0.01)
    path = filled(tmp_path, 2)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreBusyError):
            VectorCache(tmp_path, "model|1")
    assert path.exists()


def test_a_file_that_cannot_be_used_says_what_to_look_at(tmp_path: Path) -> None:
    (tmp_path / "vectors.sqlite").mkdir()
    with pytest.raises(PolicyAssistantError, match=r"vectors\.sqlite cannot be used") as caught:
        VectorCache(tmp_path, "model|1")
    assert "it is only a cache" in caught.value.hint
