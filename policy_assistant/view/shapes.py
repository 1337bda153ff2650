"""What a reader is shown of a source: pages with boxes, blocks with marks, or lines of code. All text is plain data.

Positions (`start`, `end`) are characters of the parsed text, half open; sizes and boxes are in points from the page's top
left corner, as it is displayed.
"""

from dataclasses import dataclass
from typing import Literal

from policy_assistant.blocks import Box
from policy_assistant.metadata import Chunk, Metadata
from policy_assistant.view.problems import sentence

ViewKind = Literal["pages", "section", "code", "passage"]
"""`passage` is the indexed text alone, where the file shows nothing that could be trusted."""

ShownKind = Literal["title", "heading", "text", "list", "table", "code"]


@dataclass(frozen=True)
class Segment:
    """Characters that are marked as cited, or not."""

    text: str
    marked: bool = False


Segments = tuple[Segment, ...]


@dataclass(frozen=True)
class ItemView:
    """One item of a list: how deep it is nested (from 0), what stands before it (`-`, `3.`), and its words."""

    depth: int
    mark: str
    segments: Segments


@dataclass(frozen=True)
class BlockView:
    """A block, or as much of it as is shown. A list has `items`, a table `rows` of cells, any other kind `segments`.

    `cut_before` and `cut_after` say that something of the section or document was left out there.
    """

    kind: ShownKind
    level: int
    segments: Segments = ()
    items: tuple[ItemView, ...] = ()
    rows: tuple[tuple[Segments, ...], ...] = ()
    cut_before: bool = False
    cut_after: bool = False


@dataclass(frozen=True)
class PageView:
    """A page of a PDF, from 1, with the boxes around what is cited on it."""

    number: int
    width: float
    height: float
    boxes: tuple[Box, ...] = ()


@dataclass(frozen=True)
class CodeLine:
    """A line of a file of code, numbered from 1."""

    number: int
    text: str
    marked: bool = False


@dataclass(frozen=True)
class SourceView:
    """A citation in its source. `problem` names why its place is not proved (`problems`); then nothing is marked and no box is given.

    `pages` are those of a PDF, `blocks` those of a section, `lines` those of a file of code; of a passage, `blocks` or `lines`.
    `sha256` is that of the file's bytes that were looked at, empty where they proved nothing.
    """

    kind: ViewKind
    chunk: Chunk
    start: int
    end: int
    problem: str = ""
    pages: tuple[PageView, ...] = ()
    blocks: tuple[BlockView, ...] = ()
    lines: tuple[CodeLine, ...] = ()
    sha256: str = ""

    @property
    def proved(self) -> bool:
        """Whether the cited characters stand there in the file as it is now."""
        return not self.problem

    def sentence(self, language: str = "en") -> str:
        """The problem in words, empty where there is none."""
        return sentence(self.problem, language)


@dataclass(frozen=True)
class DocumentView:
    """One part of a version, without marks: some of its pages, blocks or lines. `part` counts from 1 to `parts`."""

    kind: ViewKind
    metadata: Metadata
    part: int
    parts: int
    problem: str = ""
    pages: tuple[PageView, ...] = ()
    blocks: tuple[BlockView, ...] = ()
    lines: tuple[CodeLine, ...] = ()

    @property
    def proved(self) -> bool:
        """Whether it is the file as it was indexed; else it is the index's own text."""
        return not self.problem

    def sentence(self, language: str = "en") -> str:
        """The problem in words, empty where there is none."""
        return sentence(self.problem, language)
