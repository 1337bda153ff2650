"""A kept answer under its permanent address: as it was given, whether it still holds, judged and given on."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from policy_assistant.feedback import MAX_COMMENT, Feedback
from policy_assistant.server.page import keeping
from policy_assistant.settings_file import load_settings
from policy_assistant.sharing.text import FORMS
from tests.project import Project, page
from tests.server.page.pages import Shown, look
from tests.server.samples import HIDDEN, QUESTION, TODAY, Keys, client_of, make_project

CLAIM = "Unused goods may be sent back within 45 days."


@pytest.fixture
def own(tmp_path: Path) -> Iterator[tuple[Project, TestClient]]:
    """A project that a test may change."""
    project = make_project(tmp_path / "p", hidden=())
    with client_of(project.folder) as client:
        yield project, client


def kept(client: TestClient, question: str = QUESTION, keys: Keys | None = None, label: str = "") -> str:
    """The ID of an answer."""
    own = keys.headers(label) if keys else {}
    return str(client.post("/v1/ask", json={"question": question}, headers=own).json()["kept"])


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """No answer was given just now."""
    monkeypatch.setattr(keeping, "JUST_GIVEN", timedelta(0))


def test_one_that_was_given_just_now_stands_below_its_form(client: TestClient) -> None:
    shown = look(client, f"/answers/{kept(client)}")
    assert shown.texts("//h1") == ["What do our documents say?"]
    assert shown.all("//textarea[@id='question']")[0].text.strip() == QUESTION
    assert shown.all("//input[@id='as_of']/@value") == [TODAY]
    assert shown.texts("//nav//a[@aria-current='page']") == ["Ask"]
    assert shown.texts("//p[@class='claim-text']") == [CLAIM]
    assert "Given on" not in shown.main


@pytest.mark.usefixtures("later")
def test_it_is_shown_as_it_was_given(client: TestClient) -> None:
    name = kept(client)
    shown = look(client, f"/answers/{name}")
    assert shown.texts("//h1") == ["Kept answer"]
    assert shown.all("//form[@id='ask']") == []
    assert "Given on" in shown.main
    assert shown.texts("//p[@class='claim-text']") == [CLAIM]
    assert "✓ It still holds" in shown.main
    assert shown.texts("//h2[@id='answer-title']") == ["✓ Answered, with proof"]
    assert shown.texts("//p[@class='mark-line']") == ["✓ Proved"]
    assert "Whether they answer what you meant, you judge." in shown.main
    assert shown.texts("//p[@class='asked-for']") == [QUESTION]
    again = shown.all("//a[contains(., 'Ask again')]")[0].get("href")
    assert look(client, again).all("//textarea[@id='question']")[0].text.strip() == QUESTION
    assert look(client, again).all("//input[@id='as_of']")[0].get("value") == TODAY


def test_a_newer_version_is_told_with_its_owner(own: tuple[Project, TestClient]) -> None:
    project, client = own
    name = kept(client)
    path = project.documents / "returns-2.md"
    path.write_text(path.read_text().replace("effective_from", "effective_to: 2026-09-30\neffective_from"))
    body = "## Return window\n\nUnused goods may be sent back within 50 days.\n"
    project.write("returns-3.md", page("returns", body, title="Returns", version="3", effective_from="2026-10-01"))
    project.ingest()
    shown = look(client, f"/answers/{name}")
    assert "✗ It no longer holds." in shown.main
    assert "Returns: another version than 2 is in force." in shown.main
    assert "Owner: Service desk" in shown.main
    assert shown.all("//a[@href='/documents/returns']")
    assert shown.texts("//p[@class='claim-text']") == [CLAIM]
    assert shown.texts("//h1") == ["Kept answer"]
    assert shown.texts("//h2[@id='answer-title']") == ["✗ No longer holds"]
    (mark,) = shown.texts("//p[@class='mark-line']")
    assert re.fullmatch(r"! Was proved on \d+ \w+ \d{4}", mark)
    assert "Whether they answer what you meant" not in shown.main
    french = look(client, f"/answers/{name}", language="fr")
    assert "Elle ne tient plus." in french.main
    assert "Returns\u00a0: une autre version que 2 est en vigueur." in french.raw


def test_changed_words_are_told_and_cannot_be_opened(own: tuple[Project, TestClient]) -> None:
    project, client = own
    name = kept(client)
    path = project.documents / "returns-2.md"
    path.write_text(path.read_text().replace("45 days", "46 days"))
    project.ingest()
    shown = look(client, f"/answers/{name}")
    assert "reads otherwise now" in shown.main
    assert shown.all("//a[@data-place]") == []
    assert shown.texts("//p[@class='claim-text']") == [CLAIM]
    assert "/source/" not in client.get(f"/answers/{name}/copy").text


def test_what_rests_on_a_document_that_is_hidden_now_is_left_out(tmp_path: Path) -> None:
    project = make_project(tmp_path / "p", hidden=())
    keys = Keys.make(project.folder)
    with client_of(project.folder) as client:
        name = kept(client)
        path = project.documents / "returns-2.md"
        path.write_text(path.read_text().replace("access: public", "access: board"))
        project.ingest()
        shown = look(client, f"/answers/{name}")
        assert "45 days" not in shown.raw
        assert "Service desk" not in shown.raw
        assert "1 statement is not shown" in shown.main
        assert "45 days" not in client.get(f"/answers/{name}/copy").text
        assert "45 days" not in client.get(f"/answers/{name}/evidence").text
        assert CLAIM in look(client, f"/answers/{name}", keys, "board").main


@pytest.mark.usefixtures("later")
def test_an_abstention_names_the_nearest_document_and_its_owner(client: TestClient) -> None:
    shown = look(client, f"/answers/{kept(client, 'Who feeds the unused platypus?')}")
    assert "The nearest document was Returns, version 2." in shown.main
    assert "ask Service desk." in shown.main
    assert "is seen by asking again" in shown.main


@pytest.mark.parametrize("path", ["/answers/{}", "/answers/{}/copy", "/answers/{}/copy?form=x", "/answers/{}/evidence"])
def test_an_answer_of_others_is_like_one_that_is_not_there(client: TestClient, keys: Keys, path: str) -> None:
    name = kept(client, QUESTION, keys, "staff")
    assert HIDDEN[0].word in look(client, f"/answers/{name}", keys, "staff").raw

    def told(name: str) -> tuple[int, str]:
        response = client.get(path.format(name), headers={"X-Request-ID": "same"})
        return response.status_code, response.text.replace(name, "*")

    assert told(name) == told("0" * 12)
    assert told(name)[0] == 404
    assert client.get(path.format(name[:11]), headers=keys.headers("board")).status_code == 404


@pytest.mark.parametrize(
    ("form", "begin"), [("markdown", "**Question**: "), ("plain", "Question: "), ("email", "Question: "), ("chat", "*Question*: ")]
)
def test_it_is_copied_with_links_that_open_its_places(client: TestClient, form: str, begin: str) -> None:
    name = kept(client)
    response = client.get(f"/answers/{name}/copy?form={form}")
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    assert response.text.startswith(begin)
    assert "Returns, version 2" in response.text
    link = f"http://127.0.0.1/source/{response.text.partition('http://127.0.0.1/source/')[2].split()[0].rstrip('>)')}"
    assert Shown(client.get(link)).texts("//mark") == [CLAIM]
    assert f"http://127.0.0.1/answers/{name}" in response.text


def test_a_form_that_is_none_is_told(client: TestClient) -> None:
    assert client.get(f"/answers/{kept(client)}/copy?form=poem").status_code == 400


def test_the_evidence_is_a_file(client: TestClient) -> None:
    name = kept(client)
    response = client.get(f"/answers/{name}/evidence", headers={"Accept-Language": "fr"})
    assert response.headers["content-disposition"] == f'attachment; filename="evidence-{name}.html"'
    assert CLAIM in response.text
    assert '<html lang="fr">' in response.text


def test_what_rests_on_an_internal_document_is_copied_with_a_warning(client: TestClient, keys: Keys) -> None:
    word, label = HIDDEN[0].word, HIDDEN[0].label
    name = kept(client, f"Within how many days may unused {word} goods be sent back?", keys, label)
    copies = {form: client.get(f"/answers/{name}/copy?form={form}", headers=keys.headers(label)).text for form in FORMS}
    said = f"Internal: rests on documents labelled {label}; do not pass on outside."
    assert {form: said in text.split("\n")[0] for form, text in copies.items()} == dict.fromkeys(FORMS, True)
    assert said in client.get(f"/answers/{name}/evidence", headers=keys.headers(label)).text
    public = kept(client)
    assert "Internal" not in client.get(f"/answers/{public}/copy").text
    assert "Internal" not in client.get(f"/answers/{public}/evidence").text


def test_the_subject_of_an_email_stands_by_itself(client: TestClient) -> None:
    shown = look(client, f"/answers/{kept(client)}")
    assert shown.all("//input[@id='copy-subject']/@value") == [f"Answer: {QUESTION}"]


class TestFeedback:
    def test_it_is_kept_with_who_gave_it(self, client: TestClient, keys: Keys, shared: Project) -> None:
        name = kept(client)
        form = {"answer": name, "verdict": "wrong", "comment": "No.\r\n<b>Never</b>"}
        shown = Shown(client.post("/feedback", data=form, headers=keys.headers("hr")))
        assert shown.texts("//*[@role='status'][contains(., 'Thank')]")
        assert shown.all("//form[@action='/feedback']") == []
        settings = load_settings(shared.folder)
        given = [one for one in Feedback.of(settings).entries(labels=settings.labels_of("board")) if one.answer_id == name]
        assert ("wrong", "No.\n<b>Never</b>", True) in [(one.verdict, one.comment, bool(one.who)) for one in given]

    @pytest.mark.parametrize("fields", [{"verdict": "maybe"}, {}, {"verdict": "right", "comment": "x" * (MAX_COMMENT + 1)}])
    def test_what_is_no_feedback_is_told(self, client: TestClient, fields: dict[str, str]) -> None:
        assert client.post("/feedback", data={"answer": kept(client), **fields}).status_code == 400

    def test_an_answer_of_others_is_like_one_that_is_not_there(self, client: TestClient, keys: Keys) -> None:
        name = kept(client, QUESTION, keys, "staff")
        for answer in (name, "0" * 12, name[:6], ""):
            assert client.post("/feedback", data={"answer": answer, "verdict": "right"}).status_code == 404
