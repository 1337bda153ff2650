"""What stands around the text of an HTML page, also inside its content: navigation, tables of contents, signs of links.

Nothing here knows a site or a generator: it goes by elements, roles, relations of links, and by how much of a part is links.
"""

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

from lxml.etree import iterwalk

Element: TypeAlias = Any  # lxml has no types of its own

FEWEST_LINKS = 3
"""A list with fewer links to its own page is a sentence's aside, no table of contents."""

MAX_CONTENTS_SHARE = 0.5
"""Where tables of contents are more of the text than this, they are the text: an index, a glossary's letters."""

MAX_ROW = 400
"""Characters of a row of links to the pages before, after and above; longer ones hold text."""

MOSTLY = 0.5
"""The share of characters that are links, over which a part is navigation."""

NEARLY_ALL = 0.9
"""The share of the characters of a menu that are links; the others are signs between them."""

_MARK = "data-passage-around"
_KEPT = "data-passage-note"
_TAGS = frozenset({"nav", "footer", "aside"})
_ROLES = frozenset({"navigation", "banner", "complementary", "contentinfo", "search", "dialog", "doc-toc", "menu", "menubar"})
_NOTE_ROLES = frozenset({"note", "doc-footnote", "doc-endnote", "doc-endnotes", "doc-tip", "doc-notice"})
_NOTE_NAMES = ("admonition", "alert", "callout", "caution", "danger", "footnote", "important", "note", "tip", "warning")
_CONTENTS_NAMES = re.compile(r"(?:^|[-_])toc(?:$|[-_])|table[-_]?of[-_]?contents")
_SIGN_NAMES = re.compile(r"(?:^|[-_])(?:header-?link|perma-?link|hash-?link|anchor-?link|edit-?link|edit-?section)(?:$|[-_])")
_TURNS = frozenset({"next", "prev", "previous", "up", "start", "contents", "index", "first", "last"})
_TURN_KEYS = frozenset({"n", "p", "u", "h"})
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


def around_reason(element: Element) -> str:
    """Why an element is no text of the document but stands around it; empty when it is text."""
    mark = element.get(_MARK)
    if mark is not None:
        return str(mark)
    if element.get("role") in _ROLES:
        return f"<{element.tag}>"
    if element.tag not in _TAGS or element.get(_KEPT) is not None:
        return ""
    if element.tag == "footer":
        parent = element.getparent()
        return "" if parent is not None and parent.tag == "blockquote" else "<footer>"
    return f"<{element.tag}>"


def mark_around(content: Element) -> None:
    """Mark the parts of a content that are links for getting about, and the asides that are notes to its text."""
    targets = {link.get("href") or "" for link in content.iter("a")} - {"", "#"}
    for element in list(content.iter("aside")):
        if _is_note(element, targets):
            element.set(_KEPT, "")
    for link in list(content.iter("a")):
        if _is_sign(link):
            link.set(_MARK, "sign of a link")
        elif _turns_the_page(link) and (row := _row_of(link, content)) is not None:
            row.set(_MARK, "links to other pages")
    for heading in list(content.iter(*_HEADINGS)):
        for part in _signs_by_name(heading):
            part.set(_MARK, "sign of a link")
    _mark_lists(content, list(_contents(content)), "table of contents")
    _mark_lists(content, list(_menus(content)), "links above the first heading")


def _mark_lists(content: Element, lists: list[Element], reason: str) -> None:
    """Mark them unless they are what the page is there for."""
    if lists and sum(map(_length, lists)) <= MAX_CONTENTS_SHARE * _length(content):
        for element in lists:
            element.set(_MARK, reason)


def mark(element: Element, reason: str) -> None:
    """Mark an element as standing around the text."""
    element.set(_MARK, reason)


def link_share(element: Element) -> float:
    """The share of an element's characters that are links; 1 where there are none but a link (a picture of an arrow)."""
    if not _is_longer(element, 0):
        return float(next(element.iter("a"), None) is not None)
    return sum(_length(a) for a in element.iter("a")) / max(1, _length(element))


