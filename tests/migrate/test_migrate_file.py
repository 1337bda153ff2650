"""Moving an index to another file: copied whole, checked, resumed after a kill, and nothing parsed or embedded again."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from policy_assistant.errors import IndexMismatchError, NoIndexError, UsageError
from policy_assistant.filters import Filters
from policy_assistant.migrate import Migrated, checking, copying, migrate
from policy_assistant.settings_file import load_settings
from policy_assistant.store.sqlite import Store
from policy_assistant.testing.engine.checks import state
from policy_assistant.testing.model_server import ModelServer
from tests.project import Project

DOCUMENTS = 12
TIMEOUT = 60


@pytest.fixture(autouse=True)
def server(project: Project) -> Iterator[ModelServer]:
    """The server that embeds for the project, which has documents and code."""
    with ModelServer() as running:
        project.embed_with(running)
        configure(project, '[code]\nfolders = ["shop"]')
        (project.folder / "shop").mkdir()
        (project.folder / "shop" / "pot.py").write_text(
            "def fill(pot):\n    return pot\n\n\ndef empty(pot):\n    return None\n", encoding="utf-8"
        )
        for number in range(DOCUMENTS):
            project.add(
                f"shelf-{number:02}",
                f"## Rule\n\nShelf {number} holds {number * 7} cups.\n\n## Care\n\nL'été on lave l'étagère {number}.\n",
            )
        yield running


def configure(project: Project, text: str) -> None:
    """Add to the settings file."""
    with (project.folder / "policy-assistant.toml").open("a", encoding="utf-8") as file:
        file.write(f"{text}\n")


def moved(project: Project, to: str = "moved.sqlite", *, force: bool = False) -> Migrated:
    return migrate(load_settings(project.folder, project.environment), to, force=force)


def everything(path: Path) -> dict[str, object]:
    with Store(path) as store:
        found = state(store)
        found["hits"] = store.search_text(["shelf", "cups", "été"], 50, Filters())
        found["terms"] = store.search_terms([(["shelf", "etager"], 1.0)], 50, Filters())
        del found["generation"]
        return found


def test_the_copy_is_the_same_index_and_nothing_is_embedded_again(project: Project, server: ModelServer) -> None:
    project.ingest()
    server.requests.clear()
    done = moved(project)
    assert everything(project.folder / "moved.sqlite") == everything(project.folder / "index.sqlite")
    assert server.requests == []
    assert (done.documents, done.chunks, done.code_files, done.copied_before) == (DOCUMENTS, 2 * DOCUMENTS, 1, 0)
    assert done.vectors == done.chunks + done.code_chunks
    assert {one.search for one in done.samples} == {"words", "terms", "vectors", "code"}
    for one in done.samples:
        assert one.asked == one.same > 0
        assert one.kept == one.hits > 0
    assert done.settings == '[store]\nengine = "sqlite"\npath = "moved.sqlite"'
    assert not list(project.folder.glob("*.copy*"))


def test_the_settings_that_are_printed_use_the_copy(project: Project) -> None:
    project.ingest()
    done = moved(project)
    (project.folder / "index.sqlite").unlink()
    configure(project, done.settings)
    assert project.found("shelf 3 cups", method="keywords")[0] == "shelf-03"
    report = project.ingest()
    assert (report.chunks_added, report.chunks_removed, report.embedded) == (0, 0, 0)


def test_what_is_there_is_replaced_only_when_that_is_asked_for(project: Project) -> None:
    project.ingest()
    moved(project)
    with pytest.raises(UsageError, match="an index of this project is at") as caught:
        moved(project)
    assert "--force" in caught.value.hint
    project.add("new", "## Rule\n\nA new rule.\n")
    (project.documents / "shelf-00.md").unlink()
    project.ingest(forget_missing=True)
    moved(project, force=True)
    assert everything(project.folder / "moved.sqlite") == everything(project.folder / "index.sqlite")


@pytest.mark.parametrize("to", ["sqlite", "index.sqlite", "qdrant", "ftp://example.com/x", "https://name:secret@example.com", ""])
def test_what_is_no_other_place_is_refused(project: Project, to: str) -> None:
    project.ingest()
    with pytest.raises(UsageError) as caught:
        moved(project, to)
    assert caught.value.hint
    assert "secret" not in str(caught.value)


def test_without_an_index_there_is_nothing_to_copy(project: Project) -> None:
    with pytest.raises(NoIndexError):
        moved(project)
    assert not list(project.folder.glob("moved*"))


def test_an_index_of_another_version_is_not_copied(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.ingest()
    monkeypatch.setattr(checking, "PARSER_VERSION", "next")
    with pytest.raises(IndexMismatchError, match="another version") as caught:
        moved(project)
    assert "--rebuild" in caught.value.hint


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE chunks SET text = text || '!' WHERE id = 3", "others"),
        ("UPDATE documents SET title = 'x' WHERE id = 2", "its record is another one"),
        ("UPDATE blocks SET section = 'x' WHERE document = 2", "its blocks are others"),
        ("UPDATE vectors SET vector = zeroblob(length(vector)) WHERE chunk = 2", "its vectors are others"),
        ("DELETE FROM vectors WHERE chunk = 2", "its vectors are missing"),
        ("DELETE FROM documents WHERE id = 1", "shelf-00.md: it is missing"),
        ("UPDATE documents SET source = 'documents/a.md' WHERE id = 5", "a.md: it is too much"),
    ],
)
def test_a_copy_that_is_not_the_same_is_not_used(project: Project, monkeypatch: pytest.MonkeyPatch, damage: str, said: str) -> None:
    """The damage is done while the copy is checked."""
    project.ingest()
    checked = checking.check_records

    def damaged(origin: Store, copy: Store) -> None:
        copy.conn.execute(damage)
        checked(origin, copy)

    monkeypatch.setattr("policy_assistant.migrate.check_records", damaged)
    with pytest.raises(IndexMismatchError, match=said):
        moved(project)
    assert not (project.folder / "moved.sqlite").exists()


KILLED_AFTER = """
import os, signal, sys
from policy_assistant.migrate import copying, migrate
from policy_assistant.settings_file import load_settings

