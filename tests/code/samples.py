"""Pieces of code for tests."""

from typing import Any

from policy_assistant.blocks import Place
from policy_assistant.metadata import CODE_CHUNKER, Chunk, chunk_hash, chunk_id

VERSION = "0123456789ab"


def piece(
    text: str,
    path: str = "shop/tax.py",
    *,
    kind: str = "function",
    name: str = "rate",
    first_line: int = 1,
    start: int = 0,
    access: str = "staff",
    **fields: Any,
) -> Chunk:
    """A piece of a file of code, its last line counted."""
    end = start + len(text)
    values: dict[str, Any] = {
        "chunk_id": chunk_id(path, VERSION, start, end),
        "doc_id": path,
        "version": VERSION,
        "title": path,
        "chunker": CODE_CHUNKER,
        "position": 0,
        "start": start,
        "end": end,
        "text": text,
        "sections": (name,),
        "pages": (),
        "effective_from": "",
        "effective_to": "",
        "access": access,
        "language": "python",
        "doc_type": "code",
        "source": path,
        "hash": chunk_hash(path, VERSION, start, end),
        "place": Place(kind, name, first_line, first_line + text.count("\n")),
    }
    return Chunk(**(values | fields))
