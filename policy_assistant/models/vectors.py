"""From what a model gave to vectors that can be trusted: right in number, finite, of unit length."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from policy_assistant.errors import ModelError
from policy_assistant.models.base import Vectors
from policy_assistant.models.text import clean

MAX_DIMENSION = 65_536


def embed(
    texts: Sequence[str],
    encode: Callable[[list[str]], Any],
    dimension: int | Callable[[], int],
    *,
    name: str,
    max_characters: int,
    batch_size: int,
) -> Vectors:
    """Clean the texts, have them encoded in batches, and check what comes back.

    `encode` never sees an empty text: its row is zeros. `dimension` is what every vector has, or, where that is not known
    yet, a function that finds it out; it is called only when there is nothing to encode.

    Raises:
        ModelError: a batch came back with other than one vector a text, of one length, of finite numbers.
    """
    cleaned = [clean(text, max_characters) for text in texts]
    filled = [place for place, text in enumerate(cleaned) if text]
    if not filled:
        return np.zeros((len(texts), dimension() if callable(dimension) else dimension), np.float32)
    parts: list[Vectors] = []
    width = None if callable(dimension) else dimension
    for start in range(0, len(filled), batch_size):
        batch = [cleaned[place] for place in filled[start : start + batch_size]]
        parts.append(unit_rows(encode(batch), len(batch), name, width))
        width = parts[0].shape[1]
    vectors = np.zeros((len(texts), parts[0].shape[1]), np.float32)
    vectors[filled] = np.concatenate(parts)
    return vectors


def unit_rows(values: Any, rows: int, name: str, dimension: int | None = None) -> Vectors:
    """The rows scaled to unit length; a row of zeros stays one.

    Raises:
        ModelError: not `rows` rows, not all of `dimension` numbers, or not all numbers are finite.
    """
    try:
        matrix = np.asarray(values, np.float64)
    except (ValueError, TypeError, OverflowError):
        raise ModelError(f"`{name}` gave vectors of different lengths, or not of numbers") from None
    if matrix.ndim != 2 or len(matrix) != rows or not 1 <= matrix.shape[1] <= MAX_DIMENSION:
        shape = " x ".join(str(size) for size in matrix.shape)
        raise ModelError(
            f"`{name}` gave {shape} numbers for {rows} texts; allowed: one vector a text, up to {MAX_DIMENSION:,} numbers each"
        )
    if dimension is not None and matrix.shape[1] != dimension:
        raise ModelError(
            f"`{name}` gave vectors of {matrix.shape[1]} numbers, not of {dimension} as before",
            hint="the model may have been changed; `ingest --rebuild` embeds anew",
        )
    if not np.isfinite(matrix).all():
        raise ModelError(f"`{name}` gave vectors with numbers that are not finite")
    largest = np.abs(matrix).max(axis=1, keepdims=True)  # squares of very large numbers would not be finite
    matrix = matrix / np.where(largest > 0, largest, 1)
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    return (matrix / np.where(lengths > 0, lengths, 1)).astype(np.float32)
