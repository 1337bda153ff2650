"""The service behind all routes: its threads, keys, counters, and the way of a request to its work."""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from policy_assistant.assistant import Assistant
from policy_assistant.errors import NotAllowedError, PolicyAssistantError, UnknownCallerError
from policy_assistant.keys import KeyRing
from policy_assistant.server.callers import Caller, identify
from policy_assistant.server.desk import Desk
from policy_assistant.server.guard import SAFE
from policy_assistant.server.hosts import names_of
from policy_assistant.server.metrics import Metrics
from policy_assistant.server.quota import Quota
from policy_assistant.server.remembered import Remembered
from policy_assistant.server.telemetry import Telemetry
from policy_assistant.server.tokens import Tokens
from policy_assistant.server.workers import Lane, Workers
from policy_assistant.settings import Settings

if TYPE_CHECKING:
    from starlette.requests import Request

COOKIE = "policy_assistant_key"
"""Holds the key of somebody who signed in on the page."""

NO_KEY = "-"
"""What a header shows that holds no key, or a key without `Bearer`: whoever sends one means to be known, and is told that they are not."""

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
        self.quota = Quota(settings.server.anonymous_answers)
        self.names = names_of(settings)

    async def run(self, request: HTTPConnection, work: Callable[[Desk], Result], lane: Lane = "read") -> Result:
        """What work gives for whoever makes the request. Raises as `callers.identify`, `Workers.run` and the work itself."""
        return await self.workers.result(self.start(request, work, lane))

    async def run_unknown(self, work: Callable[[Desk], Result]) -> Result:
        """What work gives that is the same for all callers and tells nothing of documents."""
        nobody = Caller("", "", (), frozenset(), sees_all=False)
        return await self.workers.run(lambda assistant: work(self.desk(assistant, nobody)))

    def start(self, request: HTTPConnection, work: Callable[[Desk], Result], lane: Lane = "read") -> "Future[Result]":
        """The work for whoever makes the request, begun or waiting; its errors are those of `run`.

        All of it sees one state of the index, but for answers, in which a model may take its time.
        """
        credential = self.credential(request)

        def done(assistant: Assistant) -> Result:
            request.state.caller = caller = identify(self.settings, self.keys, self.tokens, credential)
            with nullcontext() if lane == "answer" else _one_state(assistant):
                return work(self.desk(assistant, caller))

        return self.workers.start(done, lane)

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
        scheme, _, given = request.headers.get("authorization", "").strip().partition(" ")
        if scheme.lower() == "bearer" or (scheme and not given):
            return given.strip() or NO_KEY  # another scheme with its values is meant for a proxy in front of us
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

    def desk(self, assistant: Assistant, caller: Caller) -> Desk:
        """What a caller works with."""
        return Desk(assistant, caller, self.remembered, self.metrics, self.telemetry, self.quota)

    def is_foreign(self, request: HTTPConnection) -> bool:
        """Whether a browser says that the request comes from a page of another site; what is no browser says nothing."""
        says = "sec-fetch-site" in request.headers or "origin" in request.headers
        return says and not self._is_own(request)

    def _is_own(self, request: HTTPConnection) -> bool:
        """Whether a browser says that the request comes from our own page."""
        if site := request.headers.get("sec-fetch-site"):
            return site in ("same-origin", "none")
        origin = urlsplit(request.headers.get("origin", ""))
        return bool(origin.netloc) and origin.netloc in (request.url.netloc, urlsplit(self.settings.server.public_url).netloc)


def _one_state(assistant: Assistant) -> AbstractContextManager[None]:
    """One state of the index; where there is none, whoever needs it is told so."""
    try:
        return assistant.store.snapshot()
    except PolicyAssistantError:
        return nullcontext()


def service_of(request: HTTPConnection) -> Service:
    """The service that a request came to."""
    service: Service = request.app.state.service
    return service
