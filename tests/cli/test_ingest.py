"""The command `ingest`: its report, exit codes and JSON."""

from collections.abc import Iterator

import pytest

from policy_assistant.cli import output
from policy_assistant.testing.model_server import Fault, ModelServer, embeddings
from tests.project import Project, page

LISTS = [
    "added",
    "updated",
    "unchanged",
    "removed",
    "restated",
    "skipped",
    "kept",
    "unreachable",
    "passed_over",
    "ignored",
    "replaced",
    "warnings",
]
REPORT = [*LISTS, "chunks_added", "chunks_removed", "embedded", "dry_run", "code"]
INDEX = ["documents", "chunks", "chunker", "embedder", "vectors", "without_vectors", "code_files", "code_chunks"]


def test_the_report_names_few_files_and_counts_all(project: Project) -> None:
    project.add("shoes")
    project.add("socks")
    done = project.run("ingest")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "added: documents/shoes.md",
        "added: documents/socks.md",
        "2 added, 0 updated, 0 unchanged, 0 removed | chunks: +2 -0",
        "index index.sqlite: 2 documents, 2 chunks | chunker structure",
    ]
    assert project.run("ingest").out.splitlines()[0] == "0 added, 0 updated, 2 unchanged, 0 removed | chunks: +0 -0"


def test_more_than_five_files_are_only_counted(project: Project) -> None:
    for number in range(6):
        project.add(f"doc-{number}")
    assert project.run("ingest").out.startswith("6 added, ")


def test_a_skipped_and_a_kept_file_are_named_with_the_reason_and_exit_code_6(project: Project) -> None:
    project.add("shoes")
    project.write("empty.md", b"")
    done = project.run("ingest")
    assert (done.code, done.err) == (6, "skipped: documents/empty.md: the file is empty\n")
    assert done.out.endswith("index index.sqlite: 1 documents, 1 chunks | chunker structure\n")
    (project.documents / "empty.md").unlink()
    project.write("shoes.md", b"")
    done = project.run("ingest")
    assert (done.code, done.err) == (6, "kept: documents/shoes.md: the file is empty; its last good version stays in the index\n")


def test_a_refusal_is_exit_code_6_and_the_index_is_as_before(project: Project) -> None:
    project.add("shoes")
    project.run("ingest")
    project.write("copy.md", page("shoes"))
    project.write("bare.md", "# T\n\nx\n")
    done = project.run("ingest")
    assert (done.code, done.out) == (6, "")
    assert done.err.startswith("error: 2 documents refused; the index is as it was:\n  documents/bare.md: no doc_id")
    assert "are both shoes version 1" in done.err
    assert project.run("info").out.startswith("index index.sqlite: 1 documents, 1 chunks | chunker structure\n")


def test_strict_makes_an_unreadable_file_a_refusal(project: Project) -> None:
    project.add("shoes")
    project.write("empty.md", b"")
    done = project.run("ingest", "--strict")
    assert (done.code, done.out) == (6, "")
    assert done.err == "error: 1 document refused; the index is as it was:\n  documents/empty.md: the file is empty\n"


def test_an_empty_folder_is_exit_code_6(project: Project) -> None:
    done = project.run("ingest")
    assert done.code == 6
    assert done.err.startswith("error: no documents in corpus/documents (looked for *.md, *.markdown, *.mdx, *.html, ")
    assert done.err.count("\n") == 2


def test_another_chunker_is_exit_code_4_with_the_whole_command(project: Project) -> None:
    project.add("shoes")
    project.run("ingest")
    done = project.run("ingest", "--chunker", "fixed")
    assert (done.code, done.out) == (4, "")
    assert done.err.endswith("hint: run `policy-assistant ingest --rebuild --chunker fixed`\n")
    assert project.run("ingest", "--rebuild", "--chunker", "fixed").out.endswith("chunker fixed\n")


def test_an_unknown_chunker_is_exit_code_2(project: Project) -> None:
    project.add("shoes")
    done = project.run("ingest", "--chunker", "fixd")
    assert (done.code, done.err) == (2, "error: unknown chunker 'fixd'\nhint: did you mean `fixed`?\n")


