"""Points of the next step: documents that come, chunks that are written anew, and what goes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from policy_assistant.metadata import Metadata
from policy_assistant.store.base import FileState, IndexedDocument
from policy_assistant.store.qdrant.door import AnyOf, Between, Condition, Door, Point, Where, equals
from policy_assistant.store.qdrant.layout import ALIVE, DOCUMENT, RECORDS, day, visible
from policy_assistant.store.qdrant.pages import pages, some_at_a_time
from policy_assistant.store.qdrant.passages import passage
from policy_assistant.store.qdrant.records import blocks_record, document_in, document_record
from policy_assistant.store.qdrant.spool import Spool, Spooled
from policy_assistant.store.qdrant.tallies import Change

if TYPE_CHECKING:
    from policy_assistant.store.base import Vector

BUFFER = 256
"""Points that are held before they are sent."""


@dataclass
class Writer:
    """Writes with the step `step`, after `before` which is visible, into `target`; what is there lies in `origin`.

    `averages` are the average lengths that sparse vectors are made with; `tick` is called between requests.
    """

    door: Door
    project: str
    before: int
    step: int
    origin: str
    target: str
    averages: Mapping[str, float]
    tick: Callable[[], None]
    shard: int = 0

    def documents(self, spool: Spool) -> None:
        """All documents of a spool, with chunks and blocks."""
        self._send(self.target, (point for spooled in spool for point in self._passages(spooled)))
        self._send(RECORDS.name, (point for spooled in spool for point in self._records(spooled)))

    def remove(self, sources: Sequence[str]) -> None:
        """Let documents go, with all that belongs to them."""
        for some in some_at_a_time(sources):
            self._end(self.origin, AnyOf("source", some))
            self._end(RECORDS.name, AnyOf("source", some))

    def remove_all(self) -> None:
        """Let everything go."""
        self._end(self.origin)
        self._end(RECORDS.name)

    def fill(self, source: str, vectors: "Sequence[Vector]", change: Change, *, ends: bool = True) -> int:
        """Give a document that stays its vectors, in the reading order of its chunks; how many. Unless `ends`, the old chunks stay too."""
        staying = sorted(self.staying(equals("source", source)), key=lambda point: int(str(point.payload["position"])))
        made = []
        for point, vector in zip(staying, vectors, strict=True):
            payload = point.payload
            part, language = payload["part"], str(payload["language"])
            if point.dense is not None:
                change.vectors_gone.add(point.dense, part, language)  # type: ignore[arg-type]
            made.append(self._passage(payload, change.add_vector(vector, part, language, str(payload["hash"]))))  # type: ignore[arg-type]
        if ends:
            self.end_chunks([source])
        self._send(self.target, made)
        return len(made)

    def end_chunks(self, sources: Sequence[str]) -> None:
        """Let the chunks of documents go, which are written anew; the documents stay."""
        for some in some_at_a_time(sources):
            self._end(self.origin, AnyOf("source", some))

    def rewrite(self, *conditions: Condition) -> None:
        """Write all chunks that stay anew, with the average lengths of now."""
        self._send(self.target, (self._passage(point.payload, point.dense) for point in self.staying(*conditions)))
        self._end(self.origin, *conditions)

    def rewrite_staged(self, where: Where) -> None:
        """Write what is staged anew, in its place, with the average lengths of now."""
        for point in pages(self.door, self.target, where, vectors=True):
            shard = int(str(point.payload["shard"]))
            made = passage(self.project, self.step, point.payload, self.averages, point.dense, shard)
            self._send(self.target, [made])

    def restate_metadata(self, source: str, metadata: Metadata) -> None:
        """Give a document that stays other metadata, and its chunks what filters see of it."""
        chosen = equals("source", source)
        records = list(pages(self.door, RECORDS.name, self._still((equals("kind", DOCUMENT), chosen))))
        made = [self._passage({**point.payload, **self.periods_of(metadata)}, point.dense) for point in self.staying(chosen)]
        self._end(self.origin, chosen)
        self._end(RECORDS.name, equals("kind", DOCUMENT), chosen)
        self._send(self.target, made)
        changed = [replace(document_in(point), metadata=metadata) for point in records]
        self._send(RECORDS.name, [document_record(self.project, self.step, one) for one in changed])

    @staticmethod
    def periods_of(metadata: Metadata) -> dict[str, object]:
        """The fields of a chunk that only the whole corpus tells: when it is in force."""
        first, last = metadata.effective_from, metadata.effective_to
        return {"from": day(first), "to": day(last, last=True), "first_day": first, "last_day": last}

    def restate(self, states: Mapping[str, FileState], flags: Mapping[str, str]) -> None:
        """Give documents that stay another size and time of their file, or another flag."""
        for some in some_at_a_time(sorted(states.keys() | flags.keys())):
            where = self._still((equals("kind", DOCUMENT), AnyOf("source", some)))
            found = [document_in(point) for point in pages(self.door, RECORDS.name, where)]
            self._end(RECORDS.name, equals("kind", DOCUMENT), AnyOf("source", some))
            self._send(RECORDS.name, [document_record(self.project, self.step, _restated(one, states, flags)) for one in found])

    def staying(self, *conditions: Condition) -> Iterable[Point]:
        """The chunks that are visible and stay, with their vectors."""
        return pages(self.door, self.origin, self._still(conditions), vectors=True)

    def _still(self, conditions: Sequence[Condition]) -> Where:
        return visible(self.project, self.before, Between("died", ALIVE, None), *conditions)

    def _end(self, collection: str, *conditions: Condition) -> None:
        """What is visible and stays goes with this step."""
        self.door.set_payload(collection, {"died": self.step}, self._still(conditions))
        self.tick()

    def _passages(self, spooled: Spooled) -> Iterator[Point]:
        for payload, vector in zip(spooled.payloads, spooled.vectors, strict=True):
            yield self._passage(payload, vector)

    def _records(self, spooled: Spooled) -> Iterator[Point]:
        yield document_record(self.project, self.step, spooled.document, self.shard)
        yield blocks_record(self.project, self.step, spooled.document, spooled.blocks, self.shard)

    def _passage(self, payload: Mapping[str, object], vector: "Vector | None") -> Point:
        return passage(self.project, self.step, payload, self.averages, vector, self.shard)

    def _send(self, collection: str, points: Iterable[Point]) -> None:
        for some in some_at_a_time(points, BUFFER):
            self.door.upsert(collection, some)
            self.tick()


def _restated(document: IndexedDocument, states: Mapping[str, FileState], flags: Mapping[str, str]) -> IndexedDocument:
    source = document.metadata.source
    state = states.get(source)
    file = replace(document.file, size=state.size, mtime=state.mtime) if state else document.file
    return replace(document, file=file, flag=flags.get(source, document.flag))
