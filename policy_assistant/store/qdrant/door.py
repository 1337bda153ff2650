"""The narrow door to Qdrant: all that the engine asks of it, in types of ours, so that anything that answers can stand behind it.

Everything is idempotent and may be sent again, but for `replace`, of which the caller reads back what came of it. A write is
done when the call returns: the next read sees it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from policy_assistant.store.base import Vector

DENSE = "dense"
"""The name of the dense vector of a collection that has one; compared by the dot product."""

IndexKind = Literal["tenant", "keyword", "integer"]
"""How a field of the payload is indexed; `tenant` is the keyword by which one project's points lie together."""


@dataclass(frozen=True)
class Collection:
    """A collection as it must be: the numbers of its dense vector (0 = it has none), the names of its sparse vectors, its payload indexes."""

    name: str
    dimension: int = 0
    sparse: Sequence[str] = ()
    indexes: Mapping[str, IndexKind] = field(default_factory=dict)


@dataclass(frozen=True)
class AnyOf:
    """The field holds one of these values, or a list with one of them; one value is `equals`."""

    field: str
    values: Sequence[str] | Sequence[int]


@dataclass(frozen=True)
class Between:
    """The field holds a number from `least` to `most`, both counted; None is open."""

    field: str
    least: int | None = None
    most: int | None = None


Condition = AnyOf | Between


@dataclass(frozen=True)
class Where:
    """Points for which all of `must` hold and none of `must_not`. A field that is missing fulfils no condition."""

    must: Sequence[Condition] = ()
    must_not: Sequence[Condition] = ()


def equals(name: str, value: str | int) -> AnyOf:
    """The field holds this value."""
    return AnyOf(name, [value])  # type: ignore[arg-type]


@dataclass(frozen=True)
class Sparse:
    """A sparse vector: indices (32 bits, each once) and their values."""

    indices: Sequence[int]
    values: Sequence[float]


@dataclass(frozen=True)
class Point:
    """A point: its ID (a UUID), payload, dense vector (None = it has none) and sparse vectors by name; one without any may be left out."""

    id: str
    payload: Mapping[str, object]
    dense: "Vector | None" = None
    sparse: Mapping[str, Sparse] = field(default_factory=dict)


@dataclass(frozen=True)
class Match:
    """A point that was found, with the score that Qdrant computed, in float32."""

    point: Point
    score: float


class Door(Protocol):
    """What the engine asks of Qdrant. Every method may raise `EngineError`; collections that are written or read exist."""

    def exists(self, collection: str) -> bool:
        """Whether there is a collection of this name."""
        ...

    def ensure(self, collection: Collection) -> None:
        """Make a collection with its payload indexes, unless it is there."""
        ...

    def upsert(self, collection: str, points: Sequence[Point]) -> None:
        """Write points in the place of those of the same IDs; in requests of bounded size, in order."""
        ...

    def replace(self, collection: str, point: Point, where: Where) -> None:
        """Write a point if there is none of its ID, or if the one that is there satisfies `where`; checked and written as one step."""
        ...

    def delete(self, collection: str, where: Where) -> None:
        """Delete points."""
        ...

    def set_payload(self, collection: str, payload: Mapping[str, object], where: Where) -> None:
        """Set these fields of the payload of points; other fields stay."""
        ...

    def retrieve(self, collection: str, ids: Sequence[str]) -> list[Point]:
        """The points of these IDs that are there, with payload and without vectors, in any order."""
        ...

    def scroll(
        self,
        collection: str,
        where: Where,
        limit: int,
        after: str | None = None,
        fields: Sequence[str] | None = None,
        *,
        vectors: bool = False,
    ) -> tuple[list[Point], str | None]:
        """Up to `limit` points in order of ID, and what to give as `after` for the next ones, None at the end.

        `fields` are those of the payload that are wanted (None = all). With `vectors` they come with the dense vector.
        """
        ...

    def query_sparse(
        self, collection: str, name: str, query: Sparse, where: Where, limit: int, fields: Sequence[str] | None = None
    ) -> list[Match]:
        """The points with the highest dot product of the sparse vector `name` with the query, best first; only those that share an index."""
        ...

    def query_dense(
        self, collection: str, query: "Vector", where: Where, limit: int, fields: Sequence[str] | None = None, *, exact: bool = False
    ) -> list[Match]:
        """The points with the highest dot product of the dense vector with the query, best first, each with that vector.

        Unless `exact`, a few of the best may be missed where there are many.
        """
        ...

    def count(self, collection: str, where: Where) -> int:
        """How many points there are, exactly."""
        ...

    def close(self) -> None:
        """Release what is held."""
        ...
