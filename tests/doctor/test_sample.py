"""A small sound project that the other tests of `doctor` break, and what is true of it and of hopeless ones."""

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

from policy_assistant.doctor import CHECKS, Check, Diagnosis, examine, run, system
from policy_assistant.doctor.project import Finding, Project
from policy_assistant.documents import COLUMNS
from policy_assistant.ingest import ingest
from policy_assistant.settings_file import load_settings

Found = tuple[str, str, str, str]
"""Check, severity, finding, mend."""

QUESTION = '{"id": "Q1", "question": "When does the dock open?", "relevant": [{"doc_id": "dock", "version": "1", "section": "Hours"}]}\n'


@dataclass(frozen=True)
class Sample:
    """A project folder, with the few changes that tests make in it."""

    folder: Path

    def write(self, name: str, content: str | bytes) -> Path:
        """Write a file of the project."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def document(self, file: str, body: str = "## Hours\n\nThe gate opens at seven.\n", **fields: str) -> None:
        """Write a document and its row in the inventory; an empty field is left out."""
        values = {"doc_id": file, "title": file.title(), "version": "1", "effective_from": "2026-01-01", "owner": "Yard"}
        values |= {"access": "public", "language": "en", "doc_type": "guide"} | fields
        stated = "".join(f"{name}: {value}\n" for name, value in values.items() if value)
        self.write(f"corpus/documents/{file}.md", f"---\n{stated}---\n# {values['title']}\n\n{body}")
        self.row({"file": f"documents/{file}.md"} | values)

    def row(self, values: Mapping[str, str]) -> None:
        """Add a row to the inventory."""
        path = self.folder / "corpus/inventory.csv"
        before = path.read_text() if path.exists() else ",".join(COLUMNS) + "\n"
        path.write_text(before + ",".join(values.get(name, "") for name in COLUMNS) + "\n")

    def settings(self, text: str, models: str = 'embedder = "none"') -> None:
        """Replace the settings file: `text` after a day and `models`; it begins inside `[project]`."""
        self.write("policy-assistant.toml", f'[models]\n{models}\n[project]\ntoday = "2026-05-04"\n{text}')

    def ingest(self) -> None:
        """Bring the index up to date."""
        ingest(load_settings(self.folder, {}))

    def sql(self, statement: str) -> None:
        """Change the index behind the product's back."""
        with sqlite3.connect(self.folder / "index.sqlite") as conn:
            conn.execute(statement)
        conn.close()

    def examine(self, environment: Mapping[str, str] | None = None) -> Diagnosis:
        """What `doctor` finds."""
        return examine(self.folder, environment or {})

    def found(self, environment: Mapping[str, str] | None = None) -> list[Found]:
        """All findings."""
        diagnosis = self.examine(environment)
        return [(check, f.severity, f.finding, f.mend) for check, f in (*diagnosis.problems, *diagnosis.notes)]


