"""Keys that were revoked after a backup was made: they stay revoked when it is restored."""

import contextlib
import sqlite3
from collections.abc import Mapping
from pathlib import Path

from policy_assistant.backup.databases import WAIT_SECONDS
from policy_assistant.store.connection import is_busy, open_reader


def revoked_in(state: Path) -> dict[str, str] | None:
    """The hashes of the keys that are revoked in a state, each with the moment; None where it cannot be read.

    Raises:
        sqlite3.OperationalError: somebody has been writing it for too long.
    """
    if not state.exists():
        return {}
    try:
        with contextlib.closing(open_reader(state, WAIT_SECONDS)) as conn:
            if not _has_keys(conn):
                return {} if conn.execute("PRAGMA user_version").fetchone()[0] else None
            return dict(conn.execute("SELECT hash, revoked FROM keys WHERE revoked != ''"))
    except sqlite3.Error as error:
        if isinstance(error, sqlite3.OperationalError) and is_busy(error):
            raise
        return None


def revoke_again(revoked: Mapping[str, str], state: Path) -> int:
    """Revoke keys in a file that nobody else uses; how many of them were still active there.

    Raises:
        sqlite3.Error: it cannot be written.
    """
    if not revoked:
        return 0
    with contextlib.closing(sqlite3.connect(state, isolation_level=None)) as conn:
        if not _has_keys(conn):
            return 0
        conn.execute("PRAGMA journal_mode = DELETE")  # the file is moved without what would stand beside it
        conn.execute("BEGIN")
        rows = [(moment, key) for key, moment in revoked.items()]
        done = conn.executemany("UPDATE keys SET revoked = ? WHERE hash = ? AND revoked = ''", rows)
        conn.execute("COMMIT")
        return done.rowcount


def _has_keys(conn: sqlite3.Connection) -> bool:
    return conn.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'keys'").fetchone() is not None
