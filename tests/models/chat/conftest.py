"""The real chat server of this machine, started once for all tests that ask it."""

from collections.abc import Iterator

import pytest

from tests import local_model


@pytest.fixture(scope="session")
def local_server() -> Iterator[str]:
    weights = local_model.weights()
    if weights is None:
        pytest.skip(local_model.MISSING)
    with local_model.running(weights) as address:
        yield address