def sound_sample(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Sample:
    """A project without fault, on a machine without fault."""
    monkeypatch.setattr(system, "EXTRAS", {})
    monkeypatch.setattr(system, "MOUNTS", folder / "mounts")
    (folder / "mounts").write_text("/dev/sda1 / ext4 rw 0 0\n")
    sample = Sample(folder / "yard")
    sample.settings("")
    sample.document("dock")
    sample.document("badge-1", doc_id="badge", effective_to="2026-03-31")
    sample.document("badge-2", doc_id="badge", version="2", effective_from="2026-04-01")
    sample.write("questions/questions.jsonl", QUESTION)
    sample.ingest()
    return sample


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sample:
    return sound_sample(tmp_path, monkeypatch)


def _contents(folder: Path) -> dict[str, bytes]:
    """All files but those that SQLite keeps beside a database while it is read."""
    return {str(p): p.read_bytes() for p in folder.rglob("*") if p.is_file() and not p.name.endswith(("-shm", "-wal"))}


def test_a_sound_project_has_no_finding_and_every_check_is_made(sample: Sample) -> None:
    diagnosis = sample.examine()
    assert [(o.check.name, o.findings, o.not_run) for o in diagnosis.outcomes] == [(check.name, (), "") for check in CHECKS]


def test_nothing_is_changed(sample: Sample) -> None:
    sample.write("corpus/documents/new.md", "# New\n")
    before = _contents(sample.folder)
    sample.found()
    assert _contents(sample.folder) == before


def test_check_names_are_told_apart() -> None:
    assert len({check.name for check in CHECKS}) == len(CHECKS)


def test_the_needs_of_every_check_are_parts_of_a_project() -> None:
    assert {part for check in CHECKS for part in check.needs} <= {name for name in vars(Project) if not name.startswith("_")}


def test_a_missing_project_folder_is_one_problem_and_what_hangs_on_it_is_not_run(tmp_path: Path) -> None:
    diagnosis = examine(tmp_path / "nowhere", {})
    assert [(check, f.finding.split(" '")[0]) for check, f in diagnosis.problems] == [("settings", "no project folder")]
    assert len([o for o in diagnosis.outcomes if o.not_run.startswith("no project folder")]) >= 25


def test_an_empty_folder_lacks_documents_and_an_index(tmp_path: Path) -> None:
    assert {check for check, _ in examine(tmp_path, {}).problems} >= {"folders", "index"}


def test_wrong_columns_in_the_inventory_are_one_problem(sample: Sample) -> None:
    sample.write("corpus/inventory.csv", "name,number\ndock,1\n")
    diagnosis = sample.examine()
    assert [(check, f.finding) for check, f in diagnosis.problems] == [("inventory", "inventory.csv has no column 'file'")]
    assert {o.check.name for o in diagnosis.outcomes if o.not_run} >= {"inventory-rows", "duplicates", "overlaps", "age"}


def test_settings_that_cannot_be_read_are_one_problem(sample: Sample) -> None:
    (sample.folder / "policy-assistant.toml").unlink()
    (sample.folder / "policy-assistant.toml").mkdir()
    diagnosis = sample.examine()
    assert [check for check, _ in diagnosis.problems] == ["settings"]
    assert diagnosis.problems[0][1].finding.endswith("policy-assistant.toml cannot be read: is a directory")


def _nonsense(sample: Sample) -> None:
    sample.write("index.sqlite", b"this was never a database" * 400)


def _cut_short(sample: Sample) -> None:
    path = sample.folder / "index.sqlite"
    path.write_bytes(path.read_bytes()[:9000])


def _torn(sample: Sample) -> None:
    path = sample.folder / "index.sqlite"
    data = bytearray(path.read_bytes())
    data[8192:-4096] = b"\xa5" * len(data[8192:-4096])
    path.write_bytes(data)


def _emptied(sample: Sample) -> None:
    sample.write("index.sqlite", b"")


@pytest.mark.parametrize("damage", [_nonsense, _cut_short, _torn, _emptied])
def test_a_damaged_index_asks_for_a_rebuild_and_the_files_are_still_checked(sample: Sample, damage: Callable[[Sample], None]) -> None:
    for suffix in ("-wal", "-shm"):
        (sample.folder / f"index.sqlite{suffix}").unlink(missing_ok=True)
    damage(sample)
    found = sample.found()
    assert {check for check, *_ in found} <= {"index", "integrity"}
    assert found
    assert all("policy-assistant ingest --rebuild" in mend for *_, mend in found)
    assert not [o for o in sample.examine().outcomes if o.check.name == "overlaps" and o.not_run]


def test_a_check_that_fails_is_a_finding_and_keeps_what_it_had_found(sample: Sample) -> None:
    def look(_: Project) -> list[Finding]:
        raise ZeroDivisionError("by mistake")

    findings = run(Check("odd", "", look), Project(sample.folder, {})).findings
    assert [(f.severity, f.finding) for f in findings] == [("problem", "unexpected ZeroDivisionError: by mistake")]


@pytest.mark.parametrize("part", [name for name, value in vars(Project).items() if isinstance(value, cached_property)])
def test_no_part_can_fail_without_a_problem(sample: Sample, monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    def fail(_: Project) -> None:
        raise RuntimeError("by mistake")

    monkeypatch.setattr(Project, part, property(fail))
    assert "unexpected RuntimeError: by mistake" in {f.finding for _, f in sample.examine().problems}
