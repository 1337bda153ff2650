"""Vectors of questions are made once, and forgotten in the order of their use."""

import threading
from collections.abc import Iterator

import numpy as np
import pytest

from policy_assistant.models.base import Embedder, ModelOptions
from policy_assistant.models.embedders.base import open_embedder
from policy_assistant.models.remembering import RememberingEmbedder
from policy_assistant.testing.model_server import ModelServer


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture
def embedder(server: ModelServer) -> Embedder:
    return open_embedder("openai:tiny", ModelOptions(embedding_base_url=server.base_url))


def test_a_question_is_embedded_once_and_gets_the_same_vector(server: ModelServer, embedder: Embedder) -> None:
    remembering = RememberingEmbedder(embedder, 10)
    first = remembering.questions(["hats", "shoes"])
    asked = len(server.requests)
    again = remembering.questions(["shoes", "hats", "shoes"])
    assert len(server.requests) == asked
    assert np.array_equal(again, first[[1, 0, 1]])
    assert np.array_equal(first, embedder.questions(["hats", "shoes"]))


def test_what_was_used_longest_ago_is_forgotten_first(server: ModelServer, embedder: Embedder) -> None:
    remembering = RememberingEmbedder(embedder, 2)
    for text in ("one", "two", "one", "three"):
        remembering.questions([text])
    asked = len(server.requests)
    remembering.questions(["one", "three"])
    assert len(server.requests) == asked
    remembering.questions(["two"])
    assert len(server.requests) == asked + 1


def test_it_is_the_embedder_in_everything_else(embedder: Embedder) -> None:
    remembering = RememberingEmbedder(embedder, 2)
    assert (remembering.name, remembering.revision, remembering.dimension) == (embedder.name, embedder.revision, embedder.dimension)
    assert np.array_equal(remembering.passages(["hats"]), embedder.passages(["hats"]))
    assert remembering.questions([]).shape == (0, embedder.dimension)


def test_threads_share_it(embedder: Embedder) -> None:
    remembering = RememberingEmbedder(embedder, 3)
    right = {text: embedder.questions([text])[0] for text in "abcdef"}
    wrong: list[str] = []

    def ask() -> None:
        wrong.extend(text for text in [*"abcdef"] * 5 if not np.array_equal(remembering.questions([text])[0], right[text]))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
