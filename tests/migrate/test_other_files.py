"""A move never replaces what is no index."""

from pathlib import Path

import pytest

from tests.project import Project


@pytest.mark.parametrize("name", ["state.sqlite", "cache/vectors.sqlite", "notes.sqlite", "missing/x.sqlite"])
def test_what_is_no_index_is_refused_also_with_force(project: Project, name: str) -> None:
    project.add("shoes")
    project.run("ingest", "--embedder", "none")
    project.run("ask", "Where do shoes stay?")
    path = project.folder / name
    if name == "notes.sqlite":
        path.write_text("my notes")
    before = path.read_bytes() if path.exists() else None
    done = project.run("migrate", "--to", name, "--force")
    assert done.code == 2
    assert (path.read_bytes() if path.exists() else None) == before


def test_a_file_is_no_folder_of_qdrant(project: Project, tmp_path: Path) -> None:
    project.add("shoes")
    project.run("ingest", "--embedder", "none")
    readme = project.write("README.md", "mine")
    done = project.run("migrate", "--to", f"./{readme.relative_to(project.folder).as_posix()}")
    assert done.code == 2
    assert "is a f" in done.err
