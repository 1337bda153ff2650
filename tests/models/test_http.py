"""What can go wrong between us and a model server, and that no message gives a secret away."""

import socket
import time
from collections.abc import Iterator
from email.utils import formatdate
from typing import Any

import pytest

from policy_assistant.errors import ModelError, SettingsError, UsageError
from policy_assistant.models import http
from policy_assistant.models.http import Server, excerpt, shown
from policy_assistant.server_keys import CHAT_KEY
from policy_assistant.testing.model_server import Fault, ModelServer

KEY = "sk-proj-abcdef0123456789"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.setenv(CHAT_KEY, KEY)
    monkeypatch.setattr(http, "FIRST_WAIT_SECONDS", 0)
    with ModelServer() as running:
        yield running


def client(base_url: str, timeout_seconds: float = 10) -> Server:
    return Server("chat server", base_url, "[models] chat_base_url", CHAT_KEY, timeout_seconds)


def post(server: ModelServer, retries: int = 0, timeout_seconds: float = 10) -> Any:
    return client(server.base_url, timeout_seconds).post("embeddings", {"model": "tiny", "input": ["a"]}, retries=retries)


def refused(server: ModelServer, fault: Fault, **options: Any) -> ModelError:
    """The error for one scripted answer; that it holds no key is checked for all."""
    server.script(fault)
    with pytest.raises(ModelError) as caught:
        post(server, **options)
    assert KEY not in f"{caught.value} {caught.value.hint}"
    return caught.value


def test_json_goes_and_comes_with_the_key_in_a_header(server: ModelServer) -> None:
    assert post(server)["model"] == "tiny"
    assert server.requests[0].path == "/v1/embeddings"
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert server.requests[0].body == {"model": "tiny", "input": ["a"]}


def test_without_a_key_no_header_is_sent(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(CHAT_KEY)
    post(server)
    assert "authorization" not in server.requests[0].headers


def test_a_query_in_the_base_address_stays_behind_the_path(server: ModelServer) -> None:
    client(f"{server.base_url}/?api-version=1").post("embeddings", {"model": "tiny", "input": ["a"]})
    assert server.requests[0].path == "/v1/embeddings?api-version=1"


@pytest.mark.parametrize("status", [400, 401, 403, 404, 413, 422, 429, 500, 503])
def test_a_status_is_said_with_what_the_server_says(server: ModelServer, status: int) -> None:
    error = refused(server, Fault(status, {"error": {"message": "the model is busy"}}))
    assert f"the chat server at {server.base_url}/embeddings answered {status}: " in str(error)
    assert "the model is busy" in str(error)
    assert ("POLICY_ASSISTANT_CHAT_API_KEY" in error.hint) == (status in (401, 403))


def test_a_long_body_is_cut_and_cleaned(server: ModelServer) -> None:
    error = refused(server, Fault(500, b"\x1b[31m\xff\x00oh\n\n" + b"no " * 5_000))
    assert "answered 500: [31m\ufffd oh no no" in str(error)
    assert str(error).endswith("…")
    assert len(str(error)) < 300


@pytest.mark.parametrize("echo", [KEY, f"key {KEY}!", "sk-p*******6789", "****************6789", "sk-proj-..."])
def test_a_key_that_the_server_repeats_is_masked(server: ModelServer, echo: str) -> None:
    error = refused(server, Fault(401, f"Incorrect API key provided: {echo}"))
    assert "Incorrect API key provided" in str(error)
    assert "sk-p" not in str(error)
    assert "6789" not in str(error)


def test_a_key_with_special_characters_is_masked_in_every_form() -> None:
    assert excerpt(b'a k"/ey b k\\"/ey c k%22%2Fey d', 'k"/ey') == "a *** b *** c *** d"


@pytest.mark.parametrize("body", [b"<html>", b"", b"{", b"\xff\xfe", b"[" * 100_000])
def test_what_is_not_json_is_refused(server: ModelServer, body: bytes) -> None:
    assert "answered with something that is not JSON" in str(refused(server, Fault(body=body)))


def test_too_large_an_answer_is_not_read_to_its_end(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "MAX_RESPONSE_BYTES", 1_000_000)
    assert "answered with more than 1,000,000 bytes" in str(refused(server, Fault(size=1_000_000_000)))


def test_an_answer_as_large_as_allowed_is_read(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "MAX_RESPONSE_BYTES", 20)
    server.script(Fault(body=b'"' + b"x" * 18 + b'"'))
    assert post(server) == "x" * 18


def test_silence_is_a_time_out_and_not_tried_again(server: ModelServer) -> None:
    error = refused(server, Fault(wait_seconds=60), timeout_seconds=0.2, retries=2)
    assert "gave no whole answer within 0.2 s" in str(error)
    assert len(server.requests) == 1


def test_an_answer_that_trickles_in_is_a_time_out_too(server: ModelServer) -> None:
    error = refused(server, Fault(body=b"x" * 1_000, pause_seconds=0.05), timeout_seconds=0.3)
    assert "gave no whole answer within 0.3 s" in str(error)


@pytest.mark.parametrize(
    ("fault", "said"),
    [(Fault(drop=True), "cannot be reached|no proper HTTP answer"), (Fault(body=b'{"a": "bcdefg"}', cut=True), "broke off its answer")],
)
def test_a_connection_that_breaks_is_tried_again(server: ModelServer, fault: Fault, said: str) -> None:
    server.script(fault, fault)
    assert post(server, retries=2)["model"] == "tiny"
    assert len(server.requests) == 3
    server.script(fault, fault)
    with pytest.raises(ModelError, match=said):
        post(server, retries=1)


def test_a_refused_connection_names_the_address_and_the_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}/v1?token=hidden"
        with pytest.raises(ModelError, match=r"at http://127\.0\.0\.1:\d+/v1/chat cannot be reached: connection refused") as caught:
            client(address).post("chat", {})
    assert "hidden" not in f"{caught.value} {caught.value.hint}"
    assert "[models] chat_base_url" in caught.value.hint


