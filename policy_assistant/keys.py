"""API keys in `state.sqlite`: who asks over the network, and as which audiences.

A key is `pa_ID_SECRET`. Only its SHA-256 is kept: 32 random bytes cannot be guessed, so that nothing slower is needed.
"""

import contextlib
import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

from policy_assistant.errors import NotFoundError, PolicyAssistantError, UsageError, nearest
from policy_assistant.filters import iso_date
from policy_assistant.settings import Settings
from policy_assistant.state import reading, stamp, writing

MAX_NAME = 80

_KEY = re.compile(r"pa_([0-9a-f]{8})_[A-Za-z0-9_-]{43}")
_ID = re.compile(r"[0-9a-f]{8}")
_DAYS = re.compile(r"([1-9][0-9]{0,4})d")
_NO_HASH = "0" * 64
_COLUMNS = "id, name, audiences, created, expires, revoked, last_used"


@dataclass(frozen=True)
class KeyRecord:
    """What is known about a key; its secret is not.

    `audiences` may be asked for, the first one where none is. `created` and `revoked` are moments in UTC, `expires` (the
    last day that counts) and `last_used` are ISO dates; all but `created` may be empty.
    """

    id: str
    name: str
    audiences: tuple[str, ...]
    created: str
    expires: str = ""
    revoked: str = ""
    last_used: str = ""

    def audiences_in(self, settings: Settings) -> tuple[str, ...]:
        """Its audiences that there still are. With none left its bearer may ask nothing, not even what anonymous callers may."""
        return tuple(name for name in self.audiences if name in settings.access.audiences)

    def status(self, today: date) -> str:
        """`active`, `expired` or `revoked`."""
        if self.revoked:
            return "revoked"
        return "expired" if self.expires and self.expires < today.isoformat() else "active"


