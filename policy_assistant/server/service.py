"""The service behind all routes: its threads, keys, counters, and the way of a request to its work."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from policy_assistant.assistant import Assistant
from policy_assistant.errors import NotAllowedError, UnknownCallerError
from policy_assistant.keys import KeyRing
from policy_assistant.server.callers import Caller, identify
from policy_assistant.server.desk import Desk
from policy_assistant.server.metrics import Metrics
from policy_assistant.server.remembered import Remembered
from policy_assistant.server.telemetry import Telemetry
from policy_assistant.server.tokens import Tokens
from policy_assistant.server.workers import Workers
from policy_assistant.settings import Settings

if TYPE_CHECKING:
    from starlette.requests import Request

COOKIE = "policy_assistant_key"
"""Holds the key of somebody who signed in on the page."""

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

Result = TypeVar("Result")


class Service:
    """One project, served."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.workers = Workers(settings)
        self.keys = KeyRing.of(settings)
        self.tokens = Tokens.of(settings)
        self.metrics = Metrics()
        self.remembered = Remembered(settings.server.remembered)
        self.telemetry = Telemetry.of(settings)

    async def run(self, request: HTTPConnection, work: Callable[[Desk], Result]) -> Result:
        """What work gives for whoever makes the request. Raises as `callers.identify`, `Workers.run` and the work itself."""
        return await self.workers.result(self.start(request, work))

    async def run_unknown(self, work: Callable[[Desk], Result]) -> Result:
        """What work gives that is the same for all callers and tells nothing of documents."""
        nobody = Caller("", "", (), frozenset(), sees_all=False)
        return await self.workers.run(lambda assistant: work(self._desk(assistant, nobody)))

    def start(self, request: HTTPConnection, work: Callable[[Desk], Result]) -> "Future[Result]":
        """The work for whoever makes the request, begun or waiting; its errors are those of `run`."""
        credential = self.credential(request)
        return self.workers.start(lambda assistant: self._work(assistant, request, credential, work))

    async def check(self, credential: str) -> None:
        """Raises `UnknownCallerError` unless somebody has this key or token. One that is empty is nobody's."""
        if not credential:
            raise UnknownCallerError("no key was given")
        await self.workers.run(lambda assistant: identify(assistant.settings, self.keys, self.tokens, credential))

    def credential(self, request: HTTPConnection) -> str:
        """What the caller shows: the header, or else the cookie of the page, empty where there is neither.

        Raises:
            NotAllowedError: the cookie comes with a request that another site has made.
        """
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        if given and scheme.lower() == "bearer":
            return given.strip()
        cookie = request.cookies.get(COOKIE, "")
        if cookie and request.scope.get("method", "GET") not in SAFE and not self._is_own(request):
            raise NotAllowedError("this request comes from another site", hint="use the page itself, or send the key in the header")
        return cookie

    def address(self, request: HTTPConnection) -> str:
        """What links to the service begin with, without a slash at the end."""
        return self.settings.server.public_url.rstrip("/") or str(request.base_url).rstrip("/")

    def is_encrypted(self, request: "Request") -> bool:
        """Whether people reach the service by https."""
        return urlsplit(self.address(request)).scheme == "https"

    def close(self) -> None:
        """End all work."""
        self.workers.close()
        self.telemetry.close()

    def _work(self, assistant: Assistant, request: HTTPConnection, credential: str, work: Callable[[Desk], Result]) -> Result:
        caller = identify(self.settings, self.keys, self.tokens, credential)
        request.state.caller = caller
        return work(self._desk(assistant, caller))

    def _desk(self, assistant: Assistant, caller: Caller) -> Desk:
        return Desk(assistant, caller, self.remembered, self.metrics, self.telemetry)

    def _is_own(self, request: HTTPConnection) -> bool:
        """Whether a browser says that the request comes from our own page."""
        if site := request.headers.get("sec-fetch-site"):
            return site in ("same-origin", "none")
        origin = urlsplit(request.headers.get("origin", ""))
        return bool(origin.netloc) and origin.netloc in (request.url.netloc, urlsplit(self.settings.server.public_url).netloc)


def service_of(request: HTTPConnection) -> Service:
    """The service that a request came to."""
    service: Service = request.app.state.service
    return service
