"""Ingestion: what is read again, what reaches the index, and what leaves it as it was."""

import os
import sqlite3
import time
from pathlib import Path

import pytest

from policy_assistant import ingest as module
from policy_assistant import plan
from policy_assistant.blocks import PARSER_VERSION
from policy_assistant.errors import IndexMismatchError, InputRefusedError, UsageError
from policy_assistant.ingest import IngestReport
from policy_assistant.store import Store
from tests.project import Project, page

NO_TEXT = b"\xff\x00 not text"


def counts(report: IngestReport) -> tuple[int, int, int, int]:
    return len(report.added), len(report.updated), len(report.unchanged), len(report.removed)


def age(*paths: Path) -> None:
    """Make files as old as if nobody had touched them for a day."""
    for path in paths:
        then = time.time_ns() - 86_400 * 10**9
        os.utime(path, ns=(then, then))


def rows(project: Project) -> dict[str, int]:
    """The number of rows of every table that documents fill."""
    conn = sqlite3.connect(project.folder / "index.sqlite")
    try:
        tables = ("documents", "chunks", "blocks", "keyword_index_docsize")
        return {table: conn.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}
    finally:
        conn.close()


def flags(project: Project) -> dict[str, str]:
    with Store(project.folder / "index.sqlite") as store:
        assert store.problems() == []
        return {d.metadata.source: d.flag for d in store.documents()}


def test_a_second_ingest_changes_and_parses_nothing(project: Project, parses: list[str]) -> None:
    project.add("shoes")
    project.add("socks")
    first = project.ingest()
    second = project.ingest()
    assert (counts(first), first.chunks_added) == ((2, 0, 0, 0), 2)
    assert (counts(second), second.chunks_added, second.chunks_removed) == ((0, 0, 2, 0), 0, 0)
    assert len(parses) == 2


