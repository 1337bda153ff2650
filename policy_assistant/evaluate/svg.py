"""Drawings as SVG that stands inside an HTML page: text stays text, and the page's own colours apply.

Colours are drawn as placeholders and become the page's CSS variables, so that one drawing serves light, dark and print.
The same numbers give the same bytes.
"""

import io
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

INK, MUTED, ACCENT, SECOND = "#010101", "#020202", "#030303", "#040404"
SERIES = tuple(f"#0501{number:02}" for number in range(8))
"""Colours of lines that stand together, the variables `--series-0` to `--series-7`."""

_VARIABLES = {INK: "var(--ink)", MUTED: "var(--muted)", ACCENT: "var(--accent)", SECOND: "var(--second)"} | {
    colour: f"var(--series-{number})" for number, colour in enumerate(SERIES)
}

WIDTH_INCHES = 5.4
NAME_CHARACTERS = 28
_NO_METADATA = dict.fromkeys(("Date", "Creator", "Format", "Type"))
_NOT_FOR_INLINE = re.compile(r' xmlns(:xlink)?="[^"]*"|(?<=<g) id="[^"]*"|<style.*?</style>', re.DOTALL)
_STYLE = re.compile(r'(?<= )style="([^"]*)"')


@contextmanager
def drawing(salt: str, points: float = 9.5) -> Iterator[None]:
    """Settings for this drawing only. `salt` makes its IDs differ from those of other drawings on the page; text is `points` high."""
    settings: Any = {
        "svg.fonttype": "none",
        "svg.hashsalt": salt,
        "font.family": "sans-serif",
        "font.size": points,
        "axes.unicode_minus": False,
        "text.parse_math": False,
        "text.color": INK,
        "axes.labelcolor": INK,
        "axes.edgecolor": MUTED,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "xtick.color": MUTED,
        "xtick.labelcolor": INK,
        "ytick.color": MUTED,
        "ytick.labelcolor": INK,
    }
    with mpl.rc_context(settings), warnings.catch_warnings():
        # The page's own fonts draw the text; that the measuring font lacks a letter does not matter.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield


def axes_of(height: float) -> tuple[Figure, Axes]:
    """An empty figure of the page's width, `height` inches high, and its axes."""
    figure = Figure(figsize=(WIDTH_INCHES, height), layout="constrained")
    return figure, figure.add_subplot()


def svg(figure: Figure) -> str:
    """The drawing from its `svg` element on, without what only a file of its own needs."""
    file = io.StringIO()
    figure.savefig(file, format="svg", transparent=True, metadata=_NO_METADATA)
    drawing = file.getvalue()
    drawing = _NOT_FOR_INLINE.sub("", drawing[drawing.index("<svg") :])
    for colour, variable in _VARIABLES.items():
        drawing = drawing.replace(f": {colour}", f": {variable}")
    return _STYLE.sub(_attributes, drawing)


def _attributes(style: re.Match[str]) -> str:
    """A style as attributes of its own: a page's policy may refuse styles that stand in an element."""
    pairs = (pair.split(":", 1) for pair in style[1].split(";") if pair.strip())
    return " ".join(f'{name.strip()}="{value.strip()}"' for name, value in pairs)


def short(name: str, characters: int = NAME_CHARACTERS) -> str:
    """A name on one line, cut with an ellipsis."""
    name = " ".join(name.split())
    return name if len(name) <= characters else f"{name[: characters - 1]}…"
