"""How Excel prints cells: the size, colour and ground of each style, and runs of several fonts in one text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from policy_assistant.parse.format_code import literal, sections_of, tokens_of
from policy_assistant.parse.hidden import BLACK, WHITE, Colour, Print, from_hex
from policy_assistant.parse.office_zip import Element, child, children, local
from policy_assistant.parse.ooxml import unescaped

_THEME: dict[str, Colour] = {"0": WHITE, "1": BLACK}
"""The colours of a theme that nearly every file has alike: the light ground and the dark letters."""

_INDEXED: dict[str, Colour] = {"0": BLACK, "1": WHITE, "8": BLACK, "9": WHITE, "65": WHITE}
"""Of the old palette those that can be taken for paper or ink (ECMA-376, 18.8.27)."""

TEXT_SECTION = 3
"""The part of a format's code that is for text, counted from 0."""


@dataclass(frozen=True)
class Look:
    """A style of cells: the code of its format, and how it prints."""

    code: str
    print: Print = field(default_factory=Print)


PLAIN = Look("General")


@dataclass(frozen=True)
class Run:
    """A piece of a text with a size and colour of its own, None where it has those of its cell."""

    text: str
    size: float | None
    colour: Colour | None


def read_looks(root: Element, built_in: dict[int, str]) -> list[Look]:
    """The looks of a part of styles, in the order in which cells name them; `built_in` are codes that files name by number."""
    own = {_whole(e.get("numFmtId"), -1): e.get("formatCode") or "" for e in children(child(root, "numFmts"), "numFmt")}
    fonts = [_font(font) for font in children(child(root, "fonts"), "font")]
    grounds = [_fill(fill) for fill in children(child(root, "fills"), "fill")]
    return [_look(style, own, built_in, fonts, grounds) for style in children(child(root, "cellXfs"), "xf")]


def read_runs(element: Element) -> list[Run]:
    """The pieces of a text, without the reading aids of Asian scripts (`rPh`)."""
    runs = []
    for part in element:
        if local(part) == "t":
            runs.append(Run(part.text or "", None, None))
        elif local(part) == "r":
            size, colour = _font(child(part, "rPr"))
            runs.append(Run("".join(t.text or "" for t in children(part, "t")), size, colour))
    return runs


def may_hide(runs: Iterable[Run]) -> bool:
    """Whether any piece says of itself how it prints."""
    return any(run.colour is not None or run.size is not None for run in runs)


def parted(runs: Iterable[Run], look: Print) -> tuple[str, str]:
    """What is seen and what is not of a text in a cell that prints so."""
    seen: list[str] = []
    unseen: list[str] = []
    for run in runs:
        own = replace(look, size=look.size if run.size is None else run.size, colour=run.colour or look.colour)
        (seen if own.is_seen else unseen).append(run.text)
    return unescaped("".join(seen)), unescaped("".join(unseen))


def hides_text(code: str) -> bool:
    """Whether a format shows nothing of any text: `;;;`."""
    parts = sections_of(code)
    tokens = tokens_of(parts[TEXT_SECTION]) if len(parts) > TEXT_SECTION else [("other", "@")]
    return not "".join(literal(*token) for token in tokens).strip()


def _look(style: Element, own: dict[int, str], built_in: dict[int, str], fonts: Sequence[tuple[float | None, Colour | None]],
          grounds: Sequence[Colour | None]) -> Look:  # fmt: skip
    number, font, fill = (_whole(style.get(name), 0) for name in ("numFmtId", "fontId", "fillId"))
    size, colour = fonts[font] if 0 <= font < len(fonts) else (None, None)
    ground = grounds[fill] if 0 <= fill < len(grounds) else WHITE
    return Look(own.get(number) or built_in.get(number, "General"), Print(size, colour, ground))


def _font(font: Element | None) -> tuple[float | None, Colour | None]:
    """Size in points and colour, None where not stated."""
    size, colour = child(font, "sz"), child(font, "color")
    try:
        points = None if size is None else float(size.get("val") or "")
    except ValueError:
        points = None
    return points, _colour(colour)


def _fill(fill: Element) -> Colour | None:
    """The ground that a fill gives; None for patterns and gradients."""
    pattern = child(fill, "patternFill")
    if pattern is None:
        return None if len(fill) else WHITE
    kind = pattern.get("patternType") or "none"
    return WHITE if kind == "none" else _colour(child(pattern, "fgColor")) if kind == "solid" else None


def _colour(element: Element | None) -> Colour | None:
    """A colour; None for the automatic one and for those of the theme that cannot be known without it."""
    if element is None:
        return None
    if code := element.get("rgb"):
        return from_hex(code[-6:])
    found = _THEME.get(element.get("theme") or "") or _INDEXED.get(element.get("indexed") or "")
    return _tinted(found, element.get("tint") or "0") if found else None


def _tinted(colour: Colour, tint: str) -> Colour:
    """A colour made darker (below 0) or lighter (above), by shares."""
    try:
        share = max(-1.0, min(float(tint), 1.0))
    except ValueError:
        return colour
    red, green, blue = (c * (1 + share) if share < 0 else c + (1 - c) * share for c in colour)
    return red, green, blue


def _whole(text: str | None, default: int) -> int:
    try:
        return int(text or "")
    except ValueError:
        return default
