"""A corpus ingested in parts, by several processes: the index is that of one ingest, and nothing shows before it is whole."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from policy_assistant.errors import InputRefusedError, UsageError
from policy_assistant.shards import ShardRecord, belongs_to, check_records, keep_record, parse_shard
from policy_assistant.store.base import Shard
from tests.project import Project

DOCUMENTS = 9


@pytest.fixture(params=["sqlite", "qdrant"])
def parted(request: pytest.FixtureRequest, tmp_path: Path) -> Project:
    """A project with some documents, on each engine."""
    project = filled(tmp_path / "parted")
    if request.param == "qdrant":
        pytest.importorskip("qdrant_client")
        project.configure('[store]\nengine = "qdrant"\nurl = "qdrant"\n')
    return project


def filled(folder: Path) -> Project:
    project = Project(folder)
    for n in range(DOCUMENTS):
        project.add(f"d{n}", f"## Fees\n\nThe fee number {n} is {n} euros.\n\n## Days\n\nYou have {n} days.\n")
    return project


def run(project: Project, *args: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "policy_assistant", "ingest", *args, "--project", str(project.folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def all_run(*processes: "subprocess.Popen[str]") -> list[str]:
    said = [process.communicate(timeout=120) for process in processes]
    assert [process.returncode for process in processes] == [0] * len(processes), said
    return [out for out, _ in said]


def stage(project: Project, of: int, *args: str) -> None:
    """Every part in a process of its own: at once on SQLite, one after the other in a folder that one process may open."""
    parts = [(f"--shard={number}/{of}", *args) for number in range(1, of + 1)]
    if project.settings.store.engine == "qdrant":
        for part in parts:
            all_run(run(project, *part))
    else:
        all_run(*(run(project, *part) for part in parts))


def shown(project: Project) -> list[tuple[str, str, str]]:
    assistant = project.assistant
    found = [(chunk.chunk_id, chunk.source, chunk.text) for chunk in assistant.store.chunks()]
    assistant.store.close()
    return found


def test_parts_of_several_processes_make_the_index_of_one_ingest(parted: Project, tmp_path: Path) -> None:
    whole = filled(tmp_path / "whole")
    whole.run("ingest", "--embedder", "none")
    stage(parted, 3, "--embedder=none")
    assert parted.run("search", "fee").code == 4  # nothing is visible yet
    done = parted.run("ingest", "--publish")
    assert done.code == 0
    assert f"{DOCUMENTS} added" in done.out
    assert shown(parted) == shown(whole)
    assert parted.run("search", "fee number 4", "--k", "1").out == whole.run("search", "fee number 4", "--k", "1").out


def test_changes_and_removals_come_with_their_parts(parted: Project) -> None:
    all_run(run(parted, "--embedder=none"))
    parted.add("d1", "## Fees\n\nThere is no fee at all.\n")
    (parted.documents / "d2.md").unlink()
    parted.add("new", "## News\n\nSomething new.\n")
    stage(parted, 2)
    assert "no fee at all" not in parted.run("search", "fee at all").out
    done = parted.run("ingest", "--publish")
    assert "1 added, 1 updated" in done.out
    assert "1 removed" in done.out
    sources = {source for _, source, _ in shown(parted)}
    assert "documents/new.md" in sources
    assert "documents/d2.md" not in sources
    assert "no fee at all" in parted.run("search", "fee at all").out


def test_what_is_missing_is_named_and_nothing_is_published(tmp_path: Path) -> None:
    parted = filled(tmp_path)
    all_run(run(parted, "--shard=1/3", "--embedder=none"))
    all_run(run(parted, "--shard=3/3", "--embedder=none"))
    done = parted.run("ingest", "--publish")
    assert done.code == 6
    assert "1 of 3 shards are not ready: 2/3" in done.err
    assert parted.run("search", "fee").code == 4


def test_an_ingest_in_between_asks_for_the_parts_anew(tmp_path: Path) -> None:
    parted = filled(tmp_path)
    all_run(run(parted, "--embedder=none"))
    parted.add("new", "## News\n\nSomething new.\n")
    stage(parted, 2)
    parted.add("other", "## Other\n\nSomething else.\n")
    assert parted.run("ingest").code == 0
    done = parted.run("ingest", "--publish")
    assert done.code == 6
    assert "the index has changed since shard" in done.err


def test_how_parts_were_made_holds_for_their_publishing(tmp_path: Path) -> None:
    """An index of an older schema asks for a rebuild; what was staged as one is published as one, and nothing is embedded that was not to be."""
    parted = filled(tmp_path)
    all_run(run(parted, "--embedder=none"))
    with closing(sqlite3.connect(tmp_path / "index.sqlite")) as conn:
        conn.execute("PRAGMA user_version = 5")
    stage(parted, 2, "--rebuild", "--embedder=use", "--without-vectors")
    done = parted.run("ingest", "--publish")
    assert done.code == 0
    info = parted.assistant.store.info()
    assert (info.documents, info.vectors, info.embedding.name if info.embedding else "") == (DOCUMENTS, 0, "use")


def test_two_documents_of_two_parts_that_are_one_version_are_refused(parted: Project) -> None:
    text = (parted.documents / "d0.md").read_text(encoding="utf-8")
    names = ["a", "b", "c", "d", "e", "f"]
    parts = {name: belongs_to(Shard(1, 2), f"documents/{name}.md") for name in names}
    first = next(name for name in names if parts[name])
    other = next(name for name in names if not parts[name])
    (parted.documents / "d0.md").unlink()
    for name in (first, other):
        parted.write(f"{name}.md", text)
    stage(parted, 2, "--embedder=none")
    done = parted.run("ingest", "--publish")
    assert done.code == 6
    assert "are both d0 version" in done.err


@pytest.mark.parametrize("text", ["", "1", "0/2", "3/2", "1/0", "a/b", "1/2/3", "-1/2", "1/20000", "01/2"])
def test_a_division_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is not I/N"):
        parse_shard(text)


def test_every_file_is_in_exactly_one_part() -> None:
    names = [f"documents/été {n}.md" for n in range(300)]
    parts = [[name for name in names if belongs_to(Shard(number, 7), name)] for number in range(1, 8)]
    assert sorted(name for part in parts for name in part) == sorted(names)
    assert min(map(len, parts)) > 15


def test_publish_takes_no_other_option(project: Project) -> None:
    project.add("shoes")
    assert project.run("ingest", "--publish", "--rebuild").code == 2
    assert project.run("ingest", "--watch", "--shard", "1/2").code == 2


class TestRecords:
    def test_a_part_of_another_make_takes_the_place_of_the_others(self, tmp_path: Path) -> None:
        """Else one that was forgotten would stand in the way of all later ones."""
        keep_record(tmp_path, ShardRecord(1, 2, 5, "structure", "none"))
        for record in (ShardRecord(1, 3, 5, "structure", "none"), ShardRecord(2, 3, 5, "structure", "none")):
            keep_record(tmp_path, record)
        with pytest.raises(InputRefusedError, match=r"1 of 3 shards are not ready: 3/3"):
            check_records(tmp_path, 5)
        keep_record(tmp_path, ShardRecord(1, 1, 5, "structure", "use"))
        assert check_records(tmp_path, 5) == [ShardRecord(1, 1, 5, "structure", "use")]

    def test_a_record_that_is_none_counts_as_missing(self, tmp_path: Path) -> None:
        keep_record(tmp_path, ShardRecord(1, 2, 5, "structure", "none"))
        (tmp_path / "shards" / "2-of-2.json").write_text(json.dumps(["x"]))
        with pytest.raises(InputRefusedError, match=r"1 of 2 shards are not ready: 2/2"):
            check_records(tmp_path, 5)

    def test_parts_for_another_state_of_the_index_are_refused(self, tmp_path: Path) -> None:
        keep_record(tmp_path, ShardRecord(1, 1, 5, "structure", "none"))
        with pytest.raises(InputRefusedError, match="the index has changed since"):
            check_records(tmp_path, 6)
        assert check_records(tmp_path, 5)[0].of == 1
