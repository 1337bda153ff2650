"""Metadata beside a file: `returns.pdf.toml` or `returns.pdf.json` describes `returns.pdf`, which cannot say it itself."""

import json
import stat
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

from policy_assistant.errors import InputRefusedError, UnreadableFileError, nearest
from policy_assistant.metadata import FIELDS

ENDINGS = (".toml", ".json")
"""What the name of a sidecar adds to that of the file that it describes."""

MAX_BYTES = 100_000
"""Nine short fields are far smaller; anything larger is not meant as one."""


def described_by(name: str) -> str:
    """The name of the file that a sidecar of this name describes; empty where it cannot be one."""
    ending = next((ending for ending in ENDINGS if name.lower().endswith(ending)), "")
    return name[: -len(ending)] if ending else ""


def sidecar_of(path: Path | None) -> Path | None:
    """The sidecar of a file, None where there is none."""
    beside = (path.with_name(path.name + ending) for ending in ENDINGS) if path else iter(())
    return next((candidate for candidate in beside if candidate.is_file()), None)


def read_sidecar(path: Path | None, name: str) -> dict[str, str]:
    """The fields that a sidecar states, as texts; none where there is no sidecar. `name` is what messages call it.

    Raises:
        UnreadableFileError: it cannot be opened now, or is no plain file: a link could lead out of the folders.
        InputRefusedError: it is no table of fields, or a value is neither a text, a whole number nor a day.
    """
    if path is None:
        return {}
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode):
            raise UnreadableFileError(name, "is no plain file")
        data = path.read_bytes() if status.st_size <= MAX_BYTES else b""
    except OSError as error:
        raise UnreadableFileError(name, (error.strerror or str(error)).lower()) from error
    if not data:
        raise InputRefusedError(f"{name}: a sidecar holds between 1 and {MAX_BYTES:,} bytes", hint=_HINT)
    return {field: _text(name, field, value) for field, value in _table(path, name, data).items() if field in FIELDS}


def unknown_fields(path: Path, name: str) -> list[str]:
    """The fields of a sidecar that mean nothing here, as sentences; none where it cannot be read."""
    try:
        table = _table(path, name, path.read_bytes()[: MAX_BYTES + 1])
    except (OSError, InputRefusedError):
        return []
    return [f"{name}: {field[:60]!r} is not a field and was not used ({nearest(field, FIELDS)})" for field in table if field not in FIELDS]


_HINT = 'for example `version = "3"` on one line and `access = "staff"` on the next'
_JSON_HINT = 'for example {"version": "3", "access": "staff"}'


def _table(path: Path, name: str, data: bytes) -> Mapping[str, Any]:
    try:
        text = data.decode("utf-8-sig")
        if path.suffix.lower() == ".json":
            table = json.loads(text)
        else:
            import tomllib  # few projects have a sidecar

            table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputRefusedError(
            f"{name}: cannot be read as {path.suffix[1:].upper()}: {str(error)[:200]}",
            hint=_JSON_HINT if path.suffix.lower() == ".json" else _HINT,
        ) from None
    if not isinstance(table, dict):
        raise InputRefusedError(f"{name}: holds no fields", hint=_HINT)
    return table


def _text(name: str, field: str, value: Any) -> str:
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, date) and not isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise InputRefusedError(
        f"{name}: {field} is neither a text nor a day", hint=f'write it in quotes: {field} = "1.10"; a number would lose its last zero'
    )
