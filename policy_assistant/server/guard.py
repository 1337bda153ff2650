"""What surrounds every request: its ID, limits on its body, headers for browsers, one line in the log, the counters."""

import asyncio
import re
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from policy_assistant.errors import MisdirectedError, NotAllowedError, PolicyAssistantError, SlowRequestError, TooLargeError
from policy_assistant.server.hosts import is_ours
from policy_assistant.server.logs import log_error, log_request
from policy_assistant.server.problems import headers_of, is_for_programs, record_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from policy_assistant.server.service import Service

PageOf = Callable[[Request, PolicyAssistantError], Response]

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
"""What a browser may do with our pages: nothing inline, nothing from elsewhere."""

PROBES = ("/healthz", "/readyz")
"""What looks after the service asks by whatever name it has for it."""

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""

HEADERS = (
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-store"),
)


class Guard:
    """The outermost layer of the service. `page_of` makes the page about an error for people; programs get an object."""

    def __init__(self, app: "ASGIApp", service: "Service", page_of: PageOf | None = None) -> None:
        self._app, self._service, self._page_of = app, service, page_of

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """See ASGI."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        await _Request(self._app, self._service, self._page_of, scope, receive, send).run()


class _Request:
    """One request on its way."""

    def __init__(
        self, app: "ASGIApp", service: "Service", page_of: PageOf | None, scope: "Scope", receive: "Receive", send: "Send"
    ) -> None:
        self._app, self._service, self._page_of, self._scope, self._receive, self._send = app, service, page_of, scope, receive, send
        self._most = service.settings.server.max_body_kb * 1000
        headers = dict(scope["headers"])
        given = headers.get(b"x-request-id", b"").decode("latin-1")
        self.id = given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        self._length = headers.get(b"content-length", b"0").decode("latin-1")
        self._read = 0
        self._status = 0
        self._is_done = self._is_refused = self._is_read = self._is_late = False
        self._until = time.monotonic() + service.settings.server.timeout
        scope.setdefault("state", {})["request_id"] = self.id
        self._method = scope["method"]
        if self._method == "HEAD":
            self._scope = {**scope, "method": "GET"}  # the same answer; servers leave its body out

    async def run(self) -> None:
        began = time.perf_counter()
        try:
            self._check()
            await self._app(self._scope, self.receive, self.send)
            if self._is_refused:
                raise self._late() if self._is_late else self._too_large()
        except PolicyAssistantError as error:
            await self._answer(error)
            if error.http_status >= 500:
                log_error(error, self.id, with_trace=False)
        except Exception as error:
            log_error(error, self.id, with_trace=True)
            await self._answer(PolicyAssistantError("a fault in the program"))
        finally:
            self._log(time.perf_counter() - began)

    def _check(self) -> None:
        """Refuse what is not for us, too large, or sent by a page of another site."""
        request = Request(self._scope)
        if self._scope["path"] not in PROBES and not is_ours(request.headers.get("host", ""), self._service.names):
            raise MisdirectedError("this service has another name", hint="[server] public_url names the address that people use")
        if self._length.isdecimal() and int(self._length) > self._most:
            raise self._too_large()
        is_signed = "authorization" in request.headers  # which no page of another site can make a browser send
        if self._method not in SAFE and not is_signed and self._service.is_foreign(request):
            raise NotAllowedError("this request comes from another site", hint="use the page itself")

    async def receive(self) -> "Message":
        try:
            message = await asyncio.wait_for(self._receive(), None if self._is_read else max(self._until - time.monotonic(), 0))
        except TimeoutError:
            self._is_late = True
            raise self._late() from None
        self._is_read = self._is_read or not message.get("more_body", False)
        self._read += len(message.get("body", b""))
        if self._read > self._most:
            self._is_refused = not self._status  # whoever reads may make another error of it
            raise self._too_large()
        return message

    async def send(self, message: "Message") -> None:
        if self._is_refused:
            return
        if message["type"] == "http.response.start":
            self._status = message["status"]
            headers = [(name.lower(), value) for name, value in message.get("headers", [])]
            known = {name for name, _ in headers}
            headers += [(n.encode(), v.encode()) for n, v in HEADERS if n.encode() not in known]
            headers.append((b"x-request-id", self.id.encode()))
            message = {**message, "headers": headers}
        elif message["type"] == "http.response.body" and not message.get("more_body"):
            self._is_done = True
        await self._send(message)

    async def _answer(self, error: PolicyAssistantError) -> None:
        """An error as the answer, where none has begun."""
        self._is_refused = False
        if self._status:
            return
        response: Response = JSONResponse(record_of(error), error.http_status, headers_of(error))
        if self._page_of and not is_for_programs(self._scope["path"]):
            response = self._page_of(Request(self._scope), error)
        await response(self._scope, self.receive, self.send)

    def _late(self) -> SlowRequestError:
        self._is_refused = not self._status
        return SlowRequestError("the request did not come to its end in time", hint="send it again")

    def _too_large(self) -> TooLargeError:
        return TooLargeError(f"the request is larger than {self._most:,} bytes", hint="ask less at once")

    def _log(self, seconds: float) -> None:
        route = getattr(self._scope.get("route"), "path", "") or self._scope["state"].get("route", "-")
        caller, server = self._scope["state"].get("caller"), self._service.settings.server
        status = self._status if self._is_done else 499
        self._service.metrics.request(route, self._method, status, seconds)
        log_request(
            request_id=self.id,
            method=self._method,
            route=route,
            status=status,
            ms=round(1000 * seconds, 1),
            caller=caller.id or "anonymous" if caller else "",
            question=self._scope["state"].get("question", "")[: server.max_question] if server.log_questions else "",
        )
