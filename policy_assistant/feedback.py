"""Feedback in `state.sqlite`: whether a kept answer was right, as people say it."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from policy_assistant.errors import InputRefusedError, UsageError, nearest
from policy_assistant.settings import Settings
from policy_assistant.state import reading, stamp, writing

if TYPE_CHECKING:
    from policy_assistant.ledger.record import KeptAnswer

RIGHT, WRONG = "right", "wrong"
VERDICTS = (RIGHT, WRONG)
MAX_COMMENT = 2000
"""Characters."""

MAX_KEYS, MAX_ANONYMOUS = 100, 5
"""How many keys may judge one answer, and how often people without one may: more is somebody who fills the disk.

They are counted apart, so that those who need no key shut out nobody who has one.
"""

_COLUMNS = "number, answer_id, labels, verdict, comment, who, given_at"


@dataclass(frozen=True)
class FeedbackEntry:
    """One judgement of a kept answer. `labels` are those of the answer, `who` the ID of a key or empty, `given_at` in UTC."""

    number: int
    answer_id: str
    labels: frozenset[str]
    verdict: str
    comment: str
    who: str
    given_at: str


class Feedback:
    """The feedback of a project. The file is opened for each piece of work only: processes and threads may share it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of(cls, settings: Settings) -> "Feedback":
        """The feedback of a project."""
        return cls(settings.state_path)

    def give(self, answer: "KeptAnswer", verdict: str, comment: str = "", who: str = "", when: datetime | None = None) -> FeedbackEntry:
        """Keep what somebody says about an answer that the caller may see. Of one key only the last word on an answer counts.

        Raises:
            UsageError: the verdict is neither `right` nor `wrong`, or the comment is too long.
            InputRefusedError: the answer has got too much feedback already from other keys, or from people without a key.
            PolicyAssistantError: it cannot be kept.
        """
        comment = _checked(verdict, comment)
        with writing(self.path) as conn:
            if who:
                conn.execute("DELETE FROM feedback WHERE answer_id = ? AND who = ?", (answer.id, who))
            _check_room(conn, answer.id, who)
            values = (answer.id, json.dumps(sorted(answer.labels)), verdict, comment, who, stamp(when))
            done = conn.execute(
                "INSERT INTO feedback (answer_id, labels, verdict, comment, who, given_at) VALUES (?, ?, ?, ?, ?, ?)", values
            )
        return FeedbackEntry(done.lastrowid or 0, answer.id, answer.labels, verdict, comment, who, values[-1])

    def entries(self, *, labels: frozenset[str]) -> list[FeedbackEntry]:
        """What was said about answers with no other labels than these, in the order in which it was said."""
        with reading(self.path) as conn:
            rows = conn.execute(f"SELECT {_COLUMNS} FROM feedback ORDER BY number") if conn else ()  # noqa: S608  a constant of ours
            return [entry for row in rows if (entry := _visible(row, labels))]


def _check_room(conn: sqlite3.Connection, answer_id: str, who: str) -> None:
    most, whose = (MAX_KEYS, "by keys") if who else (MAX_ANONYMOUS, "without a key")
    (count,) = conn.execute("SELECT count(*) FROM feedback WHERE answer_id = ? AND (who = '') = ?", (answer_id, not who)).fetchone()
    if count >= most:
        hint = "ask again and judge the new answer" if who else "judge it with a key, or ask again and judge the new answer"
        raise InputRefusedError(f"the answer {answer_id} was judged {count} times {whose}, which is all that is kept", hint=hint)


def _checked(verdict: str, comment: str) -> str:
    """The comment as it is kept."""
    if verdict not in VERDICTS:
        raise UsageError(f"unknown verdict {verdict!r:.40}", hint=nearest(verdict, VERDICTS))
    if len(comment) > MAX_COMMENT:
        raise UsageError(f"a comment of {len(comment):,} characters is too long; allowed: {MAX_COMMENT:,}", hint="say it shorter")
    return comment.encode("utf-8", "replace").decode().replace("\0", "").strip()


def _visible(row: Sequence[Any], labels: frozenset[str]) -> FeedbackEntry | None:
    """The entry of a row; None where the labels do not show its answer, or cannot be read."""
    number, answer_id, text, verdict, comment, who, given_at = row
    try:
        its = json.loads(text)
    except ValueError:
        return None
    if not isinstance(its, list) or not all(isinstance(label, str) for label in its) or not labels.issuperset(its):
        return None
    return FeedbackEntry(number, answer_id, frozenset(its), verdict, comment, who, given_at)
