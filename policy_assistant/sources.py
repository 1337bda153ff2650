"""The files of a corpus: found in the folders of the settings, and in nothing else."""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from policy_assistant.errors import InputRefusedError, SettingsError, UsageError
from policy_assistant.filters import Part
from policy_assistant.settings import Settings


@dataclass(frozen=True)
class Source:
    """One file. `name` is its place in the corpus (`documents/gift-cards.md`) or in the project (`shop/returns.py`), the same
    on every system; `mtime` in ns.
    """

    name: str
    path: Path
    size: int
    mtime: int
    part: Part = "docs"


@dataclass(frozen=True)
class Found:
    """The files that are documents, in name order, and what else lies in the folders: ending -> number of files."""

    sources: tuple[Source, ...]
    others: Counter[str]
    refused_links: tuple[str, ...]


def find_sources(settings: Settings) -> Found:
    """All documents below `[corpus] folders`; names that begin with a dot are passed over.

    A link to a file or folder outside the folders is not followed and is listed in `refused_links`.

    Raises:
        UsageError: a folder does not exist.
        OSError: a folder cannot be read; its documents must not seem deleted.
        SettingsError: two folders have the same last name, so that their files could not be told apart, or one lies in
            another.
        InputRefusedError: a file's name is not UTF-8.
    """
    folders = [_folder(settings, name) for name in settings.corpus.folders]
    names = Counter(folder.name for folder in folders)
    if twice := [name for name, count in names.items() if count > 1]:
        raise SettingsError(
            f"[corpus] folders: two folders are called {twice[0]!r}", hint="rename one; a document's source begins with its folder's name"
        )
    roots = [folder.resolve() for folder in folders]
    if inner := next(((a, b) for a in roots for b in roots if a is not b and a.is_relative_to(b)), None):
        raise SettingsError(
            f"[corpus] folders: {inner[0]} lies inside {inner[1]}", hint="name only one of them; folders are read with their sub-folders"
        )
    sources: list[Source] = []
    others: Counter[str] = Counter()
    links: list[str] = []
    for folder in folders:
        for path in _files(folder):
            name = _name(folder, path)
            is_folder = path.is_dir()
            if not is_folder and not any(fnmatch(path.name.lower(), pattern.lower()) for pattern in settings.corpus.patterns):
                others[path.suffix.lower() or path.name] += 1
            elif path.is_symlink() and not any(path.resolve().is_relative_to(root) for root in roots):
                links.append(name)
            elif not is_folder:
                status = path.stat()
                sources.append(Source(name, path, status.st_size, status.st_mtime_ns))
    return Found(tuple(sorted(sources, key=lambda s: s.name)), others, tuple(links))


def has_documents(settings: Settings) -> bool:
    """Whether any of the folders of documents is there: a project of code alone has none."""
    return any((settings.folder / name).is_dir() for name in settings.corpus.folders)


def path_of(settings: Settings, name: str) -> Path | None:
    """The document with this name, None where there is none inside the folders."""
    for listed in settings.corpus.folders:
        folder = settings.folder / listed
        if name.startswith(f"{folder.name}/"):
            path = folder / name.removeprefix(f"{folder.name}/")
            if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
                return path
    return None


def _name(folder: Path, path: Path) -> str:
    name = f"{folder.name}/{path.relative_to(folder).as_posix()}"
    try:
        name.encode()
    except UnicodeEncodeError:
        raise InputRefusedError(f"{name!a}: the file's name is not UTF-8", hint="rename the file") from None
    return name


def _folder(settings: Settings, name: str) -> Path:
    folder = settings.folder / name
    if not folder.is_dir():
        raise UsageError(
            f"no folder of documents at {folder}",
            hint="put documents there, set [corpus] folders or [code] folders, or draft a project with `policy-assistant init --from DIR`",
        )
    return folder


def _files(folder: Path) -> Iterator[Path]:
    """The files below a folder, and links to folders, which are not entered."""
    for parent, folders, files in os.walk(folder, onerror=_raise):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(parent, name)
            if not name.startswith(".") and path.is_file():  # a pipe called x.md would be read for ever
                yield path
        yield from (path for path in (Path(parent, name) for name in folders) if path.is_symlink())


def _raise(error: OSError) -> None:
    raise error
