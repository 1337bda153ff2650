"""Which vectors are taken, and the score of two: the dot product, summed in float64."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy import typing as npt

from policy_assistant.errors import IndexMismatchError, InputRefusedError
from policy_assistant.store.make import REBUILD_HINT

if TYPE_CHECKING:
    from policy_assistant.store.base import Vector

LENGTH_TOLERANCE = 1e-3
"""So far a vector's length may be from 1; a vector of zeros, of a text without content, is allowed too."""
MAX_DIMENSION = 4_096


def checked_question(question: "Vector", dimension: int) -> "Vector":
    """A question's vector as float32. Raises as `checked_passage`."""
    vector = np.asarray(question, dtype=np.float32)
    if vector.ndim != 1 or not np.isfinite(vector).all():
        raise InputRefusedError(f"the question's vector of shape {vector.shape} is not one row of finite numbers")
    if dimension:
        check_dimension(len(vector), dimension)
    return vector


def checked_passage(digest: str, vector: "Vector") -> "Vector":
    """A chunk's vector as float32.

    Raises:
        InputRefusedError: it is no row of finite numbers of length 1, or 0.
    """
    found = np.asarray(vector, dtype=np.float32)
    if found.ndim != 1 or not 0 < len(found) <= MAX_DIMENSION:
        raise InputRefusedError(f"the vector of chunk {digest} has shape {found.shape}; allowed: one row of 1 to {MAX_DIMENSION} numbers")
    length = float(np.sqrt(np.square(found, dtype=np.float64).sum()))
    if not (length == 0 or abs(length - 1) <= LENGTH_TOLERANCE):
        raise InputRefusedError(f"the vector of chunk {digest} has length {length:.4g}; allowed: 1, or 0 for a text without content")
    return found


def check_dimension(found: int, expected: int) -> None:
    """Raise `IndexMismatchError` when a vector has not as many numbers as those of the index."""
    if found != expected:
        raise IndexMismatchError(f"a vector of {found} numbers came for an index whose vectors have {expected}", hint=REBUILD_HINT)


def dot_products(vectors: "Sequence[Vector]", question: "Vector") -> list[float]:
    """The scores of vectors, row by row, so that none depends on the rows beside it."""
    if not vectors:
        return []
    scores: npt.NDArray[np.float64] = (np.stack(vectors).astype(np.float64) * question).sum(axis=1)
    return [float(score) for score in scores]
