"""What a shard has staged, as records: how it was made, and the numbers that it adds."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, field
from typing import TYPE_CHECKING, Any

from policy_assistant.filters import Part
from policy_assistant.store.base import Embedding, FileState, Shard, Update
from policy_assistant.store.qdrant.door import AnyOf, Condition, Door, Point, Where, equals
from policy_assistant.store.qdrant.layout import ALIVE, RECORDS, STAGED, STAGED_STATISTICS, point_id
from policy_assistant.store.qdrant.meta import packed_sums
from policy_assistant.store.qdrant.pages import pages
from policy_assistant.store.qdrant.tallies import Change

if TYPE_CHECKING:
    from policy_assistant.store.qdrant.next_step import Ranges

TEXT_BYTES = 1_000_000
"""Characters of one record; a longer text is cut into several."""


@dataclass(frozen=True)
class Staged:
    """What one shard says of itself. `filled` are the sources whose chunks it wrote anew with vectors, `averages` the average
    lengths that its sparse vectors were made with, `numbers` the dimension of the collection of its chunks.
    """

    number: int
    of: int
    generation: int
    chunker: str
    embedding: Sequence[Any] | None
    seen: Sequence[str]
    unreadable: Mapping[str, tuple[int, int]]
    commits: Sequence[tuple[str, str, str, Sequence[str]]]
    removed: Sequence[str]
    replaces_all: bool
    touched: Mapping[str, tuple[int, int]]
    flagged: Mapping[str, str]
    filled: Sequence[str]
    numbers: int
    averages: Mapping[str, float]
    came: Mapping[Part, int] = field(default_factory=dict)
    documents: Mapping[Part, int] = field(default_factory=dict)
    dimension: int = 0
    vectors_came: int = 0
    vectors_gone: int = 0
    sums_came: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    sums_gone: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    totals: Mapping[str, Sequence[int]] = field(default_factory=dict)

    @classmethod
    def of_update(
        cls,
        shard: Shard,
        update: Update,
        seen: Sequence[str],
        filled: Sequence[str],
        numbers: int,
        averages: Mapping[str, float],
        change: Change,
    ) -> "Staged":
        """What a shard says of a change."""
        return cls(
            shard.number,
            shard.of,
            update.generation,
            update.chunker,
            astuple(update.embedding) if update.embedding else None,
            list(seen),
            dict(update.unreadable),
            [astuple(commit) for commit in update.commits],
            list(update.removed),
            update.replace_all,
            {source: (state.size, state.mtime) for source, state in update.touched},
            dict(update.flagged),
            filled,
            numbers,
            dict(averages),
            dict(change.came),
            dict(change.documents),
            change.dimension,
            change.vectors_came.number,
            change.vectors_gone.number,
            packed_sums(change.vectors_came.sums),
            packed_sums(change.vectors_gone.sums),
            change.tally.totals,
        )

    @property
    def shard(self) -> Shard:
        """Which part of how many."""
        return Shard(self.number, self.of)

    @property
    def model(self) -> Embedding | None:
        """The model of its vectors."""
        return Embedding(*self.embedding) if self.embedding else None

    @property
    def states(self) -> dict[str, FileState]:
        """Size and time of the files that it touched."""
        return {source: FileState(size, mtime, "", {}, "") for source, (size, mtime) in self.touched.items()}

    @property
    def ranges(self) -> "Ranges":
        """The averages of its sparse vectors as ranges."""
        return {family: (average, average) for family, average in self.averages.items()}


def write_staged(door: Door, project: str, step: int, staged: Staged, change: Change) -> None:
    """Write what a shard says of itself; the word counts first, so that a shard that is listed is whole."""
    for family, counts in change.tally.holding.items():
        _write_text(door, project, step, STAGED_STATISTICS, staged.number, family, json.dumps(counts, ensure_ascii=False))
    _write_text(door, project, step, STAGED, staged.number, "", json.dumps(asdict(staged), ensure_ascii=False))


def read_staged(door: Door, project: str, step: int) -> list[Staged]:
    """The shards that are staged for a step, by number."""
    texts = _read_texts(door, project, step, equals("kind", STAGED))
    return sorted((Staged(**json.loads(text)) for text in texts.values()), key=lambda one: one.number)


def read_counts(door: Door, project: str, step: int, number: int) -> Iterator[tuple[str, dict[str, int]]]:
    """The word counts of a shard, family by family."""
    texts = _read_texts(door, project, step, equals("kind", STAGED_STATISTICS), equals("shard", number))
    for (_, family), text in texts.items():
        yield family, json.loads(text)


def staged_where(project: str, step: int, *conditions: Condition) -> Where:
    """What is staged for a step."""
    return Where((equals("project", project), equals("born", step), *conditions), (equals("shard", 0),))


def delete_says(door: Door, project: str) -> None:
    """Delete what all shards say of themselves."""
    door.delete(RECORDS.name, Where((equals("project", project), AnyOf("kind", [STAGED, STAGED_STATISTICS]))))


def _write_text(door: Door, project: str, step: int, kind: str, number: int, name: str, text: str) -> None:
    """In pieces; the last one first, so that a text whose first piece is there is whole."""
    pieces = [text[start : start + TEXT_BYTES] for start in range(0, len(text), TEXT_BYTES)]
    for place, piece in reversed(list(enumerate(pieces))):
        payload = {"project": project, "kind": kind, "born": step, "died": ALIVE, "shard": number, "data": piece}
        says = {"name": name, "place": place, "pieces": len(pieces)}
        door.upsert(RECORDS.name, [Point(point_id(project, step, kind, f"{number}:{name}:{place}"), payload | says)])


def _read_texts(door: Door, project: str, step: int, *conditions: Condition) -> dict[tuple[int, str], str]:
    """The texts that are whole, by shard and name."""
    pieces: dict[tuple[int, str], dict[int, Point]] = {}
    for point in pages(door, RECORDS.name, staged_where(project, step, *conditions)):
        key = int(str(point.payload["shard"])), str(point.payload["name"])
        pieces.setdefault(key, {})[int(str(point.payload["place"]))] = point
    whole = {key: found for key, found in pieces.items() if 0 in found and len(found) == found[0].payload["pieces"]}
    return {key: "".join(str(found[place].payload["data"]) for place in sorted(found)) for key, found in whole.items()}
