"""A chat server: what is sent, and what is read or refused of its answers."""

from collections.abc import Iterator
from typing import Any

import pytest

from policy_assistant.errors import ModelError, UsageError
from policy_assistant.models.base import ChatModel, Message, ModelOptions
from policy_assistant.models.chat.base import open_chat_model
from policy_assistant.models.chat.openai import MAX_MESSAGE_CHARACTERS
from policy_assistant.models.keys import CHAT_KEY
from policy_assistant.testing.model_server import Fault, ModelServer

MESSAGES = (Message("system", "Answer briefly."), Message("user", "How long\0 is the warranty?"))


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def opened(server: ModelServer, timeout_seconds: float = 10) -> ChatModel:
    return open_chat_model("openai:tiny", ModelOptions(chat_base_url=server.base_url, timeout_seconds=timeout_seconds))


def reply(message: Any, **more: Any) -> Fault:
    return Fault(body={"choices": [{"message": message, **more}]})


def test_one_call_is_made_and_its_answer_told(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHAT_KEY, "sk-1")
    said = opened(server).complete(MESSAGES, max_tokens=50)
    assert (said.text, said.finish_reason, said.refusal, said.model) == ("How long  is the warranty?", "stop", "", "tiny")
    assert (said.input_tokens, said.output_tokens) == (3, 2)
    assert said.milliseconds >= 0
    (request,) = server.requests
    assert request.path == "/v1/chat/completions"
    assert request.headers["authorization"] == "Bearer sk-1"
    assert request.body == {
        "model": "tiny",
        "messages": [{"role": "system", "content": "Answer briefly."}, {"role": "user", "content": "How long  is the warranty?"}],
        "max_tokens": 50,
        "temperature": 0,
    }


def test_a_schema_is_asked_for_strictly(server: ModelServer) -> None:
    schema = {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"], "additionalProperties": False}
    opened(server).complete(MESSAGES, max_tokens=50, schema=schema)
    assert server.requests[0].body["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "answer", "strict": True, "schema": schema},
    }


def test_a_refusal_is_told_as_one(server: ModelServer) -> None:
    server.script(reply({"content": None, "refusal": "I will not."}, finish_reason="stop"))
    said = opened(server).complete(MESSAGES, max_tokens=50)
    assert (said.text, said.refusal) == ("", "I will not.")


@pytest.mark.parametrize("usage", [None, "many", {"prompt_tokens": -1}, {"prompt_tokens": "3", "completion_tokens": True}])
def test_what_is_missing_beside_the_text_does_no_harm(server: ModelServer, usage: object) -> None:
    server.script(Fault(body={"choices": [{"message": {"content": "Two years."}, "finish_reason": None}], "usage": usage, "model": 5}))
    said = opened(server).complete(MESSAGES, max_tokens=50)
    assert (said.text, said.finish_reason, said.model, said.input_tokens, said.output_tokens) == ("Two years.", "", "tiny", 0, 0)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (Fault(body={}), "gave no message"),
        (Fault(body=[]), "gave no message"),
        (Fault(body={"choices": []}), "gave no message"),
        (Fault(body={"choices": [None]}), "gave no message"),
        (Fault(body={"choices": {"0": {}}}), "gave no message"),
        (reply(None), "gave no message"),
        (reply("text"), "gave no message"),
        (reply({}), "a message without text"),
        (reply({"content": [{"type": "text"}]}), "a message without text"),
        (Fault(body=b"data: {}"), "not JSON"),
        (Fault(500, b"boom"), "answered 500: boom"),
        (Fault(429, b"slow down"), "answered 429: slow down"),
        (Fault(drop=True), "cannot be reached|no proper HTTP answer"),
        (Fault(wait_seconds=60), "gave no whole answer within 1 s"),
    ],
)
def test_a_fault_is_an_error_at_once_and_nothing_is_tried_again(server: ModelServer, fault: Fault, said: str) -> None:
    server.script(fault)
    with pytest.raises(ModelError, match=said):
        opened(server, timeout_seconds=1 if fault.wait_seconds else 10).complete(MESSAGES, max_tokens=50)
    assert len(server.requests) == 1


def test_an_endless_message_is_refused_before_it_is_sent(server: ModelServer) -> None:
    with pytest.raises(UsageError, match="a message has 1,000,001 characters"):
        opened(server).complete([Message("user", "x" * (MAX_MESSAGE_CHARACTERS + 1))], max_tokens=5)
    assert server.requests == []
