"""A real model behind a real server. What it says is its own affair: shape, validation and errors are ours."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from policy_assistant.answer import Asked
from policy_assistant.context import Context, make_context
from policy_assistant.errors import ModelError
from policy_assistant.models.base import ChatModel, Completion, Message, ModelOptions
from policy_assistant.models.chat.base import open_chat_model
from policy_assistant.reply import SCHEMA, AnswerProblem, closed_book, load_prompt, model_reply, parse_reply
from policy_assistant.server_keys import CHAT_KEY
from tests.local_model import CONTEXT_TOKENS, KEY
from tests.reply.asking import asked, chunk

QUESTION = [Message("user", "How long is the warranty?")]


@pytest.fixture
def model(local_server: str, monkeypatch: pytest.MonkeyPatch) -> ChatModel:
    monkeypatch.setenv(CHAT_KEY, KEY)
    return open_chat_model("openai:small", ModelOptions(chat_base_url=local_server, timeout_seconds=60))


@pytest.fixture
def question() -> Asked:
    return asked("How long is the warranty?")


@pytest.fixture
def context() -> Context:
    return make_context([chunk("Warranty", "The warranty is two years.")])


def tight(schema: Any, characters: int) -> Any:
    """The schema with short texts and lists, so that a small model comes to an end."""
    if isinstance(schema, list):
        return [tight(item, characters) for item in schema]
    if not isinstance(schema, dict):
        return schema
    limits = {"string": {"maxLength": characters}, "array": {"minItems": 1, "maxItems": 1}}.get(schema.get("type", ""), {})
    return {name: tight(value, characters) for name, value in schema.items()} | limits


class Tight:
    """The same model with less to say."""

    def __init__(self, model: ChatModel, max_tokens: int = 300) -> None:
        self.name, self._model, self._max_tokens = model.name, model, max_tokens

    def complete(self, messages: Sequence[Message], *, max_tokens: int, schema: Mapping[str, Any] | None = None) -> Completion:
        """The next message."""
        return self._model.complete(messages, max_tokens=self._max_tokens, schema=schema and tight(schema, 30))


def test_plain_words_come_with_their_counts(model: ChatModel) -> None:
    said = model.complete(QUESTION, max_tokens=8)
    assert said.text
    assert (said.finish_reason, said.refusal) == ("length", "")
    assert said.output_tokens == 8
    assert said.input_tokens > 8


def test_the_most_likely_words_are_the_same_every_time(model: ChatModel) -> None:
    assert model.complete(QUESTION, max_tokens=8).text == model.complete(QUESTION, max_tokens=8).text


def test_a_reply_has_the_shape_of_the_schema(model: ChatModel, question: Asked, context: Context) -> None:
    reply, trace = model_reply(question, context, load_prompt(), Tight(model))
    assert isinstance(reply.answerable, bool)
    assert len(reply.claims) <= 1
    assert trace.completion is not None
    raw = json.loads(trace.completion.text)
    assert set(raw) == {"answerable", "answer", "claims"}
    assert [set(claim) for claim in raw["claims"]] == [{"text", "citations"}]
    assert [set(citation) for citation in raw["claims"][0]["citations"]] == [{"id", "quote"}]
    assert len(raw["claims"][0]["text"]) <= 30


def test_a_schema_is_heeded_to_the_letter(model: ChatModel) -> None:
    schema = {"type": "object", "properties": {"days": {"enum": [14, 30]}}, "required": ["days"], "additionalProperties": False}
    said = model.complete(QUESTION, max_tokens=30, schema=schema)
    assert json.loads(said.text) in ({"days": 14}, {"days": 30})


def test_a_reply_that_is_cut_is_told_as_cut(model: ChatModel, question: Asked, context: Context) -> None:
    with pytest.raises(AnswerProblem, match=r"^cut$") as caught:
        model_reply(question, context, load_prompt(), Tight(model, max_tokens=4))
    assert caught.value.trace.messages


def test_words_where_json_was_wanted_are_no_answer(model: ChatModel) -> None:
    said = model.complete([Message("user", "Say hello in one word.")], max_tokens=40)
    with pytest.raises(AnswerProblem, match=r"cut|not a valid answer: it is not JSON"):
        parse_reply(said)


def test_a_question_without_passages_gets_plain_words(model: ChatModel, question: Asked) -> None:
    assert closed_book(question, Tight(model, max_tokens=20)).text


def test_more_than_the_model_can_read_is_the_servers_refusal(model: ChatModel) -> None:
    with pytest.raises(ModelError, match=r"answered 400: .*exceed") as caught:
        model.complete([Message("user", "word " * 2 * CONTEXT_TOKENS)], max_tokens=5)
    assert "model's name" in caught.value.hint


def test_a_schema_that_the_server_does_not_read_is_asked_for_in_words(model: ChatModel) -> None:
    assert model.complete(QUESTION, max_tokens=5, schema={**SCHEMA, "type": "nonsense"}).finish_reason == "length"


@pytest.mark.parametrize("key", ["", "sk-wrong-wrong-wrong"])
def test_a_wrong_key_is_refused_and_not_repeated(model: ChatModel, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHAT_KEY, key)
    with pytest.raises(ModelError, match="answered 401") as caught:
        model.complete(QUESTION, max_tokens=5)
    assert CHAT_KEY in caught.value.hint
    assert "wrong" not in str(caught.value)


def test_an_answer_that_takes_too_long_is_given_up(local_server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHAT_KEY, KEY)
    model = open_chat_model("openai:small", ModelOptions(chat_base_url=local_server, timeout_seconds=0.3))
    with pytest.raises(ModelError, match=r"gave no whole answer within 0\.3 s"):
        model.complete([Message("user", "Count from 1 to 1000.")], max_tokens=900)


def test_another_path_is_not_found(local_server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHAT_KEY, KEY)
    model = open_chat_model("openai:small", ModelOptions(chat_base_url=f"{local_server}/elsewhere", timeout_seconds=60))
    with pytest.raises(ModelError, match="answered 404") as caught:
        model.complete(QUESTION, max_tokens=5)
    assert "[models] chat_base_url" in caught.value.hint
