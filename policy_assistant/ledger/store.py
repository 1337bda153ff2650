"""The ledger in `state.sqlite`: keep, read, erase, verify."""

import json
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from policy_assistant.answer import Answer
from policy_assistant.errors import NotFoundError
from policy_assistant.ledger.chain import ANSWER, ERASURE, Entry, Head, canonical, chain_problems, link
from policy_assistant.ledger.record import KeptAnswer, content_of, kept_answer
from policy_assistant.settings import Settings
from policy_assistant.state import STAMP, reading, stamp, writing

ID_DIGITS = 12
"""An answer's ID is the beginning of its entry's hash."""

_HEX = frozenset("0123456789abcdef")
_COLUMNS = "number, kept_at, kind, labels, content_hash, hash, salt, content"
_RETENTION = "retention"


class Ledger:
    """The kept answers of a project. The file is opened for each piece of work only: processes and threads may share it.

    Whoever reads says which labels he may see, and gets the answers that were given to audiences with no other labels.
    `keep_days` is how long content is kept (0 = for ever); what is older is erased when the next answer is kept.
    """

    def __init__(self, path: Path, keep_days: int = 0) -> None:
        self.path = path
        self.keep_days = keep_days

    @classmethod
    def of(cls, settings: Settings) -> "Ledger":
        """The ledger of a project."""
        return cls(settings.state_path, settings.answers.keep_days)

    def keep(self, answer: Answer, when: datetime | None = None, *, today: str = "") -> KeptAnswer:
        """Keep an answer that was given at `when` (now). `today` is the day that `today` means in the project.

        Raises:
            PolicyAssistantError: it cannot be kept; the message says why. The answer is as good as before.
        """
        when = (when or datetime.now(UTC)).astimezone(UTC)
        labels, content = canonical(sorted(answer.asked.labels)), content_of(answer, today or when.date().isoformat())
        with writing(self.path) as conn:
            entry = _append(conn, stamp(when), ANSWER, labels, content)
            if self.keep_days:
                day = (when - timedelta(days=self.keep_days)).strftime(STAMP)
                _erase(conn, _answers_before(conn, day), _RETENTION, stamp(when))
        return kept_answer(entry.hash[:ID_DIGITS], entry.number, entry.kept_at, answer.asked.labels, content)

    def answers(self, *, labels: frozenset[str], since: str = "", until: str = "") -> list[KeptAnswer]:
        """The answers that were kept from day `since` to day `until` (ISO dates in UTC, both count), oldest first."""
        with reading(self.path) as conn:
            rows = _entries(conn, "WHERE kind = ? AND kept_at >= ? AND kept_at < ?", (ANSWER, since, _after(until))) if conn else ()
            return [kept for row in rows if (kept := _visible(row, labels))]

    def get(self, name: str, *, labels: frozenset[str]) -> KeptAnswer:
        """The answer whose ID begins with these digits.

        Raises:
            NotFoundError: none or several begin so among those that the labels show, or it was erased.
        """
        with reading(self.path) as conn:
            return self._readable(conn, name, labels)[1]

    def holds(self, name: str) -> bool:
        """Whether the answer with this ID is there and was not erased."""
        with reading(self.path) as conn:
            return conn is not None and any(entry.content is not None for entry in _with_id(conn, name))

    def hash_of(self, kept: KeptAnswer) -> str:
        """The whole hash of an answer's entry, of which its ID is the beginning; empty where the entry is not there."""
        with reading(self.path) as conn:
            row = conn.execute("SELECT hash FROM ledger WHERE number = ?", (kept.number,)).fetchone() if conn else None
        return str(row[0]) if row else ""

    def erase(self, name: str, *, labels: frozenset[str], by: str, when: datetime | None = None) -> str:
        """Erase what an answer said; that it was there, when, and who erased it stays. The ID that was erased.

        Raises:
            NotFoundError: as `get`.
        """
        with writing(self.path, checkpoint=True) as conn:
            entry, _ = self._readable(conn, name, labels)
            _erase(conn, [entry.number], by, stamp(when))
        return entry.hash[:ID_DIGITS]

    def erase_before(self, day: str, *, labels: frozenset[str], by: str, when: datetime | None = None) -> int:
        """Erase what the answers said that were kept before a day (ISO date in UTC); how many they were."""
        with writing(self.path, checkpoint=True) as conn:
            chosen = [entry for entry in _entries(conn, "WHERE kind = ? AND kept_at < ?", (ANSWER, day)) if _may_see(entry, labels)]
            numbers = [entry.number for entry in chosen if entry.content is not None]
            _erase(conn, numbers, by, stamp(when))
        return len(numbers)

    def head(self) -> Head:
        """How many entries there are, and the hash to write down elsewhere: with it `verify` finds a ledger that was made anew."""
        with reading(self.path) as conn:
            return _head(conn) if conn else Head()

    def verify(self, anchor: str = "") -> list[str]:
        """What is wrong with the chain, as sentences; empty when it is whole. `anchor` is a hash that the head once had."""
        with reading(self.path) as conn:
            return chain_problems(_entries(conn), _head(conn), anchor.lower()) if conn else chain_problems((), Head(), anchor.lower())

    def _readable(self, conn: sqlite3.Connection | None, name: str, labels: frozenset[str]) -> tuple[Entry, KeptAnswer]:
        found = [entry for entry in _with_id(conn, name) if _may_see(entry, labels)] if conn else []
        if len(found) != 1:
            several = f"; {len(found)} begin with it" if found else ""
            raise NotFoundError(f"no kept answer has the ID {name!r}{several}", hint="`policy-assistant audit --list` shows the IDs")
        kept = _visible(found[0], labels)
        if kept is None:
            raise NotFoundError(f"the answer {name!r} was erased, or its record is damaged", hint="`policy-assistant audit --verify` tells")
        return found[0], kept


