"""The figures of `eval` as tables."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from policy_assistant.cli.output import number, say, table

if TYPE_CHECKING:
    from policy_assistant.evaluate.comparison import Comparison, Pair
    from policy_assistant.evaluate.figures import Figures
    from policy_assistant.evaluate.run import Evaluation

_TITLES = {"baseline": "BM25", "bm25": "BM25"}
"""Method -> what the first line calls it; the others are called by their names."""


def say_evaluation(evaluation: "Evaluation") -> None:
    """One evaluation: the first lines as published, then all measures by kind and the cause of every miss."""
    from policy_assistant.evaluate.measures import MEASURES

    k, summary = evaluation.k, evaluation.summary
    unit = f"{evaluation.chunker} chunks" if evaluation.chunker else "sections"
    title = _TITLES.get(evaluation.method, evaluation.method) + (f" ({evaluation.model})" if evaluation.model else "")
    say(f"{title} over {unit}, top {k}: hit@{k} {number(summary['hit'])} ({summary['questions']} questions with relevant passages)")
    for kind, scores in evaluation.by_kind.items():
        if scores["questions"]:
            say(f"  {kind:15} {scores['questions']:>3} questions, hit@{k} {number(scores['hit'])}")
    say(f"missed: {', '.join(evaluation.missed)}")
    say()
    rows = [(kind, s["questions"], *(number(s[name]) for name in MEASURES)) for kind, s in [*evaluation.by_kind.items(), ("all", summary)]]
    table(("kind", "n", *(f"{name}@{k}" for name in MEASURES.values())), rows, right=range(1, 7))
    say(f"passages shown that the audience may not see: {summary['leaks']} | of a wrong version: {summary['wrong_versions']}")
    for asked in evaluation.asked:
        if asked.cause:
            say(f"missed {asked.question.id}: {asked.cause.name}: {asked.cause.detail}")


def say_comparison(comparison: "Comparison") -> None:
    """Several evaluations side by side, then each pair of them."""
    from policy_assistant.evaluate.figures import FIGURES

    rows, first = comparison.rows, comparison.rows[0]
    say(f"{first.figures.questions} questions with relevant passages; leaks and wrong versions among the first {comparison.k}, ms: median")
    cells = [
        (
            row.name,
            *(number(mean) for mean in row.figures.means.values()),
            number(row.milliseconds, 1),
            row.evaluation.summary["leaks"],
            row.evaluation.summary["wrong_versions"],
        )
        for row in rows
    ]
    table(("variant", *FIGURES, "ms", "leaks", "wrong versions"), cells, right=range(1, 9))
    say()
    halves = [f"{half} ({first.halves[half].questions})" for half in first.halves]
    table(
        ("hit@5 [95 % interval]", "all", *halves),
        [(row.name, *map(_hit, (row.figures, *row.halves.values()))) for row in rows],
    )
    if comparison.pairs:
        say()
        _say_pairs(comparison.pairs, comparison.seed)


def _say_pairs(pairs: "Sequence[Pair]", seed: int) -> None:
    from policy_assistant.evaluate.significance import chance

    header = ("variant", "against", "by", "difference", "95 % interval", "wins", "losses", "ties", "p", "p (Holm)")
    cells = [
        (
            pair.variant,
            pair.against,
            pair.measure,
            f"{pair.difference:+.3f}",
            f"[{pair.interval[0]:+.3f}, {pair.interval[1]:+.3f}]",
            len(pair.won),
            len(pair.lost),
            pair.ties,
            chance(pair.p),
            chance(pair.p_holm),
        )
        for pair in pairs
    ]
    table(header, cells, right=range(3, 10))
    say(f"p: two-sided paired randomisation test, seed {seed}; p (Holm): adjusted for all pairs by the same measure")


def _hit(figures: "Figures") -> str:
    ends = figures.interval
    return number(figures.means["hit@5"]) + (f" [{ends[0]:.3f}, {ends[1]:.3f}]" if ends else "")
