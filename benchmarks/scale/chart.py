"""Times against sizes, both in powers of ten, as an SVG file for the docs."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks.scale.run import Measured

SELECTION = "24 %"
_NO_METADATA = dict.fromkeys(("Date", "Creator", "Format", "Type"))
_MARKERS = "osD^vPX*"
_OURS_FIRST = 2.4


def draw(path: Path, panels: Mapping[str, tuple[str, Sequence[Measured]]]) -> None:
    """A panel for each title: its kind of question, and the results. The same numbers give the same bytes."""
    settings = {"svg.fonttype": "none", "svg.hashsalt": "scale", "font.family": "sans-serif", "font.size": 9}
    with mpl.rc_context(settings):  # type: ignore[arg-type]
        figure = Figure(figsize=(9.6, 4.4), layout="constrained")
        for number, (title, (kind, results)) in enumerate(panels.items(), start=1):
            _panel(figure.add_subplot(1, len(panels), number), title, kind, results)
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, format="svg", metadata=_NO_METADATA)


def _panel(axes: Axes, title: str, kind: str, results: Sequence[Measured]) -> None:
    for number, tool in enumerate(dict.fromkeys(result.tool for result in results)):
        points = [(result.size, result.middle(kind, SELECTION)) for result in results if result.tool == tool and not result.error]
        if points:
            width = _OURS_FIRST if tool.startswith("ours") else 1.2
            axes.plot(
                *zip(*sorted(points), strict=True), marker=_MARKERS[number % len(_MARKERS)], markersize=4, linewidth=width, label=tool
            )
    axes.set(
        title=title,
        xscale="log",
        yscale="log",
        xlabel="passages",
        ylabel=f"CPU ms a question, half of them are faster ({SELECTION} allowed)",
    )
    axes.grid(visible=True, which="major", alpha=0.3)
    axes.legend(frameon=False, fontsize=8)
