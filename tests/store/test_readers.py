"""Readers while the index changes: one whole state, never half of one."""

from pathlib import Path

import pytest

from policy_assistant.filters import Filters
from policy_assistant.store import connection
from policy_assistant.store.sqlite import Store
from policy_assistant.store.writing import apply
from tests.store.samples import document, metadata, update

OLD = document(metadata("old"), "Old tea.")
NEW = document(metadata("new"), "New tea.")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "index.sqlite"
    with Store.open(path) as store:
        store.publish(update(OLD))
    return path


def seen(store: Store) -> list[str]:
    return [chunk.text for chunk, _ in store.search_text(["tea"], 5, Filters())]


def replace_old_by_new(path: Path) -> None:
    with Store.open(path) as writer:
        writer.publish(update(NEW, generation=1, removed=["old"]))


def test_a_reader_sees_a_change_at_its_next_query(path: Path) -> None:
    with Store(path) as reader:
        assert (seen(reader), reader.info().generation) == (["Old tea."], 1)
        replace_old_by_new(path)
        assert (seen(reader), reader.info().generation) == (["New tea."], 2)
        assert [d.metadata.doc_id for d in reader.documents()] == ["new"]


def test_what_is_read_together_belongs_together(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.01)  # the log is not emptied while this reader is inside
    with Store(path) as reader:
        with reader.snapshot():
            before = seen(reader)
            replace_old_by_new(path)
            assert (before, seen(reader), reader.chunks(), reader.info().generation) == (["Old tea."], before, [*OLD.chunks], 1)
        assert seen(reader) == ["New tea."]


def test_a_reader_is_not_kept_waiting_by_a_writer_and_sees_nothing_of_it_before_it_is_done(path: Path) -> None:
    with Store.open(path) as writer, Store(path) as reader:
        writer.conn.execute("BEGIN IMMEDIATE")
        apply(writer.conn, update(NEW, generation=1, removed=["old"]))
        assert (seen(reader), reader.info().documents) == (["Old tea."], 1)
        writer.conn.execute("COMMIT")
        assert seen(reader) == ["New tea."]


def test_a_failed_query_does_not_spoil_the_reader(path: Path) -> None:
    with Store(path) as reader:
        with pytest.raises(UnicodeEncodeError):
            reader.search_text(["\ud800"], 5, Filters())
        replace_old_by_new(path)
        assert seen(reader) == ["New tea."]


def test_info_says_what_is_in_the_index(path: Path) -> None:
    with Store(path) as reader:
        info = reader.info()
    assert (info.path, info.documents, info.chunks, info.chunker, info.generation) == (str(path), 1, 1, "structure", 1)
    assert len(info.fingerprint) == 12


def test_the_fingerprint_changes_with_the_files_and_comes_back_with_them(path: Path) -> None:
    with Store(path) as reader:
        first = reader.info().fingerprint
        replace_old_by_new(path)
        assert reader.info().fingerprint != first
        with Store.open(path) as writer:
            writer.publish(update(OLD, generation=2, replace_all=True))
        assert reader.info().fingerprint == first
