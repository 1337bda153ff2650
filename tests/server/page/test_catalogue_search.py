"""The view of searching."""

import pytest
from starlette.testclient import TestClient

from tests.server.page.pages import Shown, look
from tests.server.samples import Keys

Q = "/search?q=unused+goods"


def titles(shown: Shown) -> list[str]:
    return shown.texts("//ol[@class='hits']//h3")


def versions(shown: Shown) -> list[str]:
    return [text for text in shown.texts("//ol[@class='hits']//p[@class='facts']/span") if text.startswith("version")]


def test_a_hit_has_title_section_version_period_and_marked_words(client: TestClient) -> None:
    shown = look(client, Q)
    assert titles(shown)[0] == "Returns Return window"
    assert versions(shown)[0] == "version 2, from 1 July 2026"
    assert shown.texts("//ol[@class='hits']/li[1]//p[@class='excerpt']/mark") == ["Unused goods"]


def test_other_forms_of_the_words_are_marked(client: TestClient) -> None:
    shown = look(client, "/search?q=unused+good+returning")
    assert {"Unused goods", "Returns", "Return"} <= set(shown.texts("//ol[@class='hits']/li[1]//mark"))


def test_a_hit_leads_to_its_sentence_and_its_document(client: TestClient) -> None:
    shown = look(client, Q)
    source, document = shown.all("//ol[@class='hits']/li[1]//p[contains(@class, 'links')]/a/@href")
    chunk = client.get(f"/v1/chunks/{source.split('/')[2].split('?')[0]}").json()
    start, end = (int(pair.split("=")[1]) for pair in source.split("#")[0].split("?")[1].split("&"))
    body = chunk["text"][-(chunk["end"] - chunk["start"]) :]
    assert body[start - chunk["start"] : end - chunk["start"]] == "Unused goods may be sent back within 45 days."
    assert client.get(document).status_code == 200


def test_the_day_decides_and_every_version_can_be_asked_for(client: TestClient) -> None:
    assert versions(look(client, f"{Q}&as_of=2026-01-15"))[0] == "version 1, until 30 June 2026"
    every = versions(look(client, f"{Q}&every=1"))
    assert {text.split(",")[0] for text in every} >= {"version 1", "version 2"}


def test_filters_apply_before_the_first_hits_are_taken(client: TestClient) -> None:
    plain = look(client, "/search?q=days+jours&k=1")
    only = look(client, "/search?q=days+jours&k=1&language=en")
    assert titles(plain) == ["Délais de livraison Délai"]
    assert [title.split()[0] for title in titles(only)] == ["Returns"]


def test_a_label_narrows_to_those_that_the_reader_sees(client: TestClient, keys: Keys) -> None:
    assert "Quokka" in " ".join(titles(look(client, f"{Q}&label=staff", keys, "board")))
    assert all("Quokka" in title for title in titles(look(client, f"{Q}&label=staff", keys, "board")))
    assert titles(look(client, f"{Q}&label=staff")) == titles(look(client, f"{Q}&label=nothing")) == []


def test_choices_are_those_that_the_reader_sees(client: TestClient, keys: Keys) -> None:
    options = "//select[@id='label']/option/@value"
    assert look(client, "/search").all(options) == []
    assert look(client, "/search", keys, "hr").all(options) == ["", "public", "staff", "hr"]


def test_code_is_found_with_its_lines(client: TestClient, keys: Keys) -> None:
    shown = look(client, "/search?q=bilby+fee&in=code", keys, "staff")
    assert set(titles(shown)) == {"shop/bilby.py"}
    assert "lines 4 to 6" in shown.main
    assert "bilby_fee" in shown.texts("//pre/mark")


def test_more_can_be_asked_for_up_to_the_limit(client: TestClient, keys: Keys) -> None:
    path = "/search?q=goods+days+return&every=1&k=2"
    [more] = look(client, path, keys, "board").all("//a[text()='Show more']/@href")
    assert "k=12" in more
    assert len(titles(look(client, more, keys, "board"))) > 2


def test_nothing_found_says_so(client: TestClient) -> None:
    assert "Nothing was found" in look(client, "/search?q=xylophone").main


@pytest.mark.parametrize("query", ["as_of=2026-02-30", "k=0", "audience=board", f"doc_type={'a' * 501}", f"q={'a' * 20_001}"])
def test_what_is_not_allowed_is_told(client: TestClient, query: str) -> None:
    shown = look(client, f"/search?q=a&{query}" if not query.startswith("q=") else f"/search?{query}")
    assert shown.status in (400, 403)
    assert shown.all("//p[@role='alert']")


def test_it_speaks_french(client: TestClient) -> None:
    shown = look(client, Q, language="fr-CA")
    assert "En vigueur le 9 octobre 2026" in shown.main
    assert "pour «\u00a0unused goods\u00a0»" in shown.all("//h2")[0].text_content()


def test_the_api_narrows_in_the_same_way(client: TestClient) -> None:
    def found(**narrowing: str) -> set[str]:
        body = {"query": "days jours", "k": 20, **narrowing}
        return {hit["doc_id"] for hit in client.post("/v1/search", json=body).json()["hits"]}

    assert found(language="fr") == {"livraison"}
    assert found(label="public") == found() != set()
    assert found(label="staff") == found(doc_type="poem") == set()
    assert found(language="en") == {"returns"}
