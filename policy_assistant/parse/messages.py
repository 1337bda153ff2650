"""What a process that parses and its parent send each other, as frames.

A request is one frame: a line of JSON that says what to parse and how, then the bytes of the file. The answer is any
number of `STEP` frames, then a `DOCUMENT` (`form.pack`), a `REFUSAL` (an error of ours), or `MEMORY`: more was needed than
allowed. Nothing that a process sends is ever run: it is JSON, and the errors that it may name are ours.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from policy_assistant import errors
from policy_assistant.errors import PolicyAssistantError
from policy_assistant.parse.base import ParseOptions

REQUEST, READY, STEP, DOCUMENT, REFUSAL, MEMORY = b"Q", b"A", b"S", b"D", b"R", b"M"
ANSWERS = READY + STEP + DOCUMENT + REFUSAL + MEMORY


@dataclass(frozen=True)
class Request:
    """What to parse: a file's name and the settings; `is_code` where the file is one of code."""

    name: str
    options: ParseOptions
    is_code: bool = False


def write_request(request: Request) -> bytes:
    """The line before the bytes of the file."""
    return json.dumps(asdict(request)).encode() + b"\n"


def read_request(body: bytes) -> tuple[Request, bytes]:
    """The request, and the bytes of the file."""
    line, _, data = body.partition(b"\n")
    values = json.loads(line)
    options: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in values["options"].items()}
    return Request(values["name"], ParseOptions(**options), values["is_code"]), data


def write_error(error: PolicyAssistantError) -> bytes:
    """An error as bytes: its class, its message and the texts that it carries."""
    return json.dumps([type(error).__name__, str(error), vars(error)]).encode()


def read_error(body: bytes) -> PolicyAssistantError:
    """The error again. Raises `ValueError`, `TypeError` or `AttributeError` for bytes that are none."""
    name, message, texts = json.loads(body)
    kind = getattr(errors, str(name), PolicyAssistantError)
    if not (isinstance(kind, type) and issubclass(kind, PolicyAssistantError)):
        kind = PolicyAssistantError
    error: PolicyAssistantError = kind.__new__(kind, str(message))
    vars(error).update(_texts(str(message), texts))
    return error


def _texts(message: str, values: Mapping[str, Any]) -> dict[str, str]:
    """What any error of ours may carry, and what this one does."""
    return {"hint": "", "name": "", "reason": message, "extra": ""} | {str(name): str(value) for name, value in values.items()}
