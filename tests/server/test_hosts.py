"""The names that the service answers to, and pages of other sites."""

from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from policy_assistant.server.hosts import is_ours, names_of
from policy_assistant.settings import ServerSettings, Settings
from tests.server.samples import client_of, make_project


def ours(name: str, /, **server: str) -> bool:
    settings = Settings(Path())
    return is_ours(name, names_of(replace(settings, server=replace(ServerSettings(), **server))))  # type: ignore[arg-type]


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8470", "localhost", "LOCALHOST:1", "[::1]:8470", ""])
def test_this_machine(host: str) -> None:
    assert ours(host)
    assert ours(host, public_url="https://rules.example.com", host="10.0.0.1")


@pytest.mark.parametrize("host", ["attacker.example", "127.0.0.1.attacker.example", "localhost.attacker.example:8470", "[::2]", "10.0.0.1"])
def test_other_names(host: str) -> None:
    assert not ours(host)


def test_the_name_that_people_use_and_the_address_listened_on() -> None:
    assert ours("rules.example.com", public_url="https://rules.example.com:8443/x")
    assert ours("Rules.example.com:8443", public_url="https://rules.example.com", host="0.0.0.0")
    assert not ours("rules.example.org", public_url="https://rules.example.com", host="0.0.0.0")
    assert ours("10.0.0.1:80", host="10.0.0.1")
    assert ours("[fe80::1]:80", host="fe80::1")


def test_any_name_where_nobody_said_which() -> None:
    assert ours("whatever.example", host="0.0.0.0")


@pytest.mark.parametrize("path", ["/", "/v1/documents", "/openapi.json", "/static/page.css", "/nowhere"])
def test_every_address_but_those_for_probes(client: TestClient, path: str) -> None:
    refused = client.get(path, headers={"Host": "attacker.example"})
    assert (refused.status_code, "attacker" in refused.text) == (421, False)
    assert client.get("/healthz", headers={"Host": "10.1.2.3"}).status_code == 200


FOREIGN = [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "https://attacker.example"}, {"Origin": "null"}]


@pytest.mark.parametrize("headers", FOREIGN)
@pytest.mark.parametrize(
    ("path", "form"), [("/sign-in", {"key": "pa_x"}), ("/sign-out", {}), ("/ask", {"question": "x"}), ("/feedback", {"answer": "x"})]
)
def test_a_page_of_another_site_changes_nothing(client: TestClient, headers: dict[str, str], path: str, form: dict[str, str]) -> None:
    assert client.post(path, data=form, headers=headers, follow_redirects=False).status_code == 403
    own = client.post(path, data=form, headers={"Sec-Fetch-Site": "same-origin"}, follow_redirects=False)
    assert own.status_code != 403


def test_whoever_shows_a_key_may_ask_from_anywhere(tmp_path: Path) -> None:
    project = make_project(tmp_path / "project")
    with client_of(project.folder) as client:
        body = {"question": "x?"}
        assert client.post("/v1/ask", json=body, headers={"Origin": "https://elsewhere.example"}).status_code == 403
        told = client.post("/v1/ask", json=body, headers={"Origin": "https://elsewhere.example", "Authorization": "Bearer pa_x"})
        assert told.status_code == 401
