"""`state.sqlite`: what is the user's own and cannot be made again, such as kept answers.

The file is never deleted by us, and only its owner may read it (mode 0600). Its tables are numbered migrations. Whoever
builds on it opens it for one piece of work at a time, so that processes and threads may use it side by side.
"""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from policy_assistant.errors import PolicyAssistantError, StoreBusyError
from policy_assistant.store.connection import is_busy, open_reader

BUSY_SECONDS = 10.0
"""How long a writer waits for another one."""

MODE = 0o600

STAMP = "%Y-%m-%dT%H:%M:%SZ"
"""How a moment is written."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # An entry keeps its number, time, labels and hashes when it is erased; salt and content are NULL from then on.
        """CREATE TABLE ledger (
            number INTEGER PRIMARY KEY, kept_at TEXT NOT NULL, kind TEXT NOT NULL, labels TEXT NOT NULL, content_hash TEXT NOT NULL,
            hash TEXT NOT NULL UNIQUE, salt TEXT, content TEXT)""",
        "CREATE INDEX ledger_by_time ON ledger (kept_at) WHERE content IS NOT NULL",
        "CREATE TABLE ledger_head (id INTEGER PRIMARY KEY CHECK (id = 1), entries INTEGER NOT NULL, hash TEXT NOT NULL)",
    ),
    (
        # `audiences` is a JSON list; `expires` and `last_used` are days, `revoked` a moment, each empty where there is none.
        """CREATE TABLE keys (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL, audiences TEXT NOT NULL, created TEXT NOT NULL,
            expires TEXT NOT NULL, revoked TEXT NOT NULL DEFAULT '', last_used TEXT NOT NULL DEFAULT '') WITHOUT ROWID""",
        "CREATE UNIQUE INDEX keys_in_use ON keys (name) WHERE revoked = ''",
        """CREATE TABLE feedback (
            number INTEGER PRIMARY KEY, answer_id TEXT NOT NULL, labels TEXT NOT NULL, verdict TEXT NOT NULL, comment TEXT NOT NULL,
            who TEXT NOT NULL, given_at TEXT NOT NULL)""",
        "CREATE INDEX feedback_of_answer ON feedback (answer_id)",
        # A comment may repeat what an answer said. An answer's ID is the first 12 digits of its entry's hash.
        """CREATE TRIGGER comments_are_erased_with_their_answer AFTER UPDATE OF content ON ledger WHEN new.content IS NULL BEGIN
            UPDATE feedback SET comment = '' WHERE answer_id = substr(new.hash, 1, 12);
        END""",
        "CREATE TABLE seen (mark TEXT PRIMARY KEY, who TEXT NOT NULL, seen_at TEXT NOT NULL) WITHOUT ROWID",
    ),
)
"""Step n takes a file from `user_version` n to n + 1. Steps are added at the end and never changed."""

SCHEMA = len(MIGRATIONS)


@contextlib.contextmanager
def writing(path: Path, *, checkpoint: bool = False, wait: float | None = None) -> Iterator[sqlite3.Connection]:
    """A transaction: all of it is done at the end, or nothing when the block raises. The file is made when it is missing.

    With `checkpoint` what was overwritten is gone from the file and its log afterwards, unless somebody is reading it.
    `wait` is how many seconds to wait for another writer, `BUSY_SECONDS` where it is None.

    Raises:
        StoreBusyError: another process has been writing for too long.
        PolicyAssistantError: the file cannot be written, is damaged, or was made by a newer version.
    """
    _create(path)
    timeout = BUSY_SECONDS if wait is None else wait
    with _translated(path), contextlib.closing(sqlite3.connect(path, timeout=timeout, isolation_level=None)) as conn:
        conn.execute("PRAGMA journal_mode = WAL")
        conn.execute("PRAGMA secure_delete = ON")
        conn.execute("BEGIN IMMEDIATE")
        try:
            _migrate(path, conn)
            yield conn
        except BaseException:
            if conn.in_transaction:  # some errors end it
                conn.execute("ROLLBACK")
            raise
        conn.execute("COMMIT")
        if checkpoint:
            conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection | None]:
    """One state of the file for all statements inside, whatever is written meanwhile; None where there is no file yet.

    Raises:
        As `writing`.
    """
    if not path.exists():
        yield None
        return
    with _translated(path):
        conn = open_reader(path, BUSY_SECONDS)
        if _version(conn) < SCHEMA:
            conn.close()
            with writing(path):
                pass
            conn = open_reader(path, BUSY_SECONDS)
        with contextlib.closing(conn):
            _check_version(path, conn)
            conn.execute("BEGIN")
            yield conn


def held(path: Path) -> contextlib.ExitStack:
    """Keeps the file's log open until it is closed: else whoever is the last to close the file folds the log into it each time,
    which takes longer than most pieces of work. Where the file cannot be opened, nothing is held.
    """
    stack = contextlib.ExitStack()
    with contextlib.suppress(PolicyAssistantError):
        with writing(path):
            pass
        with _translated(path):
            conn = stack.enter_context(contextlib.closing(open_reader(path, BUSY_SECONDS)))
            _version(conn)
    return stack


def stamp(when: datetime | None = None) -> str:
    """A moment (now, where none is given) as it is kept: UTC, to the second."""
    return (when or datetime.now(UTC)).astimezone(UTC).strftime(STAMP)


def schema_of(path: Path) -> int:
    """How many migrations a file has had, 0 for one that is not ours yet. Nothing is changed.

    Raises:
        As `writing`.
    """
    with _translated(path), contextlib.closing(open_reader(path, BUSY_SECONDS)) as conn:
        return _version(conn)


def _create(path: Path) -> None:
    """An empty file that only its owner may read, where there is none; the files that SQLite puts beside it follow its mode."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, MODE))
    except OSError as error:
        raise _unusable(path, error.strerror or str(error)) from error


def _migrate(path: Path, conn: sqlite3.Connection) -> None:
    _check_version(path, conn)
    for number in range(_version(conn), SCHEMA):
        for statement in MIGRATIONS[number]:
            conn.execute(statement)
        conn.execute(f"PRAGMA user_version = {number + 1}")


def _version(conn: sqlite3.Connection) -> int:
    return int(conn.execute("PRAGMA user_version").fetchone()[0])


def _check_version(path: Path, conn: sqlite3.Connection) -> None:
    if _version(conn) > SCHEMA:
        raise PolicyAssistantError(
            f"{path} was made by a newer version (schema {_version(conn)}; this one knows {SCHEMA})", hint="install the newer version again"
        )


@contextlib.contextmanager
def _translated(path: Path) -> Iterator[None]:
    """SQLite's errors as ours."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if is_busy(error):
            raise StoreBusyError(f"{path} is being written by another process", hint="run this again in a moment") from error
        raise _unusable(path, str(error)) from error
    except sqlite3.DatabaseError as error:
        raise PolicyAssistantError(
            f"{path} is damaged or is not ours ({error})", hint="restore it from a backup: what it holds cannot be made again"
        ) from error


def _unusable(path: Path, reason: str) -> PolicyAssistantError:
    return PolicyAssistantError(
        f"{path} cannot be used ({reason.lower()})", hint=f"make {path.parent} and the file writable for you, or set [store] state"
    )
