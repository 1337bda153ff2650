"""What the routes share: errors in the OpenAPI document, addresses of documents, objects of versions."""

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import JSONResponse

from policy_assistant.filters import in_force
from policy_assistant.metadata import Metadata
from policy_assistant.server.bodies import DAY
from policy_assistant.server.replies import ErrorReply

MEANINGS = {
    400: "Something in the request is not allowed",
    401: "The key is missing or not valid",
    403: "The caller may not have this",
    404: "There is no such thing, or the caller may not see it",
    413: "The request is too large",
    422: "The request is not well formed",
    503: "No index, a model or engine that fails, or too much to do; `Retry-After` says when to come back",
}

AsOf = Annotated[str, Query(pattern=DAY, description="The day that decides: YYYY-MM-DD or `today`.")]
AudienceOf = Annotated[str, Query(max_length=200, description="Who looks; all audiences of the key where it is left out.")]
Version = Annotated[str, Query(max_length=500, description="The version; the one in force where it is left out.")]


def errors(*others: int) -> dict[int | str, dict[str, Any]]:
    """The errors that a route may answer with, beside those that all may."""
    return {status: {"model": ErrorReply, "description": MEANINGS[status]} for status in sorted({400, 401, 403, 413, 422, 503, *others})}


def reply(record: Any, status: int = 200) -> JSONResponse:
    """An object as it is, without a look at its fields: it comes from `records`."""
    return JSONResponse(record, status)


def version_record(metadata: Metadata, day: str) -> dict[str, Any]:
    """A version as an object."""
    record = asdict(metadata)
    del record["unstated"]
    return record | {"is_in_force": in_force(metadata.effective_from, metadata.effective_to, day)}
