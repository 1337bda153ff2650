"""Calls of a server that are sent again when it is away for a moment, and its errors as ours."""

import json
import random
import time
from collections.abc import Callable
from typing import TypeVar

from policy_assistant.errors import EngineError, PolicyAssistantError
from policy_assistant.server_keys import QDRANT_KEY

T = TypeVar("T")

TRIES = 5
"""So often a call is sent before its error is final."""
FIRST_WAIT = 0.2
"""Seconds before the second try; each further wait is twice as long, and between half of that and the whole, at random."""
LONGEST_WAIT = 5.0
"""Seconds between two tries at most, whatever the server asks for."""
MAX_MESSAGE = 300
"""Characters of a server's own message that ours repeats."""
PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
"""HTTP statuses that may be gone at the next try."""
UNKNOWN_COLLECTION, NO_KEY, WRONG_KEY = 404, 401, 403


def with_retries(call: Callable[[], T], address: str, *, again: bool = True) -> T:
    """What `call` returns; with `again` it is tried `TRIES` times while the server is away.

    Raises:
        EngineError: the server cannot be reached, refuses, or answers what is no answer.
    """
    for number in range(TRIES if again else 1):
        try:
            return call()
        except PolicyAssistantError:
            raise
        except Exception as error:
            final = _translated(error, address)
            if number + 1 == TRIES or not again or not _passes(error):
                raise final from error
            time.sleep(_wait(number, error))
    raise AssertionError("the last try returns or raises")


def _wait(number: int, error: Exception) -> float:
    """Seconds before the next try; at random, so that many who were cut off do not all come back at once."""
    asked = float(getattr(error, "retry_after_s", 0) or 0)
    longest = FIRST_WAIT * 2**number
    return min(LONGEST_WAIT, max(asked, random.uniform(longest / 2, longest)))  # noqa: S311 - nothing secret


def _status(error: Exception) -> int | None:
    """The HTTP status of an answer that is an error, None where none came."""
    status = getattr(error, "status_code", None)
    return int(status) if status is not None else None


def _passes(error: Exception) -> bool:
    """Whether the next try may go well."""
    from qdrant_client.common.client_exceptions import ResourceExhaustedResponse
    from qdrant_client.http.exceptions import ResponseHandlingException

    if isinstance(error, ResponseHandlingException):
        return not isinstance(error.source, ValueError)
    return isinstance(error, ResourceExhaustedResponse) or _status(error) in PASSING


def _translated(error: Exception, address: str) -> EngineError:
    from qdrant_client.http.exceptions import ResponseHandlingException

    status = _status(error)
    if status in (NO_KEY, WRONG_KEY):
        return EngineError(f"Qdrant at {address} refuses us (HTTP {status})", hint=f"put a key that may read and write into {QDRANT_KEY}")
    if status is not None:
        return EngineError(f"Qdrant at {address} answers with HTTP {status}: {_said(error)}", hint="look into the server's log")
    if isinstance(error, ResponseHandlingException):
        return _without_answer(error.source, address)
    if isinstance(error, json.JSONDecodeError):
        return _without_answer(error, address)
    return EngineError(f"Qdrant at {address} fails: {type(error).__name__}: {str(error)[:MAX_MESSAGE]}", hint="look into the server's log")


def _without_answer(source: Exception, address: str) -> EngineError:
    import httpx

    if isinstance(source, httpx.TimeoutException):
        return EngineError(
            f"Qdrant at {address} does not answer in time",
            hint="is it overloaded? `[store] timeout` says how long to wait; then run this again",
        )
    if isinstance(source, ValueError):
        return EngineError(
            f"Qdrant at {address} answers what is no answer: {str(source)[:MAX_MESSAGE]}", hint="is this address a Qdrant server?"
        )
    return EngineError(f"Qdrant at {address} cannot be reached: {_reason(source)}", hint="is the server running? then run this again")


def _reason(source: Exception) -> str:
    return " ".join(str(source).split())[:MAX_MESSAGE] or type(source).__name__


def _said(error: Exception) -> str:
    """The server's own words."""
    content = getattr(error, "content", b"") or str(error).encode()
    return " ".join(content.decode("utf-8", "replace").split())[:MAX_MESSAGE]
