"""Which elements of an HTML page a browser does not show: by attribute, by their style, or by the page's style sheets.

The cascade is that of CSS (importance, specificity, order) for the few properties that can hide text. Sheets in other
files are not read, and neither are rules for print, for sizes of windows or for states such as `:hover`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

import cssselect
from lxml.cssselect import CSSSelector

from policy_assistant.blocks import HIDDEN
from policy_assistant.parse.css import Declaration, colour, declarations, length, rules
from policy_assistant.parse.hidden import LEAST_OPACITY, WHITE, Colour, is_unseen, says_something

Element: TypeAlias = Any  # lxml has no types of its own
Values = Mapping[str, str]

MAX_SELECTORS = 1_000
"""Of a page's sheets; more are not looked at."""

FAR_AWAY = -900.0
"""Pixels: a place so far to the left or above is on no screen."""

TINY = 2.0
"""Pixels: smaller type cannot be read."""

_MARK = "data-passage-unseen"
_GROUND = ("background-color", "background")
_WATCHED = frozenset(
    {
        *_GROUND,
        "display",
        "visibility",
        "content-visibility",
        "opacity",
        "filter",
        "font-size",
        "font",
        "text-indent",
        "clip",
        "clip-path",
        "position",
        "left",
        "top",
        "right",
        "bottom",
        "margin-left",
        "margin-top",
        "transform",
        "overflow",
        "height",
        "max-height",
        "width",
        "max-width",
        "color",
        "-webkit-text-fill-color",
    }
)
_INHERITED = {"visibility", "font-size", "color"}


def mark_hidden(page: Element) -> None:
    """Mark the elements that style hides, so that `is_hidden` knows them; the page as a whole is shown by its scripts."""
    values = _values(page)
    for element, own in values.items():
        if element.tag not in ("html", "body") and _is_hidden_by(element, own, values):
            element.set(_MARK, "")


def is_hidden(element: Element) -> bool:
    """Whether a browser shows nothing of an element."""
    return element.get("hidden") is not None or element.get(_MARK) is not None


def hidden_flags(element: Element) -> tuple[str, ...]:
    """The flag of an element that is hidden or holds something hidden, where that says something."""
    if is_hidden(element):
        return (HIDDEN,) if says_something(_text(element)) else ()
    inside = " ".join(_text(e) for e in element.iterdescendants() if isinstance(e.tag, str) and is_hidden(e))
    return (HIDDEN,) if says_something(inside) else ()


def attributes_hide(attributes: Mapping[str, str]) -> bool:
    """Whether a tag with these attributes hides what it holds, on a white page without style sheets."""
    own = {d.name: d.value for d in declarations(attributes.get("style", ""))}
    found = colour(own.get("color") or attributes.get("color", "").lower())
    is_white = found is not None and not any(name in own for name in _GROUND) and is_unseen(found[0], WHITE)
    return "hidden" in attributes or bool(_hides(own)) or is_white


def _text(element: Element) -> str:
    return " ".join(element.itertext(tag=None)) if isinstance(element.tag, str) else ""


def _values(page: Element) -> dict[Element, dict[str, str]]:
    """The watched properties of the elements that have any, in document order."""
    found: dict[Element, list[tuple[tuple[object, ...], Declaration]]] = defaultdict(list)
    sheet = "\n".join(style.text or "" for style in page.iter("style"))
    if sheet and _may_hide(sheet):
        for number, (specificity, elements, declared) in enumerate(_matches(page, sheet)):
            for element in elements:
                found[element].extend(((d.important, 0, specificity, number), d) for d in declared)
    for element in page.iter("*"):
        style = element.get("style")
        if style is None and element.get("bgcolor") is None and element.tag != "font":
            continue
        found_here = [((False, -1, (), 0), d) for d in _presentational(element)]
        found_here += [((d.important, 1, (), 0), d) for d in declarations(style or "") if d.name in _WATCHED]
        if found_here:
            found[element].extend(found_here)
    return {element: {d.name: d.value for _, d in sorted(all_of_it, key=lambda item: item[0])} for element, all_of_it in found.items()}


def _presentational(element: Element) -> Iterator[Declaration]:
    """The attributes of old pages that say the same."""
    if element.tag == "font" and element.get("color"):
        yield Declaration("color", element.get("color").lower(), False)
    if element.get("bgcolor"):
        yield Declaration("background-color", element.get("bgcolor").lower(), False)


def _may_hide(sheet: str) -> bool:
    """Whether any rule of a sheet could hide text; most sheets need no further look."""
    return any(
        _hides({d.name: d.value}) or d.name in ("color", "left", "top", "clip", "clip-path", "overflow")
        for _, body in rules(sheet)
        for d in declarations(body)
    )


