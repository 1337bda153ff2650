"""The `openai` client, as people use it, against a real process."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from openai import AsyncOpenAI, AuthenticationError, BadRequestError, NotFoundError, OpenAI, PermissionDeniedError

from tests.server.samples import FRENCH, QUESTION, Keys, Running

MODEL = "policy-assistant"


@pytest.fixture(scope="module")
def openai(running: Running, keys: Keys) -> Iterator[OpenAI]:
    with OpenAI(base_url=f"{running.address}/v1", api_key=keys.texts["board"], max_retries=0) as client:
        yield client


def messages(text: Any = QUESTION) -> Any:
    """A chat of one message."""
    return [{"role": "user", "content": text}]


def citations(message: Any) -> list[Any]:
    """The annotations of a message."""
    return [annotation.url_citation for annotation in message.annotations or []]


def test_models(openai: OpenAI) -> None:
    assert [model.id for model in openai.models.list()] == [MODEL]


def test_an_answer_with_its_citations(openai: OpenAI, running: Running) -> None:
    done = openai.chat.completions.create(model=MODEL, messages=messages(), extra_body={"audience": "public"})
    message = done.choices[0].message
    assert message.content == "Unused goods may be sent back within 45 days."
    assert (done.choices[0].finish_reason, done.object, done.model) == ("stop", "chat.completion", MODEL)
    assert done.usage
    assert done.usage.total_tokens == done.usage.prompt_tokens + done.usage.completion_tokens
    (cited,) = citations(message)
    assert message.content[cited.start_index : cited.end_index] == "Unused goods may be sent back within 45 days."
    assert cited.title == "returns v2 | Return window"
    assert cited.url.startswith(f"{running.address}/source/")
    more = done.model_dump()
    assert (more["answerable"], more["audience"], more["as_of"]) == (True, "public", "2026-10-09")
    assert more["citations"][0]["quote"] == message.content
    assert more["citations"][0]["url"] == cited.url
    assert done.id == f"chatcmpl-{more['kept']}"


def test_the_annotations_slice_the_text_to_the_claims(openai: OpenAI) -> None:
    done = openai.chat.completions.create(model=MODEL, messages=messages())
    message, more = done.choices[0].message, done.model_dump()
    texts = [claim["text"] for claim in more["claims"] if claim["ok"] for _ in claim["citations"]]
    assert len(set(texts)) > 1, "a text of several claims"
    assert [(message.content or "")[c.start_index : c.end_index] for c in citations(message)] == texts


def test_the_day_and_the_audience_are_given_beside(openai: OpenAI) -> None:
    done = openai.chat.completions.create(model=MODEL, messages=messages(), extra_body={"as_of": "2026-05-01", "audience": "public"})
    assert done.choices[0].message.content == "Unused goods may be sent back within 30 days."
    with pytest.raises(BadRequestError, match="2026-02-31"):
        openai.chat.completions.create(model=MODEL, messages=messages(), extra_body={"as_of": "2026-02-31"})
    with pytest.raises(PermissionDeniedError, match="not one of yours"):
        openai.chat.completions.create(model=MODEL, messages=messages(), extra_body={"audience": "lawyers"})


def test_an_abstention_is_a_normal_reply(openai: OpenAI) -> None:
    done = openai.chat.completions.create(model=MODEL, messages=messages("Who feeds the parrot?"))
    assert done.choices[0].message.content == "The documents do not say."
    assert done.choices[0].finish_reason == "stop"
    assert (done.model_dump()["answerable"], done.model_dump()["citations"], citations(done.choices[0].message)) == (False, [], [])


def test_the_last_user_message_is_the_question(openai: OpenAI) -> None:
    chat: Any = [
        {"role": "system", "content": "You are a pirate."},
        {"role": "user", "content": "Who feeds the parrot?"},
        {"role": "assistant", "content": "Arr."},
        {
            "role": "user",
            "content": [{"type": "text", "text": FRENCH}, {"type": "image_url", "image_url": {"url": "http://127.0.0.1:1/x.png"}}],
        },
        {"role": "assistant", "content": None},
    ]
    done = openai.chat.completions.create(model=MODEL, messages=chat, temperature=0.3, max_tokens=5, seed=1, user="u", n=1)
    assert done.choices[0].message.content == "Les commandes sont livrées en 3 jours ouvrés à Besançon."


def test_a_stream(openai: OpenAI) -> None:
    whole = openai.chat.completions.create(model=MODEL, messages=messages())
    chunks = [*openai.chat.completions.create(model=MODEL, messages=messages(), stream=True, stream_options={"include_usage": True})]
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert text == whole.choices[0].message.content
    assert chunks[0].choices[0].delta.role == "assistant"
    last = next(chunk for chunk in chunks if chunk.choices and chunk.choices[0].finish_reason)
    assert last.choices[0].finish_reason == "stop"
    assert last.choices[0].delta.model_dump()["annotations"] == whole.choices[0].message.model_dump()["annotations"]
    assert last.model_dump()["citations"] == whole.model_dump()["citations"]
    assert chunks[-1].usage == whole.usage
    assert len({chunk.id for chunk in chunks}) == 1
    plain = [*openai.chat.completions.create(model=MODEL, messages=messages(), stream=True)]
    assert all(chunk.usage is None and chunk.choices for chunk in plain)


def test_the_helper_for_streams(openai: OpenAI) -> None:
    with openai.chat.completions.stream(model=MODEL, messages=messages(FRENCH)) as stream:
        done = stream.until_done().get_final_completion()
    assert done.choices[0].message.content == "Les commandes sont livrées en 3 jours ouvrés à Besançon."


def test_many_at_once(running: Running, keys: Keys) -> None:
    """Each gets the answer to its own question."""
    asked = {
        QUESTION: "Unused goods may be sent back within 45 days.",
        FRENCH: "Les commandes sont livrées en 3 jours ouvrés à Besançon.",
        "Who feeds the parrot?": "The documents do not say.",
    }

    async def all_answers() -> list[str | None]:
        async with AsyncOpenAI(base_url=f"{running.address}/v1", api_key=keys.texts["public"], max_retries=0) as client:
            done = [client.chat.completions.create(model=MODEL, messages=messages(question)) for question in asked]
            texts = [completion.choices[0].message.content for completion in await asyncio.gather(*done)]
            stream = await client.chat.completions.create(model=MODEL, messages=messages(), stream=True)
            texts.append("".join([chunk.choices[0].delta.content or "" async for chunk in stream]))
            return texts

    assert asyncio.run(all_answers()) == [*asked.values(), asked[QUESTION]]


@pytest.mark.parametrize("stream", [False, True])
def test_another_model_is_not_there(openai: OpenAI, stream: bool) -> None:
    with pytest.raises(NotFoundError, match="no model 'gpt-5'") as told:
        openai.chat.completions.create(model="gpt-5", messages=messages(), stream=stream)
    assert (told.value.type, told.value.code) == ("not_found", "404")


def test_a_key_that_is_not_valid(running: Running) -> None:
    with OpenAI(base_url=f"{running.address}/v1", api_key="sk-nothing", max_retries=0) as client:
        with pytest.raises(AuthenticationError, match="this key or token is not valid"):
            client.chat.completions.create(model=MODEL, messages=messages())
        with pytest.raises(AuthenticationError, match="this key or token is not valid"):
            client.models.list()


@pytest.mark.parametrize(
    "chat", [[{"role": "system", "content": "x"}], messages(""), messages("  \n"), messages([]), messages([{"type": "image_url"}])]
)
def test_chats_without_a_question(openai: OpenAI, chat: Any) -> None:
    with pytest.raises(BadRequestError, match="no user message with a text"):
        openai.chat.completions.create(model=MODEL, messages=chat)


def test_a_question_that_is_too_long(openai: OpenAI) -> None:
    with pytest.raises(BadRequestError, match="2,001 characters; allowed: 2,000"):
        openai.chat.completions.create(model=MODEL, messages=messages("x" * 2001))
