"""Opening the index: odd places, files that are none, and folders that cannot be written."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from policy_assistant.errors import IndexMismatchError, NoIndexError, PolicyAssistantError, StoreBusyError
from policy_assistant.filters import Filters
from policy_assistant.store import connection, make, schema
from policy_assistant.store.sqlite import Store
from tests.project import Project
from tests.store.samples import document, metadata, update

NOBODY = 65534


def fill(path: Path, chunks: int = 1) -> Path:
    with Store.open(path) as store:
        store.publish(update(document(metadata("house"), *(f"Tea in room {number}." for number in range(chunks)))))
    return path


def search(path: Path) -> list[str]:
    with Store(path) as store:
        return [chunk.text for chunk, _ in store.search_text(["tea"], 3, Filters())]


@pytest.mark.parametrize("name", ["with space", "hash#tag", "what?", "100%25", "été-Ω", "a&b=c;d", "quote'\""], ids=repr)
def test_an_index_works_wherever_it_lies(tmp_path: Path, name: str) -> None:
    path = fill(tmp_path / name / f"{name}.sqlite")
    assert search(path) == ["Tea in room 0."]
    assert [entry.name for entry in tmp_path.iterdir()] == [name]


def test_a_relative_path_works_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert search(fill(Path("index.sqlite"))) == ["Tea in room 0."]


def test_no_file_is_an_error_that_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(NoIndexError, match=r"No index at .*index\.sqlite") as caught:
        Store(tmp_path / "index.sqlite")
    assert "policy-assistant ingest" in caught.value.hint
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_not_an_index(tmp_path: Path) -> None:
    with pytest.raises(NoIndexError):
        Store(tmp_path)


def _no_database(path: Path) -> None:
    path.write_text("These are my notes, not a database.\n" * 200, encoding="utf-8")


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _newer(path: Path) -> None:
    fill(path)
    with closing(sqlite3.connect(path)) as conn:
        conn.execute(f"PRAGMA user_version = {schema.SCHEMA + 1}")


def _truncated(path: Path) -> None:
    fill(path, chunks=300)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 3])


def _header_only(path: Path) -> None:
    fill(path)
    path.write_bytes(path.read_bytes()[:100])


@pytest.mark.parametrize("make", [_no_database, _empty, _newer, _truncated, _header_only])
def test_a_file_that_cannot_be_used_asks_for_a_rebuild(tmp_path: Path, make: Callable[[Path], None]) -> None:
    path = tmp_path / "index.sqlite"
    make(path)
    with pytest.raises(IndexMismatchError) as caught:
        search(path)
    assert "ingest --rebuild" in caught.value.hint
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("make", [_no_database, _newer, _truncated])
def test_a_file_that_cannot_be_used_is_not_written_to(tmp_path: Path, make: Callable[[Path], None]) -> None:
    path = tmp_path / "index.sqlite"
    make(path)
    before = path.read_bytes()
    with pytest.raises(IndexMismatchError), Store.open(path) as store:
        store.publish(update(document(metadata("new"), "Tea."), generation=1, removed=["house"]))
    assert path.read_bytes() == before


def test_an_index_that_is_there_is_opened_as_it_is(tmp_path: Path) -> None:
    path = fill(tmp_path / "index.sqlite")
    with Store.open(path) as store:
        assert store.info().documents == 1


def test_a_migration_that_fails_leaves_no_half_of_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "MIGRATIONS", (("CREATE TABLE one (x)", "CREATE NONSENSE"),))
    with pytest.raises(IndexMismatchError):
        Store.open(tmp_path / "index.sqlite")
    with closing(sqlite3.connect(tmp_path / "index.sqlite")) as conn:
        assert conn.execute("SELECT name FROM sqlite_master").fetchall() == []
        assert schema.schema_of(conn) == 0


def test_a_file_that_another_program_holds_is_busy_not_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = fill(tmp_path / "index.sqlite")
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.01)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusyError):
            search(path)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """The folder without write permission, seen by somebody whom permissions bind."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    folder.chmod(0o555)
    try:
        if is_root:
            os.seteuid(NOBODY)
        if os.access(folder, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            pytest.skip("permissions do not bind this user")
        yield
    finally:
        if is_root:
            os.seteuid(0)
        folder.chmod(0o755)


@pytest.fixture
def shelf() -> Iterator[Path]:
    """A folder with an index. It lies outside of pytest's own folders, which only their owner may enter."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        shelf = Path(folder) / "shelf"
        fill(shelf / "index.sqlite")
        yield shelf


def test_an_index_in_a_read_only_folder_can_be_searched(shelf: Path) -> None:
    with read_only(shelf):
        assert search(shelf / "index.sqlite") == ["Tea in room 0."]
    assert [entry.name for entry in shelf.iterdir()] == ["index.sqlite"]


def test_an_index_in_a_read_only_folder_cannot_be_changed(shelf: Path) -> None:
    with read_only(shelf), pytest.raises(PolicyAssistantError, match="read-only"):
        fill(shelf / "index.sqlite")


def test_a_copy_made_without_closing_is_not_read_without_its_log(shelf: Path, tmp_path: Path) -> None:
    """Its last changes lie in the log, which nobody can read where no file can be made beside it."""
    with Store.open(shelf / "index.sqlite") as store:
        store.conn.execute("INSERT INTO meta VALUES ('generation', '7') ON CONFLICT DO UPDATE SET value = '7'")
        for suffix in ("", "-wal"):
            shutil.copy(shelf / f"index.sqlite{suffix}", tmp_path / f"copy{suffix}")
    for entry in shelf.iterdir():
        entry.unlink()
    for suffix in ("", "-wal"):
        shutil.copy(tmp_path / f"copy{suffix}", shelf / f"index.sqlite{suffix}")
    with read_only(shelf), pytest.raises(IndexMismatchError):
        search(shelf / "index.sqlite")
    with Store(shelf / "index.sqlite") as store:
        assert store.info().generation == 7


def test_a_new_file_has_pages_that_vectors_fill_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "old.sqlite")) as conn:
        conn.execute("CREATE TABLE one (x)")
    for name, size in (("old", 4096), ("new", connection.PAGE_SIZE)):
        with closing(connection.connect(tmp_path / f"{name}.sqlite", write=True)) as conn:
            assert conn.execute("PRAGMA page_size").fetchone() == (size,)
            assert conn.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_database_is_deleted_with_its_log(tmp_path: Path) -> None:
    path = fill(tmp_path / "index.sqlite")
    with Store.open(path) as store:
        store.conn.execute("BEGIN IMMEDIATE")
        store.conn.execute("DELETE FROM blocks")
        store.conn.execute("COMMIT")
        assert len(list(tmp_path.iterdir())) == 3
        connection.delete_database(path)
    connection.delete_database(path)
    assert list(tmp_path.iterdir()) == []


def test_an_index_of_the_schema_before_asks_for_a_rebuild(tmp_path: Path) -> None:
    """It is not migrated by a reader, and nothing in it would be found by terms or by meaning."""
    path = previous(tmp_path / "index.sqlite")
    with pytest.raises(IndexMismatchError, match=f"has schema {schema.SCHEMA - 1}; this version reads schema {schema.SCHEMA}") as caught:
        search(path)
    assert "ingest --rebuild" in caught.value.hint


def test_terms_of_another_analyser_are_not_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = fill(tmp_path / "index.sqlite")
    with Store(path) as store:
        chunks = store.chunks()
        monkeypatch.setattr(make, "ANALYSER_VERSION", "next")
        for search_by_terms in (
            lambda: store.search_terms([(["tea"], 1.0)], 3, Filters()),
            lambda: store.score_terms([(["tea"], 1.0)], chunks),
        ):
            with pytest.raises(IndexMismatchError, match=r"made by analyser \S+; this version has analyser next"):
                search_by_terms()
        assert len(store.search_text(["tea"], 3, Filters())) == 1


def previous(path: Path) -> Path:
    """An index of the schema before, as the version before left it: one document, no terms, no vectors."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(connection.connect(path, write=True)) as conn:
        for number in range(schema.SCHEMA - 1):
            for statement in schema.MIGRATIONS[number]:
                conn.execute(statement)
        conn.execute(f"PRAGMA user_version = {schema.SCHEMA - 1}")
        conn.execute("INSERT INTO meta VALUES ('chunker', 'structure'), ('parser', '1'), ('generation', '1')")
    return path


def test_two_processes_that_make_an_index_at_once_take_each_step_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second waits for the lock of the first and then finds the step taken."""
    path = tmp_path / "index.sqlite"
    looked: list[int] = []

    def old_look(conn: sqlite3.Connection) -> int:
        found = int(conn.execute("PRAGMA user_version").fetchone()[0])
        if not looked and not conn.in_transaction:
            looked.append(found)
            fill(path)  # the other process is quicker
        return found

    with closing(connection.connect(path, write=True)) as conn:
        monkeypatch.setattr(schema, "schema_of", old_look)
        schema.migrate(conn)
        assert conn.execute("PRAGMA user_version").fetchone()[0] == schema.SCHEMA
    assert looked == [0]


def test_what_is_known_of_the_index_is_read_again_after_every_change(project: Project) -> None:
    project.add("one", "## A\n\nOne.\n")
    project.ingest()
    store = project.assistant.store
    first = store.info()
    assert (store.info(), store.generation()) == (first, first.generation)
    project.add("two", "## B\n\nTwo.\n")
    project.ingest()
    assert (store.info().documents, store.generation()) == (2, first.generation + 1)


def test_one_document_by_its_source(project: Project) -> None:
    project.add("one", "## A\n\nOne.\n")
    project.ingest()
    store = project.assistant.store
    assert store.document("documents/one.md") == store.documents()[0]
    assert store.document("documents/two.md") is None
