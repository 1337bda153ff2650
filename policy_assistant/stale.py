"""Which files are newer than the index, by size and time alone."""

from collections.abc import Iterable, Mapping

from policy_assistant.errors import InputRefusedError, UsageError
from policy_assistant.history import split_state
from policy_assistant.settings import Settings
from policy_assistant.sources import find_sources
from policy_assistant.store.base import IndexedDocument


def changed_sources(settings: Settings, documents: Iterable[IndexedDocument], unreadable: Mapping[str, tuple[int, int]]) -> list[str]:
    """Sources that were changed, added or deleted since they were ingested; none where a folder cannot be found.

    `unreadable` are the files that the last ingest could not read, with size and modification time: as they are, another
    ingest would not help.
    """
    known = {d.metadata.source: (d.file.size, d.file.mtime) for d in documents if not split_state(d.metadata.source)[1]}
    try:
        files = {s.name: (s.size, s.mtime) for s in find_sources(settings).sources}
    except (UsageError, InputRefusedError):
        return []
    changed = (name for name in known.keys() | files.keys() if known.get(name) != files.get(name))
    return sorted(name for name in changed if name not in unreadable or unreadable[name] != files.get(name))
