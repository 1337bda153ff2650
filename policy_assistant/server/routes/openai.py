"""`/v1/chat/completions` and `/v1/models`: for programs that talk to OpenAI. The last user message is the question."""

import json
import time
from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from policy_assistant.errors import NotFoundError, UsageError
from policy_assistant.server.bodies import ChatBody
from policy_assistant.server.desk import Query
from policy_assistant.server.links import place_link
from policy_assistant.server.replies import ChatReply, ModelReply, ModelsReply
from policy_assistant.server.routes.common import errors, reply
from policy_assistant.server.service import service_of

router = APIRouter(tags=["for clients of OpenAI"])

MODEL = "policy-assistant"
THE_MODEL = {"id": MODEL, "object": "model", "created": 0, "owned_by": MODEL}
CHARACTERS_A_TOKEN = 4


@router.get("/v1/models", responses=errors() | {200: {"model": ModelsReply}})
async def models(request: Request) -> JSONResponse:
    """List the one model there is, for whoever may ask it."""
    await service_of(request).run(request, lambda desk: desk.caller.audience("", desk.settings))
    return reply({"object": "list", "data": [THE_MODEL]})


@router.get("/v1/models/{name}", responses=errors(404) | {200: {"model": ModelReply}})
async def model(request: Request, name: Annotated[str, Path(max_length=200)]) -> JSONResponse:
    """Show the model, for clients that look for it before they ask."""
    await service_of(request).run(request, lambda desk: desk.caller.audience("", desk.settings))
    _check_model(name)
    return reply(THE_MODEL)


@router.post(
    "/v1/chat/completions",
    responses=errors(404) | {200: {"model": ChatReply, "content": {"text/event-stream": {"schema": {"type": "string"}}}}},
    response_model=None,
)
async def complete(request: Request, body: ChatBody) -> Response:
    """Answer the last user message with proof. The citations are annotations of the message and a field of the whole.

    `as_of`, `audience`, `k` and `in` may be given beside (`extra_body` of the client). Where the documents do not say, the
    reply says so and `answerable` is false.
    """
    _check_model(body.model)
    query = Query(_question(body), body.as_of, body.audience, body.k, "", body.part)
    request.state.question = query.text
    service = service_of(request)
    record = await service.run(request, lambda desk: desk.ask(query), "answer")
    address = service.address(request)
    if body.stream:
        wants_usage = bool(body.stream_options and body.stream_options.include_usage)
        return StreamingResponse(_sent(record, address, wants_usage=wants_usage), media_type="text/event-stream")
    message = {"role": "assistant", "content": record["answer"], "refusal": None, "annotations": annotations(record, address)}
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
    return reply(_head(record, "chat.completion") | {"choices": [choice], "usage": _usage(record)} | _proof(record, address))


def annotations(record: dict[str, Any], address: str) -> list[dict[str, Any]]:
    """The citations of an answer as clients of OpenAI know them: each over the characters of its claim in the text."""
    found, after = [], 0
    for claim in (claim for claim in record["claims"] if claim["ok"]):
        start = record["answer"].find(claim["text"], after)
        start, end = (start, start + len(claim["text"])) if start >= 0 else (0, len(record["answer"]))
        after = end if start else after
        for citation in claim["citations"]:
            title = f"{citation['doc_id']} v{citation['version']}" + (f" | {citation['sections'][0]}" if citation["sections"] else "")
            place = {"url": _link(address, citation), "title": title, "start_index": start, "end_index": end}
            found.append({"type": "url_citation", "url_citation": place})
    return found


def _check_model(name: str) -> None:
    if name != MODEL:
        raise NotFoundError(f"no model {name!r:.80}", hint=f"there is `{MODEL}`")


def _link(address: str, citation: dict[str, Any]) -> str:
    return place_link(address, citation["id"], citation["start"], citation["end"], citation["quote"])


def _question(body: ChatBody) -> str:
    texts = [message.text.strip() for message in body.messages if message.role == "user"]
    if not texts or not texts[-1]:
        raise UsageError("no user message with a text is among the messages", hint='send {"role": "user", "content": "..."}')
    return texts[-1]


def _head(record: dict[str, Any], kind: str) -> dict[str, Any]:
    return {"id": f"chatcmpl-{record['kept'] or 'not-kept'}", "object": kind, "created": int(time.time()), "model": MODEL}


def _proof(record: dict[str, Any], address: str) -> dict[str, Any]:
    """What an answer has beyond a completion."""
    cited = [c for claim in record["claims"] if claim["ok"] for c in claim["citations"]]
    citations = [citation | {"url": _link(address, citation)} for citation in cited]
    return {name: record[name] for name in ("answerable", "as_of", "audience", "claims", "kept")} | {"citations": citations}


def _usage(record: dict[str, Any]) -> dict[str, int]:
    """Tokens as they are counted everywhere here: four characters each."""
    prompt, completion = len(record["question"]) // CHARACTERS_A_TOKEN + 1, len(record["answer"]) // CHARACTERS_A_TOKEN + 1
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}


async def _sent(record: dict[str, Any], address: str, *, wants_usage: bool) -> AsyncIterator[str]:
    for chunk in _chunks(record, address, wants_usage=wants_usage):
        yield f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n"
    yield "data: [DONE]\n\n"


def _chunks(record: dict[str, Any], address: str, *, wants_usage: bool) -> Iterator[dict[str, Any]]:
    """The answer a line at a time: it is proved as a whole before its first word is sent."""
    head = _head(record, "chat.completion.chunk")

    def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
        return head | {"choices": [{"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}]}

    yield chunk({"role": "assistant", "content": ""})
    for line in record["answer"].splitlines(keepends=True):
        yield chunk({"content": line})
    yield chunk({"annotations": annotations(record, address)}, "stop") | _proof(record, address)
    if wants_usage:
        yield head | {"choices": [], "usage": _usage(record)}
