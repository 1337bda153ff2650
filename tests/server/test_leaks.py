"""What a caller may not see shows in no answer of any route, and is told in the same bytes as what is not there."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient

from tests.server.house import House, send
from tests.server.samples import CODE_WORD, HIDDEN, LABELS, Hidden, app_of, client_of, make_project, seen_by
from tests.server.ways import WAYS, Route, routes_of

CALLERS = ("anonymous", *LABELS, "expired", "nonsense", "stranger")
"""All kinds; the last three see nothing."""

FIGURES = ("score", "decision", "confidence", "generation", "index")
VARYING = {"date", "x-request-id", "content-length"}


@pytest.fixture(scope="module")
def served(house: House) -> Iterator[TestClient]:
    with client_of(house.project.folder) as client:
        yield client


def all_of(answer: httpx.Response) -> str:
    """Status, headers and body as a text."""
    headers = sorted((name, value) for name, value in answer.headers.items() if name not in VARYING)
    return f"{answer.status_code} {headers} {answer.text}"


def unkept(text: str) -> str:
    """Without what is new for each answer: its ID, and when it was made."""
    text = re.sub(r'"(kept|id)": ?"[0-9a-f]{12}"|chatcmpl-[0-9a-f]{12}', "KEPT", text)
    return re.sub(r'"(created|age_seconds)": ?[0-9]+|"(kept_at|given_at|synced)": ?"[^"]*"', "WHEN", text)


def words_of(hidden: Hidden) -> tuple[str, ...]:
    """What tells of a document."""
    return (hidden.word, hidden.word.capitalize())


def hidden_from(caller: str) -> list[Hidden]:
    """What a caller does not see."""
    label = {"anonymous": "public"}.get(caller, caller)
    return [hidden for hidden in HIDDEN if label not in LABELS or hidden.label not in seen_by(label)]


def test_every_route_is_walked(house: House) -> None:
    routes = routes_of(app_of(house.project.folder))
    unknown = {route for route in routes if route not in WAYS and not route[1].startswith("/mcp")}
    assert not unknown, f"say in tests/server/ways.py how {unknown} are asked"
    assert set(WAYS) <= routes, "the table names routes that are gone"


@pytest.mark.parametrize("route", WAYS, ids=" ".join)
def test_nothing_hidden_is_shown(house: House, served: TestClient, route: Route) -> None:
    for caller in CALLERS:
        for hidden in hidden_from(caller):
            named = house.named(hidden)
            for way in WAYS[route](named):
                told = named.taken_from(all_of(send(served, house, route, way, caller)))
                for word in words_of(hidden):
                    assert word not in told, (caller, way)


@pytest.mark.parametrize("route", WAYS, ids=" ".join)
def test_those_who_may_see_it_are_shown_it(house: House, served: TestClient, route: Route) -> None:
    """Otherwise the test above could not fail."""
    for hidden in HIDDEN:
        named = house.named(hidden)
        for way in WAYS[route](named):
            answer = send(served, house, route, way, "board")
            assert answer.status_code < 300 or not way.shows, (way, answer.text)
            assert not way.shows or hidden.word in answer.text, (way, answer.text)


@pytest.mark.parametrize("route", WAYS, ids=" ".join)
def test_hidden_is_as_missing(house: House, served: TestClient, route: Route) -> None:
    """Byte for byte, but for the name that the caller sent, which is as long."""
    for caller in CALLERS:
        for hidden in hidden_from(caller):
            named = house.named(hidden)
            missing = named.missing()
            for real, unreal in zip(WAYS[route](named), WAYS[route](missing), strict=True):
                one, two = send(served, house, route, real, caller), send(served, house, route, unreal, caller)
                told = [unkept(missing.taken_from(named.taken_from(all_of(answer)))) for answer in (one, two)]
                assert told[0] == told[1], (caller, real)
                assert one.headers["content-length"] == two.headers["content-length"] if "content-length" in one.headers else True


def test_without_hidden_documents_everything_is_the_same(house: House, served: TestClient, tmp_path: Path) -> None:
    """A project that never had them gives anonymous callers the same on every route, but for the order of passages."""
    alone = make_project(tmp_path / "project", hidden=())
    with client_of(alone.folder) as client:
        for route, ways in WAYS.items():
            for way in ways(house.named(HIDDEN[0])):
                one = send(served, house, route, way, "anonymous")
                two = client.request(route[0], way.url, json=way.body, headers=dict(way.headers))
                assert one.status_code == two.status_code, way
                assert unordered(one) == unordered(two), way


def unordered(answer: httpx.Response) -> list[str]:
    """The records of an answer without ranks; passages in the order of their IDs: how rare a word is counts in the ranks."""
    records = _records(answer) or [answer.text]
    for record in (record for record in records if isinstance(record, dict)):
        for name in ("hits", "passages"):
            for hit in record.get(name, ()):
                hit.pop("rank")
            if name in record:
                record[name].sort(key=lambda hit: hit["id"])
    return [unkept(json.dumps(record)) for record in records]


@pytest.mark.parametrize("route", WAYS, ids=" ".join)
def test_figures_are_for_those_who_see_everything(house: House, served: TestClient, route: Route) -> None:
    for caller in CALLERS:
        for way in WAYS[route](house.named(HIDDEN[0])):
            answer = send(served, house, route, way, caller)
            figures = [value for record in _records(answer) for value in _figures(record)]
            assert not any(value is not None for value in figures) or caller == "board", (caller, way, figures)
    if route[1] in ("/v1/search", "/v1/ask", "/v1/where"):
        way = WAYS[route](house.named(HIDDEN[0]))[0]
        figures = [value for record in _records(send(served, house, route, way, "board")) for value in _figures(record)]
        assert figures, "who sees everything gets figures"
        assert all(value is not None for value in figures)


def _records(answer: httpx.Response) -> list[Any]:
    if "event-stream" in answer.headers.get("content-type", ""):
        texts = [line.removeprefix("data: ") for line in answer.text.splitlines() if line.startswith("data: {")]
        return [json.loads(text) for text in texts]
    return [answer.json()] if answer.headers.get("content-type") == "application/json" else []


def _figures(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        if "paths" in value and "openapi" in value:
            return
        for key, item in value.items():
            if key in FIGURES and not {"finish_reason", "delta"} & set(value):
                yield item
            yield from _figures(item)
    elif isinstance(value, list):
        for item in value:
            yield from _figures(item)


OFFICE = ("/v1/audit", "/v1/feedback", "/metrics", "/v1/access?doc_id=returns&audience=public")


@pytest.mark.parametrize("url", OFFICE)
def test_the_office_is_for_callers_with_a_key(house: House, served: TestClient, url: str) -> None:
    statuses = {caller: served.get(url, headers=house.keys.headers(caller)).status_code for caller in CALLERS}
    refused = 200 if url in ("/v1/audit", "/v1/feedback") else 403
    expected = {"public": refused, "staff": refused, "hr": refused, "board": 200}
    assert statuses == expected | {"anonymous": 401, "expired": 401, "nonsense": 401, "stranger": 403}


def test_answers_are_for_callers_whose_labels_cover_them(house: House, served: TestClient) -> None:
    for hidden in HIDDEN:
        answer = house.named(hidden).answer
        seen = {label for label in LABELS if served.get(f"/v1/answers/{answer}", headers=house.keys.headers(label)).status_code == 200}
        assert seen == {label for label in LABELS if hidden.label in seen_by(label)}


def test_a_list_of_versions_counts_those_that_are_seen(house: House, served: TestClient) -> None:
    for number, label in enumerate(LABELS):
        found = served.get("/v1/documents", headers=house.keys.headers(label)).json()["documents"]
        assert next(d for d in found if d["doc_id"] == "returns")["versions"] == 2 + number


def test_what_a_difference_touches_is_for_those_who_may_see_that(house: House, served: TestClient) -> None:
    url = "/v1/diff?doc_id=returns&before=1&after=2"
    found = {who: served.get(url, headers=house.keys.headers(who)).json() for who in ("anonymous", *LABELS)}
    assert [len(found[who]["answers"]) for who in found] == sorted(len(found[who]["answers"]) for who in found)
    assert not found["anonymous"]["answers"]
    assert len(found["public"]["answers"]) < len(found["board"]["answers"])
    assert [bool(found[who]["questions"]) for who in found] == [False, False, False, False, True]


def test_code_has_a_label_too(house: House, served: TestClient) -> None:
    for caller, sees in (("anonymous", False), ("public", False), ("staff", True)):
        headers = house.keys.headers(caller)
        texts = [served.post("/v1/where", json={"query": "delivery fee"}, headers=headers).text]
        texts.append(served.post("/v1/search", json={"query": "delivery fee", "in": "code"}, headers=headers).text)
        texts.append(served.get(f"/v1/sources/shop%2F{CODE_WORD}.py", headers=headers).text.replace(f"shop/{CODE_WORD}", ""))
        assert [CODE_WORD in text for text in texts] == [sees] * 3, caller
