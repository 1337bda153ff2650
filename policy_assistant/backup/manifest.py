"""What a backup holds: a fixed set of names, whatever the files are called in the project, and a manifest about them."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from policy_assistant.errors import InputRefusedError
from policy_assistant.settings import Settings
from policy_assistant.settings_file import FILE_NAME, MAX_FILE_BYTES

FORMAT = 1
MANIFEST = "manifest.json"
STATE, INDEX = "state.sqlite", "index.sqlite"

LIMITS = {
    MANIFEST: 100_000,
    FILE_NAME: MAX_FILE_BYTES,
    "inventory.csv": 100_000_000,
    "questions.jsonl": 100_000_000,
    "glossary.txt": 10_000_000,
    STATE: 10_000_000_000,
    INDEX: 100_000_000_000,
}
"""All names that a backup may hold, each with the bytes that it may have. There are no folders."""

_HEX = frozenset("0123456789abcdef")


def places(settings: Settings) -> dict[str, Path]:
    """Name in a backup -> where that file is in a project; none of them need be there."""
    return {
        FILE_NAME: settings.folder / FILE_NAME,
        "inventory.csv": settings.inventory_path,
        "questions.jsonl": settings.questions_path,
        "glossary.txt": settings.glossary_path,
        STATE: settings.state_path,
        INDEX: settings.index_path,
    }


@dataclass(frozen=True)
class FileRecord:
    """One file of a backup: its name there, bytes, and SHA-256 in hex."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """What a backup says of itself. `made_at` is in UTC, `schema` that of its state, 0 where it has none."""

    product: str
    version: str
    made_at: str
    schema: int
    files: tuple[FileRecord, ...]
    format: int = FORMAT

    @property
    def has_state(self) -> bool:
        """Whether keys and kept answers are in it."""
        return any(file.name == STATE for file in self.files)

    def as_json(self) -> bytes:
        """As it is written."""
        return json.dumps(asdict(self), indent=2).encode() + b"\n"


def read_manifest(data: bytes) -> Manifest:
    """What `Manifest.as_json` made.

    Raises:
        InputRefusedError: it is none, or one of a newer format.
    """
    try:
        values = json.loads(data)
        form = _whole(values["format"])
        if form > FORMAT:
            raise InputRefusedError(f"the backup has format {form}; this version knows {FORMAT}", hint="install a newer version")
        files = tuple(_record(one) for one in values["files"])
        product, version, made_at = (_text(values[name]) for name in ("product", "version", "made_at"))
        return Manifest(product, version, made_at, _whole(values["schema"]), files, form)
    except (LookupError, TypeError, ValueError, RecursionError):
        raise InputRefusedError(f"{MANIFEST} is not that of a backup", hint="take another backup") from None


def _record(values: Any) -> FileRecord:
    digest = _text(values["sha256"])
    if len(digest) != 64 or not set(digest) <= _HEX:
        raise ValueError(digest)
    return FileRecord(_text(values["name"]), _whole(values["size"]), digest)


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 100:
        raise TypeError(value)
    return value


def _whole(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise TypeError(value)
    return value