def names(element: Element) -> set[str]:
    """The words of an element's class and ID, in lower case."""
    own, anchor = element.get("class"), element.get("id")
    return set(f"{own or ''} {anchor or ''}".lower().split()) if own or anchor else set()


def _is_note(aside: Element, targets: set[str]) -> bool:
    if any(e.get("role") in _NOTE_ROLES for e in aside.iter()):
        return True
    if any(name.startswith(start) or f"-{start}" in name for name in names(aside) for start in _NOTE_NAMES):
        return True
    return f"#{aside.get('id') or ''}" in targets


def _is_sign(link: Element) -> bool:
    """Whether a link to a place on its page is the sign at one end of a text: the mark beside a heading, an arrow back."""
    parent = link.getparent()
    if parent is None or not (link.get("href") or "").startswith("#") or _says_something(link):
        return False
    is_last = link.getnext() is None and not (link.tail or "").strip()
    is_first = link.getprevious() is None and not (parent.text or "").strip()
    return (is_last or is_first) and _says_something(parent)


def _signs_by_name(heading: Element) -> list[Element]:
    """The parts of a heading that are called links to it or to its editor, if words are left without them."""
    parts = [e for e in heading.iterdescendants() if isinstance(e.tag, str) and any(map(_SIGN_NAMES.search, names(e)))]
    letters = sum(c.isalnum() for text in heading.itertext() for c in text)
    inside = sum(c.isalnum() for e in parts if e.getparent() not in parts for text in e.itertext() for c in text)
    return parts if inside < letters else []


def _says_something(element: Element) -> bool:
    return any(c.isalnum() for text in element.itertext() for c in text)


def _turns_the_page(link: Element) -> bool:
    if _TURNS.intersection((link.get("rel") or "").lower().split()):
        return True
    return (link.get("accesskey") or "").lower() in _TURN_KEYS


def _row_of(link: Element, content: Element) -> Element | None:
    """The largest part around a link that is a row of links; None where the link stands in a sentence."""
    row = None
    for ancestor in link.iterancestors():
        if ancestor is content or ancestor.tag == "body" or _is_longer(ancestor, MAX_ROW) or link_share(ancestor) < MOSTLY:
            break
        if next(ancestor.iterdescendants(*_HEADINGS), None) is not None:
            break
        row = ancestor
    return row


def _menus(content: Element) -> Iterator[Element]:
    """The lists of nothing but links above the page's first heading, where no paragraph leads to them."""
    heading = next(content.getroottree().getroot().iter(*_HEADINGS), None)
    if heading is None or content not in heading.iterancestors():
        return
    for element in content.iter("*"):
        if element is heading or (element.tag == "p" and _says_something(element)):
            return
        if element.tag in ("ul", "ol") and link_share(element) > NEARLY_ALL and sum(1 for _ in element.iter("a")) >= FEWEST_LINKS:
            yield element


def _contents(content: Element) -> Iterator[Element]:
    """The tables of contents, outermost ones only."""
    walk = iterwalk(content, events=("start",), tag="*")
    for _, element in walk:
        if element is content:
            continue
        if _is_called_contents(element) or _links_here_only(element):
            walk.skip_subtree()
            yield element


def _is_called_contents(element: Element) -> bool:
    """Whether its names say so and it is links; a link by itself, or a heading that leads back to the contents, is none."""
    if element.tag == "a" or element.tag in _HEADINGS or not any(map(_CONTENTS_NAMES.search, names(element))):
        return False
    return link_share(element) > MOSTLY


def _links_here_only(element: Element) -> bool:
    if element.tag not in ("ul", "ol", "dl"):
        return False
    links = list(element.iter("a"))
    if len(links) < FEWEST_LINKS or any(not (a.get("href") or "").startswith("#") for a in links):
        return False
    return link_share(element) > 0.8


def _is_longer(element: Element, limit: int) -> bool:
    length = 0
    for text in element.itertext():
        length += len(text.strip())
        if length > limit:
            return True
    return False


def _length(element: Element) -> int:
    return sum(len(text.strip()) for text in element.itertext())