@pytest.mark.parametrize("status", [429, 500, 502, 503])
def test_a_passing_fault_is_tried_twice_more(server: ModelServer, status: int) -> None:
    server.script(Fault(status), Fault(status))
    assert post(server, retries=2)["model"] == "tiny"
    server.script(*[Fault(status)] * 3)
    with pytest.raises(ModelError, match=f"answered {status}"):
        post(server, retries=2)
    assert len(server.requests) == 6


@pytest.mark.parametrize("status", [400, 401, 404, 422])
def test_a_lasting_fault_is_not_tried_again(server: ModelServer, status: int) -> None:
    refused(server, Fault(status), retries=2)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("given", "waits"),
    [
        ({}, [0.5, 1.0]),
        ({"Retry-After": "3"}, [3.0, 3.0]),
        ({"Retry-After": "30"}, [30.0, 30.0]),
        ({"Retry-After": "soon"}, [0.5, 1.0]),
        ({"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, [0.0, 0.0]),
        ({"Retry-After": "31"}, []),
    ],
)
def test_the_wait_before_another_try(
    server: ModelServer, given: dict[str, str], waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(http, "FIRST_WAIT_SECONDS", 0.5)
    monkeypatch.setattr(time, "sleep", waited.append)
    server.script(*[Fault(429, headers=given)] * 3)
    with pytest.raises(ModelError, match="answered 429"):
        post(server, retries=2)
    assert waited == waits


def test_a_date_to_wait_for_is_counted_from_now() -> None:
    wait = http._retry_after(formatdate(time.time() + 3_600, usegmt=True))
    assert wait is not None
    assert 3_000 < wait <= 3_600


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_never_followed(server: ModelServer, status: int) -> None:
    with ModelServer() as other:
        error = refused(server, Fault(status, headers={"Location": f"{other.base_url}/embeddings?key=hidden"}))
        assert other.requests == []
    assert f"answered {status}, a redirect to {other.base_url}/embeddings; redirects are not followed" in str(error)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("", "has no address"),
        ("file:///etc/passwd", "allowed: http or https and a host"),
        ("ftp://host/v1", "allowed: http or https and a host"),
        ("127.0.0.1:8080/v1", "allowed: http or https and a host"),
        ("http:///v1", "allowed: http or https and a host"),
        ("http://host/v1#part", "allowed: http or https and a host"),
        ("http://host/a b", "allowed: http or https and a host"),
        ("http://host/\r\nX-Evil: 1", "allowed: http or https and a host"),
        ("http://host/é", "allowed: http or https and a host"),
        ("http://host:port/v1", "cannot be read"),
        ("http://[::1/v1", "cannot be read"),
        ("http://me:hidden@host/v1", "holds a user name or password"),
        ("http://hidden@host/v1", "holds a user name or password"),
        ("http://me:hid/den@host/v1", "cannot be read"),
    ],
)
def test_an_address_that_is_none_is_refused_before_any_call(address: str, said: str) -> None:
    with pytest.raises(UsageError, match=said) as caught:
        client(address)
    assert "hidden" not in f"{caught.value} {caught.value.hint}"
    assert caught.value.hint


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("https://me:hidden@host.example:8443/v1/x?key=hidden#hidden", "https://host.example:8443/v1/x"),
        ("http://[::1]:80/v1", "http://[::1]:80/v1"),
        ("http://host:port", "an address that cannot be read"),
    ],
)
def test_an_address_in_a_message_is_without_secrets(address: str, said: str) -> None:
    assert shown(address) == said


def test_a_key_that_no_header_takes_is_not_sent(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHAT_KEY, "hidden\nX-Evil: 1")
    with pytest.raises(SettingsError) as caught:
        post(server)
    assert "hidden" not in str(caught.value)
    assert server.requests == []
