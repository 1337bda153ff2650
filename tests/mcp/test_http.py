"""The endpoint over HTTP: what it accepts, in which form it answers, whom it takes for itself, and how it lives with clients that leave."""

import json
import signal
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from anyio.from_thread import BlockingPortal

from policy_assistant.mcp.http import prefers_events
from policy_assistant.testing.model_server import Fault, ModelServer, Request, said
from tests.mcp.samples import WAIT_SECONDS, Tools, build, inside, key, links_of, over_http, sent, served, started, text_of
from tests.project import Project


@dataclass(frozen=True)
class Held:
    """A project, its model, and what lets the model answer."""

    project: Project
    model: ModelServer
    let_go: threading.Event


CALL = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "search", "arguments": {"query": "parcel"}}}


@pytest.fixture(params=["alone", "beside"])
def address(request: pytest.FixtureRequest) -> str:
    found: str = request.getfixturevalue(request.param)
    return found


def post(address: str, record: Any = CALL, accept: str = "application/json", **headers: str) -> httpx2.Response:
    """A call."""
    return sent("POST", address, content=json.dumps(record), headers={"Accept": accept, "Content-Type": "application/json", **headers})


def test_one_request_is_enough_and_there_is_no_session(address: str) -> None:
    reply = post(address)
    assert reply.status_code == 200
    assert reply.headers["Content-Type"] == "application/json"
    assert "mcp-session-id" not in reply.headers
    assert reply.json()["result"]["structuredContent"]["hits"]


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("application/json", "application/json"),
        ("*/*", "application/json"),
        ("application/json, text/event-stream", "application/json"),
        ("text/event-stream, application/json", "text/event-stream"),
    ],
)
def test_the_client_chooses_between_json_and_events(address: str, accept: str, kind: str) -> None:
    reply = post(address, accept=accept)
    assert reply.status_code == 200
    assert reply.headers["Content-Type"].split(";")[0] == kind
    lines = [line.removeprefix("data: ") for line in reply.text.splitlines() if line.startswith("data: ")]
    record = json.loads(lines[0] if kind == "text/event-stream" else reply.text)
    assert record["result"]["structuredContent"]["hits"]


@pytest.mark.parametrize(
    ("accept", "events"),
    [
        ("", False),
        ("text/html", False),
        ("text/event-stream", True),
        ("Text/Event-Stream;q=1, application/json", True),
        ("application/json;q=0.1,text/event-stream", False),
    ],
)
def test_what_is_preferred(accept: str, *, events: bool) -> None:
    assert prefers_events(accept) is events


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_other_methods_are_refused_and_no_stream_is_left_open(address: str, method: str) -> None:
    reply = sent(method, address, headers={"Accept": "text/event-stream"})
    assert (reply.status_code, reply.headers["Allow"]) == (405, "POST")
    assert reply.json()["error"]["type"] == "method_not_allowed"


def test_alone_there_is_nothing_else(alone: str) -> None:
    for path in ("/", "/v1/documents", "/healthz", "/docs"):
        reply = sent("GET", alone.removesuffix("/mcp") + path)
        assert (reply.status_code, reply.json()["error"]["type"]) == (404, "not_found")


def test_beside_it_the_service_goes_on(beside: str) -> None:
    assert sent("GET", beside.removesuffix("/mcp") + "/healthz").json() == {"status": "ok"}
    assert "/mcp" not in sent("GET", beside.removesuffix("/mcp") + "/openapi.json").json()["paths"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "attacker.example"}, 421),
        ({"Host": "attacker.example:80"}, 421),
        ({"Host": "127.0.0.1.attacker.example"}, 421),
        ({"Origin": "http://attacker.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "localhost:1"}, 200),
        ({"Origin": "http://localhost:3000"}, 403),
    ],
)
def test_pages_of_other_sites_are_refused(address: str, headers: dict[str, str], status: int) -> None:
    assert post(address, **headers).status_code == status


def test_the_public_address_is_one_of_them_and_links_lead_to_its_pages(tmp_path: Path, portal: BlockingPortal) -> None:
    project = build(tmp_path / "rules", {"rule.md": {"doc_id": "rule", "body": "## Rule\n\nA parcel is small.\n"}})
    settings = (project.folder / "policy-assistant.toml").read_text(encoding="utf-8")
    project.configure(settings.replace("[server]\n", '[server]\npublic_url = "https://rules.example.com"\nlog_questions = true\n'))
    log = tmp_path / "log"
    with served(project, "mcp", "--http", log=log) as address:
        assert post(address, Host="rules.example.com", Origin="https://rules.example.com").status_code == 200
        with over_http(portal, address) as tools:
            result = tools("search", query="parcel")
    link = links_of(result)[0]
    assert link.meta["policy-assistant/page"].startswith(f"https://rules.example.com/source/{link.name}?start=")
    assert 'question="parcel"' in log.read_text(encoding="utf-8")


def test_pages_beside_are_linked_at_the_address_that_was_asked(beside: str, portal: BlockingPortal) -> None:
    with over_http(portal, beside) as tools:
        result = tools("search", query="parcel")
    link = links_of(result)[0]
    assert link.meta["policy-assistant/page"].startswith(f"{beside.removesuffix('/mcp')}/source/{link.name}?")


def test_too_large_a_request_is_refused(address: str) -> None:
    reply = post(address, {**CALL, "id": "x" * 70_000})
    assert reply.status_code == 413
    assert reply.json()["error"]["type"] == "too_large"


