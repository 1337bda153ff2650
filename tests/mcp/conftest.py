"""A project, the processes that serve it, and clients of them, once for all tests of this folder."""

from collections.abc import Iterator

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

from policy_assistant.cli.main import COMMANDS
from tests.mcp.samples import HIDDEN, OPEN, Tools, build, key, over_http, over_stdio, served
from tests.project import Project


@pytest.fixture(autouse=True)
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command is in the table of commands."""
    monkeypatch.setitem(COMMANDS, "mcp", "")


@pytest.fixture(scope="session")
def portal() -> Iterator[BlockingPortal]:
    with start_blocking_portal() as portal:
        yield portal


@pytest.fixture(scope="session")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return build(tmp_path_factory.mktemp("rules"), OPEN, HIDDEN)


@pytest.fixture(scope="session")
def alone(rules: Project) -> Iterator[str]:
    """The address of `mcp --http`."""
    with served(rules, "mcp", "--http") as address:
        yield address


@pytest.fixture(scope="session")
def beside(rules: Project) -> Iterator[str]:
    """The address of the tools that `serve` has."""
    with served(rules, "serve") as address:
        yield address


@pytest.fixture(scope="session")
def local(rules: Project, portal: BlockingPortal) -> Iterator[Tools]:
    """Tools over standard input and output, as an anonymous caller."""
    with over_stdio(portal, rules) as tools:
        yield tools


@pytest.fixture(scope="session")
def anonymous(alone: str, portal: BlockingPortal) -> Iterator[Tools]:
    """Tools over HTTP, without a key."""
    with over_http(portal, alone) as tools:
        yield tools


@pytest.fixture(scope="session")
def staff(rules: Project, alone: str, portal: BlockingPortal) -> Iterator[Tools]:
    """Tools over HTTP, with a key of the audiences staff and public."""
    with over_http(portal, alone, key(rules, "staff", "public")) as tools:
        yield tools


@pytest.fixture(scope="session")
def board(rules: Project, beside: str, portal: BlockingPortal) -> Iterator[Tools]:
    """Tools of `serve`, with a key that sees every label; by the older form of the protocol."""
    with over_http(portal, beside, key(rules, "board"), mode="legacy") as tools:
        yield tools
