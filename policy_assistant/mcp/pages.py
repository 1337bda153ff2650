"""The text of a version, a page at a time."""

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, Field

from policy_assistant.errors import UsageError
from policy_assistant.server.replies import VersionReply
from policy_assistant.server.routes.common import version_record

if TYPE_CHECKING:
    from policy_assistant.mcp.arguments import DocumentArguments
    from policy_assistant.metadata import Chunk, Metadata
    from policy_assistant.server.desk import Desk

PAGE = 12_000
"""Characters of a page, at most."""


class PageReply(BaseModel):
    """A page of the text of a version. Characters are those of citations."""

    version: str
    is_in_force: bool
    start: int
    end: int
    total: Annotated[int, Field(description="Characters of the whole text.")]
    next: Annotated[int | None, Field(description="The `offset` of the next page; null on the last one.")]
    flags: Annotated[list[str], Field(description="What in the page may steer a reader unseen.")]
    text: str


class DocumentReply(BaseModel):
    """The versions of a document, the earliest first, and a page of one of them."""

    doc_id: str
    as_of: str
    versions: list[VersionReply]
    page: PageReply | None


def document_record(desk: "Desk", asked: "DocumentArguments") -> dict[str, Any]:
    """A document as a `DocumentReply`.

    Raises:
        NotFoundError: there is no such document or version, or the caller may not see it.
        UsageError: there is no such day or character.
    """
    day = desk.day(asked.as_of)
    with desk.assistant.store.snapshot():
        catalogue = desk.catalogue(asked.audience)
        versions = [version_record(metadata, day) for metadata in catalogue.document(asked.doc_id)]
        page = None
        if asked.text or asked.version:
            metadata = catalogue.version(asked.doc_id, asked.version, day)
            page = _page(_text(desk, metadata, chunks := catalogue.versions.chunks(metadata)), chunks, asked.offset)
            page = {"version": metadata.version, "is_in_force": version_record(metadata, day)["is_in_force"]} | page
    return {"doc_id": asked.doc_id, "as_of": day, "versions": versions, "page": page}


def _text(desk: "Desk", metadata: "Metadata", chunks: "list[Chunk]") -> str:
    """The parsed text of a version, every character in its place, as far as the index holds it."""
    characters = ["\n"] * max((chunk.end for chunk in chunks), default=0)
    for block in desk.assistant.store.blocks(metadata.source):
        words = {"heading": block.section, "title": metadata.title}.get(block.kind, "")
        length = block.end - block.start
        if len(words) >= length and block.end <= len(characters):
            characters[block.start : block.end] = words[len(words) - length :]
    for chunk in chunks:
        characters[chunk.start : chunk.end] = chunk.quote
    return "".join(characters)


def _page(text: str, chunks: "list[Chunk]", start: int) -> dict[str, Any]:
    if start and start >= len(text):
        raise UsageError(f"offset is {start:,}; the text has {len(text):,} characters", hint="begin at 0")
    end = min(start + PAGE, len(text))
    if end < len(text):
        end = text.rfind("\n", start + PAGE // 2, end) + 1 or end
    flags = sorted({flag for chunk in chunks if chunk.start < end and chunk.end > start for flag in chunk.flags})
    following = end if end < len(text) else None
    return {"start": start, "end": end, "total": len(text), "next": following, "flags": flags, "text": text[start:end]}
