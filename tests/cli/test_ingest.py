"""The command `ingest`: its report, exit codes and JSON."""

from tests.project import Project, page

REPORT = ["added", "updated", "unchanged", "removed", "skipped", "kept", "warnings", "chunks_added", "chunks_removed", "dry_run"]


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
    assert done.err.startswith("error: no documents in corpus/documents (looked for *.md, *.html, *.htm, *.pdf)\nhint: ")


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
    assert done.out.splitlines()[-2:] == ["1 added, 0 updated, 0 unchanged, 0 removed | chunks: +0 -0", "nothing was changed (--dry-run)"]
    assert not (project.folder / "index.sqlite").exists()


def test_json_is_the_whole_report(project: Project) -> None:
    project.add("shoes")
    project.write("empty.md", b"")
    done = project.run("ingest", "--json")
    assert (done.code, list(done.json)) == (6, [*REPORT, "documents", "chunks", "chunker"])
    assert (done.json["added"], done.json["skipped"]) == (["documents/shoes.md"], [["documents/empty.md", "the file is empty"]])
    assert list(project.run("ingest", "--json", "--dry-run").json) == REPORT


def test_warnings_are_on_standard_error_and_cut_with_their_number(project: Project) -> None:
    for number in range(25):
        project.add(f"doc-{number:02}")
    project.inventory({"file": "documents/doc-00.md", "doc_id": "doc-00", "version": "1"})
    lines = project.run("ingest").err.splitlines()
    assert lines[0] == "warning: documents/doc-01.md is not in the inventory"
    assert (len(lines), lines[-1]) == (21, "warning: ... and 4 more (--json lists all)")
