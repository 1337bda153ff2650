"""Plots of a comparison. A variant has the same colour and mark in all of them."""

import math
from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from policy_assistant.evaluate.svg import ACCENT, MUTED, SECOND, SERIES, axes_of, drawing, short, svg

POINTS = 11
"""Legible also where a telephone shrinks the drawing."""

NAME_CHARACTERS = 50
_MARKS = "os^DvPX"
_DASHES = ("-", "--", ":", "-.")
_LEAST_MILLISECONDS = 0.01
"""Faster searches are drawn here: a logarithmic axis has no 0."""


def quality_and_time(means: Mapping[str, float], milliseconds: Mapping[str, float], measure: str) -> str:
    """A point for each variant: the measure against the median time of a search, on a logarithmic axis."""
    with drawing(f"quality {measure}", POINTS):
        figure, axes = _with_key(3.0, means)
        times = {name: max(time, _LEAST_MILLISECONDS) for name, time in milliseconds.items()}
        for (name, mean), look in zip(means.items(), _looks(), strict=False):
            axes.plot([times[name]], [mean], label=short(name, NAME_CHARACTERS), **look | {"linestyle": "none", "markersize": 8})
        axes.set_xscale("log")
        axes.set_xlim(min(times.values()) / 2, max(times.values()) * 2)
        axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if max(times.values()) < 100 * min(times.values()) else (1,)))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axes.set_ylim(*_around(means.values()))
        axes.set_xlabel("median ms of a search")
        axes.set_ylabel(measure)
        axes.grid(color=MUTED, alpha=0.25, linewidth=0.6)
        _key(figure, axes)
        return svg(figure)


def curves(hits: Mapping[str, Mapping[int, float]]) -> str:
    """The hit rate of each variant against k, the values of k at even distances."""
    with drawing("curves", POINTS):
        figure, axes = _with_key(3.4, hits)
        depths = [*next(iter(hits.values()))]
        for (name, row), look in zip(hits.items(), _looks(), strict=False):
            axes.plot(range(len(depths)), [*row.values()], label=short(name, NAME_CHARACTERS), **look)
        axes.set_xticks(range(len(depths)), [str(depth) for depth in depths])
        axes.set_ylim(0, 1.02)
        axes.set_xlabel("k")
        axes.set_ylabel("hit@k")
        axes.grid(axis="y", color=MUTED, alpha=0.25, linewidth=0.6)
        _key(figure, axes)
        return svg(figure)


def changes(by_signal: Mapping[str, Mapping[str, float]]) -> str:
    """For each signal that is left out, a bar a measure: how far the measure moves, to the left when it falls."""
    measures = [*next(iter(by_signal.values()))]
    with drawing("changes", POINTS):
        figure, axes = axes_of(1.25 + 0.55 * len(by_signal))
        reach = max((abs(value) for row in by_signal.values() for value in row.values()), default=0) or 0.01
        for number, measure in enumerate(measures):
            places = [place + 0.36 * (number - (len(measures) - 1) / 2) for place in range(len(by_signal))]
            values = [row[measure] for row in by_signal.values()]
            axes.barh(places, values, height=0.32, color=(ACCENT, SECOND)[number % 2], linewidth=0, label=measure)
            for place, value in zip(places, values, strict=True):
                to_left = value < 0
                axes.text(
                    value + reach * (-0.03 if to_left else 0.03), place, f"{value:+.3f}", va="center", ha="right" if to_left else "left"
                )
        axes.axvline(0, color=MUTED, linewidth=1)
        axes.set_yticks(range(len(by_signal)), [f"without {short(signal)}" for signal in by_signal])
        axes.set_ylim(len(by_signal) - 0.4, -0.6)
        axes.set_xlim(-2 * reach, 2 * reach)
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel("change of the mean")
        figure.legend(loc="outside upper center", ncols=len(measures), frameon=False)
        return svg(figure)


def _looks() -> Sequence[dict[str, Any]]:
    """Colour, mark and dashes of the first variants, so many that none looks like another."""
    count = len(SERIES) * len(_MARKS)
    looks = zip(islice(cycle(SERIES), count), islice(cycle(_MARKS), count), islice(cycle(_DASHES), count), strict=True)
    return [{"color": colour, "marker": mark, "linestyle": dash, "linewidth": 1.8, "markersize": 5.5} for colour, mark, dash in looks]


def _with_key(height: float, names: Mapping[str, object]) -> tuple[Figure, Axes]:
    """A figure with room for a key of so many names below the axes."""
    rows = math.ceil(len(names) / _columns([*names]))
    return axes_of(height + 0.24 * rows)


def _key(figure: Figure, axes: Axes) -> None:
    names = axes.get_legend_handles_labels()[1]
    figure.legend(loc="outside lower left", ncols=_columns(names), frameon=False, handlelength=3.2)


def _columns(names: Sequence[str]) -> int:
    longest = max(map(len, names))
    return 3 if longest <= 12 else 2 if longest <= 22 else 1


def _around(values: Any) -> tuple[float, float]:
    """The tenths that hold all values with some room, within 0 to 1."""
    low, high = min(values), max(values)
    return max(-0.02, math.floor((low - 0.03) * 10) / 10), min(1.02, math.ceil((high + 0.03) * 10) / 10)
