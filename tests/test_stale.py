"""Files that are newer than the index."""

import os

import pytest

from policy_assistant.stale import changed_sources
from policy_assistant.store import Store
from tests.project import Project


def changed(project: Project) -> list[str]:
    with Store(project.folder / "index.sqlite") as store:
        return changed_sources(project.settings, store.documents(), store.unreadable())


@pytest.fixture
def ingested(project: Project) -> Project:
    project.add("shoes")
    project.add("socks")
    project.ingest()
    return project


def test_right_after_an_ingest_nothing_has_changed(ingested: Project) -> None:
    assert changed(ingested) == []


def test_edited_added_and_deleted_files_are_named(ingested: Project) -> None:
    ingested.add("shoes", "## Longer\n\nText that was not there.\n")
    ingested.add("boots")
    (ingested.documents / "socks.md").unlink()
    assert changed(ingested) == ["documents/boots.md", "documents/shoes.md", "documents/socks.md"]


def test_a_new_time_alone_counts_until_the_next_ingest(ingested: Project) -> None:
    os.utime(ingested.documents / "shoes.md", ns=(10**18, 10**18))
    assert changed(ingested) == ["documents/shoes.md"]
    ingested.ingest()
    assert changed(ingested) == []


def test_a_folder_that_is_away_is_not_every_file_changed(ingested: Project) -> None:
    ingested.documents.rename(ingested.folder / "away")
    assert changed(ingested) == []


def test_a_file_that_could_not_be_read_is_no_change_until_it_changes(ingested: Project) -> None:
    broken = ingested.documents / "broken.pdf"
    broken.write_bytes(b"no page in here")
    ingested.ingest()
    assert changed(ingested) == []
    broken.write_bytes(b"still no page in here")
    assert changed(ingested) == ["documents/broken.pdf"]
