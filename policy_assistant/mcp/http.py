"""The tools over HTTP, at `/mcp`: without sessions, each request by itself and by whoever its key names."""

import contextlib
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from policy_assistant.errors import OverloadedError, PolicyAssistantError
from policy_assistant.mcp.doors import HttpDoor
from policy_assistant.mcp.log import take_over
from policy_assistant.mcp.protocol import protocol_server
from policy_assistant.server.guard import Guard
from policy_assistant.server.logs import log_error
from policy_assistant.server.problems import error_record, headers_of, record_of
from policy_assistant.server.service import Service
from policy_assistant.settings import Settings
from policy_assistant.state import held

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send

    from policy_assistant.server.desk import Desk

PATH = "/mcp"
JSON, EVENTS = "application/json", "text/event-stream"


class Endpoint:
    """What answers at `/mcp`."""

    def __init__(self, service: Service, *, has_pages: bool) -> None:
        self._service = service
        self._server = protocol_server(HttpDoor(service, has_pages=has_pages))
        self._transports: dict[bool, StreamableHTTPSessionManager] = {}

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """It answers inside."""
        take_over()
        async with contextlib.AsyncExitStack() as stack:
            for as_events in (False, True):
                self._transports[as_events] = self._transport(as_events=as_events)
                await stack.enter_async_context(self._transports[as_events].run())
            try:
                yield
            finally:
                self._transports = {}

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """See ASGI. Whoever may ask nothing is refused before anything is read."""
        scope["state"]["route"] = PATH
        try:
            await self._answer(scope, receive, send)
        except PolicyAssistantError as error:
            if error.http_status >= 500:
                log_error(error, scope["state"]["request_id"], with_trace=False)
            record = {"jsonrpc": "2.0", "id": None} | record_of(error)  # in this form clients of the protocol show the message
            await JSONResponse(record, error.http_status, headers_of(error))(scope, receive, send)

    async def _answer(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        request = Request(scope)
        await self._service.run(request, _admitted)
        transport = self._transports.get(prefers_events(request.headers.get("accept", "")))
        if transport is None:
            raise OverloadedError("the service is being started or stopped", hint="try again in a moment")
        try:
            body = await Request(scope, receive).body()
        except ClientDisconnect:
            return
        await transport.handle_request(scope, _again(body, receive), send)

    def _transport(self, *, as_events: bool) -> StreamableHTTPSessionManager:
        return StreamableHTTPSessionManager(
            self._server,
            json_response=not as_events,
            stateless=True,
            security_settings=TransportSecuritySettings(enable_dns_rebinding_protection=False),  # the guard looks at names
            max_request_body_size=self._service.settings.server.max_body_kb * 1000,
        )


def mount(app: Starlette) -> None:
    """Add the tools to the service. They run while it runs."""
    endpoint = Endpoint(app.state.service, has_pages=True)
    app.router.routes.append(Route(PATH, endpoint, methods=["POST"]))
    inner = app.router.lifespan_context

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[Any]:
        async with endpoint.running(), inner(app) as state:
            yield state

    app.router.lifespan_context = lifespan


def create_tools_app(settings: Settings) -> Starlette:
    """The tools alone, as an ASGI application.

    Raises:
        MissingExtraError, SettingsError: what the settings ask for cannot be had.
    """
    service = Service(settings)
    endpoint = Endpoint(service, has_pages=False)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        del app
        with held(settings.state_path):
            async with endpoint.running():
                yield
            service.close()

    app = Starlette(
        routes=[Route(PATH, endpoint, methods=["POST"])],
        middleware=[Middleware(Guard, service=service)],
        exception_handlers={HTTPException: _of_http},
        lifespan=lifespan,
    )
    app.state.service = service
    return app


def prefers_events(accept: str) -> bool:
    """Whether a client names server-sent events before JSON, or no JSON at all."""
    types = [item.partition(";")[0].strip().lower() for item in accept.split(",")]
    return EVENTS in types and (JSON not in types or types.index(EVENTS) < types.index(JSON))


def _again(body: bytes, receive: "Receive") -> "Receive":
    """A body that was read, to be read once more; then what else comes."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> "Message":
        return messages.pop() if messages else await receive()

    return received


def _admitted(desk: "Desk") -> None:
    """Raises where the caller has no audience at all."""
    desk.caller.audience("", desk.settings)


async def _of_http(request: Request, error: Exception) -> JSONResponse:
    """What has no route, in the one shape of errors."""
    del request
    status, said = (error.status_code, str(error.detail)) if isinstance(error, HTTPException) else (500, "something is wrong")
    kind = {404: "not_found", 405: "method_not_allowed"}.get(status, "refused")
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    return JSONResponse(error_record(kind, said.lower(), f"the tools are at {PATH}, by POST", code=status), status, headers)
