"""How an OpenDocument file prints letters: size, colour and opacity by their styles, and the ground behind them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from policy_assistant.parse.hidden import NO_ROOM, WHITE, Colour, Print, from_hex
from policy_assistant.parse.odf_styles import OdfStyles
from policy_assistant.parse.office_zip import Element, attribute, local

POINTS = {"pt": 1.0, "in": 72.0, "cm": 72 / 2.54, "mm": 72 / 25.4, "pc": 12.0, "px": 0.75}

_LENGTH = re.compile(r"([0-9]{1,6}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})(pt|in|cm|mm|pc|px)")
_SHARE = re.compile(r"([0-9]{1,5}(?:\.[0-9]{0,9})?)%")

Ground = tuple[Colour | None] | None
"""A colour that is painted, None in it where it cannot be told; None where nothing is painted."""


@dataclass(frozen=True)
class Letters:
    """How letters are printed, and whether they are hidden outright, which no style further in undoes."""

    print: Print
    hidden: bool = False

    @property
    def is_hidden(self) -> bool:
        """Whether nobody sees the letters."""
        return self.hidden or not self.print.is_seen


def length(text: str) -> float | None:
    """A length in points; None for what is none."""
    found = _LENGTH.fullmatch(text)
    return float(found[1]) * POINTS[found[2]] if found else None


def has_no_room(size: str) -> bool:
    """Whether a row or column of that size shows nothing."""
    points = length(size)
    return points is not None and points < NO_ROOM


def paragraph_letters(paragraph: Element, styles: OdfStyles) -> Letters:
    """Those of a paragraph, by its style and what it stands in."""
    style = attribute(paragraph, "style-name")
    found = Letters(Print(ground=_behind(paragraph, styles)))
    found = styled(found, "paragraph", style, styles)
    return replace(found, print=replace(found.print, ground=_plain_ground(styles, "paragraph", style, found.print.ground)))


def styled(around: Letters, family: str, style: str, styles: OdfStyles) -> Letters:
    """Those of letters in a style inside others; what the style does not say stays."""

    def said(key: str) -> str:
        return styles.property(family, style, "text-properties", key)

    if not style:
        return around
    own = around.print
    size = length(said("font-size")) if said("font-size") else own.size
    scale = _share(said("text-scale"))
    if size is not None and scale is not None:
        size *= min(scale or 1.0, 1.0)
    colour = from_hex(said("color")) if said("color") else own.colour
    if said("use-window-font-color") == "true":
        colour = None
    opacity = _share(said("opacity"))
    ground = from_hex(said("background-color")) or own.ground
    hidden = around.hidden or styles.is_hidden(family, style)
    return Letters(Print(size, colour, ground, own.opacity if opacity is None else opacity), hidden)


def cell_letters(styles: OdfStyles, style: str) -> Letters:
    """Those of a cell of a spreadsheet by the style of the cell; on conditions it may have another."""
    ground = None if styles.is_conditional("table-cell", style) else _plain_ground(styles, "table-cell", style, WHITE)
    return styled(Letters(Print(ground=ground)), "table-cell", style, styles)


def _behind(paragraph: Element, styles: OdfStyles) -> Colour | None:
    """The ground that a paragraph stands on: the nearest that is painted; the paper is white."""
    for around in paragraph.iterancestors():
        found = _painted(around, styles)
        if found:
            return found[0]
    return WHITE


def _painted(element: Element, styles: OdfStyles) -> Ground:
    """What an element around a paragraph paints behind it."""
    name, style = local(element), attribute(element, "style-name")
    if name in ("table-cell", "table-row", "table", "section"):
        if attribute(element, "template-name"):
            return (None,)  # which of its cells a template paints is not followed
        return _colour_ground(styles, name, style)
    if name in ("frame", "custom-shape", "rect", "ellipse", "caption", "text-box"):
        return _filled(styles, attribute(element, "style-name"), element)
    if name == "page":
        return _page(styles, element)
    return None


def _plain_ground(styles: OdfStyles, family: str, style: str, usual: Colour | None) -> Colour | None:
    found = _colour_ground(styles, family, style)
    return found[0] if found else usual


def _colour_ground(styles: OdfStyles, family: str, style: str) -> Ground:
    code = styles.property(family, style, f"{family}-properties", "background-color")
    return (from_hex(code),) if code and code != "transparent" else None


def _filled(styles: OdfStyles, style: str, shape: Element) -> Ground:
    """The fill of a drawn shape; one without may lie over something else that is painted."""
    family = "graphic" if ("graphic", style) in styles.styles else "presentation"
    fill = styles.property(family, style, "graphic-properties", "fill")
    if fill in ("solid", "") and (code := styles.property(family, style, "graphic-properties", "fill-color")):
        return (from_hex(code),)
    code = styles.property(family, style, "graphic-properties", "background-color")
    if code and code != "transparent":
        return (from_hex(code),)
    if fill not in ("", "none"):
        return (None,)
    return (None,) if local(shape) != "text-box" and _lies_on_others(shape, styles) else None


def _lies_on_others(shape: Element, styles: OdfStyles) -> bool:
    """Whether a page or text holds pictures, or other shapes that are filled."""
    page = next((e for e in shape.iterancestors() if local(e) in ("page", "text")), None)
    return page is not None and any(local(e) == "image" or _is_filled(e, styles) for e in _shapes(page) if e is not shape)


def _shapes(page: Element) -> Iterator[Element]:
    yield from page.iter("{*}image", "{*}custom-shape", "{*}rect", "{*}ellipse", "{*}frame", "{*}polygon", "{*}path")


def _is_filled(shape: Element, styles: OdfStyles) -> bool:
    style = attribute(shape, "style-name")
    return any(styles.property(family, style, "graphic-properties", "fill") not in ("", "none") for family in ("graphic", "presentation"))


def _page(styles: OdfStyles, page: Element) -> Ground:
    """The ground of a slide, which its master may paint."""
    for style in (attribute(page, "style-name"), styles.masters.get(attribute(page, "master-page-name"), "")):
        fill = styles.property("drawing-page", style, "drawing-page-properties", "fill")
        if fill == "solid":
            return (from_hex(styles.property("drawing-page", style, "drawing-page-properties", "fill-color")),)
        if fill not in ("", "none"):
            return (None,)
    return None


def _share(text: str) -> float | None:
    found = _SHARE.fullmatch(text)
    return float(found[1]) / 100 if found else None
