"""Fusion: reciprocal ranks and scaled scores, worked by hand."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean, pstdev

import pytest

from policy_assistant import hybrid
from policy_assistant.dense import search_dense
from policy_assistant.errors import ModelError
from policy_assistant.filters import Filters
from policy_assistant.hybrid import KEYWORD_SHARE, OTHER_SHARE, Candidate, candidates, rrf, search_hybrid
from policy_assistant.lexical import search_keywords
from policy_assistant.question import Question
from policy_assistant.store.sqlite import Store
from tests.retrieval import asked, indexed, prepared

EVERYTHING = Filters()
ZEBRA = asked("zebra", [1.0, 0.0])
PASSAGES = {
    "zebra zebra hall": [0.0, 1.0],
    "zebra in a long hall with many doors and a window": [0.6, 0.8],
    "horse": [1.0, 0.0],
    "hall": [0.8, 0.6],
    "the rain outside": [-1.0, 0.0],
    "wind": [0.0, 1.0],
    "snow": [0.0, 1.0],
    "fog": [0.0, -1.0],
    "zebra": None,
}


def made(folder: Path, passages: Mapping[str, Sequence[float] | None]) -> Store:
    return indexed(folder, *(prepared(f"d{n}", {text: vector}) for n, (text, vector) in enumerate(passages.items())))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return made(tmp_path, PASSAGES)


def by_text(found: Sequence[Candidate]) -> dict[str, Candidate]:
    return {candidate.chunk.text: candidate for candidate in found}


def test_rrf_adds_the_reciprocal_ranks_of_all_lists() -> None:
    found = rrf([["a", "b"], ["c", "b", "a"]])
    assert found == [("a", round(1 / 61 + 1 / 63, 6)), ("b", round(1 / 62 + 1 / 62, 6)), ("c", round(1 / 61, 6))]
    assert found[0][1] == 0.032266


def test_rrf_orders_equals_by_item_and_takes_another_constant() -> None:
    assert rrf([["b", "a"], ["a", "b"]], constant=1) == [("a", 0.833333), ("b", 0.833333)]
    assert rrf([]) == []
    assert rrf([[], ["a"]]) == [("a", 0.016393)]


@pytest.mark.parametrize(("model", "share"), [("e5", KEYWORD_SHARE["e5"]), ("use", KEYWORD_SHARE["use"]), ("openai:small", OTHER_SHARE)])
def test_scores_are_put_on_one_scale_and_added_by_the_share_of_the_embedder(store: Store, model: str, share: float) -> None:
    question = asked("zebra", [1.0, 0.0], model=model)
    with store:
        words = {chunk.text: score for chunk, score in search_keywords(store, question, 9, EVERYTHING)}
        meaning = {chunk.text: score for chunk, score in search_dense(store, question, 9, EVERYTHING)}
        found = by_text(candidates(store, question, 3, EVERYTHING))
    assert (len(words), len(meaning)) == (3, 8)
    both = [*words.values(), *[0.0] * 5]
    for text in PASSAGES:
        keywords = (words.get(text, 0.0) - fmean(both)) / pstdev(both)
        nearness = (meaning[text] - fmean(meaning.values())) / pstdev(meaning.values()) if text in meaning else keywords
        assert found[text].keyword_scaled == pytest.approx(keywords)
        assert found[text].vector_scaled == pytest.approx(nearness)
        assert found[text].score == pytest.approx(share * keywords + (1 - share) * nearness)


def test_a_candidate_knows_its_ranks_and_raw_scores(store: Store) -> None:
    with store:
        found = by_text(candidates(store, ZEBRA, 3, EVERYTHING))
    horse, zebra = found["horse"], found["zebra"]
    assert (horse.keywords, horse.keyword_rank, horse.vectors, horse.vector_rank) == (0.0, None, 1.0, 1)
    assert zebra.keyword_rank in (1, 2)
    assert zebra.vector_rank is None


def test_a_chunk_without_a_vector_is_judged_by_its_words_alone(store: Store) -> None:
    with store:
        found = by_text(candidates(store, ZEBRA, 3, EVERYTHING))
    assert found["zebra"].vectors == 0.0
    assert found["zebra"].score == found["zebra"].vector_scaled == found["zebra"].keyword_scaled > 0


def test_the_best_come_first_and_k_cuts_the_same_ranking(store: Store) -> None:
    with store:
        rankings = [search_hybrid(store, ZEBRA, k, EVERYTHING) for k in (1, 3, 100)]
    assert [len(ranking) for ranking in rankings] == [1, 3, 9]
    assert rankings[2][:3] == rankings[1]
    assert rankings[1][:1] == rankings[0]
    assert [score for _, score in rankings[2]] == sorted((score for _, score in rankings[2]), reverse=True)


def test_beyond_the_pool_both_scores_are_still_exact_and_the_scale_is_that_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passages = {"zebra zebra": [-1.0, 0.0], "zebra zebra hall": [-0.8, 0.6], "zebra hall rain": [1.0, 0.0]}
    passages |= {"door": [0.8, 0.6]} | {f"wind {n}": [-1.0, 0.0] for n in range(4)}
    monkeypatch.setattr(hybrid, "POOL", 2)
    with made(tmp_path, passages) as store:
        words = {chunk.text: score for chunk, score in search_keywords(store, ZEBRA, 9, EVERYTHING)}
        found = by_text(candidates(store, ZEBRA, 1, EVERYTHING))
    first = sorted(words.values(), reverse=True)[:2]
    assert found["zebra hall rain"].keyword_rank is None
    assert found["zebra hall rain"].keywords == words["zebra hall rain"] > 0
    assert found["zebra hall rain"].keyword_scaled == pytest.approx((words["zebra hall rain"] - fmean(first)) / pstdev(first))
    assert found["zebra zebra"].vector_rank is None
    assert found["zebra zebra"].vectors == -1.0
    assert found["zebra zebra"].vector_scaled == pytest.approx((-1.0 - 0.9) / 0.1, rel=1e-5)


def test_lists_are_as_deep_as_k_where_that_is_more_than_the_pool(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hybrid, "POOL", 2)
    with store:
        assert [len(search_hybrid(store, ZEBRA, k, EVERYTHING)) for k in (2, 3, 9)] == [2, 3, 9]
        few, many = (by_text(candidates(store, ZEBRA, k, EVERYTHING)) for k in (2, 9))
    assert len(few) < len(many)
    with_vectors = [text for text in few if PASSAGES[text]]
    assert len(with_vectors) > 1
    assert [many[text].score for text in with_vectors] == [few[text].score for text in with_vectors]


def test_a_question_of_zeros_ranks_by_keywords(store: Store) -> None:
    nothing = asked("zebra", [0.0, 0.0])
    with store:
        found = search_hybrid(store, nothing, 9, EVERYTHING)
        assert [chunk for chunk, _ in found] == [chunk for chunk, _ in search_keywords(store, nothing, 9, EVERYTHING)]


def test_a_question_without_any_known_word_ranks_by_meaning(store: Store) -> None:
    unknown = asked("?!", [1.0, 0.0])
    with store:
        found = search_hybrid(store, unknown, 9, EVERYTHING)
        assert [chunk for chunk, _ in found] == [chunk for chunk, _ in search_dense(store, unknown, 9, EVERYTHING)]


def test_equal_scores_everywhere_are_ordered_by_id(tmp_path: Path) -> None:
    with indexed(tmp_path, *(prepared(f"d{n}", {"zebra": [1.0, 0.0]}) for n in range(5))) as store:
        found = search_hybrid(store, ZEBRA, 9, EVERYTHING)
    assert {score for _, score in found} == {0.0}
    assert [chunk.chunk_id for chunk, _ in found] == sorted(chunk.chunk_id for chunk, _ in found)


@pytest.mark.parametrize("passages", [{}, PASSAGES])
def test_nothing_allowed_is_nothing_found(tmp_path: Path, passages: Mapping[str, Sequence[float] | None]) -> None:
    with made(tmp_path, passages) as store:
        assert search_hybrid(store, ZEBRA, 9, Filters(labels=frozenset({"board"}))) == []


def test_without_an_embedder_it_is_refused(store: Store) -> None:
    with store, pytest.raises(ModelError, match="needs an embedder"):
        search_hybrid(store, asked("zebra"), 3, EVERYTHING)


def test_what_a_filter_hides_changes_no_scale(store: Store, tmp_path: Path) -> None:
    hidden = prepared("hidden", {"zebra zebra zebra": [1.0, 0.0]}, access="staff")
    (tmp_path / "other").mkdir()
    shown = [prepared(f"d{n}", {text: vector}) for n, (text, vector) in enumerate(PASSAGES.items())]
    with indexed(tmp_path / "other", *shown, hidden) as other:
        found = candidates(other, ZEBRA, 3, Filters(labels=frozenset({"public"})))
    assert "hidden" not in {candidate.chunk.doc_id for candidate in found}
    with store:
        alone = by_text(candidates(store, ZEBRA, 3, EVERYTHING))
    with_vectors = PASSAGES.keys() - {"zebra"}
    assert {text: by_text(found)[text].vector_scaled for text in with_vectors} == {text: alone[text].vector_scaled for text in with_vectors}


def test_the_question_is_embedded_once(store: Store) -> None:
    calls: list[Sequence[str]] = []

    class Counting:
        name, revision, dimension = "known", "1", 2

        def questions(self, texts: Sequence[str]) -> object:
            import numpy as np

            calls.append(texts)
            return np.array([[1.0, 0.0]], np.float32)

        passages = questions

    question = Question("zebra", ("en",), ZEBRA.glossary, Counting())  # type: ignore[arg-type]
    with store:
        candidates(store, question, 3, EVERYTHING)
    assert calls == [["zebra"]]
