"""Backups put back: what was kept is there again, and nothing else was touched."""

import shutil
import sqlite3
import stat
import subprocess
import sys
import textwrap
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from policy_assistant.backup import restore_backup, write_backup
from policy_assistant.errors import InputRefusedError, PolicyAssistantError, SettingsError, StoreBusyError, UsageError
from policy_assistant.feedback import Feedback
from policy_assistant.keys import KeyRing
from policy_assistant.ledger.store import Ledger
from policy_assistant.settings_file import FILE_NAME, load_settings
from policy_assistant.state import SCHEMA, reading, writing
from tests.backup.samples import SETTINGS, TODAY, backup_of, content_of, empty, fill, tree, with_settings, zipped
from tests.ledger.samples import NOON, STAFF, answer
from tests.project import Project

HOLDS_A_READER = textwrap.dedent(
    """
    import sqlite3, sys
    conn = sqlite3.connect(sys.argv[1], isolation_level=None)
    def entries():
        return conn.execute("SELECT count(*) FROM ledger").fetchone()[0]
    conn.execute("BEGIN")
    print(entries(), flush=True)
    sys.stdin.readline()
    print(entries())
    conn.execute("ROLLBACK")
    print(entries())
    """
)


@pytest.fixture
def made(tmp_path: Path) -> tuple[Project, str]:
    folder = tmp_path / "project"
    (folder / "corpus" / "documents").mkdir(parents=True)
    project = Project(folder)
    return project, fill(project)


def test_what_was_kept_is_there_again(made: tuple[Project, str], tmp_path: Path) -> None:
    project, key = made
    other = empty(tmp_path / "other")
    done = restore_backup(other.folder, backup_of(project))
    assert KeyRing.of(other.settings).check(key, TODAY)
    assert [kept.question for kept in Ledger.of(other.settings).answers(labels=STAFF)] == ["Where?"]
    assert (Ledger.of(other.settings).verify(), Ledger.of(other.settings).head()) == ([], Ledger.of(project.settings).head())
    assert [entry.comment for entry in Feedback.of(other.settings).entries(labels=STAFF)] == ["Inside."]
    for name in (FILE_NAME, "corpus/inventory.csv", "questions/questions.jsonl", "glossary.txt"):
        assert (other.folder / name).read_bytes() == (project.folder / name).read_bytes()
    assert (len(done.written), done.unchanged, done.state_before) == (5, (), None)
    assert stat.S_IMODE((other.folder / "state.sqlite").stat().st_mode) == 0o600


def test_nothing_but_the_files_is_left(made: tuple[Project, str], tmp_path: Path) -> None:
    other = empty(tmp_path / "other")
    restore_backup(other.folder, backup_of(made[0]))
    assert list(tree(other.folder)) == sorted(
        [FILE_NAME, "corpus/inventory.csv", "questions/questions.jsonl", "glossary.txt", "state.sqlite"]
    )


def test_a_restored_index_answers_without_an_ingest(made: tuple[Project, str], tmp_path: Path) -> None:
    project, _ = made
    project.ingest()
    other = empty(tmp_path / "other")
    restore_backup(other.folder, backup_of(project, with_index=True))
    assert other.found("shoes outside") == ["shoes"]


@pytest.mark.parametrize("damage", [b"x" * 60, b"SQLite format 3\0" + b"x" * 8000])
def test_a_damaged_index_is_replaced(made: tuple[Project, str], damage: bytes) -> None:
    project, _ = made
    project.ingest()
    path = backup_of(project, with_index=True)
    for file in project.folder.glob("index.sqlite*"):
        file.unlink()
    project.settings.index_path.write_bytes(damage)
    restore_backup(project.folder, path, force=True)
    assert project.found("shoes outside") == ["shoes"]
    assert [file.name for file in project.folder.glob("index.sqlite.before*")] == []


def test_files_that_differ_are_kept_without_force_and_nothing_is_written(made: tuple[Project, str], tmp_path: Path) -> None:
    other = empty(tmp_path / "other")
    (other.folder / "glossary.txt").write_text("mine")
    with pytest.raises(UsageError, match=r"differ from the backup: .*glossary.txt$") as caught:
        restore_backup(other.folder, backup_of(made[0]))
    assert "--force" in caught.value.hint
    assert tree(other.folder) == {"glossary.txt": b"mine"}
    restore_backup(other.folder, tmp_path / "project.zip", force=True)
    assert (other.folder / "glossary.txt").read_text() == "shoes = boots\n"


