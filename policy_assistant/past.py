"""The documents of a folder in git: beside its files as they are, each state that git has of them.

A state is called `documents/leave.md@3f2a9c1b7d40`: the path that the file had, and the commit. The file itself is the newest state;
while it differs from what is committed it is a version called `working`.
"""

import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from policy_assistant.checkout import blobs_of
from policy_assistant.corpus_folders import corpus_folders, shown
from policy_assistant.corpus_rules import IGNORE_FILE, CorpusRules, read_ignore_file
from policy_assistant.file_names import path_id
from policy_assistant.history import COMMIT_DIGITS, FileHistory, read_blob, read_history, sizes_of, split_state, state_name
from policy_assistant.settings import Settings
from policy_assistant.sidecar import ENDINGS
from policy_assistant.sources import HIDDEN_NAMES, Found, Past, Source

if TYPE_CHECKING:
    from policy_assistant.code_ignore import IgnoreRules

WORKING = "working"
"""The version of a file that is not committed as it is."""

NANOSECONDS = 1_000_000_000


def with_past(settings: Settings, found: Found) -> Found:
    """The documents with all their states. A folder that could not be listed has none, nor has a file that is not read today.

    Raises:
        InputRefusedError: as `read_history`.
    """
    away = tuple(folder.name for folder in found.unreachable)
    current = {source.name: source for source in found.sources}
    past: list[Source] = []
    for start, folder in corpus_folders(settings).items():
        if start not in away:
            past += _Folder(settings, start, folder, away).states(current)
    return replace(found, sources=tuple(sorted([*current.values(), *past], key=lambda source: source.name)))


def past_bytes(settings: Settings, name: str) -> bytes | None:
    """What a source called `…@commit` held, None where git does not have it or `name` is that of a file as it is."""
    file, commit = split_state(name)
    most = settings.corpus.max_file_mb * 1_000_000
    for start, folder in corpus_folders(settings).items():
        if commit and file.startswith(start):
            blob = f"{commit}:./{file.removeprefix(start)}"
            return read_blob(folder, blob) if all(size <= most for size in sizes_of(folder, [blob]).values()) else None
    return None


class _Folder:
    """A folder of documents and what its checkout says about them. `away` are folders that could not be listed."""

    def __init__(self, settings: Settings, start: str, folder: Path, away: tuple[str, ...]) -> None:
        self._start, self._folder, self._away = start, folder, away
        self._most = settings.corpus.max_file_mb * 1_000_000
        self._rules = CorpusRules(settings)
        self._histories = read_history(folder)
        self._sizes = sizes_of(folder, sorted({state.blob for history in self._histories for state in history.states}))
        self._paths = {history.path for history in self._histories}
        self._ignore_files: dict[str, IgnoreRules | None] = {}

    def states(self, current: dict[str, Source]) -> Iterator[Source]:
        """The states before those of the files themselves, which learn in `current` what they are."""
        for history in self._histories:
            name = f"{self._start}{history.path}"
            file = None if history.ended else current.get(name)
            if file is None and not (history.ended and self._was_read(history.path, name)):
                continue
            states = [self._source(history, number, file) for number in range(len(history.states))]
            if file and _is_committed(file, history.states[-1].blob, self._most):
                current[name] = replace(file, past=states.pop().past)
            elif file:
                current[name] = replace(file, past=_working(name, file, history.states[-1].day))
            yield from states
        for name, source in current.items():
            if name.startswith(self._start) and source.past is None:
                current[name] = replace(source, past=_working(name, source))

    def _source(self, history: FileHistory, number: int, file: Source | None) -> Source:
        state = history.states[number]
        past = Past(
            document=path_id(f"{self._start}{history.path}"),
            version=state.commit[:COMMIT_DIGITS],
            day=state.day,
            ended=history.ended if number == len(history.states) - 1 else "",
            folder=self._folder,
            blob=state.blob,
            file=f"{self._start}{history.path}",
            is_closed=file is None and any(f"{history.path}{ending}" in self._paths for ending in ENDINGS),
        )
        name = state_name(f"{self._start}{state.path}", state.commit)
        size, sidecar = self._sizes.get(state.blob, 0), file.sidecar if file else None
        return Source(name, self._folder / state.path, size, state.seconds * NANOSECONDS, sidecar=sidecar, past=past)

    def _was_read(self, path: str, name: str) -> bool:
        """Whether a file that is no longer there would be a document if it were."""
        parts = path.split("/")
        if shown(name) != name or name.startswith(self._away) or any(part.startswith(HIDDEN_NAMES) for part in parts):
            return False
        if not self._rules.is_document(name) or self._rules.is_ours(os.path.realpath(self._folder / path)):
            return False
        try:
            rules = (*self._rules.excluded, *filter(None, (self._ignore_file("/".join(parts[:depth])) for depth in range(len(parts)))))
        except OSError:
            return False  # what it leaves out must not be read by mistake
        if not rules:
            return True
        from policy_assistant.code_ignore import ignored

        return not ignored(rules, name)

    def _ignore_file(self, below: str) -> "IgnoreRules | None":
        """The rules of the ignore file in a folder below this one, None where there is none."""
        if below not in self._ignore_files:
            folder = self._folder / below
            has_one = (folder / IGNORE_FILE).exists()
            base = f"{self._start}{below}/" if below else self._start
            self._ignore_files[below] = read_ignore_file(base, folder) if has_one else None
        return self._ignore_files[below]


def _working(name: str, source: Source, committed: str = "") -> Past:
    """A file that is not committed as it is: in force from the day it was written, and never before its last commit."""
    day = datetime.fromtimestamp(source.mtime / NANOSECONDS, UTC).date().isoformat()
    return Past(document=path_id(name), version=WORKING, day=max(day, committed), file=name)


def _is_committed(source: Source, blob: str, most: int) -> bool:
    """Whether a file's content is that of its last commit. Git itself is not asked: it would run filters that the checkout names."""
    try:
        return source.size <= most and blob in blobs_of(source.path.read_bytes()).split()
    except OSError:
        return False
