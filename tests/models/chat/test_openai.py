"""A chat server: what is sent, and what is read or refused of its answers."""

import gzip
import logging
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator
from typing import Any

import pytest

from policy_assistant.errors import MissingExtraError, ModelError, SettingsError, UsageError
from policy_assistant.models import http
from policy_assistant.models.base import ChatModel, Message, ModelOptions
from policy_assistant.models.chat.base import open_chat_model
from policy_assistant.models.chat.openai import MAX_MESSAGE_CHARACTERS
from policy_assistant.server_keys import CHAT_KEY
from policy_assistant.testing.model_server import Fault, ModelServer

MESSAGES = (Message("system", "Answer briefly."), Message("user", "How long\0 is the warranty?"))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.setattr(http, "FIRST_WAIT_SECONDS", 0)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    with ModelServer() as running:
        yield running


def opened(server: ModelServer, timeout_seconds: float = 10) -> ChatModel:
    return open_chat_model("openai:tiny", ModelOptions(chat_base_url=server.base_url, timeout_seconds=timeout_seconds))


def reply(message: Any, **more: Any) -> Fault:
    return Fault(body={"choices": [{"message": message, **more}]})


def test_one_call_is_made_and_its_answer_told(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHAT_KEY, "sk-1")
    said = opened(server).complete(MESSAGES, max_tokens=50)
    assert (said.text, said.finish_reason, said.refusal, said.model) == ("How long  is the warranty?", "stop", "", "tiny")
    assert (said.input_tokens, said.output_tokens) == (3, 2)
    assert said.milliseconds >= 0
    (request,) = server.requests
    assert request.path == "/v1/chat/completions"
    assert request.headers["authorization"] == "Bearer sk-1"
    assert request.body == {
        "model": "tiny",
        "messages": [{"role": "system", "content": "Answer briefly."}, {"role": "user", "content": "How long  is the warranty?"}],
        "max_tokens": 50,
        "temperature": 0,
    }


def test_a_schema_is_asked_for_strictly(server: ModelServer) -> None:
    schema = {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"], "additionalProperties": False}
    opened(server).complete(MESSAGES, max_tokens=50, schema=schema)
    assert server.requests[0].body["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "answer", "strict": True, "schema": schema},
    }


def test_a_refusal_is_told_as_one(server: ModelServer) -> None:
    server.script(reply({"content": None, "refusal": "I will not."}, finish_reason="stop"))
    said = opened(server).complete(MESSAGES, max_tokens=50)
    assert (said.text, said.refusal) == ("", "I will not.")


@pytest.mark.parametrize("usage", [None, "many", {"prompt_tokens": -1}, {"prompt_tokens": "3", "completion_tokens": True}])
def test_what_is_missing_beside_the_text_does_no_harm(server: ModelServer, usage: object) -> None:
    server.script(Fault(body={"choices": [{"message": {"content": "Two years."}, "finish_reason": None}], "usage": usage, "model": 5}))
    said = opened(server).complete(MESSAGES, max_tokens=50)
    assert (said.text, said.finish_reason, said.model, said.input_tokens, said.output_tokens) == ("Two years.", "", "tiny", 0, 0)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault(body={}), "gave no message"),
        (Fault(body=[]), "gave no message"),
        (Fault(body={"choices": []}), "gave no message"),
        (Fault(body={"choices": [None]}), "gave no message"),
        (Fault(body={"choices": {"0": {}}}), "gave no message"),
        (Fault(body={"error": {"message": "no credit left"}}), "gave no message: .*no credit left"),
        (reply(None), "gave no message"),
        (reply("text"), "gave no message"),
        (reply({}), "a message without text"),
        (reply({"content": [{"type": "text"}]}), "a message without text"),
        (Fault(body=b"data: {}"), "not JSON"),
        (Fault(body=b"<html>", headers={"Content-Type": "text/html"}), "not JSON"),
        (Fault(204), "not JSON"),
        (Fault(body=b"[" * 100_000), "not JSON"),
        (Fault(400, b"no such size"), "answered 400: no such size"),
        (Fault(404, b"no such model"), "answered 404: no such model"),
        (Fault(wait_seconds=60), "gave no whole answer within 0.5 s"),
        (Fault(body=b"x" * 1_000, pause_seconds=0.05), "gave no whole answer within 0.5 s"),
    ],
)
def test_a_lasting_fault_is_an_error_at_once(server: ModelServer, fault: Fault, words: str) -> None:
    opened(server).complete(MESSAGES, max_tokens=50)  # loads the library, which would count as waiting
    server.script(fault)
    slow = fault.wait_seconds or fault.pause_seconds
    with pytest.raises(ModelError, match=words) as caught:
        opened(server, timeout_seconds=0.5 if slow else 10).complete(MESSAGES, max_tokens=50)
    assert caught.value.hint or "without text" in words
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        *[(Fault(status, b"later"), f"answered {status}: later") for status in (408, 409, 429, 500, 502, 503)],
        (Fault(drop=True), "cannot be reached|no proper HTTP answer"),
        (Fault(body=b'{"a": "bcdefg"}', cut=True), "broke off its answer"),
    ],
)
def test_a_passing_fault_is_tried_twice_more(server: ModelServer, fault: Fault, words: str) -> None:
    server.script(fault, fault)
    assert opened(server).complete(MESSAGES, max_tokens=50).text
    assert [request.body for request in server.requests[1:]] == [server.requests[0].body] * 2
    server.script(fault, fault, fault)
    with pytest.raises(ModelError, match=words):
        opened(server).complete(MESSAGES, max_tokens=50)
    assert len(server.requests) == 6


