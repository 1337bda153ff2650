"""Places in code as people and models write them: `path:line` and `path:line-line`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from policy_assistant.blocks import Place
from policy_assistant.metadata import Chunk

_LINES = r"(?::|#L)(?P<first>\d{1,7})(?:-L?(?P<last>\d{1,7}))?"
_PLACE = re.compile(rf"(?P<path>[^\s:`][^:`\n]{{0,400}}?){_LINES}")
_MENTION = re.compile(rf"`?(?P<path>(?<![\w./\\-])[\w./\\@+-]{{1,200}}?\.[A-Za-z]\w{{0,11}}){_LINES}(?!\d)`?")

_KINDS = {
    "module": "module",
    "class": "classe",
    "method": "methode",
    "function": "fonction",
    "constant": "constante",
    "table": "table",
    "lines": "lignes",
}
"""Kind -> the French word, without accents, as it is printed for programs too."""


@dataclass(frozen=True)
class Lines:
    """Lines `first` to `last` (from 1, both included) of the file at `path`."""

    path: str
    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.path}:{self.first}" if self.first == self.last else f"{self.path}:{self.first}-{self.last}"


@dataclass(frozen=True)
class Mention:
    """A place that a text names, at `start` to `end` of it."""

    lines: Lines
    start: int
    end: int


def parse_lines(text: str) -> Lines | None:
    """The place that a whole text names, None when it names none; also in the form of links (`path#L6-L10`)."""
    found = _PLACE.fullmatch(text.strip().strip("`"))
    return _lines(found) if found else None


def mentions(text: str) -> Iterator[Mention]:
    """The places that a text names, in order; an address of the web is none."""
    for found in _MENTION.finditer(text):
        if not found["path"].startswith("//"):
            yield Mention(_lines(found), found.start(), found.end())


def label(chunk: Chunk) -> str:
    """The place of a piece of code as it is printed and cited."""
    place = place_of(chunk)
    return str(Lines(chunk.source, place.first_line, place.last_line))


def place_of(chunk: Chunk) -> Place:
    """The place of a piece of code. Raises `ValueError` for a passage of a document."""
    if chunk.place is None:
        raise ValueError(f"{chunk.chunk_id} is no piece of code")
    return chunk.place


def kind_name(kind: str, language: str) -> str:
    """What a piece of code is, in a language."""
    return _KINDS.get(kind, kind) if language == "fr" else kind


def header(chunk: Chunk, language: str = "en") -> str:
    """The line above a piece of code that a model reads."""
    place = place_of(chunk)
    return f"--- {label(chunk)} ({kind_name(place.kind, language)} {place.name})"


def lines_at(chunk: Chunk, start: int, end: int) -> tuple[int, int]:
    """The first and the last line of the characters `start` to `end` of the file, inside a piece of it."""
    first = place_of(chunk).first_line + chunk.text.count("\n", 0, start - chunk.start)
    return first, first + chunk.text.count("\n", start - chunk.start, max(end - 1, start) - chunk.start)


def characters_of(chunk: Chunk, first: int, last: int) -> tuple[int, int]:
    """The characters of the file that lines inside a piece of it hold, without the last one's end."""
    lines = chunk.text.split("\n")
    offset = first - place_of(chunk).first_line
    before = sum(len(line) + 1 for line in lines[:offset])
    length = len("\n".join(lines[offset : offset + last - first + 1]))
    return chunk.start + before, chunk.start + before + length


def _lines(found: "re.Match[str]") -> Lines:
    path = found["path"].replace("\\", "/").removeprefix("./")
    return Lines(path, int(found["first"]), int(found["last"] or found["first"]))
