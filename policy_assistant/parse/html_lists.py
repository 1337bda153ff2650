"""Lists of HTML pages: items with their markers, and definitions with their terms."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from policy_assistant.parse import html_table
from policy_assistant.parse.html_words import (
    HEADINGS,
    INLINE,
    Element,
    holds_blocks,
    inline_words,
    is_element,
    is_preformatted,
    left_out,
    preformatted,
    shown,
    tidy,
    words,
)
from policy_assistant.roman import MOST, roman

LISTS = ("ul", "ol", "menu", "dir")
INDENT = "  "

_NUMBER = re.compile(r"-?[0-9]{1,9}")


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
    """The lines of a list: a marker before each item, below it indented what else the item holds, such as nested lists and code."""
    number = _whole(element, "start", 1)
    for item in _items_and_words(element):
        if isinstance(item, str):
            yield f"{INDENT * depth}{item}"
            continue
        if item.tag in LISTS:
            yield from items(item, depth + 1)
            continue
        number = _whole(item, "value", number)
        marker = f"{_counted(number, element.get('type') or '')}." if element.tag == "ol" else "-"
        yield from _item(item, f"{INDENT * depth}{marker}", depth + 1)
        number += 1


def is_layout(element: Element) -> bool:
    """Whether a list arranges parts of a page: its items have headings, or its only item is made of code or tables."""
    if next(element.iterdescendants(*HEADINGS), None) is not None:
        return True
    inside = shown(element)
    if element.tag != "ul" or len(inside) != 1 or inside[0].tag != "li" or (inside[0].text or "").strip():
        return False
    return any(part.tag in ("pre", "table") for part in shown(inside[0]))


def _items_and_words(element: Element) -> Iterator[Element | str]:
    """The items of a list, and the words that stand between them by mistake."""
    yield from filter(None, [tidy(element.text or "")])
    for child in element:
        if is_element(child) and not left_out(child):
            yield child
        yield from filter(None, [tidy(child.tail or "")])


def _item(item: Element, marker: str, depth: int) -> Iterator[str]:
    """The lines of an item; the first of its own stands behind the marker."""
    for part in _parts_of(item):
        if isinstance(part, str):
            yield f"{marker} {part}" if marker else f"{INDENT * depth}{part}"
        else:
            yield from (marker,) if marker else ()
            yield from items(part, depth)
        marker = ""
    yield from (marker,) if marker else ()


def _parts_of(element: Element) -> Iterator[Element | str]:
    """What an item holds in its order: lines of words, and lists."""
    run = [element.text or ""]
    for child in element:
        if is_element(child) and not left_out(child):
            if child.tag in INLINE and not holds_blocks(child):
                run.append(inline_words(child))
            else:
                yield from filter(None, [tidy("".join(run))])
                yield from _parts_of_block(child)
                run = []
        run.append(child.tail or "")
    yield from filter(None, [tidy("".join(run))])


def _parts_of_block(element: Element) -> Iterator[Element | str]:
    if element.tag in LISTS:
        yield element
    elif is_preformatted(element):
        yield from (line.rstrip() for line in preformatted(element).split("\n") if line.strip())
    elif element.tag == "table" and not html_table.is_layout(element):
        yield from filter(None, map(words, shown(element.xpath("./caption"))))
        yield from html_table.rows(element)
    elif element.tag == "dl" and all(entry.is_simple for entry in entries(element)):
        yield from filter(None, (entry.line for entry in entries(element)))
    else:
        yield from _parts_of(element)


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
    elif kind in ("i", "I") and 0 < number <= MOST:
        letters = roman(number)
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
