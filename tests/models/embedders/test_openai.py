"""An embedding server: what is sent, and what is refused of its answers."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from policy_assistant.errors import ModelError
from policy_assistant.models import http
from policy_assistant.models.base import Embedder, ModelOptions
from policy_assistant.models.embedders.base import open_embedder
from policy_assistant.models.embedders.openai import MAX_CHARACTERS
from policy_assistant.server_keys import EMBEDDING_KEY
from policy_assistant.testing.embedder_contract import PROMISES
from policy_assistant.testing.model_server import DIMENSION, Fault, ModelServer, Request, embeddings, vector


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.setattr(http, "FIRST_WAIT_SECONDS", 0)
    with ModelServer() as running:
        yield running


def opened(server: ModelServer, model: str = "tiny") -> Embedder:
    return open_embedder(f"openai:{model}", ModelOptions(embedding_base_url=server.base_url, timeout_seconds=10))


@pytest.mark.parametrize("promise", PROMISES)
def test_it_keeps_the_contract(promise: Callable[[Embedder], None], server: ModelServer) -> None:
    promise(opened(server))


def test_opening_calls_nobody_and_the_dimension_asks_once(server: ModelServer) -> None:
    embedder = opened(server)
    assert server.requests == []
    assert [embedder.dimension, embedder.dimension] == [DIMENSION, DIMENSION]
    assert len(server.requests) == 1


def test_texts_go_in_calls_of_64_with_the_model_and_the_key(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(EMBEDDING_KEY, "sk-1")
    vectors = opened(server).passages([f"text {n}" for n in range(130)])
    assert [len(request.body["input"]) for request in server.requests] == [64, 64, 2]
    assert {request.body["model"] for request in server.requests} == {"tiny"}
    assert {request.headers["authorization"] for request in server.requests} == {"Bearer sk-1"}
    assert vectors[129] == pytest.approx(np.array(vector("text 129")), abs=1e-6)


def test_a_long_text_is_cut_and_an_empty_one_not_sent(server: ModelServer) -> None:
    opened(server).passages(["x" * 1_000_000, "", "a\0b"])
    assert server.requests[0].body["input"] == ["x" * MAX_CHARACTERS, "a b"]


def test_vectors_in_another_order_are_put_right(server: ModelServer) -> None:
    def backwards(request: Request) -> Any:
        answer = embeddings(request)
        return {**answer, "data": answer["data"][::-1]}

    server.script(backwards)
    assert opened(server).passages(["one", "two"])[1] == pytest.approx(np.array(vector("two")), abs=1e-6)


def test_servers_that_leave_the_index_out_keep_the_order(server: ModelServer) -> None:
    server.script(lambda request: {"data": [{"embedding": vector(text)} for text in request.body["input"]]})
    assert opened(server).passages(["one", "two"])[1] == pytest.approx(np.array(vector("two")), abs=1e-6)


def item(index: object, embedding: object) -> dict[str, object]:
    return {"index": index, "embedding": embedding}


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"data": [item(0, [1.0])]}, "gave 1 vectors for 2 texts"),
        ({"data": [item(n, [1.0]) for n in range(3)]}, "gave 3 vectors for 2 texts"),
        ({"data": None}, "gave no list of vectors"),
        ({"error": "out of memory"}, "gave no list of vectors"),
        ([], "gave no list of vectors"),
        ({"data": [item(0, [1.0]), item(0, [1.0])]}, "a vector for text 0 of 2"),
        ({"data": [item(0, [1.0]), item(2, [1.0])]}, "a vector for text 2 of 2"),
        ({"data": [item(0, [1.0]), item(-1, [1.0])]}, "a vector for text -1 of 2"),
        ({"data": [item(0, [1.0]), item(True, [1.0])]}, "a vector for text True of 2"),
        ({"data": [item(0, [1.0]), 5]}, "a vector for text None of 2"),
        ({"data": [item(0, [1.0]), item(1, "AAAA")]}, "not a vector of numbers"),
        ({"data": [item(0, [1.0]), item(1, ["1.0"])]}, "not a vector of numbers"),
        ({"data": [item(0, [1.0]), item(1, [None])]}, "not a vector of numbers"),
        ({"data": [item(0, [1.0]), item(1, [1.0, 2.0])]}, "different lengths"),
        ({"data": [item(0, []), item(1, [])]}, "2 x 0 numbers"),
        ('{"data": [{"index": 0, "embedding": [NaN]}, {"index": 1, "embedding": [1]}]}', "not finite"),
        ('{"data": [{"index": 0, "embedding": [1e999]}, {"index": 1, "embedding": [1]}]}', "not finite"),
    ],
)
def test_an_answer_that_is_none_is_refused(server: ModelServer, answer: object, said: str) -> None:
    server.script(Fault(body=answer))
    with pytest.raises(ModelError, match="`openai:tiny` gave") as caught:
        opened(server).passages(["a", "b"])
    assert said in str(caught.value)


def test_a_model_that_changes_its_dimension_is_noticed(server: ModelServer) -> None:
    embedder = opened(server)
    embedder.passages(["a"])
    server.script(Fault(body={"data": [item(0, [1.0, 2.0])]}))
    with pytest.raises(ModelError, match=f"vectors of 2 numbers, not of {DIMENSION}"):
        embedder.passages(["a"])


def test_a_busy_server_is_asked_three_times(server: ModelServer) -> None:
    server.script(Fault(503), Fault(429, headers={"Retry-After": "0"}))
    assert opened(server).questions(["a"]).shape == (1, DIMENSION)
    server.script(*[Fault(503)] * 3)
    with pytest.raises(ModelError, match=r"the embedding server at .* answered 503"):
        opened(server).questions(["a"])
    assert len(server.requests) == 6


def test_another_model_has_another_revision(server: ModelServer) -> None:
    assert opened(server, "small").revision != opened(server, "large").revision
