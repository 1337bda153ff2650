"""What a process keeps in memory of the index's vectors: all of them while they are few, their codes when they are many.

Either chooses, for a question and the rows that a filter allows, the candidates that are then scored exactly. Rows lie in
the order of what filters look at, so that a filter leaves a few spans of them and nothing else is looked at.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from operator import itemgetter
from typing import Any

import numpy as np
from numpy import typing as npt

from policy_assistant.errors import IndexMismatchError
from policy_assistant.filters import Filters
from policy_assistant.store.rows import as_json
from policy_assistant.store.vector_codes import Codes, Floats, Rows, Spans, code_bytes, rows_at, rows_of
from policy_assistant.store.vector_table import needs_codes, size_of

RESCORED = 500
"""So many of the coded vectors, at least, are read from the file and scored exactly."""
_RESCORED_PART = 1_000
"""One in so many of all allowed rows is scored exactly, when that is more."""
SHORTLIST = 4_000
"""So many are chosen by the rough estimate, at least, and compared by the fine one."""
_SHORTLIST_PART = 100
"""The shortlist is one in so many of all allowed rows, when that is more."""
SPAN_VECTORS = 50
"""A span of whole vectors costs as much as comparing so many: with many short ones all are compared instead."""
_SCORED_A_HIT = 4
_LISTED_A_SCORED = 4
_SAMPLED = 16
"""One in so many estimates is sorted to tell above which value about the shortlist lies: sorting all costs ten times as much."""
_SAMPLED_FROM = 100_000
"""Fewer estimates than this are sorted as they are."""
_FILTERS_KEPT = 32
"""For so many filters the rows that they allow are remembered."""
_FEWEST, _MOST = 0.75, 1.5
"""A sample has misled when fewer or more rows than these parts of what was asked for lie above its value."""
_PAGES_KIB = 16_384
"""KiB of the file that a connection keeps once codes choose what it reads. With SQLite's 2,000 the upper pages of the table of a
million vectors are read anew for every question, which makes reading five hundred vectors three times as slow.
"""

Chosen = tuple[npt.NDArray[np.int64], Floats]
"""Chunks and their vectors, (n,) and (n, dimension)."""


@dataclass(frozen=True)
class Listing:
    """The rows in memory: their `chunks`, in order of the distinct `kinds` (label, from, to, language, part, type) of which
    filters allow some, and where the rows of each kind end.
    """

    chunks: npt.NDArray[np.int64]
    kinds: Sequence[tuple[str, ...]]
    ends: Sequence[int]
    _spans: dict[Filters, Spans] = field(default_factory=dict, compare=False, repr=False)

    @property
    def nbytes(self) -> int:
        """The bytes in memory."""
        return self.chunks.nbytes

    def allowed(self, filters: Filters) -> Spans:
        """The rows that the filters allow; those of the last filters are kept, for documents may be of thousands of kinds."""
        if filters not in self._spans:
            if len(self._spans) == _FILTERS_KEPT:
                self._spans.clear()
            self._spans[filters] = self._allowed(filters)
        return self._spans[filters]

    def _allowed(self, filters: Filters) -> Spans:
        spans: list[tuple[int, int]] = []
        start = 0
        for kind, end in zip(self.kinds, self.ends, strict=True):
            if filters.allow(*kind):
                joined = spans.pop()[0] if spans and spans[-1][1] == start else start
                spans.append((joined, end))
            start = end
        return spans


@dataclass(frozen=True)
class WholeVectors:
    """All vectors, (n, dimension), in the order of the listing."""

    listing: Listing
    vectors: Floats

    @property
    def dimension(self) -> int:
        """The numbers of a vector."""
        return int(self.vectors.shape[1])

    @property
    def nbytes(self) -> int:
        """The bytes in memory."""
        return self.listing.nbytes + self.vectors.nbytes

    def choose(self, conn: sqlite3.Connection, question: Floats, k: int, spans: Spans) -> Chosen:
        """Every row that could be among the k best: the library's sums may differ in their last digits."""
        rows = rows_of(spans)
        if len(rows) > k:
            scores = self._products(question, spans)
            rounding = self.dimension * np.finfo(np.float32).eps * np.linalg.norm(question)
            rows = rows[scores >= np.partition(scores, len(rows) - k)[len(rows) - k] - 2 * rounding]
        return self.listing.chunks[rows], self.vectors[rows]

    def _products(self, question: Floats, spans: Spans) -> Floats:
        if len(spans) * SPAN_VECTORS > len(self.vectors):
            return (self.vectors @ question)[rows_of(spans)]
        return np.concatenate([self.vectors[start:end] @ question for start, end in spans])


