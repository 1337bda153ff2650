"""The index of a variant: the project's own where it will do, else one in the cache folder that follows the files."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing

import pytest

from policy_assistant.errors import UsageError
from policy_assistant.settings import Settings
from policy_assistant.store import Store
from policy_assistant.store.base import IndexInfo
from policy_assistant.testing.model_server import ModelServer
from policy_assistant.variant_index import settings_of
from tests.project import Project, texts_sent


@pytest.fixture
def server(project: Project) -> Iterator[ModelServer]:
    """The embedder of the project, which has two documents and an index."""
    with ModelServer() as running:
        project.embed_with(running)
        project.add("shoes")
        project.add("hats", "## Rule\n\nHats off.\n")
        project.ingest()
        running.requests.clear()
        yield running


def info(settings: Settings) -> IndexInfo:
    with Store(settings.index_path) as store:
        return store.info()


def varied(project: Project, options: Mapping[str, str]) -> Settings:
    return settings_of(project.settings, info(project.settings), options)


@pytest.mark.parametrize(
    "options",
    [{}, {"chunker": "structure"}, {"embedder": "openai:tiny"}, {"chunker": "structure", "embedder": "openai:tiny"}, {"glossary": "off"}],
)
def test_the_projects_own_index_is_used_where_it_will_do(project: Project, server: ModelServer, options: dict[str, str]) -> None:
    assert varied(project, options) is project.settings
    assert not (project.folder / "cache" / "variants").exists()


def test_another_chunker_gets_an_index_of_its_own_and_the_projects_stays(project: Project, server: ModelServer) -> None:
    before = project.settings.index_path.read_bytes()
    found = varied(project, {"chunker": "overlap"})
    assert found.index_path.parent == project.folder.resolve() / "cache" / "variants"
    made = info(found)
    assert made.embedding is not None
    assert (made.chunker, made.embedding.name, made.documents, made.without_vectors) == ("overlap", "openai:tiny", 2, 0)
    assert project.settings.index_path.read_bytes() == before


def test_no_embedder_is_a_variant_too(project: Project, server: ModelServer) -> None:
    assert info(varied(project, {"embedder": "none"})).embedding is None
    assert server.requests == []


def test_of_an_index_without_vectors_the_variant_may_have_some(project: Project, server: ModelServer) -> None:
    project.ingest(embedder="none", rebuild=True)
    assert varied(project, {"embedder": "none"}) is project.settings
    assert info(varied(project, {"embedder": "openai:tiny"})).vectors == 2


def test_what_was_embedded_once_is_not_embedded_for_a_variant(project: Project, server: ModelServer) -> None:
    varied(project, {"chunker": "overlap"})
    server.requests.clear()
    for path in (project.folder / "cache" / "variants").iterdir():
        path.unlink()
    varied(project, {"chunker": "overlap"})
    assert texts_sent(server) == []


def test_it_follows_the_files(project: Project, server: ModelServer) -> None:
    options = {"embedder": "openai:other"}
    first = info(varied(project, options))
    assert info(varied(project, options)).generation == first.generation
    project.add("socks", "## Rule\n\nSocks on.\n")
    (project.documents / "hats.md").unlink()
    second = varied(project, options)
    with Store(second.index_path) as store:
        assert [document.metadata.doc_id for document in store.documents()] == ["shoes", "socks"]
        assert store.info().vectors == 2


@pytest.mark.parametrize(
    "damage",
    ["UPDATE meta SET value = '0' WHERE key = 'parser'", "UPDATE meta SET value = '0' WHERE key = 'analyser'", "PRAGMA user_version = 1"],
)
def test_one_of_another_make_is_made_anew(project: Project, server: ModelServer, damage: str) -> None:
    found = varied(project, {"chunker": "fixed"})
    with closing(sqlite3.connect(found.index_path)) as conn, conn:
        conn.execute(damage)
    assert info(varied(project, {"chunker": "fixed"})).documents == 2


def test_names_that_differ_only_in_odd_characters_are_two_indexes(project: Project, server: ModelServer) -> None:
    paths = {varied(project, {"embedder": name}).index_path for name in ("openai:a/b", "openai:a-b", "openai:a:b")}
    assert len(paths) == 3
    assert {path.parent.name for path in paths} == {"variants"}


def test_what_is_embedded_is_told(project: Project, server: ModelServer) -> None:
    seen: list[tuple[int, int, str]] = []
    settings_of(project.settings, info(project.settings), {"embedder": "openai:other"}, lambda *step: seen.append(step))
    assert seen == [(0, 4, ""), (4, 4, "")]


@pytest.mark.parametrize("options", [{"chunker": "fixd"}, {"embedder": "e6"}])
def test_a_variant_that_does_not_exist_is_refused(project: Project, server: ModelServer, options: dict[str, str]) -> None:
    with pytest.raises(UsageError):
        varied(project, options)
