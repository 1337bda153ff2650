"""Servers that do not keep to HTTP, byte for byte as they send."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from policy_assistant.errors import ModelError
from policy_assistant.models import http
from policy_assistant.models.base import Completion, Message, ModelOptions
from policy_assistant.models.chat.base import open_chat_model

BODY = b'{"choices": [{"message": {"content": "Two years."}}]}'


@contextmanager
def sending(talk: Callable[[socket.socket, threading.Event], None]) -> Iterator[str]:
    """A server that reads each request and then does what `talk` says, until it is told to stop."""
    stopped = threading.Event()
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while not stopped.is_set():
            with contextlib.suppress(OSError):
                connection, _ = listening.accept()
                with connection:
                    if read_request(connection):
                        talk(connection, stopped)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
    finally:
        stopped.set()
        socket.create_connection(listening.getsockname()).close()  # ends its wait for the next one
        thread.join()
        listening.close()


def read_request(connection: socket.socket) -> bytes:
    """The whole request: what stays unread when a connection is closed resets it."""
    data = b""
    while not is_whole(data):
        part = connection.recv(65_536)
        if not part:
            return b""
        data += part
    return data


def is_whole(data: bytes) -> bool:
    head, end, body = data.partition(b"\r\n\r\n")
    return bool(end) and len(body) >= int(head.lower().split(b"content-length: ")[1].split()[0])


def bytes_of(data: bytes) -> Callable[[socket.socket, threading.Event], None]:
    return lambda connection, _: connection.sendall(data)


def ask(address: str, timeout_seconds: float = 10) -> Completion:
    model = open_chat_model("openai:tiny", ModelOptions(chat_base_url=address, timeout_seconds=timeout_seconds))
    return model.complete([Message("user", "How long?")], max_tokens=5)


@pytest.fixture(autouse=True)
def no_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "FIRST_WAIT_SECONDS", 0)


@pytest.mark.parametrize(
    "data",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(BODY), BODY),
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY),
        b"HTTP/1.0 200 OK\r\n\r\n" + BODY,
    ],
)
def test_every_way_to_send_a_body_is_read(data: bytes) -> None:
    with sending(bytes_of(data)) as address:
        assert ask(address).text == "Two years."


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"SSH-2.0-OpenSSH_9.6\r\n", "no proper HTTP answer"),
        (b"HTTP/1.1 abc\r\n\r\n", "no proper HTTP answer"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n", "no proper HTTP answer"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 100_000, "no proper HTTP answer"),
        (b"", "no proper HTTP answer"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n" + BODY, "broke off its answer"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "broke off its answer"),
        (b"HTTP/1.1 400 Bad\r\nContent-Length: 500\r\n\r\nno such model", "answered 400: no such model"),
    ],
)
def test_what_is_not_http_is_told_as_that(data: bytes, words: str) -> None:
    with sending(bytes_of(data)) as address, pytest.raises(ModelError, match=words) as caught:
        ask(address)
    assert caught.value.hint


@pytest.mark.parametrize("before", [b"HTTP/1.1 200", b"HTTP/1.1 200 OK\r\nX-Slow: ", b"HTTP/1.0 200 OK\r\n\r\n{"])
def test_one_byte_now_and_then_does_not_stretch_the_time(before: bytes) -> None:
    """Headers too: each byte begins the time-out of a read anew."""

    def trickle(connection: socket.socket, stopped: threading.Event) -> None:
        connection.sendall(before)
        with contextlib.suppress(OSError):
            while not stopped.wait(0.05):
                connection.sendall(b" ")

    with sending(bytes_of(b"HTTP/1.0 200 OK\r\n\r\n" + BODY)) as address:
        ask(address)  # loads the library, which would count as waiting
    with sending(trickle) as address, pytest.raises(ModelError, match=r"gave no whole answer within 0\.4 s"):
        ask(address, timeout_seconds=0.4)


def test_the_end_of_the_time_is_not_taken_for_the_end_of_an_answer() -> None:
    """A body without a length ends with its connection, which is cut when the time is over."""

    def unfinished(connection: socket.socket, stopped: threading.Event) -> None:
        connection.sendall(b"HTTP/1.0 200 OK\r\n\r\n" + BODY)
        stopped.wait()

    with sending(unfinished) as address, pytest.raises(ModelError, match=r"gave no whole answer within 0\.8 s"):
        ask(address, timeout_seconds=0.8)