@dataclass(frozen=True)
class CodedVectors:
    """Codes in memory, vectors in the file."""

    listing: Listing
    codes: Codes

    @property
    def dimension(self) -> int:
        """The numbers of a vector."""
        return len(self.codes.centre)

    @property
    def nbytes(self) -> int:
        """The bytes in memory."""
        return self.listing.nbytes + self.codes.words.nbytes + self.codes.scale.nbytes + self.codes.offset.nbytes

    def choose(self, conn: sqlite3.Connection, question: Floats, k: int, spans: Spans) -> Chosen:
        """The best by rough, then by fine estimates; all rows when they are few enough to be read."""
        allowed = sum(end - start for start, end in spans)
        scored = max(RESCORED, _SCORED_A_HIT * k, allowed // _RESCORED_PART)
        shortlist = max(SHORTLIST, _LISTED_A_SCORED * scored, allowed // _SHORTLIST_PART)
        rows = rows_at(spans, _about_best(self.codes.rough(question, spans), shortlist)) if allowed > shortlist else rows_of(spans)
        if len(rows) > scored:
            rows = rows[_best(self.codes.fine(question, rows), scored)]
        return read_vectors(conn, self.listing.chunks[rows].tolist(), self.dimension)


Memory = WholeVectors | CodedVectors


def load(conn: sqlite3.Connection) -> Memory | None:
    """What the index's size asks for; None when it has no vectors. Inside the caller's read transaction.

    Raises:
        IndexMismatchError: rows of the index do not fit together.
    """
    vectors, dimension = size_of(conn)
    if not vectors:
        return None
    return _load_codes(conn, vectors, dimension) if needs_codes(vectors, dimension) else _load_vectors(conn, dimension)


def read_vectors(conn: sqlite3.Connection, chunks: Sequence[int], dimension: int) -> Chosen:
    """The vectors of these chunks from the file, in order of chunks; chunks without one are left out.

    Raises:
        IndexMismatchError: a vector has another dimension.
    """
    sql = "SELECT chunk, vector FROM vectors WHERE chunk IN (SELECT value FROM json_each(?)) ORDER BY chunk"
    return _chosen(conn.execute(sql, (as_json(chunks),)).fetchall(), dimension)


def damaged(what: str) -> IndexMismatchError:
    """The error for rows that do not fit together."""
    return IndexMismatchError(f"the vectors of the index are damaged: {what}", hint="run `policy-assistant ingest --rebuild`")


def _load_vectors(conn: sqlite3.Connection, dimension: int) -> WholeVectors:
    found = conn.execute(f"SELECT v.chunks, {_KIND}").fetchall()
    found.sort(key=itemgetter(slice(1, None)))
    listing = _listing(
        np.frombuffer(b"".join(row[0] for row in found), "<i8").astype(np.int64), [(len(row[0]) // 8, *row[1:]) for row in found]
    )
    order = np.argsort(listing.chunks)
    places = np.empty_like(order)
    places[order] = np.arange(len(order))
    chunks, vectors = _chosen(conn.execute("SELECT chunk, vector FROM vectors ORDER BY chunk").fetchall(), dimension)
    if not np.array_equal(chunks, listing.chunks[order]):
        raise damaged("the documents name other vectors than there are")
    return WholeVectors(listing, vectors[places])


def _load_codes(conn: sqlite3.Connection, vectors: int, dimension: int) -> CodedVectors:
    """Each document's rows go straight to their place, so that nothing is held twice."""
    found = conn.execute(f"SELECT v.document, length(v.chunks) / 8, {_KIND}").fetchall()
    found.sort(key=itemgetter(slice(2, None)))
    centre = conn.execute("SELECT centre FROM vector_centre").fetchone()
    if not centre or len(centre[0]) != 4 * dimension or sum(row[1] for row in found) != vectors:
        raise damaged("not every vector has a code")
    places = dict(zip((row[0] for row in found), accumulate((row[1] for row in found), initial=0), strict=False))
    chunks, codes = np.empty(vectors, np.int64), Codes.empty(vectors, np.frombuffer(centre[0], "<f4").astype(np.float32))
    for document, of_chunks, *given in conn.execute("SELECT document, chunks, codes, factors FROM vector_documents"):
        size, first = len(of_chunks) // 8, places[document]
        if [len(blob or b"") for blob in given] != [code_bytes(dimension) * size, 8 * size]:
            raise damaged("not every vector has a code")
        chunks[first : first + size] = np.frombuffer(of_chunks, "<i8")
        codes.put(first, *given)
    conn.execute(f"PRAGMA cache_size = -{_PAGES_KIB}")
    return CodedVectors(_listing(chunks, [row[1:] for row in found]), codes)


_KIND = """d.access, d.effective_from, d.effective_to, d.language, d.part, d.doc_type
    FROM vector_documents v JOIN documents d ON d.id = v.document ORDER BY v.document"""


def _listing(chunks: npt.NDArray[np.int64], documents: Sequence[tuple[Any, ...]]) -> Listing:
    """The listing of documents, number of chunks and kind, in order of their kinds."""
    ends: dict[tuple[str, ...], int] = {}
    total = 0
    for size, *kind in documents:
        total += size
        ends[*kind] = total
    return Listing(chunks, list(ends), list(ends.values()))


def _chosen(found: Sequence[tuple[int, bytes]], dimension: int) -> Chosen:
    if any(len(vector) != 4 * dimension for _, vector in found):
        raise damaged(f"a vector has not {dimension} numbers")
    vectors = np.frombuffer(b"".join(vector for _, vector in found), "<f4").reshape(-1, dimension)
    return np.array([chunk for chunk, _ in found], np.int64), vectors.astype(np.float32, copy=False)


def _about_best(estimates: Floats, number: int) -> Rows:
    """The positions of the highest estimates, in rising order; of many a fifth more or less than asked for.

    A sample that misleads, as it may where every sixteenth row is of one kind, is seen by how many it lets through.
    """
    if len(estimates) >= _SAMPLED_FROM:
        sample = estimates[::_SAMPLED]
        place = len(sample) - max(1, number // _SAMPLED)
        rows = np.flatnonzero(estimates >= np.partition(sample, place)[place])
        if number * _FEWEST <= len(rows) <= number * _MOST:
            return rows
    return _best(estimates, number)


def _best(estimates: Floats, number: int) -> Rows:
    """The positions of the highest estimates, in rising order."""
    return np.sort(np.argpartition(estimates, len(estimates) - number)[len(estimates) - number :])
