"""Who asks: keys of every kind, cookies, audiences."""

import sqlite3
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from policy_assistant.keys import KeyRing
from policy_assistant.server.service import COOKIE
from policy_assistant.settings_file import load_settings
from tests.project import Project
from tests.server.samples import ACCESS, HIDDEN, LABELS, QUESTION, SETTINGS, Keys, app_of, client_of, seen_by
from tests.server.ways import WAYS, Named, routes_of

OPEN = {"/healthz", "/readyz", "/openapi.json"}
"""What is the same for everybody."""


@pytest.fixture(scope="module")
def ring(shared: Project) -> KeyRing:
    return KeyRing.of(load_settings(shared.folder))


def bearer(text: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {text}"}


def audience_of(client: TestClient, headers: dict[str, str], **body: Any) -> tuple[int, str]:
    """Status of a search, and for whom it was made, or the error's message."""
    answer = client.post("/v1/search", json={"query": QUESTION, "k": 20, **body}, headers=headers)
    return answer.status_code, answer.json().get("audience") or answer.json()["error"]["message"]


@pytest.mark.parametrize("label", LABELS)
def test_each_key_sees_what_its_audience_sees(client: TestClient, keys: Keys, label: str) -> None:
    found = client.post("/v1/search", json={"query": QUESTION, "k": 20}, headers=keys.headers(label)).json()
    assert found["audience"] == label
    assert {hit["access"] for hit in found["hits"]} == set(seen_by(label))


@pytest.mark.parametrize("label", LABELS)
def test_a_narrower_audience_may_be_asked_for_a_wider_one_not(client: TestClient, keys: Keys, label: str) -> None:
    for asked in LABELS:
        status, said = audience_of(client, keys.headers(label), audience=asked)
        if asked in seen_by(label):
            assert (status, said) == (200, asked)
        else:
            assert (status, said) == (403, f"the audience {asked!r} is not one of yours")
    assert audience_of(client, keys.headers(label), audience="nobody") == (403, "the audience 'nobody' is not one of yours")


def test_a_narrower_audience_sees_less(client: TestClient, keys: Keys) -> None:
    found = client.post("/v1/search", json={"query": QUESTION, "k": 20, "audience": "public"}, headers=keys.headers("board")).json()
    assert {hit["access"] for hit in found["hits"]} == {"public"}
    listed = client.get("/v1/documents?audience=staff", headers=keys.headers("board")).json()
    assert {document["access"] for document in listed["documents"]} == {"public", "staff"}


def test_the_first_audience_of_a_key_is_meant_where_none_is_named(client: TestClient, ring: KeyRing) -> None:
    _, text = ring.create("two audiences", ["staff", "board"])
    assert audience_of(client, bearer(text)) == (200, "staff")
    assert audience_of(client, bearer(text), audience="board") == (200, "board")
    listed = client.get("/v1/documents", headers=bearer(text)).json()["documents"]
    assert {document["access"] for document in listed} == set(LABELS), "what is not asked for an audience is seen with all of them"


def test_keys_that_do_not_count(client: TestClient, ring: KeyRing, keys: Keys) -> None:
    """All get the same bytes, and never what an anonymous caller gets."""
    revoked, text = ring.create("revoked desk", ["staff"])
    assert audience_of(client, bearer(text)) == (200, "staff")
    ring.revoke(revoked.id)
    yesterday = (date.today() - timedelta(days=1)).isoformat()
    expired = ring.create("yesterday", ["staff"], yesterday)[1]
    good = keys.texts["staff"]
    wrong_end = good[:-1] + ("A" if good[-1] != "A" else "B")
    texts = [
        text,
        expired,
        wrong_end,
        good.upper(),
        good + "A",
        "pa_",
        "x",
        "x" * 8000,
        "x" * 8001,
        "a.b.c",
        "é",
        "pa_00000000_" + "A" * 43,
    ]
    answers = [client.post("/v1/search", json={"query": "x"}, headers={b"Authorization": f"Bearer {text}".encode()}) for text in texts]
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.content for answer in answers}) == 1
    assert {answer.headers["www-authenticate"] for answer in answers} == {"Bearer"}


