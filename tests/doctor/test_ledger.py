"""What `doctor` says of the kept answers."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from policy_assistant.ledger.store import Ledger
from policy_assistant.settings_file import load_settings
from tests.doctor.test_sample import Sample, sound_sample
from tests.ledger.samples import NOON, answer


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sample:
    return sound_sample(tmp_path, monkeypatch)


def keep(sample: Sample) -> Path:
    """Keep two answers; the file."""
    ledger = Ledger.of(load_settings(sample.folder, {}))
    for question in ("Where?", "When?"):
        ledger.keep(answer(question), NOON)
    return ledger.path


def change(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute(sql)


def test_a_whole_ledger_an_empty_file_and_none_are_fine(sample: Sample) -> None:
    assert sample.found() == []
    sample.write("state.sqlite", b"").chmod(0o600)
    assert sample.found() == []
    assert [outcome.not_run for outcome in sample.examine().outcomes if outcome.not_run] == []
    assert (sample.folder / "state.sqlite").read_bytes() == b""
    keep(sample)
    assert sample.found() == []


def _nonsense(path: Path) -> None:
    path.write_bytes(b"\xa5" * path.stat().st_size)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _newer(path: Path) -> None:
    change(path, "PRAGMA user_version = 99")


@pytest.mark.parametrize(
    ("damage", "what"), [(_nonsense, "is damaged or is not ours"), (_folder, "cannot be used"), (_newer, "was made by a newer version")]
)
def test_a_file_that_cannot_be_read_is_a_problem(sample: Sample, damage: Callable[[Path], None], what: str) -> None:
    path = keep(sample)
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    damage(path)
    ((check, severity, finding, mend),) = sample.found()
    assert (check, severity) == ("kept-answers", "problem")
    assert finding.startswith(f"the kept answers: {path} {what}")
    assert mend.endswith("; this file cannot be made again, so do not delete it")


def test_a_chain_that_is_not_whole_is_a_problem_with_its_first_fault(sample: Sample) -> None:
    path = keep(sample)
    change(path, "UPDATE ledger SET content = '{}'")
    ((check, severity, finding, mend),) = sample.found()
    assert (check, severity) == ("kept-answers", "problem")
    assert finding == f"the kept answers in {path} are not whole: entry 1: its content was changed and 1 more"
    assert "`policy-assistant audit --verify`" in mend
    assert "cannot be made again" in mend


def test_a_file_without_our_tables_is_not_changed(sample: Sample) -> None:
    change(sample.folder / "state.sqlite", "CREATE TABLE theirs (x)")
    before = (sample.folder / "state.sqlite").read_bytes()
    (outcome,) = [one for one in sample.examine().outcomes if one.check.name == "kept-answers"]
    assert outcome.not_run.endswith("gets its tables when the next answer is kept")
    assert (sample.folder / "state.sqlite").read_bytes() == before
