"""Documents cut in several processes: the same as in one, in order, and complete whatever becomes of the processes."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from policy_assistant.cache import ParseCache
from policy_assistant.cutting import Task, cut, cut_kept
from policy_assistant.cutting import processes as cutting_processes
from policy_assistant.cutting.processes import WAITING, cut_in_parallel, default_workers
from policy_assistant.filters import Filters
from policy_assistant.metadata import Metadata
from policy_assistant.parse.base import ParseOptions, parse_bytes
from tests.project import Project

OPTIONS = ParseOptions()


def tasks(folder: Path, number: int) -> list[Task]:
    cache = ParseCache(folder, OPTIONS)
    found = []
    for n in range(number):
        name = f"d{n}"
        cache.keep(name, ".md", parse_bytes(f"# Title {n}\n\n## Délais\n\nVous avez {n} jours. Merci.\n".encode(), f"{name}.md", OPTIONS))
        meta = Metadata(name, "1", f"Title {n}", "", "", "", "public", "fr", "", f"{name}.md", "md")
        found.append(Task(folder, OPTIONS, name, ".md", meta, "structure"))
    return found


@pytest.fixture
def made(tmp_path: Path) -> list[Task]:
    return tasks(tmp_path, 3 * WAITING)


def test_what_processes_cut_is_what_one_cuts_in_order(made: list[Task]) -> None:
    with closing(cut_in_parallel(made, 2)) as found:
        assert [*found] == [cut_kept(task) for task in made]
    first = cut_kept(made[0])
    assert first
    assert first.terms
    assert "jour" in first.terms[0].body.split()


def test_what_the_cache_does_not_have_is_left_to_the_caller(made: list[Task]) -> None:
    with closing(cut_in_parallel([made[0], replace(made[1], sha256="unknown"), made[2]], 2)) as found:
        assert [one is None for one in found] == [False, True, False]


def test_a_process_that_is_killed_leaves_its_documents_to_the_caller(made: list[Task], monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[cutting_processes._Process] = []

    class Seen(cutting_processes._Process):
        def __init__(self) -> None:
            super().__init__()
            started.append(self)

    monkeypatch.setattr(cutting_processes, "_Process", Seen)
    found = cut_in_parallel(made, 1)
    assert next(found) == cut_kept(made[0])
    started[0]._process.kill()
    started[0]._process.wait()
    rest = [*found]
    assert len(rest) == len(made) - 1
    assert rest[-1] is None


def test_few_documents_are_not_worth_a_process() -> None:
    assert default_workers(cutting_processes.WORTH_IT - 1) == 1
    assert default_workers(cutting_processes.WORTH_IT, 3) == 3


def test_an_ingest_in_processes_makes_the_index_of_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same chunks with the same terms, whether the parent or others cut; also when all others die at once."""
    seen = []
    for name, workers, broken in (("one", 1, False), ("two", 2, False), ("broken", 2, True)):
        monkeypatch.setattr("policy_assistant.plan.default_workers", lambda documents, wanted, workers=workers: workers)
        if broken:
            monkeypatch.setattr(cutting_processes, "command", lambda module: ["false"])
        project = Project(tmp_path / name)
        for n in range(6):
            project.add(f"d{n}", f"## Délai\n\nVous avez {n} jours.\n\n## Fees\n\nNothing is charged for {n}.\n")
        project.ingest()
        store = project.assistant.store
        seen.append((store.chunks(), store.search_terms([(["jour"], 1.0)], 20, Filters())))
        store.close()
    assert seen[0] == seen[1] == seen[2]
    assert len(seen[0][0]) == 12


def test_cut_keeps_the_blocks_of_a_document(tmp_path: Path) -> None:
    task = tasks(tmp_path, 1)[0]
    parsed = ParseCache(tmp_path, OPTIONS).load("d0", ".md")
    assert parsed
    assert cut(parsed, task.metadata, "structure").blocks == parsed.blocks
