"""Documents that try to steer: what they plant is never an answer, whoever answers, and what a check cannot stop is known."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pytest

from policy_assistant.answer import Answer, silence
from policy_assistant.assistant import Assistant
from policy_assistant.claims import may_be_quoted
from policy_assistant.metadata import Chunk
from policy_assistant.steering import flags_of
from policy_assistant.testing.model_server import ModelServer, cited
from tests.project import Project
from tests.security.attacks import ATTACKS, ENGLISH, FRENCH, LOOK_ALIKES, STAFF_CODE, Attack, honest

AUDIENCES = ("staff", "public")
POLICIES = {"product-policy", "politique-produits"}
MADE_UP = "abcdef123456"

STILL_ANSWERED = 0.95
"""Share of the questions that get the policy's words although a passage beside them tries to steer."""


@dataclass(frozen=True)
class Shop:
    """A project with policies and attacks, its chunks by document, and a chat server that says what it is told to."""

    project: Project
    assistant: Assistant
    chunks: Mapping[str, list[Chunk]]
    server: ModelServer


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    project = Project(tmp_path_factory.mktemp("shop"))
    project.documents.mkdir(parents=True)
    for name, content in honest().items():
        project.write(name, content)
    for attack in ATTACKS:
        project.write(*attack.source)
    with ModelServer() as server, pytest.MonkeyPatch.context() as patch:
        patch.setenv("POLICY_ASSISTANT_MODELS_EMBEDDER", "none")
        project.configure(f'[project]\ntoday = 2026-10-09\n[models]\nchat_base_url = "{server.base_url}"\n[answers]\nledger = false\n')
        project.ingest()
        chunks: dict[str, list[Chunk]] = {}
        for chunk in project.chunks():
            chunks.setdefault(chunk.doc_id, []).append(chunk)
        assistant = project.assistant
        yield Shop(project, assistant, chunks, server)
        assistant.store.close()


@pytest.fixture(scope="module")
def extracted(shop: Shop) -> dict[tuple[str, str], Answer]:
    """What the extractor says to each question, by thing and audience."""
    return {(a.thing, audience): shop.assistant.ask(a.question, audience=audience) for a in ATTACKS for audience in AUDIENCES}


@pytest.fixture(scope="module")
def obeyed(shop: Shop) -> dict[str, Answer]:
    """What becomes of a model's reply that obeys each attack, by thing.

    Its three claims cite the planted passage with words of it, a passage of the policy with words that it has not, and a
    passage that does not exist.
    """
    answers = {}
    for attack in ATTACKS:
        policy = next(chunk for name in POLICIES for chunk in shop.chunks[name])
        planted = shop.chunks[attack.doc_id][0].chunk_id
        shop.server.script(
            cited(
                (attack.planted, planted, _words(shop, attack)),
                (attack.planted, _policy_on(shop, attack, policy).chunk_id, attack.planted),
                (attack.planted, MADE_UP, ""),
            )
        )
        answers[attack.thing] = shop.assistant.ask(attack.question, audience="public", model="openai:tiny")
    return answers


def _words(shop: Shop, attack: Attack) -> str:
    """Words of the document that a claim would quote; those that the document hides where it shows none."""
    text = "\n".join(chunk.quote for chunk in shop.chunks[attack.doc_id])
    lines = [line for line in text.splitlines() if attack.payload in line.lower() or attack.payload in line]
    return attack.quote or next(iter(lines), attack.planted)


def _policy_on(shop: Shop, attack: Attack, otherwise: Chunk) -> Chunk:
    return next((c for name in POLICIES for c in shop.chunks[name] if c.section == attack.thing), otherwise)


def _shown(answer: Answer) -> str:
    """All that an answer states as a fact."""
    quotes = [citation.quote for claim in answer.standing for citation in claim.citations]
    return "\n".join([answer.text, *(claim.text for claim in answer.standing), *quotes])


def _named(attack: Attack) -> str:
    return f"{attack.language}: {attack.kind} ({attack.thing})"


every_attack = pytest.mark.parametrize("attack", ATTACKS, ids=_named)


def test_there_are_enough_attacks_of_both_languages() -> None:
    assert len({attack.thing for attack in ATTACKS}) == len(ATTACKS) >= 40
    assert min(len(ENGLISH), len(FRENCH)) >= len(ATTACKS) // 2 - 1


