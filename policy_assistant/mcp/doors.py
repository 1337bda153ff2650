"""How calls come in: over HTTP, where each request says who asks, or from the one program that started us."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from policy_assistant.errors import UsageError, nearest
from policy_assistant.server.callers import Caller
from policy_assistant.server.desk import Desk
from policy_assistant.server.service import Service
from policy_assistant.server.workers import Lane
from policy_assistant.settings import Settings

Result = TypeVar("Result")

LOCAL = "stdio"
"""The ID of a caller whose audience was named when we were started."""


class Door(Protocol):
    """Brings a call to its work. `request` is the HTTP request that it came with, None where there is none."""

    async def run(self, request: Any, work: Callable[[Desk], Result], question: str = "", lane: Lane = "read") -> Result:
        """What the work gives for whoever calls. Raises as `Service.run`."""
        ...

    def address(self, request: Any) -> str:
        """What addresses of pages begin with; empty where nobody serves them."""
        ...


class HttpDoor:
    """Calls over HTTP. `has_pages` says whether the same server also shows the pages that people use."""

    def __init__(self, service: Service, *, has_pages: bool) -> None:
        self._service, self._has_pages = service, has_pages

    async def run(self, request: Any, work: Callable[[Desk], Result], question: str = "", lane: Lane = "read") -> Result:
        """See `Door`."""
        request.state.question = question
        return await self._service.run(request, work, lane)

    def address(self, request: Any) -> str:
        """See `Door`."""
        return self._service.address(request) if self._has_pages else _public_url(self._service.settings)


class LocalDoor:
    """Calls from the program that started us, all by one caller."""

    def __init__(self, service: Service, caller: Caller) -> None:
        self._service, self._caller = service, caller

    async def run(self, request: Any, work: Callable[[Desk], Result], question: str = "", lane: Lane = "read") -> Result:
        """See `Door`."""
        del request, question
        service = self._service
        return await service.workers.run(lambda assistant: work(service.desk(assistant, self._caller)), lane)

    def address(self, request: Any) -> str:
        """See `Door`."""
        del request
        return _public_url(self._service.settings)


def local_caller(settings: Settings, audience: str) -> Caller:
    """Whoever started us: for an audience, or as an anonymous caller where it is empty.

    Raises:
        UsageError: there is no such audience, or anonymous callers have none.
    """
    name = audience or settings.access.anonymous
    if not audience and name not in settings.access.audiences:
        raise UsageError(
            "callers without a key have no audience here", hint=f"start with --audience; {nearest('', settings.access.audiences)}"
        )
    labels = settings.labels_of(name)
    return Caller(LOCAL if audience else "", LOCAL if audience else "", (name,), labels, settings.sees_all(labels))


def _public_url(settings: Settings) -> str:
    return settings.server.public_url.rstrip("/")
