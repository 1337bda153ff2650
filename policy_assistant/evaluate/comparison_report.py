"""A comparison as one HTML page: figures, quality against time, hit@k against k, pairs, and what each signal adds."""

import statistics
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from policy_assistant.evaluate.comparison import COMPARED_BY, Comparison, Row, whole_of
from policy_assistant.evaluate.figures import FIGURES
from policy_assistant.evaluate.halves import HALVES
from policy_assistant.evaluate.page import EXAMPLE, Plot, check_extra, fill, in_words, shown
from policy_assistant.evaluate.report import HIT_AT, audience_of, hit_at, now, rule_of
from policy_assistant.evaluate.writing import check_target, write_whole
from policy_assistant.settings import Settings


def write_comparison(path: Path, comparison: Comparison, settings: Settings) -> None:
    """Write the page. A file of this name is replaced in one step, so that a reader never sees half of one.

    Raises:
        MissingExtraError: the packages of the extra `report` are not installed.
        UsageError: the file cannot be written.
    """
    check_target(path, EXAMPLE)
    write_whole(path, render_comparison(comparison, settings), EXAMPLE)


def render_comparison(comparison: Comparison, settings: Settings) -> str:
    """The page as text. Raises `MissingExtraError` when the packages of the extra `report` are not installed."""
    check_extra()
    content = {
        "project": settings.name,
        "facts": _facts(comparison, settings),
        "comparison": comparison,
        "figures": FIGURES,
        "best": _best(comparison.rows),
        "halves": HALVES,
        "depths": _depths(comparison),
        "hits": _hits(comparison.rows, _depths(comparison)),
        "ablation": ablation(comparison.rows),
        "has_ablation": any(row.variant.without for row in comparison.rows),
        "ranks": _ranks(comparison.rows),
        "plots": [*_plots(comparison)],
    }
    return fill("comparison.html.jinja", content)


def ablation(rows: Sequence[Row]) -> dict[str, dict[str, float]]:
    """For each variant that leaves out a signal of another one here: how the means move by it, by signal.

    Several wholes are told apart by the variant's name instead of the signal's.
    """
    pairs = [(row, whole) for row in rows if (whole := whole_of(row, rows))]
    is_one = len({whole.name for _, whole in pairs}) == 1
    return {
        row.variant.without if is_one else row.name: {name: _change(row, whole, name) for name in COMPARED_BY}
        for row, whole in pairs
        if row.figures.questions
    }


def _change(row: Row, whole: Row, name: str) -> float:
    """The difference of the means, taken before they are rounded, so that it is that of the pair."""
    return statistics.fmean(row.values[name].values()) - statistics.fmean(whole.values[name].values())


def _facts(comparison: Comparison, settings: Settings) -> dict[str, object]:
    first = comparison.rows[0]
    return {
        "Variants": len(comparison.rows),
        "Questions": f"{len(first.evaluation.asked)} asked, {first.figures.questions} scored",
        "As of": rule_of(comparison.as_of, settings),
        "Audience": audience_of(first.evaluation, settings),
        "Leaks and wrong versions": f"among the first {comparison.k} results",
        "Seed": comparison.seed,
        "Run on": now(),
    }


def _best(rows: Sequence[Row]) -> dict[str, float | None]:
    """The highest mean of each figure."""
    return {name: max((m for row in rows if (m := row.figures.means[name]) is not None), default=None) for name in FIGURES}


def _whole(rows: Sequence[Row]) -> list[Row]:
    """The variants that are drawn one by one: those that leave a signal out are drawn as changes of their whole."""
    return [row for row in rows if not whole_of(row, rows)]


def _depths(comparison: Comparison) -> list[int]:
    return sorted({*HIT_AT, comparison.k})


def _hits(rows: Sequence[Row], depths: Sequence[int]) -> dict[str, dict[int, float]]:
    return {row.name: hits for row in rows if (hits := hit_at(row.evaluation.asked, depths))}


def _ranks(rows: Sequence[Row]) -> list[tuple[str, str, list[int | None]]]:
    """ID, text and the rank of the first relevant result under each variant, for every scored question on which they differ."""
    found = []
    for asked in zip(*(row.evaluation.asked for row in rows), strict=True):
        first = asked[0]
        ranks = [one.scores["first_rank"] for one in asked if one.scores["scored"]]
        if len(set(ranks)) > 1:
            found.append((first.question.id, first.question.question, ranks))
    return found


def _plots(comparison: Comparison) -> Iterator[Plot]:
    """The drawings; none where no question is scored."""
    from policy_assistant.evaluate import comparison_plots as plots

    rows = [row for row in _whole(comparison.rows) if row.figures.questions]
    if not rows:
        return
    times = {row.name: row.milliseconds or 0.0 for row in rows}
    for measure in COMPARED_BY:
        means = {row.name: row.figures.means[measure] or 0.0 for row in rows}
        words = "; ".join(f"{name} {shown(mean)} in {shown(times[name], 1)} ms" for name, mean in means.items())
        yield Plot(f"{measure} against the time of a search", f"{words}.", plots.quality_and_time(means, times, measure))
    hits = _hits(rows, _depths(comparison))
    words = "; ".join(f"{name}: {in_words({f'k {k}': hit for k, hit in row.items()})}" for name, row in hits.items())
    yield Plot("hit@k against k", f"{words}.", plots.curves(hits))
    if by_signal := ablation(comparison.rows):
        yield Plot("How the means move without a signal", f"{_changes_in_words(by_signal)}.", plots.changes(by_signal))


def _changes_in_words(by_signal: Mapping[str, Mapping[str, float]]) -> str:
    rows = {f"without {signal}": ", ".join(f"{name} {change:+.3f}" for name, change in row.items()) for signal, row in by_signal.items()}
    return "; ".join(f"{signal}: {row}" for signal, row in rows.items())
