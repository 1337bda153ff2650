"""Whether a copy of an index is what was copied: every record of it, and the same searches side by side."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from policy_assistant.analysis import ANALYSER_VERSION, question_terms, words
from policy_assistant.blocks import PARSER_VERSION
from policy_assistant.code_terms import CODE_ANALYSER_VERSION, question_code_terms
from policy_assistant.errors import IndexMismatchError
from policy_assistant.filters import PARTS, Filters
from policy_assistant.metadata import Chunk
from policy_assistant.steering import STEERING_VERSION
from policy_assistant.store.base import Engine, PreparedDocument
from policy_assistant.store.make import REBUILD_HINT

if TYPE_CHECKING:
    from policy_assistant.store.base import Vector

SAMPLE = 20
"""Chunks of each part whose words, terms and vectors are searched in both indexes."""
ASKED_WORDS = 8
DEPTH = 10
VECTOR_TOLERANCE = 1e-6

Search = Callable[[Engine], Sequence[tuple[Chunk, float]]]


@dataclass(frozen=True)
class Sample:
    """How one kind of search compares: how many were `asked`, in how many all hits are the `same` in the same order, and how many
    of all `hits` of the old index are among those of the new one (`kept`).
    """

    search: str
    asked: int
    same: int
    hits: int
    kept: int


def check_made(engine: Engine) -> None:
    """Raise `IndexMismatchError` when an index was made by another version of ours: what would be copied is not what it would make."""
    info = engine.info()
    made = (info.parser, info.analyser, info.code_analyser, info.steering)
    if made != (PARSER_VERSION, ANALYSER_VERSION, CODE_ANALYSER_VERSION, STEERING_VERSION):
        raise IndexMismatchError(f"the index {info.name} was made by another version, and is not copied", hint=REBUILD_HINT)


def check_records(origin: Engine, copy: Engine) -> None:
    """Go through both, one document at a time.

    Raises:
        IndexMismatchError: a document, chunk, block or vector is missing, too much, or another one.
    """
    for ours, theirs in zip_longest(origin.export(), copy.export()):
        source, broken = _difference(ours, theirs)
        if broken:
            raise IndexMismatchError(
                f"the copy is not what was copied: {source}: {broken}", hint="run it again; the old index is as it was"
            )


def compared(origin: Engine, copy: Engine) -> list[Sample]:
    """The same searches in both; a kind of search of which there is nothing to ask is left out."""
    searches: dict[str, list[Search]] = {}
    for chunk, vector in _chosen(origin):
        for kind, search in _searches(chunk, vector):
            searches.setdefault(kind, []).append(search)
    return [_sample(kind, of_kind, origin, copy) for kind, of_kind in searches.items()]


def _difference(ours: PreparedDocument | None, theirs: PreparedDocument | None) -> tuple[str, str]:
    """The source of two documents in the same place, and how they differ; empty when they are the same."""
    source, other = (one.document.metadata.source if one else None for one in (ours, theirs))
    if ours is None or (theirs is not None and other is not None and source is not None and other < source):
        return str(other), "it is too much"
    if theirs is None or source != other:
        return str(source), "it is missing"
    return str(source), _content_difference(ours, theirs)


def _content_difference(ours: PreparedDocument, theirs: PreparedDocument) -> str:
    if ours.document != theirs.document:
        return "its record is another one"
    if list(ours.chunks) != list(theirs.chunks):
        return f"{len(ours.chunks)} chunks became {len(theirs.chunks)} others"
    if list(ours.blocks) != list(theirs.blocks):
        return "its blocks are others"
    return _vector_difference(ours.vectors, theirs.vectors)


def _vector_difference(ours: "Sequence[Vector] | None", theirs: "Sequence[Vector] | None") -> str:
    if ours is None or theirs is None:
        return "" if ours is theirs else "its vectors are missing" if theirs is None else "its vectors are too much"
    import numpy as np

    near = len(ours) == len(theirs) and np.allclose(np.array(ours), np.array(theirs), rtol=0, atol=VECTOR_TOLERANCE)
    return "" if near else "its vectors are others"


def _chosen(engine: Engine) -> "Iterator[tuple[Chunk, Vector | None]]":
    """Chunks spread evenly over the documents of each part, with their vectors."""
    for part in PARTS:
        sources = [one.metadata.source for one in engine.documents(part)]
        step = max(1, len(sources) // SAMPLE)
        for number, prepared in enumerate(engine.export(sources[::step][:SAMPLE])):
            if prepared.chunks:
                place = number % len(prepared.chunks)
                yield prepared.chunks[place], prepared.vectors[place] if prepared.vectors else None


def _searches(chunk: Chunk, vector: "Vector | None") -> Iterator[tuple[str, Search]]:
    """What is asked of both with the words, and the vector, of one chunk."""
    asked = words(chunk.quote)[:ASKED_WORDS]
    filters = Filters(part="code" if chunk.place else "docs")
    if chunk.place:
        groups = [(question_code_terms(" ".join(asked), ["en", "fr"]), 1.0)]
        yield "code", lambda engine: engine.search_code(groups, DEPTH, filters)
    else:
        terms = [(question_terms(" ".join(asked), ["en", "fr"]), 1.0)]
        yield "words", lambda engine: engine.search_text(asked, DEPTH, filters)
        yield "terms", lambda engine: engine.search_terms(terms, DEPTH, filters)
    if vector is not None and vector.any():
        yield "vectors", lambda engine: engine.search_vectors(vector, DEPTH, filters)


def _sample(kind: str, searches: Sequence[Search], origin: Engine, copy: Engine) -> Sample:
    pairs = [([chunk.hash for chunk, _ in search(origin)], [chunk.hash for chunk, _ in search(copy)]) for search in searches]
    kept = sum(len(set(ours) & set(theirs)) for ours, theirs in pairs)
    return Sample(kind, len(pairs), sum(ours == theirs for ours, theirs in pairs), sum(len(ours) for ours, _ in pairs), kept)
