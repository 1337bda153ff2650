"""Every error as one shape: `{"error": {"type", "message", "hint", "code", "param"}}`, which clients of OpenAI read too.

Nothing in it depends on the request but what the caller sent: what may not be seen is told like what is not there.
"""

import re
from collections.abc import Mapping
from typing import Any

from policy_assistant.errors import (
    IndexMismatchError,
    MissingExtraError,
    ModelError,
    NoIndexError,
    OverloadedError,
    PolicyAssistantError,
    StoreBusyError,
    UnknownCallerError,
)

RETRY_SECONDS = 5

FOR_PROGRAMS = ("/v1/", "/healthz", "/readyz", "/metrics", "/openapi.json", "/mcp")
"""What the addresses begin with whose errors are objects; all others are pages."""

_NAME_OF_ERROR = re.compile(r"(?<!^)(?=[A-Z])")

PLAIN: Mapping[type[PolicyAssistantError], str] = {
    NoIndexError: "there is no index to answer from yet",
    IndexMismatchError: "the index has to be made anew before it can answer",
    StoreBusyError: "the index or the state is being written",
    MissingExtraError: "a part of the service is not installed",
    ModelError: "a model that is needed cannot be reached",
}
"""What is said of faults on our side: their own words name files and servers, and go to the log."""


def type_of(error: PolicyAssistantError) -> str:
    """The error's name for programs, such as `not_found`."""
    if type(error) is PolicyAssistantError:
        return "fault"
    return _NAME_OF_ERROR.sub("_", type(error).__name__.removesuffix("Error")).lower()


def error_record(kind: str, message: str, hint: str = "", *, code: int, param: str | None = None) -> dict[str, Any]:
    """The one shape."""
    return {"error": {"type": kind, "message": message, "hint": hint, "code": code, "param": param}}


def record_of(error: PolicyAssistantError) -> dict[str, Any]:
    """An error of ours in that shape."""
    status = error.http_status
    if status < 500 or isinstance(error, OverloadedError):
        return error_record(type_of(error), str(error), error.hint, code=status)
    message = next((text for kind, text in PLAIN.items() if isinstance(error, kind)), "something is wrong on our side")
    return error_record(type_of(error), message, "the log of the service says more", code=status)


def is_for_programs(path: str) -> bool:
    """Whether errors at an address are objects and no pages."""
    return path.startswith(FOR_PROGRAMS)


def headers_of(error: PolicyAssistantError) -> dict[str, str]:
    """The headers that go with an error."""
    if error.http_status == 503:
        return {"Retry-After": str(RETRY_SECONDS)}
    return {"WWW-Authenticate": "Bearer"} if isinstance(error, UnknownCallerError) else {}
