"""Plots as SVG that stands inside an HTML page: text stays text, and the page's own colours apply.

Colours are drawn as placeholders and become the page's CSS variables, so that one drawing serves light, dark and print.
The same numbers give the same bytes.
"""

import io
import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

INK, MUTED, ACCENT, SECOND = "#010101", "#020202", "#030303", "#040404"
_VARIABLES = {INK: "var(--ink)", MUTED: "var(--muted)", ACCENT: "var(--accent)", SECOND: "var(--second)"}

WIDTH_INCHES = 5.4
NAME_CHARACTERS = 28
_NO_METADATA = dict.fromkeys(("Date", "Creator", "Format", "Type"))
_NOT_FOR_INLINE = re.compile(r' xmlns(:xlink)?="[^"]*"|(?<=<g) id="[^"]*"|<style.*?</style>', re.DOTALL)


def bars(means: Mapping[str, float], counts: Mapping[str, int], overall: float, measure: str) -> str:
    """A horizontal bar from 0 to 1 for each kind, with its number of questions, and the overall score as a dashed line."""
    height = 0.95 + 0.34 * len(means)
    with _drawing(f"bars {measure}"):
        figure, axes = _axes(height)
        places = range(len(means))
        axes.barh(places, list(means.values()), height=0.62, color=ACCENT, linewidth=0)
        for place, mean in zip(places, means.values(), strict=True):
            axes.text(1.03, place, f"{mean:.3f}", va="center")
        axes.axvline(overall, color=SECOND, linestyle="--", linewidth=1.4)
        axes.text(overall, -0.62, f"all {overall:.3f}", ha="center", va="bottom", color=SECOND)
        axes.set_yticks(places, [f"{_short(kind)} ({counts[kind]})" for kind in means])
        axes.set_ylim(len(means) - 0.5, -0.5)
        axes.set_xlim(0, 1.14)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel(measure)
        return _svg(figure)


def curve(hits: Mapping[int, float], k: int) -> str:
    """The hit rate against k, the values of k at even distances, with the k of the evaluation marked."""
    with _drawing("curve"):
        figure, axes = _axes(2.9)
        places = list(range(len(hits)))
        axes.plot(places, list(hits.values()), color=ACCENT, linewidth=2, marker="o", markersize=5)
        for place, value in zip(places, hits.values(), strict=True):
            axes.text(place, value - 0.05, f"{value:.3f}", ha="center", va="top")
        marked = list(hits).index(k)
        axes.vlines(marked, hits[k], 1.05, color=SECOND, linestyle="--", linewidth=1.4)
        axes.text(marked, 1.06, f"k = {k}", ha="center", va="bottom", color=SECOND)
        axes.set_xticks(places, [str(n) for n in hits])
        axes.set_ylim(0, 1.05)
        axes.set_xlim(-0.45, len(hits) - 0.55)
        axes.set_xlabel("k")
        axes.set_ylabel("hit@k")
        return _svg(figure)


@contextmanager
def _drawing(salt: str) -> Iterator[None]:
    """Settings for this drawing only. `salt` makes its IDs differ from those of other drawings on the page."""
    settings: Any = {
        "svg.fonttype": "none",
        "svg.hashsalt": salt,
        "font.family": "sans-serif",
        "font.size": 9.5,
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


def _axes(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDTH_INCHES, height), layout="constrained")
    return figure, figure.add_subplot()


def _svg(figure: Figure) -> str:
    """The drawing from its `svg` element on, without what only a file of its own needs."""
    file = io.StringIO()
    figure.savefig(file, format="svg", transparent=True, metadata=_NO_METADATA)
    drawing = file.getvalue()
    drawing = _NOT_FOR_INLINE.sub("", drawing[drawing.index("<svg") :])
    for colour, variable in _VARIABLES.items():
        drawing = drawing.replace(f": {colour}", f": {variable}")
    return drawing


def _short(name: str) -> str:
    name = " ".join(name.split())
    return name if len(name) <= NAME_CHARACTERS else f"{name[: NAME_CHARACTERS - 1]}…"
