"""Opens a citation in its source, the place proved first: the file, its hash, its text, and on paper what is printed there."""

from policy_assistant.blocks import Block
from policy_assistant.code.fresh import Freshness
from policy_assistant.errors import UnreadableFileError, UsageError
from policy_assistant.metadata import Chunk
from policy_assistant.settings import Settings
from policy_assistant.spots import OCR
from policy_assistant.store.base import Engine, IndexedDocument
from policy_assistant.view.boxes import printed_at
from policy_assistant.view.code import open_code
from policy_assistant.view.file import FileText, indexed_document, proved_text
from policy_assistant.view.marking import Marker
from policy_assistant.view.problems import NOT_PRINTED, NOT_SHOWN, OTHER_TEXT, RECOGNISED
from policy_assistant.view.section import around
from policy_assistant.view.shapes import SourceView


def open_source(settings: Settings, engine: Engine, chunk: Chunk, start: int, end: int) -> SourceView:
    """The characters `start` to `end` of a chunk, shown at their place in the file as it is now.

    Marked only where the file has the bytes that were indexed, their text has the chunk's words there, and, in a PDF, those
    words are printed under the boxes; a piece of code may have moved. Else the view names the problem, and shows without any
    mark what is known: the page, or the indexed passage. Whoever calls has made sure that the reader may see the chunk.

    Raises:
        UsageError: the characters are not inside the chunk.
        NotFoundError: its document is no longer in the index.
        OverloadedError: too many pages are being looked at.
    """
    if not chunk.start <= start < end <= chunk.end:
        raise UsageError(f"the passage {chunk.chunk_id} has no characters {start} to {end}", hint=f"it has {chunk.start} to {chunk.end}")
    document = indexed_document(engine, chunk.source)
    if chunk.place:
        return open_code(Freshness(settings, engine), chunk, start, end, document.file.sha256)
    file = proved_text(settings, document)
    if file.parsed is None:
        return _passage(engine, chunk, start, end, file.problem)
    if file.parsed.text[chunk.start : chunk.end] != chunk.quote:
        return _passage(engine, chunk, start, end, OTHER_TEXT)
    if document.metadata.format == "pdf":
        return _pages(engine, document, file, chunk, start, end)
    blocks = Marker(file.parsed.text, start, end).blocks(around(file.parsed.text, file.parsed.blocks, start, end))
    return SourceView("section", chunk, start, end, blocks=blocks, sha256=document.file.sha256)


def _pages(engine: Engine, document: IndexedDocument, file: FileText, chunk: Chunk, start: int, end: int) -> SourceView:
    if file.parsed is None:
        raise AssertionError("it was asked before")
    try:
        printed = printed_at(file.data, chunk.source, file.parsed, start, end)
    except UnreadableFileError:
        return _passage(engine, chunk, start, end, NOT_SHOWN)
    is_recognised = any(spot.startswith(OCR) for spot in chunk.spots)
    problem = "" if printed.proved else RECOGNISED if is_recognised else NOT_PRINTED
    return SourceView("pages", chunk, start, end, problem, printed.pages, sha256=document.file.sha256)


def _passage(engine: Engine, chunk: Chunk, start: int, end: int, problem: str) -> SourceView:
    """The chunk's own text from the index, unmarked."""
    text = " " * chunk.start + chunk.quote
    blocks = [_inside(block, chunk) for block in engine.blocks(chunk.source) if block.start < chunk.end and block.end > chunk.start]
    shown = Marker(text).blocks(around(text, blocks, chunk.start, chunk.end))
    return SourceView("passage", chunk, start, end, problem, blocks=shown)


def _inside(block: Block, chunk: Chunk) -> Block:
    first, last = max(block.start, chunk.start), min(block.end, chunk.end)
    return Block(block.kind, "", block.level, first, last, block.section)