copying.PART_CHUNKS = 6
def progress(done, total):
    if done >= int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
migrate(load_settings(sys.argv[1]), sys.argv[3], progress=progress)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
@pytest.mark.parametrize("after", [1, 7, DOCUMENTS + 1])
def test_a_move_that_is_killed_goes_on_where_it_was(project: Project, after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    project.ingest()
    command = [sys.executable, "-c", KILLED_AFTER, str(project.folder), str(after), "moved.sqlite"]
    process = subprocess.run(command, timeout=TIMEOUT, check=False, env=project.environment)
    assert process.returncode == -signal.SIGKILL
    assert not (project.folder / "moved.sqlite").exists()
    given: list[str] = []
    exported = Store.export

    def noted(store: Store, sources: list[str] | None = None) -> Iterator[object]:
        given.extend(sources or [])
        return exported(store, sources)

    monkeypatch.setattr(copying, "PART_CHUNKS", 6)
    monkeypatch.setattr(Store, "export", noted)
    before = moved(project).copied_before
    assert after <= before <= after + 2
    assert len(given[: DOCUMENTS + 1 - before]) == len(set(given[: DOCUMENTS + 1 - before]))
    assert everything(project.folder / "moved.sqlite") == everything(project.folder / "index.sqlite")


def test_what_changed_meanwhile_is_copied_anew(project: Project) -> None:
    project.ingest()
    command = [sys.executable, "-c", KILLED_AFTER, str(project.folder), "7", "moved.sqlite"]
    subprocess.run(command, timeout=TIMEOUT, check=False, env=project.environment)
    project.add("shelf-01", "## Rule\n\nShelf 1 is empty.\n")
    (project.documents / "shelf-02.md").unlink()
    project.ingest(forget_missing=True)
    assert moved(project).copied_before < 8
    assert everything(project.folder / "moved.sqlite") == everything(project.folder / "index.sqlite")


def test_the_command_says_what_was_copied_and_what_to_write_into_the_settings(project: Project) -> None:
    project.ingest()
    done = project.run("migrate", "--to", "moved.sqlite")
    assert (done.code, done.err.splitlines()[0][:5]) == (0, "hint:")
    assert f"copied {DOCUMENTS + 1} documents with" in done.out
    assert done.out.rstrip().endswith('[store]\nengine = "sqlite"\npath = "moved.sqlite"')
    again = project.run("migrate", "--to", "moved.sqlite", "--json", "--force")
    assert (again.code, again.json["documents"], again.json["copied_before"]) == (0, DOCUMENTS, 0)
    refused = project.run("migrate", "--to", "moved.sqlite")
    assert (refused.code, refused.out) == (2, "")
    assert "--force replaces it" in refused.err
