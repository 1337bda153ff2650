"""Who asks: the key of a request over HTTP, the audience that was named at the start over standard input and output."""

from pathlib import Path

import httpx2
import pytest
from anyio.from_thread import BlockingPortal
from mcp.shared.exceptions import MCPError

from policy_assistant.keys import KeyRing
from policy_assistant.mcp.doors import local_caller
from tests.mcp.samples import HIDDEN, OPEN, Tools, build, inside, key, over_http, over_stdio, sent, served, text_of
from tests.project import Project

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


def found(tools: Tools, **arguments: str) -> set[str]:
    """The documents that a search for `parcel` finds."""
    result = tools("search", query="parcel", as_of="none", k=7, **arguments)
    assert not result.is_error, text_of(result)
    return {f"{hit['doc_id']} {hit['version']}" for hit in result.structured_content["hits"]}


def ping(address: str, credential: str = "", **headers: str) -> httpx2.Response:
    """What a request is answered."""
    given = {"Accept": "application/json", **headers, **({"Authorization": f"Bearer {credential}"} if credential else {})}
    return sent("POST", address, json=PING, headers=given)


def test_the_key_says_what_is_seen(anonymous: Tools, staff: Tools, board: Tools) -> None:
    assert found(anonymous) == {"returns 3", "returns 4"}
    assert found(staff) == {"returns 3", "returns 4", "wages 1"}
    assert found(board) == {"returns 3", "returns 4", "returns 5", "wages 1", "merger 1"}


def test_a_narrower_audience_may_be_asked_for_a_wider_one_not(staff: Tools) -> None:
    assert found(staff, audience="public") == {"returns 3", "returns 4"}
    refused = staff("search", query="parcel", audience="board")
    assert refused.is_error
    assert text_of(refused) == "the audience 'board' is not one of yours\nhint: yours: staff, public"


def test_figures_are_for_those_who_see_every_label(anonymous: Tools, staff: Tools, board: Tools) -> None:
    for tools, shown in ((anonymous, False), (staff, False), (board, True)):
        assert (tools("search", query="parcel").structured_content["hits"][0]["score"] is not None) == shown
        assert (tools("where", query="parcel late").structured_content["index"] is not None) == shown
        assert (tools("ask", question="How many days for a parcel?").structured_content["generation"] is not None) == shown


def test_kept_answers_that_rest_on_a_version_are_for_callers_with_a_key(anonymous: Tools, staff: Tools) -> None:
    kept = staff("ask", question="How many days do I have to send a parcel back?").structured_content["kept"]
    versions = {"doc_id": "returns", "before": "3", "after": "4"}
    assert anonymous("diff", **versions).structured_content["answers"] == []
    result = staff("diff", **versions)
    assert kept in [answer["id"] for answer in result.structured_content["answers"]]
    assert f"kept answer {kept}" in text_of(result)


@pytest.mark.parametrize("credential", ["nonsense", "pa_00000000_" + "x" * 43, "x" * 9000])
@pytest.mark.parametrize("server", ["alone", "beside"])
def test_a_key_that_is_not_valid_is_refused_before_anything_else(request: pytest.FixtureRequest, server: str, credential: str) -> None:
    reply = ping(request.getfixturevalue(server), credential)
    assert reply.status_code == 401
    assert reply.headers["WWW-Authenticate"] == "Bearer"
    assert reply.json()["error"]["type"] == "unknown_caller"
    assert (reply.json()["jsonrpc"], reply.json()["id"]) == ("2.0", None)
    assert reply.json()["error"]["message"] == "this key or token is not valid"
    assert credential not in reply.text


def test_the_client_of_the_sdk_gets_no_further_without_a_valid_key(alone: str, portal: BlockingPortal) -> None:
    with pytest.raises(ExceptionGroup) as raised, over_http(portal, alone, "nonsense"):
        pass
    assert raised.group_contains(MCPError, match="this key or token is not valid")


def test_a_revoked_key_ends_a_connection_that_was_open(rules: Project, alone: str, portal: BlockingPortal) -> None:
    secret = key(rules, "staff", name="short")
    with over_http(portal, alone, secret) as tools:
        assert "wages 1" in found(tools)
        KeyRing.of(rules.settings).revoke("short")
        with pytest.raises(MCPError, match="this key or token is not valid"):
            found(tools)
    assert ping(alone, secret).status_code == 401


def test_where_anonymous_callers_have_no_audience_a_key_is_needed(tmp_path: Path) -> None:
    project = build(tmp_path / "rules", OPEN)
    settings = (project.folder / "policy-assistant.toml").read_text(encoding="utf-8")
    project.configure(settings.replace("[access]\n", '[access]\nanonymous = "nobody"\n'))
    secret = key(project, "public")
    with served(project, "mcp", "--http") as address:
        assert ping(address).status_code == 401
        assert "a key is needed here" in ping(address).text
        assert ping(address, secret).status_code == 200
    done = project.run("mcp")
    assert done.code == 2
    assert "start with --audience" in done.err


def test_over_standard_input_the_audience_is_that_of_the_start(rules: Project, local: Tools, portal: BlockingPortal) -> None:
    assert found(local) == {"returns 3", "returns 4"}
    with over_stdio(portal, rules, "--audience", "board") as tools:
        assert found(tools) == {"returns 3", "returns 4", "returns 5", "wages 1", "merger 1"}
        assert found(tools, audience="public") == {"returns 3", "returns 4"}
        assert tools("search", query="parcel").structured_content["hits"][0]["score"] is not None
        assert {"wages", "merger"} <= {resource.name for resource in tools.ask("list_resources").resources}


def test_whoever_named_an_audience_at_the_start_is_not_anonymous(rules: Project) -> None:
    assert local_caller(rules.settings, "").is_anonymous
    named = local_caller(rules.settings, "staff")
    assert (named.is_anonymous, named.audiences, named.sees_all) == (False, ("staff",), False)


def test_what_is_ingested_or_gone_counts_at_the_next_call(tmp_path: Path, portal: BlockingPortal) -> None:
    project = build(tmp_path / "rules", OPEN, HIDDEN)
    with inside(portal, project) as tools:
        assert "news 1" not in found(tools)
        project.add("news", "## News\n\nEvery parcel gets a ribbon.\n")
        project.ingest()
        assert "news 1" in found(tools)
        project.add("news", "## News\n\nEvery parcel gets a ribbon.\n", access="board")
        project.ingest()
        assert "news 1" not in found(tools)
        assert tools("document", doc_id="news").is_error
