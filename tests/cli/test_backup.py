"""The command `backup`."""

from pathlib import Path

import pytest

from policy_assistant.keys import KeyRing
from policy_assistant.ledger.store import Ledger
from tests.backup.samples import empty, fill
from tests.ledger.samples import NOON, STAFF, answer
from tests.project import Project


@pytest.fixture
def made(tmp_path: Path) -> Project:
    folder = tmp_path / "project"
    (folder / "corpus" / "documents").mkdir(parents=True)
    project = Project(folder)
    fill(project)
    return project


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "b.zip")


def test_a_backup_is_written_checked_and_restored(made: Project, path: str, tmp_path: Path) -> None:
    written = made.run("backup", path)
    assert (written.code, written.err) == (0, "")
    lines = written.out.splitlines()
    assert lines[0].split() == ["file", "bytes", "sha256"]
    assert lines[-1].startswith("5 files of 20")
    assert lines[-1].endswith(f" | written to {path}")
    checked = made.run("backup", "--verify", path)
    assert (checked.code, checked.out.splitlines()[:-1]) == (0, lines[:-1])
    assert checked.out.endswith(" | whole\n")
    other = empty(tmp_path / "other")
    restored = other.run("backup", "--restore", path)
    assert restored.code == 0
    assert restored.out.splitlines()[-1].startswith("5 files restored from 20")
    assert f"restored: {other.folder / 'state.sqlite'}" in restored.out.splitlines()
    assert other.run("audit", "--list").out.endswith("1 kept answer\n")
    again = other.run("backup", "--restore", path)
    assert (again.code, again.out.splitlines()[0], again.out.splitlines()[-1][:16]) == (
        0,
        f"as in the backup: {other.folder / 'policy-assistant.toml'}",
        "0 files restored",
    )


def test_force_replaces_and_says_where_the_state_before_is(made: Project, path: str) -> None:
    made.run("backup", path)
    Ledger.of(made.settings).keep(answer("Later?"), NOON)
    refused = made.run("backup", "--restore", path)
    assert (refused.code, refused.out) == (2, "")
    assert f"differ from the backup: {made.settings.state_path}" in refused.err
    done = made.run("backup", "--restore", path, "--force", "--json").json
    assert done["written"] == [str(made.settings.state_path)]
    assert len(Ledger(Path(done["state_before"])).answers(labels=STAFF)) == 2
    Ledger.of(made.settings).keep(answer("Later?"), NOON)
    assert "the state before is kept as " in made.run("backup", "--restore", path, "--force").err


def test_a_restore_says_how_many_keys_stay_revoked(made: Project, path: str) -> None:
    made.run("backup", path)
    KeyRing.of(made.settings).revoke("desk")
    done = made.run("backup", "--restore", path, "--force")
    assert "1 key that was revoked after the backup was made: still revoked\n" in done.err
    again = made.run("backup", "--restore", path, "--force", "--json").json
    assert again["revoked"] == 1
    made.settings.state_path.write_bytes(b"nothing of ours")
    done = made.run("backup", "--restore", path, "--force")
    assert "the state before cannot be read: revoke again the keys that were revoked after the backup was made\n" in done.err
    assert "revoked" not in made.run("backup", "--restore", path, "--force").err


def test_json_is_the_manifest(made: Project, path: str) -> None:
    record = made.run("backup", path, "--json").json
    assert record == made.run("backup", "--verify", path, "--json").json
    assert [file["name"] for file in record["files"]][-1] == "state.sqlite"


def test_a_project_without_state_is_told_so(project: Project, path: str) -> None:
    project.configure("")
    done = project.run("backup", path)
    assert (done.code, done.err) == (0, "it holds no keys and kept answers: the project had none\n")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--verify", "--restore"], "--verify and --restore cannot be used together"),
        (["--verify", "--with-index"], "--with-index is for writing a backup"),
        (["--restore", "--with-index"], "--with-index is for writing a backup"),
        (["--verify", "--force"], "--force does nothing with --verify"),
        (["--verify"], "no backup at "),
        (["--restore"], "no backup at "),
    ],
)
def test_wrong_usage_is_exit_code_2(made: Project, path: str, args: list[str], message: str) -> None:
    done = made.run("backup", path, *args)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_other_failures_have_their_codes(made: Project, path: str) -> None:
    assert made.run("backup", path, "--with-index").code == 4
    Path(path).write_bytes(b"no zip file")
    assert made.run("backup", path).code == 2
    done = made.run("backup", "--verify", path)
    assert (done.code, done.err.splitlines()[0][:41]) == (6, "error: b.zip is damaged or is no backup (")
