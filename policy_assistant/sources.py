"""The files of a corpus: found in the folders of the settings, and in nothing else."""

import errno
import os
import stat
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from policy_assistant.corpus_folders import corpus_folders, has_documents, path_of, shown
from policy_assistant.corpus_rules import IGNORE_FILE, CorpusRules, read_ignore_file
from policy_assistant.errors import InputRefusedError, UsageError
from policy_assistant.filters import Part
from policy_assistant.settings import Settings
from policy_assistant.sidecar import ENDINGS

if TYPE_CHECKING:
    from policy_assistant.code_ignore import IgnoreRules

__all__ = ["Found", "Past", "Source", "Unreachable", "find_sources", "has_documents", "look_for_sources", "path_of", "unreachable_error"]

HIDDEN_NAMES = (".", "~$")
"""How names begin that are passed over: hidden ones, and the locks that Office keeps beside an open file."""

_BROKEN_LINK = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)


@dataclass(frozen=True)
class Past:
    """What git says of a state of a file: the ID that its last path makes, the version that its commit is, the day of that
    commit, the day that the file was deleted on (empty while it is there), where the content is,
    and the name that the file has now, or had last: what is said of that file is said of all its states.
    `is_closed` where a sidecar that is gone may have restricted it.

    A file that is not committed as it is has no `blob`.
    """

    document: str
    version: str
    day: str
    ended: str = ""
    folder: Path = Path()
    blob: str = ""
    file: str = ""
    is_closed: bool = False

    @property
    def told(self) -> dict[str, str]:
        """What it tells of a version that nobody states."""
        return {"doc_id": self.document, "version": self.version, "effective_from": self.day}


@dataclass(frozen=True)
class Source:
    """One file. `name` is its place in the corpus (`documents/gift-cards.md`) or in the project (`shop/returns.py`), the same
    on every system; `mtime` in ns. `sidecar` is the file beside it that holds its metadata, None where there is none. `past` is what git says of it, where histories are read.
    """

    name: str
    path: Path
    size: int
    mtime: int
    part: Part = "docs"
    sidecar: Path | None = None
    past: Past | None = None


@dataclass(frozen=True)
class Unreachable:
    """A folder (its `name` ends in `/`) that could not be listed, so that nothing is known of the files below it.

    `is_missing` where it is a folder of the settings and is not there at all.
    """

    name: str
    reason: str
    is_missing: bool = False


@dataclass(frozen=True)
class Found:
    """The files that are documents, in name order, and what else lies in the folders.

    `others` is ending -> number of files that are no documents; `ignored` the number of files and folders that patterns leave
    out; `unreadable` pairs a file that cannot be taken in with the reason; `lone_sidecars` are sidecars without their file.
    """

    sources: tuple[Source, ...]
    others: Counter[str]
    refused_links: tuple[str, ...]
    ignored: int = 0
    unreadable: tuple[tuple[str, str], ...] = ()
    unreachable: tuple[Unreachable, ...] = ()
    lone_sidecars: tuple[str, ...] = ()


def find_sources(settings: Settings) -> Found:
    """All documents below `[corpus] folders`, as `look_for_sources`, where every folder can be read.

    Raises:
        UsageError: a folder does not exist or cannot be listed; its documents must not seem deleted.
        SettingsError, InputRefusedError: as `look_for_sources`.
    """
    found = look_for_sources(settings)
    if found.unreachable:
        raise unreachable_error(found.unreachable[0])
    return found


def look_for_sources(settings: Settings) -> Found:
    """All documents below `[corpus] folders`; names that begin with a dot or `~$` are passed over.

    A link to a file or folder outside the folders is not followed and is listed in `refused_links`; one to a document that
    is found anyway is passed over. A folder that cannot be listed is in `unreachable`, and the rest is found all the same.

    Raises:
        SettingsError: folders cannot be told apart (`corpus_folders`), or a pattern cannot be used.
        InputRefusedError: more files than `[corpus] max_files`.
    """
    walk = _Walk(settings, corpus_folders(settings))
    for start, root in walk.roots.items():
        walk.read(_Folder(root, start, walk.rules.excluded))
    return walk.found()


def unreachable_error(folder: Unreachable) -> UsageError:
    """What to say where a folder of documents cannot be used."""
    if folder.is_missing:
        return UsageError(
            folder.reason,
            hint="put documents there, set [corpus] folders or [code] folders, or draft a project with `policy-assistant init --from DIR`",
        )
    return UsageError(f"{folder.name}: {folder.reason}", hint="is the drive there, and may you read it?")


@dataclass(frozen=True)
class _Folder:
    """A folder to read, what the names of its files begin with, and the rules that hold in it, the outermost first."""

    path: Path
    name: str
    ignore: "tuple[IgnoreRules, ...]"


