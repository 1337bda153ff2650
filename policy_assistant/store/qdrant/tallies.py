"""All numbers that one change moves."""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from policy_assistant.filters import PARTS, Part
from policy_assistant.store.base import PreparedDocument
from policy_assistant.store.qdrant.door import Point
from policy_assistant.store.qdrant.passages import Columns
from policy_assistant.store.qdrant.statistics import Tally

if TYPE_CHECKING:
    from policy_assistant.store.base import Vector
    from policy_assistant.store.qdrant.meta import Sums


class Vectors:
    """Vectors that come, or that go: how many, and their sums by language."""

    def __init__(self) -> None:
        self.number = 0
        self.sums: Sums = {}

    def add(self, vector: "Vector", part: Part, language: str) -> None:
        """Count one. Code is searched by itself, so its languages have no sums."""
        import numpy as np

        self.number += 1
        if part == "docs":
            count, total = self.sums.get(language, (0, np.zeros(len(vector), np.float64)))
            self.sums[language] = (count + 1, total + vector.astype(np.float64))

    def merge(self, number: int, sums: "Sums") -> None:
        """Count in what was counted elsewhere."""
        self.number += number
        for language, (count, total) in sums.items():
            old, old_total = self.sums.get(language, (0, total * 0))
            self.sums[language] = (old + count, old_total + total)


class Change:
    """What comes and goes with a change: chunks and documents of each part, words, and vectors.

    `dimension` is that of the vectors that come, 0 without any.
    """

    def __init__(self) -> None:
        self.came: Counter[Part] = Counter()
        self.gone: Counter[Part] = Counter()
        self.documents: Counter[Part] = Counter()
        self.tally = Tally()
        self.vectors_came, self.vectors_gone = Vectors(), Vectors()
        self.dimension = 0

    @property
    def counts(self) -> dict[Part, tuple[int, int]]:
        """Of each part the numbers of chunks that came and went."""
        return {part: (self.came[part], self.gone[part]) for part in PARTS}

    @property
    def vectors(self) -> int:
        """By how many there are more vectors, or fewer."""
        return self.vectors_came.number - self.vectors_gone.number

    def vectors_of(self, prepared: PreparedDocument) -> "list[Vector | None]":
        """The vectors of a document that comes, checked and counted."""
        if prepared.vectors is None:
            return [None] * len(prepared.chunks)
        meta = prepared.document.metadata
        named = zip(prepared.chunks, prepared.vectors, strict=True)
        return [self.add_vector(vector, meta.part, meta.language, chunk.chunk_id) for chunk, vector in named]

    def add_vector(self, vector: "Vector", part: Part, language: str, name: str) -> "Vector":
        """A chunk's vector, checked and counted."""
        from policy_assistant.store.qdrant.vector_checks import check_dimension, checked_passage

        checked = checked_passage(name, vector)
        self.dimension = self.dimension or len(checked)
        check_dimension(len(checked), self.dimension)
        self.vectors_came.add(checked, part, language)
        return checked

    def take(self, point: Point) -> None:
        """Count out a chunk that goes, of which the payload and the vector are given."""
        payload: Mapping[str, Any] = point.payload
        part: Part = payload["part"]
        self.gone[part] += 1
        self.tally.add(Columns.read(payload), payload["text"], -1)
        if point.dense is not None:
            self.vectors_gone.add(point.dense, part, payload["language"])

    def sums_after(self, before: "Sums") -> "Sums":
        """The sums of vectors by language after the change, where there are any."""
        found = dict(before)
        for language, (count, total) in self.vectors_gone.sums.items():
            old, old_total = found[language]
            found[language] = (old - count, old_total - total)
        found = {language: of for language, of in found.items() if of[0] > 0}
        for language, (count, total) in self.vectors_came.sums.items():
            old, old_total = found.get(language, (0, total * 0))
            found[language] = (old + count, old_total + total)
        return found


def added(before: Mapping[str, int], come: Mapping[Part, int], gone: Mapping[Part, int]) -> dict[str, int]:
    """Numbers by part after a change."""
    return {part: before.get(part, 0) + come.get(part, 0) - gone.get(part, 0) for part in PARTS}
