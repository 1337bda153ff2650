"""The words of HTML elements: which elements stand inside a line, which are no text, and what is read of the others."""

import re
from collections.abc import Iterable
from typing import Any, TypeAlias

import lxml.html

from policy_assistant.blocks import clean, without_controls
from policy_assistant.parse.html_around import around_reason, names
from policy_assistant.parse.html_hidden import is_hidden
from policy_assistant.parse.html_quotes import quotation_marks
from policy_assistant.parse.marks import STRUCK, plain_code, without_breaks

Element: TypeAlias = Any  # lxml has no types of its own

HEADINGS = {f"h{n}": n for n in range(1, 7)}

INLINE = frozenset(
    [
        "a",
        "abbr",
        "acronym",
        "b",
        "bdi",
        "bdo",
        "big",
        "br",
        "cite",
        "code",
        "data",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "img",
        "ins",
        "kbd",
        "label",
        "mark",
        "nobr",
        "output",
        "q",
        "rb",
        "rp",
        "rt",
        "rtc",
        "ruby",
        "s",
        "samp",
        "small",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "time",
        "tt",
        "u",
        "var",
        "wbr",
    ]
)
"""Elements that do not end the line that they stand in."""

_NOT_TEXT = frozenset(
    [
        "audio",
        "button",
        "canvas",
        "datalist",
        "dialog",
        "embed",
        "head",
        "iframe",
        "input",
        "noframes",
        "noscript",
        "object",
        "script",
        "select",
        "style",
        "svg",
        "template",
        "textarea",
        "video",
    ]
)

_STRUCK = frozenset({"del", "s", "strike"})
_TITLE = "data-passage-title"
_SPACE = re.compile(r"\s+")
_LINE_NUMBER_NAMES = re.compile(r"(?:^|[-_])line-?(?:no|nos|number|numbers)$")
_LINES_NAME = "line-block"
"""What docutils calls lines of text, such as those of an address; other boxes of lines are code."""


def is_element(node: Element) -> bool:
    """Whether a node is an element; comments and processing instructions are none."""
    return isinstance(node.tag, str)


def left_out(element: Element) -> str:
    """Why an element's text is not text of the document; empty when it is."""
    if is_hidden(element) or element.get("aria-hidden") == "true":
        return f"hidden <{element.tag}>"
    return around_reason(element) or (f"<{element.tag}>" if element.tag in _NOT_TEXT else "")


def shown(elements: Iterable[Element]) -> list[Element]:
    """Those that are text of the document."""
    return [e for e in elements if is_element(e) and not left_out(e)]


def heading_level(element: Element) -> int:
    """The level of a heading, by its tag or by the role that it claims; 0 for what is none."""
    if _TITLE in element.attrib:
        return 1
    if element.tag in HEADINGS:
        return HEADINGS[element.tag]
    if element.get("role") != "heading":
        return 0
    level = element.get("aria-level", "2")
    return int(level) if level in ("1", "2", "3", "4", "5", "6") else 2


def mark_title(element: Element) -> None:
    """Mark an element as the title of its page, whatever its tag is."""
    element.set(_TITLE, "")


def holds_blocks(element: Element) -> bool:
    """Whether anything in an element ends the line that it stands in."""
    return any(is_element(child) and child.tag not in INLINE for child in element.iterdescendants())


def words(element: Element) -> str:
    """The text inside an element on one line."""
    return tidy(_inside(element))


def inline_words(element: Element) -> str:
    """An element as it stands in a line: its words untrimmed, an image as its description, a line break as a blank."""
    if element.tag == "br":
        return " "
    if element.tag == "img":
        return element.get("alt") or ""
    inside = _inside(element)
    if element.tag in _STRUCK and inside.strip():
        return f"{STRUCK}{inside.strip()}{STRUCK}"
    if element.tag == "q" and inside.strip():
        first, last = quotation_marks(element)
        return f"{first}{inside.strip()}{last}"
    return inside if element.tag in INLINE else f" {inside} "


def tidy(text: str) -> str:
    """Text on one line, cleaned."""
    plain = " ".join(text.split())
    if plain.isascii() and plain.isprintable():
        return plain
    return clean(_SPACE.sub(" ", without_breaks(clean(text.replace("\n", " ")))))


def is_preformatted(element: Element) -> bool:
    """Whether an element keeps its blanks: `pre`, and a box that begins with boxes called a line and is mostly made of them."""
    if element.tag != "div":
        return bool(element.tag == "pre")
    first = next((part for part in element if is_element(part)), None)
    if first is None or not _is_line(first) or any(text.strip() for text in (element.text or "", *(part.tail or "" for part in element))):
        return False
    parts = shown(element)
    return sum(map(_is_line, parts)) > len(parts) / 2


def _is_line(element: Element) -> bool:
    return element.tag == "div" and "line" in names(element) and not holds_blocks(element)


def is_code(element: Element) -> bool:
    """Whether an element that keeps its blanks is code, and no lines of text."""
    return _LINES_NAME not in names(element)


def preformatted(element: Element) -> str:
    """The text inside an element as it stands, without what is left out; no-break spaces as spaces."""
    if element.tag == "pre":
        text = _preformatted(element)
    else:
        text = "\n".join(_preformatted(part) if _is_line(part) else words(part) for part in shown(element))
    return plain_code(without_controls(text)).strip("\n")


def _preformatted(element: Element) -> str:
    parts = [element.text or ""]
    for child in element:
        if is_element(child) and not left_out(child) and not _is_line_number(child):
            parts.append("\n" if child.tag == "br" else _preformatted(child))
        parts.append(child.tail or "")
    return "".join(parts)


def _is_line_number(element: Element) -> bool:
    return any(map(_LINE_NUMBER_NAMES.search, names(element))) and (element.text or "").strip().isdecimal()


def source_lines(element: Element) -> tuple[int, int] | None:
    """The first and last source line of an element, as far as the parser keeps them."""
    first = element.sourceline
    if not first:
        return None
    text = lxml.html.tostring(element, encoding="unicode", with_tail=False)
    return first, first + text.rstrip("\n").count("\n")


def _inside(element: Element) -> str:
    parts = [element.text or ""]
    for child in element:
        if is_element(child) and not left_out(child):
            parts.append(inline_words(child))
        parts.append(child.tail or "")
    return "".join(parts)
