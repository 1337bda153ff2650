"""Vectors by the hash of model and text, so that nothing is embedded twice: not after an interruption, not for another index.

Derived: the file may be deleted at any time. Every batch is committed as it comes.
"""

import contextlib
import hashlib
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from policy_assistant.errors import PolicyAssistantError, StoreBusyError
from policy_assistant.store.connection import PAGE_SIZE, delete_database, is_busy

if TYPE_CHECKING:
    from policy_assistant.models.base import Vectors

BUSY_SECONDS = 30.0
KEPT_DAYS = 60
"""A vector that no ingest asked for in this time leaves the cache."""

_DAY_SECONDS = 86_400
_KEY_BYTES = 16
_KEYS_A_QUERY = 500


class VectorCache:
    """The vectors of one model. `model` is its name and revision; another revision shares nothing.

    Every method raises `StoreBusyError` when another process holds the file, and `PolicyAssistantError` when it cannot be
    used; a damaged one is deleted first.
    """

    def __init__(self, folder: Path, model: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.model = model
        self._path = folder / "vectors.sqlite"
        self._today = int(time.time() // _DAY_SECONDS)
        with self._translated():
            self._conn = _opened(self._path)

    def close(self) -> None:
        """Close the file."""
        self._conn.close()

    def missing(self, texts: Iterable[str]) -> dict[bytes, str]:
        """The texts without a vector, by key, in order; the others are noted as used today."""
        keys = {self._key(text): text for text in texts}
        known: set[bytes] = set()
        with self._translated():
            for part in _parts(list(keys)):
                marks = ", ".join("?" * len(part))
                known.update(row[0] for row in self._conn.execute(f"SELECT key FROM vectors WHERE key IN ({marks})", part))  # noqa: S608 - marks only
                self._conn.execute(f"UPDATE vectors SET used = ? WHERE used < ? AND key IN ({marks})", (self._today, self._today, *part))  # noqa: S608
        return {key: text for key, text in keys.items() if key not in known}

    def keep(self, texts: Sequence[str], vectors: "Vectors") -> None:
        """Keep the vectors of texts, row by row."""
        rows = [(self._key(text), self._today, vector.astype("<f4").tobytes()) for text, vector in zip(texts, vectors, strict=True)]
        with self._translated(), self._conn:
            self._conn.execute("BEGIN IMMEDIATE")
            self._conn.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)

    def load(self, texts: Sequence[str]) -> "Vectors":
        """The vectors of texts that are all kept, a row each. Raises `KeyError` for one that is not."""
        import numpy as np

        found: dict[bytes, bytes] = {}
        keys = [self._key(text) for text in texts]
        with self._translated():
            for part in _parts(list(dict.fromkeys(keys))):
                marks = ", ".join("?" * len(part))
                found.update(self._conn.execute(f"SELECT key, vector FROM vectors WHERE key IN ({marks})", part).fetchall())  # noqa: S608
        return np.stack([np.frombuffer(found[key], "<f4") for key in keys]).astype(np.float32)

    def prune(self) -> None:
        """Delete what was not used for `KEPT_DAYS`, of any model."""
        with self._translated():
            self._conn.execute("DELETE FROM vectors WHERE used < ?", (self._today - KEPT_DAYS,))

    def _key(self, text: str) -> bytes:
        return hashlib.sha256(f"{self.model}\0{text}".encode(errors="surrogatepass")).digest()[:_KEY_BYTES]

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """SQLite's errors as ours."""
        try:
            yield
        except sqlite3.OperationalError as error:
            if is_busy(error):
                raise StoreBusyError(
                    f"{self._path} is in use by another ingest",
                    hint="wait for it to finish, then run this again; what was embedded is kept",
                ) from error
            raise PolicyAssistantError(
                f"{self._path} cannot be used ({error})",
                hint="see that the disk has room and the folder can be written, or delete the file: it is only a cache",
            ) from error
        except sqlite3.DatabaseError as error:
            if type(error) is not sqlite3.DatabaseError:  # its subclasses say that we made a mistake, not that the file is damaged
                raise
            self._conn.close()
            delete_database(self._path)
            raise PolicyAssistantError(
                f"the vectors kept in {self._path} were damaged ({error}); they are deleted", hint="run the ingest again"
            ) from error


def _opened(path: Path) -> sqlite3.Connection:
    try:
        return _connect(path)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:  # damaged: it is only a cache
        delete_database(path)
        return _connect(path)


def _connect(path: Path) -> sqlite3.Connection:
    conn = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        conn.execute(f"PRAGMA page_size = {PAGE_SIZE}")
        conn.execute("PRAGMA journal_mode = WAL")
        conn.execute("PRAGMA synchronous = NORMAL")
        # With WITHOUT ROWID every vector would overflow into a page of its own.
        conn.execute("CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, used INTEGER NOT NULL, vector BLOB NOT NULL)")
        conn.execute("SELECT key, used, vector FROM vectors LIMIT 1").fetchone()
    except sqlite3.Error:
        conn.close()
        raise
    return conn


def _parts(keys: list[bytes]) -> Iterable[list[bytes]]:
    for begin in range(0, len(keys), _KEYS_A_QUERY):
        yield keys[begin : begin + _KEYS_A_QUERY]
