"""The views of documents: the list, one document, who sees it."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.server.page.pages import Shown, look, squashed
from tests.server.samples import QUESTION, Keys, client_of, make_project


def listed(shown: Shown) -> list[str]:
    return shown.texts("//ul[@class='documents']//h3")


class TestTheList:
    def test_it_names_each_document_with_the_version_in_force(self, client: TestClient) -> None:
        shown = look(client, "/documents")
        assert listed(shown) == ["Délais de livraison", "Returns"]
        assert "version 2, from 1 July 2026" in shown.main
        assert "2 documents as of 9 October 2026" in shown.main

    def test_another_day_shows_another_version(self, client: TestClient) -> None:
        shown = look(client, "/documents?as_of=2026-01-15&q=returns")
        assert listed(shown) == ["Returns"]
        assert "version 1, until 30 June 2026" in shown.main

    def test_words_are_found_whatever_their_accents(self, client: TestClient) -> None:
        assert listed(look(client, "/documents?q=DELAIS")) == ["Délais de livraison"]
        assert listed(look(client, "/documents?q=service+desk")) == ["Returns"]

    def test_it_can_be_narrowed(self, client: TestClient, keys: Keys) -> None:
        assert listed(look(client, "/documents?language=fr")) == ["Délais de livraison"]
        assert listed(look(client, "/documents?label=hr", keys, "board")) == ["Wombat unused goods"]
        assert listed(look(client, "/documents?doc_type=poem")) == []
        assert "Quokka unused goods" not in listed(look(client, "/documents?as_of=2024-06-01&only=in-force", keys, "board"))


class TestOneDocument:
    def test_it_marks_what_is_in_force_in_words_too(self, client: TestClient) -> None:
        shown = look(client, "/documents/returns")
        rows = shown.texts("//ol[@class='timeline']/li")
        assert ["In force" in row for row in rows] == [False, True]
        assert shown.texts("//ol[@class='timeline']/li[@class='now']//a") == ["version 2"]
        assert "within 45 days" in shown.texts("//section[@aria-labelledby='text']")[0]

    def test_another_day_moves_it(self, client: TestClient) -> None:
        shown = look(client, "/documents/returns?as_of=2026-01-15")
        assert shown.texts("//ol[@class='timeline']/li[@class='now']//a") == ["version 1"]
        assert "Not yet in force on 15 January 2026" in shown.texts("//ol[@class='timeline']/li")[1]
        assert "within 30 days" in shown.texts("//section[@aria-labelledby='text']")[0]

    def test_a_version_can_be_chosen(self, client: TestClient) -> None:
        shown = look(client, "/documents/returns?version=1")
        assert "within 30 days" in shown.texts("//section[@aria-labelledby='text']")[0]
        assert "No longer in force on 9 October 2026" in shown.texts("//main/p[@class='facts']")[0]
        [original] = shown.all("//a[contains(@href, '/v1/sources/')]/@href")
        assert "within 30 days" in client.get(original).text

    def test_two_versions_stand_side_by_side(self, client: TestClient) -> None:
        shown = look(client, "/documents/returns?before=1&after=2")
        [row] = shown.all("//table[contains(@class, 'text')]/tbody/tr[td]")
        assert [cell.xpath("string(.//del)") or cell.xpath("string(.//ins)") for cell in row.xpath("td")] == ["30", "45"]
        assert shown.texts("//table[contains(@class, 'text')]//th[@scope='rowgroup']") == ["Return window changed"]
        assert "1 section is unchanged." in shown.main

    def test_an_open_end_and_an_empty_cell_are_told_apart_from_words_of_a_document(self, client: TestClient) -> None:
        rows = look(client, "/documents/returns?before=1&after=2").all("//table[caption='What is said about the two versions']/tbody/tr")
        cells = {squashed(row[0]): [squashed(cell).removeprefix("Before").removeprefix("After") for cell in row[1:]] for row in rows}
        assert cells["In force from"] == ["no beginning", "1 July 2026"]
        assert cells["In force until"] == ["30 June 2026", "no end"]
        assert cells["Owner"] == ["—(nothing)", "Service desk"]
        french = look(client, "/documents/returns?before=1&after=2", language="fr").main
        assert "sans début" in french
        assert "sans fin" in french

    def test_the_same_version_twice_is_told(self, client: TestClient) -> None:
        assert "Choose two different versions." in look(client, "/documents/returns?before=1&after=1").main

    def test_kept_answers_are_for_callers_with_a_key(self, client: TestClient, keys: Keys) -> None:
        client.post("/v1/ask", json={"question": QUESTION}, headers=keys.headers("staff"))
        client.post("/v1/ask", json={"question": QUESTION})
        assert QUESTION in look(client, "/documents/returns?before=1&after=2", keys, "staff").main
        anonymous = look(client, "/documents/returns?before=1&after=2")
        assert QUESTION not in anonymous.main
        assert not anonymous.all("//a[starts-with(@href, '/answers/')]")

    def test_fixed_questions_are_for_those_who_see_everything(self, client: TestClient, keys: Keys) -> None:
        path = "/documents/returns?before=1&after=2"
        assert "Q1" in look(client, path, keys, "board").texts("//section[@aria-labelledby='compare']//code")
        assert look(client, path, keys, "hr").texts("//section[@aria-labelledby='compare']//code") == []

    def test_code_is_shown_with_its_lines_and_no_dates(self, client: TestClient, keys: Keys) -> None:
        shown = look(client, "/documents/shop/bilby.py", keys, "staff")
        assert "def bilby_fee" in shown.texts("//pre[@class='lines']")[0]
        assert not shown.all("//ol[@class='timeline']")

    @pytest.mark.parametrize("path", ["nothing", "quokka-goodwill", "returns?version=9", "returns?before=1&after=quokka-0"])
    def test_what_is_not_there_is_told(self, client: TestClient, path: str) -> None:
        assert look(client, f"/documents/{path}").status == 404

    def test_a_part_that_is_not_there_is_refused(self, client: TestClient) -> None:
        assert look(client, "/documents/returns?part=9").status == 400


def test_a_file_that_changed_is_shown_as_it_was_indexed(folder: Path) -> None:
    project = make_project(folder)
    path = project.documents / "returns-2.md"
    path.write_text(path.read_text().replace("45", "77"))
    with client_of(folder) as client:
        shown = look(client, "/documents/returns")
    assert "The file changed since it was indexed." in shown.main
    assert "within 45 days" in shown.main
    assert "77" not in shown.main


class TestWhoSeesIt:
    def test_it_says_why(self, client: TestClient, keys: Keys) -> None:
        shown = look(client, "/documents/quokka-goodwill/access?audience=hr", keys, "board")
        assert "hr sees it" in shown.main
        assert "hr sees the label staff through staff" in shown.main
        assert "the file itself" in shown.main

    def test_it_says_why_not(self, client: TestClient, keys: Keys) -> None:
        shown = look(client, "/documents/quokka-goodwill/access?audience=public", keys, "board")
        assert "public does not see it" in shown.main
        assert "public does not see the label staff" in shown.main

    @pytest.mark.parametrize("doc_id", ["quokka-goodwill", "returns", "qqqqqqqqqqqqqqq"])
    def test_it_is_only_for_those_who_see_everything(self, client: TestClient, keys: Keys, doc_id: str) -> None:
        path = f"/documents/{doc_id}/access?audience=public"
        assert [look(client, path, keys, label).status for label in ("", "staff", "hr")] == [401, 403, 403]

    def test_an_audience_that_is_not_there_is_refused(self, client: TestClient, keys: Keys) -> None:
        assert look(client, "/documents/returns/access?audience=nobody", keys, "board").status == 400

    def test_a_document_whose_own_id_ends_like_that_is_shown_itself(self, folder: Path) -> None:
        project = make_project(folder)
        project.add("gate/access", title="Gate keys")
        project.ingest()
        with client_of(folder) as client:
            assert look(client, "/documents/gate/access").texts("//h1") == ["Gate keys"]
