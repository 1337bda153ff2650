"""A file as the next ingest will see it: its metadata, or why it cannot be read or is refused."""

import contextlib
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from policy_assistant.blocks import ParsedDocument
from policy_assistant.cache import ParseCache
from policy_assistant.documents import DocInfo
from policy_assistant.errors import InputRefusedError, PolicyAssistantError, UnreadableFileError
from policy_assistant.ingest import options_of
from policy_assistant.metadata import Metadata, resolve
from policy_assistant.parse.apart import parse_path_apart
from policy_assistant.parse.base import format_of
from policy_assistant.reading import said_by
from policy_assistant.settings import Settings
from policy_assistant.sidecar import read_sidecar
from policy_assistant.sources import Source
from policy_assistant.store.base import IndexedDocument

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Reading:
    """One file. `own` is what it says of itself; `metadata` what will hold for it, None where there is none.

    An `unreadable` file that the index knows keeps the metadata of its last good version (`is_kept`).
    """

    name: str
    own: Mapping[str, str]
    metadata: Metadata | None = None
    unreadable: UnreadableFileError | None = None
    refused: PolicyAssistantError | None = None
    is_kept: bool = False


def read_file(source: Source, known: IndexedDocument | None, row: DocInfo | None, settings: Settings, cache: ParseCache) -> Reading:
    """What the next ingest will see in a file; the file itself is read only when the index does not know it as it is."""
    try:
        beside = read_sidecar(source.sidecar, f"{source.name}{source.sidecar.suffix}" if source.sidecar else "")
        own, title = _own(source, known, settings, cache)
    except UnreadableFileError as error:
        return Reading(source.name, {}, known.metadata if known else None, unreadable=error, is_kept=known is not None)
    except InputRefusedError as error:
        return Reading(source.name, {}, refused=error)
    try:
        metadata = resolve(source.name, format_of(source.path), own, row.stated if row else {}, title, settings, beside=beside)
    except PolicyAssistantError as error:
        return Reading(source.name, own, refused=error)
    return Reading(source.name, own, metadata)


def _own(source: Source, known: IndexedDocument | None, settings: Settings, cache: ParseCache) -> tuple[Mapping[str, str], str]:
    if known and not known.flag and (known.file.size, known.file.mtime) == (source.size, source.mtime):
        return known.file.own, known.file.own_title
    parsed = _parsed(source, settings, cache)
    return said_by(parsed), parsed.title


def _parsed(source: Source, settings: Settings, cache: ParseCache) -> ParsedDocument:
    options = options_of(settings)
    kept = None
    if source.size <= options.max_bytes:
        with contextlib.suppress(OSError):  # `parse` meets it again, and says what it is
            kept = cache.load(hashlib.sha256(source.path.read_bytes()).hexdigest(), source.path.suffix.lower())
    return kept or parse_path_apart(source.path, options)
