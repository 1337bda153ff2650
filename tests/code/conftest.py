"""Projects of code for tests."""

from pathlib import Path

import pytest

from tests.code.shop import code_project
from tests.project import Project


@pytest.fixture
def desk(tmp_path: Path) -> Project:
    """A project of code, ingested."""
    project = code_project(tmp_path)
    project.ingest()
    return project
