"""The documents of a folder in git: beside its files as they are, each state that git has of them.

A state is called `documents/leave.md@3f2a9c1b7d40`: the path that the file had, and the commit. The file itself is the newest state;
while it differs from what is committed it is a version called `working`.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from policy_assistant.checkout import blobs_of
from policy_assistant.corpus_folders import corpus_folders
from policy_assistant.corpus_rules import CorpusRules
from policy_assistant.file_names import path_id
from policy_assistant.history import COMMIT_DIGITS, FileHistory, read_blob, read_history, split_state, state_name
from policy_assistant.settings import Settings
from policy_assistant.sources import Found, Past, Source

WORKING = "working"
"""The version of a file that is not committed as it is."""

NANOSECONDS = 1_000_000_000


def with_past(settings: Settings, found: Found) -> Found:
    """The documents with all their states. A folder that could not be listed has none.

    Raises:
        InputRefusedError: as `read_history`.
    """
    away = {folder.name for folder in found.unreachable}
    rules = CorpusRules(settings)
    current = {source.name: source for source in found.sources}
    past: list[Source] = []
    for start, folder in corpus_folders(settings).items():
        if start not in away:
            past += _states(start, folder, current, rules, settings.corpus.max_file_mb * 1_000_000)
    return replace(found, sources=tuple(sorted([*current.values(), *past], key=lambda source: source.name)))


def past_bytes(settings: Settings, name: str) -> bytes | None:
    """What a source called `…@commit` held, None where git does not have it or `name` is that of a file as it is."""
    file, commit = split_state(name)
    for start, folder in corpus_folders(settings).items():
        if commit and file.startswith(start):
            return read_blob(folder, f"{commit}:./{file.removeprefix(start)}")
    return None


def _states(start: str, folder: Path, current: dict[str, Source], rules: CorpusRules, most: int) -> Iterator[Source]:
    """The states before those of the files themselves, which learn in `current` what they are."""
    for history in read_history(folder):
        name = f"{start}{history.path}"
        file = None if history.ended else current.get(name)
        if file is None and not (rules.is_document(name) and not _is_left_out(rules, name)):
            continue
        states = [_source(start, folder, history, number, file) for number in range(len(history.states))]
        if file and _is_committed(file, history.states[-1].blob, most):
            current[name] = replace(file, past=states.pop().past)
        elif file:
            current[name] = replace(file, past=_working(name, file))
        yield from states
    for name, source in current.items():
        if name.startswith(start) and source.past is None:
            current[name] = replace(source, past=_working(name, source))


def _source(start: str, folder: Path, history: FileHistory, number: int, file: Source | None) -> Source:
    state = history.states[number]
    past = Past(
        document=path_id(f"{start}{history.path}"),
        version=state.commit[:COMMIT_DIGITS],
        day=state.day,
        ended=history.ended if number == len(history.states) - 1 else "",
        folder=folder,
        blob=state.blob,
        file=f"{start}{history.path}",
    )
    name = state_name(f"{start}{state.path}", state.commit)
    return Source(name, folder / state.path, 0, state.seconds * NANOSECONDS, sidecar=file.sidecar if file else None, past=past)


def _working(name: str, source: Source) -> Past:
    day = datetime.fromtimestamp(source.mtime / NANOSECONDS, UTC).date().isoformat()
    return Past(document=path_id(name), version=WORKING, day=day, file=name)


def _is_committed(source: Source, blob: str, most: int) -> bool:
    """Whether a file's content is that of its last commit. Git itself is not asked: it would run filters that the checkout names."""
    try:
        return source.size <= most and blob in blobs_of(source.path.read_bytes()).split()
    except OSError:
        return False


def _is_left_out(rules: CorpusRules, name: str) -> bool:
    if not rules.excluded:
        return False
    from policy_assistant.code_ignore import ignored

    return ignored(rules.excluded, name)
