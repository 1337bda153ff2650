"""The boxes of a quote on the pages of a PDF, each proved: what is printed in it, cleaned as the parser cleans, is what is cited."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from policy_assistant.blocks import Box, Line, ParsedDocument, clean
from policy_assistant.view.child import PageLook, look_at_pages
from policy_assistant.view.shapes import PageView

if TYPE_CHECKING:
    from policy_assistant.view.render import Glyph

BULLET = "- "
HYPHEN = "-"
_BETWEEN = re.compile(r"[\s|]*(?:\n *)?")
"""What the parser sets between printed pieces: blanks, line ends, the bars of a table."""


@dataclass(frozen=True)
class Printed:
    """The pages that characters are printed on. Without proof of every one of them `proved` is false and there are no boxes."""

    pages: tuple[PageView, ...]
    proved: bool


def printed_at(data: bytes, name: str, parsed: ParsedDocument, start: int, end: int) -> Printed:
    """Where the characters `start` to `end` of a PDF are printed.

    Raises:
        UnreadableFileError: a page cannot be looked at within the limits.
    """
    lines = _lines(parsed, start, end)
    by_page: dict[int, list[Line]] = defaultdict(list)
    for line in lines:
        by_page[line.box.page].append(line)
    looks = look_at_pages(data, name, {page: [line.box for line in found] for page, found in by_page.items()})
    boxes = {look.number: list(_boxes(parsed.text, by_page[look.number], look, start, end)) for look in looks}
    proved = bool(lines) and _covers(parsed.text, lines, start, end) and all(None not in found for found in boxes.values())
    pages = [PageView(look.number, look.width, look.height, _given(boxes[look.number]) if proved else ()) for look in looks]
    return Printed(tuple(pages), proved)


def page_sizes(data: bytes, name: str, pages: Sequence[int]) -> tuple[PageView, ...]:
    """The pages with their sizes. Raises as `printed_at`."""
    return tuple(PageView(look.number, look.width, look.height) for look in look_at_pages(data, name, {page: [] for page in pages}))


def _lines(parsed: ParsedDocument, start: int, end: int) -> list[Line]:
    blocks = (block for block in parsed.blocks if block.start < end and block.end > start)
    return [line for block in blocks for line in block.lines if line.start < end and line.end > start]


def _covers(text: str, lines: Sequence[Line], start: int, end: int) -> bool:
    """Whether all that the lines leave uncovered was set by the parser."""
    edges = [start, *(edge for line in lines for edge in (max(line.start, start), min(line.end, end))), end]
    return all(_BETWEEN.fullmatch(text[first:last]) for first, last in zip(edges[::2], edges[1::2], strict=True))


def _given(boxes: Sequence[Box | bool | None]) -> tuple[Box, ...]:
    return tuple(box for box in boxes if isinstance(box, Box))


def _boxes(text: str, lines: Sequence[Line], look: PageLook, start: int, end: int) -> Iterator[Box | bool | None]:
    """Of each line the box around its cited characters; None where another text is printed there, False where none of them leaves ink."""
    for line, glyphs in zip(lines, look.glyphs, strict=True):
        words = text[line.start : line.end]
        first, last = max(start - line.start, 0), min(end - line.start, len(words))
        if first == 0 and last == len(words):
            yield line.box if _matched(words, glyphs) is not None else None
            continue
        places = _matched(words, glyphs)
        yield None if places is None else _part(places, line.box, glyphs, range(first, last))


def _part(places: "dict[int, Glyph]", line: Box, glyphs: "Sequence[Glyph]", cited: range) -> Box | bool:
    """The box around some characters of a line, as high as the line; the whole line where single characters are not known."""
    if not places:
        return line
    chosen = [places[place] for place in cited if place in places]
    if not chosen:
        return False
    left, top, right, bottom = (
        min(glyph[1] for glyph in chosen),
        min(glyph[2] for glyph in chosen),
        max(glyph[3] for glyph in chosen),
        max(glyph[4] for glyph in chosen),
    )
    if _is_level(glyphs):
        return Box(line.page, left, line.top, right, line.bottom)
    return Box(line.page, line.left, top, line.right, bottom)


def _is_level(glyphs: "Sequence[Glyph]") -> bool:
    first, last = glyphs[0], glyphs[-1]
    return abs(last[1] - first[1]) >= abs(last[2] - first[2])


def _matched(words: str, glyphs: "Sequence[Glyph]") -> "dict[int, Glyph] | None":
    """Place in the words -> the character printed there; None where another text is printed.

    Empty where the text is the same but its characters cannot be told apart, as with accents printed on their own. The mark
    of an item may be any sign, or drawn; a hyphen at the end of a divided word is not in the text.
    """
    printed = [glyph for glyph in glyphs if clean(glyph[0])]
    wanted = [(place, char) for place, char in enumerate(words) if not char.isspace()]
    for some, those in _readings(wanted, printed, is_item=words.startswith(BULLET)):
        letters, ink = "".join(char for _, char in some), "".join(clean(glyph[0]) for glyph in those)
        if letters == ink and len(letters) == len(those):
            return {place: glyph for (place, _), glyph in zip(some, those, strict=True)}
        if letters == unicodedata.normalize("NFC", ink):
            return {}
    return None


def _readings(
    wanted: list[tuple[int, str]], printed: "list[Glyph]", *, is_item: bool
) -> "Iterator[tuple[list[tuple[int, str]], list[Glyph]]]":
    """The ways in which a line may show its text."""
    bare = printed[:-1] if printed and printed[-1][0] == HYPHEN else None
    for ink in [printed] if bare is None else [printed, bare]:
        yield wanted, ink
        if is_item:
            yield wanted[1:], ink
            yield wanted[1:], ink[1:]
