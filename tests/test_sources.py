"""Sources: which files are documents, and what is never read."""

import os
import sys
from pathlib import Path

import pytest

from policy_assistant.errors import InputRefusedError, SettingsError, UsageError
from policy_assistant.settings import CorpusSettings, Settings
from policy_assistant.sources import Found, find_sources


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
    put(*(tmp_path / "documents" / name for name in ("a.md", "b.docx", "c.DOCX", "README")))
    assert found(tmp_path).others == {".docx": 2, "README": 1}


def test_an_ending_in_capitals_is_the_same_ending(tmp_path: Path) -> None:
    put(tmp_path / "documents" / "A.MD")
    assert names(found(tmp_path)) == ["documents/A.MD"]


def test_patterns_choose_the_files(tmp_path: Path) -> None:
    put(*(tmp_path / "documents" / name for name in ("policy-a.md", "draft.md")))
    assert names(found(tmp_path, patterns=("policy-*.md",))) == ["documents/policy-a.md"]


def test_a_folder_called_like_a_document_is_a_folder(tmp_path: Path) -> None:
    put(tmp_path / "documents" / "x.md" / "inside.md")
    assert names(found(tmp_path)) == ["documents/x.md/inside.md"]


def test_links_inside_the_folders_are_followed_and_links_out_are_refused(tmp_path: Path) -> None:
    put(tmp_path / "secret.md", tmp_path / "documents" / "a.md", tmp_path / "outside" / "b.md")
    (tmp_path / "documents" / "out.md").symlink_to(tmp_path / "secret.md")
    (tmp_path / "documents" / "in.md").symlink_to(tmp_path / "documents" / "a.md")
    (tmp_path / "documents" / "folder").symlink_to(tmp_path / "outside")
    (tmp_path / "documents" / "loop").symlink_to(tmp_path / "documents")
    (tmp_path / "documents" / "broken.md").symlink_to(tmp_path / "nowhere.md")
    result = found(tmp_path)
    assert names(result) == ["documents/a.md", "documents/in.md"]
    assert sorted(result.refused_links) == ["documents/folder", "documents/out.md"]


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
        with pytest.raises(PermissionError):
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
def test_a_name_that_is_not_utf8_is_refused_by_name(tmp_path: Path) -> None:
    put(tmp_path / "documents" / "a.md", tmp_path / "documents" / os.fsdecode(b"caf\xe9.md"))
    with pytest.raises(InputRefusedError, match="the file's name is not UTF-8") as refused:
        found(tmp_path)
    assert refused.value.hint == "rename the file"


def test_a_missing_folder_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no folder of documents at") as refused:
        found(tmp_path)
    assert "[corpus] folders" in refused.value.hint


def test_size_and_time_are_those_of_the_file(tmp_path: Path) -> None:
    put(tmp_path / "documents" / "a.md")
    os.utime(tmp_path / "documents" / "a.md", ns=(5, 123_456_789_000))
    source = found(tmp_path).sources[0]
    assert (source.size, source.mtime) == (1, 123_456_789_000)
