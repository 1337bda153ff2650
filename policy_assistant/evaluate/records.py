"""Comparisons and gates as JSON objects."""

from collections.abc import Sequence
from typing import Any

from policy_assistant.evaluate.comparison import Comparison, Pair
from policy_assistant.evaluate.figures import Figures
from policy_assistant.evaluate.gate import Failure


def comparison_record(comparison: Comparison) -> dict[str, Any]:
    """A comparison as one JSON object."""
    return {
        "k": comparison.k,
        "as_of": comparison.as_of,
        "audience": comparison.audience,
        "seed": comparison.seed,
        "variants": [
            {
                "variant": row.name,
                "method": row.evaluation.method,
                "options": dict(row.variant.options),
                "chunker": row.evaluation.chunker or None,
                "model": row.evaluation.model or None,
                "as_of": row.evaluation.as_of,
                **_figures_record(row.figures),
                "ms": None if row.milliseconds is None else round(row.milliseconds, 2),
                "leaks": row.evaluation.summary["leaks"],
                "wrong_versions": row.evaluation.summary["wrong_versions"],
                "halves": {half: _figures_record(figures) for half, figures in row.halves.items()},
                "missed": row.evaluation.missed,
            }
            for row in comparison.rows
        ],
        "pairs": [_pair_record(pair) for pair in comparison.pairs],
    }


def gate_record(failures: Sequence[Failure]) -> dict[str, Any]:
    """How a gate went, as one JSON object."""
    return {"passed": not failures, "failures": [vars(failure) | {"lost": [*failure.lost]} for failure in failures]}


def _figures_record(figures: Figures) -> dict[str, Any]:
    interval = [round(end, 3) for end in figures.interval] if figures.interval else None
    return {"questions": figures.questions, **figures.means, "hit@5_interval": interval}


def _pair_record(pair: Pair) -> dict[str, Any]:
    return {
        "variant": pair.variant,
        "against": pair.against,
        "measure": pair.measure,
        "difference": round(pair.difference, 4),
        "interval": [round(end, 4) for end in pair.interval],
        "wins": len(pair.won),
        "losses": len(pair.lost),
        "ties": pair.ties,
        "p": round(pair.p, 6),
        "exact": pair.is_exact,
        "p_holm": round(pair.p_holm, 6),
        "won": [*pair.won],
        "lost": [*pair.lost],
    }
