"""How far a parser is in a long file, for whoever waits for it: pages read, of how many.

A parser calls `step`; what is heard of it is set around the work by `heard_by`, in the process that parses and again in
the one that waits for it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Listener = Callable[[int, int], None]
"""Told how many pages were read, and how many there are."""

_LISTENER: ContextVar[Listener | None] = ContextVar("listener", default=None)


def step(done: int, total: int) -> None:
    """Say that so many pages of a file were read."""
    listener = _LISTENER.get()
    if listener:
        listener(done, total)


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Have a listener told of all steps of the work inside."""
    before = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(before)