def test_a_key_counts_on_its_last_day(client: TestClient, ring: KeyRing) -> None:
    _, text = ring.create("today", ["staff"], date.today().isoformat())
    assert audience_of(client, bearer(text)) == (200, "staff")


@pytest.mark.parametrize("form", ["bearer {}", "BEARER  {} ", "Bearer {}"])
def test_forms_of_the_header(client: TestClient, keys: Keys, form: str) -> None:
    assert audience_of(client, {"Authorization": form.format(keys.texts["staff"])}) == (200, "staff")


@pytest.mark.parametrize("text", ["", "Basic dXNlcjpwYXNz", 'Digest username="x", realm="y"'])
def test_headers_that_are_not_for_us(client: TestClient, text: str) -> None:
    """Another scheme is that of a reverse proxy in front of us."""
    assert audience_of(client, {"Authorization": text}) == (200, "public")


@pytest.mark.parametrize("text", ["Bearer", "Bearer ", "bearer  ", "pa_12345678_x", "key"])
def test_headers_that_should_hold_a_key_and_do_not(client: TestClient, text: str) -> None:
    """Nobody who forgets `Bearer` gets the answers of the public for his own."""
    response = client.post("/v1/ask", json={"question": "x?"}, headers={"Authorization": text})
    assert response.status_code == 401
    assert "Authorization: Bearer KEY" in response.json()["error"]["hint"]


def test_a_key_without_an_audience_sees_nothing(client: TestClient, shared: Project) -> None:
    """Not even what anonymous callers see."""
    _, text = KeyRing(load_settings(shared.folder).state_path, ["lawyers"]).create("lawyers", ["lawyers"])
    for (method, pattern), ways in WAYS.items():
        for way in ways(Named("returns", "2", "1", "0" * 12, "0" * 12, "0" * 64, "documents/returns-1.md")):
            answer = client.request(method, way.url, json=way.body, headers=bearer(text))
            assert answer.status_code == (200 if pattern in OPEN else 403), way


@pytest.mark.parametrize("anonymous", ["", "nobody"])
def test_without_an_anonymous_audience_a_key_is_needed_everywhere(shared: Project, keys: Keys, anonymous: str, tmp_path: Path) -> None:
    from dataclasses import replace

    from policy_assistant.server.app import create_app

    settings = load_settings(shared.folder)
    with TestClient(create_app(replace(settings, access=replace(settings.access, anonymous=anonymous))), "http://127.0.0.1") as client:
        for (method, pattern), ways in WAYS.items():
            for way in ways(Named("returns", "2", "1", "0" * 12, "0" * 12, "0" * 64, "documents/returns-1.md")):
                answer = client.request(method, way.url, json=way.body)
                assert answer.status_code == (200 if pattern in OPEN else 401), way
        assert audience_of(client, keys.headers("public")) == (200, "public")


def test_keys_made_and_revoked_while_the_service_runs(client: TestClient, shared: Project) -> None:
    """By the command, as people do it."""
    made = shared.run("keys", "create", "lead", "--audience", "hr", "--json").json
    text = next(value for value in made.values() if isinstance(value, str) and value.startswith("pa_"))
    assert audience_of(client, bearer(text)) == (200, "hr")
    assert shared.run("keys", "revoke", "lead").code == 0
    assert audience_of(client, bearer(text))[0] == 401


