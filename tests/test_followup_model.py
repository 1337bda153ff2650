"""A chat model behind a real server words follow-ups; codes and numbers stay those of the rules."""

from collections.abc import Iterator

import pytest

from policy_assistant.followup import full_question
from policy_assistant.followup.proposal import MAX_TOKENS, RULES
from policy_assistant.models.base import ChatModel, ModelOptions
from policy_assistant.models.chat.base import open_chat_model
from policy_assistant.testing.model_server import Fault, ModelServer

PREVIOUS = "Which pump kit fits the PW-2200?"
TEXT = "And the PW-1800?"
BY_RULES = "Which pump kit fits the PW-1800?"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture
def model(server: ModelServer) -> ChatModel:
    return open_chat_model("openai:tiny", ModelOptions(chat_base_url=server.base_url, timeout_seconds=10))


def asked(server: ModelServer, model: ChatModel, reply: str) -> str:
    server.script(Fault(body={"choices": [{"message": {"content": reply}, "finish_reason": "stop"}]}))
    made = full_question(PREVIOUS, TEXT, model=model)
    assert (made.is_follow_up, made.reason) == (True, "fragment")
    return made.text


def test_the_model_gets_both_questions_and_the_rules(server: ModelServer, model: ChatModel) -> None:
    full_question(PREVIOUS, TEXT, model=model)
    (request,) = server.requests
    both = f"Previous question: {PREVIOUS}\nFollow-up: {TEXT}"
    assert request.body["messages"] == [{"role": "system", "content": RULES}, {"role": "user", "content": both}]
    assert request.body["max_tokens"] == MAX_TOKENS


@pytest.mark.parametrize("text", ["How long is the warranty on furniture?", "VR-220?", "pump kit"])
def test_a_question_of_its_own_is_not_sent(server: ModelServer, model: ChatModel, text: str) -> None:
    assert full_question(PREVIOUS, text, model=model).text == text
    assert full_question("", TEXT, model=model).text == TEXT
    assert server.requests == []


@pytest.mark.parametrize(
    ("reply", "full"),
    [
        ("Which kit is right for the PW-1800?", "Which kit is right for the PW-1800?"),
        ('<think>Another one.</think>\n"Which kit is right for the PW-1800?"\nI hope so.', "Which kit is right for the PW-1800?"),
        ("Which kit is right for the pump?", "Which kit is right for the pump (PW-1800)?"),
        ("Which kit is right for the pump", "Which kit is right for the pump (PW-1800)?"),
    ],
)
def test_a_usable_reply_is_taken_with_what_it_lost(server: ModelServer, model: ChatModel, reply: str, full: str) -> None:
    assert asked(server, model, reply) == full


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "?!",
        "<think>They ask",
        TEXT,
        "and the pw 1800",
        "Which kit fits the PW-2200?",
        "Which kit fits the PW-1800 and the PW-2200?",
        "Does the PW-1800 take kit PK-99?",
        "and for the PW-1800?",
    ],
)
def test_after_any_other_reply_the_rules_question_is_taken(server: ModelServer, model: ChatModel, reply: str) -> None:
    assert asked(server, model, reply) == BY_RULES


def test_after_a_servers_failure_the_rules_question_is_taken(server: ModelServer, model: ChatModel) -> None:
    server.script(Fault(status=400, body={"error": {"message": "no such model"}}))
    assert full_question(PREVIOUS, TEXT, model=model).text == BY_RULES
    assert len(server.requests) == 1


def test_a_model_translates_what_the_rules_cannot(server: ModelServer, model: ChatModel) -> None:
    replies = ("Combien de temps dure la garantie sur les meubles ?", "How long is the warranty on pumps?")
    server.script(*(Fault(body={"choices": [{"message": {"content": reply}, "finish_reason": "stop"}]}) for reply in replies))
    made = [full_question("How long is the warranty on pumps?", "et pour les meubles ?", model=model) for _ in replies]
    assert [(one.text, one.reason) for one in made] == [(replies[0], "fragment"), (replies[1], "other_language")]


def test_a_day_needs_no_words_of_a_model(server: ModelServer, model: ChatModel) -> None:
    made = full_question(PREVIOUS, "and on 1 November?", model=model, today="2026-10-09")
    assert (made.text, made.as_of) == (PREVIOUS, "2026-11-01")
    assert server.requests == []
