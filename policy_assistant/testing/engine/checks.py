"""What is checked in every promise of an engine: the engine itself, and how near numbers must be to each other."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from policy_assistant.metadata import Chunk
from policy_assistant.store.base import Engine, PreparedDocument, Update
from policy_assistant.testing.engine.samples import update

ROUNDING = 1e-9
"""More than the order in which the parts of a score are added can change it."""

LONGEST = 1_500
"""Characters of a value in a message."""

Found = Sequence[tuple[Chunk, float]]


@dataclass(frozen=True)
class Backend:
    """An engine to check.

    `open` opens the index of a name for writing, and makes an empty one of a new name; opened again it holds what was
    published. `tolerance` is the part by which a score may differ from the formula, `drift` that by which it may after
    changes, where an engine does not rewrite every score for each. With `shared` two may have one index open at once.
    """

    open: Callable[[str], Engine]
    tolerance: float = 0.0
    drift: float = 0.0
    shared: bool = True

    @contextmanager
    def holding(self, *prepared: PreparedDocument, name: str = "index", **options: Any) -> Iterator[Engine]:
        """The index of a new name with these documents; `options` are those of `samples.update`."""
        with self.opened(name) as engine:
            engine.publish(update(*prepared, **options))
            yield engine

    @contextmanager
    def opened(self, name: str = "index") -> Iterator[Engine]:
        """The index of a name, open until the end."""
        with self.open(name) as engine:
            yield engine

    def near(self, ours: float, right: float, *, changed: bool = False) -> bool:
        """Whether two scores may stand for the same."""
        return abs(ours - right) <= ROUNDING + max(self.tolerance, self.drift if changed else 0.0) * max(abs(ours), abs(right))


def check(holds: bool, broken: str) -> None:
    """Raise `AssertionError` with what is broken, unless it holds."""
    if not holds:
        raise AssertionError(broken)


def same(ours: Any, right: Any, what: str) -> None:
    """Raise `AssertionError` unless two values are equal."""
    check(ours == right, f"{what}: {repr(ours)[:LONGEST]} is not {repr(right)[:LONGEST]}")


def refuses(action: Callable[[], object], allowed: type[Exception] | tuple[type[Exception], ...], what: str) -> Exception:
    """The error that an action must end with."""
    try:
        action()
    except allowed as error:
        return error
    raise AssertionError(f"{what} is not refused")


def check_scores(backend: Backend, ours: Mapping[str, float], right: Mapping[str, float], what: str, *, changed: bool = False) -> None:
    """The same keys, and for each the same score."""
    same(sorted(ours), sorted(right), f"{what}: what has a score")
    for key, score in right.items():
        check(backend.near(ours[key], score, changed=changed), f"{what}: {key} scores {ours[key]!r}, not {score!r}")


def check_ranked(
    backend: Backend, found: Found, right: Mapping[str, float], k: int, what: str, *, least: float = 0.0, changed: bool = False
) -> None:
    """`found` are the k best by `right` (hash -> score) of those that score more than `least`, best first, ties by ID."""
    wanted = {digest: score for digest, score in right.items() if score > least}
    same(len(found), min(k, len(wanted)), f"{what}: the number of hits for k = {k}")
    ours = {chunk.hash: score for chunk, score in found}
    same(len(ours), len(found), f"{what}: hits without repeats")
    check(ours.keys() <= wanted.keys(), f"{what}: a hit that is none")
    check_scores(backend, ours, {digest: wanted[digest] for digest in ours}, what, changed=changed)
    check_order(found, what)
    last = min(ours.values(), default=0.0)
    for digest, score in wanted.items():
        check(
            digest in ours or score <= last or backend.near(score, last, changed=changed), f"{what}: {digest} is left out, with {score!r}"
        )


def check_order(found: Found, what: str) -> None:
    """Best first, ties by ID."""
    order = [(-score, chunk.chunk_id) for chunk, score in found]
    same(order, sorted(order), f"{what}: the order of the hits")


def texts(found: Found) -> list[str]:
    """The texts of hits."""
    return [chunk.text for chunk, _ in found]


def publish(engine: Engine, *added: PreparedDocument, **options: Any) -> None:
    """Publish a change of the engine as it is now; `options` are those of `samples.update`."""
    engine.publish(update(*added, generation=engine.generation(), **options))


def state(engine: Engine) -> dict[str, Any]:
    """All that can be read of an engine, for comparison, but for the time of its last change."""
    return {
        "documents": [engine.documents(part) for part in ("docs", "code")],
        "chunks": [engine.chunks(part=part) for part in ("docs", "code")],
        "blocks": {one.metadata.source: engine.blocks(one.metadata.source) for one in engine.documents()},
        "unreadable": engine.unreadable(),
        "generation": engine.generation(),
        "embedding": engine.embedding(),
        "lacking": engine.lacking_vectors(),
        "means": {language: (count, mean.tolist()) for language, (count, mean) in engine.language_means().items()},
        "problems": engine.problems(),
    }


def empty(engine: Engine) -> Update:
    """A change that changes nothing."""
    return update(generation=engine.generation())
