"""A gate: kept figures below which an evaluation may not fall."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from policy_assistant.errors import UsageError, nearest
from policy_assistant.evaluate.figures import FIGURES, figures_of, values_of
from policy_assistant.evaluate.gate_file import Gate, Made, Ranks, made_of, ranks_of
from policy_assistant.evaluate.measures import DIGITS
from policy_assistant.evaluate.run import Evaluation

AGAIN = "measure it alike, or keep the new figures with --write-gate"
"""What to do about a gate that was made under other conditions."""

_CONDITIONS = {"k": "k", "as_of": "as of", "audience": "audience", "chunker": "chunker", "model": "model"}
"""Field of `Made` -> its name in a message."""


@dataclass(frozen=True)
class Failure:
    """A figure of a variant that fell, what was kept and what came out, and the questions that got worse by it.

    `lost` has an entry such as `E07 (rank 2, now 9)` for each; it is empty where the gate keeps no ranks. For leaks,
    `kept` is 0 and `lost` are the questions with a leak.
    """

    variant: str
    figure: str
    kept: float
    now: float
    lost: tuple[str, ...]


def check_gate(gate: Gate, evaluations: Mapping[str, Evaluation]) -> list[Failure]:
    """What fell, of the variants that both the gate and the evaluations have; leaks count in all evaluations.

    A figure falls when it is lower than kept, less the margin, at the 3 decimals that figures have.

    Raises:
        UsageError: the gate keeps none of the variants, or it was made on other questions or under other conditions.
    """
    shared = {name: evaluation for name, evaluation in evaluations.items() if name in gate.figures}
    if not shared:
        names = " or ".join(map(repr, evaluations))
        raise UsageError(f"the gate keeps no figure of {names}", hint=nearest(next(iter(evaluations), ""), gate.figures))
    for name, evaluation in shared.items():
        if name in gate.made:
            _check_made(name, gate.made[name], made_of(evaluation))
    fallen = [failure for name, evaluation in shared.items() for failure in _fallen(gate, name, evaluation)]
    return [*leaks_of(evaluations), *fallen]


def leaks_of(evaluations: Mapping[str, Evaluation]) -> list[Failure]:
    """The variants that showed passages which the audience may not see."""
    return [
        Failure(name, "leaks", 0.0, evaluation.summary["leaks"], tuple(a.question.id for a in evaluation.asked if a.scores["leaks"]))
        for name, evaluation in evaluations.items()
        if evaluation.summary["leaks"]
    ]


def unchecked(gate: Gate, evaluations: Mapping[str, Evaluation]) -> tuple[list[str], list[str]]:
    """The variants that the gate keeps and that were not evaluated, and those that were and that it does not keep."""
    return [name for name in gate.figures if name not in evaluations], [name for name in evaluations if name not in gate.figures]


def _check_made(name: str, kept: Made, now: Made) -> None:
    if kept.fingerprint != now.fingerprint:
        raise UsageError(
            f"the gate for {name!r} was made on other questions ({kept.questions} asked, fingerprint {kept.fingerprint};"
            f" now {now.questions}, {now.fingerprint})",
            hint=AGAIN,
        )
    for field, word in _CONDITIONS.items():
        before, after = getattr(kept, field), getattr(now, field)
        if before != after:
            raise UsageError(f"the gate for {name!r} was made with {word} {_shown(before)}, not {_shown(after)}", hint=AGAIN)


def _shown(value: object) -> str:
    return repr(value) if value not in ("", None) else "none"


def _fallen(gate: Gate, name: str, evaluation: Evaluation) -> Iterator[Failure]:
    means = figures_of(values_of(evaluation)).means
    for figure, kept in gate.figures[name].items():
        now = means[figure] or 0.0
        if now < round(kept - gate.margin, DIGITS):
            yield Failure(name, figure, kept, now, _worse(figure, gate.ranks.get(name, {}), ranks_of(evaluation)))


def _worse(figure: str, kept: Ranks, now: Ranks) -> tuple[str, ...]:
    """The questions whose first relevant result fell out of the figure's depth; for figures that weigh ranks, all that fell."""
    measure, depth = FIGURES[figure]
    lost = []
    for question_id, before in kept.items():
        after = now.get(question_id)
        was_within, is_within = before is not None and before <= depth, after is not None and after <= depth
        is_lower = before is not None and (after is None or after > before)
        if was_within and is_lower and (measure != "hit" or not is_within):
            lost.append(f"{question_id} (rank {before}, now {after or 'not found'})")
    return tuple(lost)