@pytest.mark.parametrize("body", ["", "{", "[]", "7", '{"jsonrpc": "2.0"}', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}'])
@pytest.mark.parametrize("version", ["", "2025-11-25", "2026-07-28", "1999-01-01"])
def test_what_is_no_request_is_refused(alone: str, body: str, version: str) -> None:
    headers = {"MCP-Protocol-Version": version} if version else {}
    given = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json", **headers}
    reply = sent("POST", alone, content=body, headers=given)
    assert reply.status_code in (200, 202, 400)
    assert reply.status_code != 200 or "error" in reply.json()
    assert "Traceback" not in reply.text


def test_a_lone_surrogate_and_a_nul_do_no_harm(alone: str) -> None:
    for text in ("\\ud800", "\\u0000"):
        for version in ("2025-11-25", "2026-07-28"):
            body = json.dumps(CALL).replace('"parcel"', f'"parcel {text}"')
            headers = {"Accept": "application/json", "Content-Type": "application/json", "MCP-Protocol-Version": version}
            reply = sent("POST", alone, content=body, headers=headers)
            assert reply.status_code < 500
            assert "wrong on our side" not in reply.text


def test_calls_over_standard_input_go_on_side_by_side(local: Tools) -> None:
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda number: local("search", query=f"parcel {number}"), range(24)))
    assert [result.structured_content["query"] for result in results] == [f"parcel {number}" for number in range(24)]


def test_many_clients_at_once_get_their_own_answers(rules: Project, address: str, portal: BlockingPortal) -> None:
    secret = key(rules, "board", name=f"many {urlsplit(address).port}")
    with over_http(portal, address) as public, over_http(portal, address, secret) as board, ThreadPoolExecutor(8) as pool:

        def asked(number: int) -> tuple[bool, set[str]]:
            result = (board if number % 2 else public)("search", query="parcel", as_of="none", k=7)
            assert not result.is_error, text_of(result)
            return bool(number % 2), {hit["access"] for hit in result.structured_content["hits"]}

        for is_board, labels in pool.map(asked, range(40)):
            assert labels == ({"public", "staff", "board"} if is_board else {"public"})


@pytest.mark.parametrize("accept", ["application/json", "text/event-stream, application/json"])
def test_clients_that_leave_do_no_harm(address: str, anonymous: Tools, accept: str) -> None:
    parts = urlsplit(address)
    assert parts.hostname
    assert parts.port
    body = json.dumps(CALL)
    head = f"POST /mcp HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Type: application/json\r\nAccept: {accept}\r\n"
    for whole in (f"{head}Content-Length: {len(body)}\r\n\r\n{body}", f"{head}Content-Length: {len(body)}\r\n\r\n{body[:20]}"):
        for _ in range(5):
            with socket.create_connection((parts.hostname, parts.port), timeout=10) as connection:
                connection.sendall(whole.encode())
    assert post(address).json()["result"]["structuredContent"]["hits"]
    assert not anonymous("search", query="parcel").is_error


def test_too_much_at_once_is_an_error_that_says_when_to_come_back(tmp_path: Path) -> None:
    project = build(tmp_path / "rules", {"rule.md": {"doc_id": "rule", "body": "## Rule\n\nA parcel is small.\n"}})
    settings = (project.folder / "policy-assistant.toml").read_text(encoding="utf-8")
    project.configure(settings.replace("[server]\n", "[server]\nthreads = 1\nmax_waiting = 0\n"))
    with served(project, "mcp", "--http") as address, ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda _: post(address), range(60)))
        assert {reply.status_code for reply in replies} == {200, 503}
        refused = next(reply for reply in replies if reply.status_code == 503)
        assert refused.headers["Retry-After"] == "5"
        assert refused.json()["error"]["type"] == "overloaded"
        assert post(address).json()["result"]["structuredContent"]["hits"]


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Held]:
    """A project whose model answers when it is let."""
    let_go = threading.Event()

    def answer(request: Request) -> Fault:
        del request
        assert let_go.wait(WAIT_SECONDS)
        return said("{}")

    with ModelServer() as model:
        model.script(answer)
        project = build(tmp_path / "rules", {"rule.md": {"doc_id": "rule", "body": "## Rule\n\nA parcel is small.\n"}})
        chat = f'[models]\nchat_model = "openai:tiny"\nchat_base_url = "{model.base_url}"\n'
        project.configure((project.folder / "policy-assistant.toml").read_text(encoding="utf-8").replace("[models]\n", chat))
        yield Held(project, model, let_go)
        let_go.set()


def test_a_slow_model_is_not_waited_for_without_end(held: Held, portal: BlockingPortal) -> None:
    settings = (held.project.folder / "policy-assistant.toml").read_text(encoding="utf-8")
    held.project.configure(settings.replace("[server]\n", "[server]\ntimeout = 1\n"))
    with inside(portal, held.project) as tools:
        late = tools("ask", question="How small is a parcel?")
        held.let_go.set()
    assert late.is_error
    assert text_of(late).startswith("this takes longer than 1 seconds\nhint: ")


def test_what_has_begun_when_the_end_comes_is_finished(held: Held) -> None:
    asked = {**CALL, "params": {"name": "ask", "arguments": {"question": "How small is a parcel?"}}}
    with started(held.project, "mcp", "--http", "--port", "0") as process, ThreadPoolExecutor(1) as pool:
        assert process.stdout
        answer = pool.submit(post, process.stdout.readline().decode().strip(), asked)
        while not held.model.requests:
            assert not answer.done(), answer.result().text
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        held.let_go.set()
        result = answer.result().json()["result"]
        process.communicate(timeout=WAIT_SECONDS)
    assert not result.get("isError"), result
    assert result["structuredContent"]["model"] == "openai:tiny"
