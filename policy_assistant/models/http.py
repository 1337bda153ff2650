"""Calls to model servers: JSON over HTTP, with limits, and messages that give no secret away.

A redirect is never followed: the key would go to a host that nobody named. Proxies are those of the environment.
"""

import http.client
import json
import re
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import SplitResult, quote, urlsplit, urlunsplit

from policy_assistant.errors import ModelError, UsageError
from policy_assistant.models.keys import secret
from policy_assistant.models.text import one_line

MAX_RESPONSE_BYTES = 50_000_000
MAX_RETRY_AFTER_SECONDS = 30.0
FIRST_WAIT_SECONDS = 0.5
"""The wait before the first retry; it doubles with each."""

EXCERPT_CHARACTERS = 200
_EXCERPT_BYTES = 4_000
_READ_BYTES = 65_536
_TELLING_PART = 4
"""A server that refuses a key may repeat its first or last characters; words that hold so many of them are masked,"""

_MASK_FROM = 12
"""if the key is at least so long: the ends of a shorter one are common words."""

_ADDRESS = re.compile(r"[!-~]{1,2000}")


@dataclass(frozen=True)
class Server:
    """A model server. `kind` and `setting` are how messages call it and where its address is set.

    Raises:
        UsageError: the address is missing, not HTTP, or holds a user name or password; these are not in the message.
    """

    kind: str
    base_url: str
    setting: str
    key_name: str
    timeout_seconds: float

    def __post_init__(self) -> None:
        _check_address(self)

    def endpoint(self, path: str) -> str:
        """The address of `path` below the base address, whose query is kept."""
        parts = _parts(self.base_url)
        return urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/{path}"))

    def post(self, path: str, body: Mapping[str, Any], *, retries: int = 0) -> Any:
        """Send `body` as JSON and read the JSON that comes back.

        `retries` more tries follow a status 429 or 5xx and a connection that fails, after a growing wait or the one that
        the server asks for; a time-out is not tried again.

        Raises:
            ModelError: no connection, no answer in `timeout_seconds`, a status other than 200, or not JSON.
            SettingsError: the key's environment variable holds no key.
        """
        key = secret(self.key_name)
        request = _request(self.endpoint(path), body, key)
        for tried in range(retries + 1):
            try:
                return _json(_fetch(request, self.timeout_seconds, key))
            except _Failure as failure:
                wait = FIRST_WAIT_SECONDS * 2**tried if failure.wait is None else failure.wait
                if not failure.passing or tried == retries or wait > MAX_RETRY_AFTER_SECONDS:
                    raise self._error(request.full_url, failure) from failure
            time.sleep(wait)
        raise AssertionError("the last try returns or raises")

    def _error(self, address: str, failure: "_Failure") -> ModelError:
        hint = f"check that it runs and that {self.setting} is its address"
        if failure.status in (401, 403):
            hint = f"check the key in {self.key_name}"
        elif failure.status:
            hint = f"check the model's name and {self.setting}"
        return ModelError(f"the {self.kind} at {shown(address)} {failure}", hint=hint)


def shown(address: str) -> str:
    """An address without user name, password, query and fragment: what a message may say of it."""
    try:
        parts = urlsplit(address)
        host = f"{_host(parts)}:{parts.port}" if parts.port else _host(parts)
    except ValueError:
        return "an address that cannot be read"
    return one_line(urlunsplit((parts.scheme, host, parts.path, "", "")), EXCERPT_CHARACTERS)


def _host(parts: SplitResult) -> str:
    host = parts.hostname or ""
    return f"[{host}]" if ":" in host else host


def _check_address(server: Server) -> None:
    hint = f"set {server.setting} to an address such as http://127.0.0.1:8080/v1"
    if not server.base_url:
        raise UsageError(f"the {server.kind} has no address", hint=hint)
    parts = _parts(server.base_url)
    if parts.username is not None or parts.password is not None:
        raise UsageError(
            f"the address of the {server.kind} holds a user name or password", hint=f"take it out; a key belongs in {server.key_name}"
        )
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.fragment or not _ADDRESS.fullmatch(server.base_url):
        raise UsageError(f"the address of the {server.kind} is {shown(server.base_url)!r}; allowed: http or https and a host", hint=hint)


