"""`openai:NAME`: any server that speaks OpenAI's chat completions API (`POST BASE/chat/completions`).

One call an answer: nothing is streamed, tried again or asked beforehand.
"""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from policy_assistant.errors import ModelError, UsageError
from policy_assistant.models.base import Completion, Message, ModelOptions
from policy_assistant.models.http import Server
from policy_assistant.models.keys import CHAT_KEY
from policy_assistant.models.text import clean, one_line

MAX_MESSAGE_CHARACTERS = 1_000_000
_NAME_CHARACTERS = 200


class OpenAiChatModel:
    """A model behind a server, asked for its most likely words (temperature 0)."""

    def __init__(self, model: str, options: ModelOptions) -> None:
        self.name = f"openai:{model}"
        self._model = model
        self._server = Server("chat server", options.chat_base_url, "[models] chat_base_url", CHAT_KEY, options.timeout_seconds)

    def complete(self, messages: Sequence[Message], *, max_tokens: int, schema: Mapping[str, Any] | None = None) -> Completion:
        """See `ChatModel`. A schema is sent as a strict `response_format`; not every server heeds it.

        Raises:
            UsageError: a message is longer than `MAX_MESSAGE_CHARACTERS`.
        """
        start = time.perf_counter()
        answer = self._server.post("chat/completions", self._body(messages, max_tokens, schema))
        return self._completion(answer, round(1000 * (time.perf_counter() - start)))

    def _body(self, messages: Sequence[Message], max_tokens: int, schema: Mapping[str, Any] | None) -> dict[str, Any]:
        longest = max((len(message.content) for message in messages), default=0)
        if longest > MAX_MESSAGE_CHARACTERS:
            raise UsageError(f"a message has {longest:,} characters; allowed: {MAX_MESSAGE_CHARACTERS:,}")
        body: dict[str, Any] = {
            "model": self._model,
            "messages": [{"role": message.role, "content": clean(message.content, MAX_MESSAGE_CHARACTERS)} for message in messages],
            "max_tokens": max_tokens,
            "temperature": 0,
        }
        if schema is not None:
            body["response_format"] = {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": dict(schema)}}
        return body

    def _completion(self, answer: Any, milliseconds: int) -> Completion:
        choices = answer.get("choices") if isinstance(answer, dict) else None
        choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
        message = choice.get("message")
        if not isinstance(message, dict):
            raise ModelError(f"`{self.name}` gave no message", hint="the server may not speak the chat completions API")
        text, refusal = message.get("content"), message.get("refusal")
        if not isinstance(text, str) and not isinstance(refusal, str):
            raise ModelError(f"`{self.name}` gave a message without text")
        usage = answer.get("usage")
        return Completion(
            text=text if isinstance(text, str) else "",
            finish_reason=_name(choice.get("finish_reason")),
            refusal=refusal if isinstance(refusal, str) else "",
            model=_name(answer.get("model")) or self._model,
            input_tokens=_count(usage, "prompt_tokens"),
            output_tokens=_count(usage, "completion_tokens"),
            milliseconds=milliseconds,
        )


def _name(value: Any) -> str:
    return one_line(value, _NAME_CHARACTERS) if isinstance(value, str) else ""


def _count(usage: Any, key: str) -> int:
    count = usage.get(key) if isinstance(usage, dict) else None
    return count if type(count) is int and count >= 0 else 0
