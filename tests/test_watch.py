"""Rounds of watching: what is ingested when, and what waits."""

from collections.abc import Collection
from pathlib import Path

import pytest

from policy_assistant.errors import InputRefusedError, StoreBusyError
from policy_assistant.ingest_report import IngestReport
from policy_assistant.watch import RETRY_SECONDS, Seen, Watch, look
from tests.project import Project

ROUNDS = 12
EVERY = RETRY_SECONDS / ROUNDS


class Files:
    """What a look shows, and the ingests that it leads to: for each, the documents that were left alone."""

    def __init__(self, **seen: int) -> None:
        self.seen = {name: (size, 0) for name, size in seen.items()}
        self.ingests: list[set[str]] = []
        self.answer: IngestReport | Exception = IngestReport()
        self.watch = Watch(self.look, self.ingest, EVERY)

    def look(self, last: Seen | None) -> Seen:
        return dict(self.seen)

    def ingest(self, unfinished: Collection[str]) -> IngestReport:
        self.ingests.append({*unfinished})
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def steps(self, number: int) -> int:
        """Make rounds; the number of those that ingested."""
        before = len(self.ingests)
        for _ in range(number):
            try:
                self.watch.step()
            except (InputRefusedError, StoreBusyError):
                continue
        return len(self.ingests) - before

    def write(self, name: str, size: int) -> None:
        self.seen[name] = (size, 0)


def test_the_first_round_ingests_and_then_nothing_happens_until_something_changes() -> None:
    files = Files(a=1)
    assert (files.steps(1), files.steps(50)) == (1, 0)


def test_a_change_is_ingested_when_it_looks_the_same_twice() -> None:
    files = Files(a=1)
    files.steps(1)
    for size in (2, 3, 4):
        files.write("a", size)
        assert files.steps(1) == 0
    assert (files.steps(1), files.ingests[-1], files.steps(5)) == (1, set(), 0)


def test_a_file_that_is_being_written_does_not_hold_up_others() -> None:
    files = Files(a=1, b=1)
    files.steps(1)
    files.write("b", 2)
    files.write("a", 2)
    files.steps(1)
    files.write("a", 3)
    assert (files.steps(1), files.ingests[-1]) == (1, {"a"})
    assert (files.steps(1), files.ingests[-1], files.steps(5)) == (1, set(), 0)


def test_a_file_that_is_replaced_is_not_forgotten_in_between() -> None:
    files = Files(a=1, b=1)
    files.steps(1)
    del files.seen["a"]
    assert files.steps(1) == 0
    files.write("a", 2)
    assert (files.steps(1), files.steps(1), files.steps(5)) == (0, 1, 0)
    del files.seen["a"]
    assert (files.steps(1), files.steps(1), files.steps(5)) == (0, 1, 0)


def test_a_document_whose_sidecar_is_being_written_waits() -> None:
    files = Files(a=1, b=1)
    files.steps(1)
    files.write("b", 2)
    files.steps(1)
    files.write("documents/x.pdf.toml", 5)
    assert files.steps(1) == 1
    assert "documents/x.pdf" in files.ingests[-1]


@pytest.mark.parametrize("name", ["inventory", "settings"])
def test_nothing_is_ingested_while_inventory_or_settings_are_being_written(name: str) -> None:
    files = Files(a=1)
    files.write(name, 1)
    files.steps(1)
    files.write("a", 2)
    for size in (2, 3, 4):
        files.write(name, size)
        assert files.steps(1) == 0
    assert (files.steps(1), files.ingests[-1]) == (1, set())


@pytest.mark.parametrize(
    "answer",
    [
        IngestReport(skipped=[("a", "locked")]),
        IngestReport(kept=[("a", "locked")]),
        IngestReport(unreachable=[("a/", "away")]),
        InputRefusedError("no"),
    ],
    ids=["skipped", "kept", "unreachable", "refused"],
)
def test_what_failed_is_tried_again_after_a_while_or_when_something_changes(answer: IngestReport | Exception) -> None:
    files = Files(a=1)
    files.answer = answer
    assert [files.steps(1), files.steps(ROUNDS - 1), files.steps(1), files.steps(ROUNDS - 1)] == [1, 0, 1, 0]
    files.write("a", 2)
    assert files.steps(2) == 2  # one round is due, and one has a change
    files.answer = IngestReport()
    assert (files.steps(ROUNDS), files.steps(3 * ROUNDS)) == (1, 0)


def test_a_busy_index_is_tried_again_in_the_next_round() -> None:
    files = Files(a=1)
    files.answer = StoreBusyError("busy")
    assert files.steps(3) == 3


def test_a_look_sees_all_that_an_ingest_reads(project: Project) -> None:
    path = project.add("shoes")
    Path(f"{path}.toml").write_text('owner = "HR"\n', encoding="utf-8")
    project.configure('[corpus]\nfolders = ["corpus/documents", "away"]\n')
    project.inventory()
    (project.folder / "src").mkdir()
    assert set(look(project.settings)) == {"documents/shoes.md", "documents/shoes.md.toml", "inventory", "settings", "away/"}


def test_a_look_sees_code(project: Project) -> None:
    project.add("shoes")
    (project.folder / "src").mkdir()
    (project.folder / "src" / "tax.py").write_text("RATE = 5\n", encoding="utf-8")
    project.configure('[code]\nfolders = ["src"]\n')
    assert "src/tax.py" in look(project.settings)
