"""The first page: the form, the answer to it, a follow-up, and what is wrong with a question."""

import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from policy_assistant.server.page.asking import FETCHED
from tests.project import Project
from tests.server.page.pages import Shown, look
from tests.server.samples import CODE_WORD, FRENCH, QUESTION, TODAY, Keys, client_of, make_project

CLAIM = "Unused goods may be sent back within 45 days."


def ask(client: TestClient, question: str = QUESTION, keys: Keys | None = None, label: str = "", **fields: Any) -> Shown:
    """The page that a script gets for a question."""
    own = keys.headers(label) if keys else {}
    path = fields.pop("path", "/ask")
    headers = own | {FETCHED: "1"} | fields.pop("headers", {})
    return Shown(client.post(path, data={"question": question, **fields}, headers=headers))


def test_the_form_is_for_today_and_asks_nothing(client: TestClient) -> None:
    shown = look(client, "/")
    assert shown.status == 200
    assert shown.all("//input[@id='as_of']")[0].get("value") == TODAY
    assert shown.all("//section") == []
    assert shown.all("//select") == []


def test_a_link_fills_the_form_in_and_asks_nothing(client: TestClient, keys: Keys) -> None:
    shown = look(client, "/?q=How+%3Cmany%3E%3F&as_of=2026-01-02&audience=public", keys, "staff")
    assert shown.all("//textarea[@id='question']")[0].text.strip() == "How <many>?"
    assert shown.all("//input[@id='as_of']")[0].get("value") == "2026-01-02"
    assert shown.texts("//select[@id='audience']/option[@selected]") == ["public"]
    assert shown.all("//section") == []


def test_a_caller_may_choose_the_own_audiences_and_narrower_ones(client: TestClient, keys: Keys) -> None:
    assert look(client, "/", keys, "hr").texts("//select[@id='audience']/option") == ["public", "staff", "hr"]


def test_where_to_look_is_asked_only_of_those_who_see_code(client: TestClient, keys: Keys) -> None:
    assert look(client, "/").all("//select[@id='part']") == []
    assert len(look(client, "/", keys, "staff").all("//select[@id='part']/option")) == 3


def test_the_answer(client: TestClient) -> None:
    shown = ask(client)
    assert shown.status == 200
    assert shown.texts("//h2")[0] == "✓ Answered, with proof"
    assert shown.texts("//p[@class='claim-text']") == [CLAIM]
    assert shown.texts("//ul[@class='cited']/li/a") == ["Returns, version 2, Return window"]
    (link,) = shown.all("//ul[@class='cited']/li/a")
    assert re.fullmatch(r"[0-9a-f]{12}-\d+-\d+", link.get("data-place"))
    assert CLAIM in Shown(client.get(link.get("href"))).texts("//mark")
    assert shown.all("//div[@id='result']")[0].get("data-address") == f"/answers/{_id(shown)}"
    assert look(client, f"/answers/{_id(shown)}").texts("//p[@class='claim-text']") == [CLAIM]


def _id(shown: Shown) -> str:
    return str(shown.all("//input[@name='answer']")[0].get("value"))


def test_another_day_is_answered_from_another_version(client: TestClient) -> None:
    assert "30 days" in ask(client, as_of="2026-01-15").texts("//p[@class='claim-text']")[0]


def test_a_browser_without_a_script_is_sent_to_the_kept_answer(client: TestClient) -> None:
    response = client.post("/ask", data={"question": QUESTION}, follow_redirects=False)
    assert response.status_code == 303
    assert re.fullmatch(r"/answers/[0-9a-f]{12}", response.headers["location"])
    silent = client.post("/ask", data={"question": "Who feeds the unused platypus?"}, follow_redirects=False)
    assert silent.status_code == 200


def test_an_abstention_names_passages_and_owners_and_nothing_hidden(client: TestClient, keys: Keys) -> None:
    question = "Who feeds the unused platypus?"
    shown = ask(client, question)
    assert "The documents do not say" in shown.texts("//h2")[0]
    assert shown.texts("//ol[@class='passages']/li")[0].startswith("Returns, version 2")
    assert "Owner: Service desk" in shown.main
    assert "Read them, or ask Service desk." in shown.main
    assert "quokka" not in shown.raw
    assert "quokka" in ask(client, question, keys, "staff").raw


def test_the_reason_for_an_abstention_is_for_who_sees_every_label(client: TestClient, keys: Keys) -> None:
    question = "Who feeds the unused platypus?"
    board = client.post("/v1/ask", json={"question": question}, headers=keys.headers("board")).json()
    reason = board["decision"]["reason"]
    assert reason in ask(client, question, keys, "board").main
    for label in ("", "staff", "hr"):
        shown = ask(client, question, keys, label)
        assert "The documents do not say" in shown.main
        assert shown.all("//section[1]/p[not(@class)]")[0].text_content().startswith("Read them")


