"""The language of a page: the one chosen on the page, else the one that the browser asks for."""

from starlette.requests import Request

from policy_assistant.server.page.words import LANGUAGES

COOKIE = "policy_assistant_language"
MAX_HEADER = 200


def language_of(request: Request) -> str:
    """`en` or `fr`."""
    for chosen in (request.query_params.get("lang", ""), request.cookies.get(COOKIE, "")):
        if chosen in LANGUAGES:
            return chosen
    return _asked_for(request.headers.get("accept-language", "")[:MAX_HEADER])


def _asked_for(header: str) -> str:
    """The best of ours in an Accept-Language header (RFC 9110, 12.5.4)."""
    best, weight = LANGUAGES[0], 0.0
    for part in header.split(","):
        name, _, quality = part.strip().partition(";q=")
        language = name.split("-")[0].lower()
        try:
            value = float(quality) if quality else 1.0
        except ValueError:
            continue
        if language in LANGUAGES and value > weight:
            best, weight = language, value
    return best
