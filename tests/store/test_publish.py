"""A change of the index: in every table or in none."""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from policy_assistant.errors import IndexMismatchError, StoreBusyError
from policy_assistant.filters import Filters
from policy_assistant.store import connection, vector_table
from policy_assistant.store.base import Embedding, FileState, PreparedDocument, Update
from policy_assistant.store.connection import PAGE_SIZE
from policy_assistant.store.sqlite import Store
from tests.store.samples import assert_whole, document, everything, metadata, update, with_hashes
from tests.store.vector_samples import unit

KETTLE = document(metadata("kettle"), "Descale the kettle.", "Never fill it.")
REFUND = document(metadata("refund", access="staff", effective_from="2026-01-01"), "Refunds take two days.")


OF_CHUNKS = ("chunks", "blocks", "keyword_index", "keyword_index_docsize", "chunk_terms_docsize", "chunk_units", "vectors")


@pytest.fixture(autouse=True)
def codes_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even the smallest index has codes."""
    monkeypatch.setattr(vector_table, "EXACT_NUMBERS", 0)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "index.sqlite") as store:
        yield store


def found(store: Store, *words: str) -> list[str]:
    return [chunk.text for chunk, _ in store.search_text(words, 10, Filters())]


def embedded(*added: PreparedDocument, generation: int = 0, removed: Iterable[str] = ()) -> Update:
    """A change whose documents have a vector a chunk."""
    with_vectors = [replace(made, vectors=[unit(1, n) for n in range(len(made.chunks))]) for made in added]
    return replace(update(*with_vectors, generation=generation, removed=removed), embedding=Embedding("known", "1", 2))


def sizes(store: Store) -> dict[str, int]:
    return {table: len(rows) for table, rows in everything(store).items() if table not in ("meta", "unit_counts", "unit_totals")}


def whole_sizes(documents: int, chunks: int, centres: int = 1) -> dict[str, int]:
    """The rows of every table, of chunks that have one sentence and a vector each, in one language."""
    of_documents, of_chunks = dict.fromkeys(("documents", "vector_documents"), documents), dict.fromkeys(OF_CHUNKS, chunks)
    return of_documents | of_chunks | {"vector_centre": centres, "vector_sums": 1 if chunks else 0}


def test_what_is_added_is_in_every_table(store: Store) -> None:
    assert store.publish(embedded(KETTLE, REFUND))["docs"] == (3, 0)
    assert sizes(store) == whole_sizes(documents=2, chunks=3)
    assert_whole(store)


def test_documents_chunks_and_blocks_come_back_as_they_were(store: Store) -> None:
    store.publish(update(REFUND, KETTLE))
    assert store.documents() == [KETTLE.document, REFUND.document]
    assert store.chunks() == [*KETTLE.chunks, *REFUND.chunks]
    assert store.chunks("refund") == [*REFUND.chunks]
    assert store.blocks("documents/kettle.md") == [replace(block, text="") for block in KETTLE.blocks]


def test_what_is_removed_leaves_every_table(store: Store) -> None:
    store.publish(embedded(KETTLE, REFUND))
    assert store.publish(embedded(generation=1, removed=["kettle"]))["docs"] == (0, 2)
    assert sizes(store) == whole_sizes(documents=1, chunks=1)
    assert found(store, "kettle", "fill") == []
    assert_whole(store)


def test_the_last_document_can_go_and_another_come(store: Store) -> None:
    store.publish(embedded(KETTLE))
    store.publish(embedded(generation=1, removed=["kettle"]))
    assert {table for table, rows in everything(store).items() if rows} == {"meta"}
    store.publish(embedded(REFUND, generation=2))
    assert found(store, "refunds") == ["Refunds take two days."]


def test_a_new_text_replaces_the_old_one_and_its_statistics(store: Store, tmp_path: Path) -> None:
    store.publish(update(KETTLE, REFUND))
    changed = document(metadata("kettle"), "Boil water in the kettle.")
    store.publish(update(changed, generation=1, removed=["kettle"]))
    assert found(store, "descale") == []
    with Store.open(tmp_path / "fresh.sqlite") as fresh:
        fresh.publish(update(changed, REFUND))
        for word in ("kettle", "refunds", "the"):
            assert store.search_text([word], 9, Filters()) == fresh.search_text([word], 9, Filters())


def test_replace_all_removes_what_is_not_named(store: Store) -> None:
    store.publish(update(KETTLE, REFUND))
    assert store.publish(update(REFUND, generation=1, replace_all=True))["docs"] == (1, 3)
    assert [d.metadata.doc_id for d in store.documents()] == ["refund"]
    assert_whole(store)


def test_removing_what_is_not_there_changes_nothing(store: Store) -> None:
    store.publish(update(KETTLE))
    before = everything(store)
    assert store.publish(update(generation=1, removed=["unknown"]))["docs"] == (0, 0)
    assert {**everything(store), "meta": before["meta"]} == before
    assert store.info().generation == 1


def test_the_generation_grows_with_every_change_and_only_then(store: Store) -> None:
    store.publish(update(KETTLE))
    store.publish(update(REFUND, generation=1))
    store.publish(update(generation=2))
    assert store.info().generation == 2


def test_a_touched_file_gets_a_new_time_and_a_flag_comes_and_goes(store: Store) -> None:
    store.publish(update(KETTLE))
    source = KETTLE.document.metadata.source
    store.publish(replace(update(generation=1), touched=[(source, FileState(9, 99, "", {}, ""))], flagged=[(source, "no text layer")]))
    (seen,) = store.documents()
    assert (seen.file.mtime, seen.file.sha256, seen.flag) == (99, KETTLE.document.file.sha256, "no text layer")
    store.publish(replace(update(generation=2), flagged=[(source, "")]))
    assert store.documents()[0].flag == ""


def raising() -> Iterator[PreparedDocument]:
    yield REFUND
    raise RuntimeError("the file changed")


@pytest.mark.parametrize(
    ("added", "error"),
    [
        (raising(), RuntimeError),
        ([REFUND, REFUND], IndexMismatchError),
        ([REFUND, document(metadata("nul"), "lone \ud800 surrogate")], UnicodeEncodeError),
    ],
    ids=["raises midway", "the same document twice", "text that SQLite refuses"],
)
def test_a_change_that_fails_leaves_all_as_it_was(store: Store, added: Iterator[PreparedDocument], error: type[Exception]) -> None:
    store.publish(update(KETTLE))
    before = everything(store)
    with pytest.raises(error):
        store.publish(replace(update(generation=1, removed=["kettle"]), added=added))
    assert everything(store) == before
    assert_whole(store)
    assert store.publish(update(REFUND, generation=1))["docs"] == (1, 0)


def test_a_change_planned_on_an_older_state_is_refused(store: Store) -> None:
    store.publish(update(KETTLE))
    store.publish(update(REFUND, generation=1))
    before = everything(store)
    with pytest.raises(StoreBusyError, match="another ingest finished"):
        store.publish(update(generation=1, removed=["kettle"]))
    assert everything(store) == before


def test_two_writers_at_once_are_told_apart(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store.publish(update(KETTLE))
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.01)
    with Store.open(tmp_path / "index.sqlite") as second:
        store.conn.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusyError, match="being written by another process"):
            second.publish(update(REFUND, generation=1))
        store.conn.execute("ROLLBACK")
        assert second.publish(update(REFUND, generation=1))["docs"] == (1, 0)


SHARED = "abcdef012345"
ONE, TWO = (SHARED + tail * 52 for tail in "12")


def ids(store: Store) -> list[str]:
    return [chunk.chunk_id for chunk in store.chunks()]


class TestShownIds:
    def test_hashes_that_share_twelve_digits_are_shown_with_more(self, store: Store) -> None:
        store.publish(update(with_hashes(KETTLE, ONE, TWO)))
        assert ids(store) == [f"{SHARED}1", f"{SHARED}2"]
        store.publish(update(with_hashes(REFUND, SHARED + "1" * 8 + "f" * 44), generation=1))
        assert ids(store) == [f"{SHARED}{'1' * 9}", f"{SHARED}{'2' * 9}", f"{SHARED}{'1' * 8}f"]

    def test_a_chunk_that_comes_later_lengthens_the_one_that_is_there(self, store: Store) -> None:
        store.publish(update(with_hashes(REFUND, ONE)))
        assert ids(store) == [SHARED]
        store.publish(update(with_hashes(KETTLE, TWO, "0" * 64), generation=1))
        assert ids(store) == [f"{SHARED}2", "0" * 12, f"{SHARED}1"]

    def test_search_and_find_tell_them_apart(self, store: Store) -> None:
        store.publish(update(with_hashes(KETTLE, ONE, TWO)))
        assert [chunk.chunk_id for chunk, _ in store.search_text(["never"], 5, Filters())] == [f"{SHARED}2"]
        assert [chunk.text for chunk in store.find(f"{SHARED}2")] == ["Never fill it."]
        assert len(store.find(SHARED)) == 2
        assert store.find(ONE.upper())[0].text == "Descale the kettle."

    def test_the_same_hash_twice_is_refused(self, store: Store) -> None:
        with pytest.raises(IndexMismatchError):
            store.publish(update(with_hashes(KETTLE, ONE, ONE)))
        assert store.chunks() == []


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        ("DELETE FROM documents WHERE doc_id = 'kettle'", "2 chunks without a document"),
        ("UPDATE blocks SET document = 9 WHERE document = 2", "1 blocks without a document"),
        ("DELETE FROM keyword_index_docsize WHERE id = 1", "1 chunks that the keyword index does not know"),
        ("DELETE FROM chunks WHERE id = 1", "1 rows of the keyword index without a chunk"),
        ("DELETE FROM chunk_terms_docsize WHERE id = 1", "1 chunks that the index of terms does not know"),
        ("UPDATE chunk_terms_docsize SET id = 99 WHERE id = 1", "1 rows of the index of terms without a chunk"),
        ("UPDATE chunk_units SET chunk = 99 WHERE chunk = 1", "1 rows of the index of terms without a chunk"),
        ("DELETE FROM chunk_units WHERE chunk = 1", "1 chunks whose units are not known"),
    ],
    ids=["document", "block", "entry", "chunk", "terms", "chunk of terms", "chunk of units", "units"],
)
def test_rows_that_lost_their_other_half_are_named(store: Store, damage: str, problem: str) -> None:
    store.publish(update(KETTLE, REFUND))
    store.conn.execute(damage)
    assert problem in store.problems()


def test_damage_in_the_file_is_named(store: Store, tmp_path: Path) -> None:
    store.publish(update(document(metadata("long"), *(f"Rule {number} of the house." * 9 for number in range(200)))))
    page = int(store.conn.execute("SELECT rootpage FROM sqlite_master WHERE name = 'chunks_of_document'").fetchone()[0])
    store.close()
    file = tmp_path / "index.sqlite"
    data = bytearray(file.read_bytes())
    data[(page - 1) * PAGE_SIZE + 20 : page * PAGE_SIZE] = bytes(PAGE_SIZE - 20)
    file.write_bytes(data)
    with Store(file) as damaged:
        assert [problem for problem in damaged.problems() if problem.startswith("damaged: ")]


def test_a_reader_cannot_write(store: Store, tmp_path: Path) -> None:
    with Store(tmp_path / "index.sqlite") as reader, pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader.conn.execute("DELETE FROM chunks")
