"""Plots of one evaluation."""

from collections.abc import Mapping

from policy_assistant.evaluate.svg import ACCENT, SECOND, axes_of, drawing, short, svg


def bars(means: Mapping[str, float], counts: Mapping[str, int], overall: float, measure: str) -> str:
    """A horizontal bar from 0 to 1 for each kind, with its number of questions, and the overall score as a dashed line."""
    height = 0.95 + 0.34 * len(means)
    with drawing(f"bars {measure}"):
        figure, axes = axes_of(height)
        places = range(len(means))
        axes.barh(places, list(means.values()), height=0.62, color=ACCENT, linewidth=0)
        for place, mean in zip(places, means.values(), strict=True):
            axes.text(1.03, place, f"{mean:.3f}", va="center")
        axes.axvline(overall, color=SECOND, linestyle="--", linewidth=1.4)
        axes.text(overall, -0.62, f"all {overall:.3f}", ha="center", va="bottom", color=SECOND)
        axes.set_yticks(places, [f"{short(kind)} ({counts[kind]})" for kind in means])
        axes.set_ylim(len(means) - 0.5, -0.5)
        axes.set_xlim(0, 1.14)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel(measure)
        return svg(figure)


def curve(hits: Mapping[int, float], k: int) -> str:
    """The hit rate against k, the values of k at even distances, with the k of the evaluation marked."""
    with drawing("curve"):
        figure, axes = axes_of(2.9)
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
        return svg(figure)
