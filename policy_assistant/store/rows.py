"""Records as rows of the index, and back; filters as SQL."""

import json
from collections.abc import Sequence
from typing import Any

from policy_assistant.blocks import Block, Box, Line, Place
from policy_assistant.filters import Filters
from policy_assistant.metadata import CODE_CHUNKER, FIELDS, Chunk, Metadata
from policy_assistant.spots import Spot
from policy_assistant.store.base import FileState, IndexedDocument

DOCUMENT_COLUMNS = ("source", *FIELDS, "format", "unstated", "size", "mtime", "sha256", "own", "own_title", "flag", "part")


def where_of(filters: Filters) -> tuple[str, list[str]]:
    """The filters as SQL on `chunks c`; the same rule as `Filters.allow`, but for `part`: each part has tables of its own."""
    parts, values = ["1"], []
    if filters.labels is not None:
        parts.append(f"c.access IN ({', '.join('?' * len(filters.labels))})")
        values.extend(sorted(filters.labels))
    if filters.as_of is not None:
        parts.append("c.effective_from <= ? AND (c.effective_to = '' OR c.effective_to >= ?)")
        values.extend((filters.as_of, filters.as_of))
    if filters.language is not None:
        parts.append("c.document IN (SELECT id FROM documents WHERE language = ?)")
        values.append(filters.language)
    if filters.doc_type is not None:
        parts.append("c.document IN (SELECT id FROM documents WHERE doc_type = ?)")
        values.append(filters.doc_type)
    return " AND ".join(parts), values


def as_json(value: Sequence[Any]) -> str:
    """A list as a compact JSON text."""
    if not value:
        return "[]"
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def document_values(document: IndexedDocument) -> tuple[object, ...]:
    """A document as the values of `DOCUMENT_COLUMNS`."""
    meta, file = document.metadata, document.file
    own = json.dumps(file.own, ensure_ascii=False)
    fields = tuple(getattr(meta, name) for name in FIELDS)
    return (
        meta.source,
        *fields,
        meta.format,
        as_json(meta.unstated),
        file.size,
        file.mtime,
        file.sha256,
        own,
        file.own_title,
        document.flag,
        meta.part,
    )


def document_of(row: Sequence[Any]) -> IndexedDocument:
    """The document of a row of `DOCUMENT_COLUMNS`."""
    values = dict(zip(DOCUMENT_COLUMNS, row, strict=True))
    meta = Metadata(
        **{name: values[name] for name in ("source", *FIELDS, "format", "part")}, unstated=tuple(json.loads(values["unstated"]))
    )
    file = FileState(values["size"], values["mtime"], values["sha256"], json.loads(values["own"]), values["own_title"])
    return IndexedDocument(meta, file, values["flag"])


def chunk_of(row: Sequence[Any], chunker: str) -> Chunk:
    """The chunk of a row of the query for chunks; `chunker` is that of documents."""
    chunk_id, doc_id, version, title, position, start, end, text, sections, pages, *rest, flags, place, spots = row
    of_sections, of_pages, of_flags, of_place, of_spots = (tuple(json.loads(value)) for value in (sections, pages, flags, place, spots))
    cut = (CODE_CHUNKER if of_place else chunker, position, start, end, text, of_sections, of_pages)
    values = (chunk_id, doc_id, version, title, *cut, *rest, of_flags, Place(*of_place) if of_place else None, of_spots)
    return Chunk(*values)


def place_json(chunk: Chunk) -> str:
    """A chunk's place as JSON."""
    place = chunk.place
    return as_json([place.kind, place.name, place.first_line, place.last_line] if place else [])


def block_values(block: Block) -> tuple[object, ...]:
    """A block as the values of a row, without its document; positions to a tenth of a point."""
    first, last = block.source_lines or (None, None)
    lines = [(n.start, n.end, n.box.page, *(round(v, 1) for v in (n.box.left, n.box.top, n.box.right, n.box.bottom))) for n in block.lines]
    spots = [(spot.start, spot.end, spot.name) for spot in block.spots]
    return (block.start, block.end, block.kind, block.level, block.section, first, last, as_json(lines), as_json(spots))


def block_of(row: Sequence[Any]) -> Block:
    """The block of a row; its text is empty."""
    kind, level, start, end, section, first, last, lines, spots = row
    places = tuple(Line(s, e, Box(*box)) for s, e, *box in json.loads(lines))
    named = tuple(Spot(*spot) for spot in json.loads(spots))
    return Block(kind, "", level, start, end, section, (first, last) if first is not None else None, places, spots=named)
