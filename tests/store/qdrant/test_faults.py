"""A server that fails while we ask or write: clear errors, the old state answers, and the next ingest finishes the work."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from policy_assistant.errors import EngineError
from policy_assistant.filters import Filters
from policy_assistant.server_keys import QDRANT_KEY
from policy_assistant.store.engine import has_index, open_engine
from policy_assistant.store.qdrant import retries
from policy_assistant.testing.engine.checks import state
from policy_assistant.testing.model_server import ModelServer
from policy_assistant.testing.qdrant_server import Fault, QdrantServer
from tests.project import Project

KEY = "a-key-that-nobody-may-see"
TIMEOUT = 60
DOCUMENTS = 5


@pytest.fixture
def server() -> Iterator[QdrantServer]:
    with QdrantServer(api_key=KEY) as running:
        yield running


@pytest.fixture
def embedder() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture(autouse=True)
def project(project: Project, server: QdrantServer, embedder: ModelServer, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project whose index is on the server, with vectors."""
    monkeypatch.setenv(QDRANT_KEY, KEY)
    monkeypatch.setattr(retries, "FIRST_WAIT", 0.001)
    project.configure(
        f'[models]\nembedder = "openai:tiny"\nembedding_base_url = "{embedder.base_url}"\n'
        f'[store]\nengine = "qdrant"\nurl = "{server.url}"\ntimeout = 2\n'
    )
    write(project, 0)
    return project


def write(project: Project, revision: int) -> None:
    """The documents in a revision; one of them comes and goes."""
    for number in range(DOCUMENTS):
        project.add(f"shelf-{number}", f"## Rule\n\nShelf {number} holds {revision} cups.\n\n## Care\n\nWash shelf {number}.\n")
    (project.documents / f"shelf-{revision % DOCUMENTS}.md").unlink()


def held(project: Project) -> dict[str, Any]:
    """All that the index holds, but for the times of files, and what is found in it; nothing where there is none."""
    if not has_index(project.settings):
        return {}
    with open_engine(project.settings) as engine:
        found = state(engine)
        found["documents"] = [[replace(one, file=replace(one.file, mtime=0)) for one in part] for part in found["documents"]]
        found["hits"] = [chunk.hash for chunk, _ in engine.search_text(["shelf", "cups"], 50, Filters())]
        found["terms"] = [chunk.hash for chunk, _ in engine.search_terms([(["shelf", "wash"], 1.0)], 50, Filters())]
        return {name: value for name, value in found.items() if name not in ("generation", "means")}


def requests_of_a_change(project: Project, server: QdrantServer) -> int:
    """How many requests an ingest of revision 1 over revision 0 needs; revision 0 is there in the end."""
    needed = 0
    for revision in (0, 1, 0):
        write(project, revision)
        server.requests.clear()
        project.ingest()
        needed = len(server.requests) if revision else needed
    return needed


def fresh(project: Project, folder: Path) -> dict[str, Any]:
    """What an ingest of the same documents makes in a file where there was nothing."""
    again = Project(folder)
    for file in project.documents.iterdir():
        again.write(file.name, file.read_bytes())
    again.configure((project.folder / "policy-assistant.toml").read_text(encoding="utf-8").partition("[store]")[0])
    again.ingest()
    return held(again)


def checked(command: list[str], project: Project, server: QdrantServer) -> tuple[int, str]:
    """The exit code and what was said by a command that fails; the key is nowhere."""
    done = project.run(*command)
    assert KEY not in done.out + done.err
    assert "Traceback" not in done.err
    assert server.url in done.err
    return done.code, done.err


def test_a_search_without_a_server_says_so(project: Project, server: QdrantServer) -> None:
    project.ingest()
    assert project.run("search", "cups", "--method", "bm25").code == 0
    server.stop()
    code, said = checked(["search", "cups", "--method", "bm25"], project, server)
    assert code == 5
    assert "error: Qdrant at" in said
    assert "cannot be reached" in said
    assert "hint: is the server running?" in said
    server.start()
    assert project.run("search", "cups", "--method", "bm25").code == 0


