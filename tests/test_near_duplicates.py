"""Documents that are alike in nearly everything: codes and dates tell them apart, and a context shows one of them."""

from collections.abc import Iterator

import pytest

from policy_assistant.assistant import Assistant
from policy_assistant.context import make_context
from policy_assistant.filters import Filters
from policy_assistant.metadata import Chunk
from tests.retrieval import ingested

METHODS = ("bm25", "keywords", "dense", "hybrid", "rerank")
BY_WORDS_TOO = ("bm25", "keywords", "hybrid", "rerank")
RETURNS = "## Return window\n\nA customer may send an unused product back within {} days of delivery, in its own box, with the receipt."


def manual(model: str, kit: str) -> dict[str, str]:
    text = f"The pump kit {kit} fits the pressure washer {model}. Close the water, take the cover off and change the pump."
    return {"title": f"Service manual {model}", "body": f"## Pump kit\n\n{text}\n\n## Noise\n\nThe {model} stays below 80 dB.\n"}


PAGES = {
    "manual-2200": manual("PW-2200", "PK-2200-07"),
    "manual-2400": manual("PW-2400", "PK-2400-02"),
    "manual-2600": manual("PW-2600", "PK-2600-11"),
    "old": {"doc_id": "returns", "version": "1", "effective_to": "2026-10-31", "body": RETURNS.format(30)},
    "new": {"doc_id": "returns", "version": "2", "effective_from": "2026-11-01", "body": RETURNS.format(45)},
    "help": {"doc_id": "help", "title": "Help page", "body": RETURNS.format(30)},
    "garden": {"body": "## Chairs\n\nOak chairs are oiled once a year.\n"},
    "parking": {"body": "## Permits\n\nStaff may park in the yard.\n"},
}


@pytest.fixture(scope="module")
def assistant(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Assistant]:
    opened = ingested(tmp_path_factory.mktemp("alike"), PAGES)
    yield opened
    opened.store.close()


def passages(assistant: Assistant, question: str, method: str, as_of: str = "2026-10-09", k: int = 10) -> list[Chunk]:
    return [passage for passage in assistant.search(question, method=method, as_of=as_of, k=k).passages if isinstance(passage, Chunk)]


@pytest.mark.parametrize("method", BY_WORDS_TOO)
@pytest.mark.parametrize("number", ["2200", "2400", "2600"])
def test_a_code_decides_between_manuals(assistant: Assistant, method: str, number: str) -> None:
    (first,) = passages(assistant, f"Which pump kit fits the PW-{number}?", method, k=1)
    assert (first.doc_id, first.section) == (f"manual-{number}", "Pump kit")


@pytest.mark.parametrize("written", ["PK-2400-02", "PK2400-02", "pk 2400 02"])
def test_a_code_is_found_however_it_is_written(assistant: Assistant, written: str) -> None:
    for method in ("keywords", "hybrid", "rerank"):
        (first,) = passages(assistant, f"Where does {written} go?", method, k=1)
        assert first.doc_id == "manual-2400"


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("as_of", "version"), [("2026-10-31", "1"), ("2026-11-01", "2")])
def test_only_the_version_in_force_is_found(assistant: Assistant, method: str, as_of: str, version: str) -> None:
    found = passages(assistant, "How many days to send an unused product back?", method, as_of)
    assert [chunk.version for chunk in found if chunk.doc_id == "returns"] == [version]
    assert {chunk.doc_id for chunk in found[:2]} == {"returns", "help"}


@pytest.mark.parametrize("method", METHODS)
def test_without_a_date_all_versions_are_found_and_none_is_taken_for_another(assistant: Assistant, method: str) -> None:
    found = passages(assistant, "How many days to send an unused product back?", method, "none")
    versions = {chunk.version: chunk for chunk in found if chunk.doc_id == "returns"}
    assert set(versions) == {"1", "2"}
    context = make_context(found)
    reasons = {chunk.chunk_id: reason for chunk, reason in context.dropped}
    assert versions["2"] in context.kept
    assert reasons.get(versions["1"].chunk_id, "") in ("", *(f"near-duplicate of {c.chunk_id}" for c in found if c.doc_id == "help"))


def test_a_context_shows_one_of_two_documents_that_say_the_same(assistant: Assistant) -> None:
    found = passages(assistant, "How many days to send an unused product back?", "rerank")[:2]
    context = make_context(found)
    assert context.kept == (found[0],)
    assert context.dropped == ((found[1], f"near-duplicate of {found[0].chunk_id}"),)


def test_a_context_shows_both_where_they_disagree_in_a_number(assistant: Assistant) -> None:
    found = passages(assistant, "How many days to send an unused product back?", "rerank", "2026-11-15")[:2]
    assert {chunk.doc_id for chunk in found} == {"returns", "help"}
    assert make_context(found).kept == tuple(found)


def test_equal_texts_have_equal_scores_and_stand_by_id(assistant: Assistant) -> None:
    searcher = assistant.searcher("bm25")
    found = searcher.find("unused product receipt", 2, Filters("2026-10-09", frozenset({"public"})))
    assert {passage.doc_id for _, passage in found} == {"returns", "help"}
