"""The folders of documents: how names begin, and which file a name means."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.corpus_folders import corpus_folders, path_of, shown
from policy_assistant.settings import CorpusSettings, Settings


def settings(folder: Path, *folders: str) -> Settings:
    return Settings(folder, corpus=CorpusSettings(folders=folders))


@pytest.mark.parametrize(
    ("listed", "start"), [("corpus/documents", "documents/"), ("a/../b/", "b/"), (".", "project/"), ("..", "home/"), ("/", "root/")]
)
def test_names_begin_with_the_last_part_of_the_folder(listed: str, start: str) -> None:
    assert list(corpus_folders(settings(Path("/home/project"), listed))) == [start]


def test_a_name_means_a_file_inside_the_folders_only(tmp_path: Path) -> None:
    (tmp_path / "documents" / "hr").mkdir(parents=True)
    for name in ("secret.md", "documents/a.md", "documents/hr/b.md"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    (tmp_path / "documents" / "out.md").symlink_to(tmp_path / "secret.md")
    (tmp_path / "documents" / "in.md").symlink_to(tmp_path / "documents" / "a.md")
    (tmp_path / "documents" / "loop.md").symlink_to(tmp_path / "documents" / "loop.md")
    found = settings(tmp_path, "documents")
    for name in ("documents/a.md", "documents/hr/b.md", "documents/in.md"):
        assert path_of(found, name) == tmp_path / name
    for name in ("documents/out.md", "documents/../secret.md", "documents/loop.md", "documents/hr", "documents/x\0.md", "other/a.md"):
        assert path_of(found, name) is None


@given(st.text(st.characters(), max_size=20))
def test_a_shown_name_is_one_line_of_utf8(name: str) -> None:
    line = shown(name)
    line.encode()
    assert len(line.splitlines()) <= 1
    assert shown(line) == line
    assert line == name or not name.isprintable()
