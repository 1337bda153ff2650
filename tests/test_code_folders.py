"""The folders of code of a project, and how the names of their files begin."""

from pathlib import Path

import pytest

from policy_assistant.code_folders import code_folders, start_of
from tests.project import Project


def test_a_folder_without_documents_is_one_of_code(tmp_path: Path) -> None:
    assert code_folders(Project(tmp_path).settings) == [tmp_path]


@pytest.mark.parametrize("name", ["corpus", "corpus/documents"])
def test_a_project_with_documents_has_the_folders_that_it_names(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir(parents=True)
    assert code_folders(Project(tmp_path).settings) == []
    project = Project(tmp_path)
    project.configure(f'[code]\nfolders = ["src/", "{tmp_path.parent.as_posix()}/other"]\n')
    assert code_folders(project.settings) == [tmp_path / "src", tmp_path.parent / "other"]


def test_names_begin_with_the_path_in_the_project_or_the_folders_name(tmp_path: Path) -> None:
    settings = Project(tmp_path).settings
    assert start_of(settings, tmp_path) == ""
    assert start_of(settings, tmp_path / "src" / "shop") == "src/shop/"
    assert start_of(settings, tmp_path.parent / "other") == "other/"
