"""Errors at the addresses of pages are pages, in the language of whoever looks; those of programs stay objects."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from policy_assistant.errors import PolicyAssistantError
from policy_assistant.server.app import create_app
from policy_assistant.server.page.words import common
from policy_assistant.server.problems import PLAIN, type_of
from policy_assistant.server.service import COOKIE
from tests.project import Project
from tests.server.page.pages import look
from tests.server.samples import QUESTION, Keys, client_of, make_project

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


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A service with documents."""
    project = make_project(tmp_path_factory.mktemp("errors") / "project", hidden=())
    with client_of(project.folder) as client:
        yield client


@pytest.mark.parametrize(
    ("path", "status", "english", "french"),
    [
        ("/documents/nope", 404, "There is no such document or version", "Ce document ou cette version n’existe pas"),
        ("/documents/returns?version=99", 404, "There is no such document or version", "Ce document ou cette version n’existe pas"),
        ("/answers/000000000000", 404, "There is no such kept answer", "Cette réponse gardée n’existe pas"),
        ("/source/000000000000", 404, "There is no such passage", "Ce passage n’est pas dans l’index"),
        ("/search?q=x&as_of=31/12/2026", 400, "“31/12/2026” is not a day", "« 31/12/2026 » n’est pas un jour"),
        ("/documents?as_of=soon", 400, "“soon” is not a day", "« soon » n’est pas un jour"),
        ("/documents?page=0", 400, "must be a whole number from 1", "doit être un nombre entier de 1"),
        (f"/search?q={'x' * 3000}", 400, "characters; at most", "caractères ; "),
        ("/search?q=x&audience=board", 403, "This is more than you may see", "C’est plus que ce que vous pouvez voir"),
        ("/documents/returns?part=99", 400, "cannot be understood", "n’est pas compris"),
    ],
)
def test_mistakes_are_told_in_the_language_of_the_page_and_without_commands(
    open_house: TestClient, path: str, status: int, english: str, french: str
) -> None:
    for language, words in (("en", english), ("fr", french)):
        shown = look(open_house, path, language=language)
        assert shown.status == status
        assert words in shown.main
        assert not re.search("--|policy-assistant", shown.main)


def test_a_form_that_is_none(open_house: TestClient) -> None:
    name = open_house.post("/v1/ask", json={"question": QUESTION}).json()["kept"]
    shown = look(open_house, f"/answers/{name}/copy?form=poem", language="fr")
    assert (shown.status, "« poem » n’est pas une forme" in shown.main) == (400, True)


@pytest.mark.parametrize("before", ["Bearer ", "bearer  ", "", " "])
def test_a_key_may_be_given_as_it_stands_in_a_header(tmp_path: Path, before: str) -> None:
    project = make_project(tmp_path / "p", hidden=())
    keys = Keys.make(project.folder)
    with client_of(project.folder) as client:
        answer = client.post("/sign-in", data={"key": f"{before}{keys.texts['staff']}"}, follow_redirects=False)
        assert (answer.status_code, answer.cookies[COOKIE]) == (303, keys.texts["staff"])
        wrong = client.post("/sign-in", data={"key": f"{before}pa_nothing"}, headers={"Accept-Language": "fr"})
        assert (wrong.status_code, "mal saisie, révoquée ou expirée" in wrong.text) == (401, True)
