"""Two ingests of a project at once: the second waits for the first, also when that is killed; nothing is damaged."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from policy_assistant.errors import PolicyAssistantError
from policy_assistant.ingest_lock import ingest_lock
from tests.project import Project

HOLD = """
import sys, time
from pathlib import Path
from policy_assistant.ingest_lock import ingest_lock
with ingest_lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def holder(cache: Path) -> "subprocess.Popen[str]":
    process = subprocess.Popen([sys.executable, "-c", HOLD, str(cache)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdout.readline() == "held\n"
    return process


def ingesting(project: Project) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "policy_assistant", "ingest", "--embedder", "none", "--project", str(project.folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_the_second_says_whom_it_waits_for_and_goes_on_when_that_one_is_killed(project: Project) -> None:
    project.add("shoes")
    held = holder(project.folder / "cache")
    second = ingesting(project)
    assert second.stderr
    assert second.stderr.readline().startswith(f"another ingest of this project is running (process {held.pid}, since ")
    assert not (project.folder / "index.sqlite").exists()
    held.send_signal(signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
    held.wait()
    out, _ = second.communicate(timeout=60)
    assert second.returncode == 0
    assert "1 documents" in out
    for stream in (held.stdin, held.stdout):
        assert stream
        stream.close()


def test_ingests_that_begin_together_leave_one_whole_index(project: Project) -> None:
    for n in range(12):
        project.add(f"d{n}", f"## A\n\nText number {n}.\n")
    processes = [ingesting(project) for _ in range(3)]
    ended = [process.communicate(timeout=120) for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0], ended
    assert sum("12 added" in out for out, _ in ended) == 1
    assert sum("12 unchanged" in out for out, _ in ended) == 2
    store = project.assistant.store
    assert store.problems() == []
    assert store.info().documents == 12
    store.close()


def test_a_dry_run_waits_for_nobody(project: Project) -> None:
    project.add("shoes")
    held = holder(project.folder / "cache")
    assert project.run("ingest", "--dry-run").code == 0
    assert held.stdin
    held.stdin.close()
    assert held.wait(30) == 0
    assert held.stdout
    held.stdout.close()


def test_a_lock_is_free_again_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="inside"), ingest_lock(tmp_path):
        raise ValueError("inside")
    with ingest_lock(tmp_path, lambda text: pytest.fail(text)):
        assert (tmp_path / "ingest.holder").exists()


def test_a_cache_that_cannot_be_a_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    with pytest.raises(PolicyAssistantError, match="cannot be written"), ingest_lock(tmp_path / "cache"):
        pass
