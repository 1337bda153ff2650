"""Errors at the addresses of pages are pages, in the language of whoever looks; those of programs stay objects."""

import pytest
from starlette.testclient import TestClient

from policy_assistant.errors import PolicyAssistantError
from policy_assistant.server.app import create_app
from policy_assistant.server.page.words import common
from policy_assistant.server.problems import PLAIN, type_of
from tests.project import Project

FRENCH = {"Accept-Language": "fr-CA"}


@pytest.fixture
def broken(project: Project) -> TestClient:
    """A service whose index is not there, with a route that fails."""
    app = create_app(project.settings)

    @app.get("/broken")
    @app.get("/v1/broken")
    async def fail() -> None:
        raise RuntimeError("secret")

    return TestClient(app, "http://127.0.0.1", raise_server_exceptions=False)


@pytest.mark.parametrize("path", ["/nowhere", "/source/", "/static/nothing.css"])
def test_what_is_not_there(broken: TestClient, path: str) -> None:
    answer = broken.get(path, headers=FRENCH)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert 'lang="fr"' in answer.text


def test_a_fault_of_the_program(broken: TestClient) -> None:
    answer = broken.get("/broken", headers=FRENCH)
    assert (answer.status_code, answer.headers["content-type"]) == (500, "text/html; charset=utf-8")
    assert "Un problème est survenu de notre côté." in answer.text
    assert "secret" not in answer.text
    record = broken.get("/v1/broken").json()
    assert (record["error"]["type"], record["error"]["code"]) == ("fault", 500)


def test_a_body_that_is_too_large_for_a_page(broken: TestClient) -> None:
    answer = broken.post("/ask", data={"question": "x" * 300_000})
    assert (answer.status_code, answer.headers["content-type"]) == (413, "text/html; charset=utf-8")


def test_no_index_yet(broken: TestClient) -> None:
    answer = broken.get("/documents", headers=FRENCH)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert "Il n’y a pas encore d’index." in answer.text


def test_every_fault_on_our_side_has_words() -> None:
    for kind in (*PLAIN, PolicyAssistantError):
        error = kind("x", "y") if kind.__name__ == "MissingExtraError" else kind("x")
        assert f"error.{type_of(error)}" in common.PHRASES
