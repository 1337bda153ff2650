"""What processes that look at files of others begin with: little of the environment, and limits."""

import subprocess
import sys
from pathlib import Path

import pytest

from policy_assistant.child_process import command, environment, peak_memory

LIMITED = "from policy_assistant.child_process import limit; limit(memory={memory}, seconds={seconds})\n"

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")


def run(program: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, env=environment())


@posix_only
def test_a_process_cannot_take_more_memory_than_it_may() -> None:
    done = run(LIMITED.format(memory=300_000_000, seconds=60) + "bytearray(200_000_000); print('little')\nbytearray(400_000_000)")
    assert done.stdout == b"little\n"
    assert b"MemoryError" in done.stderr


@posix_only
def test_limits_can_be_set_anew_for_the_next_file() -> None:
    lower, higher = (LIMITED.format(memory=memory, seconds=60) for memory in (100_000_000, 400_000_000))
    assert run(lower + higher + "bytearray(200_000_000)").returncode == 0


@posix_only
def test_a_process_that_nobody_ends_ends_when_it_has_worked_long_enough() -> None:
    assert run(LIMITED.format(memory=300_000_000, seconds=0) + "while True: pass").returncode < 0


@posix_only
def test_memory_at_its_peak_is_known_in_bytes() -> None:
    before = peak_memory()
    size = 4 * before
    assert len(bytes(size)) == size
    filled = b"x" * size
    assert peak_memory() > before + size // 2
    del filled


def test_keys_do_not_reach_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLICY_ASSISTANT_CHAT_API_KEY", "secret")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    assert "secret" not in environment().values()
    assert b"secret" not in run("import os; print(dict(os.environ))").stdout


def test_a_module_in_the_current_folder_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('run by mistake')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = subprocess.run(command("policy_assistant.parse.worker"), input=b"", capture_output=True, check=False, env=environment())
    assert (done.returncode, done.stderr) == (0, b"")
