"""Imports go only downwards, and every module has its layer (the contracts are in pyproject.toml)."""

from pathlib import Path

import pytest
from importlinter.cli import lint_imports


def test_imports_go_downwards_without_cycles(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).resolve().parent.parent)
    assert lint_imports(config_filename="pyproject.toml", no_cache=True) == 0, capsys.readouterr().out
