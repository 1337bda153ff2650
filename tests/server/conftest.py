"""Fixtures of the service: a project and its keys, made once for all tests that only read, and one real process over it."""

import os
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
from starlette.testclient import TestClient

from tests.project import EMBEDDER_VARIABLE, Project
from tests.server.house import House
from tests.server.samples import Keys, Running, client_of, make_project


@pytest.fixture(scope="session", autouse=True)
def no_embedder() -> Iterator[None]:
    """Also for what is made once for all tests."""
    with mock.patch.dict(os.environ, {EMBEDDER_VARIABLE: "none"}):
        yield


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project that tests do not change, but for answers that are kept."""
    return make_project(tmp_path_factory.mktemp("service") / "project")


@pytest.fixture(scope="session")
def keys(shared: Project) -> Keys:
    """Keys of the shared project."""
    return Keys.make(shared.folder)


@pytest.fixture(scope="session")
def client(shared: Project) -> Iterator[TestClient]:
    """The service over the shared project, in this process."""
    with client_of(shared.folder) as client:
        yield client


@pytest.fixture(scope="session")
def running(shared: Project, keys: Keys) -> Iterator[Running]:
    """The service over the shared project, as a process."""
    process = Running(shared.folder)
    yield process
    assert process.stop() == 0, process.log


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A project with answers, feedback and findings about what is hidden."""
    return House(make_project(tmp_path_factory.mktemp("house") / "project"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a test makes a project of its own."""
    return tmp_path / "project"
