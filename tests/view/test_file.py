"""The text behind a source when the cache has lost it: a hostile file does not hold whoever asks."""

import shutil
import threading
from pathlib import Path

import pytest

from policy_assistant.errors import OverloadedError
from policy_assistant.parse import apart
from policy_assistant.view import file
from policy_assistant.view.file import FileText, indexed_document, proved_text
from policy_assistant.view.problems import UNREADABLE
from tests.parse.broken_library import library
from tests.parse.contract_samples import DOCUMENTS
from tests.project import Project


@pytest.fixture
def lost(project: Project) -> Project:
    """A project with one PDF, whose text is in the cache no more."""
    name = "warranty-policy.pdf"
    project.write(name, (DOCUMENTS / name).read_bytes())
    project.inventory({"file": f"documents/{name}", "doc_id": "warranty", "title": "Warranty", "version": "1", "access": "public"})
    project.ingest()
    shutil.rmtree(project.folder / "cache")
    return project


def text_of(project: Project) -> FileText:
    store = project.assistant.store
    try:
        return proved_text(project.settings, indexed_document(store, "documents/warranty-policy.pdf"))
    finally:
        store.close()


def test_a_text_that_the_cache_has_lost_is_parsed_again(lost: Project) -> None:
    found = text_of(lost)
    assert found.parsed
    assert "warranty" in found.parsed.text.lower()


def test_a_cache_that_cannot_be_written_does_not_hide_a_source(lost: Project) -> None:
    (lost.folder / "cache").write_text("in the way", encoding="utf-8")
    assert text_of(lost).parsed


def test_a_file_that_hangs_is_given_up(lost: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file, "SECONDS", 1)
    with library(tmp_path, monkeypatch, "while True: pass\n"):
        assert text_of(lost) == FileText(None, problem=UNREADABLE)


def test_too_many_at_once_are_told_to_come_back(lost: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "PLACE_SECONDS", 0.01)
    monkeypatch.setattr(apart._POOL, "_places", threading.BoundedSemaphore(1))
    with apart._POOL.place(), pytest.raises(OverloadedError):
        text_of(lost)