def test_files_that_are_as_in_the_backup_need_no_force(made: tuple[Project, str], tmp_path: Path) -> None:
    other = empty(tmp_path / "other")
    path = backup_of(made[0])
    restore_backup(other.folder, path)
    done = restore_backup(other.folder, path)
    assert (done.written, len(done.unchanged)) == ((), 5)


def test_a_state_with_more_in_its_log_is_not_the_same(tmp_path: Path) -> None:
    other = empty(tmp_path / "other")
    state = other.folder / "state.sqlite"
    with writing(state, checkpoint=True):
        pass
    path = zipped(tmp_path / "b.zip", {"state.sqlite": state.read_bytes()})
    assert restore_backup(other.folder, path).unchanged == (state,)
    with closing(sqlite3.connect(state, isolation_level=None)) as conn:
        conn.execute("PRAGMA wal_autocheckpoint = 0")
        conn.execute("INSERT INTO seen (mark, who, seen_at) VALUES ('x', '', '')")
        with pytest.raises(UsageError, match="differ from the backup"):
            restore_backup(other.folder, path)


def test_the_state_before_stays_beside_the_restored_one(made: tuple[Project, str]) -> None:
    project, key = made
    path = backup_of(project)
    Ledger.of(project.settings).keep(answer("Later?"), NOON)
    done = restore_backup(project.folder, path, force=True)
    assert KeyRing.of(project.settings).check(key, TODAY)
    assert done.revoked == 0
    assert [kept.question for kept in Ledger.of(project.settings).answers(labels=STAFF)] == ["Where?"]
    assert done.state_before is not None
    assert [kept.question for kept in Ledger(done.state_before).answers(labels=STAFF)] == ["Where?", "Later?"]
    assert stat.S_IMODE(done.state_before.stat().st_mode) == 0o600
    assert done.written == (project.settings.state_path,)


def test_keys_that_were_revoked_since_stay_revoked(made: tuple[Project, str]) -> None:
    project, key = made
    ring = KeyRing.of(project.settings)
    other = ring.create("other", ["public"])[1]
    ring.create("revoked before", ["public"])
    ring.revoke("revoked before", when=NOON)
    path = backup_of(project)
    ring.revoke("desk", when=NOON)
    ring.create("desk", ["public"])
    done = restore_backup(project.folder, path, force=True)
    assert done.revoked == 1
    assert ring.check(key, TODAY) is None
    assert ring.check(other, TODAY)
    assert {record.name: record.revoked for record in ring.list()} == {
        "desk": "2026-10-09T12:00:00Z",
        "other": "",
        "revoked before": "2026-10-09T12:00:00Z",
    }


def test_keys_that_were_revoked_since_stay_revoked_where_the_state_moved_since(made: tuple[Project, str]) -> None:
    project, key = made
    path = backup_of(project)
    project.settings.state_path.rename(project.folder / "moved.sqlite")
    project.configure(f'{SETTINGS}[store]\nstate = "moved.sqlite"\n')
    KeyRing.of(load_settings(project.folder)).revoke("desk")
    assert restore_backup(project.folder, path, force=True).revoked == 1
    assert load_settings(project.folder).state_path == project.settings.state_path
    assert KeyRing.of(project.settings).check(key, TODAY) is None


def test_nothing_stands_beside_a_state_in_which_keys_were_revoked_again(made: tuple[Project, str], tmp_path: Path) -> None:
    """A backup by others may hold a state that is written with a log."""
    project, key = made
    state = tmp_path / "copy.sqlite"
    state.write_bytes(content_of(backup_of(project))["state.sqlite"])
    with closing(sqlite3.connect(state)) as conn:
        conn.execute("PRAGMA journal_mode = WAL")
    path = zipped(tmp_path / "b.zip", {"state.sqlite": state.read_bytes()})
    KeyRing.of(project.settings).revoke("desk")
    assert restore_backup(project.folder, path, force=True).revoked == 1
    assert KeyRing.of(project.settings).check(key, TODAY) is None
    assert [name for name in tree(project.folder) if name.startswith(".")] == []


