"""An ingest that is killed at any moment leaves the old index or the new one, and the next one finishes the work."""

import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from policy_assistant.metadata import Chunk
from policy_assistant.store.sqlite import Store
from tests.project import Project
from tests.store.samples import assert_whole

DOCUMENTS = 60
ROUNDS = 12
RULES = 15
TIMEOUT = 60

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")


def start(project: Project) -> subprocess.Popen[bytes]:
    """An ingest in a process of its own."""
    command = [sys.executable, "-m", "policy_assistant", "ingest", "--project", str(project.folder)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def write(project: Project, number: int, revision: int) -> None:
    """A document in one of its revisions."""
    rules = "".join(f"## Rule {n}\n\nShelf {number} of revision {revision} holds {n} cups. {'Wash them. ' * 9}\n\n" for n in range(RULES))
    project.add(f"shelf-{number:02}", rules)


def change(project: Project, revision: int, chance: random.Random) -> None:
    """Most documents in a new revision, so that every ingest takes its time; one goes, and what was gone may come back."""
    for number in chance.sample(range(DOCUMENTS), DOCUMENTS - 5):
        write(project, number, revision)
    (project.documents / f"shelf-{chance.randrange(DOCUMENTS):02}.md").unlink(missing_ok=True)


def state(folder: Path) -> list[Chunk]:
    """All that the index holds; nothing where there is no index yet."""
    path = folder / "index.sqlite"
    if not path.exists() or not path.stat().st_size:
        return []
    with Store.open(path) as store:
        assert_whole(store)
        return store.chunks()


def finished(project: Project, folder: Path) -> list[Chunk]:
    """What an ingest of the same documents makes in a folder where there was nothing."""
    shutil.copytree(project.folder / "corpus", folder / "corpus")
    fresh = Project(folder)
    fresh.ingest()
    return fresh.chunks()


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
    assert sorted(path.name for path in project.folder.iterdir()) == ["cache", "corpus", "index.sqlite"]


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
        ("INSERT INTO blocks", False),
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
    old = project.chunks()
    write(project, 1, 1)
    process = subprocess.run([sys.executable, "-c", KILLED_AT, str(project.folder), statement], timeout=TIMEOUT, check=False)
    new = finished(project, tmp_path_factory.mktemp("fresh"))
    assert process.returncode == -signal.SIGKILL
    assert state(project.folder) == (new if is_new else old)
    project.ingest()
    assert state(project.folder) == new
