"""Every door to Qdrant answers alike: a folder, our server over HTTP, and Qdrant's own core in this process."""

import os
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from policy_assistant.store.qdrant.client_door import ClientDoor
from policy_assistant.store.qdrant.door import AnyOf, Between, Collection, Door, Point, Sparse, Where, equals
from policy_assistant.testing.qdrant_edge import EdgeDoor
from policy_assistant.testing.qdrant_server import QdrantServer
from tests.testing.folders import quick_folder

A, B, C, D = (f"00000000-0000-4000-8000-00000000000{n}" for n in range(1, 5))
ALL = Where()
NOTHING = Where([equals("kind", "none")])

Make = Callable[[], Door]


@pytest.fixture(params=["folder", "server", "core", "core, optimised", "QDRANT_URL"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Make]:
    """What opens the same place again."""
    if request.param == "folder":
        yield lambda: ClientDoor(path=tmp_path / "qdrant")
    elif request.param == "server":
        with QdrantServer() as server:
            yield lambda: ClientDoor(server.url)
    elif request.param == "QDRANT_URL":
        if not os.environ.get("QDRANT_URL"):
            pytest.skip("QDRANT_URL names no server")
        yield lambda: ClientDoor(os.environ["QDRANT_URL"])
    else:
        with quick_folder() as folder:
            yield lambda: EdgeDoor(folder, optimised="optimised" in request.param)


@pytest.fixture
def door(make: Make) -> Iterator[Door]:
    door = make()
    yield door
    door.close()


@pytest.fixture
def name(door: Door) -> str:
    """A collection of three points."""
    name = f"test_{uuid.uuid4().hex}"
    door.ensure(Collection(name, 2, ("words",), {"project": "tenant", "kind": "keyword", "born": "integer", "labels": "keyword"}))
    door.upsert(
        name,
        [
            Point(
                A,
                {"project": "p", "kind": "a", "born": 1, "labels": ["x", "y"]},
                _unit(1, 0),
                {"words": Sparse([1, 4_294_967_295], [0.5, 1.0])},
            ),
            Point(B, {"project": "p", "kind": "b", "born": 2, "text": 'é "q" 🍵'}, None, {"words": Sparse([1], [2.0])}),
            Point(C, {"project": "q", "kind": "a", "born": 3, "labels": ["y"]}, _unit(1, 1), {}),
        ],
    )
    return name


def _unit(*numbers: float) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    vector = np.array(numbers, np.float32)
    return vector / np.float32(np.linalg.norm(vector))


def ids(door: Door, name: str, where: Where) -> list[str]:
    return [point.id for point in door.scroll(name, where, 10)[0]]


@pytest.mark.parametrize(
    ("where", "found"),
    [
        (ALL, [A, B, C]),
        (NOTHING, []),
        (Where([equals("kind", "a")]), [A, C]),
        (Where([equals("kind", "a"), equals("project", "p")]), [A]),
        (Where([AnyOf("kind", ["a", "b"])]), [A, B, C]),
        (Where([equals("labels", "y")]), [A, C]),
        (Where([AnyOf("labels", ["x", "z"])]), [A]),
        (Where([], [equals("labels", "y")]), [B]),
        (Where([Between("born", 2)]), [B, C]),
        (Where([Between("born", None, 2)]), [A, B]),
        (Where([Between("born", 2, 2)]), [B]),
        (Where([AnyOf("born", [1, 3])]), [A, C]),
        (Where([Between("missing", 0)]), []),
        (Where([equals("project", "p")], [equals("kind", "b"), equals("born", 5)]), [A]),
    ],
)
def test_a_filter_chooses_the_same_points_everywhere(door: Door, name: str, where: Where, found: list[str]) -> None:
    assert ids(door, name, where) == found
    assert door.count(name, where) == len(found)
    sparse = door.query_sparse(name, "words", Sparse([1], [1.0]), where, 10)
    assert [match.point.id for match in sparse] == [one for one in (B, A) if one in found]
    dense = door.query_dense(name, _unit(1, 0), where, 10, exact=True)
    assert [match.point.id for match in dense] == [one for one in (A, C) if one in found]


def test_scores_are_dot_products_and_vectors_come_as_they_went_in(door: Door, name: str) -> None:
    found = door.query_sparse(name, "words", Sparse([4_294_967_295, 1, 7], [1.0, 3.0, 9.0]), ALL, 10, ["kind"])
    assert [(match.point.id, match.point.payload, match.score) for match in found] == [(B, {"kind": "b"}, 6.0), (A, {"kind": "a"}, 2.5)]
    (first, second) = door.query_dense(name, _unit(1, 0), ALL, 10, [])
    assert (first.point.payload, first.score) == ({}, 1.0)
    assert second.point.dense is not None
    assert second.point.dense.tolist() == _unit(1, 1).tolist()
    assert [match.point.id for match in door.query_dense(name, _unit(1, 0), ALL, 1)] == [A]


def test_points_are_scrolled_in_order_in_parts(door: Door, name: str) -> None:
    door.upsert(name, [Point(str(uuid.UUID(int=number << 64)), {"kind": "many"}) for number in range(25)])
    seen: list[str] = []
    after: str | None = None
    while True:
        points, after = door.scroll(name, Where([equals("kind", "many")]), 10, after, ["kind"])
        seen += [point.id for point in points]
        if after is None:
            break
    assert seen == [str(uuid.UUID(int=number << 64)) for number in range(25)]
    with_vectors, _ = door.scroll(name, Where([equals("project", "p")]), 10, vectors=True)
    assert [None if point.dense is None else point.dense.tolist() for point in with_vectors] == [[1, 0], None]


def test_points_are_replaced_changed_and_deleted(door: Door, name: str) -> None:
    door.upsert(name, [Point(A, {"kind": "new"})])
    assert [point.payload for point in door.retrieve(name, [A, D])] == [{"kind": "new"}]
    assert door.query_sparse(name, "words", Sparse([4_294_967_295], [1.0]), ALL, 10) == []
    door.set_payload(name, {"born": 9}, Where([equals("kind", "b")]))
    assert door.retrieve(name, [B])[0].payload == {"project": "p", "kind": "b", "born": 9, "text": 'é "q" 🍵'}
    door.delete(name, Where([equals("kind", "a")]))
    assert ids(door, name, ALL) == [A, B]
    door.delete(name, ALL)
    assert door.count(name, ALL) == 0


def test_a_point_is_replaced_only_where_the_condition_holds(door: Door, name: str) -> None:
    door.replace(name, Point(D, {"born": 1}), Where([equals("born", 7)]))
    assert [point.payload for point in door.retrieve(name, [D])] == [{"born": 1}]
    door.replace(name, Point(D, {"born": 2}), Where([equals("born", 7)]))
    assert [point.payload for point in door.retrieve(name, [D])] == [{"born": 1}]
    door.replace(name, Point(D, {"born": 2}), Where([equals("born", 1)]))
    assert [point.payload for point in door.retrieve(name, [D])] == [{"born": 2}]


def test_what_was_written_is_there_when_it_is_opened_again(make: Make) -> None:
    name = f"test_{uuid.uuid4().hex}"
    door = make()
    assert not door.exists(name)
    door.ensure(Collection(name, 0, ("words",)))
    door.ensure(Collection(name, 0, ("words",)))
    door.upsert(name, [Point(A, {"kind": "é"}, None, {"words": Sparse([3], [1.0])}), Point(B, {})])
    door.close()
    again = make()
    assert again.exists(name)
    assert [(point.id, dict(point.payload)) for point in again.scroll(name, ALL, 9)[0]] == [(A, {"kind": "é"}), (B, {})]
    assert [match.score for match in again.query_sparse(name, "words", Sparse([3], [2.0]), ALL, 9)] == [2.0]
    again.close()
