"""What a caller may not see is not there: every tool and resource answers byte for byte as in a project that never had it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from mcp.shared.exceptions import MCPError

from policy_assistant.mcp.tools import TOOLS
from tests.mcp.samples import HIDDEN, HIDDEN_WORDS, OPEN, Tools, build, inside
from tests.project import Project

NO_LEDGER = "[answers]\nledger = false\n"

CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ask", {"question": "When does the merger Falcon close?"}),
    ("ask", {"question": "How is overtime paid?"}),
    ("ask", {"question": "How many days do I have to send a parcel back?"}),
    ("ask", {"question": "How many days do I have to send a parcel back?", "as_of": "2027-02-01"}),
    ("search", {"query": "Falcon merger overtime parcel", "as_of": "none"}),
    ("search", {"query": "wages", "part": "all"}),
    ("where", {"query": "parcel late"}),
    ("document", {"doc_id": "merger"}),
    ("document", {"doc_id": "wages", "version": "1"}),
    ("document", {"doc_id": "returns", "as_of": "2027-02-01"}),
    ("document", {"doc_id": "returns", "version": "5"}),
    ("diff", {"doc_id": "merger", "before": "1", "after": "2"}),
    ("diff", {"doc_id": "returns", "before": "4", "after": "5"}),
    ("diff", {"doc_id": "returns", "before": "5", "after": "5"}),
    ("diff", {"doc_id": "returns", "before": "3", "after": "4"}),
)
URIS = ("document:///merger", "document:///wages?version=1", "document:///returns?version=5", "document:///returns?as_of=2027-02-01")


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, Project]:
    """A project with documents that the public may not see, and one that never had them."""
    folder: Path = tmp_path_factory.mktemp("twins")
    with_hidden = build(folder / "one" / "rules", OPEN, HIDDEN, settings=NO_LEDGER)
    return with_hidden, build(folder / "two" / "rules", OPEN, settings=NO_LEDGER)


@pytest.fixture(scope="module")
def both(twins: tuple[Project, Project], portal: BlockingPortal) -> Iterator[tuple[Tools, Tools]]:
    with inside(portal, twins[0]) as one, inside(portal, twins[1]) as two:
        yield one, two


def told(tools: Tools, name: str, arguments: dict[str, Any]) -> str:
    """All that a call gives."""
    return tools(name, **arguments).model_dump_json()


def read(tools: Tools, uri: str) -> str:
    """All that reading gives, or its error."""
    try:
        content = tools.read(uri)
    except MCPError as error:
        return error.error.model_dump_json()
    return str(content.model_dump_json())


@pytest.mark.parametrize(("name", "arguments"), CALLS)
def test_tools_tell_nothing_of_what_is_hidden(both: tuple[Tools, Tools], name: str, arguments: dict[str, Any]) -> None:
    one, two = (told(tools, name, arguments) for tools in both)
    assert one == two


@pytest.mark.parametrize("uri", URIS)
def test_resources_tell_nothing_of_what_is_hidden(both: tuple[Tools, Tools], uri: str) -> None:
    one, two = (read(tools, uri) for tools in both)
    assert one == two


def test_hidden_passages_are_missing_ones(both: tuple[Tools, Tools], twins: tuple[Project, Project]) -> None:
    hidden = [chunk for chunk in twins[0].chunks() if chunk.access != "public"]
    assert len(hidden) >= 3
    for chunk in hidden:
        for name in (chunk.chunk_id, chunk.hash):
            one, two = (read(tools, f"passage:///{name}") for tools in both)
            assert one == two
            assert "no passage" in one


def test_the_list_of_resources_is_the_same(both: tuple[Tools, Tools]) -> None:
    one, two = (tools.ask("list_resources").model_dump_json() for tools in both)
    assert one == two


def test_every_tool_is_among_the_calls() -> None:
    assert {name for name, _ in CALLS} == set(TOOLS)


def test_the_calls_would_show_it_to_those_who_may_see_it(board: Tools) -> None:
    shown = [board(name, **arguments).model_dump_json().lower() for name, arguments in CALLS]
    assert all(any(word in text for text in shown) for word in HIDDEN_WORDS)
    assert sum(any(word in text for word in HIDDEN_WORDS) for text in shown) > len(CALLS) / 2


@pytest.mark.parametrize("client", ["local", "anonymous"])
def test_no_word_of_hidden_documents_comes_over_a_real_transport(request: pytest.FixtureRequest, client: str) -> None:
    tools: Tools = request.getfixturevalue(client)
    for name, arguments in CALLS:
        record = json.loads(told(tools, name, arguments))
        sent = json.dumps([value for value in arguments.values() if isinstance(value, str)]).lower()
        text = json.dumps(record, ensure_ascii=False).lower()
        for word in HIDDEN_WORDS:
            assert word in sent or word not in text, (name, arguments, word)
