"""Writes a file whole or not at all."""

import contextlib
import os
from pathlib import Path

from policy_assistant.errors import UsageError


def check_target(path: Path, example: str) -> None:
    """Refuse a place that no file can be written to, before the work is done that fills it.

    `example` is a command-line option with a good name, for the hint.

    Raises:
        UsageError: there is no such folder, or something else than a file has this name.
    """
    target = Path(os.path.realpath(path))
    if not target.parent.is_dir():
        raise UsageError(
            f"{path} cannot be written: there is no folder {target.parent}", hint="create the folder first, or name another file"
        )
    if target.exists() and not target.is_file():
        raise UsageError(f"{path} is {'a folder' if target.is_dir() else 'not a file'}", hint=f"name a file, for example {example}")


def write_whole(path: Path, text: str, example: str) -> None:
    """Write a text as UTF-8. A file of this name is replaced in one step, so that a reader never sees half of one.

    Raises:
        UsageError: the file cannot be written.
    """
    check_target(path, example)
    target = Path(os.path.realpath(path))
    unfinished = target.with_name(f"{target.name}.{os.getpid()}")
    try:
        unfinished.write_text(text, encoding="utf-8", newline="\n")
        unfinished.replace(target)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {(error.strerror or str(error)).lower()}", hint="name a file in a folder of yours"
        ) from None
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink()
