"""From a question to a proved answer, over a small project ingested for real; with the extractor and with a chat model."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from policy_assistant.answer import EXTRACTOR, Answer, Asked
from policy_assistant.ask import Answerer
from policy_assistant.assistant import Assistant
from policy_assistant.errors import ModelError, NotFoundError, UsageError
from policy_assistant.metadata import Chunk
from policy_assistant.testing.model_server import Fault, ModelServer, cited, cut_off, refusal, said
from tests.project import Project, page

TODAY = "2026-10-09"
LAMPS = "How many days are there to return a lamp?"


@pytest.fixture
def shop(project: Project) -> Project:
    project.configure(f"[project]\ntoday = {TODAY}\n")
    project.add(
        "lamps", "## Returns\n\nA lamp can be returned within 30 days of delivery.\n", effective_from="2026-01-01", doc_type="policy"
    )
    old = page(
        "lamps",
        "## Returns\n\nA lamp can be returned within 20 days of delivery.\n",
        version="0",
        effective_from="2025-01-01",
        effective_to="2025-12-31",
        doc_type="policy",
    )
    project.write("old-lamps.md", old)
    project.add("leaflet", "## Going back\n\nA lamp can be returned within 45 days of delivery.\n", doc_type="guide")
    project.add("verre", "## Retours\n\nLe verre peut être retourné dans les 14 jours.\n", doc_type="policy", language="fr")
    project.add("gate", "## Gate code\n\nThe code of the garden gate is 4711.\n", access="staff", doc_type="policy")
    (project.folder / "questions").mkdir()
    (project.folder / "questions" / "questions.jsonl").write_text(
        '{"id": "Q1", "question": "How many days are there to return a lamp?", "as_of": "2025-06-01"}\n'
        '{"id": "Q2", "question": "verre retours jours", "language": "fr"}\n',
        encoding="utf-8",
    )
    project.ingest()
    return project


@pytest.fixture
def assistant(shop: Project) -> Iterator[Assistant]:
    made = shop.assistant
    yield made
    if "store" in made.__dict__:
        made.store.close()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    with ModelServer() as running:
        monkeypatch.setenv("POLICY_ASSISTANT_MODELS_CHAT_BASE_URL", running.base_url)
        yield running


@pytest.fixture
def modelled(server: ModelServer, shop: Project) -> Iterator[Assistant]:
    """The project with a chat model."""
    shop.configure(f'[project]\ntoday = {TODAY}\n[models]\nchat_model = "openai:tiny"\nchat_base_url = "{server.base_url}"\n')
    made = shop.assistant
    yield made
    if "store" in made.__dict__:
        made.store.close()


def passage(shop: Project, doc_id: str, version: str = "1") -> Chunk:
    return next(chunk for chunk in shop.chunks() if (chunk.doc_id, chunk.version) == (doc_id, version))


def problems(answer: Answer) -> list[str]:
    return [problem.name for claim in answer.claims for problem in claim.problems]


# --- The extractor -----------------------------------------------------------------------------------------------------


def test_an_answer_is_quoted_cited_and_proved(assistant: Assistant, shop: Project) -> None:
    answer = assistant.ask(LAMPS, keep=False)
    assert (answer.answerable, answer.text) == (True, "A lamp can be returned within 30 days of delivery.")
    assert (answer.model, answer.prompt, answer.method, answer.problems) == (EXTRACTOR, "", "keywords", ())
    [claim] = answer.claims
    [place] = claim.citations
    lamps = passage(shop, "lamps")
    assert (claim.ok, place.chunk, place.quote) == (True, lamps, claim.text)
    assert place.start == lamps.start + lamps.quote.index(claim.text)
    assert (answer.asked.as_of, answer.asked.language, answer.asked.audience) == (TODAY, "en", "staff")
    assert answer.generation == assistant.store.info().generation
    assert answer.decision is not None
    assert answer.decision.confidence >= answer.decision.threshold
    assert answer.reply is not None
    assert answer.reply.claims[0].text == claim.text


def test_the_policy_wins_over_the_leaflet_and_that_is_said(assistant: Assistant) -> None:
    answer = assistant.ask(LAMPS, keep=False)
    assert answer.is_disputed
    assert answer.notes == (
        "leaflet v1 (guide) says otherwise: “A lamp can be returned within 45 days of delivery.” lamps v1 (policy) wins over it.",
    )
    assert not assistant.ask("What is the code of the garden gate?", keep=False).is_disputed


def test_hits_passages_and_context_belong_together(assistant: Assistant) -> None:
    answer = assistant.ask(LAMPS, k=2, keep=False)
    assert [hit.id for hit in answer.hits] == [chunk.chunk_id for chunk in answer.passages]
    assert len(answer.hits) == 2
    assert set(answer.context.kept) <= set(answer.passages)
    assert answer.trace.question is not None
    assert answer.trace.question.text == LAMPS


def test_milliseconds_of_every_step(assistant: Assistant) -> None:
    spent = assistant.ask(LAMPS, keep=False).trace.milliseconds
    assert list(spent) == ["search", "context", "reply", "checks"]
    assert all(value >= 0 for value in spent.values())


@pytest.mark.parametrize("question", ["What does a topaz yacht cost?", "of the", "?", "le la les", "What is ZX-9999?", "…"])
def test_what_is_not_there_is_not_answered(assistant: Assistant, question: str) -> None:
    answer = assistant.ask(question, keep=False)
    assert (answer.answerable, answer.claims) == (False, ())
    assert answer.text in ("The documents do not say.", "Les documents ne le disent pas.")
    assert answer.decision is not None
    assert answer.decision.reason


def test_as_of_decides_the_version(assistant: Assistant) -> None:
    assert "20 days" in assistant.ask(LAMPS, as_of="2025-06-01", keep=False, without_documents=["leaflet"]).text


def test_the_public_is_not_answered_from_what_it_may_not_see(assistant: Assistant) -> None:
    question = "What is the code of the garden gate?"
    assert "4711" in assistant.ask(question, keep=False).text
    answer = assistant.ask(question, audience="public", keep=False)
    assert not answer.answerable
    assert "4711" not in repr(answer)
    assert all(chunk.access == "public" for chunk in answer.passages)


def test_the_weight_of_a_word_does_not_tell_what_may_not_be_seen(assistant: Assistant, shop: Project) -> None:
    """A word that only staff passages hold is as unknown to the public as one that none holds."""
    public = Asked("garden lamp", "en", TODAY, "public", frozenset({"public"}))
    answerer = Answerer(assistant.searcher("keywords"), assistant.store, shop.settings.answers)
    decisions = [answerer.answer(replace(public, text=text), 5).decision for text in ("garden lamp", "yacht lamp")]
    assert decisions[0] is not None
    assert decisions[1] is not None
    assert decisions[0].confidence == decisions[1].confidence


def test_documents_can_be_left_out(assistant: Assistant) -> None:
    answer = assistant.ask(LAMPS, k=2, without_documents=["lamps"], keep=False)
    assert "45 days" in answer.text
    assert "lamps" not in {chunk.doc_id for chunk in answer.passages}
    assert len(answer.passages) == 2


def test_least_confidence_of_the_settings(shop: Project) -> None:
    shop.configure(f"[project]\ntoday = {TODAY}\n[answers]\nleast_confidence = 99\nledger = false\n")
    answer = shop.assistant.ask(LAMPS)
    assert not answer.answerable
    assert answer.decision is not None
    assert answer.decision.threshold == 0.99


def test_a_question_in_french_is_answered_in_french(assistant: Assistant) -> None:
    answer = assistant.ask("Peut-on retourner le verre dans les 20 jours ?", keep=False)
    assert answer.asked.language == "fr"
    assert answer.text.splitlines() == ["Non. 20 jours, c’est plus que 14 jours.", "Le verre peut être retourné dans les 14 jours."]


def test_a_rewritten_question_finds_passages_and_nothing_else(modelled: Assistant, server: ModelServer) -> None:
    server.script(said("topaz yacht"))
    answer = modelled.ask(LAMPS, model=EXTRACTOR, rewrite=True, keep=False)
    assert answer.trace.question is not None
    assert answer.trace.question.text.startswith("topaz yacht")
    assert not answer.answerable  # nothing was found by it
    server.script(said("lamp returned delivery"))
    answer = modelled.ask("What does a topaz yacht cost?", model=EXTRACTOR, rewrite=True, keep=False)
    assert {chunk.doc_id for chunk in answer.passages} >= {"lamps"}
    assert answer.decision is not None
    assert set(answer.decision.missing) == {"topaz", "yacht"}
    assert not answer.answerable


# --- A question by its ID ----------------------------------------------------------------------------------------------


def test_a_fixed_question_has_its_own_day(assistant: Assistant) -> None:
    answer = assistant.ask("Q1", keep=False, without_documents=["leaflet"])
    assert (answer.asked.id, answer.asked.text, answer.asked.as_of) == ("Q1", LAMPS, "2025-06-01")
    assert "20 days" in answer.text
    later = assistant.ask("Q1", as_of="2026-02-01", keep=False)
    assert (later.asked.as_of, later.text) == ("2026-02-01", "A lamp can be returned within 30 days of delivery.")


def test_a_fixed_question_has_its_own_language(assistant: Assistant) -> None:
    answer = assistant.ask("Q2", keep=False)
    assert (answer.asked.id, answer.asked.language, answer.asked.as_of) == ("Q2", "fr", TODAY)
    assert assistant.ask("verre retours jours", keep=False).asked.language == "en"


def test_what_looks_like_an_id_and_is_none_is_an_error(assistant: Assistant) -> None:
    with pytest.raises(NotFoundError, match="Q77"):
        assistant.ask("Q77")


# --- What is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"as_of": "none"}, "an answer needs a day"),
        ({"as_of": "soon"}, "soon"),
        ({"k": 0}, "k is 0"),
        ({"k": 1001}, "k is 1001"),
        ({"method": "baseline"}, "the baseline has no dates"),
        ({"audience": "martians"}, "martians"),
    ],
)
def test_what_cannot_be_asked(assistant: Assistant, options: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        assistant.ask(LAMPS, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("question", ["", "  ", "x" * 20_001])
def test_questions_that_are_no_questions(assistant: Assistant, question: str) -> None:
    with pytest.raises(UsageError):
        assistant.ask(question)


def test_a_question_of_20_000_characters(assistant: Assistant) -> None:
    assert not assistant.ask("topaz " * 3333, keep=False).answerable


def test_a_chat_model_needs_a_prompt(modelled: Assistant) -> None:
    answerer = Answerer(modelled.searcher("keywords"), modelled.store, modelled.settings.answers, modelled.models.chat)
    with pytest.raises(ValueError, match="prompt"):
        answerer.answer(Asked(LAMPS, "en", TODAY, "staff", frozenset({"public", "staff"})), 5)


# --- The ledger --------------------------------------------------------------------------------------------------------


def test_an_answer_is_kept_under_its_id(assistant: Assistant) -> None:
    answer = assistant.ask(LAMPS)
    assert answer.kept
    kept = assistant.ledger.get(answer.kept, labels=answer.asked.labels)
    assert (kept.question, kept.text, kept.as_of) == (LAMPS, answer.text, TODAY)
    assert assistant.ask("What does a topaz yacht cost?").kept not in ("", answer.kept)


def test_an_answer_is_not_kept_where_that_is_not_wanted(shop: Project, assistant: Assistant) -> None:
    assert assistant.ask(LAMPS, keep=False).kept == ""
    shop.configure(f"[project]\ntoday = {TODAY}\n[answers]\nledger = false\n")
    assert shop.assistant.ask(LAMPS).kept == ""
    assert not shop.settings.state_path.exists()


def test_an_answer_that_cannot_be_kept_is_not_lost(assistant: Assistant) -> None:
    assistant.settings.state_path.mkdir(parents=True)
    answer = assistant.ask(LAMPS)
    assert (answer.kept, answer.text) == ("", "A lamp can be returned within 30 days of delivery.")
    assert answer.notes[-1].startswith("the answer is not in the ledger: ")
    assert len(answer.notes) == 2


# --- A chat model ------------------------------------------------------------------------------------------------------


def test_a_good_claim_of_a_model_stands(modelled: Assistant, server: ModelServer, shop: Project) -> None:
    server.script(cited(("You have 30 days to return a lamp.", passage(shop, "lamps").chunk_id, "within 30 days of delivery")))
    answer = modelled.ask(LAMPS, keep=False)
    assert (answer.answerable, answer.text) == (True, "You have 30 days to return a lamp.")
    assert answer.model == "openai:tiny"
    assert answer.prompt.split()[0]
    assert len(answer.prompt.split()) == 2
    assert (answer.decision, answer.is_disputed) == (None, False)
    assert answer.trace.completion is not None
    assert list(answer.trace.milliseconds) == ["search", "context", "reply", "checks"]
    assert answer.trace.messages


def test_a_bad_claim_is_withheld_beside_a_good_one(modelled: Assistant, server: ModelServer, shop: Project) -> None:
    lamps = passage(shop, "lamps").chunk_id
    server.script(cited(("You have 90 days.", lamps, ""), ("A lamp has 30 days.", lamps, "within 30 days")))
    answer = modelled.ask(LAMPS, keep=False)
    assert answer.text == "A lamp has 30 days."
    assert [claim.ok for claim in answer.claims] == [False, True]
    assert "number_not_found" in problems(answer)
    assert answer.all_problems[0].startswith("claim 1: ")
    assert [chunk.doc_id for chunk in answer.cited] == ["lamps"]


def test_when_no_claim_stands_the_documents_do_not_say(modelled: Assistant, server: ModelServer) -> None:
    server.script(cited(("You have 90 days.", "0" * 12, "")))
    answer = modelled.ask(LAMPS, keep=False)
    assert (answer.answerable, answer.text, problems(answer)) == (False, "The documents do not say.", ["missing_id"])
    assert answer.passages


def test_claims_of_a_model_that_says_it_cannot_answer_are_not_the_answer(modelled: Assistant, server: ModelServer, shop: Project) -> None:
    good = ("A lamp has 30 days.", passage(shop, "lamps").chunk_id, "within 30 days")
    server.script(cited(good, answerable=False))
    answer = modelled.ask(LAMPS, keep=False)
    assert (answer.answerable, answer.text) == (False, "The documents do not say.")


def test_a_staff_passage_that_a_model_guesses_is_told_like_one_that_is_not_there(
    modelled: Assistant, server: ModelServer, shop: Project
) -> None:
    told = []
    for name in (passage(shop, "gate").chunk_id, "0" * 12):
        server.script(cited(("The code is 4711.", name, "")))
        answer = modelled.ask("What is the gate code?", audience="public", keep=False)
        told.append([problem.replace(name, "ID") for problem in answer.all_problems])
        assert not answer.answerable
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("reply", "problem"),
    [(refusal("I will not."), "refused"), (cut_off('{"answerable": tr'), "cut"), (said("a lamp"), "not a valid answer")],
)
def test_a_reply_that_cannot_be_used(modelled: Assistant, server: ModelServer, reply: Fault, problem: str) -> None:
    server.script(reply)
    answer = modelled.ask(LAMPS, keep=False)
    assert (answer.answerable, answer.claims, answer.reply, answer.text) == (False, (), None, "The documents do not say.")
    assert answer.problems[0].startswith(problem)
    assert answer.all_problems == answer.problems
    assert answer.trace.completion is not None
    assert answer.trace.milliseconds


def test_without_a_passage_a_model_can_prove_nothing(modelled: Assistant, server: ModelServer) -> None:
    server.script(cited(("You have 30 days.", "0" * 12, "")))
    answer = modelled.ask("?", keep=False)
    assert (answer.answerable, answer.passages, answer.text) == (False, (), "The documents do not say.")


def test_a_model_that_fails_is_an_error(modelled: Assistant, server: ModelServer) -> None:
    server.script(Fault(401))
    with pytest.raises(ModelError):
        modelled.ask(LAMPS, keep=False)


def test_the_extractor_is_there_beside_a_model(modelled: Assistant, server: ModelServer) -> None:
    answer = modelled.ask(LAMPS, model=EXTRACTOR, keep=False)
    assert (answer.model, answer.prompt, server.requests) == (EXTRACTOR, "", [])


# --- Meaning -----------------------------------------------------------------------------------------------------------


def test_nearness_counts_where_the_search_is_by_meaning(with_models: None, project: Project) -> None:
    from tests.retrieval import ingested

    assistant = ingested(project.folder, {"lamps": {"body": "## Returns\n\nA lamp can be returned within 30 days.\n"}})
    near = assistant.ask(LAMPS, method="hybrid", keep=False).decision
    plain = assistant.ask(LAMPS, method="keywords", keep=False).decision
    assistant.store.close()
    assert near is not None
    assert plain is not None
    assert "distance" in near.signals
    assert "distance" not in plain.signals
    assert near.threshold != plain.threshold


# --- What a service needs ----------------------------------------------------------------------------------------------


def test_passages_are_told_before_the_answer_and_all_is_of_one_state(shop: Project, assistant: Assistant) -> None:
    told: list[str] = []

    def leave(found: object) -> None:
        told.extend(chunk.doc_id for _, chunk in found)  # type: ignore[attr-defined]
        (shop.documents / "lamps.md").unlink()
        shop.ingest()

    answer = assistant.ask(LAMPS, keep=False, method="keywords", found=leave)
    assert told == [chunk.doc_id for chunk in answer.passages]
    assert (answer.answerable, [chunk.doc_id for chunk in answer.cited]) == (True, ["lamps"])
    assert "lamps" not in {chunk.doc_id for chunk in assistant.ask(LAMPS, keep=False, method="keywords").passages}


def test_a_passage_that_leaves_while_a_model_thinks_proves_nothing(shop: Project, modelled: Assistant, server: ModelServer) -> None:
    lamps = next(chunk for chunk in modelled.store.chunks("lamps") if chunk.version == "1")
    words = "A lamp can be returned within 30 days of delivery."
    server.script(cited((words, lamps.chunk_id, words)))

    def leave(found: object) -> None:
        del found
        (shop.documents / "lamps.md").unlink()
        shop.ingest()

    answer = modelled.ask(LAMPS, keep=False, found=leave)
    assert not answer.answerable
    assert any("missing_id" in problem for problem in answer.all_problems)


def test_a_text_is_no_fixed_question_where_that_is_not_wanted(assistant: Assistant) -> None:
    assert assistant.ask("Q1", keep=False).asked.id == "Q1"
    answer = assistant.ask("Q1", keep=False, fixed=False)
    assert (answer.asked.id, answer.asked.text, answer.answerable) == ("", "Q1", False)
