"""What the service logs, counts and traces, and what it never does."""

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from policy_assistant.server.app import create_app
from policy_assistant.server.logs import LOGGER, log_error, log_request, set_up
from policy_assistant.server.service import COOKIE
from policy_assistant.server.telemetry import ENDPOINTS, Telemetry
from policy_assistant.settings_file import load_settings
from tests.project import Project
from tests.server.samples import HIDDEN, QUESTION, Keys, Running, client_of

SECRET = "how do I report my colleague Zoltan"


@pytest.fixture(autouse=True)
def loggers_as_before() -> Iterator[None]:
    names = ("policy_assistant.server", "uvicorn", "uvicorn.error")
    before = [(logging.getLogger(name), logging.getLogger(name).handlers, logging.getLogger(name).propagate) for name in names]
    yield
    for logger, handlers, propagate in before:
        logger.handlers, logger.propagate = handlers, propagate


def exercise(running: Running, keys: Keys) -> None:
    """Requests of all kinds with words, keys and names that do not belong in a log."""
    with running.client() as client:
        for headers in (
            {},
            keys.headers("hr"),
            {"Authorization": "Bearer sk-not-a-key-of-ours"},
            {"Cookie": f"{COOKIE}={keys.texts['staff']}"},
        ):
            client.post("/v1/ask", json={"question": SECRET}, headers=headers)
            client.post("/v1/search", json={"query": SECRET, "k": 51}, headers=headers)
            client.post("/v1/where", json={"query": SECRET}, headers=headers)
            chat = {"model": "policy-assistant", "messages": [{"role": "user", "content": SECRET}]}
            client.post("/v1/chat/completions", json=chat, headers=headers)
            client.get(f"/v1/sources/{HIDDEN[0].doc_id}", headers=headers)
            client.get("/v1/documents?label=zoltan", headers=headers)
            client.get(f"/v1/{keys.texts['hr']}", headers=headers)
        client.get("/healthz", headers={"X-Request-ID": "last-one"})


@pytest.mark.parametrize("form", ["text", "json"])
def test_logs_hold_no_question_and_no_key(shared: Project, keys: Keys, form: str) -> None:
    running = Running(shared.folder, POLICY_ASSISTANT_SERVER_LOG=form)
    exercise(running, keys)
    assert running.stop() == 0
    assert "last-one" in running.log
    lowered = running.log.lower()
    for word in ("zoltan", "colleague", "sk-not-a-key", HIDDEN[0].word, *(text[12:] for text in keys.texts.values())):
        assert word.lower() not in lowered
    assert keys.texts["hr"].split("_")[1] in running.log, "the ID of a key tells who it was"
    lines = running.log.splitlines()
    if form == "json":
        records = [json.loads(line) for line in lines if line.startswith("{")]
        assert len(records) >= len(lines) - 1, "the first line is for whoever starts it"
        (last,) = [record for record in records if record.get("request_id") == "last-one"]
        assert last | {"time": "", "ms": 0} == {
            "time": "",
            "level": "info",
            "message": "request",
            "request_id": "last-one",
            "method": "GET",
            "route": "/healthz",
            "status": 200,
            "ms": 0,
        }
    else:
        line = next(line for line in lines if "last-one" in line)
        assert re.fullmatch(r'\S+Z info request request_id="last-one" method="GET" route="/healthz" status=200 ms=[0-9.]+', line)


def test_questions_are_logged_when_that_is_switched_on(shared: Project, capsys: pytest.CaptureFixture[str]) -> None:
    set_up("text")
    with client_of(shared.folder, log_questions=True) as client:
        client.post("/v1/ask", json={"question": f"{SECRET}\n2026-10-09T00:00:00Z info request forged\u2028\x85\x1b[31m"})
    printed = capsys.readouterr().err
    (line,) = [line for line in printed.splitlines() if "Zoltan" in line]
    assert "forged" in line
    assert "\x1b" not in printed
    assert r"\u2028\u0085\u001b[31m" in line


