"""Reranking: the order of weighted signals, of a model, and what stands beyond the pool."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policy_assistant import rerank
from policy_assistant.errors import ModelError, UsageError
from policy_assistant.filters import Filters
from policy_assistant.hybrid import Candidate
from policy_assistant.metadata import Chunk
from policy_assistant.models.base import ModelOptions, Reranker
from policy_assistant.models.embedders.base import ALONE
from policy_assistant.models.rerankers.base import open_reranker
from policy_assistant.rerank import OTHER, by_model, by_signals, check_signal, load_weights, search_rerank, weighted, weights_of
from policy_assistant.signals import SIGNALS, signals_of
from policy_assistant.testing.model_server import Fault, ModelServer
from tests.retrieval import asked, candidate, indexed, passage, prepared

QUESTION = asked("zebra hall", [1.0, 0.0], model="e5")


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def opened(server: ModelServer) -> Reranker:
    return open_reranker("rerank-api:tiny", ModelOptions(rerank_base_url=server.base_url, timeout_seconds=10))


def fused(*scores: float) -> list[Candidate]:
    """Candidates in the order of falling fused scores, which are their keyword signal too."""
    return [candidate(passage(f"d{n}", f"text {n}"), score, keyword_scaled=score) for n, score in enumerate(scores)]


def names(found: Sequence[tuple[Chunk, float]]) -> list[str]:
    return [chunk.doc_id for chunk, _ in found]


def test_shipped_weights_are_of_known_signals_and_never_negative() -> None:
    weights = load_weights()
    assert set(weights) == {*ALONE, OTHER}
    for of_embedder in weights.values():
        assert set(of_embedder) <= set(SIGNALS)
        assert all(weight > 0 for weight in of_embedder.values())


@pytest.mark.parametrize(("model", "key"), [("e5", "e5"), ("use", "use"), ("openai:small", OTHER), ("", OTHER)])
def test_weights_are_those_of_the_embedder(model: str, key: str) -> None:
    question = asked("zebra", [1.0], model=model) if model else asked("zebra")
    assert weights_of(question) == load_weights()[key]


def test_a_signal_can_be_left_out() -> None:
    assert set(weights_of(QUESTION)) - set(weights_of(QUESTION, "meaning")) == {"meaning"}
    assert weights_of(QUESTION, "codes") == weights_of(QUESTION)


def test_a_weighted_sum_takes_what_has_a_weight() -> None:
    assert weighted({"keywords": 2.0, "codes": 1.0, "pairs": 9.0}, {"keywords": 0.5, "codes": 0.25}) == 1.25


def test_candidates_are_ordered_by_their_weighted_signals() -> None:
    texts = ("rain wind", "zebra", "zebra hall")
    pool = [candidate(passage(f"d{n}", text), 0.2 - n / 10, keyword_scaled=n / 10, vector_scaled=0.1) for n, text in enumerate(texts)]
    weights = load_weights()["e5"]
    expected = {
        p.chunk.doc_id: sum(weights[name] * v[name] for name in weights) for p, v in zip(pool, signals_of(QUESTION, pool), strict=True)
    }
    found = by_signals(QUESTION, pool)
    assert names(found) == ["d2", "d1", "d0"]
    assert {chunk.doc_id: score for chunk, score in found} == pytest.approx(expected)


def test_without_a_signal_the_others_decide() -> None:
    near = candidate(passage("near", "x"), 1.0, vector_scaled=3.0)
    worded = candidate(passage("worded", "x"), 0.9, keyword_scaled=1.0)
    assert names(by_signals(QUESTION, [near, worded])) == ["near", "worded"]
    assert names(by_signals(QUESTION, [near, worded], "meaning")) == ["worded", "near"]


def test_equal_scores_are_ordered_by_id() -> None:
    found = by_signals(QUESTION, fused(0.0, 0.0, 0.0, 0.0, 0.0))
    assert [chunk.chunk_id for chunk, _ in found] == sorted(chunk.chunk_id for chunk, _ in found)


def test_beyond_the_pool_the_fused_order_stays_below_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rerank, "POOL", 2)
    pool = fused(1.0, 0.75, 0.5, -1.5)
    found = by_signals(asked("?!", [1.0], model="e5"), pool)
    assert names(found) == ["d0", "d1", "d2", "d3"]
    scores = [score for _, score in found]
    assert scores[1] - scores[2] == pytest.approx(0.25)
    assert scores[2] - scores[3] == pytest.approx(2.0)


def test_a_pool_that_turns_round_keeps_its_rest_below(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rerank, "POOL", 2)
    turned = [candidate(passage("a", "x"), 2.0, keyword_scaled=-9.0), candidate(passage("b", "x"), 1.0), *fused(0.9)]
    assert names(by_signals(asked("?!", [1.0], model="e5"), turned)) == ["b", "a", "d0"]


def test_nothing_found_is_nothing_reranked(server: ModelServer) -> None:
    assert by_signals(QUESTION, []) == []
    assert by_model(QUESTION, [], opened(server)) == []
    assert server.requests == []


def test_a_model_orders_the_first_and_is_asked_once(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rerank, "MODEL_POOL", 3)
    texts = ("rain", "zebra rain", "zebra hall", "zebra hall too")
    pool = [candidate(passage(f"d{n}", text), 1 - n / 10) for n, text in enumerate(texts)]
    found = by_model(QUESTION, pool, opened(server))
    assert names(found) == ["d2", "d1", "d0", "d3"]
    assert [score for _, score in found] == pytest.approx([1.0, 0.5, 0.0, -0.1])
    (request,) = server.requests
    assert request.body["query"] == "zebra hall"
    assert request.body["documents"] == [c.chunk.text for c in pool[:3]]


def test_the_shipped_pools_are_read(server: ModelServer) -> None:
    pool = fused(*(-float(n) for n in range(60)))
    by_model(QUESTION, pool, opened(server))
    assert len(server.requests[0].body["documents"]) == 20
    scores = [score for _, score in by_signals(asked("?!", [1.0], model="e5"), pool)]
    assert scores[49] - scores[50] == pytest.approx(1.0)
    assert scores[48] - scores[49] == pytest.approx(load_weights()["e5"]["keywords"])


def test_a_models_failure_is_the_searchs(server: ModelServer, tmp_path: Path) -> None:
    server.script(Fault(status=400, body={"error": {"message": "no such model"}}))
    with indexed(tmp_path, prepared("a", {"zebra": [1.0, 0.0]})) as store, pytest.raises(ModelError, match="no such model"):
        search_rerank(store, QUESTION, 5, Filters(), opened(server))


def test_a_search_is_reranked_and_cut_to_k(tmp_path: Path) -> None:
    texts = {"rain": [1.0, 0.0], "zebra": [0.8, 0.6], "zebra hall": [0.9, 0.4358899], **{f"wind {n}": [0.0, 1.0] for n in range(4)}}
    with indexed(tmp_path, *(prepared(f"d{n}", {text: v}) for n, (text, v) in enumerate(texts.items()))) as store:
        found = [search_rerank(store, QUESTION, k, Filters()) for k in (1, 2, 100)]
        assert search_rerank(store, QUESTION, 5, Filters(labels=frozenset())) == []
    assert [chunk.text for chunk, _ in found[2]][:2] == ["zebra hall", "zebra"]
    assert (found[0], found[1], len(found[2])) == (found[2][:1], found[2][:2], 7)


@pytest.mark.parametrize(
    ("written", "name"), [("", ""), ("codes", "codes"), ("keyword-rank", "keyword rank"), ("keyword rank", "keyword rank")]
)
def test_a_signal_is_named_with_a_hyphen_or_a_blank(written: str, name: str) -> None:
    assert check_signal(written) == name


def test_an_unknown_signal_is_refused_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="unknown signal 'code'") as caught:
        check_signal("code")
    assert caught.value.hint == "did you mean `codes`?"


numbers = st.floats(-3, 3).map(lambda number: round(number, 2))
pools = st.lists(st.tuples(numbers, numbers, st.sampled_from(["zebra hall", "zebra rain", "rain wind door"])), min_size=1, max_size=8)


@settings(deadline=None, max_examples=80)
@given(pools, st.sampled_from(["keyword_scaled", "vector_scaled"]), st.floats(0, 5), st.sampled_from(["e5", "use", "other"]), st.data())
def test_more_of_a_signal_never_lowers_a_passage(
    drawn: list[tuple[float, float, str]], raised: str, by: float, model: str, data: st.DataObject
) -> None:
    """The fused scores stay, so that only this one signal of this one passage changes."""
    question = asked("zebra hall", [1.0], model=model)
    chosen = data.draw(st.integers(0, len(drawn) - 1))

    def ranked(more: float) -> tuple[int, float]:
        pool = []
        for n, (keywords, meaning, text) in enumerate(drawn):
            values = {"keyword_scaled": keywords, "vector_scaled": meaning}
            values[raised] += more if n == chosen else 0.0
            pool.append(candidate(passage(f"d{n}", text), 0.0, **values))
        found = by_signals(question, pool)
        place = names(found).index(f"d{chosen}")
        return place, found[place][1]

    (place, score), (new_place, new_score) = ranked(0.0), ranked(by)
    assert new_score >= score
    assert new_place <= place
