"""The folders of documents of a project, and how the names of their files begin."""

import os
import unicodedata
from pathlib import Path

from policy_assistant.errors import SettingsError
from policy_assistant.settings import Settings


def corpus_folders(settings: Settings) -> dict[str, Path]:
    """The folders of documents by what the names of their files begin with, which ends in `/`.

    Raises:
        SettingsError: two folders have the same last name, so that their files could not be told apart, or one lies in
            another.
    """
    folders: dict[str, Path] = {}
    for name in settings.corpus.folders:
        folder = Path(os.path.normpath(settings.folder / name))
        start = f"{_name_of(folder)}/"
        if start in folders:
            raise SettingsError(
                f"[corpus] folders: two folders are called {start[:-1]!r}",
                hint="rename one; a document's source begins with its folder's name",
            )
        folders[start] = folder
    _check_apart(folders)
    return folders


def has_documents(settings: Settings) -> bool:
    """Whether any of the folders of documents is there: a project of code alone has none."""
    return any(os.path.isdir(settings.folder / name) for name in settings.corpus.folders)  # noqa: PTH112 (a drive that fails is no error here)


def path_of(settings: Settings, name: str) -> Path | None:
    """The document with this name, None where there is none inside the folders."""
    for start, folder in corpus_folders(settings).items():
        if name.startswith(start):
            path = folder / name.removeprefix(start)
            try:
                if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
                    return path
            except (OSError, RuntimeError, ValueError):  # a drive that went away, a loop of links, a NUL
                return None
    return None


def shown(name: str) -> str:
    """A name on one line: what is not UTF-8 or would steer a terminal is written as an escape."""
    if name.isprintable():  # nearly all are
        return name
    plain = name.encode("utf-8", "backslashreplace").decode()
    return "".join(char.encode("unicode_escape").decode() if unicodedata.category(char) in ("Cc", "Zl", "Zp") else char for char in plain)


def _name_of(folder: Path) -> str:
    r"""The last part of a folder's path; of a whole drive or share (`D:\`, `\\server\share`) the letter or the share's name."""
    return folder.name or folder.drive.replace("\\", "/").rpartition("/")[2].rstrip(":") or "root"


def _check_apart(folders: dict[str, Path]) -> None:
    roots = []
    for folder in folders.values():
        try:
            roots.append(folder.resolve())
        except (OSError, RuntimeError):  # it cannot be listed either, which is told then
            continue
    if inner := next(((a, b) for a in roots for b in roots if a is not b and a.is_relative_to(b)), None):
        raise SettingsError(
            f"[corpus] folders: {inner[0]} lies inside {inner[1]}", hint="name only one of them; folders are read with their sub-folders"
        )