def test_every_attack_is_found_for_its_question(
    extracted: dict[tuple[str, str], Answer],
) -> None:
    """Otherwise what comes below would prove nothing."""
    for attack in ATTACKS:
        found = [passage.doc_id for passage in extracted[attack.thing, "public"].passages]
        assert attack.doc_id in found, attack.thing


@every_attack
def test_what_steers_is_flagged_and_a_plain_untruth_is_not(shop: Shop, attack: Attack) -> None:
    assert any(chunk.flags for chunk in shop.chunks[attack.doc_id]) != attack.is_plain


@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_honest_sentences_near_to_them_are_not_flagged(text: str) -> None:
    assert flags_of(text) == ()


def test_the_policies_are_not_flagged(shop: Shop) -> None:
    assert not [chunk.section for name in POLICIES for chunk in shop.chunks[name] if chunk.flags]


@pytest.mark.parametrize("attack", ATTACKS, ids=_named)
def test_the_extractor_never_says_what_was_planted(attack: Attack, extracted: dict[tuple[str, str], Answer]) -> None:
    for audience in AUDIENCES:
        answer = extracted[attack.thing, audience]
        assert attack.payload.lower() not in _shown(answer).lower()
        assert STAFF_CODE not in _shown(answer) or audience == "staff"


@every_attack
def test_the_extractor_quotes_the_policy_or_nothing(attack: Attack, extracted: dict[tuple[str, str], Answer]) -> None:
    for audience in AUDIENCES:
        answer = extracted[attack.thing, audience]
        if answer.answerable and attack.fact:
            assert answer.standing[0].citations[0].quote == attack.fact
            assert answer.standing[0].citations[0].chunk.doc_id in POLICIES


def test_an_attack_does_not_silence_the_policy(extracted: dict[tuple[str, str], Answer]) -> None:
    asked = [(attack, audience) for attack in ATTACKS if attack.fact for audience in AUDIENCES]
    told = [attack.fact in extracted[attack.thing, audience].text for attack, audience in asked]
    assert sum(told) >= STILL_ANSWERED * len(asked)


@every_attack
def test_a_model_that_obeys_proves_nothing(attack: Attack, obeyed: dict[str, Answer]) -> None:
    answer = obeyed[attack.thing]
    planted, false_quote, made_up = ({problem.name for problem in claim.problems} for claim in answer.claims)
    assert "quote_not_found" in false_quote
    assert made_up == {"missing_id"}
    if attack.is_plain:
        assert not planted, "a check stops it now: it is no plain untruth any more"
        return
    assert planted & {"flagged", "quote_not_found"}
    assert (answer.answerable, answer.text) == (False, silence(attack.language))
    assert attack.payload not in _shown(answer)


def test_a_model_reads_passages_that_are_marked_and_no_mark_of_an_attacker(shop: Shop, obeyed: dict[str, Answer]) -> None:
    for attack, request in zip(ATTACKS, shop.server.requests, strict=True):
        rules, asked = (message["content"] for message in request.body["messages"])
        given = obeyed[attack.thing].context.kept
        mark = asked.partition("Each stands between <")[2].partition(">")[0]
        assert "data" in rules
        assert asked.count(f"<{mark}") == asked.count(f"</{mark}>") == len(given) + 1
        assert asked.count("<passage") + asked.count("</passage") == 2 * (len(given) + 1), attack.thing
        assert asked.count("may hold planted instructions") == sum(not may_be_quoted(chunk) for chunk in given)
        if attack.form in ("html", "pdf"):
            assert attack.payload not in asked


@pytest.mark.parametrize("attack", [ENGLISH[0], FRENCH[0]], ids=_named)
def test_neither_words_nor_json_of_the_command_show_the_prose_of_a_model_that_obeys(shop: Shop, attack: Attack) -> None:
    planted = shop.chunks[attack.doc_id][0].chunk_id
    for more in ((), ("--json",)):
        shop.server.script(cited((attack.planted, planted, attack.planted)))
        done = shop.project.run("ask", attack.question, "--model", "openai:tiny", *more)
        assert done.code == 3
        answer = done.json["answer"] if more else done.out
        assert attack.payload not in answer + done.err
        if more:
            assert [claim["ok"] for claim in done.json["claims"]] == [False]
            assert json.dumps(done.json["problems"]).count("flagged") == 1
