"""The evidence of an answer in one page: complete, proved, self-contained, and harmless."""

import base64
import hashlib
import html
import io
import re
from dataclasses import replace
from pathlib import Path

import lxml.html
import pytest
from PIL import Image

from policy_assistant.errors import NotFoundError
from policy_assistant.ledger.record import KeptAnswer
from policy_assistant.ledger.store import Ledger
from policy_assistant.sharing import pack
from policy_assistant.sharing.pack import evidence_pack
from policy_assistant.store import Store
from policy_assistant.view import child
from tests.code.shop import code_project
from tests.ledger.samples import NOON, PUBLIC, STAFF, answer, claim
from tests.project import Project
from tests.sharing.samples import chunk_of, keep, keep_answer

BOARD = STAFF | {"board"}
ROW = "Trigger gun | TG-22 | PW-2200 only"


def packed(project: Project, kept: KeptAnswer, labels: frozenset[str] = STAFF, language: str = "en") -> str:
    with Store(project.folder / "index.sqlite") as store:
        return evidence_pack(project.settings, store, kept, labels, language, NOON)


def words_of(page: str) -> str:
    return " ".join(lxml.html.fromstring(page).text_content().split())


def marks(page: str) -> list[str]:
    return [mark.text_content() for mark in lxml.html.fromstring(page).iter("mark")]


def test_everything_that_proves_the_answer_is_in_it(house: Project) -> None:
    kept = keep(house, "Shoes stay outside.")
    page = packed(house, kept)
    words = words_of(page)
    chunk = chunk_of(house, "Shoes")
    digest = hashlib.sha256((house.documents / "shoes.md").read_bytes()).hexdigest()
    for fact in (
        "Where do shoes stay?",
        "2026-10-09",
        "staff",
        "extractor",
        "Shoes stay outside.",
        "shoes, version 1",
        "from 1 January 2026",
        "The keeper",
        "documents/shoes.md",
        chunk.chunk_id,
        f"{kept.citations[0].start}–{kept.citations[0].end}",
        digest,
        kept.citations[0].text_hash,
        kept.citations[0].quote_hash,
        kept.id,
        Ledger.of(house.settings).head().hash,
        "2026-10-09T12:00:00Z",
        "the quote stands in it: passed",
    ):
        assert fact in words, fact
    assert Ledger.of(house.settings).head().hash.startswith(kept.id)
    assert (marks(page), "Proved when this page was made" in words) == (["Shoes stay outside."], True)


def test_it_speaks_french_and_english_for_other_languages(house: Project) -> None:
    kept = keep(house, "Shoes stay outside.")
    page = packed(house, kept, language="fr")
    assert '<html lang="fr">' in page
    assert "Preuves d’une réponse" in words_of(page)
    assert "Evidence for" not in words_of(page)
    assert packed(house, kept, language="xx") == packed(house, kept, language="en")


def test_a_page_of_a_pdf_is_shown_with_boxes_over_the_quote(larkfield: Project) -> None:
    page = packed(larkfield, keep(larkfield, ROW, question="What fits?"))
    (svg,) = lxml.html.fromstring(page).iter("svg")
    image, *boxes = list(svg)
    assert len(boxes) == 3
    assert image.get("href").startswith("data:image/png;base64,")
    picture = Image.open(io.BytesIO(base64.b64decode(image.get("href").partition(",")[2])))
    width, height = (float(number) for number in svg.get("viewbox").split()[2:])
    assert picture.width / picture.height == pytest.approx(width / height, rel=0.01)
    for box in boxes:
        left, top, across, down = (float(box.get(name)) * picture.width / width for name in ("x", "y", "width", "height"))
        inside = picture.convert("L").crop((int(left), int(top), int(left + across) + 1, int(top + down) + 1))
        assert min(inside.tobytes()) < 100  # ink, not paper


def test_a_page_is_shown_once_for_a_statement_with_the_boxes_of_all_its_quotes(larkfield: Project) -> None:
    row, header = (claim(chunk_of(larkfield, ROW), quote) for quote in (ROW, "Part | Order code | Fits"))
    both = replace(row, citations=(*row.citations, *header.citations))
    page = packed(larkfield, keep_answer(larkfield, answer("What fits?", both)))
    (svg,) = lxml.html.fromstring(page).iter("svg")
    assert len(list(svg.iter("rect"))) == 6
    assert "Shown above, with the lines of this quote marked: page 2" in words_of(page)
    two = packed(larkfield, keep_answer(larkfield, answer("What fits?", row, header)))
    assert len(list(lxml.html.fromstring(two).iter("svg"))) == 2


