"""What many tests share: an empty project, and an environment without settings of ours."""

import os
from pathlib import Path

import pytest

from tests.project import Project


@pytest.fixture(autouse=True)
def no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("POLICY_ASSISTANT_")]:
        monkeypatch.delenv(name)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    (tmp_path / "corpus" / "documents").mkdir(parents=True)
    return Project(tmp_path)
