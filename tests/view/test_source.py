"""A citation opened in its source: marked only where its place is proved, and never more than the passage when it is not."""

import contextlib
import re
import shutil
import sqlite3

import pytest

from policy_assistant.errors import NotFoundError, UsageError
from policy_assistant.store import Store
from policy_assistant.view import child
from policy_assistant.view.problems import CHANGED, GONE, NOT_SHOWN, OTHER_TEXT, SENTENCES, UNREADABLE, sentence
from policy_assistant.view.shapes import SourceView
from policy_assistant.view.source import open_source
from tests.parse.pdf_samples import Print
from tests.project import Project
from tests.view.larkfield import marked, opened, segments, shown

RULE = "## Rule\n\nShoes stay outside.\n\nHats stay on.\n\n## Other\n\nKnock first.\n"


@pytest.fixture
def house(project: Project) -> Project:
    project.add("house", RULE)
    project.ingest()
    return project


@pytest.fixture
def paper(project: Project) -> Project:
    page = Print()
    project.write("paper.pdf", page.build([page.title("Paper"), page.text("Shoes stay outside."), page.text("Hats stay on.")]))
    project.inventory({"file": "documents/paper.pdf", "doc_id": "paper", "version": "1", "access": "public", "language": "en"})
    project.ingest()
    return project


def assert_unmarked(view: SourceView, problem: str, words: str) -> None:
    assert (view.proved, view.problem, view.kind, view.sha256) == (False, problem, "passage", "")
    assert marked(view) == []
    assert not view.pages
    assert words in shown(view)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("returns-policy.v3.md", "You have 30 days"),
        ("returns-policy.v4.html", "Show the QR code at the counter"),
        ("garantie-legale.html", "Décrivez la panne"),
        ("proc-courier-claims.md", "Turn down damage that is reported more than 7 days after delivery."),
    ],
)
def test_a_quote_is_marked_in_its_section(larkfield: Project, source: str, words: str) -> None:
    view = opened(larkfield, source, words)
    assert (view.proved, view.kind, marked(view)) == (True, "section", [words])
    assert view.blocks[0].kind in ("title", "heading")
    assert len(view.sha256) == 64


def test_a_section_goes_from_its_heading_to_the_next(house: Project) -> None:
    view = opened(house, "house.md", "Hats stay on")
    assert [("".join(s.text for s in segments(block)), block.kind) for block in view.blocks] == [
        ("House", "title"),
        ("Rule", "heading"),
        ("Shoes stay outside.", "text"),
        ("Hats stay on.", "text"),
    ]
    assert marked(view) == ["Hats stay on"]
    assert not any(block.cut_before or block.cut_after for block in view.blocks)


def test_a_row_of_a_table_is_marked_cell_by_cell(project: Project) -> None:
    project.add("table", "## Rule\n\n| Kind | Days | Note |\n|---|---|---|\n| shoes | 3 |  |\n| hats | 5 | dry |\n")
    project.ingest()
    (table,) = [block for block in opened(project, "table.md", "shoes | 3").blocks if block.kind == "table"]
    texts = [["".join(s.text for s in cell) for cell in row] for row in table.rows]
    assert texts == [["Kind", "Days", "Note"], ["shoes", "3", ""], ["hats", "5", "dry"]]
    assert [s.text for s in segments(table) if s.marked] == ["shoes", "3"]


def test_items_of_a_list_keep_their_marks_and_depth(project: Project) -> None:
    project.add("list", "## Rule\n\n- shoes\n  - boots\n\nThen:\n\n3. hats\n4. coats\n\nNo. Not ever.\n")
    project.ingest()
    view = opened(project, "list.md", "boots")
    items = [(item.depth, item.mark, item.segments[0].text) for block in view.blocks for item in block.items]
    assert items == [(0, "-", "shoes"), (1, "-", "boots"), (0, "3.", "hats"), (0, "4.", "coats")]
    assert view.blocks[-1].segments[0].text == "No. Not ever."


def test_a_quote_inside_a_huge_table_is_shown_with_what_is_near(project: Project) -> None:
    rows = "".join(f"| part {number} | {number} days |\n" for number in range(5_000))
    project.add("huge", f"## Rule\n\n| Part | Days |\n|---|---|\n{rows}")
    project.ingest()
    view = opened(project, "huge.md", "part 2500 | 2500 days")
    (table,) = [block for block in view.blocks if block.kind == "table"]
    assert (table.cut_before, table.cut_after, marked(view)) == (True, True, ["part 2500", "2500 days"])
    assert 20 < len(table.rows) < 500
    assert all(re.fullmatch(r"part \d+", row[0][0].text) for row in table.rows)


