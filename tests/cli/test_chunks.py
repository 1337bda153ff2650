"""The command `chunks`."""

import pytest

from tests.project import Project


@pytest.fixture
def cut(project: Project) -> Project:
    project.add("shoes", "Before.\n\n## Hall\n\nOutside, please.\n", version="1.10")
    project.add("socks")
    project.ingest()
    return project


def test_a_document_is_listed_chunk_by_chunk_with_its_source(cut: Project) -> None:
    first, second = [c for c in cut.chunks() if c.doc_id == "shoes"]
    assert cut.run("chunks", "shoes").out.splitlines() == [
        f"{first.chunk_id} v1.10 #0 chars 7-14 pages - | 2 words | -",
        f"{second.chunk_id} v1.10 #1 chars 16-38 pages - | 4 words | Hall",
        "2 chunks (structure) from documents/shoes.md",
    ]


def test_all_documents_are_counted(cut: Project) -> None:
    assert cut.run("chunks").out.splitlines()[-1] == "3 chunks (structure) from 2 documents"


def test_both_versions_of_a_document_are_listed(cut: Project) -> None:
    cut.write("shoes2.md", (cut.documents / "shoes.md").read_bytes().replace(b"1.10", b"2"))
    cut.ingest()
    assert [line for line in cut.run("chunks", "shoes").out.splitlines() if " from " in line] == [
        "2 chunks (structure) from documents/shoes.md",
        "2 chunks (structure) from documents/shoes2.md",
    ]


def test_an_unknown_document_is_exit_code_1_with_the_nearest(cut: Project) -> None:
    done = cut.run("chunks", "shoe")
    assert (done.code, done.out) == (1, "")
    assert done.err == "error: no document 'shoe' in the index\nhint: did you mean `shoes`?\n"


def test_json_has_places_and_whole_hashes(cut: Project) -> None:
    chunks = cut.run("chunks", "shoes", "--json").json["chunks"]
    assert list(chunks[0]) == [
        *("id", "doc_id", "version", "title", "sections", "access", "source", "start", "end", "pages", "text", "flags", "spots"),
        *("position", "hash"),
    ]
    assert [(c["position"], c["hash"].startswith(c["id"]), len(c["hash"])) for c in chunks] == [(0, True, 64), (1, True, 64)]


def test_chunks_of_a_label_that_the_audience_does_not_see_are_not_there(cut: Project) -> None:
    missing = cut.run("chunks", "lockers", "--audience", "public")
    cut.add("lockers", "## Codes\n\nFour digits.\n", access="staff")
    cut.ingest()
    assert "lockers" in cut.run("chunks", "--json").out
    assert "lockers" not in cut.run("chunks", "--json", "--audience", "public").out
    assert cut.run("chunks", "lockers", "--audience", "public") == missing
    assert missing.code == 1