@pytest.mark.parametrize("command", ["search", "ask"])
def test_a_server_that_goes_away_in_the_middle_of_a_question_says_so(project: Project, server: QdrantServer, command: str) -> None:
    project.ingest()
    server.requests.clear()
    assert project.run(command, "how many cups?").code == 0
    needed = len(server.requests)
    assert needed > 2
    for answered in range(1, needed - 1, 3):
        server.lose_after(answered)
        code, said = checked([command, "how many cups?"], project, server)
        assert (code, "cannot be reached" in said) == (5, True)
    server.forget_plans()
    assert project.run(command, "how many cups?").code == 0


@pytest.mark.parametrize(
    ("fault", "said"),
    [(Fault(503), "HTTP 503"), (Fault(401), "HTTP 401"), (Fault(body="<html>"), "no answer"), (Fault(413), "HTTP 413")],
    ids=["unavailable", "key", "page", "too large"],
)
def test_an_ingest_that_the_server_refuses_says_so_and_the_next_one_does_the_work(
    project: Project, server: QdrantServer, fault: Fault, said: str
) -> None:
    server.plan("points", *[fault] * 99)
    code, err = checked(["ingest"], project, server)
    assert (code, said in err) == (5, True)
    server.forget_plans()
    assert project.run("ingest").code == 0
    assert len(held(project)["documents"][0]) == DOCUMENTS - 1


def test_an_ingest_from_which_the_server_is_lost_at_any_moment_leaves_the_old_state_or_the_new_one(
    project: Project, server: QdrantServer, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lost as the last request comes, or the one before, and so on to the first; each time the next ingest finishes."""
    monkeypatch.setattr(retries, "TRIES", 1)
    states = []
    for revision in (0, 1):
        write(project, revision)
        states.append(fresh(project, tmp_path_factory.mktemp("fresh")))
    needed = requests_of_a_change(project, server)
    lost = 0
    for revision, left in enumerate((0, 1, 2, 3, 5, 8, needed // 3, needed // 2, needed - 1), start=1):
        write(project, revision % 2)
        old, new = states[(revision + 1) % 2], states[revision % 2]
        server.lose_after(needed - left)
        try:
            project.ingest()
            finished = True
        except EngineError:
            finished = False
            lost += 1
        server.forget_plans()
        assert held(project) in ([new] if finished else [old, new])
        project.ingest()
        assert held(project) == new
    assert lost > 3


def test_readers_do_not_notice_an_ingest_that_is_under_way_or_lost(project: Project, server: QdrantServer) -> None:
    project.ingest()
    with open_engine(project.settings) as reader:
        before = reader.search_text(["cups"], 9, Filters())
        write(project, 1)
        server.plan("points", None, None, *[Fault(503)] * 99)
        with pytest.raises(EngineError):
            project.ingest()
        server.forget_plans()
        assert reader.search_text(["cups"], 9, Filters()) == before
        project.ingest()
        assert {chunk.text.split()[-2] for chunk, _ in reader.search_text(["cups"], 9, Filters())} == {"1"}


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
@pytest.mark.parametrize("after", [0.3, 0.7, 0.95])
def test_an_ingest_that_is_killed_leaves_the_old_state_and_the_next_one_finishes(
    project: Project, server: QdrantServer, tmp_path_factory: pytest.TempPathFactory, after: float
) -> None:
    """Killed when a part of the requests that an ingest needs was answered and the next one hangs."""
    needed = requests_of_a_change(project, server)
    old = held(project)
    write(project, 1)
    server.requests.clear()
    command = [sys.executable, "-m", "policy_assistant", "ingest", "--project", str(project.folder)]
    server.hang_after(int(needed * after))
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=project.environment)
    while len(server.requests) <= int(needed * after) and process.poll() is None:
        time.sleep(0.01)
    process.kill()
    assert process.wait(TIMEOUT) == -signal.SIGKILL
    server.forget_plans()
    new = fresh(project, tmp_path_factory.mktemp("fresh"))
    assert held(project) in (old, new)
    project.ingest()
    assert held(project) == new
