"""What is there, and what only seems gone: folders that cannot be listed, files that cannot be taken in, names written otherwise."""

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from policy_assistant.corpus_folders import corpus_folders
from policy_assistant.documents import DocInfo
from policy_assistant.errors import InputRefusedError, UnreadableFileError
from policy_assistant.plan import Plan, keep_as_it_was
from policy_assistant.sources import Found, Source, Unreachable


def absent_folders(plan: Plan, found: Found, *, forget_missing: bool = False) -> tuple[Unreachable, ...]:
    """The folders whose documents must not seem deleted: those that cannot be listed, and those of the settings that hold no
    document any more though the index has some. With `forget_missing` only those that are there and cannot be listed.

    Raises:
        InputRefusedError: there are some, and the index is to be made anew from all files.
    """
    absent = [folder for folder in found.unreachable if not (forget_missing and folder.is_missing)]
    if not forget_missing:
        absent += _emptied(plan, found)
    if absent and plan.rebuild:
        raise InputRefusedError(
            f"{absent[0].name}: {absent[0].reason}; an index is made anew from all files, so nothing was changed",
            hint="is the drive there? To leave its documents out, take the folder out of [corpus] folders, or give --forget-missing",
        )
    return tuple(absent)


def keep_unseen(
    plan: Plan, found: Found, absent: Iterable[Unreachable], rows: dict[str, DocInfo], unfinished: Collection[str] = ()
) -> set[str]:
    """Keep what the index has of files that could not be looked at, and report them. Returns the names of these files.

    `unfinished` are documents that somebody is replacing: gone for a moment, they are not reported.
    """
    kept: set[str] = set()
    starts = corpus_folders(plan.settings)
    for name, reason in found.unreadable:
        keep_as_it_was(plan, _source_of(plan, starts, name), rows.get(name), UnreadableFileError(name, reason))
        kept.add(name)
    away = {*unfinished} - {source.name for source in found.sources} - kept
    for name in sorted(away & _below(plan, "")):
        keep_as_it_was(plan, _source_of(plan, starts, name), rows.get(name))
        kept.add(name)
    for folder in absent:
        below = _below(plan, folder.name) - kept
        for name in sorted(below):
            keep_as_it_was(plan, _source_of(plan, starts, name), rows.get(name))
        kept |= below
        stay = f"; what the index has of it stays as it was: {len(below)} document{'s' if len(below) > 1 else ''}" if below else ""
        plan.report.unreachable.append((folder.name, f"{folder.reason}{stay}"))
    return kept


def rows_by_source(listed: Sequence[DocInfo], names: Collection[str]) -> dict[str, DocInfo]:
    """The rows of an inventory by the name of the file that they mean, as that is written on the disk.

    A row whose name differs from a file's only in case or in how accents are composed means that file, where only one
    file and one row could be meant; rows without a file stay under their own name.
    """
    rows = {row.file: row for row in listed}
    free = [name for name in names if name not in rows]
    alike = Counter(_plain(name) for name in free)
    means = {_plain(name): name for name in free if alike[_plain(name)] == 1}
    lost = Counter(_plain(name) for name in rows if name not in names)
    return {means.get(_plain(name), name) if name not in names and lost[_plain(name)] == 1 else name: row for name, row in rows.items()}


def _plain(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _emptied(plan: Plan, found: Found) -> list[Unreachable]:
    """The folders of the settings of which the index has documents, and the disk none: a mount point without its drive is one."""
    filled = {source.name.split("/", 1)[0] for source in found.sources}
    told = {folder.name for folder in found.unreachable}
    return [
        Unreachable(start, "holds no documents any more, as if its drive were away")
        for start in corpus_folders(plan.settings)
        if start[:-1] not in filled and start not in told and _below(plan, start)
    ]


def _below(plan: Plan, start: str) -> set[str]:
    return {name for name, document in plan.before.items() if document.metadata.part == "docs" and name.startswith(start)}


def _source_of(plan: Plan, starts: Mapping[str, Path], name: str) -> Source:
    """A file that was not looked at, as the index knows it."""
    start = f"{name.split('/', 1)[0]}/"
    path = starts[start] / name.removeprefix(start)
    last = plan.before.get(name)
    return Source(name, path, last.file.size, last.file.mtime) if last else Source(name, path, 0, 0)
