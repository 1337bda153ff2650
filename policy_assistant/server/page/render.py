"""Fills the templates. Everything that is filled in is escaped by the template engine, without exception."""

import functools
import hashlib
import re
from importlib.resources import files
from typing import Any

from fastapi.responses import HTMLResponse
from jinja2 import Environment, FunctionLoader, StrictUndefined
from starlette.requests import Request

from policy_assistant.server.callers import Caller
from policy_assistant.server.desk import Desk
from policy_assistant.server.page.languages import language_of
from policy_assistant.server.page.words import Words
from policy_assistant.sharing.days import day_in_words
from policy_assistant.sharing.text import subject
from policy_assistant.spots import spot_range

_FOLDER = "policy_assistant.server.page"
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
"""Characters that have no place in a page, turn a line's direction, or cannot be written; line feeds and tabs stay."""

NOBODY = Caller("", "", (), frozenset(), sees_all=False)
VIEWS = ("ask", "search", "documents", "answers", "audit", "evaluation")


def render(request: Request, template: str, desk: Desk | None = None, /, **content: Any) -> str:
    """A page as text. `desk` is None where nobody knows who asks, as on a page about an error."""
    caller = desk.caller if desk else NOBODY
    words = Words(language_of(request))
    frame = {
        "t": words,
        "lang": words.language,
        "caller": caller,
        "views": [view for view in VIEWS if _may_open(view, caller)],
        "project": request.app.state.service.settings.name,
        "path": request.url.path,
        "here": _here(request),
        "in_words": functools.partial(day_in_words, language=words.language),
        "asset": asset,
        "subject": functools.partial(subject, language=words.language),
    }
    return _CONTROLS.sub("", _environment().get_template(template).render(frame | content))


def page(text: str, status: int = 200, headers: dict[str, str] | None = None) -> HTMLResponse:
    """A page as an answer."""
    return HTMLResponse(text, status, {"Vary": "Accept-Language, Cookie", **(headers or {})})


def _here(request: Request) -> str:
    """Where a link leads back to: this page with all that its address says; the first page where it was sent as a form."""
    if request.method != "GET":
        return "/"
    return f"{request.url.path}?{request.url.query}" if request.url.query else request.url.path


@functools.cache
def asset(name: str) -> str:
    """The address of a file of ours, which changes when the file does."""
    digest = hashlib.sha256(files(_FOLDER).joinpath("static", name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?{digest}"


def _may_open(view: str, caller: Caller) -> bool:
    """Kept answers are for callers with a key, figures over everything for those who see every label."""
    if view in ("answers", "audit"):
        return not caller.is_anonymous
    return view != "evaluation" or (caller.sees_all and not caller.is_anonymous)


@functools.cache
def _environment() -> Environment:
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, loader=FunctionLoader(_template)
    )
    environment.filters["spots"] = spot_range
    return environment


def _template(name: str) -> str:
    return files(_FOLDER).joinpath("templates", name).read_text(encoding="utf-8")
