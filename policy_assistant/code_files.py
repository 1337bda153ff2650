"""The files of code: found in the folders of `[code]`, without what others wrote, what programs made, and what is not text."""

import os
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from policy_assistant.code_folders import code_folders, start_of
from policy_assistant.code_ignore import FILE_NAME as IGNORE_FILE
from policy_assistant.code_ignore import IgnoreRules, ignored, rules_above, usable
from policy_assistant.code_skip import HEAD_BYTES, folder_reason, head_reason, name_reason
from policy_assistant.corpus_folders import corpus_folders
from policy_assistant.corpus_rules import CorpusRules
from policy_assistant.errors import InputRefusedError, SettingsError, UsageError
from policy_assistant.settings import Settings
from policy_assistant.settings_file import FILE_NAME as SETTINGS_FILE
from policy_assistant.sources import Source

EXCLUDED, HIDDEN, IGNORED, LINK, OURS, DOCUMENT, TOO_LARGE, EMPTY, UNREADABLE, BAD_NAME, NO_FILE = (
    "excluded",
    "hidden",
    "ignored by git",
    "link",
    "our own file",
    "document",
    "too large",
    "empty",
    "unreadable",
    "name that cannot be shown",
    "not a file",
)
_SIDE_FILES = ("", "-wal", "-shm", "-journal")
_NOTHING: Mapping[str, tuple[int, int]] = MappingProxyType({})


@dataclass(frozen=True)
class FoundCode:
    """The files of code in name order; what else was met: reason -> how many (a folder that is not entered is one).

    `refused_links` are the names of links that lead out of the folders.
    """

    sources: tuple[Source, ...]
    passed_over: Counter[str]
    refused_links: tuple[str, ...]


def find_code(settings: Settings, known: Mapping[str, tuple[int, int]] = _NOTHING) -> FoundCode:
    """All files of code below `code_folders`.

    Passed over are hidden names, what `.gitignore` files and `[code] exclude` say, vendored folders, build outputs,
    files that are binary, minified, generated, empty or too large, our own files, and documents of `[corpus]`. A pattern
    of `exclude` with `!` takes back what a name or a `.gitignore` would have passed over. No link is followed.

    `known` is source -> (size, mtime) of files that were read before: those that still have both are not opened.

    Raises:
        UsageError: a folder does not exist.
        OSError: a folder cannot be read; its files must not seem deleted.
        SettingsError: one folder lies in another, two files would have the same name, or a pattern of `exclude` has
            too many stars.
        InputRefusedError: more than `[code] max_files` files.
    """
    folders = code_folders(settings)
    _check_folders(folders)
    search = _Search(settings, known)
    for folder in folders:
        search.walk(folder)
    names = Counter(source.name for source in search.sources)
    if twice := next((name for name, count in names.items() if count > 1), None):
        raise SettingsError(f"[code] folders: two files are called {twice!r}", hint="rename one of the folders")
    return FoundCode(tuple(sorted(search.sources, key=lambda s: s.name)), search.passed_over, tuple(sorted(search.links)))


def _check_folders(folders: list[Path]) -> None:
    for folder in folders:
        if not folder.is_dir():
            raise UsageError(f"no folder of code at {folder}", hint="correct [code] folders")
    real = [folder.resolve() for folder in folders]
    if inner := next(((a, b) for i, a in enumerate(real) for j, b in enumerate(real) if i != j and a.is_relative_to(b)), None):
        raise SettingsError(
            f"[code] folders: {inner[0]} lies inside {inner[1]}", hint="name only one of them; folders are read with their sub-folders"
        )


@dataclass(frozen=True)
class _Folder:
    """A folder on the way: its path, its name in the index and in its git checkout (both empty or ending in `/`)."""

    path: Path
    name: str
    git_name: str
    rules: tuple[IgnoreRules, ...]


