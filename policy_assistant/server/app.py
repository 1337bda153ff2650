"""The service, put together."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from policy_assistant import __version__
from policy_assistant.errors import NotFoundError, PolicyAssistantError, UsageError
from policy_assistant.server.guard import Guard
from policy_assistant.server.logs import log_error
from policy_assistant.server.page import asking, copying, frame, keeping, sources, views
from policy_assistant.server.page.languages import language_of
from policy_assistant.server.page.words import Words
from policy_assistant.server.problems import error_record, headers_of, is_for_programs, record_of
from policy_assistant.server.routes import documents, health, kept, openai, questions
from policy_assistant.server.service import Service
from policy_assistant.settings import Settings
from policy_assistant.state import held

ABOUT = """Answers from versioned, dated, access-labelled documents and from code, with proof.

Callers without a key are anonymous. Others send `Authorization: Bearer KEY`. What a caller may not see is answered
like what does not exist. Errors have one shape; `X-Request-ID` is in every answer.
"""

PAGES = (frame, asking, keeping, copying, sources, *views.VIEWS)
"""The views for people."""

MAX_NAME = 100
"""Characters of a field's name that an error repeats: callers choose names, too."""

_STATUS_TYPES = {404: "not_found", 405: "method_not_allowed"}


def create_app(settings: Settings) -> FastAPI:
    """The service of a project as an ASGI application.

    Raises:
        MissingExtraError, SettingsError: what the settings ask for cannot be had.
    """
    service = Service(settings)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        del app
        with held(settings.state_path):  # here, for whichever thread opens it has to close it
            yield
            await asyncio.to_thread(service.close)  # it may wait for a model: meanwhile those who are given up are told so

    app = FastAPI(title="policy-assistant", version=__version__, description=ABOUT, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.service = service
    for module in (questions, documents, kept, openai, health, *PAGES):
        app.include_router(module.router)
    app.add_exception_handler(PolicyAssistantError, _of_ours)
    app.add_exception_handler(RequestValidationError, _not_well_formed)
    app.add_exception_handler(HTTPException, _of_http)
    app.add_middleware(Guard, service=service, page_of=frame.error_page)
    return app


async def _of_ours(request: Request, error: Exception) -> Response:
    if not isinstance(error, PolicyAssistantError):
        raise error
    if error.http_status >= 500:
        log_error(error, request.state.request_id, with_trace=False)
    if not is_for_programs(request.url.path):
        return frame.error_page(request, error)
    return JSONResponse(record_of(error), error.http_status, headers_of(error))


async def _not_well_formed(request: Request, error: Exception) -> Response:
    """What pydantic says, about the first thing that is wrong; never what was sent."""
    problems: list[Any] = [*error.errors()] if isinstance(error, RequestValidationError) else []
    first: Any = problems[0] if problems else {"loc": (), "msg": "not well formed"}
    name = "" if first.get("type") == "json_invalid" else ".".join(str(part) for part in first["loc"][1:])[:MAX_NAME]
    message = f"{name}: {first['msg'].lower()}" if name else str(first["msg"])
    if not name and "json" not in request.headers.get("content-type", "").lower() and request.method == "POST":
        message = "the body is not taken for JSON: send the header `Content-Type: application/json`"
    if not is_for_programs(request.url.path):
        return frame.error_page(request, UsageError(message))
    hint = f"{len(problems) - 1} more like this" if len(problems) > 1 else ""
    return JSONResponse(error_record("not_well_formed", message, hint, code=422, param=name or None), 422)


async def _of_http(request: Request, error: Exception) -> Response:
    if not is_for_programs(request.url.path):
        return frame.error_page(request, NotFoundError(Words(language_of(request))("error.not found")))
    status = error.status_code if isinstance(error, HTTPException) else 500
    said = str(error.detail) if isinstance(error, HTTPException) else "something is wrong"
    headers = error.headers if isinstance(error, HTTPException) else None
    return JSONResponse(error_record(_STATUS_TYPES.get(status, "refused"), said.lower(), code=status), status, dict(headers or {}))