def _matches(page: Element, sheet: str) -> Iterator[tuple[tuple[int, ...], list[Element], list[Declaration]]]:
    looked = 0
    for heads, body in rules(sheet):
        declared = [d for d in declarations(body) if d.name in _WATCHED]
        for head in heads.split(",") if declared else ():
            looked += 1
            if looked > MAX_SELECTORS:
                return
            try:
                (selector,) = cssselect.parse(head)
                yield selector.specificity(), CSSSelector(head)(page), declared
            except (cssselect.SelectorError, ValueError):
                continue


def _is_hidden_by(element: Element, own: Values, values: Mapping[Element, Values]) -> bool:
    name = _hides(own) or ("color" if _is_ground_coloured(element, own, values) else "")
    if name in _INHERITED:
        return not any(name in values[e] and not _hides({name: values[e][name]}) for e in element.iterdescendants() if e in values)
    return bool(name)


def _hides(own: Values) -> str:
    """The property that hides an element with these values; empty when none does."""
    for name, test in _TESTS.items():
        if name in own and test(own[name]):
            return name
    return "position" if _is_away(own) or _is_shut(own) else ""


def _is_small(limit: float) -> Callable[[str], bool]:
    def test(value: str) -> bool:
        found = length(value)
        return found is not None and found < limit

    return test


def _is_clear(value: str) -> bool:
    found = colour(value)
    return found is not None and found[1] < LEAST_OPACITY


def _is_clipped(value: str) -> bool:
    if value.startswith("rect"):
        numbers = value.replace(",", " ").removeprefix("rect(").rstrip(")").split()
        return len(numbers) == 4 and numbers[0] == numbers[2] and numbers[1] == numbers[3]
    return value.startswith(("inset(50%", "inset(100%", "circle(0", "polygon(0 0, 0 0", "polygon(0px 0px, 0px 0px"))


def _is_shrunk(value: str) -> bool:
    if value.startswith(("scale(0)", "scale(0,", "scalex(0)", "scaley(0)", "scale3d(0")):
        return True
    return value.startswith("translate") and _is_small(FAR_AWAY)(value.partition("(")[2])


_TESTS: dict[str, Callable[[str], bool]] = {
    "display": lambda value: value == "none",
    "visibility": lambda value: value in ("hidden", "collapse"),
    "content-visibility": lambda value: value == "hidden",
    "opacity": lambda value: _is_small(LEAST_OPACITY * (100 if value.endswith("%") else 1))(value.rstrip("%")),
    "filter": lambda value: value.startswith("opacity(0") and not value.startswith("opacity(0."),
    "font-size": _is_small(TINY),
    "text-indent": _is_small(FAR_AWAY),
    "clip": _is_clipped,
    "clip-path": _is_clipped,
    "transform": _is_shrunk,
    "margin-left": _is_small(FAR_AWAY),
    "margin-top": _is_small(FAR_AWAY),
    "color": _is_clear,
    "-webkit-text-fill-color": _is_clear,
}


def _is_away(own: Values) -> bool:
    if own.get("position") not in ("absolute", "fixed", "relative"):
        return False
    return any(side in own and _is_small(FAR_AWAY)(own[side]) for side in ("left", "top", "right", "bottom"))


def _is_shut(own: Values) -> bool:
    """A box without room that shows nothing outside itself."""
    if own.get("overflow") not in ("hidden", "clip"):
        return False
    return any(side in own and _is_small(TINY)(own[side]) for side in ("height", "max-height", "width", "max-width"))


def _is_ground_coloured(element: Element, own: Values, values: Mapping[Element, Values]) -> bool:
    found = colour(own.get("color", ""))
    ground = _ground(element, values) if found else None
    return bool(found and ground) and is_unseen(found[0], ground)  # type: ignore[index, arg-type]


def _ground(element: Element, values: Mapping[Element, Values]) -> Colour | None:
    """The colour behind an element; None where a picture or a sheet that we do not read may give it."""
    is_named = False
    for behind in (element, *element.iterancestors()):
        own = values.get(behind, {})
        for name in _GROUND:
            if "url(" in own.get(name, "") or "gradient" in own.get(name, ""):
                return None
            found = colour(own.get(name, ""))
            if found and found[1] >= LEAST_OPACITY:
                return found[0]
        is_named = is_named or "class" in behind.attrib or "id" in behind.attrib
    return None if is_named and _has_other_sheets(element) else WHITE


def _has_other_sheets(element: Element) -> bool:
    return any("stylesheet" in (link.get("rel") or "").lower() for link in element.getroottree().getroot().iter("link"))
