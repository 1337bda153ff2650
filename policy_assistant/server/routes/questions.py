"""`/v1/search`, `/v1/ask`, `/v1/where`: the questions themselves."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from policy_assistant.errors import PolicyAssistantError
from policy_assistant.server.bodies import AskBody, SearchBody, WhereBody
from policy_assistant.server.desk import Query
from policy_assistant.server.logs import log_error
from policy_assistant.server.problems import record_of
from policy_assistant.server.replies import AnswerReply, SearchReply, WhereReply
from policy_assistant.server.routes.common import errors, reply
from policy_assistant.server.service import Service, service_of

router = APIRouter(tags=["questions"])


@router.post("/v1/search", responses=errors() | {200: {"model": SearchReply}})
async def search(request: Request, body: SearchBody) -> JSONResponse:
    """Find the passages for a question, as of a day and for an audience."""
    request.state.question = body.query
    return reply(await service_of(request).run(request, lambda desk: desk.search(body.asked()), "search"))


@router.post("/v1/where", responses=errors() | {200: {"model": WhereReply}})
async def where(request: Request, body: WhereBody) -> JSONResponse:
    """Find the places in code for a question."""
    request.state.question = body.query
    return reply(await service_of(request).run(request, lambda desk: desk.where(body.asked()), "search"))


@router.post(
    "/v1/ask",
    responses=errors() | {200: {"model": AnswerReply, "content": {"text/event-stream": {"schema": {"type": "string"}}}}},
    response_model=None,
)
async def ask(request: Request, body: AskBody) -> Response:
    """Answer a question with proof, or say that the documents do not say.

    With `stream` (or `Accept: text/event-stream`) the answer comes as events: `passages` with the passages found, a `claim`
    for each with its checks, `answer` with the whole answer, or `error`.
    """
    request.state.question = body.question
    service = service_of(request)
    if body.stream or "text/event-stream" in request.headers.get("accept", ""):
        events = _Events(service, request, body.asked())
        await events.begin()
        return StreamingResponse(events.sent(), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})
    return reply(await service.run(request, lambda desk: desk.ask(body.asked()), "answer"))


class _Events:
    """An answer that is sent while it is made."""

    def __init__(self, service: Service, request: Request, query: Query) -> None:
        self._service, self._request, self._query = service, request, query
        self._loop = asyncio.get_running_loop()
        self._passages: asyncio.Future[list[dict[str, Any]]] = self._loop.create_future()

    async def begin(self) -> None:
        """Wait until passages are there or nothing will come, so that an early error is an error and no stream."""
        future = self._service.start(self._request, lambda desk: desk.ask(self._query, self._tell), "answer")
        self._answer = asyncio.ensure_future(self._service.workers.result(future))
        waiting: list[asyncio.Future[Any]] = [self._answer, self._passages]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        if self._answer.done():
            self._answer.result()

    async def sent(self) -> AsyncIterator[str]:
        """The events."""
        if self._passages.done():
            yield _event("passages", {"passages": self._passages.result()})
        try:
            record = await self._answer
        except PolicyAssistantError as error:
            if error.http_status >= 500:
                log_error(error, self._request.state.request_id, with_trace=False)
            yield _event("error", record_of(error))
            return
        if not self._passages.done():
            yield _event("passages", {"passages": record["passages"]})
        for number, claim in enumerate(record["claims"], 1):
            yield _event("claim", {"number": number, **claim})
        yield _event("answer", record)

    def _tell(self, passages: list[dict[str, Any]]) -> None:
        self._loop.call_soon_threadsafe(self._told, passages)

    def _told(self, passages: list[dict[str, Any]]) -> None:
        if not self._passages.done():
            self._passages.set_result(passages)


def _event(name: str, record: Any) -> str:
    return f"event: {name}\ndata: {json.dumps(record, ensure_ascii=False)}\n\n"
