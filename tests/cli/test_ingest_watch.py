"""`ingest --watch`: a line for every change, until Ctrl-C."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from policy_assistant.cli.ingest_watch import watch
from tests.project import Project

OPTIONS: dict[str, object] = {"embedder": "none"}


def watched(project: Project, capsys: pytest.CaptureFixture[str], *acts: Callable[[], object]) -> tuple[list[str], list[str]]:
    """Watch, with one act after every round, then Ctrl-C; the lines of both outputs without their times."""
    waiting: Iterator[Callable[[], object]] = iter(acts)

    def pause(seconds: float) -> None:
        act = next(waiting, None)
        if act is None:
            raise KeyboardInterrupt
        act()

    assert watch(str(project.folder), 5, OPTIONS, pause) == 0
    printed = capsys.readouterr()
    out, err = ([re.sub(r"^\d\d:\d\d:\d\d ", "", line) for line in text.splitlines()] for text in (printed.out, printed.err))
    assert err[0] == f"watching {project.folder}: a look every 5 s; Ctrl-C ends it"
    return out, err[1:]


def nothing() -> None:
    """A round in which nobody does anything."""


def test_every_change_is_a_line(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    path = project.add("shoes")
    acts = (
        nothing,
        lambda: project.add("socks"),
        nothing,
        lambda: project.add("shoes", "## Rule\n\nZebra.\n"),
        nothing,
        path.unlink,
        nothing,
        nothing,
    )
    out, err = watched(project, capsys, *acts)
    assert out == ["added: documents/shoes.md", "added: documents/socks.md", "updated: documents/shoes.md", "removed: documents/shoes.md"]
    assert err == []


def test_an_error_is_told_once_and_does_not_end_it(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    project.add("shoes")
    bad = project.documents / "bad.md"
    acts = (lambda: project.write("bad.md", "# T\n\nx\n"), *[nothing] * 20, lambda: project.write("empty.md", b""), nothing, bad.unlink)
    out, err = watched(project, capsys, *acts, nothing, nothing)
    assert out == ["added: documents/shoes.md"]
    assert err[0].startswith("error: 1 document refused")
    assert [line for line in err if not line.startswith("  ")][1:] == ["skipped: documents/empty.md: the file is empty"]


def test_settings_are_read_anew_and_wrong_ones_do_not_end_it(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    project.add("shoes", access="")
    rule = '[[corpus.rules]]\npath = "*"\naccess = "public"\n'
    out, err = watched(project, capsys, lambda: project.configure("[corpus"), nothing, lambda: project.configure(rule), nothing, nothing)
    assert out == ["added: documents/shoes.md", "updated: documents/shoes.md (only its metadata)"]
    assert len(err) == 1
    assert err[0].startswith("error: policy-assistant.toml is not valid TOML")


@pytest.mark.parametrize("option", ["--rebuild", "--dry-run", "--forget-missing", "--json"])
def test_what_is_for_one_ingest_is_refused(project: Project, option: str) -> None:
    done = project.run("ingest", "--watch", option)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {option} is for one ingest, not for --watch\n")


def test_a_project_that_is_none_is_an_error_at_once(project: Project) -> None:
    project.configure("[nothing]\n")
    assert project.run("ingest", "--watch").code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no Ctrl-C to one process alone")
def test_ctrl_c_ends_it_with_exit_code_0(project: Project) -> None:
    project.add("shoes")
    command = [sys.executable, "-u", "-m", "policy_assistant", "ingest", "--watch", "--every", "0.1", "--project", str(project.folder)]
    environment = os.environ | {"POLICY_ASSISTANT_MODELS_EMBEDDER": "none"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline().endswith("added: documents/shoes.md\n")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, len(err.splitlines())) == (0, "", 1)