@pytest.mark.parametrize(
    ("given", "waits"),
    [({}, [0.5, 1.0]), ({"Retry-After": "3"}, [3.0, 3.0]), ({"Retry-After": "31"}, []), ({"Retry-After": "soon"}, [0.5, 1.0])],
)
def test_the_wait_is_the_servers_within_a_cap(
    server: ModelServer, given: dict[str, str], waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(http, "FIRST_WAIT_SECONDS", 0.5)
    monkeypatch.setattr(time, "sleep", waited.append)
    server.script(*[Fault(429, headers=given)] * 3)
    with pytest.raises(ModelError, match="answered 429"):
        opened(server).complete(MESSAGES, max_tokens=50)
    assert waited == waits


def test_no_wait_goes_beyond_the_time_of_the_call(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    server.script(Fault(429, headers={"Retry-After": "12"}))
    with pytest.raises(ModelError, match="answered 429"):
        opened(server).complete(MESSAGES, max_tokens=50)
    assert waited == []


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_told_by_its_variable_and_never_repeated(
    server: ModelServer, status: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    key = "sk-proj-abcdef0123456789"
    monkeypatch.setenv(CHAT_KEY, key)
    caplog.set_level(logging.DEBUG)
    server.script(Fault(status, {"error": {"message": f"Incorrect API key provided: {key}"}}))
    model = opened(server)
    with pytest.raises(ModelError, match=f"answered {status}: .*Incorrect API key provided") as caught:
        model.complete(MESSAGES, max_tokens=50)
    assert caught.value.hint == f"check the key in {CHAT_KEY}"
    told = "".join(traceback.format_exception(caught.value, chain=True))
    assert server.requests[0].headers["authorization"] == f"Bearer {key}"
    assert key not in f"{told} {caplog.text} {model!r} {vars(model)}"


def test_nothing_of_the_environment_but_our_key_is_sent(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("API_KEY", "ADMIN_KEY", "ORG_ID", "PROJECT_ID"):
        monkeypatch.setenv(f"OPENAI_{name}", "planted")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://planted.example/v1")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Planted: planted\nAuthorization: Bearer planted\nHost: planted")
    opened(server).complete(MESSAGES, max_tokens=50)
    headers = dict(server.requests[0].headers)
    assert int(headers.pop("content-length")) > 0
    assert headers == {
        "host": server.base_url.removeprefix("http://").removesuffix("/v1"),
        "accept": "application/json",
        "accept-encoding": "identity",
        "authorization": "Bearer none",
        "content-type": "application/json",
        "user-agent": "policy-assistant",
    }


@pytest.mark.parametrize(("after", "path"), [("", ""), ("/", ""), ("?api-version=1&x=2", "?api-version=1&x=2"), ("/?x=%20", "?x=+")])
def test_the_address_may_end_in_a_stroke_or_a_query(server: ModelServer, after: str, path: str) -> None:
    options = ModelOptions(chat_base_url=server.base_url + after, timeout_seconds=10)
    open_chat_model("openai:tiny", options).complete(MESSAGES, max_tokens=50)
    assert server.requests[0].path == f"/v1/chat/completions{path}"


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_never_followed(server: ModelServer, status: int) -> None:
    with ModelServer() as other:
        server.script(Fault(status, headers={"Location": f"{other.base_url}/chat/completions?key=hidden"}))
        with pytest.raises(ModelError, match=f"answered {status}, a redirect to {other.base_url}/chat/completions; redirects are not"):
            opened(server).complete(MESSAGES, max_tokens=50)
        assert other.requests == []


def test_too_large_an_answer_is_not_read_to_its_end(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    from policy_assistant.models.chat import client

    monkeypatch.setattr(client, "MAX_RESPONSE_BYTES", 1_000_000)
    server.script(Fault(size=1_000_000_000))
    with pytest.raises(ModelError, match="more than 1,000,000 bytes"):
        opened(server).complete(MESSAGES, max_tokens=50)
    server.script(Fault(400, size=1_000_000_000))
    with pytest.raises(ModelError, match="answered 400"):
        opened(server).complete(MESSAGES, max_tokens=50)


def test_a_compressed_answer_that_nobody_asked_for_is_not_unpacked(server: ModelServer) -> None:
    server.script(Fault(body=gzip.compress(b"{}"), headers={"Content-Encoding": "gzip"}))
    with pytest.raises(ModelError, match="compressed"):
        opened(server).complete(MESSAGES, max_tokens=50)


def test_a_server_that_is_not_there_is_told_with_its_address_and_setting() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}/v1?token=hidden"
        model = open_chat_model("openai:tiny", ModelOptions(chat_base_url=address, timeout_seconds=10))
        with pytest.raises(ModelError, match=r"/v1/chat/completions cannot be reached: connection refused") as caught:
            model.complete(MESSAGES, max_tokens=50)
    assert "hidden" not in f"{caught.value} {caught.value.hint}"
    assert "[models] chat_base_url" in caught.value.hint


def test_a_server_without_tls_behind_https_is_told_and_not_tried_again(server: ModelServer) -> None:
    address = server.base_url.replace("http:", "https:")
    model = open_chat_model("openai:tiny", ModelOptions(chat_base_url=address, timeout_seconds=10))
    with pytest.raises(ModelError, match="has no trusted TLS connection"):
        model.complete(MESSAGES, max_tokens=50)


@pytest.mark.parametrize("proxy", ["gopher://me:hidden@host:1", "http://me:hidden@host:port"])
def test_a_proxy_that_is_none_is_told_without_its_password(server: ModelServer, proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", proxy)
    with pytest.raises(ModelError, match="the proxies or certificates of the environment cannot be used") as caught:
        opened(server).complete(MESSAGES, max_tokens=50)
    assert "hidden" not in "".join(traceback.format_exception(caught.value, chain=True))
    assert "ALL_PROXY" in caught.value.hint


def test_the_proxy_of_the_environment_is_used(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", server.base_url.removesuffix("/v1"))
    monkeypatch.setenv("NO_PROXY", "")
    model = open_chat_model("openai:tiny", ModelOptions(chat_base_url="http://chat.example/v1", timeout_seconds=10))
    model.complete(MESSAGES, max_tokens=50)
    assert server.requests[0].path == "http://chat.example/v1/chat/completions"


def test_a_key_that_no_header_takes_is_not_sent(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHAT_KEY, "hidden\nX-Evil: 1")
    with pytest.raises(SettingsError) as caught:
        opened(server).complete(MESSAGES, max_tokens=50)
    assert "hidden" not in str(caught.value)
    assert server.requests == []


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(MissingExtraError, match="the extra `chat`"):
        open_chat_model("openai:tiny", ModelOptions(chat_base_url="http://127.0.0.1:9/v1"))


def test_opening_a_model_does_not_load_the_library() -> None:
    code = (
        "import sys; from policy_assistant.models.chat.base import *;"
        "open_chat_model('openai:tiny', ModelOptions(chat_base_url='http://127.0.0.1:9/v1')); print('openai' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_an_endless_message_is_refused_before_it_is_sent(server: ModelServer) -> None:
    with pytest.raises(UsageError, match="a message has 1,000,001 characters"):
        opened(server).complete([Message("user", "x" * (MAX_MESSAGE_CHARACTERS + 1))], max_tokens=5)
    assert server.requests == []
