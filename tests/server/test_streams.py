"""Answers that are sent while they are made, by a real process with a chat model whose answers a test holds back."""

import json
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient

from policy_assistant.testing.model_server import Fault, ModelServer, Request, cited
from tests.project import Project
from tests.server.samples import FRENCH, QUESTION, Keys, Running, make_project

SAID = "Unused goods may be sent back within 45 days."
_numbers = count()


def events_of(lines: Iterator[str]) -> Iterator[tuple[str, Any]]:
    """The events of a stream, one after the other, as they come."""
    name = ""
    for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


def new_question() -> str:
    """A question that nobody has asked yet, so that no answer is remembered."""
    return f"{QUESTION} {next(_numbers)}"


class Desk:
    """A service whose chat model is in the hands of a test."""

    def __init__(self, folder: Path, model: ModelServer, project: Project, settings: str = "") -> None:
        self.model, self.keys = model, Keys.make(folder)
        self.chunk = next(chunk.chunk_id for chunk in project.chunks() if "45 days" in chunk.text)
        path = folder / "policy-assistant.toml"
        chat = f'[models]\nchat_model = "openai:tiny"\nchat_base_url = "{model.base_url}"\n'
        path.write_text(path.read_text().replace("[models]\n", chat) + settings)
        self.running = Running(folder)
        with self.running.client() as client:  # what is loaded for the first answer may take long on a busy machine
            self.until(lambda: client.post("/v1/ask", json={"question": new_question()}).status_code == 200)

    @contextmanager
    def holding(self) -> "Iterator[tuple[threading.Event, threading.Event]]":
        """The model's next answer waits: one event says that it was asked, the other lets it answer."""
        asked, free = threading.Event(), threading.Event()

        def answer(request: Request) -> Fault:
            asked.set()
            free.wait(20)
            return self.good(request)

        self.model.script(answer)
        try:
            yield asked, free
        finally:
            free.set()

    def good(self, _: Request) -> Fault:
        """A good answer of the model."""
        return cited((SAID, self.chunk, SAID))

    def stream(self, client: httpx.Client, question: str = "") -> Any:
        """An answer, streamed."""
        return client.stream("POST", "/v1/ask", json={"question": question or new_question(), "stream": True})

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds; the last look says that it does not."""
        for _ in range(400):
            if holds():
                return
            threading.Event().wait(0.02)
        assert holds()

    def working(self) -> float:
        """How much work there is, without the request that asks."""
        with self.running.client(headers=self.keys.headers("board")) as client:
            answer = client.get("/metrics")
        if answer.status_code == 503:
            return float("inf")
        return float(next(line for line in answer.text.splitlines() if line.startswith("policy_assistant_working ")).split()[1]) - 1


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    yield from _desk(tmp_path_factory, 30)


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """One that soon tells that something takes too long."""
    yield from _desk(tmp_path_factory, 2)


def _desk(tmp_path_factory: pytest.TempPathFactory, timeout: int) -> Iterator[Desk]:
    folder = tmp_path_factory.mktemp("streams") / "project"
    with ModelServer() as model:
        desk = Desk(folder, model, make_project(folder), f"[server]\nthreads = 2\nmax_waiting = 0\ntimeout = {timeout}\n")
        yield desk
        assert desk.running.stop() == 0


@pytest.fixture(autouse=True)
def nothing_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """No test leaves work behind: counts go back to 0, also after work that nobody waits for."""
    yield
    for name in {"desk", "hasty"} & set(request.fixturenames):
        desk: Desk = request.getfixturevalue(name)
        desk.until(lambda desk=desk: desk.working() == 0)  # type: ignore[misc]


def test_events_in_their_order(client: TestClient) -> None:
    answer = client.post("/v1/ask", json={"question": QUESTION, "stream": True})
    assert answer.headers["content-type"].startswith("text/event-stream")
    events = [*events_of(iter(answer.text.splitlines()))]
    assert [name for name, _ in events] == ["passages", "claim", "answer"]
    (_, passages), (_, claim), (_, whole) = events
    assert passages["passages"] == whole["passages"]
    assert claim == {"number": 1, **whole["claims"][0]}
    plain = client.post("/v1/ask", json={"question": QUESTION}).json()
    assert {k: v for k, v in plain.items() if k != "kept"} == {k: v for k, v in whole.items() if k != "kept"}


def test_a_remembered_answer_and_an_abstention_are_streamed_too(client: TestClient) -> None:
    for _ in range(2):
        answer = client.post("/v1/ask", json={"question": FRENCH}, headers={"Accept": "text/event-stream"})
        assert [name for name, _ in events_of(iter(answer.text.splitlines()))] == ["passages", "claim", "answer"]
        assert "Besançon" in answer.content.decode()
    answer = client.post("/v1/ask", json={"question": "Who feeds the parrot?", "stream": True})
    events = [*events_of(iter(answer.text.splitlines()))]
    assert ([name for name, _ in events], events[-1][1]["answerable"]) == (["passages", "answer"], False)


def test_passages_come_before_a_slow_model_answers(desk: Desk) -> None:
    with desk.running.client() as client, desk.holding() as (asked, free), desk.stream(client) as answer:
        events = events_of(answer.iter_lines())
        name, value = next(events)
        assert (name, asked.wait(5), free.is_set()) == ("passages", True, False)
        assert value["passages"]
        free.set()
        rest = [*events]
    assert [name for name, _ in rest] == ["claim", "answer"]
    assert rest[-1][1]["answer"] == SAID


def test_a_model_that_fails(desk: Desk) -> None:
    with desk.running.client(headers={"X-Request-ID": "plain-1"}) as client:
        desk.model.script(Fault(400, {"error": {"message": "no memory at /var/models"}}))
        answer = client.post("/v1/ask", json={"question": new_question()})
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
        error = {"type": "model", "message": "a model that is needed cannot be reached", "hint": "the log of the service says more"}
        assert answer.json() == {"error": error | {"code": 503, "param": None}}
        desk.model.script(Fault(400, {"error": {"message": "no memory at /var/models"}}))
        with client.stream(
            "POST", "/v1/ask", json={"question": new_question(), "stream": True}, headers={"X-Request-ID": "streamed-1"}
        ) as streamed:
            events = [*events_of(streamed.iter_lines())]
        assert [name for name, _ in events] == ["passages", "error"]
        assert events[-1][1] == answer.json()
    desk.until(lambda: 'request_id="streamed-1" method=' in desk.running.log)
    lines = [line for line in desk.running.log.splitlines() if "ModelError" in line]
    assert [name in line for name, line in zip(('"plain-1"', '"streamed-1"'), lines[-2:], strict=True)] == [True, True]
    assert "/var/models" in lines[-1]


def test_an_early_error_is_no_stream(desk: Desk) -> None:
    with desk.running.client() as client:
        answer = client.post("/v1/ask", json={"question": "x", "stream": True, "audience": "board"})
        assert (answer.status_code, answer.headers["content-type"]) == (403, "application/json")


def test_what_takes_too_long_is_told(hasty: Desk) -> None:
    """Others are answered meanwhile: its thread is busy, the other is not."""
    with hasty.running.client() as client, hasty.holding() as (_, free):
        answer = client.post("/v1/ask", json={"question": new_question()})
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
        assert answer.json()["error"]["type"] == "overloaded"
        assert answer.json()["error"]["message"] == "this takes longer than 2 seconds"
        assert not free.is_set()
        assert client.post("/v1/search", json={"query": QUESTION}).status_code == 200
        hasty.until(lambda: hasty.working() == 0)  # the model is given up, too


def test_a_stream_that_takes_too_long_ends_with_an_error(hasty: Desk) -> None:
    with hasty.running.client() as client, hasty.holding(), hasty.stream(client) as answer:
        events = [*events_of(answer.iter_lines())]
    assert [name for name, _ in events] == ["passages", "error"]
    assert events[-1][1]["error"]["type"] == "overloaded"


def test_too_many_at_once_are_told_to_come_back(desk: Desk) -> None:
    """Two are worked on and none may wait: the next is refused at once, and answered later."""
    answers: list[httpx.Response] = []
    with desk.running.client() as client:
        with desk.holding() as (first, _), desk.holding() as (second, _):
            threads = [
                threading.Thread(target=lambda: answers.append(client.post("/v1/ask", json={"question": new_question()}))) for _ in range(2)
            ]
            for thread in threads:
                thread.start()
            assert first.wait(10)
            assert second.wait(10)
            refused = client.post("/v1/ask", json={"question": new_question()})
            assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
            assert refused.json()["error"]["message"] == "too many requests are waiting"
            for path in ("/healthz", "/v1/documents"):
                assert client.get(path).status_code == 200, "what needs no model is answered all the same"
        for thread in threads:
            thread.join(20)
        assert [answer.status_code for answer in answers] == [200, 200]
        assert client.get("/v1/documents").status_code == 200


def test_a_client_that_goes_away(desk: Desk) -> None:
    with desk.running.client(headers={"X-Request-ID": "gone-1"}) as client, desk.holding() as (asked, _):
        with desk.stream(client) as answer:
            assert next(events_of(answer.iter_lines()))[0] == "passages"
            assert asked.wait(5)
        desk.until(lambda: 'request_id="gone-1"' in desk.running.log)
        line = next(line for line in desk.running.log.splitlines() if '"gone-1"' in line)
        assert "status=499" in line
    desk.until(lambda: desk.working() == 0)
    assert "Traceback" not in desk.running.log
    assert "never retrieved" not in desk.running.log


def test_a_client_that_goes_away_from_an_answer_that_fails(desk: Desk) -> None:
    """Nobody is left to be told; that is no fault of the program."""
    with desk.running.client() as client:
        asked, free = threading.Event(), threading.Event()

        def fails(_: Request) -> Fault:
            asked.set()
            free.wait(20)
            return Fault(400, {"error": {"message": "no"}})

        desk.model.script(fails)
        with desk.stream(client) as answer:
            next(events_of(answer.iter_lines()))
            assert asked.wait(5)
        free.set()
    desk.until(lambda: desk.working() == 0)
    with desk.running.client() as client:
        for _ in range(3):
            client.get("/healthz")
    assert "Traceback" not in desk.running.log
    assert "never retrieved" not in desk.running.log


@pytest.mark.parametrize("ending", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
def test_what_has_begun_is_done_when_the_service_ends(folder: Path, ending: signal.Signals) -> None:
    with ModelServer() as model:
        desk = Desk(folder, model, make_project(folder, hidden=()))
        plain: list[httpx.Response] = []
        with desk.running.client() as client, desk.holding() as (asked, free), desk.holding() as (also, free_too):
            with desk.stream(client) as answer:
                events = events_of(answer.iter_lines())
                assert next(events)[0] == "passages"
                thread = threading.Thread(target=lambda: plain.append(client.post("/v1/ask", json={"question": new_question()})))
                thread.start()
                assert asked.wait(10)
                assert also.wait(10)
                desk.running.process.send_signal(ending)
                desk.until(lambda: "Waiting for connections to close" in desk.running.log)
                with pytest.raises(httpx.ConnectError), desk.running.client() as late:
                    late.get("/healthz")
                free.set()
                free_too.set()
                assert [name for name, _ in events] == ["claim", "answer"]
            thread.join(20)
            assert (plain[0].status_code, plain[0].json()["answer"]) == (200, SAID)
        assert desk.running.stop() == 0, desk.running.log
        assert "Traceback" not in desk.running.log
