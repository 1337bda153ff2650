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
_PAINTED = ("solidFill", "gradFill", "blipFill", "pattFill", "grpFill")

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
    height, width = _number(stated("sz"), USUAL_SIZE), _number(stated("w"), 100)
    return height / 2 * min(width, 100) / 100


def _number(element: Element | None, usual: int) -> int:
    text = "" if element is None else attribute(element, "val").rstrip("%")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else usual


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
    return (None if colour is None else _named(colour, attribute(colour, "val"), "themeColor", "theme")), 1.0


def _named(element: Element, code: str, name: str, prefix: str) -> Colour | None:
    """A colour by its code or by its name in the file's theme, whose light one is taken for white and dark one for black."""
    if attribute(element, name) in _LIGHT:
        grey = _share(element, f"{prefix}Shade")
    elif attribute(element, name) in _DARK:
        grey = 1 - _share(element, f"{prefix}Tint")
    else:
        return from_hex(code)
    return grey, grey, grey


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
    return (_named(shade, code, "themeFill", "themeFill"),)


def _shape(shape: Element) -> Ground:
    """The fill of a drawn shape; one without may lie over something else that is painted."""
    properties = child(shape, "spPr")
    fills = {} if properties is None else {local(e): e for e in properties}
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


def _old_shape(shape: Element) -> Ground:
    """The fill of a shape in the older form, which is white where none is stated."""
    if local(shape) not in ("shape", "rect", "roundrect", "oval"):
        return None
    if attribute(shape, "filled") in ("f", "false"):
        return _behind(shape)
    if child(shape, "fill") is not None:
        return (None,)
    code = attribute(shape, "fillcolor")
    return (from_hex(code.partition(" ")[0]) if code else WHITE,)


def _behind(shape: Element) -> Ground:
    """Where a file paints pictures or other shapes, they may be what a shape without fill lies on."""
    page = shape.getroottree()
    pictures = page.iter(f"{A}blip", "{urn:schemas-microsoft-com:vml}imagedata")
    fills = (e for e in page.iter(*(f"{A}{name}" for name in _PAINTED)) if local(e.getparent()) in ("spPr", "grpSpPr"))
    return (None,) if next(pictures, None) is not None or next(fills, None) is not None else None
