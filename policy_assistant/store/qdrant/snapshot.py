"""One state of a project's index: the marker as it was read once, and what is read of the chunks at its step."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from policy_assistant.metadata import Chunk
from policy_assistant.store.qdrant.door import AnyOf, Condition, Door, Match, Point, Sparse, Where
from policy_assistant.store.qdrant.layout import number_of, passages, visible
from policy_assistant.store.qdrant.meta import Meta
from policy_assistant.store.qdrant.pages import pages, some_at_a_time
from policy_assistant.store.qdrant.passages import SCORED, SHOWN, chunk_in
from policy_assistant.store.qdrant.rarities import Rarities

KEPT = 2_000
"""Payloads of chunks that were found lately, so that scoring them asks nothing of the server."""


class Snapshot:
    """What is visible at one step."""

    def __init__(self, door: Door, project: str, meta: Meta) -> None:
        self.door, self.project, self.meta = door, project, meta
        self.rarities = Rarities(door, project, meta)
        self._kept: OrderedDict[str, Mapping[str, Any]] = OrderedDict()

    @cached_property
    def collection(self) -> str:
        """The collection of the chunks."""
        return passages(self.meta.numbers).name

    def where(self, *conditions: Condition) -> Where:
        """The project's points that are visible and satisfy the conditions."""
        return visible(self.project, self.meta.step, *conditions)

    def find(self, family: str, query: Sparse, conditions: Sequence[Condition], limit: int, fields: Sequence[str]) -> list[Match]:
        """The chunks that are best by a sparse vector; what they hold is kept for a while."""
        if not query.indices or not self.meta.step:
            return []
        found = self.door.query_sparse(self.collection, family, query, self.where(*conditions), limit, fields)
        self._keep([match.point for match in found])
        return found

    def chunk(self, payload: Mapping[str, Any]) -> Chunk:
        """The chunk of a payload with the fields `SHOWN`."""
        return chunk_in(payload, self.meta.id_of(payload["hash"]), self.meta.chunker)

    def chunks(self, *conditions: Condition) -> list[Chunk]:
        """The chunks that satisfy the conditions, in order of source and position."""
        if not self.meta.step:
            return []
        found = [self.chunk(point.payload) for point in pages(self.door, self.collection, self.where(*conditions), SHOWN)]
        return sorted(found, key=lambda chunk: (chunk.source.encode(), chunk.position))

    def shown(self, points: Sequence[Point]) -> list[Chunk]:
        """The chunks of points, in their order, whatever fields were fetched."""
        payloads = {str(point.payload["hash"]): point.payload for point in points}
        missing = [digest for digest, payload in payloads.items() if "record" not in payload]
        payloads |= self._read(missing, SHOWN)
        return [self.chunk(payloads[digest]) for digest in payloads]

    def payloads(self, chunks: Sequence[Chunk], fields: Sequence[str] = (*SCORED, "text", "part")) -> dict[str, Mapping[str, Any]]:
        """The payloads of chunks that are there, by hash, with at least these fields."""
        known = {chunk.hash: self._kept[chunk.hash] for chunk in chunks if chunk.hash in self._kept}
        known = {digest: payload for digest, payload in known.items() if all(name in payload for name in fields)}
        return known | self._read([chunk.hash for chunk in chunks if chunk.hash not in known], fields)

    def points(self, chunks: Sequence[Chunk]) -> dict[str, Point]:
        """The points of chunks that are there, by hash, with their vectors."""
        wanted = {chunk.hash for chunk in chunks}
        found: dict[str, Point] = {}
        for some in some_at_a_time(sorted({number_of(digest) for digest in wanted})):
            for point in pages(self.door, self.collection, self.where(AnyOf("number", some)), ["hash"], vectors=True):
                if point.payload["hash"] in wanted:
                    found[str(point.payload["hash"])] = point
        return found

    def _read(self, hashes: Sequence[str], fields: Sequence[str]) -> dict[str, Mapping[str, Any]]:
        if not self.meta.step:
            return {}
        found: dict[str, Mapping[str, Any]] = {}
        for some in some_at_a_time(sorted({number_of(digest) for digest in hashes})):
            points = list(pages(self.door, self.collection, self.where(AnyOf("number", some)), sorted({"hash", *fields})))
            found |= {str(point.payload["hash"]): point.payload for point in points}
        wanted = set(hashes)
        return {digest: payload for digest, payload in found.items() if digest in wanted}

    def _keep(self, points: Sequence[Point]) -> None:
        for point in points:
            digest = str(point.payload.get("hash", ""))
            if digest:
                self._kept[digest] = {**self._kept.pop(digest, {}), **point.payload}
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
