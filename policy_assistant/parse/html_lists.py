"""Lists of HTML pages: items with their markers, and definitions with their terms."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from policy_assistant.parse.html_words import HEADINGS, Element, holds_blocks, is_element, shown, words

LISTS = ("ul", "ol", "menu", "dir")
INDENT = "  "
MAX_ROMAN = 3999

_NUMBER = re.compile(r"-?[0-9]{1,9}")
_ROMAN = (
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
)


@dataclass
class Entry:
    """The terms of a definition list that share the definitions after them."""

    terms: list[Element] = field(default_factory=list)
    definitions: list[Element] = field(default_factory=list)

    @property
    def is_simple(self) -> bool:
        """Whether every part is one run of words."""
        return all(map(_is_one_run, (*self.terms, *self.definitions)))

    @property
    def term(self) -> str:
        """The terms, parted by commas."""
        return ", ".join(filter(None, map(words, self.terms)))

    @property
    def line(self) -> str:
        """`term: definition`, several definitions parted by semicolons."""
        return defined(self.term, "; ".join(filter(None, map(words, self.definitions))))


def defined(term: str, definition: str) -> str:
    """A term and its definition on one line."""
    if not term or not definition:
        return term or definition
    return f"{term} {definition}" if term.endswith((":", "\uff1a")) else f"{term}: {definition}"


def entries(element: Element) -> Iterator[Entry]:
    """The entries of a definition list, also where `div` elements hold them; what stands between them is a definition."""
    entry = Entry()
    for part in _parts(element):
        if part.tag == "dt" and entry.definitions:
            yield entry
            entry = Entry()
        (entry.terms if part.tag == "dt" else entry.definitions).append(part)
    if entry.terms or entry.definitions:
        yield entry


def items(element: Element, depth: int = 0) -> Iterator[str]:
    """The lines of a list: a marker before each item, nested lists indented, also those that stand between the items."""
    number = _whole(element, "start", 1)
    for item in shown(element):
        if item.tag in LISTS:
            yield from items(item, depth + 1)
            continue
        number = _whole(item, "value", number)
        marker = f"{_counted(number, element.get('type') or '')}." if element.tag == "ol" else "-"
        yield f"{INDENT * depth}{marker} {words(item, skip=LISTS)}".rstrip()
        for below in shown(item.iterdescendants(*LISTS)):
            if next(e for e in below.iterancestors() if e is item or e.tag in LISTS) is item:
                yield from items(below, depth + 1)
        number += 1


def is_layout(element: Element) -> bool:
    """Whether a list arranges parts of a page: its items have headings."""
    return next(element.iterdescendants(*HEADINGS), None) is not None


def _parts(element: Element) -> Iterator[Element]:
    for child in shown(element):
        if child.tag == "div" and any(is_element(e) and e.tag in ("dt", "dd") for e in child):
            yield from shown(child)
        else:
            yield child


def _is_one_run(element: Element) -> bool:
    if not holds_blocks(element):
        return True
    inside = shown(element)
    if len(inside) != 1 or inside[0].tag not in ("p", "div") or holds_blocks(inside[0]):
        return False
    return not (element.text or "").strip() and not (inside[0].tail or "").strip()


def _whole(element: Element, attribute: str, otherwise: int) -> int:
    value = element.get(attribute) or ""
    return int(value) if _NUMBER.fullmatch(value) else otherwise


def _counted(number: int, kind: str) -> str:
    """A number as the `type` of its list prints it."""
    if kind in ("a", "A") and number > 0:
        letters = _letters(number)
    elif kind in ("i", "I") and 0 < number <= MAX_ROMAN:
        letters = _roman(number)
    else:
        return str(number)
    return letters.upper() if kind in ("A", "I") else letters


def _letters(number: int) -> str:
    """1 is a, 26 is z, 27 is aa."""
    found = ""
    while number:
        number, place = divmod(number - 1, 26)
        found = chr(ord("a") + place) + found
    return found


def _roman(number: int) -> str:
    found = ""
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        found += letters * count
    return found