@dataclass
class _Walk:
    """What was found so far. `links` are links to files by the file that they lead to."""

    settings: Settings
    roots: dict[str, Path]
    sources: list[Source] = field(default_factory=list)
    others: Counter[str] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)
    ignored: int = 0
    unreadable: list[tuple[str, str]] = field(default_factory=list)
    unreachable: list[Unreachable] = field(default_factory=list)
    lone: list[str] = field(default_factory=list)
    links: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rules = CorpusRules(self.settings)
        self.real_roots = {start: os.path.realpath(root) for start, root in self.roots.items()}

    def read(self, root: _Folder) -> None:
        """Take all files below a folder."""
        waiting = [root]
        while waiting:
            folder = waiting.pop()
            try:
                with os.scandir(folder.path) as listing:
                    entries = sorted(listing, key=lambda entry: entry.name)
                folder = self._with_own_rules(folder, entries)
            except OSError as error:
                self._cannot_list(folder, error)
                continue
            waiting += self._take(folder, entries)

    def found(self) -> Found:
        """All that was found, in name order. Of a document and links to it, the document stays."""
        real = {os.path.normcase(self._real(source.name)) for source in self.sources if source.name not in self.links}
        sources = [source for source in self.sources if self.links.get(source.name) not in real]
        return Found(
            tuple(sorted(sources, key=lambda s: s.name)),
            self.others,
            tuple(sorted(self.refused)),
            self.ignored,
            tuple(sorted(self.unreadable)),
            tuple(sorted(self.unreachable, key=lambda folder: folder.name)),
            tuple(sorted(self.lone)),
        )

    def _cannot_list(self, folder: _Folder, error: OSError) -> None:
        if folder.name in self.roots and isinstance(error, FileNotFoundError | NotADirectoryError):
            self.unreachable.append(Unreachable(folder.name, f"no folder of documents at {folder.path}", is_missing=True))
        else:
            self.unreachable.append(Unreachable(folder.name, _reason(error)))

    def _with_own_rules(self, folder: _Folder, entries: "list[os.DirEntry[str]]") -> _Folder:
        if not any(entry.name == IGNORE_FILE for entry in entries):
            return folder
        own = read_ignore_file(folder.name, folder.path)
        return _Folder(folder.path, folder.name, (*folder.ignore, own)) if own else folder

    def _take(self, folder: _Folder, entries: "list[os.DirEntry[str]]") -> list[_Folder]:
        """Take the files of a folder; the folders in it are given back."""
        names = {entry.name for entry in entries}
        inner = []
        for entry in entries:
            if entry.name.startswith(HIDDEN_NAMES):
                continue
            name = f"{folder.name}{entry.name}"
            if shown(name) != name:
                self.unreadable.append((shown(name), "its name is not UTF-8 or holds a control character; rename it"))
                continue
            try:
                is_folder = entry.is_dir(follow_symlinks=False) and not _is_junction(entry)
                if folder.ignore and self._is_ignored(folder, f"{name}/" if is_folder else name):
                    self.ignored += 1
                elif is_folder:
                    inner.append(_Folder(Path(entry.path), f"{name}/", folder.ignore))
                else:
                    self._take_file(entry, name, names)
            except OSError as error:
                self.unreadable.append((name, _reason(error)))
        return inner

    def _is_ignored(self, folder: _Folder, name: str) -> bool:
        from policy_assistant.code_ignore import ignored

        return ignored(folder.ignore, name)

    def _take_file(self, entry: "os.DirEntry[str]", name: str, beside: set[str]) -> None:
        is_link = entry.is_symlink() or _is_junction(entry)
        if (is_link and not self._may_follow(entry, name)) or not entry.is_file():  # a pipe called x.md would be read for ever
            return
        if self.rules.is_ours(self.links.get(name) or self._real(name)):
            return
        if described := self.rules.described(name):
            if described.rpartition("/")[2] not in beside:
                self.lone.append(name)
        elif not self.rules.is_document(name):
            self.others[Path(entry.name).suffix.lower() or entry.name] += 1
        elif len(sidecars := [Path(entry.path + ending) for ending in ENDINGS if entry.name + ending in beside]) > 1:
            self.unreadable.append((name, f"two files describe it, {' and '.join(path.name for path in sidecars)}; keep one"))
        else:
            status = entry.stat()
            self.sources.append(Source(name, Path(entry.path), status.st_size, status.st_mtime_ns, sidecar=next(iter(sidecars), None)))
            self._check_number()

    def _may_follow(self, entry: "os.DirEntry[str]", name: str) -> bool:
        """Whether a link leads to a file inside the folders. One that leads out is noted; one to nothing is `doctor`'s business."""
        try:
            target = Path(entry.path).resolve(strict=True)
        except RuntimeError:  # a loop, in Python before 3.13
            return False
        except OSError as error:
            if error.errno in _BROKEN_LINK:
                return False
            raise
        if not any(target.is_relative_to(root) for root in self.real_roots.values()):
            if target.is_dir() or self.rules.is_document(name):
                self.refused.append(name)
            else:
                self.others[Path(entry.name).suffix.lower() or entry.name] += 1
            return False
        self.links[name] = os.path.normcase(target)
        return target.is_file()

    def _real(self, name: str) -> str:
        """The resolved path of a file that no link leads to."""
        root, _, below = name.partition("/")
        return os.path.join(self.real_roots[f"{root}/"], below)  # noqa: PTH118 (of every file)

    def _check_number(self) -> None:
        if len(self.sources) > self.settings.corpus.max_files:
            raise InputRefusedError(
                f"more than {self.settings.corpus.max_files:,} documents",
                hint="name narrower folders in [corpus] folders, leave some out with [corpus] exclude, or raise [corpus] max_files",
            )


def _is_junction(entry: "os.DirEntry[str]") -> bool:
    """Whether an entry is a junction of Windows, which is no symbolic link and may lead anywhere."""
    tag = getattr(entry.stat(follow_symlinks=False), "st_reparse_tag", 0) if os.name == "nt" else 0
    return tag == getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", -1)


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
