"""The view of answers that no longer hold."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from policy_assistant.seen import Seen
from policy_assistant.state import writing
from tests.server.page.pages import Shown, look
from tests.server.samples import QUESTION, TODAY, Keys, client_of, make_project

EARLIER = "2026-03-01"


class House:
    """A project in which an answer was given before version 2 came, and its passage was changed since."""

    def __init__(self, folder: Path) -> None:
        self.project = make_project(folder)
        self.keys = Keys.make(folder)
        self._today(TODAY, EARLIER)
        with client_of(folder) as client:
            self.answer = str(client.post("/v1/ask", json={"question": QUESTION}).json()["kept"])
            self.staff = str(client.post("/v1/ask", json={"question": QUESTION}, headers=self.keys.headers("staff")).json()["kept"])
        self._today(EARLIER, TODAY)
        path = self.project.documents / "quokka-file.md"
        path.write_text(path.read_text().replace("99", "98"))
        self.project.ingest()

    def _today(self, old: str, new: str) -> None:
        path = self.project.folder / "policy-assistant.toml"
        path.write_text(path.read_text().replace(f'today = "{old}"', f'today = "{new}"'))


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(tmp_path_factory.mktemp("audit") / "project")


@pytest.fixture
def house(shared: House) -> House:
    """The project without any mark."""
    with writing(shared.project.settings.state_path) as conn:
        conn.execute("DELETE FROM seen")
    return shared


@pytest.fixture
def client(house: House) -> Iterator[TestClient]:
    with client_of(house.project.folder) as client:
        yield client


def answers(shown: Shown) -> list[str]:
    return [name.removeprefix("answer-") for name in shown.all("//ol[@class='hits']/li/@id")]


def mark(client: TestClient, house: House, shown: Shown, name: str, label: str = "board") -> int:
    [form] = shown.all(f"//li[@id='answer-{name}']//form")
    fields = {field.get("name"): field.get("value") for field in form.xpath(".//input")}
    return client.post(form.get("action"), data=fields, headers=house.keys.headers(label), follow_redirects=False).status_code


def test_it_is_for_callers_with_a_key(client: TestClient) -> None:
    assert look(client, "/audit").status == 401
    assert client.post("/audit/seen", data={"marks": "0" * 64}).status_code == 401


def test_cited_words_stand_beside_those_of_now(client: TestClient, house: House) -> None:
    shown = look(client, "/audit", house.keys, "public")
    assert answers(shown) == [house.answer]
    [row] = shown.all("//table/tbody/tr")
    assert [cell.xpath("string(.//del)") or cell.xpath("string(.//ins)") for cell in row.xpath("td")] == ["30", "45"]
    assert "Version 2 is in force instead. Not all cited words still stand." in shown.main
    assert "Owner: Service desk" in shown.main
    assert "Ask again, and tell those who got the old answer." in shown.main


def test_a_document_is_named_by_its_title(client: TestClient, house: House) -> None:
    shown = look(client, "/audit", house.keys, "public")
    assert shown.texts("//section[@class='finding']/h3") == ["Something is newer Returns, version 1: Return window"]
    assert shown.texts("//caption") == ["Returns, version 1: then and now"]
    assert "As of 9 October 2026: 1 kept answers" in shown.main


def test_the_list_of_kept_answers_says_which_no_longer_hold(client: TestClient, house: House) -> None:
    with_new = str(client.post("/v1/ask", json={"question": QUESTION}).json()["kept"])
    shown = look(client, "/answers", house.keys, "public")
    badges = dict(zip(shown.all("//ol[@class='hits']//h3/a/@href"), shown.texts("//ol[@class='hits']//span[@class]"), strict=True))
    assert badges == {f"/answers/{with_new}": "Answered", f"/answers/{house.answer}": "✗ No longer holds"}


def test_ask_again_holds_the_question_and_leaves_the_day_open(client: TestClient, house: House) -> None:
    [link] = look(client, "/audit", house.keys, "public").all("//a[starts-with(text(), 'Ask again')]/@href")
    assert link == "/?q=Within+how+many+days+may+unused+goods+be+sent+back%3F&audience=public"


def test_it_leads_to_the_comparison_of_the_two_versions(client: TestClient, house: House) -> None:
    [link] = look(client, "/audit", house.keys, "public").all("//a[starts-with(text(), 'Compare')]/@href")
    assert link == "/documents/returns?before=1&after=2#compare"
    assert client.get(link).status_code == 200


def test_callers_see_what_their_audience_covers(client: TestClient, house: House) -> None:
    assert answers(look(client, "/audit", house.keys, "board")) == [house.staff, house.answer]
    assert "quokka" not in look(client, "/audit", house.keys, "public").raw.lower()


def test_what_was_seen_is_no_longer_among_the_unseen(client: TestClient, house: House) -> None:
    shown = look(client, "/audit", house.keys, "board")
    assert mark(client, house, shown, house.answer) == 303
    assert answers(look(client, "/audit", house.keys, "board")) == [house.staff]
    seen = look(client, "/audit?show=seen", house.keys, "board")
    assert answers(seen) == [house.answer]
    assert "Seen by" in seen.main
    assert answers(look(client, "/audit?show=all", house.keys, "board")) == [house.staff, house.answer]


def test_a_mark_can_be_taken_away(client: TestClient, house: House) -> None:
    mark(client, house, look(client, "/audit", house.keys, "board"), house.answer)
    mark(client, house, look(client, "/audit?show=seen", house.keys, "board"), house.answer)
    assert answers(look(client, "/audit?show=seen", house.keys, "board")) == []


def test_who_does_not_see_everything_sees_marks_but_sets_none(client: TestClient, house: House) -> None:
    shown = look(client, "/audit", house.keys, "board")
    assert look(client, "/audit", house.keys, "public").all("//form[@action='/audit/seen']") == []
    for label in ("public", "staff"):
        assert mark(client, house, shown, house.answer, label) == 403
    assert answers(look(client, "/audit?show=seen", house.keys, "board")) == []
    mark(client, house, shown, house.answer)
    assert mark(client, house, look(client, "/audit?show=seen", house.keys, "board"), house.answer, "public") == 403, "nor takes one away"
    assert "Seen by" in look(client, "/audit?show=seen", house.keys, "public").main


@pytest.mark.parametrize("marks", ["x", "0" * 63, " ".join(["0" * 64] * 301), "<script>"])
def test_what_is_no_mark_is_refused(client: TestClient, house: House, marks: str) -> None:
    assert client.post("/audit/seen", data={"marks": marks}, headers=house.keys.headers("board")).status_code == 400


def test_another_site_cannot_mark(client: TestClient, house: House) -> None:
    shown = look(client, "/audit", house.keys, "board")
    [marks] = shown.all(f"//li[@id='answer-{house.answer}']//input[@name='marks']/@value")
    client.cookies.set("policy_assistant_key", house.keys.texts["board"])
    assert client.post("/audit/seen", data={"marks": marks}, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert client.post("/audit/seen", data={"marks": marks}, headers={"Origin": "https://evil.example"}).status_code == 403
    settings = house.project.settings
    catalogue = house.project.assistant.catalogue(settings.labels_of("board"))
    assert not Seen.of(settings).among(catalogue.findings(catalogue.answers()))


def test_a_removed_document_says_so(folder: Path) -> None:
    house = House(folder)
    for name in ("returns-1.md", "returns-2.md"):
        (house.project.documents / name).unlink()
    house.project.ingest()
    with client_of(folder) as client:
        shown, everything = (look(client, "/audit", house.keys, label) for label in ("public", "board"))
    assert "The cited version is no longer there." in shown.main
    assert "Ask the owner what holds now" in shown.main
    assert shown.texts("//table//td[2]") == [], "whether it is gone or hidden is not told, and so its words are not shown"
    assert "Stands nownothing like it" in everything.texts("//table//td[2]")


def test_it_speaks_french(client: TestClient, house: House) -> None:
    shown = look(client, "/audit", house.keys, "public", language="fr")
    assert "La version 2 est en vigueur à la place." in shown.main
    assert "Posez la question à nouveau" in shown.main
