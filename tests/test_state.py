"""The state file: its mode, its migrations, its errors."""

import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from policy_assistant import state
from policy_assistant.errors import NotFoundError, PolicyAssistantError, StoreBusyError
from policy_assistant.state import SCHEMA, reading, writing

HEAD = "INSERT INTO ledger_head (id, entries, hash) VALUES (1, 7, 'x')"


def heads(path: Path) -> list[tuple[object, ...]]:
    with reading(path) as conn:
        assert conn is not None
        return conn.execute("SELECT entries, hash FROM ledger_head").fetchall()


def fail_after(path: Path, sql: str) -> None:
    with writing(path) as conn:
        conn.execute(sql)
        raise NotFoundError("no")


def test_only_its_owner_may_read_the_file_and_what_stands_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "below" / "state.sqlite"
    with writing(path) as conn:
        conn.execute(HEAD)
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert {"state.sqlite", "state.sqlite-wal"} <= set(modes)
    assert set(modes.values()) == {0o600}


def test_a_block_that_raises_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite"
    with writing(path) as conn:
        conn.execute(HEAD)
    with pytest.raises(NotFoundError):
        fail_after(path, "DELETE FROM ledger_head")
    assert heads(path) == [(7, "x")]


def test_reading_makes_no_file(tmp_path: Path) -> None:
    with reading(tmp_path / "state.sqlite") as conn:
        assert conn is None
    assert list(tmp_path.iterdir()) == []


def test_a_reader_cannot_write(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite"
    with writing(path):
        pass
    with reading(path) as conn:
        assert conn is not None
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            conn.execute(HEAD)


def test_an_older_file_is_brought_up_to_date_and_keeps_what_it_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "state.sqlite"
    with writing(path) as conn:
        conn.execute(HEAD)
    monkeypatch.setattr(state, "MIGRATIONS", (*state.MIGRATIONS, ("CREATE TABLE further (mark TEXT)",)))
    monkeypatch.setattr(state, "SCHEMA", SCHEMA + 1)
    assert heads(path) == [(7, "x")]
    with reading(path) as conn:
        assert conn is not None
        assert conn.execute("SELECT count(*) FROM further").fetchone() == (0,)


def test_a_file_of_the_first_version_gets_the_tables_that_came_later(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        for statement in state.MIGRATIONS[0]:
            conn.execute(statement)
        conn.execute("PRAGMA user_version = 1")
        conn.execute(HEAD)
    assert heads(path) == [(7, "x")]
    with reading(path) as conn:
        assert conn is not None
        names = {name for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert names == {"ledger", "ledger_head", "keys", "feedback", "seen"}


def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "state.sqlite"
    with writing(path) as conn:
        conn.execute(HEAD)
    with monkeypatch.context() as patch:
        patch.setattr(state, "MIGRATIONS", (*state.MIGRATIONS, ("CREATE TABLE further (mark TEXT)", "CREATE nonsense")))
        patch.setattr(state, "SCHEMA", SCHEMA + 1)
        with pytest.raises(PolicyAssistantError, match="cannot be used"), writing(path):
            pass
    assert heads(path) == [(7, "x")]


def test_a_newer_file_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite"
    with writing(path) as conn:
        conn.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    for opened in (writing, reading):
        with pytest.raises(PolicyAssistantError, match=f"newer version \\(schema {SCHEMA + 1}; this one knows {SCHEMA}\\)"), opened(path):
            pass


def test_a_damaged_file_is_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite"
    path.write_bytes(b"not a database at all, but 60 bytes of something else......")
    before = path.read_bytes()
    for opened in (writing, reading):
        with pytest.raises(PolicyAssistantError, match="is damaged or is not ours") as caught, opened(path):
            pass
        assert caught.value.hint.startswith("restore it from a backup")
    assert path.read_bytes() == before


def test_a_writer_that_waits_too_long_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "state.sqlite"
    with writing(path):
        pass
    monkeypatch.setattr(state, "BUSY_SECONDS", 0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusyError, match="being written by another process"), writing(path):
            pass


def test_a_writer_that_may_not_wait_does_not(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite"
    with writing(path):
        pass
    waited: list[float] = []
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sqlite3, "connect", _noting(waited, sqlite3.connect))
            with pytest.raises(StoreBusyError), writing(path, wait=0):
                pass
    assert waited == [0]


def _noting(waited: list[float], connect: Callable[..., sqlite3.Connection]) -> Callable[..., sqlite3.Connection]:
    def noted(path: Path, *, timeout: float, **options: Any) -> sqlite3.Connection:
        waited.append(timeout)
        return connect(path, timeout=timeout, **options)

    return noted


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for path in (tmp_path / "file" / "state.sqlite", tmp_path):
        with pytest.raises(PolicyAssistantError, match="cannot be used") as caught, writing(path):
            pass
        assert "[store] state" in caught.value.hint


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite"
    with writing(path) as conn:
        conn.execute(HEAD)
    tmp_path.chmod(0o500)
    try:
        assert heads(path) == [(7, "x")]
    finally:
        tmp_path.chmod(0o700)
