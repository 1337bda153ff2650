"""Running headers and footers: what repeats in the margins of the pages, and is therefore not part of the text."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile

from policy_assistant.parse.pdf_heads import changing_heads
from policy_assistant.parse.pdf_lines import PrintedLine
from policy_assistant.parse.pdf_page import Page
from policy_assistant.parse.pdf_style import PARAGRAPH_GAP, TITLE_SIZE, Style

MARGIN = 0.15
"""Share of the page's height, at the top and at the bottom, in which running lines are looked for."""

WIDE_MARGIN = 0.3
"""The same for the numbers of pages that are seen to count them."""

NARROW_MARGIN = 0.08
"""The same where nothing repeats (a document of one page): inside of the usual margin of one inch on eleven."""

SAME_HEIGHT = 3.0
"""Points: a running line is printed at the same height on every page, give or take."""

CLEAR_GAP = 2.0
"""Shares of the type size of the text: a line of its own margin is further from the text than this."""

SMALLER = 0.92
"""Shares of the type size of the text: running lines in one-page documents are set smaller than this."""

SMALL_SHARE = 0.5
"""A text must repeat in one place on this share of the pages, alone or in turn with others (left and right pages)."""

READS_LIKE = 0.75
"""Share of the letters that agree in two readings of one word of a running line."""

LEAST_LETTERS = 12
"""Letters: shorter texts that differ in one letter are two texts."""

MAX_READINGS = 40
"""Texts at one height: of more, none is read like another; comparing each with each takes too long."""

MAX_MARGIN_LINES = 2
"""More small lines in a margin are a note, not a running line (a document of one page)."""

_LETTERS = re.compile(r"[^\W\d_]+")
_NUMBER_OR_WORD = re.compile(r"#|[^\W\d_]+")
_NUMBER = re.compile(r"[0-9]{1,9}")
_ONE_NUMBER = re.compile(r"\W*([0-9]{1,4})\W*")
_OF_PAGES = re.compile(r"\b(?:page|seite|página|pagina|sida|side) \d{1,4} (?:of|sur|de|von|di|av) \d{1,4}\b", re.IGNORECASE)
_ROMAN = r"(?=[ivxl])(?:x[lc]|l?x{0,3})(?:i[xv]|v?i{0,3})"
_ROMAN_LINE = re.compile(rf"\W*{_ROMAN}\W*", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    rf"\W*(?:(?:page|p|pg|seite|página|pagina|sida|side|blatt)\W*)?(?:\d{{1,4}}|{_ROMAN})(?:\s*(?:of|/|sur|de|von|di|av|\|)\s*\d{{1,4}})?\W*",
    re.IGNORECASE,
)


_Bodies = Mapping[int, Sequence[PrintedLine]]


@dataclass(frozen=True, slots=True)
class Running:
    """A line left out, and why."""

    line: PrintedLine
    reason: str


def running_lines(pages: Sequence[Page], bodies: _Bodies, style: Style) -> list[Running]:
    """The running lines of all pages; `bodies` are the lines outside of ruled tables by page number.

    A line of a title's size stays on the first page, even if later pages repeat it.
    """
    written = [page for page in pages if bodies.get(page.number)]
    found = _repeated(written, bodies, style)
    rest = {page.number: _left(bodies[page.number], found) for page in written}
    found += [Running(line, "running header") for line in changing_heads(written, rest, style)]
    rest = {page.number: _left(bodies[page.number], found) for page in written}
    found += [Running(line, "page number") for line in _page_numbers(written, rest, style.size)]
    if len(written) == 1:
        page = written[0]
        found += [Running(line, "page margin") for line in _set_apart(page, _left(bodies[page.number], found), style)]
    return _without_title(found, written, TITLE_SIZE * style.size)


@dataclass(frozen=True, slots=True)
class _Place:
    """A line in a margin: `edge` is -1 at the top and 1 at the bottom, `height` its distance from that edge.

    `words` is its text without numbers, `numbers` are the numbers.
    """

    line: PrintedLine
    edge: int
    height: float
    words: str
    numbers: tuple[int, ...]


