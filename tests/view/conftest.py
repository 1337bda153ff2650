"""The example collection, ingested once."""

import pytest

from tests.project import Project
from tests.view.larkfield import ingested


@pytest.fixture(scope="session")
def larkfield(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return ingested(tmp_path_factory.mktemp("larkfield"))
