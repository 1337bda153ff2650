"""Running heads that change with the chapter: they repeat for a while, or say again what a heading says."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set

from policy_assistant.parse.pdf_lines import PrintedLine
from policy_assistant.parse.pdf_outline import readings
from policy_assistant.parse.pdf_page import Page
from policy_assistant.parse.pdf_style import PARAGRAPH_GAP, Style

REACH = 0.15
"""Share of the page's height, from its top, in which heads stand."""

SAME_HEIGHT = 3.0
"""Points: heads are printed at the same height on every page, give or take."""

FEWEST_PAGES = 4
"""With fewer, a line at the top that says what a heading says may be chance."""

ON_PAGES = 0.4
"""Share of the pages: heads stand on as many. The first pages of chapters, and left pages, may go without."""

KNOWN_SHARE = 0.8
"""Share of the lines at one height that must be known from elsewhere; if fewer are, they are text."""

HEADING_SHARE = 0.4
"""Share of them that must be how another line begins: the titles of slides may repeat, but no text says them again."""

SHORTEST = 6
"""Letters and digits: a shorter text is the beginning of too many others."""


def changing_heads(pages: Sequence[Page], bodies: Mapping[int, Sequence[PrintedLine]], style: Style) -> list[PrintedLine]:
    """The first lines of pages that are heads; `bodies` are the lines of each page, from top to bottom."""
    if len(pages) < FEWEST_PAGES:
        return []
    first = [bodies[page.number][0] for page in pages if _is_set_apart(page, bodies[page.number], style)]
    heads: list[PrintedLine] = []
    for slot in _slots(first):
        if len(slot) < max(FEWEST_PAGES, ON_PAGES * len(pages)):
            continue
        ours = {id(line) for line in slot}
        heads += _known(slot, [line for lines in bodies.values() for line in lines if id(line) not in ours])
    return heads


def _is_set_apart(page: Page, lines: Sequence[PrintedLine], style: Style) -> bool:
    """Whether the first line of a page stands in its margin, no larger than the text and further from it than its lines are."""
    if len(lines) < 2 or lines[0].base > REACH * page.height or style.is_large(lines[0]):
        return False
    return lines[1].base - lines[0].base > PARAGRAPH_GAP * style.pitch * style.size


def _slots(lines: Iterable[PrintedLine]) -> list[list[PrintedLine]]:
    """Lines at one height."""
    slots: list[list[PrintedLine]] = []
    for line in sorted(lines, key=lambda line: line.base):
        if slots and line.base - slots[-1][0].base <= SAME_HEIGHT:
            slots[-1].append(line)
        else:
            slots.append([line])
    return slots


def _known(slot: Sequence[PrintedLine], others: Iterable[PrintedLine]) -> list[PrintedLine]:
    """The lines at one height that are heads: each segment is a number, stands on another page too, or is how another line begins."""
    said = [_parts(line) for line in slot]
    counts = Counter(reading for parts in said for reading in parts)
    again = {reading for reading, count in counts.items() if count > 1}
    elsewhere = sorted({reading for line in others for reading in readings(line.text)})
    begins = {reading for reading in counts if _begins_one(reading, elsewhere)}
    known = [line for line, parts in zip(slot, said, strict=True) if parts <= again | begins]
    headings = [parts for parts in said if parts & begins]
    return known if len(known) >= KNOWN_SHARE * len(slot) and len(headings) >= HEADING_SHARE * len(slot) else []


def _parts(line: PrintedLine) -> Set[str]:
    """What each segment says, without its number, as far as it says something."""
    said = (readings(segment.text)[-1:] for segment in line.segments)
    return {reading for found in said for reading in found if not reading.isdigit()}


def _begins_one(reading: str, elsewhere: Sequence[str]) -> bool:
    place = bisect_left(elsewhere, reading)
    return len(reading) >= SHORTEST and place < len(elsewhere) and elsewhere[place].startswith(reading)
