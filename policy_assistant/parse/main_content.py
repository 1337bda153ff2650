"""Which part of an HTML page is its content."""

import logging
from collections import Counter
from typing import Any, TypeAlias

import lxml.html
from readability import Document
from readability.readability import Unparseable

from policy_assistant.parse.html_hidden import is_hidden

Element: TypeAlias = Any  # lxml has no types of its own

ENOUGH = 0.8
"""The share of the chosen text that the content must hold: one stray paragraph must not widen it to the whole page."""
MAX_LINK_SHARE = 0.5
"""An element that is mostly links is navigation."""

_MARK = "data-passage"

logging.getLogger("readability").addHandler(logging.NullHandler())  # what it cannot read is ours to say, without its traceback
_AROUND = "self::nav or self::footer or self::aside or @role='navigation' or @role='banner' or @role='complementary' or @role='contentinfo' or @role='search' or @role='dialog'"


def find_content(page: Element) -> Element:
    """The element that holds the page's content.

    The only `<article>`, else `<main>`, else the element that holds all articles, else what readability finds, else the
    body. Measured on pages whose `article` and `main` were turned into plain `div`: `docs/concepts/parsing.md`.
    """
    articles, mains = page.xpath("//article[not(ancestor::article)]"), page.xpath("//main|//*[@role='main']")
    shown = [e for e in articles if _is_shown(e)], [e for e in mains if _is_shown(e)]
    if any(shown):  # a script may show the whole page: where all is hidden, all is looked at
        articles, mains = shown
    if len(articles) == 1:
        return articles[0]
    if mains:
        return mains[0]
    if articles:
        return _common_ancestor(articles)
    return _readable(page)


def is_around(element: Element) -> bool:
    """Whether an element inside the content is navigation, a banner, related links or the like."""
    return bool(element.xpath(_AROUND))


def title_before(page: Element, content: Element) -> Element | None:
    """The page's first-level heading, where the content was found without it."""
    if content.xpath(".//h1") or content.tag == "h1":
        return None
    return next(iter(page.xpath("//h1")), None)


def _is_shown(element: Element) -> bool:
    return not any(map(is_hidden, (element, *element.iterancestors())))


def _readable(page: Element) -> Element:
    """Ask readability which paragraphs matter, and take the deepest element that holds most of them, whole.

    Its own output is not used: it drops tables and headings at times, keeps link lists on short pages, and knows no
    source lines.
    """
    body = page.find("body")
    if body is None:
        return page
    elements = [e for e in page.iter() if isinstance(e.tag, str)]
    for number, element in enumerate(elements):
        element.set(_MARK, str(number))
    try:
        summary = Document(lxml.html.tostring(page, encoding="unicode")).summary(html_partial=True)
        kept = lxml.html.fragment_fromstring(summary, create_parent="div").xpath(
            f".//*[@{_MARK}][self::p or self::li or self::td or self::h2 or self::h3 or self::pre]"
        )
    except Unparseable:
        return body
    finally:
        for element in elements:
            element.attrib.pop(_MARK, None)
    chosen = [e for e in (elements[int(k.get(_MARK))] for k in kept) if _link_share(e) < MAX_LINK_SHARE]
    return _deepest_with_most(chosen) if chosen else body


def _link_share(element: Element) -> float:
    """The share of an element's characters that are links."""
    return sum(len(a.text_content()) for a in element.iter("a")) / max(1, len(element.text_content()))


def _deepest_with_most(elements: list[Element]) -> Element:
    weights: Counter[Element] = Counter()
    for element in elements:
        for ancestor in element.iterancestors():
            weights[ancestor] += len(element.text_content())
    enough = ENOUGH * max(weights.values())
    return max((e for e, weight in weights.items() if weight >= enough), key=lambda e: sum(1 for _ in e.iterancestors()))


def _common_ancestor(elements: list[Element]) -> Element:
    """The deepest element that holds all of these."""
    paths = [list(reversed([*e.iterancestors()])) for e in elements]
    shared = paths[0]
    for path in paths[1:]:
        shared = [a for a, b in zip(shared, path, strict=False) if a is b]
    return shared[-1]
