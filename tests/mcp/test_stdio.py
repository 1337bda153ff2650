"""The process that clients start: the protocol and nothing else on its output, and it ends when it should."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.mcp.samples import WAIT_SECONDS, command, environment, started
from tests.project import Project

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def asks(number: int, question: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": "ask", "arguments": {"question": question}}}


def test_only_the_protocol_is_on_the_output_and_the_end_of_input_ends_it(rules: Project) -> None:
    questions = ["How many days for a parcel of marmalade?", "Quel est le délai de livraison ?", "\u2028 “deux\nlignes” \u0000", ""]
    lines = [HELLO, READY, *(asks(number, question) for number, question in enumerate(questions, 2))]
    with started(rules, "mcp") as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write("".join(f"{json.dumps(line)}\n" for line in lines[:2]).encode() + b"not json\n\xff\n")
        for line in lines[2:]:
            process.stdin.write(f"{json.dumps(line)}\n".encode())
        process.stdin.flush()
        replies = [json.loads(process.stdout.readline()) for _ in range(len(questions) + 1)]
        out, err = process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == 0, err
    rest = [json.loads(line) for line in out.splitlines()]
    assert all(reply["jsonrpc"] == "2.0" for reply in replies + rest)
    assert {reply.get("id") for reply in replies} == {1, *range(2, 2 + len(questions))}
    first = next(reply for reply in replies if reply.get("id") == 1)["result"]
    assert first["protocolVersion"] == "2025-06-18"
    assert first["serverInfo"]["name"] == "policy-assistant"
    assert b"Traceback" not in err
    assert b"marmalade" not in err


def test_what_something_prints_does_not_reach_the_client(rules: Project) -> None:
    noisy = (
        "import importlib, os, sys\n"
        "from policy_assistant.assistant import Assistant\n"
        "kept = Assistant.ask\n"
        "def ask(*args, **kwargs):\n"
        "    print('noise'); os.write(1, b'more noise'); os.system('echo shouting')\n"
        "    return kept(*args, **kwargs)\n"
        "Assistant.ask = ask\n"
        "m = importlib.import_module('policy_assistant.cli.main'); m.COMMANDS['mcp'] = ''; m.main(sys.argv[1:])\n"
    )
    whole = [sys.executable, "-c", noisy, "mcp", "--project", str(rules.folder)]
    given = "".join(f"{json.dumps(line)}\n" for line in (HELLO, READY, asks(2, "How many days for a parcel?")))
    pipe = subprocess.PIPE
    with subprocess.Popen(whole, cwd=Path.cwd(), env=environment(), stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(given)
        process.stdin.flush()
        replies = [json.loads(process.stdout.readline()) for _ in range(2)]
        out, err = process.communicate(timeout=WAIT_SECONDS)
    assert [reply["id"] for reply in replies] == [1, 2]
    assert out == ""
    assert all(word in err for word in ("noise", "more noise", "shouting"))


def test_ctrl_c_ends_it_while_it_waits(rules: Project) -> None:
    with started(rules, "mcp") as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(f"{json.dumps(HELLO)}\n".encode())
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(WAIT_SECONDS) == 130
        assert process.stdout.read() == b""
        assert process.stderr
        assert b"Traceback" not in process.stderr.read()


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--audience", "nobody"], "unknown audience 'nobody'"),
        (["--http", "--audience", "staff"], "--audience is for standard input and output"),
        (["--port", "8471"], "--host and --port are for HTTP"),
        (["--host", "0.0.0.0"], "--host and --port are for HTTP"),
    ],
)
def test_options_that_make_no_sense_together(rules: Project, args: list[str], words: str) -> None:
    done = rules.run("mcp", *args)
    assert done.code == 2
    assert done.out == ""
    assert words in done.err
    assert "hint: " in done.err


@pytest.mark.parametrize(("missing", "extra"), [("mcp.server.lowlevel", "mcp"), ("prometheus_client", "server")])
def test_without_the_extra_the_command_names_it(rules: Project, monkeypatch: pytest.MonkeyPatch, missing: str, extra: str) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    done = rules.run("mcp")
    assert done.code == 5
    assert f"pip install 'policy-assistant[{extra}]'" in done.err


def test_a_port_in_use_is_told(rules: Project, alone: str) -> None:
    port = alone.removesuffix("/mcp").rpartition(":")[2]
    whole = [*command("mcp", "--http", "--port", port), "--project", str(rules.folder)]
    done = subprocess.run(whole, env=environment(), capture_output=True, text=True, timeout=WAIT_SECONDS, check=False)
    assert done.returncode == 1
    assert f"cannot listen on 127.0.0.1:{port}" in done.stderr
