"""`openai:NAME`: any server that speaks OpenAI's chat completions API (`POST BASE/chat/completions`).

One call an answer: nothing is streamed or asked beforehand. A passing fault is tried again, and what a server says that it
does not take is left out (`dialect`).
"""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from policy_assistant.errors import ModelError, UsageError
from policy_assistant.models.base import Completion, Message, ModelOptions
from policy_assistant.models.chat.dialect import REFUSED, Dialect
from policy_assistant.models.http import Failure, Server, excerpt
from policy_assistant.models.text import clean, one_line
from policy_assistant.server_keys import CHAT_KEY, secret

MAX_MESSAGE_CHARACTERS = 1_000_000
RETRIES = 2
_PATH = "chat/completions"
_NAME_CHARACTERS = 200


class OpenAiChatModel:
    """A model behind a server, asked for its most likely words (temperature 0).

    The time-out holds for a whole call, with all its tries and the waits between them.
    """

    def __init__(self, model: str, options: ModelOptions) -> None:
        self.name = f"openai:{model}"
        self._model = model
        self._server = Server("chat server", options.chat_base_url, "[models] chat_base_url", CHAT_KEY, options.timeout_seconds)
        self._dialect = Dialect()

    def complete(self, messages: Sequence[Message], *, max_tokens: int, schema: Mapping[str, Any] | None = None) -> Completion:
        """See `ChatModel`. A schema is sent as a strict `response_format`; not every server heeds it.

        Raises:
            UsageError: a message is longer than `MAX_MESSAGE_CHARACTERS`.
            SettingsError: the key's environment variable holds no key.
        """
        longest = max((len(message.content) for message in messages), default=0)
        if longest > MAX_MESSAGE_CHARACTERS:
            raise UsageError(f"a message has {longest:,} characters; allowed: {MAX_MESSAGE_CHARACTERS:,}")
        from policy_assistant.models.chat import client  # here, as the library takes half a second

        key = secret(CHAT_KEY)
        start = time.monotonic()
        cleaned = [Message(message.role, clean(message.content, MAX_MESSAGE_CHARACTERS)) for message in messages]
        until = start + self._server.timeout_seconds

        def send(body: Mapping[str, Any]) -> Any:
            return self._server.tried(_PATH, lambda: client.post_chat(self._server, key, body, until), retries=RETRIES, until=until)

        answer = self._answer(lambda dialect: send(dialect.body(self._model, cleaned, max_tokens, schema)), has_schema=schema is not None)
        return self._completion(answer, key, round(1000 * (time.monotonic() - start)))

    def _answer(self, send: Callable[[Dialect], Any], *, has_schema: bool) -> Any:
        dialect = self._dialect
        while True:
            try:
                answer = send(dialect)
            except ModelError as error:
                other = _next(dialect, error, has_schema=has_schema)
                if other is None:
                    raise
                dialect = other
            else:
                self._dialect = dialect
                return answer

    def _completion(self, answer: Any, key: str, milliseconds: int) -> Completion:
        choices = answer.get("choices") if isinstance(answer, dict) else None
        choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
        message = choice.get("message")
        if not isinstance(message, dict):
            raise ModelError(f"`{self.name}` gave no message{_said(answer, key)}", hint="the server may not speak the chat completions API")
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


def _next(dialect: Dialect, error: ModelError, *, has_schema: bool) -> Dialect | None:
    failure = error.__cause__
    if not isinstance(failure, Failure) or failure.status not in REFUSED:
        return None
    return dialect.after(failure.words, has_schema=has_schema)


def _said(answer: Any, key: str) -> str:
    """What a server that says `error` with a status of success has to say."""
    error = answer.get("error") if isinstance(answer, dict) else None
    return f": {excerpt(json.dumps(error, ensure_ascii=False).encode(errors='replace'), key)}" if error else ""


def _name(value: Any) -> str:
    return one_line(value, _NAME_CHARACTERS) if isinstance(value, str) else ""


def _count(usage: Any, key: str) -> int:
    count = usage.get(key) if isinstance(usage, dict) else None
    return count if type(count) is int and count >= 0 else 0