def test_two_restores_keep_both_states_before(made: tuple[Project, str]) -> None:
    project, _ = made
    path = backup_of(project)
    before = []
    for question in ("One?", "Two?"):
        Ledger.of(project.settings).keep(answer(question), NOON)
        before.append(restore_backup(project.folder, path, force=True).state_before)
    assert [[kept.question for kept in Ledger(path).answers(labels=STAFF)] for path in before if path] == [
        ["Where?", "One?"],
        ["Where?", "Two?"],
    ]


def test_who_reads_meanwhile_sees_the_old_state_and_then_the_new_one(made: tuple[Project, str]) -> None:
    project, _ = made
    path = backup_of(project)
    for number in range(3):
        Ledger.of(project.settings).keep(answer(f"Later {number}?"), NOON)
    state = project.settings.state_path
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS_A_READER, str(state)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as reader:
        assert reader.stdout is not None
        assert reader.stdout.readline() == "4\n"
        restore_backup(project.folder, path, force=True)
        after, _ = reader.communicate("\n", timeout=60)
    assert after.split() == ["4", "1"]
    assert Ledger(state).verify() == []


def test_a_log_of_a_state_that_is_gone_does_not_come_back(made: tuple[Project, str]) -> None:
    project, _ = made
    path = backup_of(project)
    state = project.settings.state_path
    with closing(sqlite3.connect(state, isolation_level=None)) as conn:
        conn.execute("PRAGMA wal_autocheckpoint = 0")
        conn.execute("UPDATE feedback SET comment = 'only in the log'")
        log = state.with_name("state.sqlite-wal").read_bytes()
    for file in project.folder.glob("state.sqlite*"):
        file.unlink()
    state.with_name("state.sqlite-wal").write_bytes(log)
    restore_backup(project.folder, path)
    assert [entry.comment for entry in Feedback.of(project.settings).entries(labels=STAFF)] == ["Inside."]


@pytest.mark.parametrize("damage", [b"not a database at all, but 60 bytes of something else......", b""])
def test_a_damaged_state_is_replaced_and_kept(made: tuple[Project, str], damage: bytes) -> None:
    project, _ = made
    path = backup_of(project)
    project.settings.state_path.write_bytes(damage)
    done = restore_backup(project.folder, path, force=True)
    assert Ledger.of(project.settings).verify() == []
    assert len(Ledger.of(project.settings).answers(labels=STAFF)) == 1
    assert done.revoked is None, "nobody can tell what was revoked since"
    assert done.state_before is not None
    assert done.state_before.read_bytes()[:59] == damage or damage == b""


