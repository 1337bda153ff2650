"""A chunk as a point: what filters see, what is shown of it, and the words by which it is found and scored.

The payload keeps the analysed terms, so that scores are computed here in float64 from what the chunk holds, whatever the
server rounds.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from policy_assistant.code_terms import code_terms, path_terms
from policy_assistant.metadata import Chunk
from policy_assistant.store.bm25 import credits_of
from policy_assistant.store.chunk_terms import ChunkTerms, analysed
from policy_assistant.store.keyword_rules import NAME_WEIGHT, PATH_WEIGHT
from policy_assistant.store.qdrant import layout
from policy_assistant.store.qdrant.door import Point, Sparse
from policy_assistant.store.qdrant.tokens import terms_in, words_in
from policy_assistant.store.rows import as_json, chunk_of

if TYPE_CHECKING:
    from policy_assistant.store.base import Vector

SHOWN = ("doc_id", "version", "label", "language", "doc_type", "source", "hash", "position", "text", "first_day", "last_day", "record")
"""The fields that make a chunk."""
SCORED = ("hash", "columns")
"""The fields that score a chunk for terms."""


@dataclass(frozen=True)
class Columns:
    """The analysed terms of a chunk, by where they stand, each a list in order.

    Of a document: title, headings, then the units. Of a piece of code: name, path, text.
    """

    parts: Sequence[Sequence[str]]
    is_code: bool

    @classmethod
    def of(cls, chunk: Chunk, known: ChunkTerms | None = None) -> "Columns":
        """Those of a chunk; `known` are its analysed terms, where somebody has made them already."""
        if chunk.place:
            return cls([code_terms(chunk.place.name), path_terms(chunk.source), code_terms(chunk.text)], True).cut()
        terms = known or analysed(chunk.title, chunk.sections, chunk.quote, chunk.language)
        return cls([terms.title.split(), terms.heading.split(), *map(str.split, terms.units)], False).cut()

    @classmethod
    def read(cls, payload: Mapping[str, Any]) -> "Columns":
        """Those in a payload."""
        return cls([part.split(" ") if part else [] for part in payload["columns"]], payload.get("part") == "code")

    def cut(self) -> "Columns":
        """The terms as the tables of SQLite hold them."""
        return Columns([terms_in(" ".join(part)) for part in self.parts], self.is_code)

    @property
    def payload(self) -> list[str]:
        """What `read` reads."""
        return [" ".join(part) for part in self.parts]

    @cached_property
    def whole(self) -> Sequence[Sequence[str]]:
        """The columns of the chunk as one text: a phrase does not go from one to the next."""
        if self.is_code:
            return self.parts
        title, heading, *bodies = self.parts
        return title, heading, [term for body in bodies for term in body]

    @cached_property
    def units(self) -> Sequence[tuple[Sequence[str], Sequence[str]]]:
        """The units of a document: title and headings, and the unit itself."""
        if self.is_code:
            return ()
        title, heading, *bodies = self.parts
        return [([*title, *heading], body) for body in bodies]

    @property
    def weights(self) -> Sequence[float]:
        """How often a term of each column of `whole` counts."""
        return (NAME_WEIGHT, PATH_WEIGHT, 1.0) if self.is_code else (1.0, 1.0, 1.0)


def occurrences(phrase: Sequence[str], column: Sequence[str]) -> int:
    """How often the words of a phrase stand in a row in a column."""
    first, *rest = phrase
    if not rest:
        return column.count(first)
    size = len(phrase)
    return sum(list(column[at : at + size]) == list(phrase) for at, word in enumerate(column) if word == first)


def counted(columns: Sequence[Sequence[str]], weights: Sequence[float] | None = None) -> tuple[dict[str, float], int]:
    """How often each word stands in the columns, by weight, and how many words there are."""
    counts: dict[str, float] = {}
    for column, weight in zip(columns, weights or [1.0] * len(columns), strict=True):
        for word, count in Counter(column).items():
            counts[word] = counts.get(word, 0.0) + weight * count
    return counts, sum(map(len, columns))


def sparse_vectors(columns: Columns, text: str, averages: Mapping[str, float]) -> dict[str, Sparse]:
    """The sparse vectors of a chunk: of each word its credit, with these average lengths by family."""
    if columns.is_code:
        return {layout.CODE: _sparse(*counted(columns.whole, columns.weights), averages[layout.CODE])}
    return {
        layout.WORDS: _sparse(*counted([words_in(text)]), averages[layout.WORDS]),
        layout.TERMS: _sparse(*counted(columns.whole), averages[layout.TERMS]),
    }


def _sparse(counts: Mapping[str, float], length: int, average: float) -> Sparse:
    """Words of one index add up, so that none of them is missed."""
    values: dict[int, float] = {}
    for word, value in credits_of(counts, length, average).items():
        index = layout.index_of(word)
        values[index] = values.get(index, 0.0) + value
    return Sparse(sorted(values), [values[index] for index in sorted(values)])


def payload_of(chunk: Chunk, columns: Columns) -> dict[str, Any]:
    """What is kept of a chunk, but for project and steps."""
    place = [chunk.place.kind, chunk.place.name, chunk.place.first_line, chunk.place.last_line] if chunk.place else []
    lists = [as_json(value) for value in (chunk.sections, chunk.pages, chunk.flags, place, chunk.spots)]
    return {
        "part": "code" if chunk.place else "docs",
        "label": chunk.access,
        "from": layout.day(chunk.effective_from),
        "to": layout.day(chunk.effective_to, last=True),
        "first_day": chunk.effective_from,
        "last_day": chunk.effective_to,
        "language": chunk.language,
        "doc_type": chunk.doc_type,
        "doc_id": chunk.doc_id,
        "version": chunk.version,
        "source": chunk.source,
        "hash": chunk.hash,
        "number": layout.number_of(chunk.hash),
        "position": chunk.position,
        "text": chunk.text,
        "record": json.dumps([chunk.title, chunk.start, chunk.end, *lists], ensure_ascii=False),
        "columns": columns.payload,
    }


def chunk_in(payload: Mapping[str, Any], chunk_id: str, chunker: str) -> Chunk:
    """The chunk of a payload with the fields `SHOWN`; `chunker` is that of documents."""
    title, start, end, sections, pages, flags, place, spots = json.loads(payload["record"])
    p = payload
    row = (chunk_id, p["doc_id"], p["version"], title, p["position"], start, end, p["text"], sections, pages)
    seen = (p["first_day"], p["last_day"], p["label"], p["language"], p["doc_type"], p["source"], p["hash"])
    return chunk_of((*row, *seen, flags, place, spots), chunker)


def passage(
    project: str, step: int, payload: Mapping[str, Any], averages: Mapping[str, float], dense: "Vector | None", shard: int = 0
) -> Point:
    """The point of a chunk that is there from a step on."""
    columns = Columns.read(payload)
    kept = {**payload, "project": project, "born": step, "died": layout.ALIVE, "shard": shard, "has_vector": int(dense is not None)}
    sparse = sparse_vectors(columns, payload["text"], averages)
    return Point(layout.point_id(project, step, "chunk", f"{shard}:{payload['hash']}"), kept, dense, sparse)
