"""The plot of risk against coverage."""

from policy_assistant.evaluate.answer_figures import Selective
from policy_assistant.evaluate.svg import ACCENT, MUTED, SECOND, axes_of, drawing, svg


def risk_plot(selective: Selective) -> str:
    """The curve, dashed where it is a bound, and the decisions as they were taken as a point."""
    points = selective.curve.points
    known = [point for point in points if point.coverage <= selective.coverage]
    beyond = [*known[-1:], *points[len(known) :]]
    with drawing("risk and coverage"):
        figure, axes = axes_of(3.0)
        axes.plot([p.coverage for p in known], [p.risk for p in known], color=ACCENT, linewidth=2, marker="o", markersize=3)
        axes.plot([p.coverage for p in beyond], [p.risk for p in beyond], color=ACCENT, linewidth=1.4, linestyle="--")
        if selective.risk is not None:
            axes.plot([selective.coverage], [selective.risk], color=SECOND, marker="D", markersize=8, linestyle="none")
            label = f"as decided: {selective.risk:.3f} at {selective.coverage:.3f}"
            axes.annotate(
                label,
                (selective.coverage, selective.risk),
                (-9, 9),
                textcoords="offset points",
                ha="right" if selective.coverage > 0.5 else "left",
                color=SECOND,
            )
        axes.set_xlim(0, 1.02)
        axes.set_ylim(0, min(1.02, max(p.risk for p in points) + 0.15))
        axes.set_xlabel("coverage: share of the questions that are answered")
        axes.set_ylabel("risk: share of wrong answers")
        axes.grid(color=MUTED, alpha=0.25, linewidth=0.6)
        return svg(figure)
