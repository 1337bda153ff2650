"""Work ahead of what is looked at: in order, bounded, and ended when the reader ends."""

import threading

import pytest

from policy_assistant.ahead import WAITING, ahead


@pytest.mark.parametrize("threads", [1, 3])
def test_results_come_in_order_and_errors_where_they_belong(threads: int) -> None:
    def work(item: int) -> int:
        if item % 7 == 3:
            raise ValueError(item)
        return item * 2

    seen: list[object] = []
    for item, result in ahead(work, range(40), threads):
        try:
            seen.append((item, result()))
        except ValueError as error:
            seen.append((item, str(error)))
    assert seen == [(n, str(n) if n % 7 == 3 else n * 2) for n in range(40)]


def test_no_more_is_begun_than_may_wait() -> None:
    begun: list[int] = []
    found = ahead(lambda item: begun.append(item), range(1_000), 2)
    next(found)[1]()
    assert len(begun) <= WAITING * 2 + 2
    found.close()


def test_a_reader_that_leaves_stops_what_runs() -> None:
    stopped, started = threading.Event(), threading.Event()

    def work(item: int) -> int:
        if item:
            started.set()
            assert stopped.wait(30)
        return item

    found = ahead(work, range(1_000), 2, stopped.set)
    assert next(found)[1]() == 0
    assert started.wait(30)
    found.close()
    assert stopped.is_set()
