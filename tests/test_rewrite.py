"""Query rewriting by a chat model behind a real server."""

from collections.abc import Iterator

import pytest

from policy_assistant.errors import ModelError
from policy_assistant.models.base import ChatModel, ModelOptions
from policy_assistant.models.chat.base import open_chat_model
from policy_assistant.rewrite import MAX_CHARACTERS, MAX_TOKENS, RULES, rewrite
from policy_assistant.search import Searcher
from policy_assistant.testing.model_server import Fault, ModelServer

QUESTION = "Which pump kit fits the PW-2200, and is it under €12.95?"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture
def model(server: ModelServer) -> ChatModel:
    return open_chat_model("openai:tiny", ModelOptions(chat_base_url=server.base_url, timeout_seconds=10))


def replies(server: ModelServer, text: str | None, **more: str) -> None:
    server.script(Fault(body={"choices": [{"message": {"content": text, **more}, "finish_reason": "stop"}]}))


def test_the_question_is_sent_with_the_rules_and_nothing_else(server: ModelServer, model: ChatModel) -> None:
    assert rewrite("zebra", model) == "zebra"
    (request,) = server.requests
    assert request.body["messages"] == [{"role": "system", "content": RULES}, {"role": "user", "content": "zebra"}]
    assert request.body["max_tokens"] == MAX_TOKENS


@pytest.mark.parametrize(
    ("reply", "query"),
    [
        ("return window", "return window"),
        ('"return window"', "return window"),
        ("« return window »", "return window"),
        ("`return window`", "return window"),
        ("“return window”", "return window"),
        ("\n\n  return window\nThis query finds the policy.", "return window"),
        ('""\nreturn window', "return window"),
        ("return\twindow\x1b[31m", "return window [31m"),
        ("<think>They ask about returns.\nSo:</think>\nreturn window", "return window"),
    ],
)
def test_the_first_line_is_the_query_without_quotes_and_thoughts(server: ModelServer, model: ChatModel, reply: str, query: str) -> None:
    replies(server, reply)
    assert rewrite("How long may I send it back?", model) == query


@pytest.mark.parametrize("reply", ["", "  \n\n ", '""', "<think>They ask about", "<think></think>"])
def test_after_an_empty_reply_the_question_is_searched(server: ModelServer, model: ChatModel, reply: str) -> None:
    replies(server, reply)
    assert rewrite(QUESTION, model) == QUESTION


def test_after_a_refusal_the_question_is_searched(server: ModelServer, model: ChatModel) -> None:
    replies(server, None, refusal="I will not.")
    assert rewrite(QUESTION, model) == QUESTION


@pytest.mark.parametrize(
    ("reply", "query"),
    [
        ("pump kit for PW-2200 price 12.95", "pump kit for PW-2200 price 12.95"),
        ("pump kit compatibility", "pump kit compatibility PW-2200 12.95"),
        ("pump kit PW-2400", "pump kit PW-2400 PW-2200 12.95"),
        ("pump kit pw 2200", "pump kit pw 2200 12.95"),
    ],
)
def test_codes_and_numbers_that_the_model_loses_are_put_back(server: ModelServer, model: ChatModel, reply: str, query: str) -> None:
    replies(server, reply)
    assert rewrite(QUESTION, model) == query


def test_a_repeated_code_is_put_back_once(server: ModelServer, model: ChatModel) -> None:
    replies(server, "pump kit")
    assert rewrite("PW-2200 or (PW-2200)?", model) == "pump kit PW-2200"


def test_a_long_reply_is_cut(server: ModelServer, model: ChatModel) -> None:
    replies(server, "returns " * 1000)
    assert 0 < len(rewrite("zebra", model)) <= MAX_CHARACTERS


def test_a_servers_failure_is_a_models_error(server: ModelServer, model: ChatModel) -> None:
    server.script(Fault(status=400, body={"error": {"message": "no such model"}}))
    with pytest.raises(ModelError, match="no such model"):
        rewrite(QUESTION, model)


def test_a_searcher_asks_what_the_model_made_of_the_question(server: ModelServer, model: ChatModel) -> None:
    replies(server, "return window")
    assert Searcher("keywords", rewriter=model).question("How long?").text == "return window"
    assert Searcher("keywords").question("How long?").text == "How long?"
    assert len(server.requests) == 1
