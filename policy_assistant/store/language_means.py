"""The mean vector of each language, kept up to date with every change.

Embedders place a text by its language as well as by its meaning; the means tell how much of a score is only the language
(`dense`). The table keeps sums, as little-endian float64. Changing them needs no numpy, so that documents can be removed
where it is not installed.
"""

import sqlite3
import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from policy_assistant.store.base import Vector


def add_to_sum(conn: sqlite3.Connection, language: str, vectors: Sequence[bytes]) -> None:
    """Count stored vectors of a language in, inside the caller's transaction."""
    _change(conn, language, vectors, 1)


def take_from_sum(conn: sqlite3.Connection, language: str, vectors: Sequence[bytes]) -> None:
    """Count stored vectors of a language out, inside the caller's transaction."""
    _change(conn, language, vectors, -1)


def language_means(conn: sqlite3.Connection) -> "dict[str, tuple[int, Vector]]":
    """For each language the number of its vectors and their mean."""
    import numpy as np

    rows = conn.execute("SELECT language, vectors, sum FROM vector_sums ORDER BY language")
    return {language: (count, (np.frombuffer(total, "<f8") / count).astype(np.float32)) for language, count, total in rows}


def _change(conn: sqlite3.Connection, language: str, vectors: Sequence[bytes], sign: int) -> None:
    if not vectors:
        return
    row = conn.execute("SELECT vectors, sum FROM vector_sums WHERE language = ?", (language,)).fetchone()
    count = (row[0] if row else 0) + sign * len(vectors)
    if count <= 0:
        conn.execute("DELETE FROM vector_sums WHERE language = ?", (language,))
        return
    change = [sign * sum(column) for column in zip(*map(_numbers, vectors), strict=True)]
    before = struct.unpack(f"<{len(change)}d", row[1]) if row else [0.0] * len(change)
    total = struct.pack(f"<{len(change)}d", *(old + new for old, new in zip(before, change, strict=True)))
    conn.execute("INSERT OR REPLACE INTO vector_sums VALUES (?, ?, ?)", (language, count, total))


def _numbers(vector: bytes) -> tuple[float, ...]:
    return struct.unpack(f"<{len(vector) // 4}f", vector)