@pytest.mark.parametrize("words", ["<script>alert(1)</script>", "</mark>", "body{display:none}", "\u202e"])
def test_what_looks_like_markup_is_text(project: Project, words: str) -> None:
    project.add("house", f"## Rule\n\nBefore `{words}` after.\n")
    project.ingest()
    assert marked(opened(project, "house.md", words)) == [words]


def test_a_file_that_changed_proves_nothing(house: Project) -> None:
    house.add("house", RULE.replace("Knock", "Ring"))
    assert_unmarked(opened(house, "house.md", "Hats stay on"), CHANGED, "Hats stay on.")


def test_of_a_file_that_changed_only_the_passage_is_shown(house: Project) -> None:
    house.add("house", RULE.replace("Shoes", "SECRET"))
    view = opened(house, "house.md", "Hats stay on")
    assert "SECRET" not in shown(view)
    assert "Knock" not in shown(view)


def test_of_a_long_block_only_the_passage_is_shown(project: Project) -> None:
    project.add("long", "## Rule\n\n" + " ".join(f"word{number}" for number in range(250)) + "\n")
    project.ingest(chunker="fixed")
    project.write("long.md", "changed")
    assert shown(opened(project, "long.md", "word150")) == " ".join(f"word{number}" for number in _numbers(project))


def _numbers(project: Project) -> list[int]:
    with Store(project.folder / "index.sqlite") as store:
        chunk = next(chunk for chunk in store.chunks() if "word150" in chunk.quote)
    return [int(number) for number in re.findall(r"word(\d+)", chunk.quote)]


def test_a_file_that_is_gone_proves_nothing(house: Project) -> None:
    (house.documents / "house.md").unlink()
    assert_unmarked(opened(house, "house.md", "Hats stay on"), GONE, "Hats stay on.")


def test_a_file_over_the_limit_proves_nothing(house: Project) -> None:
    house.configure("[corpus]\nmax_file_mb = 0\n")
    assert_unmarked(opened(house, "house.md", "Hats stay on"), UNREADABLE, "Hats stay on.")


def test_a_link_that_leads_out_of_the_folders_is_not_followed(house: Project) -> None:
    path = house.documents / "house.md"
    outside = path.rename(house.folder / "outside.md")
    path.symlink_to(outside)
    assert_unmarked(opened(house, "house.md", "Hats stay on"), GONE, "Hats stay on.")


def test_another_text_at_the_place_proves_nothing(house: Project) -> None:
    with contextlib.closing(sqlite3.connect(house.folder / "index.sqlite")) as conn, conn:
        conn.execute("UPDATE chunks SET text = replace(text, 'Hats stay on', 'Hats stay in')")
    assert_unmarked(opened(house, "house.md", "Hats stay in"), OTHER_TEXT, "Hats stay in.")


def test_a_pdf_that_changed_shows_its_passage_without_boxes(paper: Project) -> None:
    assert opened(paper, "paper.pdf", "Hats stay").proved
    path = paper.documents / "paper.pdf"
    path.write_bytes(path.read_bytes() + b"\n")
    assert_unmarked(opened(paper, "paper.pdf", "Hats stay"), CHANGED, "Hats stay on.")


def test_a_page_that_takes_too_long_proves_nothing(paper: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "SECONDS", 0.001)
    assert_unmarked(opened(paper, "paper.pdf", "Hats stay"), NOT_SHOWN, "Hats stay on.")


def test_a_cache_that_cannot_be_written_hides_nothing(house: Project) -> None:
    shutil.rmtree(house.folder / "cache" / "parsed")
    (house.folder / "cache" / "parsed").write_text("in the way", encoding="utf-8")
    assert opened(house, "house.md", "Hats stay on").proved


@pytest.mark.parametrize(("start", "end"), [(-1, 5), (0, 10_000), (5, 5), (6, 5)])
def test_characters_outside_the_chunk_are_refused(house: Project, start: int, end: int) -> None:
    with Store(house.folder / "index.sqlite") as store:
        chunk = store.chunks()[0]
        with pytest.raises(UsageError, match=chunk.chunk_id):
            open_source(house.settings, store, chunk, chunk.start + start, chunk.start + end)


def test_a_chunk_of_a_document_that_left_is_not_there(house: Project) -> None:
    with Store(house.folder / "index.sqlite") as store:
        chunk = store.chunks()[0]
    house.add("other")
    (house.documents / "house.md").unlink()
    house.ingest()
    with Store(house.folder / "index.sqlite") as store, pytest.raises(NotFoundError):
        open_source(house.settings, store, chunk, chunk.start, chunk.end)


def test_every_problem_has_a_sentence_in_both_languages() -> None:
    for problem, (english, french) in SENTENCES.items():
        assert (sentence(problem, "en"), sentence(problem, "fr"), sentence(problem, "de")) == (english, french, english)
        assert english != french
    assert sentence("") == ""
