"""Which part of an HTML page is its content."""

import logging
import re
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from typing import Any, TypeAlias

import lxml.html
from readability import Document
from readability.readability import Unparseable

from policy_assistant.parse.html_around import around_reason, link_share, mark, names
from policy_assistant.parse.html_hidden import is_hidden
from policy_assistant.parse.html_table import is_layout
from policy_assistant.parse.html_words import heading_level, is_element, left_out, mark_title, words

Element: TypeAlias = Any  # lxml has no types of its own

ENOUGH = 0.8
"""The share of the chosen text that the content must hold: one stray paragraph must not widen it to the whole page."""
MAX_LINK_SHARE = 0.5
"""An element that is mostly links is navigation."""
FEWEST_BESIDE = 200
"""Characters beside an article or a chosen part that are worth a look: less is a line about it, or a notice."""
SENTENCE = 40
"""Characters of text beside the chosen part that make it a section where they stand under a heading; labels and dates are shorter."""
PROSE_SHARE = 0.1
"""Text beside the chosen part that is less than this share of it, and has no heading, is a notice."""

MOST_BEFORE = 100
"""Characters above a title: a date, a number, the name of what it belongs to. Where more stands, the heading is a section's."""

_MARK = "data-passage"
_PARTED = re.compile(r"\s+[|\u2013\u2014\u00b7\u00bb:-]\s+|: ")

logging.getLogger("readability").addHandler(logging.NullHandler())  # what it cannot read is ours to say, without its traceback


def find_content(page: Element) -> Element:
    """The element that holds the page's content.

    The only `<article>`, unless the `<main>` around it says more beside it; else `<main>`, else the element that holds
    all articles, else what readability finds and the sections beside it, else the body. Measured on pages whose `article`
    and `main` were turned into plain `div`: `docs/concepts/parsing.md`.
    """
    articles, mains = page.xpath("//article[not(ancestor::article)]"), page.xpath("//main|//*[@role='main']")
    shown = [e for e in articles if _is_shown(e)], [e for e in mains if _is_shown(e)]
    if any(shown):  # a script may show the whole page: where all is hidden, all is looked at
        articles, mains = shown
    if len(articles) == 1 and not any(_says_more(main, articles[0]) for main in mains):
        return articles[0]
    if mains:
        return mains[0]
    if articles:
        return _common_ancestor(articles)
    return _readable(page)


def title_before(page: Element, content: Element, *, named: bool = True) -> Element | None:
    """The page's title, where the content was found without it.

    The first-level heading; else what is called a title, or the heading, whose words are also the page's `<title>` or a part
    of it (without the name of the site); else the heading above all others; else, with `named`, `<title>`. One that stands
    inside the content is marked as its title, and None is returned.
    """
    heads = page.xpath("//h1")
    inside = content.xpath(".//h1") + ([content] if content.tag == "h1" else [])
    parts = _title_parts(page)
    if inside and (not parts or any(words(h) in parts for h in inside)):
        return None
    if not inside and heads:
        return heads[0]
    found = max(_called_titles(page, parts, bool(inside)), key=lambda e: len(words(e)), default=None)
    if found is None and not inside:
        found = _heading_above_all(content)
        if found is None:
            return page.find("./head/title") if named else None
    if found is None or content not in found.iterancestors() or _is_passed_over(found, content):
        return found
    mark_title(found)
    return None


def _heading_above_all(content: Element) -> Element | None:
    """The first heading, if it is the only one of its level, none is of a higher one, and no more than a line stands before it."""
    headings = [e for e in content.iter("*") if heading_level(e) and not _is_passed_over(e, content) and words(e)]
    levels = [heading_level(e) for e in headings]
    if not headings or levels.count(min(levels)) > 1 or levels[0] > min(levels):
        return None
    first = headings[0]
    is_cell = any(e.tag == "table" and not is_layout(e) for e in takewhile(lambda e: e is not content, first.iterancestors()))
    return None if is_cell or _length_before(first, content) > MOST_BEFORE else first


def _length_before(element: Element, content: Element) -> int:
    """Characters of text that stand in the content before an element."""
    length = 0
    while element is not content:
        for beside in element.itersiblings(preceding=True):
            length += len((beside.tail or "").strip())
            length += len(words(beside)) if is_element(beside) and not left_out(beside) else 0
        element = element.getparent()
        length += len((element.text or "").strip())
    return length


def _title_parts(page: Element) -> set[str]:
    """The words of `<title>`, whole and between the signs that part a page's name from its site's."""
    title = next((words(e) for e in page.iterfind("./head/title")), "")
    return {part.strip() for part in (title, *_PARTED.split(title))} - {""}


