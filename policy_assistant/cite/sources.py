"""What a claim points to: each cited ID and quote, looked up among the passages given and in the index."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from policy_assistant.answer import Asked
from policy_assistant.cite.quotes import locate
from policy_assistant.claims import Citation, Cited
from policy_assistant.code_places import Lines, characters_of, lines_at, parse_lines, place_of
from policy_assistant.metadata import ID_DIGITS, Chunk

Find = Callable[[str], Sequence[Chunk]]
"""Looks chunks up in the whole index by the first digits of their hash, or by the path of their file of code."""

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
    if (lines := parse_lines(name)) and not parse_id(name):
        return _resolve_lines(cited, lines, asked, given, find)
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


def _resolve_lines(cited: Cited, lines: Lines, asked: Asked, given: Sequence[Chunk], find: Find) -> Source:
    """Lines of code must lie in one passage that was given. Of a file that nobody may see it is not said that it is there."""
    among = [chunk for chunk in given if chunk.place and chunk.source == lines.path]
    holders = [chunk for chunk in among if _holds(chunk, lines)]
    if holders:
        chunk = holders[0]
        return Source(cited, "found", chunk, place(cited, chunk, lines)) if chunk.access in asked.labels else Source(cited, "not allowed")
    others = [chunk for chunk in find(lines.path) if chunk.place and chunk.access in asked.labels]
    if not others:
        return Source(cited, "missing")
    chunk = next((other for other in others if _holds(other, lines)), others[0])
    return Source(
        cited, "not given", chunk, place(cited, chunk, lines) if _holds(chunk, lines) else Citation(chunk, chunk.start, chunk.end)
    )


def _holds(chunk: Chunk, lines: Lines) -> bool:
    own = place_of(chunk)
    return own.first_line <= lines.first <= lines.last <= own.last_line


def parse_id(text: str) -> str:
    """The digits of a chunk's ID; empty for anything else."""
    text = text.lower()
    return text if _ID.fullmatch(text) else ""


def place(cited: Cited, chunk: Chunk, lines: Lines | None = None) -> Citation | None:
    """Where a citation stands in the parsed text: its quote, exactly there where it says where, or all that it names.

    That is the whole chunk, or `lines` of a piece of code. A quote must stand in what is named.
    """
    first, last = characters_of(chunk, lines.first, lines.last) if lines else (chunk.start, chunk.end)
    named = chunk.quote[first - chunk.start : last - chunk.start]
    if not cited.quote.strip():
        return _citation(chunk, first, last, named if lines else "")
    found = locate(cited.quote, named, None if cited.start is None else cited.start - first)
    if found is None:
        return None
    start, end = found
    return _citation(chunk, first + start, first + end, named[start:end])


def _citation(chunk: Chunk, start: int, end: int, quote: str) -> Citation:
    return Citation(chunk, start, end, quote, lines=lines_at(chunk, start, end) if chunk.place else None)
