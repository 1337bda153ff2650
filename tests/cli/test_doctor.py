"""The command `doctor`: lines, JSON, exit codes, and no traceback whatever the project is like."""

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from policy_assistant.cli.main import main
from policy_assistant.doctor import CHECKS
from tests.doctor.test_sample import Sample, sound_sample

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sample:
    for name in [name for name in os.environ if name.startswith("POLICY_ASSISTANT_")]:
        monkeypatch.delenv(name)
    return sound_sample(tmp_path, monkeypatch)


@pytest.fixture
def doctor(sample: Sample, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command on the sample; exit code, output, and what stands on standard error."""

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(["doctor", "--project", str(sample.folder), *arguments])
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return run


def test_a_sound_project_gives_one_line_and_exit_code_0(doctor: Run) -> None:
    assert doctor() == (0, f"{len(CHECKS)} checks, 0 problems, 0 notes\n", "")


def test_a_problem_is_printed_with_its_mend_and_exit_code_1(sample: Sample, doctor: Run) -> None:
    sample.document("ramp")
    code, out, err = doctor()
    assert code == 1
    assert out == (
        "problem: 1 file changed, added or deleted since the last ingest: documents/ramp.md\n"
        f"  mend: policy-assistant ingest\n{len(CHECKS)} checks, 1 problem, 0 notes\n"
    )
    assert err == f"hint: run the commands in {sample.folder}, or with --project {sample.folder}\n"


def test_a_note_does_not_change_the_exit_code(sample: Sample, doctor: Run) -> None:
    sample.document("ramp", owner="unknown")
    sample.ingest()
    code, out, _ = doctor()
    assert (code, out.splitlines()[-1]) == (0, f"{len(CHECKS)} checks, 0 problems, 1 note")
    assert out.startswith("note: 1 document without owner (nobody to ask): documents/ramp.md\n  mend: state `owner` ")


def test_json_is_one_object_with_the_same_findings(sample: Sample, doctor: Run) -> None:
    sample.document("ramp", owner="unknown")
    code, out, _ = doctor("--json")
    record = json.loads(out)
    assert (code, record["checks"], record["not_run"]) == (1, len(CHECKS), [])
    assert [(p["check"], p["severity"], p["mend"]) for p in record["problems"]] == [("age", "problem", "policy-assistant ingest")]
    assert [sorted(n) for n in record["notes"]] == [["check", "finding", "mend", "severity"]]


def test_checks_that_lack_a_part_are_named_with_the_reason(sample: Sample, doctor: Run) -> None:
    (sample.folder / "index.sqlite").unlink()
    code, out, _ = doctor()
    assert code == 1
    not_run = [line for line in out.splitlines() if line.startswith("not run: ")]
    assert len(not_run) == 1
    assert not_run[0].startswith("not run: code-age, vectors, missing-vectors, integrity, age and 8 more (No index at ")
    assert out.splitlines()[-1] == f"{len(CHECKS) - 13} checks, 1 problem, 0 notes"


def test_verbose_lists_every_check(sample: Sample, doctor: Run) -> None:
    (sample.folder / "index.sqlite").unlink()
    lines = doctor("--verbose")[1].splitlines()
    assert "ok       folders: folders of documents" in lines
    assert "found    index: the index and what made it" in lines
    assert len([line for line in lines if line.startswith(("ok  ", "found  ", "not run  "))]) == len(CHECKS)


def test_a_name_with_a_line_feed_stays_on_its_line(sample: Sample, doctor: Run) -> None:
    sample.write("corpus/documents/two\nlines.md", "# Two\n\nproblem: none\n")
    assert all(line.startswith(("problem: ", "  mend: ", "note: ", f"{len(CHECKS)} checks")) for line in doctor()[1].splitlines())


def _settings_broken(sample: Sample) -> None:
    sample.settings("[[[")


def _settings_binary(sample: Sample) -> None:
    sample.write("policy-assistant.toml", b"\xff\x00\xfe")


def _settings_wrong_shape(sample: Sample) -> None:
    sample.settings("search = 3\n")


def _index_is_a_folder(sample: Sample) -> None:
    (sample.folder / "index.sqlite").unlink()
    (sample.folder / "index.sqlite").mkdir()


def _index_of_another_program(sample: Sample) -> None:
    sample.sql("DROP TABLE chunks")


def _index_with_odd_values(sample: Sample) -> None:
    sample.sql("UPDATE documents SET unstated = 'not json', own = '['")


def _index_with_odd_numbers(sample: Sample) -> None:
    sample.sql("UPDATE meta SET value = 'many' WHERE key = 'generation'")


def _no_folders(sample: Sample) -> None:
    sample.settings("[corpus]\nfolders = []\n")


def _inventory_is_a_folder(sample: Sample) -> None:
    (sample.folder / "corpus/inventory.csv").unlink()
    (sample.folder / "corpus/inventory.csv").mkdir()


def _questions_of_odd_types(sample: Sample) -> None:
    passage = '{"doc_id": [], "version": 1, "section": null}'
    sample.write("questions/questions.jsonl", f'{{"id": "Q1", "question": "?", "relevant": [{passage}], "keys": [3]}}\n')


@pytest.mark.parametrize(
    "ruin",
    [
        _settings_broken,
        _settings_binary,
        _settings_wrong_shape,
        _index_is_a_folder,
        _index_of_another_program,
        _index_with_odd_values,
        _index_with_odd_numbers,
        _no_folders,
        _inventory_is_a_folder,
        _questions_of_odd_types,
    ],
)
def test_a_ruined_project_gives_findings_and_never_a_traceback(sample: Sample, doctor: Run, ruin: Callable[[Sample], None]) -> None:
    ruin(sample)
    code, out, err = doctor()
    assert code == 1
    assert out.splitlines()[-1].split(", ")[1] != "0 problems"
    assert "Traceback" not in out + err


def test_a_project_folder_that_is_not_there_gives_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["doctor", "--project", "/no/such/folder"])
    assert ended.value.code == 1
    assert "problem: no project folder '/no/such/folder'" in capsys.readouterr().out


def test_repair_mends_what_is_derived(sample: Sample, doctor: Run) -> None:
    with closing(sqlite3.connect(sample.folder / "index.sqlite")) as conn, conn:
        conn.execute("DELETE FROM chunk_units")
    code, out, _ = doctor()
    assert code == 1
    assert "mend: policy-assistant doctor --repair" in out
    code, out, err = doctor("--repair")
    assert code == 0
    assert "made anew" in err
    assert "0 problems" in out


def test_repair_without_an_index_or_with_another_engine_is_told(sample: Sample, doctor: Run) -> None:
    (sample.folder / "index.sqlite").unlink()
    assert doctor("--repair")[0] == 4
    sample.settings('[store]\nengine = "qdrant"\nurl = "qdrant"\n')
    code, _, err = doctor("--repair")
    assert code == 2
    assert "ingest --rebuild" in err