def _repeated(pages: Sequence[Page], bodies: _Bodies, style: Style) -> list[Running]:
    places = [place for page in pages for place in _margin_places(page, bodies[page.number])]
    fewest = max(2.0, SMALL_SHARE * len(pages) - 0.5)
    found = []
    for slot in _slots(places):
        groups = sorted((alike for alike in _alike(slot) if len(alike) > 1), key=len, reverse=True)
        if _page_count(groups[:2]) < fewest:
            groups = [[place for place in alike if _is_plain(place.line, style)] for alike in groups]
        if _page_count(groups) >= fewest:
            found += [Running(place.line, "running header" if place.edge < 0 else "running footer") for alike in groups for place in alike]
    return _in_the_margin(found, bodies, PARAGRAPH_GAP * style.pitch * style.size)


def _page_count(groups: Iterable[Iterable[_Place]]) -> int:
    return len({place.line.page for places in groups for place in places})


def _is_plain(line: PrintedLine, style: Style) -> bool:
    """Whether a line is set as the text is: where many texts repeat, one that is not may be the title of a few slides."""
    return not (style.stands_out(line) or style.is_coloured(line))


def _margin_places(page: Page, lines: Iterable[PrintedLine]) -> Iterator[_Place]:
    for line in lines:
        near_top, near_bottom = line.base <= MARGIN * page.height, line.base >= (1 - MARGIN) * page.height
        if near_top or near_bottom:
            is_roman = _ROMAN_LINE.fullmatch(line.text)
            words = "" if is_roman else _NUMBER.sub("#", line.text)
            numbers = () if is_roman else tuple(int(number) for number in _NUMBER.findall(line.text))
            yield _Place(line, -1 if near_top else 1, line.base if near_top else page.height - line.base, words, numbers)


def _slots(places: Iterable[_Place]) -> list[list[_Place]]:
    """Places at one height."""
    slots: list[list[_Place]] = []
    for place in sorted(places, key=lambda place: (place.edge, place.height)):
        if slots and slots[-1][0].edge == place.edge and place.height - slots[-1][0].height <= SAME_HEIGHT:
            slots[-1].append(place)
        else:
            slots.append([place])
    return slots


def _alike(slot: Iterable[_Place]) -> list[list[_Place]]:
    """Places with one text; a number in it may differ only as the number of the page does."""
    groups: dict[tuple[int, tuple[int, ...]], list[_Place]] = defaultdict(list)
    for group, places in enumerate(_grouped(slot)):
        counting = [_counts_pages(places, index) for index in range(len(places[0].numbers))]
        for place in places:
            numbers = tuple(n - place.line.page if pages else n for n, pages in zip(place.numbers, counting, strict=True))
            groups[group, numbers].append(place)
    return list(groups.values())


def _grouped(slot: Iterable[_Place]) -> list[list[_Place]]:
    """Places with one text and as many numbers. Recognised text may be read a little differently on each page."""
    groups: dict[tuple[str, int], list[_Place]] = defaultdict(list)
    for place in slot:
        groups[place.words, len(place.numbers)].append(place)
    if len(groups) > MAX_READINGS:
        return list(groups.values())
    merged: dict[tuple[str, int], list[_Place]] = {}
    for key, places in groups.items():
        like = next((other for other in merged if _reads_like(key, other)), key)
        merged.setdefault(like, []).extend(places)
    return list(merged.values())


def _reads_like(key: tuple[str, int], other: tuple[str, int]) -> bool:
    """Whether two texts are of as many words, each read nearly as the other, with their numbers between the same ones.

    Where there is one number, it may stand at either end: the heads of left and right pages do so.
    """
    words, others = _LETTERS.findall(key[0]), _LETTERS.findall(other[0])
    if key[1] != other[1] or len(words) != len(others) or len("".join(words)) < LEAST_LETTERS:
        return False
    if key[1] > 1 and _places_of_numbers(key[0]) != _places_of_numbers(other[0]):
        return False
    pairs = zip(words, others, strict=True)
    return all(word == like or SequenceMatcher(None, word, like, autojunk=False).ratio() >= READS_LIKE for word, like in pairs)


def _places_of_numbers(text: str) -> list[int]:
    return [place for place, part in enumerate(_NUMBER_OR_WORD.findall(text)) if part == "#"]


def _counts_pages(places: Sequence[_Place], index: int) -> bool:
    """Whether the number at this place of a text grows with the pages rather than staying the same."""
    same = Counter(place.numbers[index] for place in places).most_common(1)[0][1]
    in_step = Counter(place.numbers[index] - place.line.page for place in places).most_common(1)[0][1]
    return in_step > same


