"""Calls to model servers: JSON over HTTP, with limits, and messages that give no secret away.

A redirect is never followed: the key would go to a host that nobody named. Proxies are those of the environment.
"""

import http.client
import json
import math
import re
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar
from urllib.parse import SplitResult, quote, urlsplit, urlunsplit

from policy_assistant.errors import ModelError, UsageError
from policy_assistant.models.text import one_line
from policy_assistant.server_keys import secret

MAX_RESPONSE_BYTES = 50_000_000
MAX_RETRY_AFTER_SECONDS = 30.0
FIRST_WAIT_SECONDS = 0.5
"""The wait before the first retry; it doubles with each."""

EXCERPT_CHARACTERS = 200
EXCERPT_BYTES = 4_000
_READ_BYTES = 65_536
_TELLING_PART = 4
"""A server that refuses a key may repeat its first or last characters; words that hold so many of them are masked,"""

_MASK_FROM = 12
"""if the key is at least so long: the ends of a shorter one are common words."""

PASSING = (408, 409, 429)
"""Statuses below 500 after which another try may succeed."""

T = TypeVar("T")
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

        `retries` more tries follow a status 408, 409, 429 or 5xx and a connection that fails, after a growing wait or the one that
        the server asks for; a time-out is not tried again.

        Raises:
            ModelError: no connection, no answer in `timeout_seconds`, a status other than 200, or not JSON.
            SettingsError: the key's environment variable holds no key.
        """
        key = secret(self.key_name)
        request = _request(self.endpoint(path), body, key)
        return self.tried(path, lambda: parsed(_fetch(request, self.timeout_seconds, key)), retries=retries)

    def tried(self, path: str, call: Callable[[], T], *, retries: int, until: float = math.inf) -> T:
        """What `call` gives, which raises a `Failure` where it fails; tried again as `post` says, but never waited beyond `until`.

        `until` is a time of `time.monotonic`.

        Raises:
            ModelError: the last try failed, or one that is not tried again.
        """
        for tried in range(retries + 1):
            try:
                return call()
            except Failure as failure:
                wait = FIRST_WAIT_SECONDS * 2**tried if failure.wait is None else failure.wait
                too_long = wait > MAX_RETRY_AFTER_SECONDS or time.monotonic() + wait >= until
                if not failure.passing or tried == retries or too_long:
                    raise self._error(self.endpoint(path), failure) from failure
            time.sleep(wait)
        raise AssertionError("the last try returns or raises")

    def _error(self, address: str, failure: "Failure") -> ModelError:
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


class Failure(Exception):
    """One try that failed. `passing`: another may succeed. `wait`: the seconds that the server asks for. `words`: what it said, masked."""

    def __init__(self, message: str, *, passing: bool = False, status: int = 0, wait: float | None = None, words: str = "") -> None:
        super().__init__(message)
        self.passing, self.status, self.wait, self.words = passing, status, wait, words


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Makes a redirect an error, as any other status."""

    def redirect_request(self, *_: Any) -> None:
        """Follow nothing."""
        return


def _request(address: str, body: Mapping[str, Any], key: str) -> urllib.request.Request:
    headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "policy-assistant"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    data = json.dumps(body, allow_nan=False).encode("ascii")
    return urllib.request.Request(address, data, headers, method="POST")  # noqa: S310 - `Server` accepts http and https only


def _fetch(request: urllib.request.Request, timeout_seconds: float, key: str) -> bytes:
    """The body of a successful answer. Raises `Failure` for everything else."""
    deadline = time.monotonic() + timeout_seconds
    try:
        with urllib.request.build_opener(NoRedirects).open(request, timeout=timeout_seconds) as response:
            return _read(response, deadline, timeout_seconds)
    except urllib.error.HTTPError as error:
        with error:
            raise refused(error.code, error.headers.get, _beginning(error), key) from None
    except urllib.error.URLError as error:
        raise unreachable(error.reason, timeout_seconds) from error
    except (OSError, http.client.HTTPException) as error:
        raise unreachable(error, timeout_seconds) from error


def _read(response: http.client.HTTPResponse, deadline: float, timeout_seconds: float) -> bytes:
    parts: list[bytes] = []
    size = 0
    while part := response.read1(_READ_BYTES):
        size += len(part)
        if size > MAX_RESPONSE_BYTES:
            raise Failure(f"answered with more than {MAX_RESPONSE_BYTES:,} bytes")
        if time.monotonic() > deadline:
            raise late(timeout_seconds)
        parts.append(part)
    if response.length:
        raise Failure("broke off its answer", passing=True)
    return b"".join(parts)


def unreachable(reason: object, timeout_seconds: float) -> Failure:
    """The failure for what a library raised instead of an answer."""
    if isinstance(reason, TimeoutError):
        return late(timeout_seconds)
    if isinstance(reason, ssl.SSLError):
        return Failure(f"has no trusted TLS connection: {reason.reason or 'it failed'}")
    if isinstance(reason, http.client.HTTPException):
        return Failure(f"gave no proper HTTP answer ({type(reason).__name__})", passing=True)
    text = (reason.strerror if isinstance(reason, OSError) else "") or "the connection failed"
    return Failure(f"cannot be reached: {text[:1].lower()}{text[1:]}", passing=True)


def late(timeout_seconds: float) -> Failure:
    """The failure for an answer that is not whole in time."""
    return Failure(f"gave no whole answer within {timeout_seconds:g} s")


def _beginning(error: urllib.error.HTTPError) -> bytes:
    try:
        return error.read(EXCERPT_BYTES)
    except (OSError, http.client.HTTPException):
        return b""


def refused(status: int, header: Callable[[str, str], str], body: bytes, key: str) -> Failure:
    """The failure for a status that is not a success; `header` looks one up, `body` is the beginning of what came."""
    if 300 <= status < 400:
        return Failure(f"answered {status}, a redirect to {shown(header('Location', ''))}; redirects are not followed")
    passing = status in PASSING or status >= 500
    wait = _retry_after(header("Retry-After", "")) if passing else None
    words = _masked(body, key)
    said = one_line(words, EXCERPT_CHARACTERS)
    return Failure(f"answered {status}{f': {said}' if said else ''}", passing=passing, status=status, wait=wait, words=words)


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
    return one_line(_masked(body, key), EXCERPT_CHARACTERS)


def _masked(body: bytes, key: str) -> str:
    text = body.decode("utf-8", errors="replace")
    for form in {key, quote(key, safe=""), json.dumps(key)[1:-1]} - {""}:
        text = text.replace(form, "***")
    if len(key) >= _MASK_FROM:
        text = re.sub(rf"{re.escape(key[:_TELLING_PART])}\S*|\S*{re.escape(key[-_TELLING_PART:])}", "***", text)
    return text


def parsed(body: bytes) -> Any:
    """The JSON of an answer. Raises `Failure` where it is none."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise Failure("answered with something that is not JSON") from None