def test_lines_of_code_are_shown(tmp_path: Path) -> None:
    project = code_project(tmp_path)
    project.ingest()
    words = "return renewals < 2 and not reserved"
    page = packed(project, keep(project, words))
    assert [mark.strip() for mark in marks(page)] == [words]
    path = next(project.folder.rglob("loans.py"))
    path.write_text(f"# new\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    assert "still holds this piece" in words_of(packed(project, Ledger.of(project.settings).answers(labels=STAFF)[0]))


def test_it_asks_for_nothing_and_runs_nothing(larkfield: Project) -> None:
    page = packed(larkfield, keep(larkfield, ROW, "You have 30 days"))
    tree = lxml.html.fromstring(page)
    assert {element.tag for element in tree.iter() if isinstance(element.tag, str)} <= {
        *("html", "head", "meta", "title", "style", "body", "header", "main", "section", "article", "h1", "h2", "h3", "p", "ul", "li"),
        *("table", "tr", "th", "td", "tbody", "blockquote", "div", "span", "strong", "mark", "pre", "figure", "figcaption"),
        *("svg", "image", "rect"),
    }
    assert not [name for element in tree.iter() for name in element.attrib if name.startswith("on") or name in ("style", "src")]
    assert all(address.startswith("data:image/png;base64,") for address in tree.xpath("//@href"))
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    (policy,) = tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert policy == f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert "url(" not in style
    assert "@import" not in style


@pytest.mark.parametrize(
    "words", ["<script>alert(1)</script>", "</mark></body><b>x", "</style>x", '" onload="x', "{{ 7 * 7 }}", "<!-- x", "]]>", "&lt;b&gt;"]
)
def test_text_of_documents_and_questions_is_text(project: Project, words: str) -> None:
    title = words.replace("<", "‹").replace(">", "›").replace('"', "”")
    project.add("house", f"## {title}\n\nBefore `{words}` after.\n", owner=words.replace("\n", " "))
    project.ingest()
    page = packed(project, keep(project, words, question=words))
    tree = lxml.html.fromstring(page)
    assert marks(page) == [words]
    assert words in [node.text_content() for node in tree.iter("h1")]
    assert not list(tree.iter("script", "b"))
    assert html.escape(words, quote=False).replace("&#39;", "'") in page.replace("&#34;", '"')


def test_control_characters_do_not_reach_the_page(house: Project) -> None:
    page = packed(house, keep(house, "Shoes stay outside.", question="x\x00\x1b\u202ey\ud800z\x85"))
    page.encode()
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", page)


def test_a_file_that_changed_is_said_and_not_marked(house: Project) -> None:
    kept = keep(house, "Shoes stay outside.")
    house.add("shoes", "## Rule\n\nShoes stay inside.\n", access="staff")
    page = packed(house, kept)
    assert (marks(page), "Not proved any more. The file changed" in words_of(page)) == ([], True)
    assert "Proved when" not in words_of(page)
    house.ingest()
    page = packed(house, kept)
    assert (marks(page), "reads otherwise now" in words_of(page), "stay inside" in page) == ([], True, False)


def test_a_passage_that_reads_otherwise_around_the_quote_is_said(house: Project) -> None:
    kept = keep(house, "Shoes stay outside.")
    house.add("shoes", "## Rule\n\nShoes stay outside. Hats stay in.\n", access="staff")
    house.ingest()
    assert chunk_of(house, "Shoes").chunk_id == kept.citations[0].chunk_id
    page = packed(house, kept)
    assert (marks(page), "reads otherwise now" in words_of(page), "Hats stay in" in page) == ([], True, False)


def test_a_page_that_cannot_be_drawn_is_told(larkfield: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = keep(larkfield, ROW)
    monkeypatch.setattr(child, "SECONDS", 0.001)
    page = packed(larkfield, kept)
    assert "could not be examined" in words_of(page)
    assert not list(lxml.html.fromstring(page).iter("svg", "mark"))


def test_there_is_a_limit_to_pictures(larkfield: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = keep(larkfield, ROW, "Inlet filter | FL-22 | PW-2200 only")
    monkeypatch.setattr(pack, "MAX_PICTURES", 1)
    page = packed(larkfield, kept)
    assert len(list(lxml.html.fromstring(page).iter("svg"))) == 1
    assert "too many pictures" in words_of(page)


def test_what_may_not_be_seen_is_like_what_is_gone(house: Project) -> None:
    kept = keep(house, "Shoes stay outside.", "Knock first.")
    with pytest.raises(NotFoundError):
        packed(house, kept, PUBLIC)
    house.add("shoes", "## Rule\n\nShoes stay outside. Hats stay on.\n", access="board")
    house.ingest()
    hidden = packed(house, kept)
    assert "Shoes stay" not in hidden
    assert chunk_of(house, "Shoes").chunk_id not in hidden
    assert "A statement was left out" in words_of(hidden)
    (house.documents / "shoes.md").unlink()
    house.ingest()
    assert packed(house, kept) == hidden
    assert "no longer in the index" in words_of(packed(house, kept, BOARD))
    assert "Shoes stay outside." in words_of(packed(house, kept, BOARD))


def test_an_abstention_has_its_page_too(house: Project) -> None:
    page = packed(house, keep_answer(house, answer(found=(chunk_of(house, "Shoes"),))))
    assert "The documents do not say." in words_of(page)
    assert "version 1" not in words_of(page)
    assert "Statement 1" not in words_of(page)
