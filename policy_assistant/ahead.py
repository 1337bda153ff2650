"""Work on a few items ahead of the one that is looked at, in threads; the looking stays in order."""

import contextvars
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

WAITING = 4
"""So many items a thread are worked on or done before the one that is looked at."""


def ahead(
    work: Callable[[Item], Result], items: Iterable[Item], threads: int, stop: Callable[[], None] = lambda: None
) -> Generator[tuple[Item, Callable[[], Result]]]:
    """Each item in order, with what gives its result, or raises what its work raised.

    No more than `WAITING` results a thread are kept, however slow the reader is. When the iteration is left early, work that
    has not begun is given up, and `stop` is called to end what has.
    """
    if threads <= 1:
        for item in items:
            yield item, lambda item=item: work(item)  # type: ignore[misc]
        return
    pool = ThreadPoolExecutor(threads, thread_name_prefix="ahead")
    waiting: deque[tuple[Item, Future[Result]]] = deque()
    try:
        for item in items:
            waiting.append((item, pool.submit(contextvars.copy_context().run, work, item)))
            if len(waiting) > WAITING * threads:
                done, future = waiting.popleft()
                yield done, future.result
        while waiting:
            done, future = waiting.popleft()
            yield done, future.result
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        stop()
        raise
    pool.shutdown()
