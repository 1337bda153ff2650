"""Backups as they are written."""

import hashlib
import os
import sqlite3
import stat
import subprocess
import sys
import textwrap
import time
from contextlib import closing
from pathlib import Path

import pytest

from policy_assistant import __version__
from policy_assistant.backup import databases, restore_backup, verify_backup, write_backup
from policy_assistant.errors import InputRefusedError, NoIndexError, NotFoundError, PolicyAssistantError, StoreBusyError, UsageError
from policy_assistant.ledger.store import Ledger
from policy_assistant.settings_file import FILE_NAME
from policy_assistant.state import SCHEMA
from tests.backup.samples import SETTINGS, backup_of, content_of, empty, fill
from tests.ledger.samples import STAFF
from tests.project import Project

NAMES = [FILE_NAME, "inventory.csv", "questions.jsonl", "glossary.txt", "state.sqlite"]

KEEPS_ANSWERS = textwrap.dedent(
    """
    import sys
    from pathlib import Path
    from policy_assistant.ledger.store import Ledger
    from tests.ledger.samples import answer
    ledger = Ledger(Path(sys.argv[1]))
    number = 0
    while not Path(sys.argv[2]).exists():
        ledger.keep(answer(f"Question {number}?"))
        number += 1
    print(number)
    """
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "project"


@pytest.fixture
def made(folder: Path) -> Project:
    (folder / "corpus" / "documents").mkdir(parents=True)
    project = Project(folder)
    fill(project)
    return project


def test_a_backup_holds_what_cannot_be_made_again_and_a_manifest(made: Project) -> None:
    path = backup_of(made)
    manifest = verify_backup(path)
    content = content_of(path)
    assert list(content) == [*NAMES, "manifest.json"]
    assert [(f.name, f.size, f.sha256) for f in manifest.files] == [
        (name, len(content[name]), hashlib.sha256(content[name]).hexdigest()) for name in NAMES
    ]
    assert (manifest.product, manifest.version, manifest.schema, manifest.has_state) == ("policy-assistant", __version__, SCHEMA, True)
    assert content[FILE_NAME].decode() == SETTINGS
    assert "Où ?" in content["questions.jsonl"].decode()


def test_only_its_owner_may_read_it_and_nothing_else_is_left(made: Project, tmp_path: Path) -> None:
    before = sorted(made.folder.iterdir())
    path = backup_of(made)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert sorted(tmp_path.iterdir()) == [made.folder, path]
    assert [file for file in sorted(made.folder.iterdir()) if not file.name.endswith(("-wal", "-shm"))] == before


def test_the_index_is_in_it_when_it_is_wanted(made: Project) -> None:
    made.ingest()
    assert "index.sqlite" not in content_of(backup_of(made))
    data = content_of(backup_of(made, with_index=True, force=True))["index.sqlite"]
    with closing(sqlite3.connect(":memory:")) as conn:
        conn.deserialize(data)
        assert conn.execute("SELECT doc_id FROM documents").fetchall() == [("shoes",)]


def test_an_index_that_is_not_there_cannot_be_in_it(made: Project, tmp_path: Path) -> None:
    with pytest.raises(NoIndexError) as caught:
        write_backup(made.settings, tmp_path / "b.zip", with_index=True)
    assert "--with-index" in caught.value.hint
    assert list(tmp_path.iterdir()) == [made.folder]


def test_a_file_that_is_there_stays_without_force(made: Project, tmp_path: Path) -> None:
    path = tmp_path / "b.zip"
    path.write_text("mine")
    with pytest.raises(UsageError, match="is there already") as caught:
        write_backup(made.settings, path)
    assert (path.read_text(), "--force" in caught.value.hint) == ("mine", True)
    write_backup(made.settings, path, force=True)
    assert verify_backup(path)


def test_a_link_in_its_place_is_replaced_and_not_followed(made: Project, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    path = tmp_path / "b.zip"
    path.symlink_to(tmp_path / "precious")
    write_backup(made.settings, path, force=True)
    assert (tmp_path / "precious").read_text() == "mine"
    assert not path.is_symlink()


@pytest.mark.parametrize("name", ["state.sqlite", "index.sqlite", "corpus/../state.sqlite", "corpus/inventory.csv", FILE_NAME])
def test_a_backup_never_replaces_a_file_of_the_project(made: Project, name: str) -> None:
    path = made.folder / name
    before = path.read_bytes() if path.exists() else b""
    with pytest.raises(UsageError, match="is a file of the project itself"):
        write_backup(made.settings, path, force=True)
    assert (path.read_bytes() if path.exists() else b"") == before


def test_a_place_that_is_none_is_told(made: Project, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no folder"):
        write_backup(made.settings, tmp_path / "none" / "b.zip")
    with pytest.raises(UsageError, match="is a folder"):
        write_backup(made.settings, tmp_path, force=True)


def test_nothing_to_back_up_is_told(tmp_path: Path) -> None:
    project = empty(tmp_path / "empty")
    with pytest.raises(NotFoundError, match="there is nothing to back up"):
        write_backup(project.settings, tmp_path / "b.zip")


def test_a_project_without_state_has_a_backup_without_it(project: Project, tmp_path: Path) -> None:
    project.configure(SETTINGS)
    manifest = write_backup(project.settings, tmp_path / "b.zip")
    assert ([f.name for f in manifest.files], manifest.schema, manifest.has_state) == ([FILE_NAME], 0, False)


def test_a_damaged_state_is_told_and_no_backup_is_made(made: Project, tmp_path: Path) -> None:
    made.settings.state_path.write_bytes(b"not a database at all, but 60 bytes of something else......")
    with pytest.raises(PolicyAssistantError, match="is damaged or is not ours"):
        backup_of(made)
    assert list(tmp_path.iterdir()) == [made.folder]


def test_a_file_that_is_far_too_large_is_told(made: Project, tmp_path: Path) -> None:
    with (made.folder / "glossary.txt").open("wb") as file:
        file.truncate(10_000_001)
    with pytest.raises(InputRefusedError, match=r"10,000,001 bytes; in a backup it may have 10,000,000"):
        backup_of(made)
    assert list(tmp_path.iterdir()) == [made.folder]


def test_what_waits_in_the_log_is_in_it(made: Project, tmp_path: Path) -> None:
    with closing(sqlite3.connect(made.settings.state_path, isolation_level=None)) as open_elsewhere:
        open_elsewhere.execute("PRAGMA wal_autocheckpoint = 0")
        open_elsewhere.execute("UPDATE feedback SET comment = 'only in the log'")
        assert b"only in the log" not in made.settings.state_path.read_bytes()
        path = backup_of(made)
    assert b"only in the log" in content_of(path)["state.sqlite"]


def test_an_erased_answer_is_not_in_it(made: Project) -> None:
    ledger = Ledger.of(made.settings)
    (kept,) = ledger.answers(labels=STAFF)
    assert b"Where?" in content_of(backup_of(made))["state.sqlite"]
    ledger.erase(kept.id, labels=STAFF, by="test")
    assert b"Where?" not in content_of(backup_of(made, force=True))["state.sqlite"]


def test_a_backup_that_is_made_while_others_keep_answers_is_of_one_moment(made: Project, tmp_path: Path) -> None:
    state, stop = made.settings.state_path, tmp_path / "stop"
    at_first = Ledger(state).head().entries
    other = subprocess.Popen([sys.executable, "-c", KEEPS_ANSWERS, str(state), str(stop)], stdout=subprocess.PIPE, text=True)
    try:
        _wait_for(lambda: Ledger(state).head().entries > at_first, other)
        paths = []
        for number in range(5):
            before = Ledger(state).head().entries
            paths.append((before, tmp_path / f"{number}.zip"))
            write_backup(made.settings, paths[-1][1])
            _wait_for(lambda before=before: Ledger(state).head().entries > before, other)
    finally:
        stop.touch()
        printed, _ = other.communicate(timeout=60)
    assert other.returncode == 0
    assert Ledger(state).head().entries == at_first + int(printed)
    for before, path in paths:
        project = empty(tmp_path / f"restored-{path.stem}")
        restore_backup(project.folder, path)
        ledger = Ledger(project.folder / "state.sqlite")
        assert ledger.verify() == []
        assert before <= ledger.head().entries <= at_first + int(printed)
        assert len(ledger.answers(labels=STAFF)) == ledger.head().entries


def _wait_for(reached: object, other: subprocess.Popen[str]) -> None:
    """Wait until something holds that another process brings about."""
    assert callable(reached)
    while not reached():
        assert other.poll() is None, "the other process ended"
        time.sleep(0.01)


def test_a_copy_does_not_wait_for_ever(made: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "WAIT_SECONDS", 0.05)
    target = tmp_path / "target.sqlite"
    with closing(sqlite3.connect(target, isolation_level=None)) as other:
        other.execute("CREATE TABLE t (x)")
        other.execute("BEGIN EXCLUSIVE")
        other.execute("INSERT INTO t VALUES (1)")
        with pytest.raises(StoreBusyError):
            databases.copy_in(made.settings.state_path, target)
        other.execute("COMMIT")
        assert other.execute("SELECT x FROM t").fetchall() == [(1,)]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only_is_told(made: Project, tmp_path: Path) -> None:
    (tmp_path / "readonly").mkdir(mode=0o500)
    with pytest.raises(PolicyAssistantError, match="cannot be written: permission denied"):
        write_backup(made.settings, tmp_path / "readonly" / "b.zip")
