"""What an index derives from its chunks can be lost, and comes back as it was."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from policy_assistant.filters import Filters
from policy_assistant.store import posting_build, posting_table, vector_table
from policy_assistant.store.base import Embedding
from policy_assistant.store.sqlite import Store
from tests.store.samples import assert_whole, document, everything, metadata, update
from tests.store.vector_samples import unit

DERIVED = ("chunk_units", "unit_counts", "unit_totals", "postings", "posting_segments", "vector_sums", "vector_centre")


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """An index with posting lists and codes, however small."""
    monkeypatch.setattr(posting_table, "POSTINGS_FROM", 1)
    monkeypatch.setattr(posting_build, "POSTINGS_FROM", 1)
    monkeypatch.setattr(posting_build, "LISTED_FROM", 2)
    monkeypatch.setattr(vector_table, "EXACT_NUMBERS", 0)
    with Store.open(tmp_path / "index.sqlite") as store:
        documents = [
            replace(document(metadata(name), "Tea in a pot.", "Tea for two."), vectors=[unit(1, 0), unit(0, 1)]) for name in ("a", "b", "c")
        ]
        store.publish(replace(update(*documents), embedding=Embedding("known", "1", 2)))
        yield store


def test_everything_derived_comes_back(store: Store) -> None:
    before, lists = everything(store), store.conn.execute("SELECT source, word, rowids, counts FROM postings ORDER BY 1, 2").fetchall()
    found = store.search_terms([(["tea"], 1.0)], 9, Filters())
    for table in DERIVED:
        store.conn.execute(f"DELETE FROM {table}")
    for table in ("keyword_index", "chunk_terms"):
        store.conn.execute(f"INSERT INTO {table} ({table}) VALUES ('delete-all')")
    store.conn.execute("UPDATE vector_documents SET codes = NULL, factors = NULL")
    assert store.problems()
    store.repair()
    assert_whole(store)
    assert {**everything(store), "meta": before["meta"]} == before
    assert store.conn.execute("SELECT source, word, rowids, counts FROM postings ORDER BY 1, 2").fetchall() == lists
    assert store.search_terms([(["tea"], 1.0)], 9, Filters()) == found


def test_a_process_that_reads_sees_the_repair(store: Store) -> None:
    with Store(store.path) as reader:
        assert len(reader.search_vectors(unit(1, 0), 9, Filters())) == 6
        before = reader.generation()
        store.repair()
        assert reader.generation() == before + 1
        assert len(reader.search_text(["tea"], 9, Filters())) == 6
