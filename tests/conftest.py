"""What many tests share: an empty project, and an environment without settings of ours but one.

Projects of tests have no embedder unless their settings file names one, or the variable is taken away (`with_models`):
loading a model and embedding are slow, and most tests are about something else.
"""

import os
from pathlib import Path

import pytest

from policy_assistant import reading
from policy_assistant.parse.apart import parse_apart
from policy_assistant.parse.base import ParseOptions
from tests.project import EMBEDDER_VARIABLE, Project


@pytest.fixture(autouse=True)
def no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("POLICY_ASSISTANT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv(EMBEDDER_VARIABLE, "none")


@pytest.fixture
def with_models(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let projects choose their embedder."""
    monkeypatch.delenv(EMBEDDER_VARIABLE)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    (tmp_path / "corpus" / "documents").mkdir(parents=True)
    return Project(tmp_path)


@pytest.fixture
def parses(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that were parsed."""
    names: list[str] = []

    def noted(data: bytes, name: str, options: ParseOptions, *, is_code: bool = False) -> bytes:
        names.append(name)
        return parse_apart(data, name, options, is_code=is_code)

    monkeypatch.setattr(reading, "parse_apart", noted)
    return names