def _called_titles(page: Element, parts: set[str], has_heads: bool) -> Iterator[Element]:
    for element in page.iter("h2", "h3", "h4", "div", "span", "p", "td"):
        is_named = (element.tag in _HEADINGS and not has_heads) or any("title" in name for name in names(element))
        if is_named and " ".join(element.text_content().split()) in parts and _is_shown(element):
            yield element


def _is_passed_over(element: Element, content: Element) -> bool:
    """Whether an element inside the content stands in a part that is no text, such as a head that is mostly links."""
    return any(left_out(e) for e in takewhile(lambda e: e is not content, (element, *element.iterancestors())))


def _is_shown(element: Element) -> bool:
    return not any(map(is_hidden, (element, *element.iterancestors())))


def _says_more(main: Element, article: Element) -> bool:
    """Whether the article is only a card in a page that says more than it."""
    if main not in article.iterancestors():
        return False
    inside = _prose(article)
    return _prose(main) - inside > max(inside, FEWEST_BESIDE)


def _prose(element: Element) -> int:
    """Characters of an element that are no links."""
    return len(element.text_content()) - sum(len(a.text_content()) for a in element.iter("a"))


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
    chosen = [e for e in (elements[int(k.get(_MARK))] for k in kept) if link_share(e) < MAX_LINK_SHARE]
    return _whole_table(_with_sections_beside(_deepest_with_most(chosen))) if chosen else body


def _whole_table(content: Element) -> Element:
    """The table whose rows the content is, unless it only arranges the page."""
    if content.tag not in ("tr", "tbody", "thead", "tfoot"):
        return content
    table = next(content.iterancestors("table"), None)
    return content if table is None or is_layout(table) else table


def _with_sections_beside(chosen: Element) -> Element:
    """The largest element around the chosen one in which other parts are content too; navigation beside them is marked.

    Readability takes one part of a page whose sections stand side by side, as reference manuals have them.
    """
    content = chosen
    for element in (chosen, *chosen.iterancestors()):
        parent = element.getparent()
        if parent is None or element.tag in ("body", "html"):
            break
        if _are_content([e for e in parent if e is not element and isinstance(e.tag, str)], len(chosen.text_content())):
            content = parent
    for element in (chosen, *chosen.iterancestors()):
        if element is content:
            break
        for beside in element.getparent():
            if beside is not element and isinstance(beside.tag, str) and not _is_alike(beside, element) and _is_navigation(beside):
                mark(beside, f"outside the main content <{beside.tag}>")
    return content


def _is_alike(part: Element, other: Element) -> bool:
    """Whether two parts beside each other are sections of one kind, though one may be mostly links ("See also")."""
    return part.tag == other.tag and bool(part.get("class")) and part.get("class") == other.get("class")


def _are_content(parts: list[Element], size: int) -> bool:
    """Whether the parts beside content of this size hold text enough, or a sentence and a heading."""
    prose, is_headed = 0, False
    for part in parts:
        if _is_navigation(part) or is_hidden(part):
            continue
        prose += _prose(part)
        is_headed = is_headed or part.tag in _HEADINGS or next(part.iterdescendants(*_HEADINGS), None) is not None
    return prose >= max(FEWEST_BESIDE, PROSE_SHARE * size) or (is_headed and prose >= SENTENCE)


_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_NAVIGATION_NAMES = re.compile(
    r"(?:^|[-_ ])(?:nav|navbar|navigation|navi|menu|footer|sidebar|side|breadcrumbs?|cookies?|banner|copyright|legal|comments?|related|share|social|"
    r"toolbar|search|login|promo|sponsor|advert|ads?|modal|popup|subscribe|newsletter)(?:$|[-_ ])"
)


def _is_navigation(element: Element) -> bool:
    if around_reason(element) or element.tag in ("script", "style", "header", "form"):
        return True
    if any(_NAVIGATION_NAMES.search(name) for name in names(element)):
        return True
    return element.tag not in _HEADINGS and link_share(element) >= MAX_LINK_SHARE


def _deepest_with_most(elements: list[Element]) -> Element:
    weights: Counter[Element] = Counter()
    for element in elements:
        weight = len(element.text_content())
        for ancestor in element.iterancestors():
            weights[ancestor] += weight
    enough = ENOUGH * max(weights.values())
    return max((e for e, weight in weights.items() if weight >= enough), key=lambda e: sum(1 for _ in e.iterancestors()))


def _common_ancestor(elements: list[Element]) -> Element:
    """The deepest element that holds all of these."""
    paths = [list(reversed([*e.iterancestors()])) for e in elements]
    shared = paths[0]
    for path in paths[1:]:
        shared = [a for a, b in zip(shared, path, strict=False) if a is b]
    return shared[-1] if shared else paths[0][0]  # a damaged page may have two roots
