"""Vectors as one bit a number, and what the bits say about a dot product.

A vector x is taken relative to a centre m, the mean of the index: models place all texts in one corner of the space, where
the signs of the vectors themselves hardly differ. Of c = x - m the code keeps the signs B (+1 or -1) and two numbers: the
`scale` |c|^2 / |c|_1, with which scale * B has the same product with c as c itself, and the `offset` m . c. Then

    q . x = q . m + m . c + (q - m) . c,  estimated as  constant + offset + scale * (q - m) . B

which is the estimator of RaBitQ (Gao and Long, SIGMOD 2024, https://arxiv.org/abs/2405.12497) without its random rotation,
which gains little on the vectors of text models (docs/benchmarks.md). `rough` also takes the signs S of q - m, so that (q - m) . B becomes the Hamming
distance h of two codes: |q - m|^2 / |q - m|_1 * (d - 2h). A vector costs it a twentieth of `fine`; it is for a first choice.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy import typing as npt

Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.intp]
"""Positions in the arrays of a `Codes`."""

Spans = Sequence[tuple[int, int]]
"""Rows from a start to before an end, and so on, in rising order."""

WORD_BITS = 64
SPAN_ROWS = 5_000
"""A span costs as much as scanning so many rows: with many short ones all rows are scanned instead."""

BLOCK_ROWS = 32_768
"""So many rows are scanned at once: what is kept of them between two steps, up to 256 KiB, stays in the processor's cache."""

_SIGNS = np.unpackbits(np.arange(256, dtype=np.uint8)[np.newaxis], axis=0).astype(np.float32) * 2 - 1
"""(8, 256): the signs that each value of a byte stands for."""


def encode(vectors: Floats, centre: Floats) -> tuple[npt.NDArray[np.uint8], Floats]:
    """Codes and factors of some vectors: (n, 8 * words) bytes, padded by zeros to whole words; (n, 2) scale and offset."""
    rest = vectors - centre
    bits = np.zeros((len(rest), _words(len(centre)) * WORD_BITS), dtype=bool)
    bits[:, : len(centre)] = rest > 0
    return np.packbits(bits, axis=1), np.stack((_scales(rest), rest @ centre), axis=1)


def code_bytes(dimension: int) -> int:
    """The bytes of one code."""
    return _words(dimension) * WORD_BITS // 8


@dataclass(frozen=True)
class Codes:
    """The codes of n vectors: `words` (words, n) uint64, so that a scan runs along one word; `scale` and `offset` (n,)."""

    words: npt.NDArray[np.uint64]
    scale: Floats
    offset: Floats
    centre: Floats

    @classmethod
    def of(cls, codes: bytes, factors: bytes, centre: Floats) -> "Codes":
        """From what the index holds."""
        made = cls.empty(len(factors) // 8, centre)
        made.put(0, codes, factors)
        return made

    @classmethod
    def empty(cls, number: int, centre: Floats) -> "Codes":
        """Room for so many."""
        return cls(np.empty((_words(len(centre)), number), np.uint64), np.empty(number, np.float32), np.empty(number, np.float32), centre)

    def put(self, first: int, codes: bytes, factors: bytes) -> None:
        """What the index holds of one document, from this row on."""
        numbers = np.frombuffer(factors, "<f4").reshape(-1, 2)
        rows = slice(first, first + len(numbers))
        self.words[:, rows] = np.frombuffer(codes, np.uint64).reshape(len(numbers), -1).T
        self.scale[rows], self.offset[rows] = numbers.T

    def rough(self, question: Floats, spans: Spans) -> Floats:
        """The estimate from the question's signs for the rows of the spans, less a constant."""
        code = encode(question[np.newaxis], self.centre)[0].view(np.uint64)[0]
        scale = _scales((question - self.centre)[np.newaxis])[0]
        if len(spans) * SPAN_ROWS > len(self.scale):
            return self._rough(code, scale, [(0, len(self.scale))])[rows_of(spans)]
        return self._rough(code, scale, spans)

    def _rough(self, code: npt.NDArray[np.uint64], scale: np.float32, spans: Spans) -> Floats:
        """In blocks: arrays of a million rows would be new memory from the system at every step, which takes longer than the sums."""
        estimates = np.empty(sum(end - start for start, end in spans), np.float32)
        done = 0
        for first, last in spans:
            for start in range(first, last, BLOCK_ROWS):
                end = min(start + BLOCK_ROWS, last)
                distance = np.zeros(end - start, np.uint16)
                for word, own in zip(self.words, code, strict=True):
                    distance += np.bitwise_count(word[start:end] ^ own)
                product = (len(self.centre) - 2 * distance.astype(np.float32)) * scale
                estimates[done : done + end - start] = self.scale[start:end] * product + self.offset[start:end]
                done += end - start
        return estimates

    def fine(self, question: Floats, rows: Rows) -> Floats:
        """The estimate from the question's numbers for these rows, less the same constant."""
        rest = np.zeros(len(self.words) * WORD_BITS, np.float32)
        rest[: len(question)] = question - self.centre
        tables = rest.reshape(-1, 8) @ _SIGNS
        columns = np.ascontiguousarray(np.ascontiguousarray(self.words[:, rows].T).view(np.uint8).T)
        product = np.zeros(len(rows), np.float32)
        for table, column in zip(tables, columns, strict=True):
            product += table.take(column)
        estimate: Floats = self.scale[rows] * product + self.offset[rows]
        return estimate


def rows_of(spans: Spans) -> Rows:
    """The rows of spans."""
    return np.concatenate([np.empty(0, np.intp), *(np.arange(start, end) for start, end in spans)])


def rows_at(spans: Spans, positions: Rows) -> Rows:
    """Those of the rows of spans that stand at these positions among them."""
    starts, ends = np.array(spans, np.intp).T
    before = np.cumsum(ends - starts)
    of_position = np.searchsorted(before, positions, side="right")
    found: Rows = positions + (ends - before)[of_position]
    return found


def _words(dimension: int) -> int:
    return -(-dimension // WORD_BITS)


def _scales(rest: Floats) -> Floats:
    """|c|^2 / |c|_1 of each row; 0 for a row of zeros."""
    absolute = np.abs(rest).sum(axis=1)
    scales: Floats = np.square(rest).sum(axis=1) / np.where(absolute > 0, absolute, 1)
    return scales
