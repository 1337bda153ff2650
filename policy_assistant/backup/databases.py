"""Databases copied whole while others use them, by SQLite itself: it knows what is in the file and what in its log."""

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from policy_assistant.errors import InputRefusedError, StoreBusyError
from policy_assistant.state import MODE
from policy_assistant.store.connection import is_busy

WAIT_SECONDS = 10.0
"""How long to wait for somebody who writes."""

SIDES = ("-wal", "-shm")
"""What SQLite keeps beside a file; a new file of that name would be read with an old one's log."""


def copy_out(source: sqlite3.Connection, target: Path) -> None:
    """A copy of what a connection sees, as one file without a log that only its owner may read. `target` is made.

    Raises:
        StoreBusyError: somebody has been writing for too long.
        OSError: the file is there already, or cannot be made.
        sqlite3.Error: the source is damaged, or the disk is full.
    """
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_RDWR, MODE))
    with contextlib.closing(sqlite3.connect(target, isolation_level=None)) as copy:
        copy.execute("PRAGMA synchronous = OFF")  # whoever makes it says when it must be on the disk
        source.backup(copy, progress=_patient(target))
        copy.execute("PRAGMA journal_mode = DELETE")


def copy_in(source: Path, target: Path) -> None:
    """Put the content of a file into a database that others may be using: they see the old one, then the new one.

    Raises:
        StoreBusyError: somebody has been writing for too long; nothing was changed.
        sqlite3.Error: the target is none of SQLite's, or is damaged.
    """
    with (
        _busy_told(target),
        still(source) as conn,
        contextlib.closing(sqlite3.connect(target, timeout=WAIT_SECONDS, isolation_level=None)) as live,
    ):
        live.execute("PRAGMA secure_delete = ON")
        conn.backup(live, progress=_patient(target))
        live.execute("PRAGMA busy_timeout = 0")  # the content is in place: the log may stay while somebody reads it
        live.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextlib.contextmanager
def still(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a file that nobody else uses; nothing is put beside it."""
    with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)) as conn:
        yield conn


def check_database(path: Path, name: str) -> int:
    """The `user_version` of a file that nobody else uses.

    Raises:
        InputRefusedError: it is no database, or is damaged.
    """
    try:
        with still(path) as conn:
            problem = conn.execute("PRAGMA quick_check(1)").fetchone()[0]
            version = int(conn.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error as error:
        problem, version = str(error), 0
    if problem != "ok":
        raise InputRefusedError(f"{name} in the backup is no sound database ({problem})", hint="take another backup")
    return version


def _patient(path: Path) -> Callable[[int, int, int], None]:
    """What stops a copy that has waited too long: SQLite's own loop would wait for ever."""
    until = time.monotonic() + WAIT_SECONDS

    def goes_on(status: int, _remaining: int, _total: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > until:
            raise _busy(path)

    return goes_on


@contextlib.contextmanager
def _busy_told(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:
        if is_busy(error):
            raise _busy(path) from error
        raise


def _busy(path: Path) -> StoreBusyError:
    return StoreBusyError(f"{path} is being written by another process", hint="run this again in a moment")
