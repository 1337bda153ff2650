"""The outline (bookmarks) of a PDF: its entries, and the printed lines that they name."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

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
    entries: list[Entry] = []
    for count, bookmark in enumerate(document.get_toc(max_depth=MAX_DEPTH)):
        if count >= MAX_ENTRIES:
            break
        text = clean(bookmark.get_title())
        target = bookmark.get_dest()
        page = target.get_index() if target else None
        if page is not None and 0 < len(text) <= LONGEST:
            entries.append(Entry(bookmark.level + 1, text, page + 1))
    return entries


def named_by_outline(blocks: Sequence[RawBlock], entries: Sequence[Entry]) -> dict[Place, Named]:
    """The lines that the entries name; none, if too few entries are found on their pages."""
    printed = _printed(blocks, {entry.page for entry in entries})
    named: dict[Place, Named] = {}
    found = 0
    for key, entry in enumerate(entries):
        places = _places(entry, printed, named)
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
                for reading in _readings(text):
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


def _places(entry: Entry, printed: _Printed, taken: Mapping[Place, Named]) -> Sequence[Place]:
    """The lines of an entry on its page that no other entry has; those that agree in its number, if any do."""
    for reading in _readings(entry.text):
        for places in printed.get((entry.page, reading), ()):
            if not any(place in taken for place in places):
                return places
    return ()


def _readings(text: str) -> list[str]:
    """A heading for comparing: with and without its number, letters and digits only."""
    text = unicodedata.normalize("NFKC", text)
    rest = _NUMBER.sub("", text)
    whole = text if rest[:1] and not rest[0].isalnum() else rest
    return list(dict.fromkeys(folded for folded in (_folded(text), _folded(whole)) if folded))


def _folded(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())
