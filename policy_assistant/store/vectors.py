"""Search by meaning in the index: the chunks whose vectors have the highest dot product with the question's.

Vectors have unit length, so the dot product is the cosine. A small index is compared as a whole; in a large one, codes of
one bit a number choose some hundred candidates under the filter, whose vectors are then read from the file
(`vector_memory`). Scores are always dot products of the vectors themselves, summed in float64, so that equal vectors have
equal scores and another processor changes no digit that is shown.
"""

import sqlite3
from collections.abc import Sequence

import numpy as np
from numpy import typing as npt

from policy_assistant.errors import IndexMismatchError, InputRefusedError
from policy_assistant.filters import Filters
from policy_assistant.store.rows import as_json
from policy_assistant.store.vector_codes import Floats, encode
from policy_assistant.store.vector_memory import Memory, load, read_vectors
from policy_assistant.store.vector_table import MAX_DIMENSION, dimension_of, listed, needs_codes, packed, size_of

LENGTH_TOLERANCE = 1e-3
"""So far a vector's length may be from 1; a vector of zeros, of a text without content, is allowed too."""
CENTRE_SAMPLE = 4_096
CENTRE_GROWTH = 2
"""The centre is taken anew when the index has grown by this factor since."""
_REBUILD = "run `policy-assistant ingest --rebuild`"

Vector = Floats
"""(dimension,) float32."""


class VectorIndex:
    """Vector search over one connection; it keeps what it needs in memory until the index changes.

    Call its methods inside a read transaction, so that what they read belongs to one state of the index.
    """

    def __init__(self, conn: sqlite3.Connection) -> None:
        self.conn = conn
        self._memory: Memory | None = None
        self._generation: str | None = None

    def search(self, question: Vector, k: int, filters: Filters) -> list[tuple[int, float]]:
        """The k best chunks that the filters allow: rowid and score, best first, ties by chunk ID.

        A question of zeros has no direction and finds nothing.

        Raises:
            InputRefusedError: the question is no row of finite numbers.
            IndexMismatchError: its dimension is not that of the index, or the index is damaged.
        """
        memory = self._current()
        question = _checked_question(question)
        if memory is None or k < 1:
            return []
        _check_dimension(len(question), memory.dimension)
        spans = memory.listing.allowed(filters)
        if not question.any() or not spans:
            return []
        chunks, vectors = memory.choose(self.conn, question, k, spans)
        return self._first(chunks, _scores(vectors, question), k)

    def scores(self, question: Vector, rowids: Sequence[int]) -> dict[int, float]:
        """The score of each of these chunks, as `search` would give it; chunks without a vector are left out.

        Raises as `search` does.
        """
        question = _checked_question(question)
        dimension = dimension_of(self.conn)
        if not dimension:
            return {}
        _check_dimension(len(question), dimension)
        chunks, found = read_vectors(self.conn, rowids, dimension)
        return dict(zip(chunks.tolist(), _scores(found, question).tolist(), strict=True))

    def _current(self) -> Memory | None:
        """The memory for the index as it is now."""
        row = self.conn.execute("SELECT value FROM meta WHERE key = 'generation'").fetchone()
        generation = str(row[0]) if row else "0"
        if generation != self._generation:
            self._memory = None  # so that old and new are never held together
            self._memory, self._generation = load(self.conn), generation
        return self._memory

    def _first(self, chunks: npt.NDArray[np.int64], scores: npt.NDArray[np.float64], k: int) -> list[tuple[int, float]]:
        if len(scores) > k:
            keep = scores >= np.partition(scores, len(scores) - k)[len(scores) - k]
            chunks, scores = chunks[keep], scores[keep]
        sql = "SELECT id, chunk_id FROM chunks WHERE id IN (SELECT value FROM json_each(?))"
        ids = dict(self.conn.execute(sql, (as_json(chunks.tolist()),)).fetchall())
        found = zip(chunks.tolist(), scores.tolist(), strict=True)
        return sorted(found, key=lambda item: (-item[1], ids.get(item[0], "")))[:k]


