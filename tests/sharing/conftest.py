"""The example collection, ingested once, and a house with rules."""

import pytest

from tests.project import Project
from tests.view.larkfield import ingested


@pytest.fixture(scope="session")
def larkfield(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return ingested(tmp_path_factory.mktemp("larkfield"))


@pytest.fixture
def house(project: Project) -> Project:
    project.configure(
        '[access]\nlabels = ["public", "staff", "board"]\n'
        'audiences = { public = ["public"], staff = ["public", "staff"], board = ["public", "staff", "board"] }\n'
    )
    project.add("shoes", "## Rule\n\nShoes stay outside. Hats stay on.\n", access="staff", owner="The keeper", effective_from="2026-01-01")
    project.add("doors", "## Rule\n\nKnock first.\n")
    project.ingest()
    return project
