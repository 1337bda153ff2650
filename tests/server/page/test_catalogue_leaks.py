"""What a caller may not see shows in none of these views, and is told in the same bytes as what is not there."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from policy_assistant.server.page.views import VIEWS
from tests.server.page.pages import look
from tests.server.samples import HIDDEN, LABELS, QUESTION, Hidden, Keys, client_of, make_project, seen_by

CALLERS = ("anonymous", *LABELS)

WAYS: dict[str, Callable[[Hidden, str], list[str]]] = {
    "/search": lambda hidden, audience: [
        "/search",
        "/search?q=unused+goods&every=1&k=50",
        f"/search?q={hidden.word}&every=1",
        f"/search?q=unused&label={hidden.label}&every=1",
        f"/search?q=unused&audience={audience}&every=1",
        "/search?q=bilby&in=all",
    ],
    "/documents": lambda hidden, audience: [
        "/documents",
        "/documents?as_of=2024-06-01",
        f"/documents?q={hidden.word}",
        f"/documents?label={hidden.label}",
    ],
    "/documents/{doc_id:path}": lambda hidden, audience: [
        f"/documents/{hidden.doc_id}",
        f"/documents/{hidden.doc_id}?version={hidden.earlier}",
        f"/documents/{hidden.doc_id}?before={hidden.earlier}&after={hidden.version}",
        f"/documents/{hidden.doc_id}/access?audience={audience}",
        "/documents/returns",
        "/documents/returns?before=1&after=2",
        f"/documents/returns?version={hidden.version_of_returns}",
        f"/documents/returns?before={hidden.version_of_returns}&after=2",
        f"/documents/{quote(f'documents/{hidden.word}-file.md')}",
    ],
    "/answers": lambda hidden, audience: ["/answers", f"/answers?q={hidden.word}", "/answers?feedback=any"],
    "/audit": lambda hidden, audience: ["/audit", "/audit?show=all"],
    "/evaluation": lambda hidden, audience: ["/evaluation"],
    "/evaluation/{name:path}": lambda hidden, audience: ["/evaluation/scores.html"],
}


class House:
    """A project with answers, feedback, findings and a report about everything that is hidden."""

    def __init__(self, folder: Path) -> None:
        self.project = make_project(folder)
        self.keys = Keys.make(folder)
        with client_of(folder) as client:
            for label in LABELS:
                headers = self.keys.headers(label)
                kept = client.post("/v1/ask", json={"question": QUESTION, "k": 20}, headers=headers).json()["kept"]
                client.post("/v1/feedback", json={"answer": kept, "verdict": "wrong", "comment": f"As {label} I say so"}, headers=headers)
        for hidden in HIDDEN:
            path = self.project.documents / f"{hidden.word}-file.md"
            path.write_text(path.read_text().replace("99", "98"))
        self.project.ingest()
        assert self.project.run("eval", "--audience", "board", "--report", str(folder / "reports" / "scores.html")).code == 0


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(tmp_path_factory.mktemp("leaks") / "project")


@pytest.fixture(scope="module")
def client(house: House) -> Iterator[TestClient]:
    with client_of(house.project.folder) as client:
        yield client


def test_every_route_of_these_views_is_walked() -> None:
    paths = {route.path for view in VIEWS for route in view.router.routes if "GET" in route.methods}
    assert paths == set(WAYS)


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("route", WAYS)
def test_nothing_hidden_shows(client: TestClient, house: House, route: str, caller: str) -> None:
    """Where the caller names it himself the page may repeat that: those pages are compared with what is missing, below."""
    sees = seen_by(caller) if caller in LABELS else ("public",)
    for hidden in (one for one in HIDDEN if one.label not in sees):
        for path in (one for one in WAYS[route](hidden, "board") if hidden.word not in one):
            text = look(client, path, house.keys, caller).raw.lower()
            secrets = [hidden.word, f"as {hidden.label} i say so", *(("bilby.py", "bilby_fee") if "staff" not in sees else ())]
            assert [secret for secret in secrets if secret in text] == [], path


@pytest.mark.parametrize("caller", CALLERS)
def test_whoever_sees_a_document_finds_it_in_the_views(client: TestClient, house: House, caller: str) -> None:
    sees = seen_by(caller) if caller in LABELS else ("public",)
    for hidden in HIDDEN:
        paths = [f"/documents/{hidden.doc_id}", "/documents", f"/search?q={hidden.word}+unused"]
        shows = [
            hidden.word in look(client, path, house.keys, caller).main.lower().replace(f"“{hidden.word} unused”", "") for path in paths
        ]
        assert shows == [hidden.label in sees] * 3 or (hidden.label not in sees and shows[1:] == [False, False]), (caller, hidden)


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("route", WAYS)
def test_a_hidden_thing_is_a_missing_thing_byte_for_byte(client: TestClient, house: House, route: str, caller: str) -> None:
    sees = seen_by(caller) if caller in LABELS else ("public",)
    headers = {**house.keys.headers(caller), "X-Request-ID": "same"}
    for hidden in (one for one in HIDDEN if one.label not in sees):
        missing = Hidden("z" * len(hidden.label), "z" * len(hidden.word))
        for one, two in zip(WAYS[route](hidden, "board"), WAYS[route](missing, "board"), strict=True):
            if one != two:
                found, expected = client.get(one, headers=headers), client.get(two, headers=headers)
                assert found.status_code == expected.status_code, one
                assert _blank(found.text, hidden) == _blank(expected.text, missing), one
                assert _headers(found) == _headers(expected), one


def _blank(text: str, named: Hidden) -> str:
    """A text without what the caller named, whichever of the two it was."""
    return (
        text.replace(named.word, "*")
        .replace(f"label={named.label}", "*")
        .replace(f"label%3D{named.label}", "*")
        .replace(f">{named.label}<", "*")
        .replace(f'"{named.label}"', "*")
    )


def _headers(answer: Any) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name not in ("date", "content-length")}