def test_a_state_that_somebody_writes_for_long_is_left_as_it_is(made: tuple[Project, str], monkeypatch: pytest.MonkeyPatch) -> None:
    project, _ = made
    path = backup_of(project)
    Ledger.of(project.settings).keep(answer("Later?"), NOON)
    (project.folder / "glossary.txt").write_text("mine")
    monkeypatch.setattr("policy_assistant.backup.databases.WAIT_SECONDS", 0.05)
    before = tree(project.folder)
    with closing(sqlite3.connect(project.settings.state_path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusyError, match="being written by another process"):
            restore_backup(project.folder, path, force=True)
        other.execute("ROLLBACK")
        assert {name: data for name, data in tree(project.folder).items() if "-" not in name.rpartition("/")[2]} == {
            name: data for name, data in before.items() if "-" not in name.rpartition("/")[2]
        }
    assert len(Ledger.of(project.settings).answers(labels=STAFF)) == 2


# --- Versions ----------------------------------------------------------------------------------------------------------


def state_of(path: Path, schema: int) -> bytes:
    """A state that says that it has this schema."""
    with writing(path) as conn:
        conn.execute(f"PRAGMA user_version = {schema}")
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("PRAGMA journal_mode = DELETE")
    return path.read_bytes()


@pytest.mark.parametrize(("told", "is_newer"), [(SCHEMA + 1, True), (SCHEMA, True), (SCHEMA + 1, False)])
def test_a_state_of_a_newer_version_is_refused_whoever_says_so(tmp_path: Path, told: int, is_newer: bool) -> None:
    path = zipped(tmp_path / "b.zip", {"state.sqlite": state_of(tmp_path / "made.sqlite", SCHEMA + is_newer)}, schema=told)
    other = empty(tmp_path / "other")
    with pytest.raises(InputRefusedError, match=f"newer version \\(schema {SCHEMA + 1}; this one knows {SCHEMA}\\)"):
        restore_backup(other.folder, path)
    assert tree(other.folder) == {}


def test_a_state_from_before_there_were_keys_is_replaced(tmp_path: Path) -> None:
    from policy_assistant.state import MIGRATIONS

    other = empty(tmp_path / "other")
    path = zipped(tmp_path / "b.zip", {"state.sqlite": state_of(tmp_path / "made.sqlite", SCHEMA)})
    with closing(sqlite3.connect(other.folder / "state.sqlite", isolation_level=None)) as conn:
        for statement in MIGRATIONS[0]:
            conn.execute(statement)
        conn.execute("PRAGMA user_version = 1")
    assert restore_backup(other.folder, path, force=True).revoked == 0


def test_an_older_state_is_restored_and_brought_up_to_date(tmp_path: Path) -> None:
    from policy_assistant.state import MIGRATIONS

    old = tmp_path / "old.sqlite"
    with closing(sqlite3.connect(old, isolation_level=None)) as conn:
        for statement in MIGRATIONS[0]:
            conn.execute(statement)
        conn.execute("PRAGMA user_version = 1")
    other = empty(tmp_path / "other")
    restore_backup(other.folder, zipped(tmp_path / "b.zip", {"state.sqlite": old.read_bytes()}, schema=1))
    with reading(other.folder / "state.sqlite") as conn:
        assert conn is not None
        assert conn.execute("PRAGMA user_version").fetchone() == (SCHEMA,)


def damaged_inside(path: Path) -> bytes:
    """A state that opens although one of its pages is lost."""
    data = bytearray(state_of(path, SCHEMA))
    with closing(sqlite3.connect(path)) as conn:
        (page,) = conn.execute("SELECT rootpage FROM sqlite_master WHERE name = 'feedback'").fetchone()
    data[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    return bytes(data)


@pytest.mark.parametrize("kind", ["text", "empty pages", "damaged inside", "of others"])
def test_a_state_that_is_no_sound_database_of_ours_is_refused(tmp_path: Path, kind: str) -> None:
    data = {
        "text": b"nothing of ours",
        "empty pages": b"SQLite format 3\0" + b"\0" * 4080,
        "damaged inside": damaged_inside(tmp_path / "damaged.sqlite"),
        "of others": state_of(tmp_path / "others.sqlite", 0),
    }[kind]
    other = empty(tmp_path / "other")
    message = "a database, but none of ours" if kind == "of others" else "no sound database"
    with pytest.raises(InputRefusedError, match=f"state.sqlite in the backup is {message}"):
        restore_backup(other.folder, zipped(tmp_path / "b.zip", {"state.sqlite": data}))
    assert tree(other.folder) == {}


# --- Places ------------------------------------------------------------------------------------------------------------


def test_files_go_where_the_settings_in_the_backup_say(tmp_path: Path) -> None:
    folder = tmp_path / "project"
    (folder / "corpus" / "documents").mkdir(parents=True)
    project = Project(folder)
    project.configure('[store]\nstate = "data/kept.db"\n[corpus]\ninventory = "docs/list.csv"\n')
    (folder / "docs").mkdir()
    (folder / "docs" / "list.csv").write_text("file,doc_id,version\n")
    Ledger.of(project.settings).keep(answer("Where?"), NOON)
    other = empty(tmp_path / "other")
    restore_backup(other.folder, backup_of(project))
    assert list(tree(other.folder)) == ["data/kept.db", "docs/list.csv", FILE_NAME]
    assert len(Ledger.of(other.settings).answers(labels=STAFF)) == 1


@pytest.mark.parametrize("place", ["../out.txt", "/tmp/out-of-the-project.txt", "a/../../out.txt", ".git/config", "x/.ssh/keys", ".bashrc"])
def test_settings_in_a_backup_lead_nothing_out_of_the_project_or_into_hidden_places(tmp_path: Path, place: str) -> None:
    other = empty(tmp_path / "other")
    path = with_settings(tmp_path / "b.zip", f'[search]\nglossary = "{place}"\n', glossary=b"owned")
    with pytest.raises(InputRefusedError, match=r"outside the project|which is hidden"):
        restore_backup(other.folder, path, force=True)
    assert tree(tmp_path) == {"b.zip": path.read_bytes()}
    assert not Path("/tmp/out-of-the-project.txt").exists()


def test_a_link_in_the_project_leads_nothing_out_of_it(tmp_path: Path) -> None:
    other = empty(tmp_path / "other")
    (tmp_path / "elsewhere").mkdir()
    (other.folder / "way").symlink_to(tmp_path / "elsewhere")
    path = with_settings(tmp_path / "b.zip", '[search]\nglossary = "way/out.txt"\n', glossary=b"owned")
    with pytest.raises(InputRefusedError, match="outside the project"):
        restore_backup(other.folder, path, force=True)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_place_outside_that_the_project_names_itself_is_used(tmp_path: Path) -> None:
    state = tmp_path / "var" / "state.sqlite"
    folder = tmp_path / "project"
    (folder / "corpus" / "documents").mkdir(parents=True)
    project = Project(folder)
    project.configure(f'[store]\nstate = "{state.as_posix()}"\n')
    Ledger.of(project.settings).keep(answer("Where?"), NOON)
    path = backup_of(project)
    for file in state.parent.iterdir():
        file.unlink()
    with pytest.raises(InputRefusedError, match="outside the project"):
        restore_backup(empty(tmp_path / "other").folder, path)
    assert list(state.parent.iterdir()) == []
    restore_backup(folder, path)
    assert len(Ledger(state).answers(labels=STAFF)) == 1


def test_two_files_never_go_to_one_place(tmp_path: Path) -> None:
    other = empty(tmp_path / "other")
    path = with_settings(tmp_path / "b.zip", '[search]\nglossary = "state.sqlite"\n', glossary=b"owned")
    with pytest.raises(InputRefusedError, match="name one file for two things"):
        restore_backup(other.folder, path, force=True)
    assert tree(other.folder) == {}


def test_settings_that_are_not_allowed_are_refused(tmp_path: Path) -> None:
    other = empty(tmp_path / "other")
    with pytest.raises(SettingsError, match=r"unknown table \[serach\]"):
        restore_backup(other.folder, with_settings(tmp_path / "b.zip", "[serach]\n"), force=True)
    assert tree(other.folder) == {}


def test_broken_settings_of_the_project_are_no_reason_not_to_restore(made: tuple[Project, str]) -> None:
    project, _ = made
    path = backup_of(project)
    project.configure("[serach]\n")
    restore_backup(project.folder, path, force=True)
    assert load_settings(project.folder, {}).project.today == "2026-10-09"
    assert (project.folder / FILE_NAME).read_text() == SETTINGS


def test_a_folder_in_the_place_of_a_file_is_told(made: tuple[Project, str], tmp_path: Path) -> None:
    other = empty(tmp_path / "other")
    (other.folder / "glossary.txt").mkdir()
    with pytest.raises(UsageError, match=r"glossary.txt is not a file"):
        restore_backup(other.folder, backup_of(made[0]), force=True)
    assert tree(other.folder) == {}


def test_a_file_in_the_place_of_a_folder_is_told_and_nothing_is_half_done(made: tuple[Project, str], tmp_path: Path) -> None:
    other = empty(tmp_path / "other")
    (other.folder / "questions").write_text("mine")
    with pytest.raises(PolicyAssistantError, match="cannot be restored"):
        restore_backup(other.folder, backup_of(made[0]), force=True)
    assert tree(other.folder) == {"questions": b"mine"}


def test_a_disk_without_room_is_told_before(made: tuple[Project, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = empty(tmp_path / "other")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=10))
    with pytest.raises(PolicyAssistantError, match="where 10 are free"):
        restore_backup(other.folder, backup_of(made[0]))
    assert tree(other.folder) == {}


def test_a_project_that_is_not_there_is_told(made: tuple[Project, str], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no project folder"):
        restore_backup(tmp_path / "nowhere", backup_of(made[0]))


def test_a_backup_of_a_restored_project_is_the_same(made: tuple[Project, str], tmp_path: Path) -> None:
    path = backup_of(made[0])
    other = empty(tmp_path / "other")
    restore_backup(other.folder, path)
    again = tmp_path / "again.zip"
    write_backup(other.settings, again)
    one, two = (content_of(backup) for backup in (path, again))
    assert Ledger.of(other.settings).head() == Ledger.of(made[0].settings).head()
    for name in one.keys() - {"manifest.json", "state.sqlite"}:  # SQLite counts how often a file was changed
        assert one[name] == two[name]
