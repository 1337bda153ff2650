"""The gate of `eval`: what it refuses, how it goes, and what it says."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from policy_assistant.cli.output import note, number

if TYPE_CHECKING:
    from policy_assistant.evaluate.answers import AnswerEvaluation
    from policy_assistant.evaluate.gate import Failure
    from policy_assistant.evaluate.gate_file import Gate
    from policy_assistant.evaluate.run import Evaluation

_MAX_LOST = 30
"""Of the questions that a figure lost no more are named."""


def prepared_gate(gate_file: str, new_gate: str, *, with_answers: bool) -> "Gate | None":
    """The gate to pass, None when none is named. Raises `UsageError` for files that cannot be read or written."""
    if not gate_file and not new_gate:
        return None
    from policy_assistant.errors import UsageError
    from policy_assistant.evaluate.gate_file import read_gate

    if gate_file and new_gate:
        raise UsageError("--gate and --write-gate are both given", hint="pass the gate first, then write the new one")
    if new_gate:
        from policy_assistant.evaluate.gate_file import check_new_gate

        check_new_gate(Path(new_gate))
        return None
    kept = read_gate(Path(gate_file))
    if with_answers and not kept.answers:
        raise UsageError(f"{gate_file} keeps no answers", hint="leave --answers out, or keep some: --answers --write-gate FILE")
    return kept


def failures_of(
    kept: "Gate | None", evaluations: "Mapping[str, Evaluation]", answers: "AnswerEvaluation | None", new_gate: str
) -> "list[Failure]":
    """What fell below the gate, or leaks where a new one is to be written."""
    from policy_assistant.evaluate import answer_gate
    from policy_assistant.evaluate.gate import check_gate, leaks_of

    if kept:
        return [*check_gate(kept, evaluations), *(answer_gate.check_answers(kept, answers) if answers else [])]
    return [*leaks_of(evaluations), *(answer_gate.leaks_of(answers) if answers else [])] if new_gate else []


def close_gate(
    failures: "Sequence[Failure]",
    evaluations: "Mapping[str, Evaluation]",
    answers: "AnswerEvaluation | None",
    kept: "Gate | None",
    new_gate: str,
) -> int:
    """Say how the gate went, or write the new one where nothing leaks; the exit code."""
    for failure in failures:
        note(f"error: {_in_words(failure)}")
    if kept:
        _say_unchecked(kept, evaluations, answers)
        note(f"gate: {'failed' if failures else 'passed'}")
    elif new_gate and not failures:
        from policy_assistant.evaluate.answer_gate import kept_of
        from policy_assistant.evaluate.gate_file import write_gate

        of_answers = {answers.name: kept_of(answers)} if answers else {}
        write_gate(Path(new_gate), evaluations, of_answers)
        note(f"figures of {', '.join([*evaluations, *of_answers])} kept in {new_gate}")
    elif new_gate:
        note("hint: a gate is not written while passages leak")
    return 1 if failures else 0


def _say_unchecked(kept: "Gate", evaluations: "Mapping[str, Evaluation]", answers: "AnswerEvaluation | None") -> None:
    """Name what the gate keeps and what was not evaluated, and the other way round."""
    from policy_assistant.evaluate.gate import unchecked

    missing, new = unchecked(kept, evaluations)
    answered = {answers.name} if answers else set()
    for name in [*missing, *(name for name in kept.answers if name not in answered)]:
        note(f"gate: {name} is kept, but was not evaluated")
    for name in new:
        note(f"gate: no figure of {name} is kept")


def _in_words(failure: "Failure") -> str:
    named = ", ".join(failure.lost[:_MAX_LOST]) + (f" and {len(failure.lost) - _MAX_LOST} more" if len(failure.lost) > _MAX_LOST else "")
    if failure.figure == "leaks":
        return f"{failure.variant} shows {failure.now:.0f} passages that the audience may not see: {named}"
    lost = f"; lost: {named}" if named else ""
    return f"{failure.figure} of {failure.variant} fell from {number(failure.kept)} to {number(failure.now)}{lost}"