def test_nothing_found(client: TestClient) -> None:
    assert "Ask in other words" in ask(client, "xyzzy").main


def test_an_answer_without_a_ledger_is_shown_without_what_needs_it(tmp_path: Path) -> None:
    project = make_project(tmp_path / "p", hidden=())
    path = project.folder / "policy-assistant.toml"
    path.write_text(path.read_text() + "[answers]\nledger = false\n")
    with client_of(project.folder) as client:
        response = client.post("/ask", data={"question": QUESTION}, follow_redirects=False)
        shown = Shown(response)
    assert shown.texts("//p[@class='claim-text']") == [CLAIM]
    assert shown.all("//*[@id='feedback'] | //details") == []
    assert shown.all("//form[@action='/follow-up']")


def test_an_answer_that_cannot_be_kept_says_so_without_a_path(tmp_path: Path) -> None:
    project = make_project(tmp_path / "p", hidden=())
    with client_of(project.folder) as client:
        state = project.folder / "state.sqlite"
        for path in project.folder.glob("state.sqlite*"):
            path.unlink()
        state.mkdir()
        shown = ask(client)
    assert shown.texts("//p[@class='claim-text']") == [CLAIM]
    assert "This answer could not be kept." in shown.main
    assert "sqlite" not in shown.raw
    assert str(tmp_path) not in shown.raw


def test_code_is_cited_by_its_lines(client: TestClient, keys: Keys) -> None:
    shown = ask(client, "Where is the bilby fee computed?", keys, "staff", part="code")
    assert f"shop/{CODE_WORD}.py:4" in shown.texts("//ul[@class='cited']/li/a")[0]
    assert shown.all("//form[@action='/follow-up']/input[@name='part']")[0].get("value") == "code"
    kept = look(client, f"/answers/{_id(shown)}", keys, "staff")
    assert kept.texts("//ul[@class='cited']/li/a") == shown.texts("//ul[@class='cited']/li/a")
    assert kept.all("//form[@action='/follow-up']/input[@name='part']")[0].get("value") == "code"
    assert look(client, f"/answers/{_id(shown)}").status == 404


def test_a_follow_up_is_shown_in_full_and_not_answered(client: TestClient) -> None:
    shown = ask(client, "and for opened goods?", path="/follow-up", previous="How long may unused goods be sent back?", as_of="2026-01-15")
    assert shown.texts("//h2") == ["Is this your question?"]
    full = shown.all("//textarea[@id='full']")[0].text.strip()
    assert "opened goods" in full
    assert "and for opened goods?" in shown.main
    assert shown.all("//form[textarea/@id='full']/input[@name='as_of']")[0].get("value") == "2026-01-15"
    assert shown.all("//p[@class='claim-text']") == []


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("and as of 9 November?", "2026-11-09"),
        ("et au 9 novembre ?", "2026-11-09"),
        ("and today?", TODAY),
        ("and on Sundays?", "2026-01-15"),
    ],
)
def test_a_follow_up_that_names_a_day_moves_the_day_of_the_form(client: TestClient, text: str, day: str) -> None:
    shown = ask(client, text, path="/follow-up", previous=QUESTION, as_of="2026-01-15")
    assert shown.texts("//h2") == ["Is this your question?"]
    assert shown.all("//textarea[@id='full']")[0].text.strip().startswith(QUESTION.rstrip("?"))
    assert {one.get("value") for one in shown.all("//input[@name='as_of']")} == {day}
    assert shown.all("//p[@class='claim-text']") == []


def test_a_follow_up_in_another_language_says_what_is_missing(client: TestClient) -> None:
    said = "Your words are in another language than the question before: put what they name into it."
    shown = ask(client, "et pour les bottes ?", path="/follow-up", previous=QUESTION)
    assert said in shown.texts("//p[@class='note']")
    assert shown.all("//textarea[@id='full']")[0].text.strip() == QUESTION
    assert said not in ask(client, "and for opened goods?", path="/follow-up", previous=QUESTION).main


def test_a_question_of_its_own_is_answered_at_once(client: TestClient) -> None:
    shown = ask(client, QUESTION, path="/follow-up", previous=FRENCH)
    assert shown.texts("//p[@class='claim-text']") == [CLAIM]


