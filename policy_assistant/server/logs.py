"""What the service logs, on standard error: a line a request, and errors with their request ID. Never what was asked, unless told to."""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

LOGGER = logging.getLogger("policy_assistant.server")

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


def set_up(form: str) -> None:
    """Log to standard error in a form of `settings.LOG_FORMS`; the web server's own lines go the same way."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Text())
    for name in ("policy_assistant.server", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.INFO)
    logging.getLogger("uvicorn").handlers = []


def log_request(**values: Any) -> None:
    """A request that is done."""
    LOGGER.info("request", extra=values)


def log_error(error: BaseException, request_id: str, *, with_trace: bool) -> None:
    """An error on our side; with its traceback where it is a fault in the program."""
    hint = getattr(error, "hint", "")
    LOGGER.error(
        "error",
        extra={"request_id": request_id, "error": type(error).__name__, "detail": str(error), "hint": hint},
        exc_info=error if with_trace else None,
    )


def _values(record: logging.LogRecord) -> dict[str, Any]:
    return {key: value for key, value in vars(record).items() if key not in _OWN and not key.startswith("color") and value != ""}


class _Json(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        stamp = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"time": stamp, "level": record.levelname.lower(), "message": record.getMessage(), **_values(record)}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return _escaped(json.dumps(line, ensure_ascii=False, default=str))


class _Text(logging.Formatter):
    """One line for people; control characters in values are written as escapes, so that no value makes a line of its own."""

    def format(self, record: logging.LogRecord) -> str:
        stamp = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        values = " ".join(f"{key}={_escaped(json.dumps(value, ensure_ascii=False, default=str))}" for key, value in _values(record).items())
        text = f"{stamp} {record.levelname.lower()} {record.getMessage()} {values}".rstrip()
        return f"{text}\n{self.formatException(record.exc_info)}" if record.exc_info else text


def _escaped(text: str) -> str:
    """JSON without what it leaves as it is and a terminal obeys: line ends of Unicode, controls, marks of direction."""
    return text if text.isprintable() else "".join(char if char.isprintable() else _escape(char) for char in text)


def _escape(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[place : place + 4]}" for place in range(0, len(units), 4))
