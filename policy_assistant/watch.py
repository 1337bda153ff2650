"""Watching a project: looks at its files again and again, and ingests what changed and is no longer being written.

Looking by size and time works on network drives too, where the system reports no changes.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from policy_assistant.code_files import find_code
from policy_assistant.code_folders import code_folders
from policy_assistant.errors import StoreBusyError
from policy_assistant.ingest_report import IngestReport
from policy_assistant.settings import Settings
from policy_assistant.settings_file import FILE_NAME
from policy_assistant.sidecar import described_by
from policy_assistant.sources import look_for_sources

Seen = Mapping[str, tuple[int, int]]
"""File -> size in bytes and time of change in ns: documents by their names, what describes them, inventory and settings."""

RETRY_SECONDS = 60.0
"""After this time what could not be read is tried again though nothing seems changed: a lock leaves no trace when it goes."""


class Ingest(Protocol):
    """One ingest. `unfinished` are documents that are being written, of which the index keeps what it has."""

    def __call__(self, unfinished: Collection[str]) -> IngestReport:
        """Ingest, and tell what was done."""
        ...


_INVENTORY, _SETTINGS = "inventory", "settings"


def look(settings: Settings, last: Seen | None = None) -> Seen:
    """The state of all files that an ingest would read. A file that goes while it is looked at is not there.

    What the `last` look saw of code is not looked into again.
    """
    found = look_for_sources(settings)
    code = find_code(settings, last or {}).sources if code_folders(settings) else ()
    seen = {source.name: (source.size, source.mtime) for source in (*found.sources, *code)}
    beside = ((f"{source.name}{source.sidecar.suffix}", source.sidecar) for source in found.sources if source.sidecar)
    for name, path in (*beside, (_INVENTORY, settings.inventory_path), (_SETTINGS, settings.folder / FILE_NAME)):
        try:
            status = path.stat()
        except OSError:
            continue
        seen[name] = (status.st_size, status.st_mtime_ns)
    return seen | {folder.name: (0, 0) for folder in found.unreachable}


@dataclass
class Watch:
    """The rounds of watching: each is one `step`. `every` is the time between them in seconds."""

    look: Callable[[Seen | None], Seen]
    ingest: Ingest
    every: float
    last: Seen | None = None
    done: dict[str, tuple[int, int]] = field(default_factory=dict)
    rest: int = 0

    def step(self) -> IngestReport | None:
        """Ingest what changed and looks as it did a round ago; None where there is nothing of the kind.

        In the first round everything is ingested: what was being written then changes again.

        Raises:
            As the ingest. What failed is tried again when a file changes or after `RETRY_SECONDS`.
        """
        seen = self.look(self.last)
        last, self.last = self.last, seen
        moving = frozenset() if last is None else _differing(seen, last)
        if moving & {_INVENTORY, _SETTINGS}:
            return None  # half an inventory would take labels away
        is_due = self._is_due()
        if last is not None and not is_due and not _differing(seen, self.done) - moving:
            return None
        self.done = {name: state for name, state in self.done.items() if name in moving} | {
            name: state for name, state in seen.items() if name not in moving
        }
        try:
            report = self.ingest(_documents(moving))
        except Exception as error:
            self._try_again(1 if isinstance(error, StoreBusyError) else self._rounds)
            raise
        self._try_again(self._rounds if report.skipped or report.kept or report.unreachable else 0)
        return report

    @property
    def _rounds(self) -> int:
        return max(1, round(RETRY_SECONDS / self.every))

    def _try_again(self, rounds: int) -> None:
        self.rest = rounds

    def _is_due(self) -> bool:
        self.rest, is_due = max(0, self.rest - 1), self.rest == 1
        return is_due


def _differing(some: Seen, others: Seen) -> frozenset[str]:
    return frozenset(name for name in some.keys() | others.keys() if some.get(name) != others.get(name))


def _documents(moving: Collection[str]) -> frozenset[str]:
    """The documents of which something is moving: the file itself, or what describes it."""
    return frozenset(moving) | {described for name in moving if (described := described_by(name))}
