"""A rerank server: what is sent, and what is refused of its answers."""

from collections.abc import Iterator

import pytest

from policy_assistant.errors import ModelError
from policy_assistant.models import http
from policy_assistant.models.base import ModelOptions, Reranker
from policy_assistant.models.rerankers.base import open_reranker
from policy_assistant.server_keys import RERANK_KEY
from policy_assistant.testing.model_server import Fault, ModelServer


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.setattr(http, "FIRST_WAIT_SECONDS", 0)
    with ModelServer() as running:
        yield running


def opened(server: ModelServer) -> Reranker:
    return open_reranker("rerank-api:tiny", ModelOptions(rerank_base_url=server.base_url, timeout_seconds=10))


def test_scores_come_in_the_order_of_the_passages(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(RERANK_KEY, "rk-1")
    assert opened(server).scores("red pump", ["blue hose", "red pump", "red hose"]) == [0.0, 1.0, 0.5]
    assert server.requests[0].path == "/v1/rerank"
    assert server.requests[0].headers["authorization"] == "Bearer rk-1"
    assert server.requests[0].body == {
        "model": "tiny",
        "query": "red pump",
        "documents": ["blue hose", "red pump", "red hose"],
        "top_n": 3,
    }


def test_a_plain_list_of_scores_is_read_too(server: ModelServer) -> None:
    server.script(Fault(body=[{"index": 1, "score": 0.9}, {"index": 0, "score": -3}]))
    assert opened(server).scores("q", ["a", "b"]) == [-3.0, 0.9]


def test_many_passages_go_in_calls_of_100(server: ModelServer) -> None:
    scores = opened(server).scores("pump", ["hose"] * 100 + ["pump"] + ["hose"] * 50)
    assert [len(request.body["documents"]) for request in server.requests] == [100, 51]
    assert scores.index(1.0) == 100
    assert len(scores) == 151


def test_empty_texts_are_not_sent_and_come_last(server: ModelServer) -> None:
    reranker = opened(server)
    server.script(Fault(body=[{"index": 0, "score": -2}, {"index": 1, "score": -5}]))
    assert reranker.scores("pump", ["a", "", "b\0"]) == [-2.0, -5.0, -5.0]
    assert server.requests[0].body["documents"] == ["a", "b"]
    assert reranker.scores("pump", []) == []
    assert reranker.scores(" \0", ["a", "b"]) == [0.0, 0.0]
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"results": [{"index": 0, "relevance_score": 1}]}, "gave 1 scores for 2 passages"),
        ({"error": "no"}, "gave no list of scores"),
        ("5", "gave no list of scores"),
        ([{"index": 0, "score": 1}, {"index": 0, "score": 1}], "a score for passage 0 of 2"),
        ([{"index": 0, "score": 1}, {"index": 2, "score": 1}], "a score for passage 2 of 2"),
        ([{"index": 0, "score": 1}, {"score": 1}], "a score for passage None of 2"),
        ([{"index": 0, "score": 1}, 7], "a score for passage None of 2"),
        ([{"index": 0, "score": 1}, {"index": 1}], "not a number"),
        ([{"index": 0, "score": 1}, {"index": 1, "score": "1"}], "not a number"),
        ('[{"index": 0, "score": 1}, {"index": 1, "score": NaN}]', "not finite"),
        ('[{"index": 0, "score": 1}, {"index": 1, "score": 1e999}]', "not finite"),
    ],
)
def test_an_answer_that_is_none_is_refused(server: ModelServer, answer: object, said: str) -> None:
    server.script(Fault(body=answer))
    with pytest.raises(ModelError, match="`rerank-api:tiny` gave") as caught:
        opened(server).scores("q", ["a", "b"])
    assert said in str(caught.value)


def test_a_busy_server_is_asked_three_times(server: ModelServer) -> None:
    server.script(Fault(429), Fault(500))
    assert opened(server).scores("a", ["a"]) == [1.0]
    server.script(*[Fault(500)] * 3)
    with pytest.raises(ModelError, match=r"the rerank server at .* answered 500"):
        opened(server).scores("a", ["a"])