def test_a_dry_run_says_that_nothing_was_changed(project: Project) -> None:
    project.add("shoes")
    done = project.run("ingest", "--dry-run")
    assert done.out.splitlines()[-2:] == ["1 added, 0 updated, 0 unchanged, 0 removed", "nothing was changed (--dry-run)"]
    assert not (project.folder / "index.sqlite").exists()


def test_json_is_the_whole_report(project: Project) -> None:
    project.add("shoes")
    project.write("empty.md", b"")
    done = project.run("ingest", "--json")
    assert (done.code, list(done.json)) == (6, [*REPORT, *INDEX])
    assert (done.json["added"], done.json["skipped"]) == (["documents/shoes.md"], [["documents/empty.md", "the file is empty"]])
    assert list(project.run("ingest", "--json", "--dry-run").json) == REPORT


def test_warnings_are_on_standard_error_and_cut_with_their_number(project: Project) -> None:
    for number in range(25):
        project.add(f"doc-{number:02}")
    project.inventory({"file": "documents/doc-00.md", "doc_id": "doc-00", "version": "1"})
    lines = project.run("ingest").err.splitlines()
    assert lines[0] == "warning: documents/doc-01.md is not in the inventory"
    assert (len(lines), lines[-1]) == (21, "warning: ... and 4 more (--json lists all)")


@pytest.fixture
def server(project: Project) -> Iterator[ModelServer]:
    """The embedder of the project, which has two documents."""
    with ModelServer() as running:
        project.embed_with(running)
        project.add("shoes")
        project.add("hats", "## Rule\n\nHats off.\n")
        yield running


def test_the_last_line_says_how_many_vectors_there_are(project: Project, server: ModelServer) -> None:
    done = project.run("ingest")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[-2:] == [
        "index index.sqlite: 2 documents, 2 chunks | chunker structure",
        "vectors 2 x 16 | embedder openai:tiny",
    ]


def test_passages_without_vectors_are_counted_until_they_have_some(project: Project, server: ModelServer) -> None:
    done = project.run("ingest", "--without-vectors")
    assert done.out.splitlines()[-1] == "vectors 0 x 16 | embedder openai:tiny | 2 passages without one: run `policy-assistant ingest`"
    found = project.run("ingest", "--without-vectors", "--json").json
    assert (found["embedded"], found["embedder"], found["vectors"], found["without_vectors"]) == (0, "openai:tiny", 0, 2)
    found = project.run("ingest", "--json").json
    assert (found["embedded"], found["vectors"], found["without_vectors"]) == (4, 2, 0)


def test_an_option_names_the_embedder(project: Project, server: ModelServer) -> None:
    assert project.run("ingest", "--embedder", "openai:other").out.endswith("| embedder openai:other\n")
    done = project.run("ingest", "--embedder", "none")
    assert (done.code, done.out) == (4, "")
    assert "hint: run `policy-assistant ingest --rebuild --embedder none`, or leave new passages without vectors" in done.err
    assert project.run("ingest", "--rebuild", "--embedder", "none").out.endswith("| chunker structure\n")


@pytest.mark.parametrize("spec", ["e6", "openai", "e5:large"])
def test_what_is_no_embedder_is_exit_code_2(project: Project, spec: str) -> None:
    project.add("shoes")
    done = project.run("ingest", "--embedder", spec)
    assert (done.code, done.out) == (2, "")


def test_a_server_that_fails_is_exit_code_5_and_there_is_no_index(project: Project, server: ModelServer) -> None:
    server.script(embeddings, Fault(401, {"error": {"message": "no such key"}}))
    done = project.run("ingest")
    assert (done.code, done.out) == (5, "")
    assert done.err.startswith("error: ")
    assert not (project.folder / "index.sqlite").exists()


def test_embedding_that_takes_its_time_says_how_far_it_is(project: Project, server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_SHOW_AFTER_SECONDS", "_EVERY_SECONDS_IN_LOGS"):
        monkeypatch.setattr(output, name, 0.0)
    lines = project.run("ingest").err.splitlines()
    assert [line.split(",")[0] for line in lines] == ["read 1 of 2 files", "read 2 of 2 files", "embedded 4 of 4"]
