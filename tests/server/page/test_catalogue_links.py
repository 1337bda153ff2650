"""Every link of these views leads somewhere, whatever characters names hold."""

from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from starlette.testclient import TestClient

from tests.server.page.pages import look
from tests.server.samples import QUESTION, Keys, client_of, make_project

ODD = "prix & règles 50%?#1/a+b"
SENTENCE = "Un colibri coûte 12 euros."


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Keys:
    folder = tmp_path_factory.mktemp("links") / "project"
    project = make_project(folder)
    for version, cost, first in (("1 & 2", "12", "2025-01-01"), ("2?#%", "15", "2026-01-01")):
        fields = {"version": version, "effective_from": first, "language": "fr", "owner": "A & B", "title": "Prix & règles"}
        front = "".join(f"{name}: {value}\n" for name, value in {"doc_id": ODD, "access": "public", **fields}.items())
        project.write(f"odd-{cost}.md", f"---\n{front}---\n\n# Prix\n\n## Coût\n\n{SENTENCE.replace('12', cost)}\n")
    project.ingest()
    keys = Keys.make(folder)
    with client_of(folder) as client:
        for question in (QUESTION, "Combien coûte un colibri ?"):
            client.post("/v1/ask", json={"question": question, "as_of": "2025-06-01"}, headers=keys.headers("board"))
    path = project.documents / "odd-12.md"
    path.write_text(path.read_text(encoding="utf-8").replace("12 euros", "12 euros et demi"), encoding="utf-8")
    project.ingest()
    assert project.run("eval", "--method", "bm25", "--report", str(folder / "reports" / "a & b #1.html")).code == 0
    return keys


@pytest.fixture(scope="module")
def client(house: Keys) -> Iterator[TestClient]:
    with client_of(house.folder) as client:
        yield client


@pytest.mark.parametrize(
    "path", ["/search?q=colibri&every=1", "/search?q=bilby+fee&in=all", "/documents", "/answers", "/audit?show=all", "/evaluation"]
)
def test_links_lead_somewhere_and_so_do_theirs(client: TestClient, house: Keys, path: str) -> None:
    waiting, seen = [path], {path}
    while waiting:
        here = waiting.pop()
        shown = look(client, here, house, "board")
        assert shown.status == 200, here
        links = [urljoin(here, link).split("#")[0] for link in shown.all("//main//a/@href")]
        if here == path or here.startswith("/documents/"):
            waiting += [link for link in dict.fromkeys(links) if link not in seen and len(seen) < 60 and not link.startswith("/v1/")]
            seen.update(waiting)
        files = [link for link in dict.fromkeys(links) if link.startswith("/v1/sources/")]
        assert all(client.get(link, headers=house.headers("board")).status_code == 200 for link in files), here
    assert len(seen) > 1


def test_a_document_with_an_odd_name_is_shown_compared_and_explained(client: TestClient, house: Keys) -> None:
    [link] = look(client, "/documents?q=prix", house, "board").all("//h3/a/@href")
    shown = look(client, link, house, "board")
    assert "15 euros" in shown.main
    assert ODD in shown.texts("//dd/code")
    form = {field.get("name"): field.get("value") for field in shown.all("//section[@aria-labelledby='compare']//input")}
    versions = shown.all("//select[@id='before']/option/@value")
    compared = client.get(link.split("?")[0], params={**form, "before": versions[0], "after": versions[1]}, headers=house.headers("board"))
    assert "<del><b>12</b></del>" in compared.text
    [access] = [link for link in shown.all("//a/@href") if "/access?audience=public" in link]
    assert "public sees it" in look(client, access, house, "board").main
