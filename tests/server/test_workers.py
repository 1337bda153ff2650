"""Threads that do the work: what is too much, what takes too long, what nobody waits for any more."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from policy_assistant.assistant import Assistant
from policy_assistant.errors import OverloadedError
from policy_assistant.server.remembered import Remembered
from policy_assistant.server.workers import Workers
from policy_assistant.settings_file import load_settings
from tests.project import Project


@contextmanager
def working(project: Project, **changes: Any) -> Iterator[Workers]:
    settings = load_settings(project.folder)
    workers = Workers(replace(settings, server=replace(settings.server, **changes)))
    try:
        yield workers
    finally:
        workers.close()


class Held:
    """Work that is held until it is freed."""

    def __init__(self) -> None:
        self.began, self.free = threading.Event(), threading.Event()

    def __call__(self, assistant: Assistant) -> str:
        self.began.set()
        assert self.free.wait(20)
        return assistant.settings.name


def test_threads_have_a_project_each_and_share_the_models(shared: Project) -> None:
    both = threading.Barrier(2, timeout=10)

    def opened(assistant: Assistant) -> tuple[int, int, int]:
        both.wait()
        return id(assistant), id(assistant.store), id(assistant.models)

    async def two(workers: Workers) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        return await asyncio.gather(workers.run(opened, "search"), workers.run(opened, "search"))

    with working(shared, threads=2) as workers:
        one, other = asyncio.run(two(workers))
    assert one[0] != other[0]
    assert one[1] != other[1]
    assert one[2] == other[2]


def test_too_much_is_refused_at_once(shared: Project) -> None:
    with working(shared, threads=1, max_waiting=2) as workers:
        held = Held()
        futures = [workers.start(held, "search") for _ in range(3)]
        assert held.began.wait(10)
        assert workers.taken == 3
        with pytest.raises(OverloadedError, match="too many requests are waiting"):
            workers.start(held, "search")
        assert workers.taken == 3, "what is refused does not count"
        held.free.set()
        assert [future.result(10) for future in futures] == ["Larch"] * 3
        assert workers.start(held, "search").result(10) == "Larch"
        _until(lambda: workers.taken == 0)


def test_what_takes_too_long_blocks_nobody_else(shared: Project) -> None:
    held = Held()

    async def late(workers: Workers) -> str:
        with pytest.raises(OverloadedError, match="this takes longer than 1 seconds"):
            await workers.run(held, "search")
        assert workers.taken == 1, "its thread is still at it"
        return await workers.run(lambda assistant: assistant.settings.name)

    with working(shared, threads=2, timeout=1) as workers:
        assert asyncio.run(late(workers)) == "Larch"
        held.free.set()
        _until(lambda: workers.taken == 0)


def test_what_waits_too_long_is_never_begun(shared: Project) -> None:
    held, done = Held(), []

    async def late(workers: Workers) -> None:
        first = asyncio.ensure_future(workers.run(held, "search"))
        await asyncio.to_thread(held.began.wait, 10)
        with pytest.raises(OverloadedError):
            await workers.run(lambda _: done.append(1), "search")
        with pytest.raises(OverloadedError):
            await first

    with working(shared, threads=1, timeout=1) as workers:
        asyncio.run(late(workers))
        assert workers.taken == 1
        held.free.set()
        _until(lambda: workers.taken == 0)
        assert workers.start(lambda assistant: assistant.settings.name).result(10) == "Larch"
    assert not done


def test_counts_go_back_when_whoever_waits_goes_away(shared: Project) -> None:
    held, waiting = Held(), Held()

    async def gone(workers: Workers) -> None:
        tasks = [asyncio.ensure_future(workers.run(held, "search")), asyncio.ensure_future(workers.run(waiting, "search"))]
        await asyncio.to_thread(held.began.wait, 10)
        for task in tasks:
            task.cancel()
        for task in tasks:
            with pytest.raises(asyncio.CancelledError):
                await task
        assert workers.taken == 1, "what waited is given up, what has begun is done to its end"

    with working(shared, threads=1) as workers:
        asyncio.run(gone(workers))
        held.free.set()
        _until(lambda: workers.taken == 0)
        assert not waiting.began.is_set()


def test_errors_are_those_of_the_work_and_free_their_place(shared: Project) -> None:
    def broken(_: Assistant) -> None:
        raise ZeroDivisionError

    with working(shared, threads=1, max_waiting=0) as workers:
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                asyncio.run(workers.run(broken))
            _until(lambda: workers.taken == 0)


def test_when_it_is_closed_what_has_begun_is_done_and_nothing_else_begins(shared: Project) -> None:
    held, waiting = Held(), Held()
    with working(shared, threads=1) as workers:
        begun, waits = workers.start(held, "search"), workers.start(waiting, "search")
        assert held.began.wait(10)
        closing = threading.Thread(target=workers.close)
        closing.start()
        _until(waits.cancelled)
        held.free.set()
        closing.join(10)
        assert begun.result(0) == "Larch"
        with pytest.raises(OverloadedError, match="the service is being stopped"):
            workers.start(held)
        assert workers.taken == 0


def test_what_is_remembered_is_bounded_and_the_oldest_goes_first() -> None:
    remembered = Remembered(2)
    assert [remembered.get(key, lambda: key)[1] for key in ("a", "b", "a", "c", "a", "b")] == [False, False, True, False, True, False]  # noqa: B023
    assert Remembered(0).get("a", lambda: 1) == (1, False)


def test_what_fails_is_not_remembered() -> None:
    remembered = Remembered(2)

    def broken() -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        remembered.get("a", broken)
    assert remembered.get("a", lambda: 1) == (1, False)


def _until(holds: "Callable[[], bool]") -> None:
    """Wait until something holds; the last look says that it does not."""
    for _ in range(500):
        if holds():
            return
        threading.Event().wait(0.01)
    assert holds()


def test_work_of_one_kind_holds_up_its_like_only(shared: Project) -> None:
    with working(shared, threads=1, max_waiting=0) as workers:
        held = Held()
        answering = workers.start(held, "answer")
        assert held.began.wait(10)
        with pytest.raises(OverloadedError):
            workers.start(held, "answer")
        for lane in ("read", "search", "draw"):
            assert workers.start(lambda assistant: assistant.settings.name, lane).result(10) == "Larch"
        held.free.set()
        assert answering.result(10) == "Larch"


def test_a_model_is_waited_for_no_longer_than_a_caller_waits(shared: Project) -> None:
    with working(shared, timeout=7) as workers:
        assert workers.start(lambda assistant: assistant.settings.models.timeout).result(10) == 7
