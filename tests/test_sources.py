"""Sources: which files are documents, and what is never read."""

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from policy_assistant.errors import InputRefusedError, SettingsError, UsageError
from policy_assistant.settings import CorpusSettings, ProjectSettings, Settings
from policy_assistant.sources import Found, find_sources, look_for_sources, path_of


def put(*paths: Path) -> None:
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x", encoding="utf-8")


def found(folder: Path, *folders: str, patterns: tuple[str, ...] = CorpusSettings().patterns) -> Found:
    return find_sources(Settings(folder, corpus=CorpusSettings(folders=folders or ("documents",), patterns=patterns)))


def names(result: Found) -> list[str]:
    return [s.name for s in result.sources]


def test_files_are_found_in_sub_folders_in_name_order(tmp_path: Path) -> None:
    put(*(tmp_path / "documents" / name for name in ("b.md", "a.pdf", "hr/leave.html", "hr/2026/deep.htm")))
    assert names(found(tmp_path)) == ["documents/a.pdf", "documents/b.md", "documents/hr/2026/deep.htm", "documents/hr/leave.html"]


def test_hidden_files_and_folders_are_passed_over(tmp_path: Path) -> None:
    put(*(tmp_path / "documents" / name for name in (".a.md", ".git/b.md", "c.md")))
    assert names(found(tmp_path)) == ["documents/c.md"]


def test_other_endings_are_counted(tmp_path: Path) -> None:
    put(*(tmp_path / "documents" / name for name in ("a.md", "b.png", "c.PNG", "README")))
    assert found(tmp_path).others == {".png": 2, "README": 1}


def test_an_ending_in_capitals_is_the_same_ending(tmp_path: Path) -> None:
    put(tmp_path / "documents" / "A.MD")
    assert names(found(tmp_path)) == ["documents/A.MD"]


def test_patterns_choose_the_files(tmp_path: Path) -> None:
    put(*(tmp_path / "documents" / name for name in ("policy-a.md", "draft.md")))
    assert names(found(tmp_path, patterns=("policy-*.md",))) == ["documents/policy-a.md"]


def test_a_folder_called_like_a_document_is_a_folder(tmp_path: Path) -> None:
    put(tmp_path / "documents" / "x.md" / "inside.md")
    assert names(found(tmp_path)) == ["documents/x.md/inside.md"]


def test_links_out_are_refused_and_links_to_a_document_that_is_found_add_nothing(tmp_path: Path) -> None:
    put(tmp_path / "secret.md", tmp_path / "documents" / "a.md", tmp_path / "outside" / "b.md")
    (tmp_path / "documents" / "out.md").symlink_to(tmp_path / "secret.md")
    (tmp_path / "documents" / "in.md").symlink_to(tmp_path / "documents" / "a.md")
    (tmp_path / "documents" / "folder").symlink_to(tmp_path / "outside")
    (tmp_path / "documents" / "loop").symlink_to(tmp_path / "documents")
    (tmp_path / "documents" / "self.md").symlink_to(tmp_path / "documents" / "self.md")
    (tmp_path / "documents" / "broken.md").symlink_to(tmp_path / "nowhere.md")
    result = found(tmp_path)
    assert names(result) == ["documents/a.md"]
    assert result.refused_links == ("documents/folder", "documents/out.md")
    assert (result.unreadable, result.unreachable) == ((), ())


