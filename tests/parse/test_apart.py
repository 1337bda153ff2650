"""Parsing in a process of its own: the same documents, and no file costs more than itself."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest

from policy_assistant.child_process import command, environment
from policy_assistant.errors import OverloadedError, PolicyAssistantError, SettingsError, UnreadableFileError
from policy_assistant.frames import read_frame, write_frame
from policy_assistant.parse import apart
from policy_assistant.parse.apart import opened, parse_apart, parse_path_apart
from policy_assistant.parse.base import ParseOptions, parse, parse_bytes
from policy_assistant.parse.code import parse_code
from policy_assistant.parse.messages import ANSWERS, READY, REQUEST, Request, write_request
from policy_assistant.parse.process import CrashedError, NeedsMoreError, WorkerProcess
from policy_assistant.parse.steps import heard_by
from policy_assistant.parse.worker import MAX_FILES
from tests.parse.broken_library import PDF, fresh_processes, library
from tests.project import Project

DOCUMENTS = Path(__file__).resolve().parents[2] / "examples" / "larkfield" / "corpus" / "documents"
OPTIONS = ParseOptions()
HURRIED = ParseOptions(max_seconds=1, max_seconds_in_all=1)
HANGS = "while True: pass\n"
CRASHES = "import os\nos.abort()\n"
STEPS = "import time\nfrom policy_assistant.parse.steps import step\nfor n in range(1, {count}):\n    time.sleep(0.4)\n    step(n, 90)\n"

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows limits no memory and has other signals")
Broken = Callable[[str], AbstractContextManager[None]]


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Broken:
    """Processes with another library for PDFs."""
    return partial(library, tmp_path, monkeypatch)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[WorkerProcess]]:
    """The processes that are started."""
    processes: list[WorkerProcess] = []

    def start() -> WorkerProcess:
        processes.append(WorkerProcess())
        return processes[-1]

    with fresh_processes():
        monkeypatch.setattr(apart, "WorkerProcess", start)
        yield processes


@pytest.mark.parametrize("path", sorted(DOCUMENTS.iterdir()), ids=lambda path: path.name)
def test_a_document_is_the_same_as_in_this_process(path: Path) -> None:
    assert parse_path_apart(path, OPTIONS) == parse(path)


def test_code_is_the_same_too() -> None:
    data = Path(__file__).read_bytes()
    document = opened(parse_apart(data, "a.py", OPTIONS, is_code=True), "a.py")
    assert document == parse_code(data, "a.py")
    assert any(block.place for block in document.blocks)


@pytest.mark.parametrize(
    ("data", "name", "options"),
    [
        (b"", "a.md", OPTIONS),
        (b"x", "a.xyz", OPTIONS),
        (b"\xff\xff", "a.md", OPTIONS),
        (b"<p>x", "a.html", ParseOptions(html_skip=("p[",))),
    ],
)
def test_a_refusal_is_the_same_too(data: bytes, name: str, options: ParseOptions) -> None:
    with pytest.raises(PolicyAssistantError) as here:
        parse_bytes(data, name, options)
    with pytest.raises(PolicyAssistantError) as there:
        parse_apart(data, name, options)
    assert type(there.value) is type(here.value)
    assert (str(there.value), vars(there.value)) == (str(here.value), vars(there.value) | vars(here.value))


def test_a_wrong_setting_is_not_a_matter_of_the_file() -> None:
    with pytest.raises(SettingsError):
        parse_apart(b"<p>x", "a.html", ParseOptions(html_skip=("p[",)))


def test_one_process_serves_many_files(started: list[WorkerProcess]) -> None:
    for _ in range(3):
        parse_apart(b"# Shoes", "a.md", OPTIONS)
    assert len(started) == 1


def test_after_many_files_comes_a_fresh_process(started: list[WorkerProcess]) -> None:
    for _ in range(MAX_FILES):
        parse_apart(b"x", "a.txt", OPTIONS)
    assert len(started) == 1
    parse_apart(b"x", "a.txt", OPTIONS)
    assert len(started) == 2


def test_no_process_is_started_for_what_the_cache_holds(project: Project, started: list[WorkerProcess]) -> None:
    project.add("shoes")
    project.ingest()
    apart._POOL.end()
    project.ingest(rebuild=True)
    assert len(started) == 1


def test_a_process_that_ended_meanwhile_is_replaced(started: list[WorkerProcess]) -> None:
    parse_apart(b"# Shoes", "a.md", OPTIONS)
    started[0].kill()
    assert opened(parse_apart(b"# Socks", "a.md", OPTIONS), "a.md").title == "Socks"
    assert len(started) == 2


@posix_only
def test_after_a_large_file_comes_a_fresh_process(broken: Broken, started: list[WorkerProcess]) -> None:
    with broken("x = b'x' * 300_000_000\nraise ImportError\n"), pytest.raises(UnreadableFileError, match="the parser failed"):
        parse_apart(PDF, "a.pdf", OPTIONS)
    parse_apart(b"# Shoes", "a.md", OPTIONS)
    assert len(started) == 2


def test_a_parser_that_crashes_costs_one_file(broken: Broken, project: Project) -> None:
    project.add("shoes")
    project.write("broken.pdf", PDF)
    with broken(CRASHES):
        report = project.ingest()
    said = "the parser crashed; the file is probably damaged; please report it"
    assert (report.skipped, project.found("shoes")) == ([("documents/broken.pdf", said)], ["shoes"])


def test_a_parser_that_hangs_is_given_up(broken: Broken) -> None:
    with broken(HANGS), pytest.raises(UnreadableFileError, match=r"^a\.pdf: gave up after 1 s$") as caught:
        parse_apart(PDF, "a.pdf", HURRIED)
    assert "[corpus] max_seconds" in caught.value.hint


@posix_only
@pytest.mark.parametrize(
    "program", ["x = bytearray(2_000_000_000)", "x = b'x' * 950_000_000\nimport os\nos.abort()"], ids=["told", "native"]
)
def test_a_parser_that_eats_memory_is_stopped(broken: Broken, program: str) -> None:
    with broken(program), pytest.raises(NeedsMoreError, match=r"^a\.pdf: needs more than 1,000 MB$") as caught:
        parse_apart(PDF, "a.pdf", OPTIONS)
    assert "[corpus] max_memory_mb" in caught.value.hint


def test_a_file_does_not_pay_for_one_before_it(broken: Broken) -> None:
    program = "import pathlib, os\nused = pathlib.Path(__file__).with_name('used')\nif not used.exists():\n    used.touch()\n    os.abort()\nraise ImportError"
    with broken(program):
        parse_apart(b"# Shoes", "a.md", OPTIONS)
        with pytest.raises(UnreadableFileError, match="the parser failed"):  # the second process, not the crash of the first
            parse_apart(PDF, "a.pdf", OPTIONS)


def test_pages_are_told_and_give_time(broken: Broken) -> None:
    told: list[tuple[int, int]] = []
    with (
        broken(STEPS.format(count=5)),
        heard_by(lambda done, total: told.append((done, total))),
        pytest.raises(UnreadableFileError, match="the parser failed"),  # after 1.6 s, none of them silent
    ):
        parse_apart(PDF, "a.pdf", ParseOptions(max_seconds=1, max_seconds_in_all=60))
    assert told == [(n, 90) for n in range(1, 5)]


def test_pages_do_not_give_time_without_end(broken: Broken) -> None:
    with broken(STEPS.format(count=1_000)), pytest.raises(UnreadableFileError, match="gave up after 2 s"):
        parse_apart(PDF, "a.pdf", ParseOptions(max_seconds=1, max_seconds_in_all=2))


def test_what_a_library_prints_does_not_disturb(broken: Broken) -> None:
    noisy = "import os\nprint('noise', flush=True)\nos.write(1, b'noise')\nraise ImportError\n"
    with broken(noisy), pytest.raises(UnreadableFileError, match="the parser failed"):
        parse_apart(PDF, "a.pdf", OPTIONS)


def test_an_answer_that_is_no_answer_costs_one_file(broken: Broken) -> None:
    forged = "import sys\nfrom policy_assistant.frames import write_frame\n"
    forged += "import os\nfor fd in range(3, 20):\n    try: write_frame(os.fdopen(fd, 'wb'), b'R', b'[1]')\n    except OSError: pass\nwhile True: pass\n"
    with broken(forged), pytest.raises(CrashedError):
        parse_apart(PDF, "a.pdf", OPTIONS)


@pytest.mark.parametrize("packed", [b"", b"[]", b"{}", b'{"text": 3, "blocks": []}', b'{"text":"","blocks":[[]]}', b"[" * 200_000])
def test_a_document_that_is_none_is_refused(packed: bytes) -> None:
    with pytest.raises(UnreadableFileError, match="no document"):
        opened(packed, "a.md")


def test_several_threads_may_ask(started: list[WorkerProcess]) -> None:
    names = [f"Rule {number}" for number in range(20)]
    with ThreadPoolExecutor(2) as threads:
        packed = list(threads.map(lambda name: parse_apart(f"# {name}".encode(), "a.md", OPTIONS), names))
    assert [opened(each, "a.md").title for each in packed] == names
    assert len(started) <= 2


def test_more_than_may_run_at_once_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "PLACE_SECONDS", 0.01)
    monkeypatch.setattr(apart._POOL, "_places", threading.BoundedSemaphore(1))
    with apart._POOL.place(), pytest.raises(OverloadedError, match="too many files"):
        parse_apart(b"# Shoes", "a.md", OPTIONS)


def test_a_python_that_cannot_be_run_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with fresh_processes():
        for program in (str(tmp_path / "none"), "/bin/false"):
            monkeypatch.setattr(sys, "executable", program)
            with pytest.raises(PolicyAssistantError, match="cannot be started"):
                parse_apart(b"# Shoes", "a.md", OPTIONS)


def test_a_process_ends_when_its_parent_is_gone(broken: Broken) -> None:
    idle = subprocess.run(
        command("policy_assistant.parse.worker"), input=b"", capture_output=True, check=False, env=environment(), timeout=60
    )
    assert idle.returncode == 0
    with broken("import time\ntime.sleep(1000)\n"):
        busy = subprocess.Popen(command("policy_assistant.parse.worker"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment())
        assert busy.stdin
        assert busy.stdout
        assert read_frame(busy.stdout, ANSWERS)[0] == READY  # type: ignore[arg-type]
        write_frame(busy.stdin, REQUEST, write_request(Request("a.pdf", OPTIONS)), PDF)  # type: ignore[arg-type]
        busy.communicate(timeout=60)
    assert busy.returncode == 0


@posix_only
@pytest.mark.parametrize("ended_by", [signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_of_an_ingest_that_is_interrupted(project: Project, tmp_path: Path, ended_by: signal.Signals) -> None:
    note = tmp_path / "pid"
    program = f"import os, pathlib, time\npath = pathlib.Path({str(note)!r})\npath.with_suffix('.new').write_text(str(os.getpid()))\n"
    (tmp_path / "pypdfium2.py").write_text(program + "path.with_suffix('.new').rename(path)\ntime.sleep(1000)\n", encoding="utf-8")
    project.write("broken.pdf", PDF)
    ingest = subprocess.Popen(
        [*command("policy_assistant"), "ingest", "--project", str(project.folder)],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        stderr=subprocess.PIPE,
        process_group=0,
    )
    wait_for(note.exists)
    os.killpg(ingest.pid, ended_by)
    _, said = ingest.communicate(timeout=60)
    wait_for(lambda: not is_running(int(note.read_text())))
    assert ingest.returncode
    assert b"Traceback" not in said


def wait_for(condition: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def is_running(pid: int) -> bool:
    """Whether there is such a process, other than one whose end nobody has noted."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")
