"""Explanations: the parts of a score add up to it, for every method and beyond the reranked pool."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from policy_assistant import explain, rerank
from policy_assistant.explain import Part, parts_of
from policy_assistant.filters import Filters
from policy_assistant.lexical import SCORE_DIGITS
from policy_assistant.models.base import ModelOptions
from policy_assistant.models.rerankers.base import open_reranker
from policy_assistant.search import Searcher
from policy_assistant.store.sqlite import Store
from tests.retrieval import asked, indexed, prepared

QUESTION = asked("zebra hall", [1.0, 0.0], model="e5")
EVERYTHING = Filters()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    texts = ("zebra", "zebra hall", "rain", "door", "wind", "snow")
    english = [prepared(f"en-{n}", {text: [1 - n / 5, (1 - (1 - n / 5) ** 2) ** 0.5]}) for n, text in enumerate(texts)]
    french = prepared("fr", {"zèbre": [0.6, 0.8]}, language="fr")
    return indexed(tmp_path, *english, french)


def sums(parts: Mapping[str, Sequence[Part]]) -> dict[str, float]:
    return {item: sum(part.score for part in of_chunk) for item, of_chunk in parts.items()}


def test_a_parts_score_is_value_times_weight() -> None:
    assert Part("keywords", 2.0, 0.5).score == 1.0


@pytest.mark.parametrize("without", ["", "meaning"])
@pytest.mark.parametrize(("method", "pool"), [("dense", 50), ("hybrid", 50), ("rerank", 50), ("rerank", 3), ("rerank", 7)])
def test_the_parts_add_up_to_the_score(store: Store, monkeypatch: pytest.MonkeyPatch, method: str, pool: int, without: str) -> None:
    monkeypatch.setattr(rerank, "POOL", pool)
    monkeypatch.setattr(explain, "POOL", pool)
    searcher = Searcher(method, engine=store, without=without)
    with store:
        found = searcher.find_question(QUESTION, 7, EVERYTHING)
        explained = sums(parts_of(searcher, QUESTION, 7, EVERYTHING))
    assert len(found) == 7
    assert {hit.id: hit.score for hit, _ in found} == {item: pytest.approx(explained[item], abs=10**-SCORE_DIGITS) for item in explained}


@pytest.mark.parametrize("method", ["dense", "hybrid", "rerank"])
def test_the_hits_of_a_smaller_k_are_explained(store: Store, method: str) -> None:
    searcher = Searcher(method, engine=store)
    with store:
        explained = sums(parts_of(searcher, QUESTION, 2, EVERYTHING))
        for hit, _ in searcher.find_question(QUESTION, 2, EVERYTHING):
            assert hit.score == pytest.approx(explained[hit.id], abs=10**-SCORE_DIGITS)


def test_each_method_names_its_parts(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def parts(method: str, without: str = "") -> set[tuple[str, ...]]:
        found = parts_of(Searcher(method, engine=store, without=without), QUESTION, 7, EVERYTHING)
        return {tuple(part.name for part in of_chunk) for of_chunk in found.values()}

    with store:
        assert parts("dense") == {("cosine", "language")}
        assert parts("hybrid") == {("keywords", "meaning")}
        assert parts("rerank") == {("keywords", "meaning", "concepts", "document")}
        assert parts("rerank", "concepts") == {("keywords", "meaning", "document")}
        monkeypatch.setattr(explain, "POOL", 3)
        assert parts("rerank") == {("keywords", "meaning", "concepts", "document"), ("keywords", "meaning", "not reranked")}


def test_in_one_language_only_the_cosine_counts(tmp_path: Path) -> None:
    with indexed(tmp_path, prepared("a", {"zebra": [1.0, 0.0]})) as store:
        (parts,) = parts_of(Searcher("dense", engine=store), QUESTION, 5, EVERYTHING).values()
    assert parts == [Part("cosine", 1.0, 1.0)]


def test_a_models_scores_and_the_baselines_have_no_parts(store: Store) -> None:
    reranker = open_reranker("rerank-api:tiny", ModelOptions(rerank_base_url="http://127.0.0.1:9/v1"))
    with store:
        assert parts_of(Searcher("rerank", engine=store, reranker=reranker), QUESTION, 5, EVERYTHING) == {}
    assert parts_of(Searcher("baseline"), QUESTION, 5, EVERYTHING) == {}


def test_what_is_hidden_is_not_explained(store: Store) -> None:
    with store:
        for method in ("dense", "hybrid", "rerank"):
            assert parts_of(Searcher(method, engine=store), QUESTION, 5, Filters(labels=frozenset({"board"}))) == {}