def test_a_link_to_a_file_that_is_found_nowhere_else_is_followed(tmp_path: Path) -> None:
    put(tmp_path / "documents" / ".store" / "0a1b", tmp_path / "documents" / "hr" / "x.md")
    (tmp_path / "documents" / "leave.md").symlink_to(tmp_path / "documents" / ".store" / "0a1b")
    (tmp_path / "documents" / "current.md").symlink_to(tmp_path / "documents" / "hr")
    assert names(found(tmp_path)) == ["documents/hr/x.md", "documents/leave.md"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_called_like_a_document_is_not_read(tmp_path: Path) -> None:
    put(tmp_path / "documents" / "a.md")
    os.mkfifo(tmp_path / "documents" / "pipe.md")
    assert names(found(tmp_path)) == ["documents/a.md"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read every folder")
def test_a_folder_that_cannot_be_read_is_an_error_and_not_a_deletion(tmp_path: Path) -> None:
    put(tmp_path / "documents" / "closed" / "a.md")
    (tmp_path / "documents" / "closed").chmod(0)
    try:
        with pytest.raises(UsageError, match=r"documents/closed/: permission denied"):
            found(tmp_path)
    finally:
        (tmp_path / "documents" / "closed").chmod(0o700)


def test_a_folder_may_be_absolute_and_outside_the_project(tmp_path: Path) -> None:
    put(tmp_path / "share" / "rules" / "a.md")
    (tmp_path / "project").mkdir()
    assert names(found(tmp_path / "project", str(tmp_path / "share" / "rules"))) == ["rules/a.md"]


def test_two_folders_with_one_name_are_refused(tmp_path: Path) -> None:
    put(tmp_path / "hr" / "documents" / "a.md", tmp_path / "it" / "documents" / "a.md")
    with pytest.raises(SettingsError, match="two folders are called 'documents'"):
        found(tmp_path, "hr/documents", "it/documents")


def test_a_folder_inside_another_is_refused(tmp_path: Path) -> None:
    put(tmp_path / "rules" / "hr" / "a.md")
    with pytest.raises(SettingsError, match="lies inside"):
        found(tmp_path, "rules", "rules/hr")


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="file names are always Unicode there")
def test_a_name_that_is_not_utf8_or_breaks_lines_costs_one_file(tmp_path: Path) -> None:
    put(*(tmp_path / "documents" / name for name in ("a.md", os.fsdecode(b"caf\xe9.md"), "two\nlines.md")))
    result = found(tmp_path)
    assert names(result) == ["documents/a.md"]
    assert [name for name, _ in result.unreadable] == ["documents/caf\\udce9.md", "documents/two\\nlines.md"]


def test_a_missing_folder_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no folder of documents at") as refused:
        found(tmp_path)
    assert "[corpus] folders" in refused.value.hint


def test_size_and_time_are_those_of_the_file(tmp_path: Path) -> None:
    put(tmp_path / "documents" / "a.md")
    os.utime(tmp_path / "documents" / "a.md", ns=(5, 123_456_789_000))
    source = found(tmp_path).sources[0]
    assert (source.size, source.mtime) == (1, 123_456_789_000)


def corpus(folder: Path, **values: Any) -> Found:
    return look_for_sources(Settings(folder, corpus=CorpusSettings(folders=("documents",), **values)))


def test_a_pattern_with_a_slash_is_a_path_from_the_folder_on(tmp_path: Path) -> None:
    put(*(tmp_path / "documents" / name for name in ("a.pdf", "HR/a.pdf", "hr-old/a.pdf", "HR/2026/b.PDF", "HR/c.md", "it/d.md")))
    assert names(corpus(tmp_path, patterns=("documents/hr/**/*.pdf",))) == ["documents/HR/2026/b.PDF", "documents/HR/a.pdf"]
    assert names(corpus(tmp_path, patterns=("documents/hr/*.pdf", "d.*"))) == ["documents/HR/a.pdf", "documents/it/d.md"]


def test_exclude_speaks_the_language_of_gitignore(tmp_path: Path) -> None:
    put(
        *(
            tmp_path / "documents" / name
            for name in ("a.md", "draft-b.md", "draft-keep.md", "old/c.md", "old/c2.md", "hr/old/d.md", "new/e.md")
        )
    )
    result = corpus(tmp_path, exclude=("draft-*", "!draft-keep.md", "documents/old/"))
    assert names(result) == ["documents/a.md", "documents/draft-keep.md", "documents/hr/old/d.md", "documents/new/e.md"]
    assert result.ignored == 2


def test_an_ignore_file_holds_below_its_folder_and_a_deeper_one_takes_back(tmp_path: Path) -> None:
    put(*(tmp_path / "documents" / name for name in ("a.md", "x.txt", "hr/b.md", "hr/x.txt", "hr/deep/c.txt", "it/d.md")))
    (tmp_path / "documents" / ".policyignore").write_text("# texts are notes\n*.txt\n/it/\n", encoding="utf-8")
    (tmp_path / "documents" / "hr" / ".policyignore").write_text("!x.txt\n/b.md\n", encoding="utf-8")
    assert names(corpus(tmp_path)) == ["documents/a.md", "documents/hr/x.txt"]


@pytest.mark.parametrize("content", [b"a" * 1_000_001, b"\n" * 5_001, b"a*b*c*d*e*f\n"], ids=["large", "long", "starry"])
def test_what_an_ignore_file_leaves_out_is_not_read_where_it_cannot_be_used(tmp_path: Path, content: bytes) -> None:
    put(tmp_path / "documents" / "a.md", tmp_path / "documents" / "hr" / "b.md")
    (tmp_path / "documents" / "hr" / ".policyignore").write_bytes(content)
    result = corpus(tmp_path)
    assert names(result) == ["documents/a.md"]
    assert [(folder.name, ".policyignore" in folder.reason) for folder in result.unreachable] == [("documents/hr/", True)]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_an_ignore_file_that_is_a_link_or_a_pipe_closes_its_folder(tmp_path: Path) -> None:
    put(tmp_path / "patterns", *(tmp_path / "documents" / name / "a.md" for name in ("link", "pipe", "plain")))
    (tmp_path / "documents" / "link" / ".policyignore").symlink_to(tmp_path / "patterns")
    os.mkfifo(tmp_path / "documents" / "pipe" / ".policyignore")
    result = corpus(tmp_path)
    assert names(result) == ["documents/plain/a.md"]
    assert [folder.name for folder in result.unreachable] == ["documents/link/", "documents/pipe/"]


@pytest.mark.parametrize("key", ["exclude", "patterns"])
def test_a_pattern_that_could_take_for_ever_is_refused(tmp_path: Path, key: str) -> None:
    put(tmp_path / "documents" / "a.md")
    with pytest.raises(SettingsError, match=rf"\[corpus\] {key}: 'x/a\*b\*c\*d\*e' holds too many stars"):
        corpus(tmp_path, **{key: ("x/a*b*c*d*e",)})


def test_locks_of_office_are_no_documents(tmp_path: Path) -> None:
    put(*(tmp_path / "documents" / name for name in ("a.docx", "~$a.docx", ".~lock.a.odt#")))
    result = corpus(tmp_path)
    assert (names(result), result.others) == (["documents/a.docx"], {})


def test_sidecars_belong_to_their_files(tmp_path: Path) -> None:
    put(*(tmp_path / "documents" / name for name in ("a.pdf", "a.pdf.toml", "b.pdf", "b.pdf.json", "gone.pdf.toml", "data.json")))
    result = corpus(tmp_path)
    beside = [source.sidecar.name if source.sidecar else "" for source in result.sources]
    assert (names(result), beside) == (["documents/a.pdf", "documents/b.pdf"], ["a.pdf.toml", "b.pdf.json"])
    assert (result.lone_sidecars, result.others) == (("documents/gone.pdf.toml",), {".json": 1})
    result = corpus(tmp_path, patterns=("documents/*.pdf",))
    assert (result.lone_sidecars, result.others) == (("documents/gone.pdf.toml",), {".json": 1})


def test_a_file_with_two_sidecars_is_not_taken_in(tmp_path: Path) -> None:
    put(*(tmp_path / "documents" / name for name in ("a.pdf", "a.pdf.toml", "a.pdf.json")))
    result = corpus(tmp_path)
    assert (names(result), result.unreadable) == (
        [],
        (("documents/a.pdf", "two files describe it, a.pdf.toml and a.pdf.json; keep one"),),
    )


def test_our_own_files_are_never_documents(tmp_path: Path) -> None:
    put(*(tmp_path / name for name in ("a.md", "list.csv", "q.txt", "cache/parsed/x.md", "reports/run.html", "sub/list.csv")))
    settings = replace(
        Settings(tmp_path, corpus=CorpusSettings(folders=(".",), inventory="list.csv")), project=ProjectSettings(questions="q.txt")
    )
    start = tmp_path.name
    assert names(look_for_sources(settings)) == [f"{start}/a.md", f"{start}/sub/list.csv"]


def test_more_files_than_allowed_are_refused(tmp_path: Path) -> None:
    put(*(tmp_path / "documents" / f"{n}.md" for n in range(3)))
    assert len(corpus(tmp_path, max_files=3).sources) == 3
    with pytest.raises(InputRefusedError, match="more than 2 documents"):
        corpus(tmp_path, max_files=2)


def test_a_missing_folder_does_not_hide_the_others(tmp_path: Path) -> None:
    put(tmp_path / "here" / "a.md", tmp_path / "file")
    settings = Settings(tmp_path, corpus=CorpusSettings(folders=("here", "away", "file")))
    result = look_for_sources(settings)
    assert names(result) == ["here/a.md"]
    assert [(folder.name, folder.is_missing) for folder in result.unreachable] == [("away/", True), ("file/", True)]


@pytest.mark.skipif(os.mkdir not in os.supports_dir_fd, reason="this system makes no folders by descriptor")
def test_a_path_that_is_too_long_costs_its_folder(tmp_path: Path) -> None:
    put(tmp_path / "documents" / "a.md")
    folder = tmp_path / "documents"
    here = os.open(folder, os.O_RDONLY)
    try:  # made step by step, as the whole path is longer than a system call takes
        for _ in range(20):
            os.mkdir("d" * 250, dir_fd=here)
            inner = os.open("d" * 250, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = inner
    finally:
        os.close(here)
    result = corpus(tmp_path)
    assert names(result) == ["documents/a.md"]
    assert [folder.reason for folder in result.unreachable] == ["file name too long"]


def test_names_that_differ_only_in_case_are_two_files(tmp_path: Path) -> None:
    put(tmp_path / "documents" / "a.md", tmp_path / "documents" / "A.md")
    if len(list((tmp_path / "documents").iterdir())) == 1:
        pytest.skip("this disk does not tell case apart")
    assert names(corpus(tmp_path)) == ["documents/A.md", "documents/a.md"]


@pytest.mark.parametrize(
    "name", ["d\u2019\u00e9t\u00e9.md", "e\u0301te\u0301.md", "\U0001f600.md", "a'b\"c.md", " x .md", "x.md ", "n" * 252 + ".md"]
)
def test_any_other_name_is_a_name(tmp_path: Path, name: str) -> None:
    put(tmp_path / "documents" / name)
    result = corpus(tmp_path, patterns=("*.md*",))
    assert (names(result), result.unreadable) == ([f"documents/{name}"], ())
    assert path_of(Settings(tmp_path, corpus=CorpusSettings(folders=("documents",))), f"documents/{name}") is not None
