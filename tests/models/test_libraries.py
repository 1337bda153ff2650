"""Adapters of libraries whose models have to be downloaded, tried with small stand-ins of the libraries' own calls.

The stand-ins have the signatures of fastembed 0.9.1 and sentence-transformers 6.2.0 as far as the adapters use them.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from policy_assistant.errors import MissingExtraError, ModelError
from policy_assistant.models.base import Embedder, ModelOptions
from policy_assistant.models.embedders.base import open_embedder
from policy_assistant.models.rerankers.base import open_reranker
from policy_assistant.testing.embedder_contract import PROMISES

FASTEMBED = """
import numpy as np
from policy_assistant.testing.model_server import vector

class TextEmbedding:
    def __init__(self, model_name="x", cache_dir=None, threads=None):
        if model_name != "a/model":
            raise ValueError(f"Model {model_name} is not supported in TextEmbedding.")
        self.threads = threads

    def query_embed(self, query):
        return self.embed(["query"] + list(query))[1:]

    def passage_embed(self, texts):
        yield from self.embed(texts)

    def embed(self, texts):
        if "fail" in texts:
            raise RuntimeError("out of memory")
        return [np.array(vector(text), dtype=np.float16) * 3 for text in texts]
"""

SENTENCE_TRANSFORMERS = """
import numpy as np
from policy_assistant.testing.model_server import vector

def _known(name):
    if name != "a/model":
        raise OSError(f"{name} is not a local folder and is not a valid model identifier")

class SentenceTransformer:
    def __init__(self, model_name_or_path=None, *, device=None):
        _known(model_name_or_path)

    def encode_query(self, inputs, *, batch_size, show_progress_bar, convert_to_numpy):
        return self.encode_document(inputs, batch_size=batch_size, show_progress_bar=False, convert_to_numpy=True)

    def encode_document(self, inputs, *, batch_size, show_progress_bar, convert_to_numpy):
        if "fail" in inputs:
            raise RuntimeError("out of memory")
        return np.array([vector(text) for text in inputs], dtype=np.float32)

class CrossEncoder:
    def __init__(self, model_name_or_path=None, *, device=None):
        _known(model_name_or_path)

    def predict(self, inputs, *, batch_size, show_progress_bar, convert_to_numpy):
        if any(passage == "fail" for _, passage in inputs):
            raise RuntimeError("out of memory")
        if any(passage == "three labels" for _, passage in inputs):
            return np.ones((len(inputs), 3), dtype=np.float32)
        assert batch_size == 16 and len(inputs) <= 16
        return np.array([len(set(q.split()) & set(p.split())) for q, p in inputs], dtype=np.float32)
"""

VERSIONS = {"fastembed": "0.9.1", "sentence_transformers": "6.2.0"}
EMBEDDERS = ("fastembed:a/model", "sentence-transformers:a/model")


@pytest.fixture
def libraries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    pytest.importorskip("numpy", reason="the extra `vectors` is not installed")
    for name, text in {"fastembed": FASTEMBED, "sentence_transformers": SENTENCE_TRANSFORMERS}.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        metadata = tmp_path / f"{name}-{VERSIONS[name]}.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: {VERSIONS[name]}\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in VERSIONS:
        sys.modules.pop(name, None)


@pytest.mark.parametrize("spec", EMBEDDERS)
@pytest.mark.parametrize("promise", PROMISES)
def test_an_embedder_keeps_the_contract(promise: Callable[[Embedder], None], spec: str, libraries: None) -> None:
    promise(open_embedder(spec))


@pytest.mark.parametrize("spec", EMBEDDERS)
def test_the_revision_holds_version_and_model(spec: str, libraries: None) -> None:
    revision = open_embedder(spec, ModelOptions(threads=2)).revision
    assert "a/model" in revision
    assert VERSIONS[spec.partition(":")[0].replace("-", "_")] in revision


@pytest.mark.parametrize("spec", ["fastembed:no/model", "sentence-transformers:no/model", "cross-encoder:no/model"])
def test_a_model_that_is_not_there_is_an_error_of_ours(spec: str, libraries: None) -> None:
    with pytest.raises(ModelError, match=f"`{spec}` cannot be loaded .*(not supported|not a local folder)") as caught:
        open_reranker(spec) if spec.startswith("cross") else open_embedder(spec)
    assert "model's name" in caught.value.hint


@pytest.mark.parametrize("spec", EMBEDDERS)
def test_an_embedder_that_fails_later_is_an_error_of_ours(spec: str, libraries: None) -> None:
    with pytest.raises(ModelError, match=rf"`{spec}` failed \(RuntimeError: out of memory\)"):
        open_embedder(spec).passages(["good", "fail"])


def test_a_cross_encoder_scores_pairs_in_batches_of_16(libraries: None) -> None:
    reranker = open_reranker("cross-encoder:a/model")
    scores = reranker.scores("red pump", ["blue hose"] * 20 + ["a red pump", ""])
    assert scores == [0.0] * 20 + [2.0, 0.0]


@pytest.mark.parametrize(("passage", "said"), [("fail", "failed .*out of memory"), ("three labels", "not one number a passage")])
def test_a_cross_encoder_that_gives_no_scores_is_an_error_of_ours(passage: str, said: str, libraries: None) -> None:
    with pytest.raises(ModelError, match=said):
        open_reranker("cross-encoder:a/model").scores("q", ["a", passage])


@pytest.mark.parametrize(
    ("spec", "package", "extra"),
    [
        ("fastembed:a/b", "fastembed", "fastembed"),
        ("sentence-transformers:a/b", "sentence_transformers", "sentence-transformers"),
        ("cross-encoder:a/b", "sentence_transformers", "sentence-transformers"),
    ],
)
def test_without_the_library_the_extra_is_named(spec: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError) as caught:
        open_reranker(spec) if spec.startswith("cross") else open_embedder(spec)
    assert caught.value.extra == extra
