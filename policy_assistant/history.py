"""The states that git has of the files of a folder: each is a version, in force from the day it was committed until the next.

What counts is the first line of parents: what stood in the branch, not what was tried beside it. Of several states of a file on one
day the last counts, for a day has one rule.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from policy_assistant.checkout import ask_git
from policy_assistant.errors import InputRefusedError

SECONDS = 600
"""A history of a million changes is read in less."""

MAX_STATES = 200_000
COMMIT_DIGITS = 12
"""Digits of a commit in names of versions and sources; enough for the largest histories that there are."""

_HEAD = re.compile(r"\x01(?P<name>[0-9a-f]{40,64}) (?P<seconds>-?[0-9]*)\n?")
MOST_DIGITS = 13
LATEST = 253_370_764_800
"""The first second of the year 9999: later days cannot be written."""

_FILE_MODES = ("100644", "100755")
_STATE = re.compile(rf"(?P<name>.+)@(?P<commit>[0-9a-f]{{{COMMIT_DIGITS}}})", re.DOTALL)


@dataclass(frozen=True)
class State:
    """What a file held from a commit on. `path` is its path then, below the folder; `blob` the hash that git gives its content."""

    path: str
    commit: str
    day: str
    blob: str
    seconds: int


@dataclass(frozen=True)
class FileHistory:
    """The states of a file, the earliest first. `path` is its last path; `ended` the day it was deleted on, empty while it is there.

    `replaced` counts the states that were in force on no day, because the next one came on the same.
    """

    path: str
    states: tuple[State, ...]
    ended: str = ""
    replaced: int = 0


@dataclass
class _Line:
    """A file on its way through the commits; renames move it."""

    states: list[State] = field(default_factory=list)
    ended: str = ""


def read_history(folder: Path) -> list[FileHistory]:
    """The histories of all files below a folder that is in a git checkout, by path.

    Raises:
        InputRefusedError: the folder is in no checkout, git is not installed or fails, or there are more than `MAX_STATES` states.
    """
    prefix = ask_git(folder, "rev-parse", "--show-prefix")
    if prefix is None:
        raise InputRefusedError(
            f"{folder} is in no git checkout that git can read here",
            hint="`git -C FOLDER status` says why (git may not be installed, or not trust a folder of another user); or take [corpus] history out of the settings, or clone the folder",
        )
    if (ask_git(folder, "rev-parse", "--is-shallow-repository") or b"").strip() == b"true":
        raise InputRefusedError(
            f"{folder} is in a shallow clone: git does not have its whole history", hint="run `git fetch --unshallow` in that folder"
        )
    printed = ask_git(
        folder,
        *("log", "--reverse", "--first-parent", "--diff-merges=first-parent", "--raw", "--no-abbrev", "-z", "-M", "--no-ext-diff"),
        *("--no-textconv", "--no-show-signature", "--relative", "--format=%x00%x01%H %ct", "--", "."),
        seconds=SECONDS,
    )
    if printed is None:
        if ask_git(folder, "rev-parse", "--verify", "HEAD") is None:
            return []  # a checkout without any commit
        raise InputRefusedError(f"git cannot tell the history of {folder}", hint="`git log` in that folder says why")
    lines: dict[str, _Line] = {}
    ended: list[tuple[str, _Line]] = []
    for count, (change, commit) in enumerate(_changes(printed), 1):
        if count > MAX_STATES:
            raise InputRefusedError(f"the history of {folder} has more than {MAX_STATES:,} states of files", hint="name a smaller folder")
        _apply(lines, ended, change, State(change.path, commit.name, commit.day, change.blob, commit.seconds))
    found = (_history(path, line) for path, line in [*lines.items(), *ended])
    return sorted((one for one in found if one.states), key=lambda one: (one.path, one.ended))


def read_blob(folder: Path, blob: str) -> bytes | None:
    """The content that git knows by this name (a hash, or `commit:./path`), None where there is none."""
    return ask_git(folder, "cat-file", "blob", blob)


def sizes_of(folder: Path, blobs: Sequence[str]) -> dict[str, int]:
    """The numbers of bytes of these contents; those that git does not have are left out."""
    asked = "".join(f"{blob}\n" for blob in blobs).encode()
    printed = ask_git(folder, "cat-file", "--batch-check=%(objectname) %(objectsize)", given=asked, seconds=SECONDS) or b""
    rows = (line.split(" ") for line in printed.decode("ascii", errors="replace").splitlines())
    return {row[0]: int(row[1]) for row in rows if len(row) == 2 and row[1].isdecimal()}


def state_name(name: str, commit: str) -> str:
    """The name of a source as it was at a commit."""
    return f"{name}@{commit[:COMMIT_DIGITS]}"


def split_state(name: str) -> tuple[str, str]:
    """The file's own name, and the digits of the commit, empty where a name is that of a file as it is now."""
    found = _STATE.fullmatch(name)
    return (found["name"], found["commit"]) if found else (name, "")


@dataclass(frozen=True)
class _Change:
    kind: str
    path: str
    blob: str
    mode: str
    before: str = ""


@dataclass(frozen=True)
class _Commit:
    name: str
    seconds: int

    @property
    def day(self) -> str:
        """The day of the commit, in UTC."""
        return datetime.fromtimestamp(self.seconds, UTC).date().isoformat()


def _changes(printed: bytes) -> Iterator[tuple[_Change, _Commit]]:
    """The changes of all commits, each with its commit: `:mode mode hash hash KIND`, then the path, and for a rename a second one.

    What is printed is read field by field, so that no name of a file can pass for anything else.
    """
    fields = iter(printed.decode("utf-8", errors="surrogateescape").split("\0"))
    commit = _Commit("", 0)
    for entry in (text.lstrip("\n") for text in fields):
        if head := _HEAD.fullmatch(entry):
            commit = _Commit(head["name"], _sane(head["seconds"], commit.seconds))
        elif entry.startswith(":"):
            _, mode, _, blob, kind = entry[1:].split(" ")
            path = next(fields)
            if kind[0] in "RC":
                yield _Change(kind[0], next(fields), blob, mode, before=path), commit
            else:
                yield _Change(kind[0], path, blob, mode), commit


def _sane(seconds: str, before: int) -> int:
    """The time of a commit, that of the one before where it says nonsense."""
    told = int(seconds) if seconds and len(seconds) < MOST_DIGITS else before
    return told if 0 <= told <= LATEST else before


def _apply(lines: dict[str, _Line], ended: list[tuple[str, _Line]], change: _Change, state: State) -> None:
    if change.kind == "D" or change.mode not in _FILE_MODES:
        if line := lines.pop(change.path, None):
            line.ended = state.day
            ended.append((change.path, line))
        return
    if change.kind == "R" and change.before in lines:
        lines[change.path] = lines.pop(change.before)
    line = lines.setdefault(change.path, _Line())
    if not (line.states and line.states[-1].blob == state.blob and line.states[-1].path == state.path):
        line.states.append(state)


def _history(path: str, line: _Line) -> FileHistory:
    """A file's states, one a day; what was only renamed keeps its first day."""
    kept: list[State] = []
    replaced = 0
    for state in line.states:
        if kept and kept[-1].blob == state.blob:
            kept[-1] = replace(kept[-1], path=state.path)
        elif kept and kept[-1].day >= state.day:
            kept[-1] = replace(state, day=kept[-1].day)  # a clock set back does not turn history round
            replaced += 1
        else:
            kept.append(state)
    if line.ended and kept and kept[-1].day >= line.ended:
        kept.pop()
        replaced += 1
    return FileHistory(path, tuple(kept), line.ended, replaced)
