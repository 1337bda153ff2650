"""The command `inventory`."""

from tests.project import Project

HTML = '<html lang="fr"><head><meta name="doc_id" content="regles"><meta name="version" content="2"></head><body><article><p>x</p></article></body></html>'


def test_documents_are_listed_with_versions_periods_and_labels(project: Project) -> None:
    project.add("shoes", effective_from="2026-01-01", effective_to="2026-12-31", owner="Hall", doc_type="policy")
    project.write("regles.html", HTML)
    done = project.run("inventory")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[1].split() == ["regles", "2", "-", "-", "staff", "fr", "html"]
    assert lines[2].split() == ["shoes", "1", "2026-01-01", "2026-12-31", "public", "en", "policy", "md", "Hall"]
    assert lines[-1] == "2 documents: 1 staff-only, 1 in French, 1 not Markdown"


def test_json_has_one_object_a_document_with_the_label_that_holds(project: Project) -> None:
    project.add("shoes", access="")
    project.inventory({"file": "documents/shoes.md", "doc_id": "shoes", "version": "1", "owner": "Hall"})
    (found,) = project.run("inventory", "--json").json["documents"]
    assert list(found) == [
        "file",
        "doc_id",
        "title",
        "version",
        "effective_from",
        "effective_to",
        "owner",
        "access",
        "language",
        "doc_type",
        "format",
    ]
    assert (found["file"], found["access"], found["owner"], found["format"]) == ("documents/shoes.md", "staff", "Hall", "md")


def test_a_wrong_inventory_is_exit_code_6_with_its_line(project: Project) -> None:
    project.add("shoes")
    project.inventory({"file": "../shoes.md", "doc_id": "shoes", "version": "1"})
    done = project.run("inventory")
    assert (done.code, done.out) == (6, "")
    assert done.err.startswith("error: inventory.csv line 2: '../shoes.md' leaves the corpus\nhint: ")