class KeyRing:
    """The keys of a project. The file is opened for each piece of work only: processes and threads may share it.

    `audiences` are those that a new key may have.
    """

    def __init__(self, path: Path, audiences: Iterable[str]) -> None:
        self.path = path
        self.audiences = tuple(audiences)

    @classmethod
    def of(cls, settings: Settings) -> "KeyRing":
        """The keys of a project."""
        return cls(settings.state_path, settings.access.audiences)

    def create(self, name: str, audiences: Sequence[str], expires: str = "", *, when: datetime | None = None) -> tuple[KeyRecord, str]:
        """A new key and its text, which is nowhere else. `expires` is the last day that counts (ISO date), empty for ever.

        Raises:
            UsageError: a name that is none or is that of a key in use, no audience, an unknown one, or no ISO date.
            PolicyAssistantError: it cannot be kept.
        """
        name = _checked_name(name)
        chosen = self._checked_audiences(audiences)
        if expires:
            iso_date(expires, "expiry")
        key_id = secrets.token_hex(4)
        text = f"pa_{key_id}_{secrets.token_urlsafe(32)}"
        record = KeyRecord(key_id, name, chosen, stamp(when), expires)
        values = (key_id, name, _hash_of(text), json.dumps(chosen), record.created, expires)
        with writing(self.path) as conn:
            if conn.execute("SELECT 1 FROM keys WHERE name = ? AND revoked = ''", (name,)).fetchone():
                raise UsageError(
                    f"there is a key named {name!r} already", hint=f"choose another name, or `policy-assistant keys revoke {name}`"
                )
            conn.execute("INSERT INTO keys (id, name, hash, audiences, created, expires) VALUES (?, ?, ?, ?, ?, ?)", values)
        return record, text

    def list(self) -> list[KeyRecord]:
        """All keys, also those that are revoked or expired, the oldest first."""
        with reading(self.path) as conn:
            rows = conn.execute(f"SELECT {_COLUMNS} FROM keys ORDER BY created, name") if conn else ()  # noqa: S608  a constant of ours
            return [_record(row) for row in rows]

    def revoke(self, name: str, *, when: datetime | None = None) -> KeyRecord:
        """End a key for ever; one that is ended stays as it was. `name` is its ID, its name while it is in use, or the whole key.

        Raises:
            NotFoundError: there is none.
        """
        whole = _KEY.fullmatch(name.strip())
        wanted = whole[1] if whole else name.strip()
        with writing(self.path) as conn:
            sql = f"SELECT {_COLUMNS} FROM keys WHERE id = ? OR (name = ? AND revoked = '')"  # noqa: S608  a constant of ours
            row = conn.execute(sql, (wanted, wanted)).fetchone()
            if row is None:
                raise NotFoundError(f"no key {wanted!r:.{MAX_NAME}}", hint="`policy-assistant keys list` shows IDs and names")
            conn.execute("UPDATE keys SET revoked = ? WHERE id = ? AND revoked = ''", (stamp(when), row[0]))
            return _record(conn.execute(f"SELECT {_COLUMNS} FROM keys WHERE id = ?", (row[0],)).fetchone())  # noqa: S608  as above

    def check(self, text: str, today: date) -> KeyRecord | None:
        """The key that a text is, None for every text that is none that counts on the day `today`; nothing tells why.

        Raises:
            PolicyAssistantError: the file cannot be read.
        """
        found = _KEY.fullmatch(text)
        if not found:
            return None
        with reading(self.path) as conn:
            sql = f"SELECT hash, {_COLUMNS} FROM keys WHERE id = ?"  # noqa: S608  a constant of ours
            row = conn.execute(sql, (found[1],)).fetchone() if conn else None
        is_right = hmac.compare_digest(row[0] if row else _NO_HASH, _hash_of(text))
        record = _record(row[1:]) if row else None
        if record is None or not is_right or record.status(today) != "active":
            return None
        if record.last_used < today.isoformat():
            self._note_use(record.id, today.isoformat())
        return record

    def _note_use(self, key_id: str, day: str) -> None:
        """Keep the day of use where that is possible at once: nobody waits for it."""
        with contextlib.suppress(PolicyAssistantError), writing(self.path, wait=0) as conn:
            conn.execute("UPDATE keys SET last_used = ? WHERE id = ? AND last_used < ?", (day, key_id, day))

    def _checked_audiences(self, audiences: Sequence[str]) -> tuple[str, ...]:
        if not audiences:
            raise UsageError("a key needs an audience", hint=nearest("", self.audiences))
        for name in audiences:
            if name not in self.audiences:
                raise UsageError(f"unknown audience {name!r}", hint=nearest(name, self.audiences))
        return tuple(dict.fromkeys(audiences))


def expiry(text: str, today: date) -> str:
    """The last day of a key as an ISO date: that day itself, or so many days after today (`90d`); empty for empty.

    Raises:
        UsageError: neither, or a day before today.
    """
    if not text:
        return ""
    days = _DAYS.fullmatch(text)
    try:
        day = (today + timedelta(days=int(days[1]))).isoformat() if days else iso_date(text, "expiry")
    except UsageError:
        raise UsageError(f"expiry {text!r} is neither YYYY-MM-DD nor days such as 90d", hint="for example --expires 90d") from None
    if day < today.isoformat():
        raise UsageError(f"expiry {day} is before today, {today.isoformat()}", hint="name today or a later day")
    return day


def _checked_name(name: str) -> str:
    name = name.strip()
    if not name or len(name) > MAX_NAME or not name.isprintable():
        raise UsageError(
            f"{name!r:.{MAX_NAME}} is no name for a key: 1 to {MAX_NAME} characters on one line", hint="for example `support-desk`"
        )
    if _ID.fullmatch(name) or name.startswith("pa_"):
        raise UsageError(f"{name!r:.11} looks like the ID of a key, or a key", hint="choose a name that says who uses it")
    return name


def _hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _record(row: Sequence[str]) -> KeyRecord:
    key_id, name, audiences, created, expires, revoked, last_used = row
    return KeyRecord(key_id, name, _names(audiences), created, expires, revoked, last_used)


def _names(text: str) -> tuple[str, ...]:
    """The names in a JSON list; none where somebody changed its form."""
    try:
        names = json.loads(text)
    except ValueError:
        return ()
    return tuple(names) if isinstance(names, list) and all(isinstance(name, str) for name in names) else ()
