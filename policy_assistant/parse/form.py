"""A parsed file as bytes: JSON, in which the text of a block is told by its characters. What is unpacked equals what was packed.

The bytes may come from a process that a file took over, or from a disk that forgot some: what is no document is refused.
"""

import json
from dataclasses import asdict, astuple
from itertools import chain, pairwise
from typing import Any, get_args

from policy_assistant.blocks import CODE_KINDS, Block, BlockKind, Box, Dropped, Line, ParsedDocument, Place
from policy_assistant.spots import Spot

_KINDS = frozenset(get_args(BlockKind))


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
    """The document: blocks of known kinds, in order, within the text; numbers and texts where they belong.

    Raises:
        ValueError: no bytes that `pack` makes, whatever is wrong with them.
    """
    try:
        return _document(json.loads(packed))
    except (TypeError, LookupError, RecursionError) as error:
        raise ValueError("these bytes are no parsed file") from error


def _document(values: Any) -> ParsedDocument:
    text, metadata = values["text"], dict(values["metadata"])
    dropped = tuple(Dropped(**item) for item in values["dropped"])
    _check_texts(text, *chain.from_iterable(metadata.items()), *chain.from_iterable(item.values() for item in values["dropped"]))
    _check_integers(values["page_count"])
    blocks = tuple(_block(text, *block) for block in values["blocks"])
    _check(all(before.end <= after.start for before, after in pairwise(blocks)))
    return ParsedDocument(text, blocks, metadata, dropped, values["page_count"])


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
    _check(kind in _KINDS)
    _check_integers(level, start, end, *(source_lines or ()))
    _check(0 <= start <= end <= len(text))
    _check_texts(section, *flags, *(name for _, _, name in spots))
    _check_integers(*chain.from_iterable(spot[:2] for spot in spots), *chain.from_iterable(line[:3] for line in lines))
    _check({int, float}.issuperset(map(type, chain.from_iterable(lines))))
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
        _place(*place) if place else None,
        tuple(Spot(*spot) for spot in spots),
    )


def _place(kind: str, name: str, first_line: int, last_line: int) -> Place:
    _check(kind in CODE_KINDS)
    _check_texts(name)
    _check_integers(first_line, last_line)
    return Place(kind, name, first_line, last_line)


def _check_texts(*values: Any) -> None:
    """Texts only, and of Unicode: `UnicodeEncodeError`, which is a `ValueError`, for half of a surrogate pair."""
    "".join(values).encode()


def _check_integers(*values: Any) -> None:
    _check({int}.issuperset(map(type, values)))


def _check(holds: bool) -> None:
    if not holds:
        raise ValueError("these bytes are no parsed file")