@pytest.mark.parametrize("path", ["/ask", "/follow-up"])
@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"question": " \r\n "}, "Type a question first."),
        ({"question": "x" * 2001}, "2001 characters; at most 2000"),
        ({"question": "Why?", "as_of": "9/10/2026"}, "“9/10/2026” is not a day"),
        ({"question": "Why?", "as_of": "none"}, "is not a day"),
        ({"question": "Why?", "as_of": "2026-02-30"}, "is not a day"),
        ({"question": "Why?", "as_of": "<b>" * 400}, "is not a day"),
    ],
)
def test_what_is_wrong_is_told_with_the_form(client: TestClient, path: str, fields: dict[str, str], said: str) -> None:
    shown = Shown(client.post(path, data=fields))
    assert shown.status == 400
    assert said in shown.texts("//*[@role='alert']")[0]
    assert shown.all("//textarea[@id='question']")[0].get("aria-invalid") == "true"


def test_a_form_with_too_many_fields_is_refused(client: TestClient) -> None:
    shown = Shown(client.post("/ask", content="&".join(f"f{n}=x" for n in range(101))))
    assert shown.status == 400
    assert "more than 100 fields" in shown.main


def test_what_is_wrong_is_told_in_french(client: TestClient) -> None:
    shown = Shown(client.post("/ask", data={"question": ""}, headers={"Accept-Language": "fr"}))
    assert shown.texts("//*[@role='alert']") == ["Écrivez d’abord une question."]


@pytest.mark.parametrize("fields", [{"audience": "board"}, {"audience": "no such"}])
def test_an_audience_of_others_is_refused(client: TestClient, keys: Keys, fields: dict[str, str]) -> None:
    shown = ask(client, QUESTION, keys, "staff", **fields)
    assert shown.status == 403
    assert "This is more than you may see or do here." in shown.main


def test_a_part_that_is_none_is_told(client: TestClient, keys: Keys) -> None:
    assert ask(client, QUESTION, keys, "staff", part="attic").status == 400


def test_another_site_cannot_ask_for_somebody(client: TestClient, keys: Keys) -> None:
    cookie = {"Cookie": f"policy_assistant_key={keys.texts['staff']}", "Sec-Fetch-Site": "cross-site"}
    for path in ("/ask", "/follow-up", "/feedback"):
        assert client.post(path, data={"question": "Why?"}, headers=cookie).status_code == 403


def test_where_nobody_is_anonymous_a_key_is_asked_for(tmp_path: Path) -> None:
    project = make_project(tmp_path / "p", hidden=())
    path = project.folder / "policy-assistant.toml"
    path.write_text(path.read_text().replace('anonymous = "public"', 'anonymous = ""'))
    with client_of(project.folder) as client:
        for shown in (look(client, "/"), ask(client), look(client, "/answers/000000000000"), look(client, "/source/000000000000")):
            assert shown.status == 401
            assert shown.all("//input[@id='key']")


def test_a_question_is_only_text(client: TestClient) -> None:
    nasty = "</textarea><script>alert(1)</script>{{ 7*7 }} unused goods sent back within days \" onfocus='x'"
    shown = ask(client, nasty)
    assert "<script>alert" not in shown.raw
    assert "49" not in shown.main
    assert shown.texts("//p[@class='asked-for']") == [nasty]


@pytest.mark.parametrize("question", ["\0", "\ud800 sent back", "\u202e sent back \x1b[31m", "?" * 2000])
def test_strange_questions_are_answered_or_refused(client: TestClient, question: str) -> None:
    response = client.post("/ask", content=b"question=" + question.encode("utf-8", "surrogatepass"), headers={FETCHED: "1"})
    assert response.status_code in (200, 400)
    assert not re.search("[\u202e\x1b\0]", response.text)


def test_a_document_may_say_what_it_likes(project: Project) -> None:
    project.configure('[project]\ntoday = "2026-10-09"\n')
    title = "Shoes <script>alert(1)</script>"
    project.add(
        "shoes",
        "## Hall &lt;b&gt;\n\nWet shoes &lt;img src=x onerror=alert(1)&gt; stay outside for 3 days.\n",
        title=title,
        owner="<i>Ada</i>",
    )
    project.ingest()
    with client_of(project.folder) as client:
        shown = ask(client, "How many days do wet shoes stay outside?")
        link = shown.all("//ul[@class='cited']/li/a")[0]
        source = Shown(client.get(link.get("href")))
    assert title in link.text_content()
    assert shown.all("//main//img | //main//i | //main//script") == source.all("//main//img | //main//i | //main//script") == []
    assert source.texts("//mark") == ["Wet shoes <img src=x onerror=alert(1)> stay outside for 3 days."]
    assert "Owner: <i>Ada</i>" in source.main
