"""Marks in `state.sqlite` that somebody has seen what an audit found. A finding comes back unmarked when it becomes another."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from policy_assistant.settings import Settings
from policy_assistant.state import reading, stamp, writing

if TYPE_CHECKING:
    from policy_assistant.audit.findings import Finding


@dataclass(frozen=True)
class SeenMark:
    """Who has seen a finding (the ID of a key, or empty), and when in UTC."""

    who: str
    seen_at: str


class Seen:
    """The marks of a project. The file is opened for each piece of work only: processes and threads may share it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of(cls, settings: Settings) -> "Seen":
        """The marks of a project."""
        return cls(settings.state_path)

    def mark(self, *findings: "Finding", who: str = "", when: datetime | None = None) -> None:
        """Mark findings as seen. One that is marked keeps its first mark.

        Raises:
            PolicyAssistantError: it cannot be kept.
        """
        with writing(self.path) as conn:
            rows = [(mark_of(finding), who, stamp(when)) for finding in findings]
            conn.executemany("INSERT OR IGNORE INTO seen (mark, who, seen_at) VALUES (?, ?, ?)", rows)

    def unmark(self, *findings: "Finding") -> None:
        """Take marks away; findings without one stay as they are. Raises as `mark`."""
        with writing(self.path) as conn:
            conn.executemany("DELETE FROM seen WHERE mark = ?", [(mark_of(finding),) for finding in findings])

    def among(self, findings: "Iterable[Finding]") -> "dict[Finding, SeenMark]":
        """Those of these findings that are marked, with their marks."""
        with reading(self.path) as conn:
            if conn is None:
                return {}
            sql = "SELECT who, seen_at FROM seen WHERE mark = ?"
            rows = ((finding, conn.execute(sql, (mark_of(finding),)).fetchone()) for finding in findings)
            return {finding: SeenMark(*row) for finding, row in rows if row}


def mark_of(finding: "Finding") -> str:
    """What a finding is known by from one audit to the next: 64 hex digits."""
    f = finding
    parts = (f.kind, f.answer_id, f.doc_id, f.version, f.chunk_id, f.other_version)
    return hashlib.sha256("|".join(parts).encode()).hexdigest()
