"""Lines of code as they are in the file now, the cited ones marked; never lines that the file no longer has.

Of a file that changed since it was indexed only the piece itself is shown, which its content proves: nobody said who may see
the lines around it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from policy_assistant.code.fresh import Freshness
from policy_assistant.code_places import lines_at, place_of
from policy_assistant.metadata import Chunk
from policy_assistant.parse.code import decode_code
from policy_assistant.reading import digest_of
from policy_assistant.view.problems import GONE, STALE
from policy_assistant.view.shapes import CodeLine, SourceView

AROUND = 12
"""Lines that are shown before and after those that are cited, where the file is as it was indexed."""

MAX_LINES = 500
MAX_LINE = 2_000
"""Characters of a line that are shown."""


@dataclass(frozen=True)
class CodeFile:
    """A file of code as it is now: its lines, and SHA-256 of its bytes."""

    lines: Sequence[str]
    sha256: str


def open_code(freshness: Freshness, chunk: Chunk, start: int, end: int, sha256: str) -> SourceView:
    """A citation of code: its lines with some around them, or the indexed piece unmarked where it is no longer there.

    `sha256` is that of the file as it was indexed; of another content no lines outside the piece are shown.
    """
    located = freshness.locate(chunk)
    if located is None:
        return _passage(chunk, start, end, GONE)
    file = None if located.is_stale else read_code(freshness.path_of(chunk.source))
    place = place_of(located.chunk)
    piece = chunk.text.split("\n")
    own = range(place.first_line, place.first_line + len(piece))
    if file is None or list(file.lines[own.start - 1 : own.stop - 1]) != piece:
        return _passage(chunk, start, end, STALE)
    first, last = lines_at(located.chunk, start, end)
    known = range(1, len(file.lines) + 1) if file.sha256 == sha256 else own
    begin, stop = max(first - AROUND, known.start), min(last + AROUND, known.stop - 1, first + MAX_LINES)
    shown = _numbered(file.lines[begin - 1 : stop], begin, range(first, last + 1))
    return SourceView("code", located.chunk, start, end, lines=shown, sha256=file.sha256)


def read_code(path: Path | None) -> CodeFile | None:
    """A file of code, None where it cannot be read."""
    try:
        data = path.read_bytes() if path else None
    except OSError:
        return None
    return None if data is None else CodeFile(decode_code(data).split("\n"), digest_of(data))


def numbered(lines: Sequence[str], first: int) -> tuple[CodeLine, ...]:
    """Lines, the first of them with this number, unmarked."""
    return _numbered(lines, first, range(0))


def _numbered(lines: Sequence[str], first: int, marked: range) -> tuple[CodeLine, ...]:
    return tuple(CodeLine(number, line[:MAX_LINE], number in marked) for number, line in enumerate(lines, first))


def _passage(chunk: Chunk, start: int, end: int, problem: str) -> SourceView:
    lines = numbered(chunk.text.split("\n")[:MAX_LINES], place_of(chunk).first_line)
    return SourceView("passage", chunk, start, end, problem, lines=lines)