def _after(until: str) -> str:
    """What sorts after every moment of a day; after every moment at all for no day."""
    return f"{until}~"


def _entries(conn: sqlite3.Connection, where: str = "", values: Sequence[object] = ()) -> Iterator[Entry]:
    return (Entry(*row) for row in conn.execute(f"SELECT {_COLUMNS} FROM ledger {where} ORDER BY number", values))  # noqa: S608  constants of ours


def _with_id(conn: sqlite3.Connection, name: str) -> list[Entry]:
    name = name.strip().lower()
    if not name or not set(name) <= _HEX:
        return []
    return list(_entries(conn, "WHERE kind = ? AND hash >= ? AND hash < ?", (ANSWER, name, f"{name}g")))


def _head(conn: sqlite3.Connection) -> Head:
    """The head; where somebody took it away, the last entry, so that answers can still be kept."""
    for sql in ("SELECT entries, hash FROM ledger_head", "SELECT number, hash FROM ledger ORDER BY number DESC LIMIT 1"):
        if row := conn.execute(sql).fetchone():
            return Head(*row)
    return Head()


def _append(conn: sqlite3.Connection, kept_at: str, kind: str, labels: str, content: str) -> Entry:
    entry = link(_head(conn), kept_at, kind, labels, secrets.token_hex(16), content)
    values = (entry.number, entry.kept_at, entry.kind, entry.labels, entry.content_hash, entry.hash, entry.salt, entry.content)
    conn.execute(f"INSERT INTO ledger ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)  # noqa: S608  a constant of ours
    conn.execute("INSERT OR REPLACE INTO ledger_head (id, entries, hash) VALUES (1, ?, ?)", (entry.number, entry.hash))
    return entry


def _answers_before(conn: sqlite3.Connection, moment: str) -> list[int]:
    sql = "SELECT number FROM ledger WHERE kept_at < ? AND content IS NOT NULL AND kind = ? ORDER BY number"
    return [number for (number,) in conn.execute(sql, (moment, ANSWER))]


def _erase(conn: sqlite3.Connection, numbers: Sequence[int], by: str, kept_at: str) -> None:
    """Empty entries, and say so in the chain."""
    if not numbers:
        return
    conn.executemany("UPDATE ledger SET salt = NULL, content = NULL WHERE number = ?", [(number,) for number in numbers])
    _append(conn, kept_at, ERASURE, canonical([]), canonical({"numbers": list(numbers), "by": by}))


def _labels_of(entry: Entry) -> frozenset[str] | None:
    """The labels of an entry; None where they are not readable."""
    try:
        labels = json.loads(entry.labels)
    except ValueError:
        return None
    return frozenset(labels) if isinstance(labels, list) and all(isinstance(label, str) for label in labels) else None


def _may_see(entry: Entry, labels: frozenset[str]) -> bool:
    its = _labels_of(entry)
    return its is not None and its <= labels


def _visible(entry: Entry, labels: frozenset[str]) -> KeptAnswer | None:
    """The answer of an entry; None where the labels do not show it, it was erased, or somebody changed its form."""
    its = _labels_of(entry)
    if its is None or not its <= labels or entry.content is None:
        return None
    try:
        return kept_answer(entry.hash[:ID_DIGITS], entry.number, entry.kept_at, its, entry.content)
    except (LookupError, TypeError, ValueError):
        return None
