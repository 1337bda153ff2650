"""What a chat server takes: the API has parts that some servers and models refuse, which they say with a status 400.

Nothing is asked beforehand. A request is sent as the API's description has it; when it is refused with words that name one
of these parts, it is sent once more without that part, and later requests begin like that.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from policy_assistant.models.base import Message

REFUSED = (400, 422)
"""The statuses by which servers say that they do not take a part of a request."""

_SCHEMA_WORDS = re.compile(r"response[_ ]format|json[_ ]schema|json_object|structured[_ ]output", re.IGNORECASE)
_TEMPERATURE = re.compile(r"\btemperature\b", re.IGNORECASE)
_LIMIT = re.compile(r"\bmax_(?:completion_)?tokens\b")
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True)
class Dialect:
    """How a server is spoken to.

    `limit` is its name for the most tokens of an answer (models that reason call it `max_completion_tokens`). Without
    `temperature` it chooses its own; without `schema` the shape of the answer is asked for in words.
    """

    limit: str = "max_tokens"
    temperature: bool = True
    schema: bool = True

    def body(self, model: str, messages: Sequence[Message], max_tokens: int, schema: Mapping[str, Any] | None) -> dict[str, Any]:
        """The request. The title of a schema is its name."""
        if schema is not None and not self.schema:
            messages = _asked_in_words(messages, schema)
        body: dict[str, Any] = {
            "model": model,
            "messages": [{"role": message.role, "content": message.content} for message in messages],
            self.limit: max_tokens,
        }
        if self.temperature:
            body["temperature"] = 0
        if schema is not None and self.schema:
            title = schema.get("title")
            name = title if isinstance(title, str) and _NAME.fullmatch(title) else "answer"
            body["response_format"] = {"type": "json_schema", "json_schema": {"name": name, "strict": True, "schema": dict(schema)}}
        return body

    def after(self, words: str, *, has_schema: bool) -> "Dialect | None":
        """The dialect for a server that refused this one with `words`, None where they name nothing that can be left out."""
        if self.limit == "max_tokens" and _LIMIT.search(words):
            return replace(self, limit="max_completion_tokens")
        if self.temperature and _TEMPERATURE.search(words):
            return replace(self, temperature=False)
        if self.schema and has_schema and _SCHEMA_WORDS.search(words):
            return replace(self, schema=False)
        return None


def _asked_in_words(messages: Sequence[Message], schema: Mapping[str, Any]) -> list[Message]:
    """The messages with the schema at the end of the first, which is the system's; with one of its own where there is none."""
    words = f"Reply with one JSON object and nothing else. It follows this JSON schema: {json.dumps(schema, ensure_ascii=False)}"
    if messages and messages[0].role == "system":
        return [Message("system", f"{messages[0].content}\n\n{words}"), *messages[1:]]
    return [Message("system", words), *messages]