class _Search:
    """One walk over all folders; collects sources, reasons and refused links."""

    def __init__(self, settings: Settings, known: Mapping[str, tuple[int, int]]) -> None:
        self.settings, self.known = settings, known
        self.sources: list[Source] = []
        self.passed_over: Counter[str] = Counter()
        self.links: list[str] = []
        if bad := next((line for line in settings.code.exclude if not usable(line)), None):
            raise SettingsError(
                f"[code] exclude: {bad!r} has more than three stars in one part of the path", hint="write it as several patterns"
            )
        self.exclude = IgnoreRules.of("", settings.code.exclude)

    def walk(self, root: Path) -> None:
        rules, git_name = rules_above(root.resolve())
        waiting = [_Folder(root, start_of(self.settings, root), git_name, rules)]
        while waiting:
            folder = waiting.pop()
            waiting.extend(self._read(folder, root))

    def _read(self, folder: _Folder, root: Path) -> Iterator[_Folder]:
        """Take a folder's files; its folders that are to be entered are given back."""
        with os.scandir(folder.path) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
        names = [entry.name.lower() for entry in entries]
        own = IgnoreRules.read(folder.git_name, folder.path) if IGNORE_FILE in names else None
        rules = (*folder.rules, own) if own else folder.rules
        for entry in entries:
            name = folder.name + entry.name
            if not _can_be_shown(name):
                self.passed_over[BAD_NAME] += 1
            elif entry.is_symlink():
                self._link(Path(entry.path), name, root)
            elif entry.is_dir(follow_symlinks=False):
                inner = _Folder(Path(entry.path), f"{name}/", f"{folder.git_name}{entry.name}/", rules)
                if (reason := self._folder_reason(inner, names)) != "":
                    self.passed_over[reason] += 1
                else:
                    yield inner
            elif (reason := self._file(entry, name, folder.git_name + entry.name, rules)) != "":
                self.passed_over[reason] += 1

    def _link(self, path: Path, name: str, root: Path) -> None:
        """A link inside the folder leads to what is read anyway; one that leads out of it is refused."""
        try:
            inside = path.resolve(strict=True).is_relative_to(root.resolve())
        except (OSError, RuntimeError):
            inside = True
        if inside:
            self.passed_over[LINK] += 1
        else:
            self.links.append(name)

    def _folder_reason(self, folder: _Folder, beside: list[str]) -> str:
        if folder.path in self._own_paths:
            return OURS
        asked = self._asked(folder.name, folder.git_name, folder.rules)
        if asked is not None:
            return asked
        within = [name.lower() for name in os.listdir(folder.path)]  # noqa: PTH208 (names only, of many folders)
        return folder_reason(folder.path.name.lower(), beside, within)

    def _file(self, entry: os.DirEntry[str], name: str, git_name: str, rules: tuple[IgnoreRules, ...]) -> str:
        """Take a file, or say why not."""
        path = Path(entry.path)
        if not entry.is_file(follow_symlinks=False):
            return NO_FILE
        try:
            status = entry.stat(follow_symlinks=False)
            reason = self._reason(path, name, git_name, rules, status)
        except OSError:
            return UNREADABLE
        if not reason:
            self.sources.append(Source(name, path, status.st_size, status.st_mtime_ns))
            self._check_number()
        return reason

    def _reason(self, path: Path, name: str, git_name: str, rules: tuple[IgnoreRules, ...], status: os.stat_result) -> str:
        if path in self._own_paths:
            return OURS
        if self._is_document(path):
            return DOCUMENT
        asked = self._asked(name, git_name, rules)
        if reason := name_reason(path.name, status.st_size) if asked is None else asked:
            return reason
        if status.st_size == 0:
            return EMPTY
        if status.st_size > self.settings.code.max_file_kb * 1024:
            return TOO_LARGE
        if self.known.get(name) == (status.st_size, status.st_mtime_ns):
            return ""
        with path.open("rb") as file:
            return head_reason(file.read(HEAD_BYTES))

    def _asked(self, name: str, git_name: str, rules: tuple[IgnoreRules, ...]) -> str | None:
        """What people said of a path: a reason to pass it over, empty where it is to be read, None where nothing."""
        said = self.exclude.says(name)
        if said is not None:
            return EXCLUDED if said else ""
        if name.rstrip("/").rpartition("/")[2].startswith("."):
            return HIDDEN
        return IGNORED if ignored(rules, git_name) else None

    def _is_document(self, path: Path) -> bool:
        """Whether a file belongs to the documents: as one of them, or as what describes one."""
        for start, folder in self._corpus_folders.items():
            if path.is_relative_to(folder):
                name = f"{start}{path.relative_to(folder).as_posix()}"
                return self._corpus_rules.is_document(name) or bool(self._corpus_rules.described(name))
        return False

    def _check_number(self) -> None:
        if len(self.sources) > self.settings.code.max_files:
            raise InputRefusedError(
                f"more than {self.settings.code.max_files:,} files of code",
                hint="name narrower folders in [code] folders, leave some out with [code] exclude, or raise [code] max_files",
            )

    @cached_property
    def _corpus_folders(self) -> dict[str, Path]:
        return corpus_folders(self.settings)

    @cached_property
    def _corpus_rules(self) -> CorpusRules:
        return CorpusRules(self.settings)

    @cached_property
    def _own_paths(self) -> frozenset[Path]:
        """The project's files that are no code: settings, index, state, cache, and what says how documents are tested and found."""
        s = self.settings
        stores = [path.with_name(path.name + side) for path in (s.index_path, s.state_path) for side in _SIDE_FILES]
        own = [*stores, s.qdrant_path, s.cache_path, s.folder / SETTINGS_FILE, s.questions_path, s.inventory_path, s.glossary_path]
        return frozenset(Path(os.path.normpath(path)) for path in own if path)


def _can_be_shown(name: str) -> bool:
    """Whether a name is UTF-8 and holds no control character, with which it could pass for another line."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return not any(unicodedata.category(char) in ("Cc", "Zl", "Zp") for char in name)
