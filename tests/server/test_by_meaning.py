"""Searches by meaning, with a real embedder: the same rules, and one model for all threads."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from policy_assistant.keys import KeyRing
from policy_assistant.server.app import create_app
from policy_assistant.settings import Settings
from policy_assistant.settings_file import load_settings
from tests.retrieval import EMBEDDER, loaded_once
from tests.server.samples import FRENCH, HIDDEN, LABELS, QUESTION, make_project, seen_by

METHODS = ("dense", "hybrid", "rerank", "")


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    with loaded_once():
        project = make_project(tmp_path_factory.mktemp("meaning") / "project", embedder=EMBEDDER)
    return load_settings(project.folder, project.environment)


@pytest.fixture(scope="module")
def client(settings: Settings) -> Iterator[TestClient]:
    with loaded_once(), TestClient(create_app(settings), "http://127.0.0.1") as client:
        yield client


@pytest.fixture(scope="module")
def headers(settings: Settings) -> dict[str, dict[str, str]]:
    ring = KeyRing.of(settings)
    return {label: {"Authorization": f"Bearer {ring.create(label, [label])[1]}"} for label in LABELS}


@pytest.mark.parametrize("method", METHODS)
def test_labels_and_figures(client: TestClient, headers: Any, method: str) -> None:
    for label in LABELS:
        for url, body, hits in (("/v1/search", {"query": QUESTION}, "hits"), ("/v1/ask", {"question": QUESTION}, "passages")):
            answer = client.post(url, json={**body, "k": 20, "method": method}, headers=headers[label])
            found = answer.json()[hits]
            assert answer.json()["method"] == (method or "rerank")
            assert {hit["access"] for hit in found} == set(seen_by(label))
            assert {hit["score"] is None for hit in found} == {label != "board"}
            assert [word for word in (hidden.word for hidden in HIDDEN if hidden.label not in seen_by(label)) if word in answer.text] == []


def test_many_at_once_get_their_own_answers(client: TestClient, headers: Any) -> None:
    """Threads share the model; what one asks must not come back to another."""
    jobs = [(question, label) for question in (QUESTION, FRENCH, "When is the money paid back?") for label in LABELS] * 2
    alone = {job: _asked(client, headers, *job) for job in jobs}
    found: dict[int, Any] = {}
    with (
        loaded_once(),
        TestClient(
            create_app(replace(_settings(client), server=replace(_settings(client).server, remembered=0))), "http://127.0.0.1"
        ) as other,
    ):
        threads = [
            threading.Thread(target=lambda n=n, job=job: found.__setitem__(n, _asked(other, headers, *job))) for n, job in enumerate(jobs)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    assert [found.get(n) for n in range(len(jobs))] == [alone[job] for job in jobs]


def _asked(client: TestClient, headers: Any, question: str, label: str) -> Any:
    answer = client.post("/v1/ask", json={"question": question}, headers=headers[label]).json()
    return {name: value for name, value in answer.items() if name != "kept"}


def _settings(client: TestClient) -> Settings:
    settings: Settings = client.app.state.service.settings  # type: ignore[attr-defined]
    return settings