def _parts(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        _ = parts.port  # a port that is no number shows only when it is asked for
    except ValueError:  # its text repeats parts of the address, perhaps a password
        raise UsageError("the address of a model server cannot be read", hint="write it as http://HOST:PORT/PATH") from None
    return parts


class _Failure(Exception):
    """One try that failed. `passing`: another may succeed. `wait`: the seconds that the server asks for."""

    def __init__(self, message: str, *, passing: bool = False, status: int = 0, wait: float | None = None) -> None:
        super().__init__(message)
        self.passing, self.status, self.wait = passing, status, wait


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Makes a redirect an error, as any other status."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _request(address: str, body: Mapping[str, Any], key: str) -> urllib.request.Request:
    headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "policy-assistant"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    data = json.dumps(body, allow_nan=False).encode("ascii")
    return urllib.request.Request(address, data, headers, method="POST")  # noqa: S310 - `Server` accepts http and https only


def _fetch(request: urllib.request.Request, timeout_seconds: float, key: str) -> bytes:
    """The body of a successful answer. Raises `_Failure` for everything else."""
    deadline = time.monotonic() + timeout_seconds
    try:
        with urllib.request.build_opener(_NoRedirects).open(request, timeout=timeout_seconds) as response:
            return _read(response, deadline, timeout_seconds)
    except urllib.error.HTTPError as error:
        with error:
            raise _status(error, key) from None
    except urllib.error.URLError as error:
        raise _unreachable(error.reason, timeout_seconds) from error
    except (OSError, http.client.HTTPException) as error:
        raise _unreachable(error, timeout_seconds) from error


def _read(response: http.client.HTTPResponse, deadline: float, timeout_seconds: float) -> bytes:
    parts: list[bytes] = []
    size = 0
    while part := response.read1(_READ_BYTES):
        size += len(part)
        if size > MAX_RESPONSE_BYTES:
            raise _Failure(f"answered with more than {MAX_RESPONSE_BYTES:,} bytes")
        if time.monotonic() > deadline:
            raise _late(timeout_seconds)
        parts.append(part)
    if response.length:
        raise _Failure("broke off its answer", passing=True)
    return b"".join(parts)


def _unreachable(reason: object, timeout_seconds: float) -> _Failure:
    if isinstance(reason, TimeoutError):
        return _late(timeout_seconds)
    if isinstance(reason, ssl.SSLError):
        return _Failure(f"has no trusted TLS connection: {reason.reason or 'it failed'}")
    if isinstance(reason, http.client.HTTPException):
        return _Failure(f"gave no proper HTTP answer ({type(reason).__name__})", passing=True)
    text = (reason.strerror if isinstance(reason, OSError) else "") or "the connection failed"
    return _Failure(f"cannot be reached: {text[:1].lower()}{text[1:]}", passing=True)


def _late(timeout_seconds: float) -> _Failure:
    return _Failure(f"gave no whole answer within {timeout_seconds:g} s")


def _status(error: urllib.error.HTTPError, key: str) -> _Failure:
    if 300 <= error.code < 400:
        return _Failure(f"answered {error.code}, a redirect to {shown(error.headers.get('Location', ''))}; redirects are not followed")
    try:
        body = error.read(_EXCERPT_BYTES)
    except (OSError, http.client.HTTPException):
        body = b""
    said = excerpt(body, key)
    passing = error.code == 429 or error.code >= 500
    wait = _retry_after(error.headers.get("Retry-After", "")) if passing else None
    return _Failure(f"answered {error.code}{f': {said}' if said else ''}", passing=passing, status=error.code, wait=wait)


def _retry_after(value: str) -> float | None:
    """The seconds in a `Retry-After` header, which holds a number or a date (RFC 9110, 10.2.3)."""
    if re.fullmatch(r"\d{1,9}", value.strip()):
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return None


def excerpt(body: bytes, key: str) -> str:
    """The beginning of what a server said, on one line, with the key and words that begin like it masked."""
    text = body.decode("utf-8", errors="replace")
    for form in {key, quote(key, safe=""), json.dumps(key)[1:-1]} - {""}:
        text = text.replace(form, "***")
    if len(key) >= _MASK_FROM:
        text = re.sub(rf"{re.escape(key[:_TELLING_PART])}\S*|\S*{re.escape(key[-_TELLING_PART:])}", "***", text)
    return one_line(text, EXCERPT_CHARACTERS)


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise _Failure("answered with something that is not JSON") from None
