"""The list of kept answers."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from policy_assistant.server.page import kept_answers
from tests.server.page.pages import Shown, look
from tests.server.samples import FRENCH, QUESTION, Keys, client_of, make_project


class House:
    """A project with answers for three audiences and what people said of two of them."""

    def __init__(self, folder: Path) -> None:
        self.project = make_project(folder)
        self.keys = Keys.make(folder)
        with client_of(folder) as client:
            self.public = self._ask(client, QUESTION, "public")
            self.french = self._ask(client, FRENCH, "staff")
            self.board = self._ask(client, QUESTION, "board")
            self._judge(client, self.public, "wrong", "<b>Too</b> short", "staff")
            self._judge(client, self.board, "right", "Quite so", "board")

    def _ask(self, client: TestClient, question: str, label: str) -> str:
        return str(client.post("/v1/ask", json={"question": question}, headers=self.keys.headers(label)).json()["kept"])

    def _judge(self, client: TestClient, name: str, verdict: str, comment: str, label: str) -> None:
        said = {"answer": name, "verdict": verdict, "comment": comment}
        assert client.post("/v1/feedback", json=said, headers=self.keys.headers(label)).status_code == 201


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(tmp_path_factory.mktemp("kept") / "project")


@pytest.fixture(scope="module")
def client(house: House) -> Iterator[TestClient]:
    with client_of(house.project.folder) as client:
        yield client


def links(shown: Shown) -> list[str]:
    return [link.removeprefix("/answers/") for link in shown.all("//ol[@class='hits']//h3/a/@href")]


def test_it_is_for_callers_with_a_key(client: TestClient) -> None:
    shown = look(client, "/answers")
    assert shown.status == 401
    assert shown.all("//input[@name='key']")


def test_callers_see_the_answers_that_their_audience_covers_the_newest_first(client: TestClient, house: House) -> None:
    assert links(look(client, "/answers", house.keys, "board")) == [house.board, house.french, house.public]
    assert links(look(client, "/answers", house.keys, "hr")) == [house.french, house.public]
    assert links(look(client, "/answers", house.keys, "public")) == [house.public]


def test_words_are_found_in_questions_answers_and_ids(client: TestClient, house: House) -> None:
    assert links(look(client, "/answers?q=LIVREES", house.keys, "board")) == [house.french]
    assert links(look(client, f"/answers?q={house.public}", house.keys, "board")) == [house.public]
    assert links(look(client, "/answers?q=xylophone", house.keys, "board")) == []


def test_days_narrow_the_list(client: TestClient, house: House) -> None:
    assert links(look(client, "/answers?until=2020-01-01", house.keys, "board")) == []
    assert len(links(look(client, "/answers?since=2020-01-01", house.keys, "board"))) == 3
    assert look(client, "/answers?since=yesterday", house.keys, "board").status == 400


def test_feedback_stands_with_the_answer_and_the_command_that_makes_it_a_question(client: TestClient, house: House) -> None:
    shown = look(client, "/answers?feedback=any", house.keys, "board")
    assert links(shown) == [house.board, house.public]
    assert "<b>Too</b> short" in shown.main
    commands = shown.texts("//code[@class='command']")
    assert commands == [f"policy-assistant questions add {name}" for name in (house.board, house.public)]
    assert links(look(client, "/answers?feedback=wrong", house.keys, "board")) == [house.public]
    assert links(look(client, "/answers?feedback=right", house.keys, "board")) == [house.board]


def test_the_command_works(client: TestClient, house: House) -> None:
    [command] = look(client, "/answers?feedback=wrong", house.keys, "board").texts("//code[@class='command']")
    done = house.project.run(*command.split()[1:])
    assert done.code == 0, done.err
    assert QUESTION in house.project.settings.questions_path.read_text(encoding="utf-8")


def test_feedback_on_answers_that_are_not_seen_is_not_there(client: TestClient, house: House) -> None:
    assert "Quite so" not in look(client, "/answers?feedback=any", house.keys, "hr").raw


def test_a_long_list_comes_page_by_page(client: TestClient, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_answers, "SHOWN", 2)
    first = look(client, "/answers?q=e", house.keys, "board")
    [following] = first.all("//a[@rel='next']/@href")
    assert links(first) == [house.board, house.french]
    second = look(client, following, house.keys, "board")
    assert links(second) == [house.public]
    assert "Page 2 of 2" in second.main
