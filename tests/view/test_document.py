"""A whole version, part by part, without any mark."""

from pathlib import Path

import pytest

from policy_assistant.errors import NotFoundError, UsageError
from policy_assistant.store import Store
from policy_assistant.view import child
from policy_assistant.view.document import open_document
from policy_assistant.view.problems import CHANGED, GONE, NOT_SHOWN
from policy_assistant.view.shapes import DocumentView
from tests.code.shop import code_project
from tests.project import Project
from tests.view.larkfield import segments


def opened(project: Project, source: str, part: int = 1) -> DocumentView:
    with Store(project.folder / "index.sqlite") as store:
        return open_document(project.settings, store, source, part)


def texts(view: DocumentView) -> list[str]:
    return ["".join(segment.text for segment in segments(block)) for block in view.blocks]


def test_a_document_is_shown_from_its_title_to_its_end(project: Project) -> None:
    project.add("house", "## Rule\n\nShoes stay outside.\n\n## Other\n\nKnock first.\n")
    project.ingest()
    view = opened(project, "documents/house.md")
    assert (view.kind, view.part, view.parts, view.proved) == ("section", 1, 1, True)
    assert texts(view) == ["House", "Rule", "Shoes stay outside.", "Other", "Knock first."]
    assert not any(segment.marked for block in view.blocks for segment in segments(block))


def test_a_long_document_has_parts(project: Project) -> None:
    project.add("house", "## Rule\n\n" + "".join(f"Line {number}.\n\n" for number in range(100)))
    project.ingest()
    parts = [opened(project, "documents/house.md", part) for part in (1, 2)]
    assert [part.parts for part in parts] == [2, 2]
    assert texts(parts[0])[2:] + texts(parts[1]) == [f"Line {number}." for number in range(100)]


@pytest.mark.parametrize("part", [0, 2, -1])
def test_a_part_that_is_not_there_is_refused(larkfield: Project, part: int) -> None:
    for source in ("documents/gift-cards.md", "documents/warranty-policy.pdf"):
        with pytest.raises(UsageError, match=f"no part {part}"):
            opened(larkfield, source, part)


def test_a_pdf_has_its_pages(larkfield: Project) -> None:
    view = opened(larkfield, "documents/warranty-policy.pdf")
    assert (view.kind, view.proved, [page.number for page in view.pages]) == ("pages", True, [1, 2, 3])
    assert all(page.width > 500 and page.height > 700 and not page.boxes for page in view.pages)


def test_a_pdf_that_cannot_be_looked_at_is_shown_as_indexed(larkfield: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "SECONDS", 0.001)
    view = opened(larkfield, "documents/warranty-policy.pdf")
    assert (view.kind, view.problem) == ("passage", NOT_SHOWN)
    assert any("wooden handles: 2 years" in text for text in texts(view))


def test_of_a_file_that_changed_the_indexed_text_is_shown(project: Project) -> None:
    project.add("house", "## Rule\n\nShoes stay outside.\n")
    project.ingest()
    project.add("house", "## Rule\n\nSECRET\n")
    view = opened(project, "documents/house.md")
    assert (view.kind, view.problem, view.sentence("fr")[:12]) == ("passage", CHANGED, "Le fichier a")
    assert "Shoes stay outside." in texts(view)
    assert "SECRET" not in " ".join(texts(view))


def test_an_unknown_source_is_told(larkfield: Project) -> None:
    with pytest.raises(NotFoundError, match="no-such"):
        opened(larkfield, "documents/no-such.md")


def test_code_is_shown_line_by_line_and_as_indexed_when_it_changed(tmp_path: Path) -> None:
    project = code_project(tmp_path)
    project.ingest()
    path = next(project.folder.rglob("loans.py"))
    source = path.relative_to(project.folder).as_posix()
    lines = path.read_text(encoding="utf-8").split("\n")
    view = opened(project, source)
    assert (view.kind, [line.text for line in view.lines]) == ("code", lines)
    path.write_text("SECRET = 1\n", encoding="utf-8")
    view = opened(project, source)
    assert (view.kind, view.problem) == ("passage", CHANGED)
    assert all(lines[line.number - 1] == line.text for line in view.lines)
    path.unlink()
    assert opened(project, source).problem == GONE
