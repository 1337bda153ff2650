"""A folder of this machine: one process at a time, shared by all of the process's engines; and engines by the settings."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from policy_assistant.errors import EngineError, MissingExtraError, NoIndexError, StoreBusyError
from policy_assistant.store.engine import has_index, open_engine, writing
from policy_assistant.store.qdrant import local_mode
from policy_assistant.store.qdrant.client_door import ClientDoor
from policy_assistant.store.qdrant.door import AnyOf, Between, Collection, Point, Sparse, Where, equals
from policy_assistant.store.qdrant.messages import REQUEST_BYTES, REQUEST_POINTS, batches
from policy_assistant.testing.engine.samples import document, metadata, update
from tests.project import Project

HOLD = """
import sys
from pathlib import Path
from policy_assistant.store.qdrant.client_door import ClientDoor
door = ClientDoor(path=Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
"""
IDS = [f"00000000-0000-0000-0000-{number:012}" for number in range(9)]


def test_a_folder_that_another_process_has_open_is_busy(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path / "q")], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(StoreBusyError, match="open in another process"):
            ClientDoor(path=tmp_path / "q")
        other.stdin.close()
        assert other.wait() == 0
    ClientDoor(path=tmp_path / "q").close()


def test_doors_of_one_process_share_a_folder_until_the_last_is_closed(tmp_path: Path) -> None:
    before = set(local_mode._open)
    one, two = ClientDoor(path=tmp_path / "q"), ClientDoor(path=tmp_path / "." / "q")
    one.ensure(Collection("c"))
    one.close()
    one.close()
    assert two.exists("c")
    two.close()
    assert set(local_mode._open) == before
    again = ClientDoor(path=tmp_path / "q")
    assert again.exists("c")
    again.close()


def test_a_folder_that_cannot_be_one_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "q").write_text("a file")
    with pytest.raises(EngineError, match="cannot be opened"):
        ClientDoor(path=tmp_path / "q")


def test_without_the_client_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match="qdrant"):
        ClientDoor(path=tmp_path / "q")


def test_conditions_choose_points(tmp_path: Path) -> None:
    door = ClientDoor(path=tmp_path / "q")
    door.ensure(Collection("c"))
    door.upsert("c", [Point(IDS[number], {"n": number, "s": "ab"[number % 2]}) for number in range(6)])
    for where, chosen in (
        (Where(), 6),
        (Where((equals("s", "a"),)), 3),
        (Where((AnyOf("n", [1, 2, 9]),)), 2),
        (Where((Between("n", 2, 4),)), 3),
        (Where((Between("n", None, 4), equals("s", "b"))), 2),
        (Where((Between("n", 1),), (equals("s", "a"),)), 3),
        (Where((equals("missing", 1),)), 0),
    ):
        assert door.count("c", where) == chosen, where
    door.replace("c", Point(IDS[0], {"n": 70}), Where((equals("n", 1),)))
    door.replace("c", Point(IDS[1], {"n": 71}), Where((equals("n", 1),)))
    door.replace("c", Point(IDS[8], {"n": 78}), Where((equals("n", 1),)))
    assert sorted(point.payload["n"] for point in door.retrieve("c", [IDS[0], IDS[1], IDS[8], IDS[7]])) == [0, 71, 78]  # type: ignore[type-var]
    found, after = door.scroll("c", Where(), 4, fields=["n"])
    rest, end = door.scroll("c", Where(), 4, after, fields=[])
    assert ([set(point.payload) for point in found], [dict(point.payload) for point in rest], end) == ([{"n"}] * 4, [{}] * 3, None)
    door.close()


def test_requests_are_bounded_in_points_and_bytes() -> None:
    small = [Point(IDS[0], {"n": 1}) for _ in range(REQUEST_POINTS + 1)]
    assert [len(batch) for batch in batches(small)] == [REQUEST_POINTS, 1]
    large = [Point(IDS[0], {"text": "x" * (REQUEST_BYTES // 2)}) for _ in range(3)]
    assert [len(batch) for batch in batches(large)] == [1, 1, 1]
    numbers = Point(IDS[0], {}, sparse={"words": Sparse(range(100_000), [0.5] * 100_000)})
    assert [len(batch) for batch in batches([numbers] * 4)] == [3, 1]
    assert list(batches([])) == []


def test_engines_by_the_settings(project: Project) -> None:
    project.configure('[store]\nengine = "qdrant"\nurl = "index"\n')
    settings = project.settings
    assert not has_index(settings)
    with pytest.raises(NoIndexError, match="index"):
        open_engine(settings)
    with writing(settings) as engine:
        engine.publish(update(document(metadata("a"), "Tea.")))
    assert has_index(settings)
    with open_engine(settings) as reading:
        assert reading.info().chunks == 1
    with writing(settings, anew=True) as engine:
        assert engine.generation() == 0
    assert not has_index(settings)
    with pytest.raises(NoIndexError):
        open_engine(settings)
