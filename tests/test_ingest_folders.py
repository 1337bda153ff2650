"""Ingesting folders as they are: drives that go away, files that move while they are read, metadata beside files and in names."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from policy_assistant import plan
from policy_assistant.errors import InputRefusedError, UsageError
from policy_assistant.ingest import IngestReport
from policy_assistant.parse.base import ParseOptions
from policy_assistant.reading import read
from policy_assistant.sources import Source
from policy_assistant.store import Store
from tests.project import Project, page

TWO_FOLDERS = '[corpus]\nfolders = ["corpus/documents", "share/rules"]\n'


def put(path: Path, content: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return path


@pytest.fixture
def shared(project: Project) -> Path:
    """A second folder, on a drive that may go away; both are ingested, `shoes` from the first one, `hats` and `caps` from it."""
    project.configure(TWO_FOLDERS)
    project.add("shoes")
    folder = project.folder / "share" / "rules"
    put(folder / "hats.md", page("hats", "## Rule\n\nHats off.\n"))
    put(folder / "hr" / "caps.md", page("caps", "## Rule\n\nCaps off.\n"))
    project.ingest()
    return folder


def indexed(project: Project) -> dict[str, str]:
    """Source -> the label in the index."""
    with Store(project.folder / "index.sqlite") as store:
        assert store.problems() == []
        return {d.metadata.source: d.metadata.access for d in store.documents()}


def versions(project: Project) -> dict[str, tuple[str, str, str, str]]:
    with Store(project.folder / "index.sqlite") as store:
        found = [d.metadata for d in store.documents()]
    return {m.source: (m.doc_id, m.version, m.effective_from, m.effective_to) for m in found}


ALL = {"documents/shoes.md": "public", "rules/hats.md": "public", "rules/hr/caps.md": "public"}


def test_a_folder_that_is_missing_keeps_its_documents_and_the_rest_is_done(project: Project, shared: Path) -> None:
    shared.rename(shared.with_name("away"))
    project.add("socks")
    report = project.ingest()
    assert (report.added, report.removed, report.kept, report.skipped) == (["documents/socks.md"], [], [], [])
    assert report.unreachable == [("rules/", f"no folder of documents at {shared}; what the index has of it stays as it was: 2 documents")]
    assert indexed(project) == ALL | {"documents/socks.md": "public"}
    assert project.found("hats") == ["hats"]


def test_an_empty_mount_point_keeps_its_documents(project: Project, shared: Path) -> None:
    shutil.rmtree(shared)
    shared.mkdir()
    report = project.ingest()
    assert (report.removed, [name for name, _ in report.unreachable]) == ([], ["rules/"])
    assert indexed(project) == ALL


def test_what_comes_back_is_compared_as_ever(project: Project, shared: Path) -> None:
    away = shared.rename(shared.with_name("away"))
    project.ingest()
    away.rename(shared)
    (shared / "hats.md").unlink()
    report = project.ingest()
    assert (report.unreachable, report.removed, len(report.unchanged)) == ([], ["rules/hats.md"], 2)


@pytest.mark.parametrize("is_there", [True, False])
def test_what_is_meant_to_be_forgotten_is(project: Project, shared: Path, is_there: bool) -> None:
    shutil.rmtree(shared)
    if is_there:
        shared.mkdir()
    report = project.ingest(forget_missing=True)
    assert (report.removed, report.unreachable) == (["rules/hats.md", "rules/hr/caps.md"], [])
    assert indexed(project) == {"documents/shoes.md": "public"}


def test_everything_can_be_forgotten(project: Project) -> None:
    path = project.add("shoes")
    project.ingest()
    path.unlink()
    with pytest.raises(InputRefusedError, match="no documents in corpus/documents") as refused:
        project.ingest()
    assert "--forget-missing" in refused.value.hint
    assert project.ingest(forget_missing=True).removed == ["documents/shoes.md"]
    assert indexed(project) == {}


def test_a_folder_that_never_was_there_is_told_and_the_rest_is_done(project: Project) -> None:
    project.configure(TWO_FOLDERS)
    project.add("shoes")
    report = project.ingest()
    assert (report.added, [name for name, _ in report.unreachable]) == (["documents/shoes.md"], ["rules/"])


def test_without_any_folder_there_is_nothing_to_do(project: Project) -> None:
    project.documents.rmdir()
    for _ in range(2):
        with pytest.raises(UsageError, match="no folder of documents at"):
            project.ingest(forget_missing=True)


def test_a_sub_folder_that_cannot_be_listed_keeps_its_documents(project: Project, shared: Path) -> None:
    (shared / "hr" / ".policyignore").mkdir()  # cannot be read as a file, by whomever
    report = project.ingest()
    assert ([name for name, _ in report.unreachable], report.removed) == (["rules/hr/"], [])
    assert indexed(project) == ALL
    assert project.ingest(forget_missing=True).removed == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read every folder")
def test_a_sub_folder_that_may_not_be_read_keeps_its_documents(project: Project, shared: Path) -> None:
    (shared / "hr").chmod(0)
    try:
        assert project.ingest().unreachable[0][0] == "rules/hr/"
        assert indexed(project) == ALL
    finally:
        (shared / "hr").chmod(0o700)


def test_strict_refuses_where_a_folder_is_away(project: Project, shared: Path) -> None:
    shared.rename(shared.with_name("away"))
    with pytest.raises(InputRefusedError, match="rules/: no folder of documents"):
        project.ingest(strict=True)


def test_a_rebuild_without_a_folder_is_refused(project: Project, shared: Path) -> None:
    shared.rename(shared.with_name("away"))
    with pytest.raises(InputRefusedError, match=r"rules/: no folder of documents at .*; an index is made anew from all files"):
        project.ingest(rebuild=True)
    assert indexed(project) == ALL
    project.ingest(rebuild=True, forget_missing=True)
    assert indexed(project) == {"documents/shoes.md": "public"}


def test_a_stricter_label_reaches_a_document_whose_drive_is_away_and_a_looser_one_waits(project: Project, shared: Path) -> None:
    shared.rename(shared.with_name("away"))
    rule = '[[corpus.rules]]\npath = "rules/h*"\naccess = "{}"\n'
    project.configure(TWO_FOLDERS + rule.format("staff"))
    report = project.ingest()
    assert (report.updated, report.restated) == (["rules/hats.md", "rules/hr/caps.md"],) * 2
    assert indexed(project) == {"documents/shoes.md": "public", "rules/hats.md": "staff", "rules/hr/caps.md": "staff"}
    project.configure(TWO_FOLDERS + rule.format("public"))
    assert project.ingest().updated == []
    assert indexed(project)["rules/hats.md"] == "staff"


def test_without_its_text_a_document_that_must_be_hidden_leaves(project: Project, shared: Path) -> None:
    shared.rename(shared.with_name("away"))
    shutil.rmtree(project.folder / "cache")
    project.configure(f'{TWO_FOLDERS}[[corpus.rules]]\npath = "rules/hats*"\naccess = "staff"\n')
    report = project.ingest()
    assert (report.removed, [name for name, _ in report.skipped]) == (["rules/hats.md"], ["rules/hats.md"])
    assert "rules/hats.md" not in indexed(project)


def meanwhile(monkeypatch: pytest.MonkeyPatch, name: str, act: Callable[[Path], None]) -> None:
    """Have something happen to a file after it was listed and before it is read."""

    def acting(source: Source, options: ParseOptions) -> bytes:
        if source.name == name:
            act(source.path)
        return read(source, options)

    monkeypatch.setattr(plan, "read", acting)


def test_a_file_that_vanishes_while_files_are_read_keeps_its_version(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.add("shoes")
    project.add("socks")
    project.ingest()
    project.add("shoes", "## Rule\n\nZebra.\n")
    with monkeypatch.context() as busy:
        meanwhile(busy, "documents/shoes.md", Path.unlink)
        report = project.ingest()
    assert (report.kept, report.removed) == ([("documents/shoes.md", "no such file or directory")], [])
    assert project.ingest().removed == ["documents/shoes.md"]


def test_a_file_that_is_being_written_keeps_its_version(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.add("shoes")
    project.ingest()
    project.add("shoes", "## Rule\n\nHalf a sent")

    def write_on(path: Path) -> None:
        with path.open("ab") as file:
            file.write(b"ence.\n")

    with monkeypatch.context() as busy:
        meanwhile(busy, "documents/shoes.md", write_on)
        report = project.ingest()
    assert report.kept == [("documents/shoes.md", "somebody is writing it")]
    assert (project.found("outside"), project.found("sentence")) == (["shoes"], [])
    assert project.ingest().updated == ["documents/shoes.md"]
    assert project.found("sentence") == ["shoes"]


def test_an_unfinished_file_is_left_alone_whether_it_is_known_or_gone_for_a_moment(project: Project) -> None:
    known = project.add("shoes")
    project.ingest()
    project.add("shoes", "## Rule\n\nZebra.\n")
    project.add("socks")
    unfinished = {"documents/shoes.md", "documents/socks.md"}
    for _ in range(2):
        report = project.ingest(unfinished=unfinished)
        assert (report.added, report.updated, report.removed, report.kept, report.skipped) == ([], [], [], [], [])
        assert (project.found("zebra"), set(indexed(project))) == ([], {"documents/shoes.md"})
        known.unlink(missing_ok=True)
    project.add("shoes", "## Rule\n\nZebra.\n")
    assert (project.ingest().added, project.found("zebra")) == (["documents/socks.md"], ["shoes"])


def test_a_name_that_cannot_be_shown_costs_one_file(project: Project) -> None:
    project.add("shoes")
    put(project.documents / "two\nlines.md", page("lines"))
    report = project.ingest()
    assert (report.added, [name for name, _ in report.skipped]) == (["documents/shoes.md"], ["documents/two\\nlines.md"])


def test_metadata_may_stand_beside_the_file(project: Project) -> None:
    path = project.write("shoes.md", "# Shoes\n\n## Rule\n\nOutside.\n")
    beside = put(path.with_name("shoes.md.toml"), 'doc_id = "shoes"\nversion = "2"\naccess = "public"\neffective_from = 2026-01-01\n')
    assert project.ingest().added == ["documents/shoes.md"]
    assert versions(project) == {"documents/shoes.md": ("shoes", "2", "2026-01-01", "")}
    put(beside, 'doc_id = "shoes"\nversion = "2"\naccess = "staff"\neffective_from = 2026-01-01\n')
    report = project.ingest()
    assert (report.updated, report.restated) == (["documents/shoes.md"], ["documents/shoes.md"])
    assert indexed(project) == {"documents/shoes.md": "staff"}


def test_a_wrong_sidecar_is_refused_with_the_others(project: Project) -> None:
    put(project.add("shoes").with_name("shoes.md.toml"), "owner = HR\n")
    project.write("bare.md", "# T\n\nx\n")
    with pytest.raises(InputRefusedError, match="2 documents refused") as refused:
        project.ingest()
    assert "documents/shoes.md.toml: cannot be read as TOML" in str(refused.value)


def test_a_sidecar_that_cannot_be_opened_changes_nothing(project: Project) -> None:
    path = project.write("shoes.md", page("shoes", access=""))
    beside = put(path.with_name("shoes.md.toml"), 'access = "public"\n')
    project.ingest()
    beside.unlink()
    beside.mkdir()  # cannot be read as a file, by whomever
    report = project.ingest()
    assert [name for name, _ in report.kept] == ["documents/shoes.md"]
    assert indexed(project) == {"documents/shoes.md": "public"}


def test_what_places_say_differently_is_a_warning(project: Project) -> None:
    put(project.add("shoes", owner="A").with_name("shoes.md.toml"), 'owner = "B"\nlanguage = "en"\nwrong = 1\n')
    put(project.documents / "gone.md.toml", 'owner = "B"\n')
    project.inventory({"file": "documents/shoes.md", "doc_id": "shoes", "version": "1", "owner": "C", "language": "fr"})
    assert project.ingest().warnings == [
        "documents/gone.md.toml: describes a file that is not there",
        "documents/shoes.md.toml: 'wrong' is not a field and was not used "
        "(allowed: `access`, `doc_id`, `doc_type`, `effective_from`, `effective_to`, `language`, `owner`, `title`, `version`)",
        "documents/shoes.md: owner is 'A' in the file, 'B' beside it",
        "documents/shoes.md: owner is 'A' in the file, 'C' in the inventory",
        "documents/shoes.md: owner is 'B' beside it, 'C' in the inventory",
        "documents/shoes.md: language is 'en' beside it, 'fr' in the inventory",
    ]


def test_names_tell_versions_that_follow_each_other(project: Project) -> None:
    text = "# Leave\n\n## Rule\n\nTwenty days.\n"
    for name in ("leave_2024-01-01.md", "leave-v2-2025-07-01.md", "leave_2026-01-01.md"):
        project.write(name, text)
    project.ingest()
    assert versions(project) == {
        "documents/leave_2024-01-01.md": ("leave", "2024-01-01", "2024-01-01", "2025-06-30"),
        "documents/leave-v2-2025-07-01.md": ("leave", "2", "2025-07-01", "2025-12-31"),
        "documents/leave_2026-01-01.md": ("leave", "2026-01-01", "2026-01-01", ""),
    }
    project.write("leave_2026-06-01.md", text)
    report = project.ingest()
    assert (report.added, report.restated) == (["documents/leave_2026-06-01.md"], ["documents/leave_2026-01-01.md"])
    assert project.ingest().unchanged == sorted(versions(project))


def test_by_path_nothing_is_refused(project: Project) -> None:
    project.configure('[corpus]\nidentity = "path"\n')
    text = "# Leave\n\n## Rule\n\nTwenty days.\n"
    for name in ("leave.md", "hr/leave.md", "leave.html", "leave.v2.md"):
        project.write(name, text if name.endswith("md") else "<h1>Leave</h1><p>Twenty days.</p>")
    project.ingest()
    assert {source: found[:2] for source, found in versions(project).items()} == {
        "documents/leave.md": ("documents/leave.md", "1"),
        "documents/hr/leave.md": ("documents/hr/leave.md", "1"),
        "documents/leave.html": ("documents/leave.html", "1"),
        "documents/leave.v2.md": ("documents/leave.md", "2"),
    }
    assert set(indexed(project).values()) == {"staff"}


def inventoried(project: Project, *files: str) -> IngestReport:
    project.inventory(*({"file": name, "doc_id": f"d{n}", "version": "1", "access": "public"} for n, name in enumerate(files)))
    return project.ingest()


@pytest.mark.parametrize("listed", ["documents\\HR\\Leave.MD", "Documents/hr/leave.md", ".\\documents\\hr\\leave.md"])
def test_a_row_written_on_windows_means_the_file(project: Project, listed: str) -> None:
    project.write("hr/leave.md", "# T\n\nx\n")
    assert inventoried(project, listed).warnings == []
    assert versions(project)["documents/hr/leave.md"][0] == "d0"


def test_a_row_with_composed_accents_means_a_file_with_others(project: Project) -> None:
    project.write("e\u0301te\u0301.md", "# T\n\nx\n")
    assert inventoried(project, "documents/\u00e9t\u00e9.md").warnings == []


def test_rows_for_names_that_differ_only_in_case_mean_each_its_own(project: Project) -> None:
    project.write("a.md", "# T\n\nx\n")
    project.write("A.md", "# T\n\nx\n")
    if len(list(project.documents.iterdir())) == 1:
        pytest.skip("this disk does not tell case apart")
    inventoried(project, "documents/a.md", "documents/A.md")
    assert {source: found[0] for source, found in versions(project).items()} == {"documents/a.md": "d0", "documents/A.md": "d1"}
    with pytest.raises(InputRefusedError, match="1 document refused"):
        inventoried(project, "documents/a.md", "DOCUMENTS/A.MD", "documents/a.MD")
    with pytest.raises(InputRefusedError, match="2 documents refused"):
        inventoried(project, "DOCUMENTS/A.MD")


@pytest.mark.parametrize("listed", ["C:\\share\\a.md", "\\\\server\\share\\a.md", "//server/share/a.md", "..\\a.md"])
def test_a_row_that_leads_elsewhere_is_refused(project: Project, listed: str) -> None:
    project.add("a")
    with pytest.raises(InputRefusedError, match="leaves the corpus"):
        inventoried(project, listed)


def test_others_and_what_is_left_out_are_counted(project: Project) -> None:
    project.add("shoes")
    for name in ("a.png", "b.png", "c.zip", "notes/d.md"):
        project.write(name, "x")
    project.configure('[corpus]\nexclude = ["documents/notes/"]\n')
    report = project.ingest()
    assert (report.passed_over, report.ignored) == ({".png": 2, ".zip": 1}, 1)


def test_an_absolute_folder_outside_the_project_is_read(project: Project, tmp_path: Path) -> None:
    put(tmp_path / "drive" / "rules" / "a.md", page("a"))
    project.configure(f"[corpus]\nfolders = ['{tmp_path / 'drive' / 'rules'}']\n")
    assert project.ingest().added == ["rules/a.md"]


def test_an_inventory_that_the_settings_name_must_be_there(project: Project) -> None:
    """A drive that is away must not take labels away with it."""
    put(project.folder / "share" / "list.csv", "file,doc_id,version,access\ndocuments/shoes.md,shoes,1,staff\n")
    project.configure('[corpus]\ninventory = "share/list.csv"\n')
    project.add("shoes")
    project.ingest()
    (project.folder / "share").rename(project.folder / "away")
    with pytest.raises(InputRefusedError, match=r"list\.csv: no such file"):
        project.ingest()
    assert indexed(project) == {"documents/shoes.md": "staff"}
