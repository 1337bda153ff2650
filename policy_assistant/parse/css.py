"""As much of CSS as tells whether text is shown: the rules of a sheet, declarations, lengths and colours."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from policy_assistant.parse.hidden import Colour

MAX_SHEET = 300_000
"""Characters of a page's style sheets that are read."""

PIXELS = {
    "px": 1.0,
    "pt": 4 / 3,
    "em": 16.0,
    "rem": 16.0,
    "ex": 8.0,
    "ch": 8.0,
    "%": 16.0,
    "cm": 37.8,
    "mm": 3.78,
    "in": 96.0,
    "pc": 16.0,
    "vw": 10.0,
    "vh": 10.0,
}
"""Pixels of a unit, relative ones for usual text and a usual window."""

_LENGTH = re.compile(r"([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))([a-z%]{0,4})")
_NUMBERS = re.compile(r"\d{1,4}(?:\.\d{0,6})?%?|\.\d{1,6}%?")
_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?![0-9a-z])")
_NAME = re.compile(r"[a-z]{3,24}")
_NAMES = {
    "white": 0xFFFFFF,
    "snow": 0xFFFAFA,
    "ivory": 0xFFFFF0,
    "whitesmoke": 0xF5F5F5,
    "ghostwhite": 0xF8F8FF,
    "floralwhite": 0xFFFAF0,
    "azure": 0xF0FFFF,
    "mintcream": 0xF5FFFA,
    "honeydew": 0xF0FFF0,
    "aliceblue": 0xF0F8FF,
    "lavenderblush": 0xFFF0F5,
    "seashell": 0xFFF5EE,
    "black": 0x000000,
    "red": 0xFF0000,
    "green": 0x008000,
    "blue": 0x0000FF,
    "navy": 0x000080,
    "yellow": 0xFFFF00,
    "gray": 0x808080,
    "grey": 0x808080,
    "silver": 0xC0C0C0,
    "lightgray": 0xD3D3D3,
    "lightgrey": 0xD3D3D3,
}


@dataclass(frozen=True, slots=True)
class Declaration:
    """`name: value`, both in lower case; `important` wins over all that is not."""

    name: str
    value: str
    important: bool


def declarations(style: str) -> list[Declaration]:
    """The declarations of a rule or of a style attribute, in order."""
    found = []
    for part in without_comments(style).lower().split(";"):
        name, colon, value = part.partition(":")
        if colon:
            plain = value.replace("!important", "").replace("! important", "")
            found.append(Declaration(name.strip(), " ".join(plain.split()), plain != value))
    return found


def rules(sheet: str) -> Iterator[tuple[str, str]]:
    """Selectors and declarations of the rules that hold on a screen, in order; rules with conditions are passed over."""
    sheet = without_comments(sheet[:MAX_SHEET])
    position = 0
    while (opening := sheet.find("{", position)) != -1:
        head = sheet[position:opening].rpartition(";")[2].strip().lower()
        closing = _closing(sheet, opening)
        if head.startswith("@"):
            position = opening + 1 if head in _ALWAYS else closing + 1
            continue
        yield head.lstrip("} \n\t"), sheet[opening + 1 : closing]
        position = closing + 1


_ALWAYS = frozenset({"@media screen", "@media all", "@media only screen", "@media screen, print", "@media all, print"})


def without_comments(css: str) -> str:
    """The text without its comments, in one pass."""
    parts = []
    position = 0
    while (start := css.find("/*", position)) != -1:
        parts.append(css[position:start])
        end = css.find("*/", start + 2)
        position = len(css) if end == -1 else end + 2
    return " ".join([*parts, css[position:]])


def _closing(sheet: str, opening: int) -> int:
    """The brace that closes the one at `opening`, or the end."""
    depth = 0
    for match in re.compile(r"[{}]").finditer(sheet, opening):
        depth += 1 if match[0] == "{" else -1
        if not depth:
            return match.start()
    return len(sheet)


def length(value: str) -> float | None:
    """A length in pixels; None when it is none."""
    match = _LENGTH.match(value)
    if not match or (match[2] and match[2] not in PIXELS):
        return None
    return float(match[1]) * PIXELS.get(match[2], 1.0)


def colour(value: str) -> tuple[Colour, float] | None:
    """The first colour that a value names, with its opacity; None when it names none that we know."""
    if "transparent" in value:
        return (0.0, 0.0, 0.0), 0.0
    if match := _HEX.search(value):
        return _from_hex(match[0][1:])
    if "rgb" in value or "hsl" in value:
        return _from_function(value)
    for match in _NAME.finditer(value):
        if match[0] in _NAMES:
            return _from_hex(f"{_NAMES[match[0]]:06x}")
    return None


def _from_hex(digits: str) -> tuple[Colour, float]:
    if len(digits) <= 4:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue, opacity = (int(f"{digits}ff"[n : n + 2], 16) / 255 for n in (0, 2, 4, 6))
    return (red, green, blue), opacity


def _from_function(value: str) -> tuple[Colour, float] | None:
    numbers = [float(n.rstrip("%")) / (100 if n.endswith("%") else 1) for n in _NUMBERS.findall(value)[:4]]
    if len(numbers) < 3:
        return None
    opacity = min(1.0, numbers[3]) if len(numbers) > 3 else 1.0
    if "hsl" in value:
        grey = min(1.0, numbers[2])
        return ((grey, grey, grey), opacity) if grey in (0.0, 1.0) or not numbers[1] else None
    red, green, blue = (min(1.0, n if "%" in value else n / 255) for n in numbers[:3])
    return (red, green, blue), opacity
