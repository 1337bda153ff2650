"""Projects to back up, and zip files made by hand."""

import hashlib
import json
import zipfile
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from policy_assistant.backup import write_backup
from policy_assistant.feedback import Feedback
from policy_assistant.keys import KeyRing
from policy_assistant.ledger.store import Ledger
from policy_assistant.settings_file import FILE_NAME
from policy_assistant.state import SCHEMA
from tests.ledger.samples import NOON, answer
from tests.project import Project

SETTINGS = '[project]\ntoday = "2026-10-09"\n[models]\nembedder = "none"\n'
TODAY = date(2026, 10, 9)


def fill(project: Project) -> str:
    """Give a project all that a backup holds; the text of its key."""
    project.configure(SETTINGS)
    project.add("shoes")
    project.inventory({"file": "documents/shoes.md", "doc_id": "shoes", "version": "1"})
    (project.folder / "questions").mkdir()
    (project.folder / "questions" / "questions.jsonl").write_text('{"id": "Q1", "question": "Où ?"}\n', encoding="utf-8")
    (project.folder / "glossary.txt").write_text("shoes = boots\n", encoding="utf-8")
    settings = project.settings
    kept = Ledger.of(settings).keep(answer("Where?"), NOON)
    Feedback.of(settings).give(kept, "wrong", "Inside.")
    return KeyRing.of(settings).create("desk", ["staff"])[1]


def backup_of(project: Project, **options: bool) -> Path:
    """A backup of a project, outside of it."""
    path = project.folder.parent / f"{project.folder.name}.zip"
    write_backup(project.settings, path, **options)
    return path


def empty(folder: Path) -> Project:
    """Another project folder, with nothing in it."""
    folder.mkdir()
    return Project(folder)


def content_of(path: Path) -> dict[str, bytes]:
    """Name -> bytes of a zip file."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def manifest_of(content: Mapping[str, bytes], **fields: Any) -> bytes:
    """A manifest of these files that is right unless a field is given."""
    records = [{"name": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()} for name, data in content.items()]
    values = {
        "product": "policy-assistant",
        "version": "0.1.0",
        "made_at": "2026-10-09T12:00:00Z",
        "schema": SCHEMA,
        "files": records,
        "format": 1,
    }
    return json.dumps(values | fields).encode()


def zipped(path: Path, content: Mapping[str, bytes], **fields: Any) -> Path:
    """A backup of these files, made by hand."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            archive.writestr(name, data)
        archive.writestr("manifest.json", manifest_of(content, **fields))
    return path


def with_settings(path: Path, text: str, **files: bytes) -> Path:
    """A backup made by hand whose settings say this; files by their first name (`state` for `state.sqlite`)."""
    names = {"inventory": "inventory.csv", "questions": "questions.jsonl", "glossary": "glossary.txt", "state": "state.sqlite"}
    return zipped(path, {FILE_NAME: text.encode(), **{names[name]: data for name, data in files.items()}})


def tree(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
