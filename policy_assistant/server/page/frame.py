"""What belongs to every page: style and script, signing in and out, the language, pages about errors."""

import re
from importlib.resources import files
from typing import Annotated
from urllib.parse import parse_qs

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from policy_assistant.errors import NotFoundError, PolicyAssistantError, UnknownCallerError, UsageError
from policy_assistant.server.page import languages
from policy_assistant.server.page.languages import language_of
from policy_assistant.server.page.problems import said_of
from policy_assistant.server.page.render import page, render
from policy_assistant.server.page.words import LANGUAGES, Words
from policy_assistant.server.problems import headers_of
from policy_assistant.server.service import COOKIE, service_of

router = APIRouter(include_in_schema=False)

_STYLE, _SCRIPT = "text/css; charset=utf-8", "text/javascript; charset=utf-8"
STATIC = {"page.css": _STYLE, "asking.css": _STYLE, "views.css": _STYLE, "asking.js": _SCRIPT, "icon.svg": "image/svg+xml"}
YEAR_SECONDS = 365 * 86_400
COOKIE_SECONDS = 30 * 86_400
MAX_FIELD = 20_000
MAX_FIELDS = 100

_SCHEME = re.compile(r"^\s*bearer\s+", re.IGNORECASE)
"""What stands before a key in the header of a request, and is easily copied with it."""


@router.get("/static/{name}")
async def static(name: Annotated[str, Path(max_length=100)]) -> Response:
    """Our style and script; their address changes with them."""
    if name not in STATIC:
        raise NotFoundError(f"no file {name!r}")
    data = files("policy_assistant.server.page").joinpath("static", name).read_bytes()
    return Response(data, media_type=STATIC[name], headers={"Cache-Control": f"public, max-age={YEAR_SECONDS}, immutable"})


@router.get("/favicon.ico")
async def icon() -> Response:
    """Browsers ask for it whatever a page says."""
    return RedirectResponse("/static/icon.svg", 308)


@router.get("/sign-in")
async def sign_in_page(request: Request) -> HTMLResponse:
    """Where a key is given."""
    return page(render(request, "sign-in.html.j2", is_wrong=False, back=_own_path(request.query_params.get("back", ""))))


@router.post("/sign-in")
async def sign_in(request: Request) -> Response:
    """Keep a valid key in a cookie that no script can read and that no other site can use."""
    service, form = service_of(request), await form_of(request)
    key = _SCHEME.sub("", form.get("key", ""), count=1).strip()
    back = _own_path(form.get("back", ""))
    try:
        await service.check(key)
    except UnknownCallerError:
        return page(render(request, "sign-in.html.j2", is_wrong=True, back=back), 401)
    answer = RedirectResponse(back, 303)
    answer.set_cookie(COOKIE, key, max_age=COOKIE_SECONDS, httponly=True, samesite="strict", secure=service.is_encrypted(request))
    return answer


@router.post("/sign-out")
async def sign_out(request: Request) -> Response:
    """Forget the key."""
    answer = RedirectResponse("/", 303)
    answer.delete_cookie(COOKIE, httponly=True, samesite="strict", secure=service_of(request).is_encrypted(request))
    return answer


@router.get("/language/{name}")
async def language(request: Request, name: Annotated[str, Path(max_length=10)]) -> Response:
    """Choose the language of the pages."""
    answer = RedirectResponse(_own_path(request.query_params.get("back", "")), 303)
    if name in LANGUAGES:
        answer.set_cookie(languages.COOKIE, name, max_age=YEAR_SECONDS, httponly=True, samesite="lax")
    return answer


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form, the first value of each. Raises `UsageError` for more fields than any form of ours has."""
    text = (await request.body()).decode("utf-8", "replace")
    try:
        fields = parse_qs(text, keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError:
        raise UsageError(f"the form has more than {MAX_FIELDS} fields") from None
    return {name: values[0][:MAX_FIELD] for name, values in fields.items()}


def error_page(request: Request, error: PolicyAssistantError) -> Response:
    """A page that says what went wrong; where a key is missing or not valid, the one to sign in."""
    if isinstance(error, UnknownCallerError):
        has_key = bool(request.cookies.get(COOKIE))
        back = request.url.path if request.method == "GET" else "/"
        answer = page(render(request, "sign-in.html.j2", is_wrong=has_key, back=back), 401)
        if has_key:
            answer.delete_cookie(COOKIE)
        return answer
    said = said_of(error, request, Words(language_of(request)))
    content = {"said": said, "is_passing": error.http_status == 503, "request_id": request.state.request_id}
    return page(render(request, "error.html.j2", **content), error.http_status, headers_of(error))


def _own_path(path: str) -> str:
    """A path of this service, the first page for anything else."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() else "/"
