"""Connections to the index file: for reading, for writing, and SQLite's errors as ours."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from policy_assistant.errors import IndexMismatchError, PolicyAssistantError, StoreBusyError
from policy_assistant.store.make import REBUILD_HINT

BUSY_SECONDS = 30.0
FOLD_MILLISECONDS = 500

PAGE_SIZE = 8_192
"""Bytes. Of SQLite's usual 4,096 a vector of 512 numbers fills one half and leaves the other empty."""


def connect(path: Path, *, write: bool) -> sqlite3.Connection:
    """A connection in autocommit mode; the caller closes it. A reader cannot write, and works where the folder is read-only.

    Raises:
        StoreBusyError: another process holds the file.
        IndexMismatchError: it is no database.
    """
    with translated(path):
        return _writer(path) if write else open_reader(path, BUSY_SECONDS)


def open_reader(path: Path, timeout: float) -> sqlite3.Connection:
    """A connection in autocommit mode that cannot write; it waits `timeout` seconds for a writer. The caller closes it.

    In a folder that is read-only SQLite must be told that nobody else writes either.

    Raises:
        sqlite3.Error: the file is none of SQLite's, or another process holds it.
    """
    try:
        return _reader(path, "mode=ro", timeout)
    except sqlite3.OperationalError as error:
        if is_busy(error) or _has_log(path):
            raise
        return _reader(path, "mode=ro&immutable=1", timeout)


@contextlib.contextmanager
def translated(path: Path) -> Iterator[None]:
    """SQLite's errors as ours."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if is_busy(error):
            raise StoreBusyError(
                f"{path} is being written by another process", hint="wait for the other ingest to finish, then run this again"
            ) from error
        if "readonly" in str(error):
            raise PolicyAssistantError(
                f"{path} cannot be written: it or its folder is read-only", hint=f"make {path.parent} writable"
            ) from error
        raise IndexMismatchError(f"{path} cannot be used ({error})", hint=REBUILD_HINT) from error
    except sqlite3.DatabaseError as error:
        raise IndexMismatchError(f"{path} is not an index or is damaged ({error})", hint=REBUILD_HINT) from error


def fold_log(conn: sqlite3.Connection) -> None:
    """Fold the log into the file and empty it. Readers are waited for a moment only: what stays in the log counts all the same."""
    conn.execute(f"PRAGMA busy_timeout = {FOLD_MILLISECONDS}")
    conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    conn.execute(f"PRAGMA busy_timeout = {int(1000 * BUSY_SECONDS)}")


def is_busy(error: sqlite3.OperationalError) -> bool:
    """Whether it says that another process holds the file."""
    return "locked" in str(error) or "busy" in str(error)


def delete_database(path: Path) -> None:
    """Delete a database with the files that SQLite keeps beside it, of which a new one would take the log for its own."""
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _writer(path: Path) -> sqlite3.Connection:
    conn = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        conn.execute(f"PRAGMA page_size = {PAGE_SIZE}")  # counts for a new file only, and only before its log
        conn.execute("PRAGMA journal_mode = WAL")
    except sqlite3.Error:
        conn.close()
        raise
    return conn


def _reader(path: Path, options: str, timeout: float) -> sqlite3.Connection:
    conn = sqlite3.connect(f"{path.resolve().as_uri()}?{options}", uri=True, timeout=timeout, isolation_level=None)
    try:
        conn.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.Error:
        conn.close()
        raise
    return conn


def _has_log(path: Path) -> bool:
    """Whether changes wait in a log beside the file, which a reader that takes the file as immutable would miss."""
    log = path.with_name(f"{path.name}-wal")
    return log.exists() and log.stat().st_size > 0
