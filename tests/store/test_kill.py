"""An ingest that is killed at any moment leaves the old index or the new one, and the next one finishes the work.

The index has words, terms and vectors; these come from a server of ours, so that no time goes into a real model.
"""

import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from policy_assistant.metadata import Chunk
from policy_assistant.models.parallel import BATCH_SIZE
from policy_assistant.store.sqlite import Store
from policy_assistant.testing.model_server import Fault, ModelServer, embeddings
from tests.project import Project, texts_sent
from tests.store.samples import assert_whole

DOCUMENTS = 25
ROUNDS = 5
RULES = 6
TIMEOUT = 60

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")


State = tuple[list[Chunk], dict[str, bytes]]
"""The chunks of an index, and their vectors by their hashes."""


@pytest.fixture(autouse=True)
def server(project: Project) -> Iterator[ModelServer]:
    """The server that embeds for the project."""
    with ModelServer() as running:
        project.embed_with(running)
        yield running


def start(project: Project) -> subprocess.Popen[bytes]:
    """An ingest in a process of its own."""
    command = [sys.executable, "-m", "policy_assistant", "ingest", "--project", str(project.folder)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=project.environment)


def write(project: Project, number: int, revision: int) -> None:
    """A document in one of its revisions."""
    rules = "".join(f"## Rule {n}\n\nShelf {number} of revision {revision} holds {n} cups. {'Wash them. ' * 9}\n\n" for n in range(RULES))
    project.add(f"shelf-{number:02}", rules)


def change(project: Project, revision: int, chance: random.Random) -> None:
    """Most documents in a new revision, so that every ingest takes its time; one goes, and what was gone may come back."""
    for number in chance.sample(range(DOCUMENTS), DOCUMENTS - 5):
        write(project, number, revision)
    (project.documents / f"shelf-{chance.randrange(DOCUMENTS):02}.md").unlink(missing_ok=True)


def state(folder: Path) -> State:
    """All that the index holds; nothing where there is no index yet."""
    path = folder / "index.sqlite"
    if not path.exists() or not path.stat().st_size:
        return [], {}
    with Store.open(path) as store:
        assert_whole(store)
        vectors = dict(store.conn.execute("SELECT c.hash, v.vector FROM vectors v JOIN chunks c ON c.id = v.chunk"))
        return store.chunks(), vectors


def finished(project: Project, folder: Path) -> State:
    """What an ingest of the same documents makes in a folder where there was nothing."""
    shutil.copytree(project.folder / "corpus", folder / "corpus")
    shutil.copy(project.folder / "policy-assistant.toml", folder)
    Project(folder).ingest()
    found = state(folder)
    assert {chunk.hash for chunk in found[0]} == set(found[1])
    return found


def seconds(project: Project) -> float:
    """How long an ingest takes that is left alone."""
    began = time.monotonic()
    assert start(project).wait(TIMEOUT) == 0
    return time.monotonic() - began


def test_killed_ingests_leave_the_old_index_or_the_new_one(project: Project, tmp_path_factory: pytest.TempPathFactory) -> None:
    chance = random.Random(7)
    for number in range(DOCUMENTS):
        write(project, number, 0)
    duration = seconds(project)
    old = state(project.folder)
    killed = 0
    for revision in range(1, ROUNDS + 1):
        change(project, revision, chance)
        new = finished(project, tmp_path_factory.mktemp("fresh"))
        process = start(project)
        time.sleep(duration * chance.uniform(0.3, 1.5))
        process.kill()
        killed += process.wait(TIMEOUT) == -signal.SIGKILL
        now = state(project.folder)
        assert now in (old, new)
        old = now
    assert killed
    assert start(project).wait(TIMEOUT) == 0
    assert state(project.folder) == new
    assert sorted(path.name for path in project.folder.iterdir()) == ["cache", "corpus", "index.sqlite", "policy-assistant.toml"]


KILLED_AT = """
import os, signal, sys
from policy_assistant.ingest import ingest
from policy_assistant.settings_file import load_settings
from policy_assistant.store.sqlite import Store

def open_to_be_killed(path):
    store = opened(path)
    store.conn.set_trace_callback(lambda sql: sql.startswith(sys.argv[2]) and os.kill(os.getpid(), signal.SIGKILL))
    return store

opened, Store.open = Store.open, open_to_be_killed
ingest(load_settings(sys.argv[1]))
"""


@pytest.mark.parametrize(
    ("statement", "is_new"),
    [
        ("BEGIN IMMEDIATE", False),
        ("DELETE FROM documents", False),
        ("INSERT INTO chunk_units", False),
        ("INSERT INTO vectors", False),
        ("INSERT OR REPLACE INTO meta", False),
        ("COMMIT", False),
        ("PRAGMA wal_checkpoint", True),
    ],
    ids=lambda value: str(value).lower(),
)
def test_the_commit_alone_decides(project: Project, tmp_path_factory: pytest.TempPathFactory, statement: str, is_new: bool) -> None:
    """Killed as this statement begins."""
    for number in range(3):
        write(project, number, 0)
    project.ingest()
    old = state(project.folder)
    write(project, 1, 1)
    command = [sys.executable, "-c", KILLED_AT, str(project.folder), statement]
    process = subprocess.run(command, timeout=TIMEOUT, check=False, env=project.environment)
    new = finished(project, tmp_path_factory.mktemp("fresh"))
    assert process.returncode == -signal.SIGKILL
    assert state(project.folder) == (new if is_new else old)
    project.ingest()
    assert state(project.folder) == new


def test_an_ingest_that_is_killed_while_it_embeds_goes_on_where_it_was(
    project: Project, server: ModelServer, tmp_path_factory: pytest.TempPathFactory
) -> None:
    for number in range(10):
        write(project, number, 0)
    hold = Fault(wait_seconds=TIMEOUT)
    server.script(embeddings, embeddings, embeddings, hold)
    process = start(project)
    while len(server.requests) < 4 and process.poll() is None:
        time.sleep(0.01)
    process.kill()
    assert process.wait(TIMEOUT) == -signal.SIGKILL
    answered = texts_sent(server)[: 2 * BATCH_SIZE]
    assert state(project.folder) == ([], {})
    server.requests.clear()
    report = project.ingest()
    assert not set(answered) & set(texts_sent(server))
    assert report.embedded == len(texts_sent(server)) == 10 * (RULES + 1) - 2 * BATCH_SIZE
    assert state(project.folder) == finished(project, tmp_path_factory.mktemp("fresh"))