def test_an_old_file_of_the_same_size_and_time_is_not_even_read(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    age(project.add("shoes"))
    project.ingest()
    monkeypatch.setattr(plan, "read", lambda *_: pytest.fail("the file was read"))
    assert counts(project.ingest()) == (0, 0, 1, 0)


def test_a_touched_file_is_read_but_not_parsed_and_its_new_time_is_kept(project: Project, parses: list[str]) -> None:
    path = project.add("shoes")
    age(path)
    project.ingest()
    os.utime(path, ns=(10**18, 10**18))
    assert counts(project.ingest()) == (0, 0, 1, 0)
    assert len(parses) == 1
    with Store(project.folder / "index.sqlite") as store:
        assert store.documents()[0].file.mtime == 10**18


def test_an_edit_in_the_same_second_of_the_same_length_is_seen(project: Project) -> None:
    path = project.add("shoes", "## Rule\n\nLimit 500.\n")
    project.ingest()
    before = path.stat()
    path.write_bytes(path.read_bytes().replace(b"500", b"750"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert counts(project.ingest()) == (0, 1, 0, 0)
    assert (project.found("500"), project.found("750")) == ([], ["shoes"])


def test_an_edit_parses_only_its_file_and_other_ids_stay(project: Project, parses: list[str]) -> None:
    project.add("shoes")
    project.add("socks")
    project.ingest()
    before = {c.chunk_id for c in project.chunks() if c.doc_id == "socks"}
    project.add("shoes", "## Rule\n\nShoes may come in.\n\n## New\n\nOnly dry ones.\n")
    report = project.ingest()
    assert (report.updated, report.chunks_added, report.chunks_removed) == (["documents/shoes.md"], 2, 1)
    assert parses[2:] == ["documents/shoes.md"]
    assert before == {c.chunk_id for c in project.chunks() if c.doc_id == "socks"}


def test_a_label_that_changes_only_in_the_inventory_reaches_the_search(project: Project, parses: list[str]) -> None:
    row = {"file": "documents/shoes.md", "doc_id": "shoes", "version": "1", "access": "public"}
    age(project.add("shoes", access=""))
    project.inventory(row)
    project.ingest()
    assert project.found("shoes", audience="public") == ["shoes"]
    project.inventory(row | {"access": "staff"})
    assert counts(project.ingest()) == (0, 1, 0, 0)
    assert (project.found("shoes", audience="public"), project.found("shoes", audience="staff")) == ([], ["shoes"])
    assert len(parses) == 1


def test_a_label_that_changes_in_the_settings_reaches_the_search(project: Project) -> None:
    age(project.add("shoes", access=""))
    project.configure('[[corpus.rules]]\npath = "documents/*"\naccess = "public"\n')
    project.ingest()
    assert project.found("shoes", audience="public") == ["shoes"]
    project.configure("")
    project.ingest()
    assert project.found("shoes", audience="public") == []


def test_a_metadata_change_is_ingested_without_the_cache(project: Project) -> None:
    project.add("shoes", access="")
    project.inventory({"file": "documents/shoes.md", "doc_id": "shoes", "version": "1"})
    project.ingest()
    for path in (project.folder / "cache").rglob("*.json"):
        path.unlink()
    project.inventory({"file": "documents/shoes.md", "doc_id": "shoes", "version": "1", "access": "public"})
    assert counts(project.ingest()) == (0, 1, 0, 0)
    assert project.found("shoes", audience="public") == ["shoes"]


def test_a_deletion_leaves_no_row_in_any_table(project: Project) -> None:
    project.add("shoes", "## Zebra rule\n\nZebra.\n")
    project.add("socks")
    project.ingest()
    (project.documents / "shoes.md").unlink()
    report = project.ingest()
    assert (report.removed, report.chunks_removed) == (["documents/shoes.md"], 1)
    assert rows(project) == {"documents": 1, "chunks": 1, "blocks": 3, "keyword_index_docsize": 1}
    assert (project.found("zebra"), flags(project)) == ([], {"documents/socks.md": ""})


def test_a_rename_is_one_removed_and_one_added_under_the_same_ids(project: Project, parses: list[str]) -> None:
    path = project.add("shoes")
    project.ingest()
    before = [(c.chunk_id, c.text) for c in project.chunks()]
    path.rename(project.documents / "renamed.md")
    report = project.ingest()
    assert (report.added, report.removed) == (["documents/renamed.md"], ["documents/shoes.md"])
    assert [(c.chunk_id, c.text) for c in project.chunks()] == before
    assert {c.source for c in project.chunks()} == {"documents/renamed.md"}
    assert (rows(project)["documents"], len(parses)) == (1, 1)


def test_two_files_may_swap_their_identities(project: Project) -> None:
    project.write("a.md", page("shoes"))
    project.write("b.md", page("socks"))
    project.ingest()
    project.write("a.md", page("socks"))
    project.write("b.md", page("shoes"))
    assert counts(project.ingest()) == (0, 2, 0, 0)
    assert {c.doc_id: c.source for c in project.chunks()} == {"socks": "documents/a.md", "shoes": "documents/b.md"}


def test_a_broken_file_is_skipped_by_name_and_the_rest_is_done(project: Project) -> None:
    project.add("shoes")
    project.write("bad.pdf", b"%PDF-1.7 broken")
    project.write("empty.md", b"")
    project.write("latin.md", b"# Caf\xe9\n")
    report = project.ingest()
    assert report.added == ["documents/shoes.md"]
    assert [name for name, _ in report.skipped] == ["documents/bad.pdf", "documents/empty.md", "documents/latin.md"]
    assert dict(report.skipped)["documents/empty.md"] == "the file is empty"
    assert dict(report.skipped)["documents/latin.md"] == "is not UTF-8 (byte 5); save it as UTF-8"
    assert project.found("shoes") == ["shoes"]


def test_strict_refuses_everything_when_one_file_cannot_be_read(project: Project) -> None:
    project.add("shoes")
    project.write("empty.md", b"")
    with pytest.raises(InputRefusedError, match=r"1 document refused; the index is as it was:\n  documents/empty\.md: the file is empty"):
        project.ingest(strict=True)
    assert not (project.folder / "index.sqlite").exists()


def test_a_good_file_that_breaks_keeps_its_last_good_version_flagged_until_it_is_repaired(project: Project) -> None:
    path = project.add("shoes")
    good = path.read_bytes()
    project.ingest()
    path.write_bytes(NO_TEXT)
    for _ in range(2):
        report = project.ingest()
        assert (counts(report), [name for name, _ in report.kept]) == ((0, 0, 0, 0), ["documents/shoes.md"])
        assert flags(project) == {"documents/shoes.md": "is a binary file although its name says text"}
    assert project.found("shoes") == ["shoes"]
    path.write_bytes(good)
    report = project.ingest()
    assert (counts(report), report.kept) == ((0, 0, 1, 0), [])
    assert flags(project) == {"documents/shoes.md": ""}


def test_a_flagged_file_is_read_again_though_size_and_time_are_those_of_the_good_one(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = project.add("shoes")
    age(path)
    before = path.stat()
    project.ingest()
    path.write_bytes(b"\xff" * before.st_size)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    with monkeypatch.context() as careful:
        careful.setattr(plan, "FRESH_NS", 2 * 86_400 * 10**9)
        assert len(project.ingest().kept) == 1
    assert len(project.ingest().kept) == 1
    assert flags(project)["documents/shoes.md"] != ""


def test_a_broken_file_that_is_repaired_otherwise_is_updated_and_the_flag_goes(project: Project) -> None:
    path = project.add("shoes")
    project.ingest()
    path.write_bytes(NO_TEXT)
    project.ingest()
    project.add("shoes", "## Rule\n\nZebra.\n")
    assert counts(project.ingest()) == (0, 1, 0, 0)
    assert (project.found("zebra"), flags(project)) == (["shoes"], {"documents/shoes.md": ""})


def test_a_broken_file_takes_a_stricter_label_all_the_same(project: Project) -> None:
    row = {"file": "documents/shoes.md", "doc_id": "shoes", "version": "1", "access": "public"}
    path = project.add("shoes", access="")
    project.inventory(row)
    project.ingest()
    path.write_bytes(NO_TEXT)
    project.inventory(row | {"access": "staff"})
    report = project.ingest()
    assert [name for name, _ in report.kept] == ["documents/shoes.md"]
    assert (project.found("shoes", audience="public"), project.found("shoes", audience="staff")) == ([], ["shoes"])
    assert flags(project)["documents/shoes.md"] != ""


def test_a_broken_file_whose_text_is_gone_leaves_the_index_when_its_label_changes(project: Project) -> None:
    row = {"file": "documents/shoes.md", "doc_id": "shoes", "version": "1", "access": "public"}
    path = project.add("shoes", access="")
    project.add("socks")
    project.inventory(row)
    project.ingest()
    path.write_bytes(NO_TEXT)
    for entry in (project.folder / "cache").rglob("*.json"):
        entry.unlink()
    project.inventory(row | {"access": "staff"})
    report = project.ingest()
    assert ([name for name, _ in report.skipped], report.removed) == (["documents/shoes.md"], ["documents/shoes.md"])
    assert (project.found("shoes", audience="staff"), flags(project)) == (["socks"], {"documents/socks.md": ""})


def test_a_rebuild_keeps_the_last_good_version_of_a_broken_file(project: Project) -> None:
    path = project.add("shoes")
    project.add("socks")
    project.ingest()
    path.write_bytes(NO_TEXT)
    report = project.ingest(rebuild=True, chunker="fixed")
    assert ([name for name, _ in report.kept], report.added) == (["documents/shoes.md"], ["documents/socks.md"])
    assert {c.doc_id: c.chunker for c in project.chunks()} == {"shoes": "fixed", "socks": "fixed"}
    assert flags(project)["documents/shoes.md"] != ""


def test_a_dry_run_tells_and_changes_nothing(project: Project) -> None:
    project.add("shoes")
    project.ingest()
    before = (project.folder / "index.sqlite").read_bytes()
    project.add("socks")
    (project.documents / "shoes.md").unlink()
    report = project.ingest(dry_run=True)
    assert (report.added, report.removed, report.dry_run) == (["documents/socks.md"], ["documents/shoes.md"], True)
    assert (project.folder / "index.sqlite").read_bytes() == before


def test_a_dry_run_of_a_new_project_makes_no_index(project: Project) -> None:
    project.add("shoes")
    project.ingest(dry_run=True)
    assert not (project.folder / "index.sqlite").exists()


def test_a_second_file_with_one_identity_is_refused_and_the_index_is_as_before(project: Project) -> None:
    project.add("shoes")
    project.ingest()
    before = (project.folder / "index.sqlite").read_bytes()
    project.write("copy.md", page("shoes"))
    project.add("socks")
    with pytest.raises(InputRefusedError, match=r"documents/shoes\.md and documents/copy\.md are both shoes version 1"):
        project.ingest()
    assert (project.folder / "index.sqlite").read_bytes() == before


def test_a_copy_of_a_broken_file_is_refused_while_its_last_version_is_kept(project: Project) -> None:
    path = project.add("shoes")
    project.ingest()
    path.write_bytes(NO_TEXT)
    project.write("copy.md", page("shoes"))
    with pytest.raises(InputRefusedError, match="are both shoes version 1"):
        project.ingest()


def test_all_refusals_are_listed_together(project: Project) -> None:
    project.write("a.md", page("a", doc_id=""))
    project.write("b.md", page("b", access="secret"))
    project.write("c.md", page("c", effective_from="soon"))
    with pytest.raises(InputRefusedError) as refused:
        project.ingest()
    first, *others = str(refused.value).split("\n")
    assert first == "3 documents refused; the index is as it was:"
    assert [line.split(": ")[:2] for line in others] == [
        [
            "  documents/a.md",
            "no doc_id (state `doc_id` in the file itself, beside it or in the inventory; `init --from` drafts it; "
            'with [corpus] identity = "path" the path is the ID)',
        ],
        ["  documents/b.md", "unknown access label 'secret' (allowed"],
        ["  documents/c.md", "effective_from 'soon' is not a day written as YYYY-MM-DD (for example 2026-10-09)"],
    ]


def test_many_refusals_are_cut_with_their_number(project: Project) -> None:
    for n in range(25):
        project.write(f"{n:02}.md", "# T\n\nx\n")
    with pytest.raises(InputRefusedError) as refused:
        project.ingest()
    lines = str(refused.value).split("\n")
    assert (lines[0].split(" ")[0], len(lines), lines[-1]) == ("25", 22, "  ... and 5 more")


def test_another_chunker_asks_for_a_rebuild_and_gets_it(project: Project) -> None:
    project.add("shoes")
    project.ingest()
    with pytest.raises(IndexMismatchError, match="made with chunker 'structure', not 'overlap'") as refused:
        project.ingest(chunker="overlap")
    assert refused.value.hint == "run `policy-assistant ingest --rebuild --chunker overlap`"
    report = project.ingest(chunker="overlap", rebuild=True)
    assert (report.added, {c.chunker for c in project.chunks()}) == (["documents/shoes.md"], {"overlap"})
    project.ingest()
    assert {c.chunker for c in project.chunks()} == {"overlap"}


def test_a_rebuild_reads_everything_anew_but_parses_nothing_twice(project: Project, parses: list[str]) -> None:
    project.add("shoes")
    project.ingest()
    before = [c.chunk_id for c in project.chunks()]
    report = project.ingest(rebuild=True)
    assert (counts(report), report.chunks_added, report.chunks_removed) == ((1, 0, 0, 0), 1, 1)
    assert [c.chunk_id for c in project.chunks()] == before
    assert len(parses) == 1


@pytest.mark.parametrize("content", [b"", b"not a database", b"SQLite format 3\x00" + b"x" * 2000])
def test_a_rebuild_replaces_an_index_that_is_none(project: Project, content: bytes) -> None:
    project.add("shoes")
    index = project.folder / "index.sqlite"
    index.write_bytes(content)
    with pytest.raises(IndexMismatchError) as refused:
        project.ingest()
    assert "ingest --rebuild" in refused.value.hint
    assert index.read_bytes() == content
    project.ingest(rebuild=True)
    assert [p.name for p in project.folder.glob("index*")] == ["index.sqlite"]
    assert project.found("shoes") == ["shoes"]


def test_an_index_of_another_parser_asks_for_a_rebuild(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.add("shoes")
    project.ingest()
    monkeypatch.setattr(module, "PARSER_VERSION", "9")
    with pytest.raises(IndexMismatchError, match=f"made by parser {PARSER_VERSION}; this version has parser 9"):
        project.ingest()


def test_an_empty_folder_is_refused_and_the_index_kept(project: Project) -> None:
    path = project.add("shoes")
    project.ingest()
    path.unlink()
    for rebuild in (False, True):
        with pytest.raises(InputRefusedError, match=r"no documents in corpus/documents \(looked for \*\.md"):
            project.ingest(rebuild=rebuild)
    assert project.found("shoes") == ["shoes"]


def test_a_missing_folder_is_refused_and_the_index_kept(project: Project) -> None:
    project.add("shoes")
    project.ingest()
    project.documents.rename(project.folder / "away")
    with pytest.raises(UsageError, match="no folder of documents"):
        project.ingest()
    assert project.found("shoes") == ["shoes"]


def test_an_ingest_that_is_killed_before_it_publishes_resumes_from_the_cache(
    project: Project, parses: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    project.add("shoes")
    project.add("socks")
    with monkeypatch.context() as killed:
        killed.setattr(Store, "publish", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            project.ingest()
    assert len(parses) == 2
    assert len(project.ingest().added) == 2
    assert len(parses) == 2


def test_an_ingest_that_is_killed_while_it_reads_keeps_what_was_parsed(project: Project, parses: list[str]) -> None:
    project.add("shoes")
    project.add("socks")

    def kill(done: int, total: int, name: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        project.ingest(progress=kill)
    project.ingest()
    assert parses.count("documents/shoes.md") == 1  # the other one was perhaps being parsed when the end came
    assert {chunk.doc_id for chunk in project.chunks()} == {"shoes", "socks"}


@pytest.mark.parametrize(
    "name", ["r\u00e8gles d\u2019\u00e9t\u00e9 2026.md", "a b/c d.md", "\u65e5\u672c.md", "50%.md", "a'b;c.md", "x.md/inside.md"]
)
def test_unusual_file_names_are_names(project: Project, name: str) -> None:
    project.write(name, page("shoes"))
    assert project.ingest().added == [f"documents/{name}"]
    assert [c.source for c in project.chunks()] == [f"documents/{name}"]
    assert counts(project.ingest()) == (0, 0, 1, 0)


def test_differences_between_files_and_inventory_are_warnings(project: Project) -> None:
    project.add("shoes")
    project.add("socks")
    (project.folder / "outside.md").write_text("x", encoding="utf-8")
    (project.documents / "link.md").symlink_to(project.folder / "outside.md")
    project.inventory(
        {"file": "documents/shoes.md", "doc_id": "shoes", "version": "1", "title": "Boots"},
        {"file": "documents/gone.md", "doc_id": "gone", "version": "1"},
    )
    report = project.ingest()
    assert report.warnings == [
        "documents/link.md: a link that leaves the folders; not read",
        "documents/shoes.md: title is 'Shoes' in the file, 'Boots' in the inventory",
        "inventory: documents/gone.md is listed, but there is no such file",
        "documents/socks.md is not in the inventory",
    ]


def test_the_inventory_gives_what_the_file_does_not_say(project: Project) -> None:
    project.write("plain.md", "# Shoes\n\n## Rule\n\nOutside.\n")
    project.inventory({"file": "documents/plain.md", "doc_id": "shoes", "version": "3", "access": "public", "effective_from": "2026-01-01"})
    project.ingest()
    chunk = project.chunks()[0]
    assert (chunk.doc_id, chunk.version, chunk.title, chunk.access, chunk.effective_from) == ("shoes", "3", "Shoes", "public", "2026-01-01")


def test_progress_counts_every_file(project: Project) -> None:
    project.add("shoes")
    project.write("bad.md", b"")
    seen: list[tuple[int, int, str]] = []
    project.ingest(progress=lambda *step: seen.append(step))
    assert seen == [(1, 2, "documents/bad.md"), (2, 2, "documents/shoes.md")]
