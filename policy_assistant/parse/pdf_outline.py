"""The outline (bookmarks) of a PDF: its entries, and the printed lines that they name."""

import logging
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice

import pypdfium2

from policy_assistant.blocks import RawBlock, clean
from policy_assistant.parse.pdf_headings import Named, Place

MAX_ENTRIES = 20_000
MAX_DEPTH = 10

LONGEST = 300
"""Characters: a longer entry is no heading."""

MAX_LINES = 4
"""Printed lines that one heading may take."""

TRUSTED_SHARE = 0.5
"""Share of the entries that must be found on their pages; an outline that names something else gives no headings."""

_NUMBER = re.compile(
    r"^(?:(?:chapter|appendix|part|section|chapitre|annexe|partie)\s+)?(?:[0-9]+|[A-Z]|[IVXL]+)(?:[.-][0-9A-Za-z]+)*[.:)]?\s+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the outline: its level (1 for the highest), its text, and the page that it leads to (from 1)."""

    level: int
    text: str
    page: int


def read_outline(document: pypdfium2.PdfDocument) -> list[Entry]:
    """The entries that lead to a page of the document, in order."""
    with _quiet():
        return list(_entries(document))


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep pypdfium2 from saying on the screen that an outline goes in a circle or deeper than is read."""
    logger = logging.getLogger("pypdfium2")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(level)


def _entries(document: pypdfium2.PdfDocument) -> Iterator[Entry]:
    for bookmark in islice(document.get_toc(max_depth=MAX_DEPTH), MAX_ENTRIES):
        text = clean(bookmark.get_title())
        target = bookmark.get_dest()
        page = target.get_index() if target else None
        if page is not None and 0 < len(text) <= LONGEST:
            yield Entry(bookmark.level + 1, text, page + 1)


def named_by_outline(blocks: Sequence[RawBlock], entries: Sequence[Entry]) -> dict[Place, Named]:
    """The lines that the entries name; none, if too few entries are found on their pages."""
    printed = _printed(blocks, {entry.page for entry in entries})
    headings = {number for number, block in enumerate(blocks) if block.kind in ("title", "heading")}
    named: dict[Place, Named] = {}
    found = 0
    for key, entry in enumerate(entries):
        places = _places(entry, printed, named, headings)
        found += bool(places)
        named.update(dict.fromkeys(places, Named(key, entry.level)))
    return named if found >= TRUSTED_SHARE * len(entries) else {}


_Printed = Mapping[tuple[int, str], Sequence[Sequence[Place]]]
"""By page and folded text: the lines that together read so."""


def _printed(blocks: Sequence[RawBlock], pages: Set[int]) -> _Printed:
    found: dict[tuple[int, str], list[list[Place]]] = defaultdict(list)
    for page, lines in _lines(blocks, pages).items():
        for start in range(len(lines)):
            for places, text in _growing(lines[start : start + MAX_LINES]):
                for reading in readings(text):
                    found[page, reading].append(places)
    return found


def _lines(blocks: Sequence[RawBlock], pages: Set[int]) -> dict[int, list[tuple[Place, str]]]:
    """The printed lines of the pages, outside of tables, in reading order: their places and texts."""
    lines: dict[int, list[tuple[Place, str]]] = defaultdict(list)
    for number, block in enumerate(blocks):
        for place, line in enumerate(block.lines if block.kind != "table" else ()):
            if line.box.page in pages:
                lines[line.box.page].append(((number, place), block.text[line.start : line.end]))
    return lines


def _growing(lines: Sequence[tuple[Place, str]]) -> Iterator[tuple[list[Place], str]]:
    """The first line, the first two, and so on, as far as a heading may go."""
    for count in range(1, len(lines) + 1):
        text = " ".join(text for _, text in lines[:count])
        if len(text) > LONGEST:
            return
        yield [place for place, _ in lines[:count]], text


def _places(entry: Entry, printed: _Printed, taken: Mapping[Place, Named], headings: Set[int]) -> Sequence[Place]:
    """The lines of an entry on its page that no other entry has: those that agree in its number, if any do, and look like headings.

    `headings` are the blocks that look so.
    """
    for reading in readings(entry.text):
        free = [places for places in printed.get((entry.page, reading), ()) if not any(place in taken for place in places)]
        if free:
            return next((places for places in free if places[0][0] in headings), free[0])
    return ()


def readings(text: str) -> list[str]:
    """A heading for comparing: with and without its number, folded letters and digits only."""
    text = unicodedata.normalize("NFKC", text)
    rest = _NUMBER.sub("", text)
    whole = text if rest[:1] and not rest[0].isalnum() else rest
    return list(dict.fromkeys(folded for folded in (_folded(text), _folded(whole)) if folded))


def _folded(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())
