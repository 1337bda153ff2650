"""The parts of a project: models that several of its openings share, each loaded once."""

from collections.abc import Iterator

import pytest

from policy_assistant.assistant import Assistant
from policy_assistant.models.remembering import RememberingEmbedder
from policy_assistant.parts import Models
from policy_assistant.testing.model_server import ModelServer
from tests.project import Project


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture
def embedded(project: Project, server: ModelServer) -> Project:
    project.configure(f'[models]\nembedder = "openai:tiny"\nembedding_base_url = "{server.base_url}"\n')
    project.add("hats", "## Hats\n\nHats are free on Mondays.\n")
    project.ingest()
    return project


def test_openings_of_a_project_share_the_embedder(embedded: Project) -> None:
    models = Models(embedded.settings)
    one, other = (Assistant(embedded.settings, models) for _ in range(2))
    assert one.searcher("dense").embedder is other.searcher("dense").embedder
    assert one.store is not other.store


def test_vectors_of_questions_are_remembered_where_that_is_asked_for(embedded: Project, server: ModelServer) -> None:
    assistant = Assistant(embedded.settings, Models(embedded.settings, remembered=5))
    assert isinstance(assistant.searcher("dense").embedder, RememberingEmbedder)
    assistant.search("hats", method="dense")
    asked = len(server.requests)
    assert assistant.search("hats", method="dense").passages
    assert len(server.requests) == asked


def test_fixed_questions_are_none_where_there_is_no_file(embedded: Project) -> None:
    assert embedded.assistant.fixed_questions() == []
