"""How Word prints a run: its size, colour and opacity, and the ground behind it, from run, styles, cell, table and box."""

from collections.abc import Callable

from policy_assistant.parse.docx_styles import Styles, is_on, whole
from policy_assistant.parse.hidden import BLACK, WHITE, Colour, Print, from_hex
from policy_assistant.parse.office_zip import Element, attribute, child, local
from policy_assistant.parse.ooxml import A

USUAL_SIZE = 20
"""Half points: the size of type where a file states none (ECMA-376, 17.3.2.38)."""

_HIGHLIGHTS = {
    "black": "000000", "white": "FFFFFF", "yellow": "FFFF00", "cyan": "00FFFF", "green": "00FF00", "magenta": "FF00FF", "blue": "0000FF",
    "red": "FF0000", "darkBlue": "000080", "darkCyan": "008080", "darkGreen": "008000", "darkMagenta": "800080", "darkRed": "800000",
    "darkYellow": "808000", "darkGray": "808080", "lightGray": "C0C0C0",
}  # fmt: skip
_LIGHT, _DARK = ("background1", "light1"), ("text1", "dark1")
_PAINTED = ("solidFill", "gradFill", "blipFill", "pattFill", "blip")

Stated = Callable[[str], Element | None]
"""The element of a property of a run, from itself or its styles, by its name."""

Ground = tuple[Colour | None] | None
"""A colour that is painted, None in it where it cannot be told; None where nothing is painted."""


def is_hidden(run: Element, stated: Stated, style: str, styles: Styles) -> bool:
    """Whether Word shows nothing of a run in a paragraph of a style. Text hidden in the web layout alone is shown on paper."""
    if is_on(stated("vanish")) or is_on(stated("specVanish")):
        return True
    colour, opacity = _colour(stated)
    ground = _ground(run, stated, style, styles) if colour else None
    return not Print(_size(stated), colour, ground, opacity).is_seen


def _size(stated: Stated) -> float:
    """The lesser of height and width of the type, in points."""
    size, scale = stated("sz"), stated("w")
    height = USUAL_SIZE if size is None else whole(attribute(size, "val", str(USUAL_SIZE)))
    width = 100 if scale is None else whole(attribute(scale, "val", "100").rstrip("%"))
    return height / 2 * min(width or 100, 100) / 100


def _colour(stated: Stated) -> tuple[Colour | None, float]:
    """Colour and opacity; an effect on the letters goes before their plain colour."""
    effect = stated("textFill")
    if child(effect, "noFill") is not None:
        return None, 1.0 if stated("textOutline") is not None else 0.0
    painted = child(effect, "solidFill")
    if painted is not None and len(painted):
        clear = child(painted[0], "alpha")  # in Word, unlike in the other programs, how far one sees through
        opacity = 1.0 if clear is None else 1 - whole(attribute(clear, "val")) / 100_000
        return from_hex(attribute(painted[0], "val")), opacity
    colour = stated("color")
    return (None if colour is None else _of_theme(colour, "theme", attribute(colour, "val"))), 1.0


def _of_theme(element: Element, prefix: str, code: str) -> Colour | None:
    """A colour that may be named by the file's theme, whose light one is taken for white and dark one for black."""
    name = attribute(element, "themeColor" if prefix == "theme" else f"{prefix}Fill")
    if name in _LIGHT:
        grey = _share(element, f"{prefix}Shade" if prefix == "theme" else f"{prefix}FillShade")
        return grey, grey, grey
    if name in _DARK:
        grey = 1 - _share(element, f"{prefix}Tint" if prefix == "theme" else f"{prefix}FillTint")
        return grey, grey, grey
    return from_hex(code)


def _share(element: Element, name: str) -> float:
    try:
        return min(int(attribute(element, name, "FF"), 16), 255) / 255
    except ValueError:
        return 1.0


def _ground(run: Element, stated: Stated, style: str, styles: Styles) -> Colour | None:
    """The colour behind a run: the nearest that is painted, from the run outwards; the paper is white."""
    mark = stated("highlight")
    named = "" if mark is None else attribute(mark, "val")
    if named in _HIGHLIGHTS:
        return from_hex(_HIGHLIGHTS[named])
    found = _shaded(stated("shd")) or _shaded(styles.paragraph_property(style, "shd"))
    for around in () if found else run.iterancestors():
        found = _painted(around, styles)
        if found:
            break
    return found[0] if found else WHITE


def _painted(element: Element, styles: Styles) -> Ground:
    """What an element around a run paints behind it."""
    name = local(element)
    if name in ("p", "tc", "tbl"):
        properties = child(element, f"{name}Pr")
        found = _shaded(child(properties, "shd"))
        return found or (_of_table(child(properties, "tblStyle"), styles) if name == "tbl" else None)
    if name == "wsp":
        return _shape(element)
    return _old_shape(element) if element.tag.startswith("{urn:schemas-microsoft-com:vml}") else None


def _of_table(named: Element | None, styles: Styles) -> Ground:
    """A style of tables may paint some of its rows; which ones is not followed."""
    return (None,) if named is not None and styles.paints(attribute(named, "val")) else None


def _shaded(shade: Element | None) -> Ground:
    kind = "nil" if shade is None else attribute(shade, "val", "clear")
    if shade is None or kind == "nil":
        return None
    if kind == "solid":
        return (from_hex(attribute(shade, "color")) or BLACK,)
    if kind != "clear":
        return (None,)
    code = attribute(shade, "fill")
    if code in ("", "auto") and not attribute(shade, "themeFill"):
        return None
    return (_of_theme(shade, "theme_fill", code) if False else _fill(shade, code),)


def _fill(shade: Element, code: str) -> Colour | None:
    return from_hex(code)


def _shape(shape: Element) -> Ground:
    """The fill of a drawn shape; one without may lie over something else that is painted."""
    fills = {local(e): e for e in child(shape, "spPr") or ()}
    solid = fills.get("solidFill")
    if solid is not None:
        code = child(solid, "srgbClr")
        return (None if code is None or len(code) else from_hex(attribute(code, "val")),)
    if any(name in fills for name in _PAINTED):
        return (None,)
    by_style = child(child(shape, "style"), "fillRef")
    if "noFill" not in fills and by_style is not None and attribute(by_style, "idx") != "0":
        return (None,)
    return _behind(shape)
