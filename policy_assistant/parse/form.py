"""A parsed file as bytes: JSON, in which the text of a block is told by its characters. What is unpacked equals what was packed."""

import json
from dataclasses import asdict, astuple
from typing import Any

from policy_assistant.blocks import Block, Box, Dropped, Line, ParsedDocument, Place
from policy_assistant.spots import Spot


def pack(parsed: ParsedDocument) -> bytes:
    """The document as bytes. Raises `UnicodeEncodeError` for a text that is not Unicode (half of a surrogate pair)."""
    values = {
        "text": parsed.text,
        "blocks": [_block_values(block) for block in parsed.blocks],
        "metadata": dict(parsed.metadata),
        "dropped": [asdict(item) for item in parsed.dropped],
        "page_count": parsed.page_count,
    }
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()


def unpack(packed: bytes) -> ParsedDocument:
    """The document. Raises `ValueError`, `LookupError` or `TypeError` for bytes that `pack` did not make."""
    values = json.loads(packed)
    text = values["text"]
    if not isinstance(text, str):
        raise TypeError
    return ParsedDocument(
        text=text,
        blocks=tuple(_block(text, *block) for block in values["blocks"]),
        metadata=dict(values["metadata"]),
        dropped=tuple(Dropped(**item) for item in values["dropped"]),
        page_count=values["page_count"],
    )


def _block_values(block: Block) -> list[Any]:
    return [
        block.kind,
        block.level,
        block.start,
        block.end,
        block.section,
        block.source_lines,
        [(n.start, n.end, n.box.page, n.box.left, n.box.top, n.box.right, n.box.bottom) for n in block.lines],
        block.flags,
        None if block.place is None else astuple(block.place),
        [astuple(spot) for spot in block.spots],
    ]


def _block(
    text: str,
    kind: Any,
    level: int,
    start: int,
    end: int,
    section: str,
    source_lines: list[int] | None,
    lines: list[list[Any]],
    flags: list[str],
    place: list[Any] | None,
    spots: list[list[Any]],
) -> Block:
    return Block(
        kind,
        text[start:end],
        level,
        start,
        end,
        section,
        (source_lines[0], source_lines[1]) if source_lines else None,
        tuple(Line(s, e, Box(*box)) for s, e, *box in lines),
        tuple(flags),
        Place(*place) if place else None,
        tuple(Spot(*spot) for spot in spots),
    )
