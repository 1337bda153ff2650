"""The way to a chat server: the `openai` client over a connection that keeps our limits.

The client makes the request and its address. What it would take from the environment (keys, headers, an organisation), tell
of this machine, follow (redirects), or wait for without end is kept out here, one layer below it, so that a new version of
it cannot bring it back.
"""

import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import Any, Self, cast
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from openai import DefaultHttpxClient, OpenAI

from policy_assistant.errors import ModelError
from policy_assistant.models.http import EXCERPT_BYTES, MAX_RESPONSE_BYTES, Failure, Server, late, parsed, refused, unreachable

MIN_SECONDS = 0.001
NO_KEY = "none"
"""Sent where no key is set: the client insists on one."""


def post_chat(server: Server, key: str, body: Mapping[str, Any], until: float) -> Any:
    """The JSON that a server answers to one request for a completion.

    It is given up at `until`, a time of `time.monotonic`, however slowly it comes. The environment's proxies are used, as by
    `models.http`.

    Raises:
        Failure: no answer, not in time, a status that is not a success, or not JSON.
        ModelError: the environment's proxies or certificates cannot be used.
    """
    parts = urlsplit(server.base_url)
    with (
        _connection(server, key) as connection,
        OpenAI(
            api_key=key or NO_KEY,
            base_url=urlunsplit(parts._replace(query="")),
            default_query=dict(parse_qsl(parts.query, keep_blank_values=True)),
            organization="",
            project="",
            http_client=connection,
            max_retries=0,
            timeout=max(MIN_SECONDS, until - time.monotonic()),
        ) as client,
    ):
        create = cast(Callable[..., Any], client.chat.completions.with_raw_response.create)
        try:
            response = create(**body)
        except Failure:
            raise
        except Exception as error:
            raise _failure(error, server.timeout_seconds) from error
        return parsed(response.http_response.content)


def _connection(server: Server, key: str) -> "_Connection":
    try:
        return _Connection(server, key)
    except Exception as error:  # an unknown kind of proxy, an address that is none, a missing package or certificate file
        raise ModelError(
            f"the proxies or certificates of the environment cannot be used ({type(error).__name__})",
            hint="check HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and SSL_CERT_FILE, or name the server in NO_PROXY",
        ) from None  # its text may repeat a proxy's password


class _Connection(DefaultHttpxClient):
    """Sends what the client made, with our headers only, and reads what comes within our limits."""

    def __init__(self, server: Server, key: str) -> None:
        super().__init__(follow_redirects=False)
        self._key, self._timeout_seconds = key, server.timeout_seconds

    def send(self, request: Any, **options: Any) -> Any:
        """The whole answer of a success.

        The read time-out of the request, which would begin anew with every byte, is the time for all of it.

        Raises:
            Failure: for everything else.
        """
        with _Deadline(request.extensions["timeout"]["read"]) as deadline:
            try:
                return self._received(request, deadline, options)
            except Exception as error:
                failure = _failure(error, self._timeout_seconds)
                if deadline.is_over and not failure.status:  # a cut connection can fail in any way
                    raise late(self._timeout_seconds) from None
                if failure is error:
                    raise
                raise failure from error

    def _received(self, request: Any, deadline: "_Deadline", options: Mapping[str, Any]) -> Any:
        response = super().send(self._ours(request, deadline), **{**options, "stream": True, "follow_redirects": False})
        try:
            if not response.is_success:
                raise refused(response.status_code, response.headers.get, _beginning(response.iter_raw()), self._key)
            if response.headers.get("Content-Encoding", "identity") != "identity":
                raise Failure("answered in a compressed form, which was not asked for")
            content = _whole(response.iter_raw())
        finally:
            response.close()
        if deadline.is_over:  # a cut connection can look like the end of an answer
            raise late(self._timeout_seconds)
        kept = {name: value for name, value in response.headers.items() if name.lower() == "content-type"}
        return type(response)(response.status_code, headers=kept, content=content, request=request)

    def _ours(self, request: Any, deadline: "_Deadline") -> Any:
        """The request with our headers only: the client's tell of the system, and may come from its own environment.

        It is another one, as the client looks for notes to itself in the headers of its own.
        """
        headers = {
            "Accept": "application/json",
            "Accept-Encoding": "identity",
            "Authorization": f"Bearer {self._key or NO_KEY}",
            "Content-Type": "application/json",
            "User-Agent": "policy-assistant",
        }
        extensions = {**request.extensions, "trace": deadline.watch}
        return type(request)(request.method, request.url, headers=headers, content=request.read(), extensions=extensions)


def _beginning(parts: Iterator[bytes]) -> bytes:
    """The first bytes of a refusal; what cannot be read of it is left out."""
    read = b""
    try:
        while len(read) < EXCERPT_BYTES and (part := next(parts, b"")):
            read += part
    except Exception:
        return read
    return read[:EXCERPT_BYTES]


def _whole(parts: Iterator[bytes]) -> bytes:
    read, size = [], 0
    try:
        for part in parts:
            size += len(part)
            if size > MAX_RESPONSE_BYTES:
                raise Failure(f"answered with more than {MAX_RESPONSE_BYTES:,} bytes")
            read.append(part)
    except Failure:
        raise
    except Exception as error:
        if isinstance(_reason(error), TimeoutError):
            raise
        raise Failure("broke off its answer", passing=True) from error
    return b"".join(read)


class _Deadline:
    """Cuts the connections of a request after some seconds: every wait for bytes ends then, also one for headers."""

    def __init__(self, seconds: float) -> None:
        self._sockets: list[socket.socket] = []
        self._lock = threading.Lock()
        self.is_over = False
        self._timer = threading.Timer(seconds, self._cut)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._timer.cancel()

    def watch(self, _: str, event: Mapping[str, Any]) -> None:
        """Take note of a connection that was opened (the `trace` extension of the HTTP library)."""
        info = getattr(event.get("return_value"), "get_extra_info", None)
        opened = info("socket") if info else None
        if not isinstance(opened, socket.socket):
            return
        with self._lock:
            self._sockets.append(opened)
        if self.is_over:
            self._cut()

    def _cut(self) -> None:
        self.is_over = True
        with self._lock:
            for opened in self._sockets:
                try:
                    # of the plain socket: that of TLS would first change what another thread reads with
                    socket.socket.shutdown(opened, socket.SHUT_RDWR)
                except OSError:
                    continue  # closed meanwhile, or wrapped by TLS and no longer ours


def _failure(error: Exception, seconds: float) -> Failure:
    """The failure behind what a library raised."""
    reason = _reason(error)
    if isinstance(reason, Failure):
        return reason
    if isinstance(reason, OSError):
        return unreachable(reason, seconds)
    if "Timeout" in type(error).__name__:
        return late(seconds)
    return Failure(f"gave no proper HTTP answer ({type(reason).__name__})", passing=True)


def _reason(error: BaseException) -> BaseException:
    """The failure or the system's error that an error comes from, or the error itself."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, Failure | OSError):
        cause = cause.__cause__ or cause.__context__
    return cause or error