def _in_the_margin(found: Iterable[Running], bodies: _Bodies, gap: float) -> list[Running]:
    """Those with nothing but running lines between them and the edge of the page, and a gap between them and the text."""
    reasons = {id(running.line): running for running in found}
    kept = []
    for lines in bodies.values():
        for inwards in (lines, lines[::-1]):
            outer = list(takewhile(lambda line: id(line) in reasons, inwards))
            while outer and len(outer) < len(lines) and _distance(outer[-1], inwards[len(outer)]) <= gap:
                outer.pop()
            kept += [reasons.pop(id(line)) for line in outer]
    return kept


def _left(lines: Iterable[PrintedLine], found: Iterable[Running]) -> list[PrintedLine]:
    gone = {id(running.line) for running in found}
    return [line for line in lines if id(line) not in gone]


def _page_numbers(pages: Sequence[Page], rest: _Bodies, body_size: float) -> Iterator[PrintedLine]:
    """The outermost line at either end, if it is nothing but a page number and stands apart."""
    ends = [(page, line) for page in pages for line, inner in _ends(rest[page.number]) if _distance(line, inner) > CLEAR_GAP * body_size]
    counting = _counting(line for _, line in ends)
    for page, line in ends:
        margin = WIDE_MARGIN if id(line) in counting else MARGIN
        in_margin = not margin * page.height < line.base < (1 - margin) * page.height
        if in_margin and _PAGE_NUMBER.fullmatch(line.text):
            yield line


def _counting(lines: Iterable[PrintedLine]) -> set[int]:
    """The identities of lines with one number and no word that at one height grows with the pages."""
    steps: dict[tuple[int, int], list[PrintedLine]] = defaultdict(list)
    for line in lines:
        if found := _ONE_NUMBER.fullmatch(line.text):
            steps[int(found[1]) - line.page, round(line.base / SAME_HEIGHT)].append(line)
    return {id(line) for found in steps.values() for line in found if len(found) > 1}


def _ends(lines: Sequence[PrintedLine]) -> Iterator[tuple[PrintedLine, PrintedLine]]:
    """First and last line, each with the line next to it."""
    if len(lines) > 1:
        yield lines[0], lines[1]
        yield lines[-1], lines[-2]


def _distance(line: PrintedLine, other: PrintedLine) -> float:
    return abs(line.base - other.base)


def _set_apart(page: Page, lines: Sequence[PrintedLine], style: Style) -> Iterator[PrintedLine]:
    """The lines of a one-page document that only a margin can hold: by their place, a gap, and small type or a rule."""
    band = NARROW_MARGIN * page.height
    for inwards in (lines, lines[::-1]):
        for count in range(1, min(MAX_MARGIN_LINES, len(lines) - 1) + 1):
            margin, text = inwards[:count], inwards[count]
            in_band = all(line.base <= band or line.base >= page.height - band for line in margin)
            if in_band and _is_apart(page, margin, text, style):
                yield from margin
                break


def _is_apart(page: Page, margin: Sequence[PrintedLine], text: PrintedLine, style: Style) -> bool:
    if _distance(margin[-1], text) <= CLEAR_GAP * style.size:
        return False
    if any(_OF_PAGES.search(line.text) for line in margin):
        return True
    if any(style.is_large(line) for line in margin):
        return False
    is_small = all(line.size <= SMALLER * style.size for line in margin)
    return is_small or _is_ruled_off(page, margin[-1], text)


def _is_ruled_off(page: Page, line: PrintedLine, text: PrintedLine) -> bool:
    """Whether a rule over at least half of the page's width lies between a line and the text."""
    low, high = sorted((line.base, text.base))
    return any(low <= rule.at <= high and rule.end - rule.start >= page.view.width / 2 for rule in page.rules.level)


def _without_title(found: Iterable[Running], pages: Sequence[Page], title_size: float) -> list[Running]:
    """Those but what may be the title: a large header of the first page that does not count pages."""
    first = pages[0].number if pages else 0
    return [item for item in found if item.line.page != first or item.line.size < title_size or _is_no_title(item)]


def _is_no_title(running: Running) -> bool:
    return running.reason == "running footer" or bool(_OF_PAGES.search(running.line.text))
