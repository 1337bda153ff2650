"""An answer of a chat model on the page: what stands, what is shown with a doubt, what is withheld and why."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from policy_assistant.server.page.asking import FETCHED
from policy_assistant.testing.model_server import Fault, ModelServer, cited, said
from tests.project import Project
from tests.server.page.pages import Shown, look
from tests.server.samples import client_of

QUESTION = "Where do wet shoes stay?"
PROSE = "A zebra told me so."


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    with ModelServer() as running:
        monkeypatch.setenv("POLICY_ASSISTANT_CHAT_MODEL", "openai:tiny")
        monkeypatch.setenv("POLICY_ASSISTANT_CHAT_BASE_URL", running.base_url)
        yield running


@pytest.fixture
def house(project: Project) -> Project:
    project.configure('[project]\ntoday = 2026-10-09\nlanguages = ["en", "fr"]\n')
    project.add("shoes", "## In the hall\n\nWet shoes stay outside the door for 3 days.\n", owner="Ada")
    project.add("gate", "## Gate\n\nWet shoes open the gate by the code 4711.\n", access="staff")
    project.ingest()
    return project


@pytest.fixture
def client(house: Project, server: ModelServer) -> Iterator[TestClient]:
    with client_of(house.folder) as client:
        yield client


def chunk(house: Project, doc_id: str) -> str:
    return next(chunk.chunk_id for chunk in house.chunks() if chunk.doc_id == doc_id)


def ask(client: TestClient, server: ModelServer, answer: Fault, language: str = "en", question: str = QUESTION) -> Shown:
    server.script(answer)
    return Shown(client.post("/ask", data={"question": question}, headers={FETCHED: "1", "Accept-Language": language}))


def both(client: TestClient, shown: Shown, language: str = "en") -> list[Shown]:
    """The fresh answer and the kept one."""
    name = shown.all("//input[@name='answer']")[0].get("value")
    return [shown, look(client, f"/answers/{name}", language=language)]


def test_what_stands_what_is_doubtful_and_what_is_withheld(client: TestClient, house: Project, server: ModelServer) -> None:
    name = chunk(house, "shoes")
    answer = cited(
        ("Wet shoes stay outside for 3 days.", name, "Wet shoes stay outside the door"),
        ("Wet shoes are never stored inside kitchens, lofts or cellars.", name, ""),
        ("Wet shoes stay outside for 9 days.", name, ""),
        ("Wet shoes fly.", "0" * 12, ""),
    )
    for shown in both(client, ask(client, server, answer)):
        assert shown.texts("//h2")[0] == "! Answered, with a doubt"
        assert "written by openai:tiny, each statement checked" in shown.main
        assert shown.texts("//div[@id='result']/section[1]/ol//p[@class='claim-text']") == [
            "Wet shoes stay outside for 3 days.",
            "Wet shoes are never stored inside kitchens, lofts or cellars.",
        ]
        marks = shown.texts("//p[@class='mark-line']")
        assert marks[0] == "✓ Proved"
        assert marks[1].startswith("! Shown with a doubt – few of its words are in the passages")
        assert shown.texts("//blockquote") == ["Wet shoes stay outside the door"]
        (details,) = shown.all("//details[@class='withheld']")
        assert details.get("open") is None
        assert shown.texts("//details[@class='withheld']/summary") == ["2 statements were withheld: their proof failed"]
        withheld = shown.texts("//details[@class='withheld']//p[@class='mark-line']")
        assert withheld[0].startswith("✗ Withheld – ")
        assert "in no cited passage (" in withheld[0] or "gives another value (" in withheld[0]
        assert withheld[1].startswith("✗ Withheld – it cites a passage that does not exist (")
        outside = shown.texts("//details[@class='copy']//textarea")[0]
        assert "fly" not in outside
        assert "9 days" not in outside


def test_in_french(client: TestClient, house: Project, server: ModelServer) -> None:
    answer = cited(("Les chaussures mouillées restent dehors 3 jours.", chunk(house, "shoes"), ""), ("Rien.", "0" * 12, ""))
    for shown in both(client, ask(client, server, answer, "fr"), "fr"):
        assert "mots et négation n’ont pas été comparés" in shown.main
        assert "1 affirmation retenue, faute de preuve" in shown.main
        assert "elle cite un passage qui n’existe pas" in shown.main


def test_a_hidden_passage_that_a_model_names_is_one_that_does_not_exist(client: TestClient, house: Project, server: ModelServer) -> None:
    def told(name: str, question: str) -> list[str]:
        answer = cited(("Wet shoes stay outside.", chunk(house, "shoes"), ""), ("The code is 4711.", name, ""))
        return [line.replace(name, "*") for line in ask(client, server, answer, question=question).texts("//p[@class='mark-line']")]

    hidden = told(chunk(house, "gate"), QUESTION)
    assert hidden == told("0" * 12, f"{QUESTION} Really?")
    assert len(server.requests) == 2


def test_a_reply_that_is_none_is_an_abstention_that_says_so(client: TestClient, server: ModelServer) -> None:
    shown = ask(client, server, said(f"{PROSE} <b>really</b>"))
    assert "The documents do not say" in shown.texts("//h2")[0]
    assert "The model's reply could not be used" in shown.main
    assert shown.texts("//ol[@class='passages']/li/a") == ["Shoes, version 1, In the hall"]
    assert PROSE not in shown.main
    assert shown.all("//main//b") == []


def test_a_model_that_is_down_is_told_without_its_address(client: TestClient, server: ModelServer) -> None:
    server.script(*[Fault(status=500)] * 9)
    response = client.post("/ask", data={"question": QUESTION}, headers={FETCHED: "1"})
    assert response.status_code == 503
    assert response.headers["Retry-After"]
    shown = Shown(response)
    assert "A model that is needed cannot be reached" in shown.texts("//*[@role='alert']")[0]
    assert server.base_url not in shown.raw


def test_a_model_words_a_follow_up(client: TestClient, server: ModelServer) -> None:
    server.script(said("Where do wet boots stay?"))
    fields = {"question": "and boots?", "previous": QUESTION}
    shown = Shown(client.post("/follow-up", data=fields, headers={FETCHED: "1"}))
    assert shown.all("//textarea[@id='full']")[0].text.strip() == "Where do wet boots stay?"
    assert len(server.requests) == 1
