"""A source opened at a place: marked where that is proved, never elsewhere; pictures of pages for those who see the passage."""

import io
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas
from starlette.testclient import TestClient

from policy_assistant.metadata import Chunk
from policy_assistant.server.links import hash_of, place_link
from policy_assistant.server.page.cited import unmarked, words_at
from policy_assistant.view.source import open_source
from tests.project import Project
from tests.server.page.pages import look
from tests.server.samples import CODE_WORD, HIDDEN, Keys, client_of

WORDS = "Unused goods may be sent back within 45 days."


def chunk_of(project: Project, doc_id: str, version: str = "") -> Chunk:
    return next(chunk for chunk in project.chunks() if chunk.doc_id == doc_id and version in ("", chunk.version))


def path_of(chunk: Chunk, words: str) -> str:
    start = chunk.start + chunk.quote.index(words)
    return place_link("", chunk.chunk_id, start, start + len(words), words)


def test_the_cited_words_are_marked(client: TestClient, shared: Project) -> None:
    shown = look(client, path_of(chunk_of(shared, "returns", "2"), WORDS))
    assert shown.status == 200
    assert shown.texts("//mark") == [WORDS]
    assert shown.all("//mark")[0].get("id") == "cited"
    assert "version 2 · from 1 July 2026" in shown.main
    assert "Owner: Service desk" in shown.main
    assert "✓ The marked words stand there" in shown.main
    assert shown.all("//a[@href='/documents/returns?version=2']")
    (file,) = shown.all("//a[starts-with(@href, '/v1/sources/')]")
    assert client.get(file.get("href")).content == (shared.documents / "returns-2.md").read_bytes()


def test_a_passage_without_a_place_is_marked_whole(client: TestClient, shared: Project) -> None:
    chunk = chunk_of(shared, "returns", "2")
    marked = " ".join(look(client, f"/source/{chunk.chunk_id}").texts("//mark"))
    assert marked.split() == chunk.quote.split()


def test_other_words_than_the_cited_ones_are_never_marked(client: TestClient, shared: Project) -> None:
    address = path_of(chunk_of(shared, "returns", "2"), WORDS)
    shown = look(client, address.replace(hash_of(WORDS), hash_of("other words")))
    assert shown.all("//mark") == []
    assert "so nothing is marked" in shown.texts("//p[@class='problem']")[0]
    assert WORDS in shown.main


def test_all_kinds_of_views_lose_their_marks(client: TestClient, shared: Project, project: Project) -> None:
    del client
    body = "## Table\n\n| Day | Hours |\n| --- | --- |\n| Monday | 9 |\n\n- one\n- two\n\nThe end.\n"
    project.add("table", body)
    project.ingest()
    assistant = project.assistant
    chunk = chunk_of(project, "table")
    view = open_source(assistant.settings, assistant.store, chunk, chunk.start, chunk.end)
    assert view.proved
    plain = unmarked(view)
    assert not plain.proved
    assert "marked=True" in repr(view)
    assert "marked=True" not in repr(plain)
    assert re.sub(r"marked=\w+|problem='\w*'", "", repr(plain)) == re.sub(r"marked=\w+|problem='\w*'", "", repr(view))
    assert unmarked(replace(view, problem="gone")).problem == "gone"
    assistant.store.close()
    assert shared


@pytest.mark.parametrize(
    "query", ["start=x", "end=-1", "start=1e3", "start=٣", "end=99999999999", "start=0&end=0", "start=5&end=4", "end=999999"]
)
def test_a_place_that_is_none_is_told(client: TestClient, shared: Project, query: str) -> None:
    shown = look(client, f"/source/{chunk_of(shared, 'returns', '2').chunk_id}?{query}")
    assert shown.status == 400
    assert shown.all("//*[@role='alert']")


@pytest.mark.parametrize("name", ["0" * 12, "0" * 11, "x", "%00", "a" * 300, "..%2f..", "<b>"])
def test_a_passage_that_is_not_there(client: TestClient, name: str) -> None:
    for path in (f"/source/{name}", f"/page-image/{name}/1"):
        response = client.get(path)
        assert response.status_code == 404
        assert "<b>" not in response.text


