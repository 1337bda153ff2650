"""A whole version part by part, without marks: its pages, its blocks or its lines."""

from policy_assistant.code.fresh import Freshness
from policy_assistant.code_places import place_of
from policy_assistant.errors import UnreadableFileError, UsageError
from policy_assistant.settings import Settings
from policy_assistant.store.base import Engine, IndexedDocument
from policy_assistant.versions import text_of
from policy_assistant.view.boxes import page_sizes
from policy_assistant.view.code import MAX_LINES, numbered, read_code
from policy_assistant.view.file import indexed_document, proved_text
from policy_assistant.view.marking import Marker
from policy_assistant.view.problems import CHANGED, GONE, NOT_SHOWN
from policy_assistant.view.section import parts_of
from policy_assistant.view.shapes import DocumentView, ViewKind

PAGES = 20
"""Pages of a part."""


def open_document(settings: Settings, engine: Engine, source: str, part: int = 1) -> DocumentView:
    """One part (from 1) of the version, or file of code, that a source is.

    From its file where that has the bytes that were indexed, else the index's own text, with the problem named. Whoever calls
    has made sure that the reader may see the source.

    Raises:
        NotFoundError: no such source in the index.
        UsageError: no such part.
        OverloadedError: too many pages are being looked at.
    """
    document = indexed_document(engine, source)
    if document.metadata.part == "code":
        return _code(settings, engine, document, part)
    file = proved_text(settings, document)
    if file.parsed is None:
        return _indexed(engine, document, part, file.problem)
    if document.metadata.format == "pdf":
        parts = _checked(part, -(-file.parsed.page_count // PAGES))
        numbers = range((part - 1) * PAGES + 1, min(part * PAGES, file.parsed.page_count) + 1)
        try:
            return DocumentView("pages", document.metadata, part, parts, pages=page_sizes(file.data, source, numbers))
        except UnreadableFileError:
            return _indexed(engine, document, 1, NOT_SHOWN)
    pieces = parts_of(file.parsed.text, file.parsed.blocks)
    parts = _checked(part, len(pieces))
    return DocumentView("section", document.metadata, part, parts, blocks=Marker(file.parsed.text).blocks(pieces[part - 1]))


def _indexed(engine: Engine, document: IndexedDocument, part: int, problem: str) -> DocumentView:
    metadata = document.metadata
    text = text_of([chunk for chunk in engine.chunks(metadata.doc_id) if chunk.source == metadata.source])
    pieces = parts_of(text, engine.blocks(metadata.source))
    parts = _checked(part, len(pieces))
    return DocumentView("passage", metadata, part, parts, problem, blocks=Marker(text).blocks(pieces[part - 1]))


def _code(settings: Settings, engine: Engine, document: IndexedDocument, part: int) -> DocumentView:
    metadata = document.metadata
    file = read_code(Freshness(settings, engine).path_of(metadata.source))
    if file and file.sha256 == document.file.sha256:
        problem, lines = "", numbered(file.lines, 1)
    else:
        pieces = [chunk for chunk in engine.chunks(metadata.doc_id, "code") if chunk.source == metadata.source]
        lines = tuple(line for piece in pieces for line in numbered(piece.text.split("\n"), place_of(piece).first_line))
        problem = CHANGED if file else GONE
    parts = _checked(part, -(-len(lines) // MAX_LINES))
    kind: ViewKind = "passage" if problem else "code"
    return DocumentView(kind, metadata, part, parts, problem, lines=lines[(part - 1) * MAX_LINES : part * MAX_LINES])


def _checked(part: int, parts: int) -> int:
    """The number of parts, at least one. Raises `UsageError` when `part` is not among them."""
    parts = max(parts, 1)
    if not 1 <= part <= parts:
        raise UsageError(f"there is no part {part}", hint=f"it has parts 1 to {parts}")
    return parts
