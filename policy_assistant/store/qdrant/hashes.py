"""Chunks whose hashes begin alike: their IDs get more digits; the same chunk twice is refused."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from policy_assistant.errors import IndexMismatchError
from policy_assistant.metadata import ID_DIGITS
from policy_assistant.store.qdrant.door import AnyOf, Door
from policy_assistant.store.qdrant.layout import number_of, visible
from policy_assistant.store.qdrant.meta import Meta
from policy_assistant.store.qdrant.pages import pages, some_at_a_time


def longer_ids(
    door: Door,
    collection: str,
    project: str,
    meta: Meta,
    removed: Collection[str],
    numbers: Sequence[int],
    hashes: Callable[[Collection[int]], Iterable[str]],
) -> dict[str, int]:
    """`Meta.longer` after a change. `meta` is the state that it adds to, `removed` the hashes that go, `numbers` those of all
    chunks that come, of which `hashes` gives the hashes for some.

    Raises:
        IndexMismatchError: a chunk is there already, or came twice.
    """
    there = list(_sharing(door, collection, project, meta, numbers, removed)) if any(meta.chunks.values()) else []
    alike = _repeated(numbers) | {number_of(digest) for digest in there}
    kept = {digest: digits for digest, digits in meta.longer.items() if digest not in removed}
    if not alike:
        return kept
    groups: dict[int, list[str]] = {}
    for digest in (*there, *hashes(alike)):
        groups.setdefault(number_of(digest), []).append(digest)
    return kept | {digest: digits for group in groups.values() for digest, digits in _told_apart(group).items()}


def _repeated(numbers: Iterable[int]) -> set[int]:
    """The numbers that more than one chunk has."""
    ordered = sorted(numbers)
    return {number for number, following in pairwise(ordered) if number == following}


def _sharing(door: Door, collection: str, project: str, meta: Meta, numbers: Iterable[int], removed: Collection[str]) -> Iterable[str]:
    """The chunks that stay whose numbers are among these."""
    for some in some_at_a_time(sorted(set(numbers))):
        where = visible(project, meta.step, AnyOf("number", some))
        for point in pages(door, collection, where, ["hash"]):
            digest = str(point.payload["hash"])
            if digest not in removed:
                yield digest


def _told_apart(group: list[str]) -> Mapping[str, int]:
    """How many digits tell the hashes of a group apart, for each."""
    if len(set(group)) < len(group):
        twice = next(digest for digest in group if group.count(digest) > 1)
        raise IndexMismatchError(f"the chunk {twice} is there already", hint="run `policy-assistant ingest --rebuild`")
    lengths = range(ID_DIGITS + 1, len(group[0]) + 1)
    digits = next(n for n in lengths if len({digest[:n] for digest in group}) == len(group))
    return dict.fromkeys(group, digits)
