"""The file behind a source: found in the folders of the settings, and proved to hold the very bytes that were indexed."""

from dataclasses import dataclass, replace
from pathlib import Path

from policy_assistant.blocks import ParsedDocument
from policy_assistant.cache import ParseCache
from policy_assistant.code_folders import code_path_of
from policy_assistant.errors import NotFoundError, OverloadedError, PolicyAssistantError
from policy_assistant.history import split_state
from policy_assistant.past import past_bytes
from policy_assistant.reading import digest_of, options_of, parsed, read
from policy_assistant.settings import Settings
from policy_assistant.sources import Source, path_of
from policy_assistant.store.base import Engine, IndexedDocument
from policy_assistant.view.problems import CHANGED, GONE, UNREADABLE

SECONDS = 20
"""After this a file whose text the cache has lost is given up; the next ingest has more time for it."""


@dataclass(frozen=True)
class FileBytes:
    """The bytes of a file, or why there are none that could be trusted."""

    data: bytes = b""
    problem: str = ""


@dataclass(frozen=True)
class FileText:
    """The bytes of a file with their parsed text, or why there are none that could be trusted."""

    parsed: ParsedDocument | None
    data: bytes = b""
    problem: str = ""


def indexed_document(engine: Engine, source: str) -> IndexedDocument:
    """The document, or file of code, of a source. Raises `NotFoundError`."""
    document = engine.document(source)
    if document is None:
        raise NotFoundError(f"no document has the source {source!r}", hint="sources are in the output of `search` and `chunks`")
    return document


def proved_bytes(settings: Settings, document: IndexedDocument) -> FileBytes:
    """The bytes of a document's file, if they are those that were indexed."""
    if split_state(document.metadata.source)[1]:
        data = past_bytes(settings, document.metadata.source)
        return FileBytes(data) if data is not None and digest_of(data) == document.file.sha256 else FileBytes(problem=GONE)
    find = code_path_of if document.metadata.part == "code" else path_of
    path = find(settings, document.metadata.source)
    if path is None:
        return FileBytes(problem=GONE)
    try:
        status = path.stat()
        data = read(Source(document.metadata.source, path, status.st_size, status.st_mtime_ns), options_of(settings))
    except (PolicyAssistantError, OSError):
        return FileBytes(problem=UNREADABLE)
    return FileBytes(data) if digest_of(data) == document.file.sha256 else FileBytes(problem=CHANGED)


def proved_text(settings: Settings, document: IndexedDocument) -> FileText:
    """The parsed text of a document's file, if its bytes are those that were indexed.

    Raises `OverloadedError` when too many files are being parsed.
    """
    found = proved_bytes(settings, document)
    if found.problem:
        return FileText(None, problem=found.problem)
    try:
        return FileText(_parsed(settings, document, found.data), found.data)
    except OverloadedError:
        raise
    except PolicyAssistantError:
        return FileText(None, problem=UNREADABLE)


def _parsed(settings: Settings, document: IndexedDocument, data: bytes) -> ParsedDocument:
    """The text, most often from the cache; whoever asks does not wait as long as an ingest."""
    name, options = document.metadata.source, options_of(settings)
    seconds = min(options.max_seconds, SECONDS)
    options = replace(options, max_seconds=seconds, max_seconds_in_all=seconds)
    source = Source(name, Path(split_state(name)[0]), len(data), 0)
    return parsed(source, data, document.file.sha256, ParseCache(settings.cache_path, options), options)