class TestCookies:
    """The page signs in with a cookie."""

    @pytest.fixture
    def signed(self, shared: Project, keys: Keys) -> Iterator[TestClient]:
        with client_of(shared.folder) as client:
            client.cookies.set(COOKIE, keys.texts["staff"])
            yield client

    def test_a_cookie_is_a_key(self, signed: TestClient) -> None:
        listed = signed.get("/v1/documents").json()["documents"]
        assert {document["access"] for document in listed} == {"public", "staff"}
        assert signed.head("/v1/documents").status_code == 200

    @pytest.mark.parametrize("site", ["same-origin", "none"])
    def test_our_own_page_may_send(self, signed: TestClient, site: str) -> None:
        assert audience_of(signed, {"Sec-Fetch-Site": site}) == (200, "staff")

    def test_our_own_origin_may_send(self, signed: TestClient) -> None:
        assert audience_of(signed, {"Origin": "http://127.0.0.1"}) == (200, "staff")

    @pytest.mark.parametrize(
        "headers",
        [
            {},
            {"Sec-Fetch-Site": "cross-site", "Origin": "http://127.0.0.1"},
            {"Sec-Fetch-Site": "same-site"},
            {"Origin": "https://evil.example"},
            {"Origin": "null"},
            {"Origin": "http://127.0.0.1.evil.example"},
            {"Origin": "http://127.0.0.1:81"},
            {"Origin": ""},
        ],
    )
    def test_another_site_may_not(self, signed: TestClient, headers: dict[str, str]) -> None:
        for url, body in (("/v1/search", {"query": "x"}), ("/v1/feedback", {"answer": "0" * 12, "verdict": "right"})):
            answer = signed.post(url, json=body, headers=headers)
            assert (answer.status_code, answer.json()["error"]["type"]) == (403, "not_allowed")

    def test_the_header_comes_before_the_cookie(self, signed: TestClient, keys: Keys) -> None:
        assert audience_of(signed, keys.headers("board")) == (200, "board")
        assert audience_of(signed, bearer("pa_wrong"))[0] == 401

    def test_a_cookie_that_does_not_count(self, signed: TestClient) -> None:
        signed.cookies.set(COOKIE, "pa_wrong")
        assert signed.get("/v1/documents").status_code == 401


def test_a_service_behind_a_proxy_knows_its_own_address(shared: Project, keys: Keys) -> None:
    with client_of(shared.folder, public_url="https://rules.example.com") as client:
        client.cookies.set(COOKIE, keys.texts["staff"])
        assert audience_of(client, {"Origin": "https://rules.example.com"}) == (200, "staff")
        assert audience_of(client, {"Origin": "https://other.example.com"})[0] == 403


def test_keys_are_kept_as_hashes_only(shared: Project, keys: Keys) -> None:
    path = load_settings(shared.folder).state_path
    with sqlite3.connect(path) as conn:
        dump = "\n".join(conn.iterdump())
    conn.close()
    assert "support" not in dump
    assert not any(text in dump or text.split("_", 2)[2] in dump for text in keys.texts.values())


def test_groups_beside_a_hierarchy(folder: Path) -> None:
    """An audience of two groups sees both, and no label of either alone suffices for the figures."""
    from tests.server.samples import make_project

    project = make_project(folder, hidden=HIDDEN)
    groups = '\nboth = ["board"]\n[access.includes]\nboth = ["staff"]\nstaff = ["public"]\n'
    project.configure(SETTINGS + ACCESS.partition("\n[access.includes]")[0] + groups)
    ring = KeyRing.of(load_settings(folder))
    with client_of(folder) as client:
        for audience, labels in (("both", {"board", "staff", "public"}), ("board", {"board"}), ("hr", {"hr"})):
            _, text = ring.create(f"{audience} desk", [audience])
            found = client.post("/v1/search", json={"query": QUESTION, "k": 20}, headers=bearer(text)).json()["hits"]
            assert {hit["access"] for hit in found} == labels
            assert {hit["score"] for hit in found} == {None}


def test_every_route_has_a_way(shared: Project) -> None:
    """What the tests over all routes rest on."""
    assert {route for route in routes_of(app_of(shared.folder)) if not route[1].startswith("/mcp")} == set(WAYS)
