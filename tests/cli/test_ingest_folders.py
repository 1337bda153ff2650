"""The command `ingest` over real folders: what it tells of a dry run, of files that are no documents, of drives that are away."""

from tests.project import Project, page


def test_a_dry_run_lists_what_would_change_in_groups(project: Project) -> None:
    project.configure('[corpus]\nidentity = "path"\n')
    project.add("shoes", access="")
    project.add("socks")
    project.add("hats")
    project.run("ingest")
    project.configure('[corpus]\nidentity = "path"\n[[corpus.rules]]\npath = "documents/shoes*"\naccess = "public"\n')
    project.add("socks", "## Rule\n\nZebra.\n")
    project.add("caps")
    project.write("empty.md", b"")
    (project.documents / "hats.md").unlink()
    done = project.run("ingest", "--dry-run")
    assert (done.code, done.err) == (6, "skipped: documents/empty.md: the file is empty\n")
    assert done.out.splitlines() == [
        "added (1):",
        "  documents/caps.md",
        "updated (2):",
        "  documents/shoes.md (only its metadata)",
        "  documents/socks.md",
        "removed (1):",
        "  documents/hats.md",
        "1 added, 2 updated, 0 unchanged, 1 removed",
        "nothing was changed (--dry-run)",
    ]
    found = project.run("ingest", "--dry-run", "--json").json
    assert (found["restated"], found["skipped"], found["dry_run"]) == (
        ["documents/shoes.md"],
        [["documents/empty.md", "the file is empty"]],
        True,
    )


def test_a_long_dry_run_is_cut_in_text_and_whole_in_json(project: Project) -> None:
    for number in range(23):
        project.add(f"doc-{number:02}")
    lines = project.run("ingest", "--dry-run").out.splitlines()
    assert (lines[0], lines[20:22]) == ("added (23):", ["  documents/doc-19.md", "  ... and 3 more (--json lists all)"])
    assert len(project.run("ingest", "--dry-run", "--json").json["added"]) == 23


def test_files_that_are_no_documents_are_told_with_a_hint(project: Project) -> None:
    project.add("shoes")
    for name in ("a.png", "b.PNG", "c.zip", "d.tar", "README"):
        project.write(name, "x")
    done = project.run("ingest")
    assert (done.code, done.err) == (
        0,
        "5 files are not documents: 2 .png, 1 .tar (unpack archives), 1 .zip (unpack archives), 1 README\n",
    )
    for path in [*project.documents.glob("?.*"), project.documents / "README"]:
        path.unlink()
    assert project.run("ingest").err == ""
    project.write("x.png", "x")
    assert project.run("ingest").err == "1 file is not a document: 1 .png\n"


def test_many_endings_are_cut(project: Project) -> None:
    project.add("shoes")
    for number in range(10):
        project.write(f"x.e{number}", "x")
    assert project.run("ingest").err.endswith("1 .e6, 1 .e7, 2 other endings\n")


def test_a_drive_that_is_away_is_exit_code_6_and_says_what_to_do(project: Project) -> None:
    project.configure('[corpus]\nfolders = ["corpus/documents", "share"]\n')
    project.add("shoes")
    share = project.folder / "share"
    share.mkdir()
    (share / "hats.md").write_text(page("hats"), encoding="utf-8")
    assert project.run("ingest").code == 0
    share.rename(project.folder / "away")
    done = project.run("ingest")
    assert done.code == 6
    assert done.err.splitlines() == [
        f"unreachable: share/: no folder of documents at {share}; what the index has of it stays as it was: 1 document",
        "hint: is the drive there? `ingest --forget-missing` forgets the documents of folders that are missing or empty",
    ]
    assert done.out.splitlines() == [
        "0 added, 0 updated, 1 unchanged, 0 removed | chunks: +0 -0",
        "index index.sqlite: 2 documents, 2 chunks | chunker structure",
    ]
    done = project.run("ingest", "--forget-missing")
    assert (done.code, done.out.splitlines()[0]) == (0, "removed: share/hats.md")
