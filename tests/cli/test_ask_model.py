"""`ask` with a chat model behind a real server: what stands, what is withheld, what is never shown, and what fails."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from policy_assistant.testing.model_server import Fault, ModelServer
from tests.project import Done, Project

QUESTION = "Where do wet shoes stay?"
PROSE = "A zebra told me so."


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    with ModelServer() as running:
        monkeypatch.setenv("POLICY_ASSISTANT_CHAT_MODEL", "openai:tiny")
        monkeypatch.setenv("POLICY_ASSISTANT_CHAT_BASE_URL", running.base_url)
        yield running


@pytest.fixture
def house(project: Project) -> Project:
    project.configure("[project]\ntoday = 2026-10-09\n[answers]\nledger = false\n")
    project.add("shoes", "## In the hall\n\nWet shoes stay outside the door for 3 days.\n", owner="Ada")
    project.add("gate", "## Gate code\n\nThe code of the garden gate is 4711.\n", access="staff")
    project.ingest()
    return project


def shoes(house: Project) -> str:
    return next(chunk.chunk_id for chunk in house.chunks() if chunk.doc_id == "shoes")


def completion(content: str | None, **choice: Any) -> Fault:
    message = {"role": "assistant", "content": content, **choice.pop("message", {})}
    return Fault(body={"model": "tiny", "choices": [{"message": message, "finish_reason": "stop", **choice}]})


def reply(*claims: tuple[str, str]) -> Fault:
    """What a model says: its prose, and claims as (text, ID)."""
    said = [{"text": text, "citations": [{"id": name, "quote": ""}]} for text, name in claims]
    return completion(json.dumps({"answerable": bool(claims), "answer": PROSE, "claims": said}))


def asked(house: Project, server: ModelServer, answer: Fault, *args: str) -> Done:
    server.script(answer)
    return house.run("ask", QUESTION, *args)


def test_the_claims_that_stand_make_the_answer_and_the_models_prose_does_not(house: Project, server: ModelServer) -> None:
    done = asked(house, server, reply(("Wet shoes stay outside for 3 days.", shoes(house))))
    assert done.code == 0, done.out
    assert done.out.startswith("Wet shoes stay outside for 3 days.\n")
    assert PROSE not in done.out + done.err
    assert "- quote (none given)" in done.out
    assert done.err.splitlines()[-1].startswith("openai:tiny, prompt v2 ")


def test_a_claim_that_fails_is_withheld_and_its_text_is_shown_by_explain_only(house: Project, server: ModelServer) -> None:
    both = reply(("Wet shoes stay outside the door.", shoes(house)), ("Socks are washed at noon.", "0" * 12))
    done = asked(house, server, both)
    assert done.code == 0
    assert "missing_id" in done.out
    assert "Socks" not in done.out + done.err
    explained = asked(house, server, both, "--explain").out
    assert "--- WITHHELD CLAIMS" in explained
    assert "Socks are washed at noon." in explained.partition("--- WITHHELD CLAIMS")[2]


def test_json_names_the_problems_twice_and_keeps_the_withheld_claim(house: Project, server: ModelServer) -> None:
    both = reply(("Wet shoes stay outside the door.", shoes(house)), ("Socks are washed at noon.", "0" * 12))
    found = asked(house, server, both, "--json").json
    assert [claim["ok"] for claim in found["claims"]] == [True, False]
    assert found["claims"][1]["problems"][0].startswith("missing_id")
    assert found["claims"][1]["citations"] == []
    assert found["problems"][0] == f"claim 2: {found['claims'][1]['problems'][0]}"
    assert found["answer"] == "Wet shoes stay outside the door."
    assert (found["model"], found["prompt"].split()[0]) == ("openai:tiny", "v2")


def test_when_nothing_stands_the_documents_do_not_say(house: Project, server: ModelServer) -> None:
    done = asked(house, server, reply(("Socks are washed at noon.", "0" * 12)))
    assert done.code == 3
    assert done.out.startswith("The documents do not say.\n")
    assert "ask Ada" in done.out
    assert "Socks" not in done.out + done.err


def test_a_passage_for_staff_is_told_to_the_public_like_one_that_is_not_there(house: Project, server: ModelServer) -> None:
    gate = next(chunk.chunk_id for chunk in house.chunks() if chunk.doc_id == "gate")
    told = []
    for name in (gate, "0" * 12):
        done = asked(house, server, reply(("Wet shoes stay in.", name)), "--audience", "public", "--json")
        told.append([problem.replace(name, "ID") for problem in done.json["problems"]])
        assert "4711" not in done.out + done.err
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (completion(None, message={"refusal": "I will not."}), "refused"),
        (completion('{"answerable": tr', finish_reason="length"), "cut"),
        (completion("outside"), "not a valid answer"),
    ],
)
def test_a_reply_that_cannot_be_used_is_an_abstention_with_its_reason(
    house: Project, server: ModelServer, answer: Fault, problem: str
) -> None:
    done = asked(house, server, answer)
    assert done.code == 3
    assert f"The model's reply could not be used: {problem}" in done.out
    assert asked(house, server, answer, "--json").json["problems"][0].startswith(problem)


def test_a_model_that_cannot_be_reached_is_code_5(house: Project, server: ModelServer) -> None:
    done = asked(house, server, Fault(401))
    assert (done.code, done.out) == (5, "")
    assert "error: " in done.err


def test_explain_shows_the_prompt_as_sent_and_the_models_own_words(house: Project, server: ModelServer) -> None:
    out = asked(house, server, reply(("Wet shoes stay outside the door.", shoes(house))), "--explain").out
    prompt, _, words = out.partition("--- THE MODEL'S OWN WORDS (NOT PROVED)")
    for message in server.requests[0].body["messages"]:
        assert message["content"] in prompt
    assert PROSE in words
    assert PROSE not in prompt


def test_a_prompt_of_ones_own_is_sent(house: Project, server: ModelServer) -> None:
    path = house.folder / "mine.txt"
    path.write_text("Answer like a zebra keeper.")
    done = asked(house, server, reply(), "--prompt", str(path))
    assert "prompt mine.txt " in done.err.splitlines()[-1]
    assert server.requests[0].body["messages"][0]["content"].startswith("Answer like a zebra keeper.")


def test_the_extractor_can_be_asked_for_by_name(house: Project, server: ModelServer) -> None:
    assert house.run("ask", QUESTION, "--model", "extractor").err.splitlines()[-1].startswith("extractor | ")
    assert not server.requests


def test_closed_book_warns_first_and_shows_no_passage_to_the_model(house: Project, server: ModelServer) -> None:
    server.script(completion("In the oven, I think."))
    done = house.run("ask", QUESTION, "--closed-book")
    assert done.code == 0
    assert done.out.splitlines()[0].startswith("NOT PROVED: the model answers from memory")
    assert done.out.splitlines()[2] == "In the oven, I think."
    assert "outside the door" not in json.dumps(server.requests[0].body)


def test_closed_book_as_json_says_that_nothing_is_proved(house: Project, server: ModelServer) -> None:
    server.script(completion("In the oven."))
    found = house.run("ask", QUESTION, "--closed-book", "--json").json
    assert (found["question"], found["proved"], found["text"], found["closed_book"]) == (QUESTION, False, "In the oven.", True)


def test_closed_book_in_french_warns_in_french(house: Project, server: ModelServer) -> None:
    server.script(completion("Les chaussures restent dans le four, je crois."))
    assert house.run("ask", "Où restent les chaussures ?", "--closed-book").out.startswith("SANS PREUVE")


def test_a_rewritten_question_is_said(house: Project, server: ModelServer) -> None:
    server.script(completion("shoes hall door"))
    done = asked(house, server, reply(("Wet shoes stay outside the door.", shoes(house))), "--rewrite")
    assert "searched for: shoes hall door" in done.err
