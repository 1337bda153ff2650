"""How an index lies in Qdrant: collections, fields, the IDs of points, and what of it a reader sees.

Two kinds of collections hold the points of all projects: `policy_assistant_records` what is looked up (documents, their
blocks, statistics, the marker and the lock of each project), `policy_assistant_passages_N` the chunks, with dense vectors of
N numbers (0 = none). Every question is filtered by project.

A point is there from the step `born` on, up to and without the step `died`. A reader reads the project's marker, which names
the step that is visible, and asks for what was there at that step. A change writes with the next step, which nobody sees, and
moves the marker last.
"""

import hashlib
import uuid
from functools import lru_cache
from typing import TYPE_CHECKING

from policy_assistant.store.qdrant.door import AnyOf, Between, Collection, Condition, Where, equals

if TYPE_CHECKING:
    from policy_assistant.filters import Filters

LAYOUT = 1
"""Raised when an older version cannot read what this one writes."""

ALIVE = 4_000_000_000
"""`died` of a point that nobody removed; more than any step."""

WORDS, TERMS, CODE, UNITS = "words", "terms", "code", "units"
"""The families of words: plain words of a chunk, analysed terms of a chunk, terms of a piece of code, terms of a chunk's units."""
SPARSE = (WORDS, TERMS, CODE)
"""The families that have sparse vectors, in which chunks are found."""

RECORDS = Collection(
    "policy_assistant_records",
    indexes={
        "project": "tenant",
        "kind": "keyword",
        "part": "keyword",
        "source": "keyword",
        "cell": "keyword",
        "born": "integer",
        "died": "integer",
        "shard": "integer",
        "step": "integer",
        "until": "integer",
        "owner": "keyword",
    },
)
DOCUMENT, BLOCKS, STATISTICS, MARKER, LOCK, STAGED, STAGED_STATISTICS = (
    "document",
    "blocks",
    "statistics",
    "marker",
    "lock",
    "staged",
    "counts",
)
"""The kinds of records."""

_PASSAGE_INDEXES = {
    **dict.fromkeys(("part", "label", "language", "doc_type", "doc_id", "version", "source"), "keyword"),
    **dict.fromkeys(("born", "died", "shard", "from", "to", "number", "has_vector"), "integer"),
    "project": "tenant",
}

KEPT_INDICES = 100_000
"""Indices of words that are kept in memory: of most texts nearly all words."""

_NAMESPACE = uuid.UUID("6b0f1d5e-6f0a-5f0e-9a53-0d7f3b6a2c11")
NUMBER_DIGITS = 12
"""Hex digits of a hash in the field `number`: 48 bits, which a float64 holds exactly."""
_OPEN_END = 99_999_999


def passages(dimension: int) -> Collection:
    """The collection of chunks whose vectors have so many numbers."""
    return Collection(f"policy_assistant_passages_{dimension}", dimension, SPARSE, _PASSAGE_INDEXES)  # type: ignore[arg-type]


def has_vectors(collection: str) -> bool:
    """Whether the points of a collection may have a dense vector; a server refuses to be asked for one where there is none."""
    return collection not in (RECORDS.name, passages(0).name)


def point_id(project: str, born: int, kind: str, key: str) -> str:
    """The ID of a point: the same for the same point, so that writing it twice is writing it once."""
    return str(uuid.uuid5(_NAMESPACE, "\0".join((project, str(born), kind, key))))


@lru_cache(maxsize=KEPT_INDICES)
def index_of(word: str) -> int:
    """The index of a word in sparse vectors: 32 bits of its hash. Two words of one index find each other's chunks, and no score tells."""
    return int.from_bytes(hashlib.blake2s(word.encode("utf-8", "surrogatepass"), digest_size=4).digest(), "big")


def day(text: str, *, last: bool = False) -> int:
    """An ISO date as a number; an open beginning, or with `last` an open end, is beyond all days."""
    return int(text.replace("-", "")) if text else (_OPEN_END if last else 0)


def number_of(digest: str) -> int:
    """The first digits of a chunk's hash as a number."""
    return int(digest[:NUMBER_DIGITS], 16)


def visible(project: str, step: int, *more: Condition) -> Where:
    """What of a project was there at a step."""
    return Where((equals("project", project), Between("born", None, step), Between("died", step + 1, None), *more))


def allowed(filters: "Filters") -> list[Condition]:
    """The filters as conditions on chunks; the same rule as `Filters.allow`. Labels of which none is allowed allow nothing: ask before."""
    found: list[Condition] = [equals("part", filters.part)]
    if filters.labels is not None:
        found.append(AnyOf("label", sorted(filters.labels)))
    if filters.as_of is not None:
        found += [Between("from", None, day(filters.as_of)), Between("to", day(filters.as_of), None)]
    if filters.language is not None:
        found.append(equals("language", filters.language))
    if filters.doc_type is not None:
        found.append(equals("doc_type", filters.doc_type))
    return found
