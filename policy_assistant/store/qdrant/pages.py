"""All points of a kind, page by page."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from policy_assistant.store.qdrant.door import Door, Point, Where
from policy_assistant.store.qdrant.layout import has_vectors

T = TypeVar("T")

PAGE = 1_000
"""Points of one answer, without vectors."""
PAGE_WITH_VECTORS = 256
VALUES_A_REQUEST = 500
"""Values of a field that one filter names."""


def pages(door: Door, collection: str, where: Where, fields: Sequence[str] | None = None, *, vectors: bool = False) -> Iterator[Point]:
    """The points, in order of ID, with `vectors` those that have one with it; while they come, others may be written that `where` does not mean."""
    after: str | None = None
    vectors = vectors and has_vectors(collection)
    while True:
        found, after = door.scroll(collection, where, PAGE_WITH_VECTORS if vectors else PAGE, after, fields, vectors=vectors)
        yield from found
        if after is None:
            return


def some_at_a_time(values: Iterable[T], size: int = VALUES_A_REQUEST) -> Iterator[list[T]]:
    """The values in lists of bounded size."""
    left = iter(values)
    while batch := list(islice(left, size)):
        yield batch