def test_a_fault_is_logged_with_its_request_and_told_without_a_word_of_it(
    shared: Project, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    from policy_assistant.catalogue import Catalogue

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a secret of ours")

    monkeypatch.setattr(Catalogue, "documents", broken)
    with client_of(shared.folder) as client, caplog.at_level(logging.INFO, LOGGER.name):
        answer = client.get("/v1/documents", headers={"X-Request-ID": "fault-1"})
    error = {"type": "fault", "message": "something is wrong on our side", "hint": "the log of the service says more"}
    assert answer.json() == {"error": error | {"code": 500, "param": None}}
    assert answer.headers["x-request-id"] == "fault-1"
    assert answer.headers["x-content-type-options"] == "nosniff"
    (record,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert (vars(record)["request_id"], vars(record)["error"]) == ("fault-1", "ZeroDivisionError")
    assert record.exc_info


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_value_makes_a_line_of_its_own(capsys: pytest.CaptureFixture[str], form: str) -> None:
    set_up(form)
    hostile = 'a\n2026 info request forged="1"\r\x0b\x0c\x85\u2028\u2029\u202e\x1b[2J\x7f\0\ud800\U000e0001'
    log_request(request_id="r", question=hostile, route="/x")
    log_error(ValueError(hostile), "r", with_trace=False)
    printed = capsys.readouterr().err
    assert len(printed.splitlines()) == 2, printed
    assert not [char for char in printed.replace("\n", "") if not char.isprintable()]


def test_metrics_name_routes_only(shared: Project, keys: Keys) -> None:
    with client_of(shared.folder) as client:
        for path in ("/v1/sources/secret-plan", "/v1/nothing/secret-plan", "/v1/documents/secret-plan/versions", "/v1/chunks/secret-plan"):
            client.get(path)
        client.post("/v1/search", json={"query": "secret-plan"})
        for word in ("BREW", "SECRET-PLAN"):
            client.request(word, "/v1/search")
        text = client.get("/metrics", headers=keys.headers("board")).text
    assert "secret-plan" not in text.lower()
    routes = set(re.findall(r'route="([^"]*)"', text))
    assert routes == {"/v1/sources/{doc_id:path}", "-", "/v1/documents/{doc_id:path}/versions", "/v1/chunks/{chunk_id}", "/v1/search"}
    assert set(re.findall(r'method="([^"]*)"', text)) == {"GET", "POST", "other"}
    assert 'policy_assistant_requests_total{method="other",route="/v1/search",status="405"} 2.0' in text
    assert 'policy_assistant_index{what="documents"}' in text
    assert not [word for hidden in HIDDEN for word in (hidden.word,) if word in text]
    assert not [name for name in keys.texts if f'"{name}"' in text]


class TestSpans:
    """With the SDK's own exporter."""

    @pytest.fixture
    def spans(self, shared: Project) -> "Iterator[tuple[TestClient, object]]":
        yield from self._served(shared, with_questions=False)

    def _served(self, shared: Project, *, with_questions: bool) -> "Iterator[tuple[TestClient, object]]":
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import SimpleSpanProcessor
        from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

        exporter, provider = InMemorySpanExporter(), TracerProvider()
        provider.add_span_processor(SimpleSpanProcessor(exporter))
        app = create_app(replace(load_settings(shared.folder)))
        app.state.service.telemetry = Telemetry(provider, with_questions=with_questions)
        with TestClient(app, "http://127.0.0.1") as client:
            yield client, exporter

    def test_a_search_is_a_span(self, spans: "tuple[TestClient, object]") -> None:
        client, exporter = spans
        hits = client.post("/v1/search", json={"query": QUESTION, "k": 3}).json()["hits"]
        client.post("/v1/ask", json={"question": QUESTION})
        search, ask = exporter.get_finished_spans()  # type: ignore[attr-defined]
        assert (search.name, ask.name) == ("retrieval Larch", "retrieval Larch")
        attributes = dict(search.attributes)
        documents = json.loads(attributes.pop("gen_ai.retrieval.documents"))
        assert attributes == {"gen_ai.operation.name": "retrieval", "gen_ai.data_source.id": "Larch", "gen_ai.request.top_k": 3}
        assert [document["id"] for document in documents] == [hit["id"] for hit in hits]
        assert all(isinstance(document["score"], float) for document in documents)
        assert "goods" not in json.dumps(dict(search.attributes) | dict(ask.attributes))

    def test_what_was_asked_is_in_it_when_that_is_switched_on(self, shared: Project) -> None:
        for client, exporter in self._served(shared, with_questions=True):
            client.post("/v1/search", json={"query": QUESTION})
            (span,) = exporter.get_finished_spans()  # type: ignore[attr-defined]
            assert span.attributes["gen_ai.retrieval.query.text"] == QUESTION

    def test_a_search_that_fails_is_a_span_with_an_error(self, shared: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        from policy_assistant.assistant import Assistant
        from policy_assistant.errors import ModelError

        def broken(*_: object, **__: object) -> None:
            raise ModelError("no")

        monkeypatch.setattr(Assistant, "search", broken)
        for client, exporter in self._served(shared, with_questions=False):
            assert client.post("/v1/search", json={"query": "x"}).status_code == 503
            (span,) = exporter.get_finished_spans()  # type: ignore[attr-defined]
            assert span.status.status_code.name == "ERROR"

    def test_without_an_address_nothing_is_traced(self, shared: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ENDPOINTS:
            monkeypatch.delenv(name, raising=False)
        with Telemetry.of(load_settings(shared.folder)).retrieval("x", "y", 1) as span:
            span.found([("a", 1.0)])
            assert span._span is None
