"""Which files of a corpus are documents by their names, and which are left out: patterns, ignore files, and our own files."""

import os
import stat
from collections.abc import Iterable
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from policy_assistant.errors import SettingsError
from policy_assistant.settings import Settings
from policy_assistant.settings_file import FILE_NAME as SETTINGS_FILE
from policy_assistant.sidecar import described_by

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

    from policy_assistant.code_ignore import IgnoreRules

IGNORE_FILE = ".policyignore"
"""The file that holds patterns, as a `.gitignore` file does, of what below its folder is not read."""

MAX_IGNORE_BYTES = 1_000_000
MAX_PATTERNS = 5_000
_SIDE_FILES = ("", "-wal", "-shm", "-journal", ".new")


class CorpusRules:
    """What the settings say about the names of files."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        patterns = [pattern.lower().replace("\\", "/") for pattern in settings.corpus.patterns]
        self._names = [pattern for pattern in patterns if "/" not in pattern]
        self._paths = [pattern for pattern in patterns if "/" in pattern]

    def is_document(self, name: str) -> bool:
        """Whether a file is a document by its name, which begins with its folder's. Case does not count."""
        name = name.lower()
        base = name.rpartition("/")[2]
        return any(fnmatch(base, pattern) for pattern in self._names) or (self._spec is not None and self._spec.match_file(name))

    def described(self, name: str) -> str:
        """The name of the document that a file of this name would be the sidecar of; empty where it is none."""
        described = described_by(name)
        return described if described and self.is_document(described) else ""

    def is_ours(self, path: str) -> bool:
        """Whether a file, by its resolved path, is part of the project itself: settings, inventory, questions, index and the like."""
        path = os.path.normcase(path)
        return path in self._own or path.startswith(self._own_folders)

    @cached_property
    def excluded(self) -> "tuple[IgnoreRules, ...]":
        """The rules of `[corpus] exclude`.

        Raises:
            SettingsError: a pattern whose matching could take for ever.
        """
        if not self._settings.corpus.exclude:
            return ()
        from policy_assistant.code_ignore import IgnoreRules, usable

        self._check("exclude", (pattern for pattern in self._settings.corpus.exclude if not usable(pattern)))
        return (IgnoreRules.of("", self._settings.corpus.exclude),)

    @cached_property
    def _spec(self) -> "GitIgnoreSpec | None":
        if not self._paths:
            return None
        from pathspec import GitIgnoreSpec

        from policy_assistant.code_ignore import usable

        self._check("patterns", (pattern for pattern in self._paths if not usable(pattern)))
        return GitIgnoreSpec.from_lines(self._paths)

    def _check(self, key: str, unusable: Iterable[str]) -> None:
        if pattern := next(iter(unusable), None):
            raise SettingsError(f"[corpus] {key}: {pattern!r} holds too many stars", hint="three in a part of a path are enough")

    @cached_property
    def _own(self) -> frozenset[str]:
        s = self._settings
        stores = [path.with_name(path.name + side) for path in (s.index_path, s.state_path) for side in _SIDE_FILES]
        return frozenset(map(_resolved, (*stores, s.folder / SETTINGS_FILE, s.questions_path, s.inventory_path, s.glossary_path)))

    @cached_property
    def _own_folders(self) -> tuple[str, ...]:
        s = self._settings
        return tuple(_resolved(path) + os.sep for path in (s.cache_path, s.reports_path, s.qdrant_path) if path)


def read_ignore_file(base: str, folder: Path) -> "IgnoreRules | None":
    """The rules of a folder's ignore file, whose names begin with `base`.

    Raises:
        OSError: it cannot be read, is no plain file, is too large or holds a pattern whose matching could take for ever: what it leaves out
            must not be read by mistake.
    """
    from policy_assistant.code_ignore import IgnoreRules, usable

    path = folder / IGNORE_FILE
    status = path.lstat()
    if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_IGNORE_BYTES:
        raise OSError(f"its {IGNORE_FILE} is no plain file, or larger than {MAX_IGNORE_BYTES:,} bytes")
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise OSError(f"its {IGNORE_FILE} is not UTF-8") from None
    if len(lines) > MAX_PATTERNS or not all(usable(line) for line in lines if not line.startswith("#")):
        raise OSError(f"its {IGNORE_FILE} holds more than {MAX_PATTERNS:,} lines, or one with too many stars")
    rules = IgnoreRules.of(base, lines)
    return rules if rules.spec.patterns else None


def _resolved(path: Path) -> str:
    return os.path.normcase(os.path.realpath(path))
