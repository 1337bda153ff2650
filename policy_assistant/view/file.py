"""The file behind a source: found in the folders of the settings, and proved to hold the very bytes that were indexed."""

from dataclasses import dataclass
from pathlib import Path

from policy_assistant.blocks import ParsedDocument
from policy_assistant.cache import ParseCache
from policy_assistant.code_folders import code_path_of
from policy_assistant.errors import NotFoundError, PolicyAssistantError
from policy_assistant.parse.base import parse_bytes
from policy_assistant.reading import digest_of, options_of, parsed, read
from policy_assistant.settings import Settings
from policy_assistant.sources import Source, path_of
from policy_assistant.store.base import Engine, IndexedDocument
from policy_assistant.view.problems import CHANGED, GONE, UNREADABLE


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
    """The parsed text of a document's file, if its bytes are those that were indexed."""
    found = proved_bytes(settings, document)
    if found.problem:
        return FileText(None, problem=found.problem)
    try:
        return FileText(_parsed(settings, document, found.data), found.data)
    except PolicyAssistantError:
        return FileText(None, problem=UNREADABLE)


def _parsed(settings: Settings, document: IndexedDocument, data: bytes) -> ParsedDocument:
    name, options = document.metadata.source, options_of(settings)
    source = Source(name, Path(name), len(data), 0)
    try:
        return parsed(source, data, document.file.sha256, ParseCache(settings.cache_path, options), options)
    except OSError:  # a cache that cannot be written must not hide a source
        return parse_bytes(data, name, options)
