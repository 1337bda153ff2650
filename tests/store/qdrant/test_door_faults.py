"""What fails between us and a server: tried again where that can help, and then an error that says what to do; the key is never shown."""

import contextlib
import traceback
from collections.abc import Callable, Iterator

import pytest

from policy_assistant.errors import EngineError, SettingsError
from policy_assistant.server_keys import QDRANT_KEY
from policy_assistant.store.qdrant import retries
from policy_assistant.store.qdrant.client_door import ClientDoor
from policy_assistant.store.qdrant.door import Collection, Point, Sparse, Where, equals
from policy_assistant.testing.qdrant_server import Fault, QdrantServer

NAME = "things"
ID, OTHER = "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"
KEY = "a-key-that-nobody-may-see"
ALL = Where()


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Waits between tries are noted, and not waited for."""
    waits: list[float] = []
    monkeypatch.setattr("policy_assistant.store.qdrant.retries.time.sleep", waits.append)
    return waits


@pytest.fixture
def server() -> Iterator[QdrantServer]:
    with QdrantServer() as running:
        yield running


@pytest.fixture
def door(server: QdrantServer) -> Iterator[ClientDoor]:
    with contextlib.closing(ClientDoor(server.url, timeout=1)) as door:
        door.ensure(Collection(NAME, 0, ("words",), {"kind": "keyword"}))
        door.upsert(NAME, [Point(ID, {"kind": "a"}, None, {"words": Sparse([1], [1.0])})])
        yield door


PASSING = {
    "unavailable": Fault(503),
    "internal error": Fault(500),
    "bad gateway": Fault(502, body="<html>no gateway</html>"),
    "too many requests": Fault(429),
    "dropped": Fault(drop=True),
    "cut off": Fault(cut=True),
    "no answer in time": Fault(wait_seconds=5),
}
CALLS: dict[str, tuple[str, Callable[[ClientDoor], object]]] = {
    "scroll": ("points/scroll", lambda door: door.scroll(NAME, ALL, 9)),
    "count": ("points/count", lambda door: door.count(NAME, ALL)),
    "query": ("points/query", lambda door: door.query_sparse(NAME, "words", Sparse([1], [1.0]), ALL, 9)),
    "retrieve": ("points", lambda door: door.retrieve(NAME, [ID])),
    "delete": ("points/delete", lambda door: door.delete(NAME, Where([equals("kind", "b")]))),
    "set_payload": ("points/payload", lambda door: door.set_payload(NAME, {"x": 1}, Where([equals("kind", "b")]))),
}


@pytest.mark.parametrize(
    "fault", [fault for name, fault in PASSING.items() if name != "no answer in time"], ids=lambda fault: str(fault.status)
)
@pytest.mark.parametrize("call", CALLS)
def test_a_fault_that_passes_is_not_noticed(door: ClientDoor, server: QdrantServer, call: str, fault: Fault) -> None:
    route, ask = CALLS[call]
    right = ask(door)
    server.requests.clear()
    server.plan(route, *[fault] * (retries.TRIES - 1))
    assert ask(door) == right
    assert len(server.sent(route)) == retries.TRIES


def test_an_answer_that_is_late_once_is_waited_for_again(door: ClientDoor, server: QdrantServer) -> None:
    server.plan("points/count", PASSING["no answer in time"])
    assert door.count(NAME, ALL) == 1


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (Fault(503, body='{"status": {"error": "shard 3 is not ready"}}'), r"answers with HTTP 503: .*shard 3 is not ready"),
        (Fault(429), "answers with HTTP 429"),
        (Fault(drop=True), "cannot be reached"),
        (Fault(cut=True), "cannot be reached"),
    ],
    ids=["unavailable", "too many", "dropped", "cut off"],
)
def test_a_fault_that_stays_is_an_error_after_some_tries(
    door: ClientDoor, server: QdrantServer, fault: Fault, said: str, short_waits: list[float]
) -> None:
    server.plan("points/count", *[fault] * 99)
    with pytest.raises(EngineError, match=said) as caught:
        door.count(NAME, ALL)
    assert caught.value.exit_code == 5
    assert caught.value.hint
    assert server.url in str(caught.value)
    assert len(server.sent("points/count")) == retries.TRIES
    assert len(short_waits) == retries.TRIES - 1
    for number, wait in enumerate(short_waits):
        assert retries.FIRST_WAIT * 2**number / 2 <= wait <= retries.FIRST_WAIT * 2**number


def test_a_server_that_never_answers_in_time_is_an_error(door: ClientDoor, server: QdrantServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retries, "TRIES", 2)
    server.plan("points/count", *[Fault(wait_seconds=30)] * 2)
    with pytest.raises(EngineError, match="does not answer in time") as caught:
        door.count(NAME, ALL)
    assert "timeout" in caught.value.hint


@pytest.mark.parametrize("fault", [Fault(400), Fault(404), Fault(409), Fault(413)], ids=lambda fault: str(fault.status))
def test_what_no_second_try_mends_is_not_tried_again(door: ClientDoor, server: QdrantServer, fault: Fault) -> None:
    server.plan("points/count", fault)
    with pytest.raises(EngineError, match=f"answers with HTTP {fault.status}: .*planned fault"):
        door.count(NAME, ALL)
    assert len(server.sent("points/count")) == 1


def test_an_answer_that_is_none_is_an_error(door: ClientDoor, server: QdrantServer) -> None:
    server.plan("points/count", Fault(body="<html>a page</html>"))
    with pytest.raises(EngineError, match="answers what is no answer"):
        door.count(NAME, ALL)


def test_a_write_whose_answer_is_lost_is_written_once(door: ClientDoor, server: QdrantServer) -> None:
    server.plan("points", Fault(drop=True, carried_out=True), Fault(503, carried_out=True), Fault(cut=True))
    door.upsert(NAME, [Point(OTHER, {"kind": "b"})])
    assert door.count(NAME, ALL) == 2


def test_a_server_that_went_away_is_an_error_and_one_that_came_back_answers(door: ClientDoor, server: QdrantServer) -> None:
    server.stop()
    with pytest.raises(EngineError, match=r"cannot be reached: .*refused") as caught:
        door.count(NAME, ALL)
    assert caught.value.exit_code == 5
    assert "is the server running?" in caught.value.hint
    server.start()
    assert door.count(NAME, ALL) == 1


def test_a_server_that_comes_back_while_it_is_waited_for_is_not_missed(
    door: ClientDoor, server: QdrantServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.stop()
    monkeypatch.setattr("policy_assistant.store.qdrant.retries.time.sleep", lambda _: server.start())
    assert door.count(NAME, ALL) == 1


@pytest.mark.parametrize("key", ["", "another-key"])
def test_a_wrong_key_is_an_error_that_names_the_variable_and_not_the_key(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv(QDRANT_KEY, key)
    with QdrantServer(api_key=KEY) as server, contextlib.closing(ClientDoor(server.url)) as door:
        with pytest.raises(EngineError, match="refuses us") as caught:
            door.exists(NAME)
        assert QDRANT_KEY in caught.value.hint
        shown = "".join(traceback.format_exception(caught.value))
        assert len(server.requests) == 1
    assert not key or key not in shown


def test_the_right_key_is_sent_and_shown_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(QDRANT_KEY, KEY)
    with QdrantServer(api_key=KEY) as server, contextlib.closing(ClientDoor(server.url)) as door:
        assert not door.exists(NAME)
        server.plan("exists", *[Fault(503)] * 9)
        with pytest.raises(EngineError) as caught:
            door.exists(NAME)
        assert KEY not in "".join(traceback.format_exception(caught.value)) + repr(door) + str(vars(caught.value))


def test_a_key_does_not_go_over_a_network_in_the_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(QDRANT_KEY, KEY)
    with pytest.raises(SettingsError, match="in the clear") as caught:
        ClientDoor("http://qdrant.example.com:6333")
    assert caught.value.hint == "use https"


def test_two_who_make_a_collection_at_once_do_not_disturb_each_other(server: QdrantServer) -> None:
    with contextlib.closing(ClientDoor(server.url)) as one, contextlib.closing(ClientDoor(server.url)) as other:
        one.ensure(Collection(NAME, 2, ("words",)))
        server.plan("exists", Fault(body='{"result": {"exists": false}, "status": "ok", "time": 0}'))
        other.ensure(Collection(NAME, 2, ("words",)))
        assert other.exists(NAME)
