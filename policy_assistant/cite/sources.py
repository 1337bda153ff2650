"""What a claim points to: each cited ID and quote, looked up among the passages given and in the index."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from policy_assistant.answer import Asked
from policy_assistant.cite.quotes import locate
from policy_assistant.claims import Citation, Cited
from policy_assistant.metadata import ID_DIGITS, Chunk

Find = Callable[[str], Sequence[Chunk]]
"""Looks chunks up in the whole index by the first digits of their hash."""

State = Literal["found", "missing", "not given", "not allowed"]

_ID = re.compile(rf"[0-9a-f]{{{ID_DIGITS},64}}")


@dataclass(frozen=True)
class Source:
    """What was found for one citation. `chunk` is None where the reader may not know of one; `citation` where the quote is not in it."""

    cited: Cited
    state: State
    chunk: Chunk | None = None
    citation: Citation | None = None

    @property
    def is_proof(self) -> bool:
        """Whether its passage was given to whoever wrote the claim and may be seen by whoever asks."""
        return self.state == "found"


def resolve(cited: Cited, asked: Asked, given: Sequence[Chunk], find: Find) -> Source:
    """What a citation points to.

    A passage that was not given and may not be seen is missing, like one that does not exist; so is an ID that stands for
    several passages.
    """
    name = cited.id.strip().strip("[]")
    digits = parse_id(name)
    among = {chunk.hash: chunk for chunk in given if chunk.chunk_id == name or (digits and chunk.hash.startswith(digits))}
    if len(among) == 1:
        (chunk,) = among.values()
        if chunk.access not in asked.labels:
            return Source(cited, "not allowed")
        return Source(cited, "found", chunk, place(cited, chunk))
    others = [chunk for chunk in find(digits) if chunk.access in asked.labels] if digits and not among else []
    if len(others) != 1:
        return Source(cited, "missing")
    return Source(cited, "not given", others[0], place(cited, others[0]))


def parse_id(text: str) -> str:
    """The digits of a chunk's ID; empty for anything else. Here a place in code (`path:line[-line]`) will be read as well."""
    text = text.lower()
    return text if _ID.fullmatch(text) else ""


def place(cited: Cited, chunk: Chunk) -> Citation | None:
    """Where a citation stands in the parsed text: its quote, exactly there where it says where, or the whole chunk."""
    if not cited.quote.strip():
        return Citation(chunk, chunk.start, chunk.end)
    found = locate(cited.quote, chunk.quote, None if cited.start is None else cited.start - chunk.start)
    if found is None:
        return None
    start, end = found
    return Citation(chunk, chunk.start + start, chunk.start + end, chunk.quote[start:end])