@pytest.mark.parametrize("query", ["", "?start=1&end=2", "?start=x", "?end=999999"])
def test_a_hidden_passage_is_like_one_that_is_not_there(client: TestClient, shared: Project, keys: Keys, query: str) -> None:
    for hidden in HIDDEN:
        name = chunk_of(shared, hidden.doc_id).chunk_id
        for path in ("/source/{}", "/page-image/{}/1"):

            def told(name: str, path: str = path) -> tuple[int, str, dict[str, str]]:
                response = client.get(path.format(name) + query, headers={"X-Request-ID": "same"})
                return response.status_code, response.text.replace(name, "*"), dict(response.headers)

            assert told(name) == told("0" * 12)
            assert told(name)[0] == 404
        assert hidden.word in look(client, f"/source/{name}", keys, hidden.label).raw


def test_code_is_shown_by_its_lines(client: TestClient, shared: Project, keys: Keys) -> None:
    assistant = shared.assistant
    chunk = next(chunk for chunk in assistant.store.chunks(f"shop/{CODE_WORD}.py") if "return 0" in chunk.text)
    assistant.store.close()
    shown = look(client, path_of(chunk, "    return 0 if total > 50 else 5"), keys, "staff")
    assert shown.texts("//h2") == [f"shop/{CODE_WORD}.py:6"]
    assert shown.texts("//mark") == ["return 0 if total > 50 else 5"]
    assert shown.all("//ol[@class='lines']")[0].get("start") == "1"
    assert look(client, f"/source/{chunk.chunk_id}").status == 404


class TestPages:
    @pytest.fixture
    def paper(self, project: Project) -> Project:
        project.configure('[project]\ntoday = "2026-10-09"\n')
        data = io.BytesIO()
        canvas = Canvas(data, pagesize=(400, 600))
        canvas.setTitle("Paper")
        canvas.setFont("Helvetica-Bold", 18)
        canvas.drawString(50, 550, "Paper")
        canvas.setFont("Helvetica", 11)
        canvas.drawString(50, 500, "Paper is kept for 7 years. Then it is burnt.")
        canvas.showPage()
        canvas.save()
        project.write("paper.pdf", data.getvalue())
        row = {
            "file": "documents/paper.pdf",
            "doc_id": "paper",
            "title": "Paper",
            "version": "1",
            "access": "public",
            "language": "en",
            "format": "pdf",
        }
        project.inventory(row)
        project.ingest()
        return project

    @pytest.fixture
    def own(self, paper: Project) -> Iterator[TestClient]:
        with client_of(paper.folder) as client:
            yield client

    def test_boxes_lie_over_the_picture(self, own: TestClient, paper: Project) -> None:
        chunk = chunk_of(paper, "paper")
        shown = look(own, path_of(chunk, "Then it is burnt."))
        (svg,) = shown.all("//svg")
        assert svg.get("viewbox") == "0 0 400.0 600.0"
        (box,) = shown.all("//rect")
        left, top, height = (float(box.get(name)) for name in ("x", "y", "height"))
        assert box.get("id") == "cited"
        assert left > 150, "only the second sentence"
        assert top < 100 < top + height + 5, "500 points above the foot of 600"
        described = svg.get("aria-describedby")
        assert shown.texts(f"//*[@id='{described}']") == ["Cited words: Then it is burnt."]
        address = shown.all("//svg/image")[0].get("href")
        picture = own.get(address)
        assert picture.headers["content-type"] == "image/png"
        assert picture.headers["cache-control"] == "private, max-age=600"
        assert "Cookie" in picture.headers["vary"]
        assert Image.open(io.BytesIO(picture.content)).size == (1600, 2400)

    def test_a_picture_that_cannot_be_had(self, own: TestClient, paper: Project) -> None:
        name = chunk_of(paper, "paper").chunk_id
        wrong = {"0": 400, "x": 400, "1?width=5": 400, "1?width=5000": 400, "1?width=x": 400, "2": 422}
        assert {path: own.get(f"/page-image/{name}/{path}").status_code for path in wrong} == wrong

    def test_a_changed_file_has_no_boxes_and_no_pictures(self, own: TestClient, paper: Project) -> None:
        chunk = chunk_of(paper, "paper")
        path = paper.documents / "paper.pdf"
        path.write_bytes(path.read_bytes() + b"\n")
        shown = look(own, path_of(chunk, "Then it is burnt."))
        assert shown.all("//rect | //mark | //image") == []
        assert "The file changed since it was indexed." in shown.main
        assert "Then it is burnt." in shown.main
        response = own.get(f"/page-image/{chunk.chunk_id}/1")
        assert response.status_code == 422
        assert str(paper.folder) not in response.text


def test_the_words_at_a_place(shared: Project) -> None:
    chunk = chunk_of(shared, "returns", "2")
    start = chunk.start + chunk.quote.index("45")
    assert words_at(chunk, start, start + 7) == "45 days"
    assert hash_of("a") != hash_of("b")