def add_vectors(conn: sqlite3.Connection, document: int, rows: Sequence[tuple[int, Vector]]) -> None:
    """Store the vectors of a document's chunks (rowid, vector), all at once, inside the caller's transaction.

    Chunks may be left out; they are then not found by meaning. Call `complete_codes` before the transaction ends.

    Raises:
        InputRefusedError: a vector has numbers that are not finite, or a length that is neither 1 nor 0.
        IndexMismatchError: its dimension is not that of the vectors in the index.
    """
    if not rows:
        return
    dimension = dimension_of(conn) or np.size(rows[0][1])
    vectors = [_checked_passage(chunk, vector, dimension) for chunk, vector in rows]
    conn.executemany(
        "INSERT INTO vectors VALUES (?, ?)", [(chunk, v.astype("<f4").tobytes()) for (chunk, _), v in zip(rows, vectors, strict=True)]
    )
    listing = (document, len(vectors[0]), packed([chunk for chunk, _ in rows]))
    conn.execute("INSERT INTO vector_documents (document, dimension, chunks) VALUES (?, ?, ?)", listing)


def complete_codes(conn: sqlite3.Connection) -> None:
    """Give codes to all vectors that need one, inside the caller's transaction, after its last change of vectors.

    A small index needs none. All are made anew, around a new centre, when the index has doubled since the last time.
    """
    vectors, dimension = size_of(conn)
    if not needs_codes(vectors, dimension):
        return
    centre = _centre(conn, vectors)
    for (document,) in conn.execute("SELECT document FROM vector_documents WHERE codes IS NULL").fetchall():
        _encode_document(conn, document, centre)


def _centre(conn: sqlite3.Connection, vectors: int) -> Floats:
    """The centre of all codes; taking a new one makes the old codes void."""
    row = conn.execute("SELECT vectors, centre FROM vector_centre").fetchone()
    if row and vectors <= CENTRE_GROWTH * row[0]:
        return np.frombuffer(row[1], "<f4").astype(np.float32)
    centre = _mean(conn)
    conn.execute("INSERT OR REPLACE INTO vector_centre VALUES (1, ?, ?)", (vectors, centre.astype("<f4").tobytes()))
    conn.execute("UPDATE vector_documents SET codes = NULL, factors = NULL")
    return centre


def _encode_document(conn: sqlite3.Connection, document: int, centre: Floats) -> None:
    chunks = listed(conn.execute("SELECT chunks FROM vector_documents WHERE document = ?", (document,)).fetchone()[0])
    found, vectors = read_vectors(conn, chunks, len(centre))
    codes, factors = encode(vectors, centre)
    values = (packed(found.tolist()), codes.tobytes(), factors.astype("<f4").tobytes(), document)
    conn.execute("UPDATE vector_documents SET chunks = ?, codes = ?, factors = ? WHERE document = ?", values)


def _mean(conn: sqlite3.Connection) -> Floats:
    """The mean of vectors spread evenly over the file; some thousand give it as well as all."""
    first, last = conn.execute("SELECT min(chunk), max(chunk) FROM vectors").fetchone()
    nearest = "SELECT chunk, vector FROM vectors WHERE chunk >= ? ORDER BY chunk LIMIT 1"
    places = np.unique(np.linspace(first, last, CENTRE_SAMPLE).astype(np.int64)).tolist()
    vectors = [np.frombuffer(conn.execute(nearest, (place,)).fetchone()[1], "<f4") for place in places]
    return np.asarray(np.mean(vectors, axis=0, dtype=np.float64), dtype=np.float32)


def _scores(vectors: Floats, question: Floats) -> npt.NDArray[np.float64]:
    """Row by row, so that a score does not depend on the rows beside it, as it does in a matrix product."""
    scores: npt.NDArray[np.float64] = (vectors.astype(np.float64) * question).sum(axis=1)
    return scores


def _checked_question(question: Vector) -> Floats:
    vector = np.asarray(question, dtype=np.float32)
    if vector.ndim != 1 or not np.isfinite(vector).all():
        raise InputRefusedError(f"the question's vector of shape {vector.shape} is not one row of finite numbers")
    return vector


def _checked_passage(chunk: int, vector: Vector, dimension: int) -> Floats:
    vector = np.asarray(vector, dtype=np.float32)
    if vector.ndim != 1 or not 0 < len(vector) <= MAX_DIMENSION:
        raise InputRefusedError(f"the vector of chunk {chunk} has shape {vector.shape}; allowed: one row of 1 to {MAX_DIMENSION} numbers")
    _check_dimension(len(vector), dimension)
    length = float(np.sqrt(np.square(vector, dtype=np.float64).sum()))
    if not (length == 0 or abs(length - 1) <= LENGTH_TOLERANCE):
        raise InputRefusedError(f"the vector of chunk {chunk} has length {length:.4g}; allowed: 1, or 0 for a text without content")
    return vector


def _check_dimension(found: int, expected: int) -> None:
    if found != expected:
        raise IndexMismatchError(f"a vector of {found} numbers came for an index whose vectors have {expected}", hint=_REBUILD)
