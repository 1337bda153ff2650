"""The folders of code of a project, and how the names of their files begin."""

import os
from pathlib import Path

from policy_assistant.settings import Settings


def code_folders(settings: Settings) -> list[Path]:
    """The folders of code: those of `[code] folders`; where none are named, the project's own if it has no documents."""
    if settings.code.folders:
        return [Path(os.path.normpath(settings.folder / name)) for name in settings.code.folders]
    has_corpus = (settings.folder / "corpus").is_dir() or any((settings.folder / name).is_dir() for name in settings.corpus.folders)
    return [] if has_corpus else [settings.folder]


def start_of(settings: Settings, folder: Path) -> str:
    """What the names of a folder's files begin with: its path in the project, or its own name where it lies outside; empty or ending in `/`."""
    project = Path(os.path.normpath(settings.folder))
    name = folder.relative_to(project).as_posix() if folder.is_relative_to(project) else folder.name
    return "" if name == "." else f"{name}/"


def code_path_of(settings: Settings, name: str) -> Path | None:
    """The file of code with this name, None where there is none inside the folders of code."""
    starts = [(folder, start_of(settings, folder)) for folder in code_folders(settings)]
    for folder, start in sorted(starts, key=lambda pair: -len(pair[1])):
        path = folder / name.removeprefix(start)
        if name.startswith(start) and path.is_file() and path.resolve().is_relative_to(folder.resolve()):
            return path
    return None
