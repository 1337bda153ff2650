"""Moving an index to Qdrant and back: the same index there, resumed after a kill, and a server that fails changes nothing."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from policy_assistant.errors import EngineError, UsageError
from policy_assistant.filters import Filters
from policy_assistant.migrate import Migrated, copying, migrate
from policy_assistant.server_keys import QDRANT_KEY
from policy_assistant.settings import Settings
from policy_assistant.settings_file import load_settings
from policy_assistant.store.engine import has_index, open_engine
from policy_assistant.store.qdrant import retries
from policy_assistant.testing.engine.checks import state
from policy_assistant.testing.model_server import ModelServer
from policy_assistant.testing.qdrant_server import QdrantServer
from tests.project import Project

DOCUMENTS = 12
TIMEOUT = 60
KEY = "a-key-that-nobody-may-see"


@pytest.fixture
def qdrant() -> Iterator[QdrantServer]:
    with QdrantServer(api_key=KEY) as running:
        yield running


@pytest.fixture(autouse=True)
def embedder(project: Project, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """The server that embeds for the project, which has documents and code, and is ingested."""
    monkeypatch.setenv(QDRANT_KEY, KEY)
    monkeypatch.setattr(retries, "FIRST_WAIT", 0.001)
    monkeypatch.setattr(copying, "PART_CHUNKS", 6)
    with ModelServer() as running:
        project.embed_with(running)
        configure(project, '[code]\nfolders = ["shop"]')
        (project.folder / "shop").mkdir()
        (project.folder / "shop" / "pot.py").write_text("def fill(pot):\n    return pot\n", encoding="utf-8")
        for number in range(DOCUMENTS):
            project.add(
                f"shelf-{number:02}",
                f"## Rule\n\nShelf {number} holds {number * 7} cups.\n\n## Care\n\nL'été on lave l'étagère {number}.\n",
            )
        project.ingest()
        running.requests.clear()
        yield running


def configure(project: Project, text: str) -> None:
    """Add to the settings file."""
    with (project.folder / "policy-assistant.toml").open("a", encoding="utf-8") as file:
        file.write(f"{text}\n")


def settings_of(project: Project) -> Settings:
    return load_settings(project.folder, project.environment)


def moved(project: Project, to: str, *, force: bool = False) -> Migrated:
    return migrate(settings_of(project), to, force=force)


def everything(settings: Settings) -> dict[str, Any]:
    with open_engine(settings) as engine:
        found = state(engine)
        found["hits"] = [chunk.hash for chunk, _ in engine.search_text(["shelf", "cups", "été"], 50, Filters())]
        found["terms"] = [chunk.hash for chunk, _ in engine.search_terms([(["shelf", "etager"], 1.0)], 50, Filters())]
        return {name: value for name, value in found.items() if name not in ("generation", "means")}


def use(project: Project, done: Migrated) -> Settings:
    """The settings that are printed, used."""
    path = project.folder / "policy-assistant.toml"
    text = path.read_text(encoding="utf-8").partition("[store]")[0]
    path.write_text(f"{text}\n{done.settings}\n", encoding="utf-8")
    return settings_of(project)


@pytest.mark.parametrize("to", ["server", "folder"])
def test_an_index_goes_to_qdrant_and_back_and_is_the_same(project: Project, qdrant: QdrantServer, embedder: ModelServer, to: str) -> None:
    before = everything(settings_of(project))
    there = moved(project, qdrant.url if to == "server" else "./qdrant")
    assert (there.documents, there.code_files, there.copied_before) == (DOCUMENTS, 1, 0)
    for one in there.samples:
        assert one.asked == one.same > 0, one
    settings = use(project, there)
    assert settings.store.engine == "qdrant"
    (project.folder / "index.sqlite").unlink()
    assert everything(settings) == before
    report = project.ingest()
    assert (report.chunks_added, report.chunks_removed, report.embedded) == (0, 0, 0)
    back = moved(project, "sqlite")
    assert everything(use(project, back)) == before
    assert embedder.requests == []


def test_what_is_there_is_replaced_only_when_that_is_asked_for(project: Project, qdrant: QdrantServer) -> None:
    moved(project, qdrant.url)
    with pytest.raises(UsageError, match="an index of this project is at"):
        moved(project, qdrant.url)
    (project.documents / "shelf-00.md").unlink()
    project.add("shelf-01", "## Rule\n\nShelf 1 is empty.\n")
    project.ingest(forget_missing=True)
    there = moved(project, qdrant.url, force=True)
    assert everything(use(project, there)) == everything(load_settings(project.folder, {"POLICY_ASSISTANT_STORE_ENGINE": "sqlite"}))


def test_another_project_on_the_server_is_left_alone(project: Project, qdrant: QdrantServer) -> None:
    configure(project, '[project]\nname = "other"')
    other = use(project, moved(project, qdrant.url))
    before = everything(other)
    path = project.folder / "policy-assistant.toml"
    path.write_text(path.read_text(encoding="utf-8").partition("[project]")[0], encoding="utf-8")
    (project.documents / "shelf-00.md").unlink()
    project.ingest(forget_missing=True)
    moved(project, qdrant.url)
    assert everything(other) == before


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
def test_a_move_that_is_killed_goes_on_where_it_was(project: Project, qdrant: QdrantServer, after: int) -> None:
    command = [sys.executable, "-c", KILLED_AFTER, str(project.folder), str(after), qdrant.url]
    process = subprocess.run(command, timeout=TIMEOUT, check=False, env=project.environment)
    assert process.returncode == -signal.SIGKILL
    before = everything(settings_of(project))
    there = moved(project, qdrant.url)
    assert there.copied_before >= after
    assert everything(use(project, there)) == before


def test_a_server_that_is_lost_leaves_the_old_index_in_use_and_the_move_goes_on(project: Project, qdrant: QdrantServer) -> None:
    with QdrantServer(api_key=KEY) as other:
        moved(project, other.url)
        needed = len(other.requests)
    qdrant.lose_after(needed // 2)
    with pytest.raises(EngineError, match="cannot be reached"):
        moved(project, qdrant.url)
    qdrant.forget_plans()
    assert project.found("shelf 3 cups", method="keywords")[0] == "shelf-03"
    there = moved(project, qdrant.url)
    assert there.copied_before > 0
    assert everything(use(project, there))["problems"] == []


def test_the_command_shows_the_server_and_not_the_key(project: Project, qdrant: QdrantServer, monkeypatch: pytest.MonkeyPatch) -> None:
    done = project.run("migrate", "--to", qdrant.url)
    assert done.code == 0
    assert done.out.rstrip().endswith(f'[store]\nengine = "qdrant"\nurl = "{qdrant.url}"')
    monkeypatch.setenv(QDRANT_KEY, "another-key")
    refused = project.run("migrate", "--to", qdrant.url, "--force")
    assert (refused.code, "HTTP 401" in refused.err, QDRANT_KEY in refused.err) == (5, True, True)
    qdrant.stop()
    lost = project.run("migrate", "--to", qdrant.url, "--force")
    assert (lost.code, "cannot be reached" in lost.err) == (5, True)
    for one in (done, refused, lost):
        assert KEY not in one.out + one.err
        assert "another-key" not in one.out + one.err


def test_a_folder_needs_no_server_and_is_made(project: Project) -> None:
    there = moved(project, "./deep/qdrant")
    settings = use(project, there)
    assert settings.qdrant_path == project.folder / "deep" / "qdrant" or settings.qdrant_path == project.folder / "./deep/qdrant"
    assert has_index(settings)
    assert Path(there.target) == project.folder / "deep" / "qdrant"
