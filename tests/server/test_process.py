"""The service as a command: how it begins, and what it says when it cannot."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from policy_assistant.errors import OverloadedError, PolicyAssistantError
from policy_assistant.server.run import listen
from tests.project import Project
from tests.server.samples import Running, client_of, make_project


def serve(folder: Path, *args: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    """Run the command until it ends by itself."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("POLICY_ASSISTANT_")} | variables
    command = [sys.executable, "-m", "policy_assistant", "serve", "--project", str(folder), *args]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60)


def test_a_port_in_use(shared: Project) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = serve(shared.folder, "--port", str(port))
    assert (done.returncode, done.stdout) == (1, "")
    assert f"cannot listen on 127.0.0.1:{port} (address already in use)" in done.stderr
    assert "choose one with --port" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("host", "port"), [("192.0.2.7", 0), ("no.such.host.invalid", 0), ("::2", 0), ("127.0.0.1", 70_000), ("", 70_000)])
def test_an_address_that_is_not_ours(host: str, port: int) -> None:
    with pytest.raises(PolicyAssistantError, match=f"cannot listen on {host}:{port}") as told:
        listen(host, port)
    assert told.value.exit_code == 1


def test_without_the_extra(shared: Project, tmp_path: Path) -> None:
    """Packages that cannot be imported stand for packages that are not there."""
    (tmp_path / "uvicorn.py").write_text("raise ImportError('no uvicorn')\n")
    done = serve(shared.folder, "--port", "0", PYTHONPATH=str(tmp_path))
    assert (done.returncode, done.stdout) == (5, "")
    assert "the service needs the extra `server`" in done.stderr
    assert "pip install 'policy-assistant[server]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_settings_that_are_wrong(shared: Project) -> None:
    done = serve(shared.folder, "--port", "0", POLICY_ASSISTANT_SERVER_TIMEOUT="0")
    assert (done.returncode, done.stdout) == (2, "")
    assert "[server] timeout" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_project_without_an_index_is_served(folder: Path) -> None:
    """So that a service may be started before the first ingest."""
    (folder / "corpus" / "documents").mkdir(parents=True)
    running = Running(folder)
    with running.client() as client:
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["error"]["type"]) == (503, "no_index")
        assert answer.headers["retry-after"] == "5"
    assert running.stop() == 0


def test_the_end_of_the_application_is_the_end_of_its_threads(shared: Project) -> None:
    with client_of(shared.folder) as client:
        workers = client.app.state.service.workers  # type: ignore[attr-defined]
        assert client.get("/readyz").status_code == 200
    with pytest.raises(OverloadedError, match="the service is being stopped"):
        workers.start(lambda _: None)


def test_the_address_is_the_first_line_and_the_only_one(running: Running) -> None:
    assert running.address == f"http://127.0.0.1:{running.port}"
    assert running.log.splitlines()[0] == "Larch: callers without a key see what `public` sees; Ctrl-C ends it"
    with running.client() as client:
        assert client.get("/readyz").status_code == 200


def test_requests_that_are_no_http(running: Running) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as raw:
        raw.sendall(b"\x16\x03\x01\x02\x00nonsense\r\n\r\n")
        assert b" 400 " in raw.recv(1000).split(b"\r\n")[0]
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as raw:
        raw.sendall(b"POST /v1/search HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{")
    with running.client() as client:
        assert client.get("/healthz").status_code == 200
    assert "Traceback" not in running.log


def test_two_request_ids_and_lengths_that_lie(running: Running) -> None:
    """Over the wire, where no client of ours tidies up."""
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as raw:
        head = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-ID: one\r\nX-Request-ID: a\x0bb\r\nConnection: close\r\n\r\n"
        raw.sendall(head)
        answer = b"".join(iter(lambda: raw.recv(4000), b"")).lower()
    assert answer.count(b"x-request-id:") == (1 if b" 200 " in answer else 0)
    assert b"\x0b" not in answer
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as raw:
        raw.sendall(b"POST /v1/search HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\nConnection: close\r\n\r\n")
        assert raw.recv(4000).split(b"\r\n")[0].split()[1] in (b"413", b"400")


def test_a_head_and_its_answer_over_one_connection(running: Running) -> None:
    """A body after a HEAD would be taken for the next answer."""
    with running.client() as client:
        for _ in range(3):
            assert client.head("/v1/documents").status_code == 200
            assert client.get("/healthz").json() == {"status": "ok"}


def test_a_body_that_never_comes_is_given_up(folder: Path) -> None:
    project = make_project(folder)
    project.configure((project.folder / "policy-assistant.toml").read_text(encoding="utf-8") + "[server]\ntimeout = 1\n")
    running = Running(project.folder)
    try:
        host, _, port = running.address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), timeout=20) as connection:
            connection.sendall(
                b"POST /v1/ask HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
            )
            assert connection.recv(100).startswith(b"HTTP/1.1 408 ")
    finally:
        assert running.stop() == 0
