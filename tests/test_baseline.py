"""The baseline: BM25 over sections of Markdown documents; and the list of documents with their labels."""

import pytest

from policy_assistant.baseline import Baseline, list_documents, load_baseline
from policy_assistant.documents import Section
from policy_assistant.errors import InputRefusedError, UnreadableFileError
from tests.project import Project, page

META = '<html lang="fr"><head>{}</head><body><article><h1>T</h1><p>x</p></article></body></html>'
BOTH = frozenset({"public", "staff"})


def html(**fields: str) -> str:
    return META.format("".join(f'<meta name="{name}" content="{value}">' for name, value in fields.items()))


def found(project: Project, query: str, labels: frozenset[str] = BOTH, k: int = 5) -> list[str]:
    return [hit.id for hit, _ in load_baseline(project.settings).search(query, k, labels)]


def test_it_finds_sections_by_their_words(project: Project) -> None:
    project.add("shoes", "## In the hall\n\nZebra crossing.\n\n## Outside\n\nFree.\n", version="2")
    assert found(project, "zebra") == ["shoes@v2#in-the-hall"]
    assert found(project, "?!") == []


def test_the_audience_is_applied_before_the_top_k(project: Project) -> None:
    for n in range(9):
        project.add(f"secret-{n}", "## Zebra\n\nZebra zebra zebra.\n", access="staff")
    project.add("open", "## Rule\n\nA zebra among many other words that make this section longer.\n")
    assert found(project, "zebra", frozenset({"public"}), k=1) == ["open@v1#rule"]
    assert found(project, "zebra", frozenset({"public"}), k=50) == ["open@v1#rule"]
    assert found(project, "zebra", frozenset()) == []


def test_the_stricter_of_two_labels_holds(project: Project) -> None:
    row = {"doc_id": "x", "version": "1"}
    project.write("a.md", page("a", access="staff"))
    project.write("b.md", page("b"))
    project.write("c.md", page("c", access=""))
    project.inventory(
        row | {"file": "documents/a.md", "access": "public"},
        row | {"file": "documents/b.md", "access": "staff"},
        row | {"file": "documents/c.md"},
    )
    assert {d.doc_id: d.access for d in list_documents(project.settings)} == {"a": "staff", "b": "staff", "c": "staff"}


def test_documents_come_in_the_inventorys_order_then_those_that_describe_themselves(project: Project) -> None:
    for name in ("a", "b", "c", "d"):
        project.add(name)
    project.inventory(
        {"file": "documents/d.md", "doc_id": "d", "version": "1"},
        {"file": "documents/b.md", "doc_id": "b", "version": "1"},
        {"file": "documents/gone.md", "doc_id": "gone", "version": "1"},
    )
    assert [d.doc_id for d in list_documents(project.settings)] == ["d", "b", "a", "c"]


def test_a_page_without_a_row_is_described_by_its_meta_tags(project: Project) -> None:
    project.write("a.htm", html(doc_id="a", version="1.10", access="public", title="Rules"))
    row = list_documents(project.settings)[0]
    assert (row.doc_id, row.version, row.access, row.language, row.format, row.title) == ("a", "1.10", "public", "fr", "html", "Rules")


def test_the_label_of_a_page_counts_beside_its_row(project: Project) -> None:
    project.write("a.html", html(doc_id="a", version="1", access="staff"))
    project.inventory({"file": "documents/a.html", "doc_id": "a", "version": "1", "access": "public"})
    assert list_documents(project.settings)[0].access == "staff"


def test_a_broken_page_is_listed_by_its_row_and_refused_without_one(project: Project) -> None:
    project.write("a.pdf", b"%PDF broken")
    with pytest.raises(UnreadableFileError, match=r"documents/a\.pdf: "):
        list_documents(project.settings)
    project.inventory({"file": "documents/a.pdf", "doc_id": "a", "version": "1"})
    assert [d.doc_id for d in list_documents(project.settings)] == ["a"]


def test_a_document_without_identity_is_refused(project: Project) -> None:
    project.write("a.md", "# T\n\n## A\n\nx\n")
    with pytest.raises(InputRefusedError, match=r"documents/a\.md: no doc_id"):
        load_baseline(project.settings)


@pytest.mark.parametrize("name", ["A.MD", "sub folder/a.md"])
def test_front_matter_is_read_in_every_form(project: Project, name: str) -> None:
    project.write(name, b"\xef\xbb\xbf" + page("shoes").replace("\n", "\r\n").encode())
    assert found(project, "shoes") == ["shoes@v1#rule"]


def test_equal_scores_are_ordered_by_id() -> None:
    sections = [Section(f"{name}@v1#x", name, "1", "x", "zebra", access="public") for name in "cab"]
    assert [hit.id for hit, _ in Baseline(sections).search("zebra", 3, BOTH)] == ["a@v1#x", "b@v1#x", "c@v1#x"]
