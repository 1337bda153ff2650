"""Errors are results with our own words and a hint; they name no file, no module, and nothing that was sent in bulk."""

from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from mcp.shared.exceptions import MCPError

from tests.mcp.samples import OPEN, Tools, build, inside, over_stdio, text_of
from tests.project import Project

QUESTION = "How many days do I have?"


@pytest.fixture(params=["local", "anonymous"])
def tools(request: pytest.FixtureRequest) -> Tools:
    found: Tools = request.getfixturevalue(request.param)
    return found


@pytest.mark.parametrize(
    ("name", "arguments", "kind", "words"),
    [
        ("search", {}, "usage", "query: field required\nhint: What to look for"),
        ("search", {"query": ""}, "usage", "query: string should have at least 1 character"),
        ("search", {"query": "x", "as_of": "tomorrow"}, "usage", "hint: YYYY-MM-DD, `today`, or `none`"),
        ("search", {"query": "x", "as_of": "2026-02-30"}, "usage", "2026-02-30"),
        ("search", {"query": "x", "k": 8}, "usage", "k is 8; allowed: 1 to 7"),
        ("search", {"query": "x", "k": 0}, "usage", "k: input should be greater than or equal to 1"),
        ("search", {"query": "x", "part": "all files"}, "usage", "in: input should be"),
        (
            "search",
            {"query": "x", "limit": 3},
            "usage",
            "limit: extra inputs are not permitted\nhint: it takes query, as_of, audience, k, in",
        ),
        ("search", {"query": "x" * 301}, "usage", "the question has 301 characters; allowed: 300"),
        ("ask", {"question": "x" * 301}, "usage", "allowed: 300"),
        ("ask", {"question": QUESTION, "as_of": "none"}, "usage", "as_of"),
        ("ask", {"question": 7}, "usage", "question: input should be a valid string"),
        ("where", {"query": "x", "as_of": "today"}, "usage", "it takes query, audience, k"),
        ("document", {"doc_id": "nothing"}, "not_found", "no document 'nothing'"),
        ("document", {"doc_id": "returns", "version": "9"}, "not_found", "no version '9' of 'returns'"),
        ("document", {"doc_id": "returns", "offset": 10_000}, "usage", "offset is 10,000; the text has"),
        ("document", {"doc_id": "../state.sqlite"}, "not_found", "no document '../state.sqlite'"),
        ("diff", {"doc_id": "returns", "before": "3", "after": "3"}, "usage", "both are version '3'"),
        ("diff", {"doc_id": "returns", "before": "3", "after": "9"}, "not_found", "no version '9' of 'returns'"),
        ("diff", {"doc_id": "nothing", "before": "1", "after": "2"}, "not_found", "no document 'nothing'"),
        (
            "ask",
            {"question": QUESTION, "audience": "staff"},
            "not_allowed",
            "the audience 'staff' is not one of yours\nhint: yours: public",
        ),
        ("document", {"doc_id": "returns", "audience": "nobody"}, "not_allowed", "is not one of yours"),
    ],
)
def test_errors_are_results_that_say_what_is_allowed(tools: Tools, name: str, arguments: dict[str, Any], kind: str, words: str) -> None:
    result = tools(name, **arguments)
    assert result.is_error
    assert words in text_of(result)
    assert len(text_of(result)) < 300
    assert result.structured_content is None
    assert (result.meta or {})["policy-assistant/error"]["type"] == kind
    for told in ("Traceback", "policy_assistant", ".sqlite:", "/tmp", "pydantic"):
        assert told not in text_of(result)


def test_a_null_is_taken_as_left_out(tools: Tools) -> None:
    assert not tools("ask", question=QUESTION, as_of=None, audience=None, k=None, part=None).is_error


def test_a_tool_that_is_not_there_is_an_error_of_the_protocol(tools: Tools) -> None:
    with pytest.raises(MCPError, match="no tool 'delete'; there are ask, search") as raised:
        tools("delete")
    assert raised.value.code == -32602


@pytest.mark.parametrize(
    "uri",
    [
        "passage:///ffffffffffff",
        "passage:///",
        "passage:///%ff",
        "passage://host/ffffffffffff",
        "document:///nothing",
        "document:///returns?version=9",
        "document:///returns?colour=red",
        "document:///returns?offset=x",
        "document:///returns?version=3&version=4&as_of=today&offset=0",
        "file:///etc/passwd",
        "document:///../../etc/passwd",
        "",
        "x" * 5000,
    ],
)
def test_a_resource_that_is_not_there(tools: Tools, uri: str) -> None:
    with pytest.raises(MCPError) as raised:
        tools.read(uri)
    assert raised.value.code == -32602
    assert raised.value.message.startswith("no ")
    assert len(raised.value.message) < 300


def test_a_cursor_of_somebody_else(tools: Tools) -> None:
    async def listed() -> object:
        return await tools.client.list_resources(cursor="x")

    with pytest.raises(MCPError, match="this cursor is none of ours"):
        tools.portal.call(listed)


def test_without_an_index_nothing_tells_where_it_should_be(tmp_path: Path, portal: BlockingPortal) -> None:
    project = build(tmp_path / "rules", OPEN)
    for path in project.folder.glob("index.sqlite*"):
        path.unlink()
    log = tmp_path / "log"
    with over_stdio(portal, project, log=log) as tools:
        result = tools("ask", question=QUESTION)
        assert result.is_error
        assert text_of(result).startswith("there is no index to answer from yet")
        assert str(tmp_path) not in str(result)
        with pytest.raises(MCPError) as raised:
            tools.read("document:///returns")
        assert raised.value.code == -32603
        assert str(tmp_path) not in str(raised.value.data)
        project.ingest()
        assert not tools("ask", question=QUESTION).is_error
    assert "index.sqlite" in log.read_text(encoding="utf-8")


def test_a_fault_in_the_program_is_told_to_the_log_only(
    rules: Project, portal: BlockingPortal, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("the secret of the fault")

    monkeypatch.setattr("policy_assistant.assistant.Assistant.search", broken)
    with inside(portal, rules) as tools:
        result = tools("search", query="anything")
    assert result.is_error
    assert text_of(result) == "something is wrong on our side\nhint: the log of the service says more"
    assert "the secret of the fault" not in str(result)
    (record,) = [record for record in caplog.records if record.name == "policy_assistant.server"]
    assert record.exc_info
