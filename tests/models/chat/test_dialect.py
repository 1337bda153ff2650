"""What a server does not take is left out after it said so, once, and from then on."""

from collections.abc import Iterator
from typing import Any

import pytest

from policy_assistant.errors import ModelError
from policy_assistant.models.base import ChatModel, Message, ModelOptions
from policy_assistant.models.chat.base import open_chat_model
from policy_assistant.models.chat.dialect import Dialect
from policy_assistant.testing.model_server import Fault, ModelServer, unsupported

SCHEMA = {"title": "cited_answer", "type": "object", "properties": {}, "required": [], "additionalProperties": False}
MESSAGES = [Message("system", "Answer briefly."), Message("user", "How long?")]


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture
def model(server: ModelServer) -> ChatModel:
    return open_chat_model("openai:tiny", ModelOptions(chat_base_url=server.base_url, timeout_seconds=10))


def bodies(server: ModelServer) -> list[Any]:
    return [request.body for request in server.requests]


def test_the_title_of_a_schema_is_its_name(server: ModelServer, model: ChatModel) -> None:
    model.complete(MESSAGES, max_tokens=5, schema=SCHEMA)
    assert bodies(server)[0]["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "cited_answer", "strict": True, "schema": SCHEMA},
    }


@pytest.mark.parametrize("title", ["", "two words", "x" * 65, None])
def test_a_title_that_no_server_takes_is_not_sent_as_a_name(title: object) -> None:
    body = Dialect().body("tiny", MESSAGES, 5, {**SCHEMA, "title": title})
    assert body["response_format"]["json_schema"]["name"] == "answer"


def test_the_other_name_of_the_token_limit_is_tried_once_and_kept(server: ModelServer, model: ChatModel) -> None:
    server.script(unsupported("max_tokens", " Use 'max_completion_tokens' instead."))
    assert model.complete(MESSAGES, max_tokens=5).text == "How long?"
    model.complete(MESSAGES, max_tokens=6)
    assert [(body.get("max_tokens"), body.get("max_completion_tokens")) for body in bodies(server)] == [(5, None), (None, 5), (None, 6)]


def test_a_temperature_that_is_not_taken_is_left_out(server: ModelServer, model: ChatModel) -> None:
    server.script(unsupported("temperature"))
    model.complete(MESSAGES, max_tokens=5)
    model.complete(MESSAGES, max_tokens=5)
    assert [body.get("temperature") for body in bodies(server)] == [0, None, None]


@pytest.mark.parametrize(
    "words",
    ["response_format is unavailable", "This model does not support response format `json_schema`", "JSON schema error at #"],
)
@pytest.mark.parametrize("status", [400, 422])
def test_a_shape_that_is_not_taken_is_asked_for_in_words(server: ModelServer, model: ChatModel, words: str, status: int) -> None:
    server.script(Fault(status, {"error": {"message": words}}))
    model.complete(MESSAGES, max_tokens=5, schema=SCHEMA)
    first, second = bodies(server)
    assert "response_format" in first
    assert "response_format" not in second
    assert second["messages"][0]["content"].startswith("Answer briefly.\n\nReply with one JSON object")
    assert '"title": "cited_answer"' in second["messages"][0]["content"]
    assert second["messages"][1:] == first["messages"][1:]


def test_without_a_systems_message_the_shape_gets_its_own() -> None:
    body = Dialect(schema=False).body("tiny", [Message("user", "How long?")], 5, SCHEMA)
    assert [message["role"] for message in body["messages"]] == ["system", "user"]


def test_several_parts_are_left_out_one_after_another(server: ModelServer, model: ChatModel) -> None:
    server.script(unsupported("temperature"), unsupported("max_tokens"), unsupported("response_format"))
    model.complete(MESSAGES, max_tokens=5, schema=SCHEMA)
    assert set(bodies(server)[-1]) == {"model", "messages", "max_completion_tokens"}


def test_what_is_refused_without_it_too_is_told_and_not_learnt(server: ModelServer, model: ChatModel) -> None:
    server.script(*[Fault(400, b"max_tokens is too large")] * 2)
    with pytest.raises(ModelError, match="answered 400: max_tokens is too large"):
        model.complete(MESSAGES, max_tokens=5)
    model.complete(MESSAGES, max_tokens=5)
    assert ["max_tokens" in body for body in bodies(server)] == [True, False, True]


@pytest.mark.parametrize(
    "fault", [Fault(400, b"no such model"), Fault(404, b"temperature"), Fault(401, b"max_tokens"), Fault(400, b"response_format")]
)
def test_other_refusals_are_not_answered_by_leaving_out(server: ModelServer, model: ChatModel, fault: Fault) -> None:
    server.script(fault)
    with pytest.raises(ModelError, match=f"answered {fault.status}"):
        model.complete(MESSAGES, max_tokens=5)
    assert len(server.requests) == 1
