"""`policy-assistant eval`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import Progress, note, number, say_json
from policy_assistant.cli.scores import say_comparison, say_evaluation

if TYPE_CHECKING:
    from policy_assistant.assistant import Assistant
    from policy_assistant.evaluate.gate import Failure
    from policy_assistant.evaluate.gate_file import Gate
    from policy_assistant.evaluate.run import Evaluation
    from policy_assistant.evaluate.variants import Variant

_MAX_LOST = 30
"""Of the questions that a figure lost no more are named."""


class _ManyValues(click.Command):
    """A command whose `--compare` takes all the words up to the next option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, _spread(ctx, "--compare", args))


def _spread(ctx: click.Context, option: str, args: Sequence[str]) -> list[str]:
    """`--compare a b` as `--compare a --compare b`. An option without any value is wrong usage."""
    spread: list[str] = []
    is_open = is_empty = False
    for word in [*args, "-"]:
        if word.startswith("-"):
            if is_empty:
                raise click.BadOptionUsage(option, f"Option {option!r} requires an argument.", ctx)
            is_open = is_empty = word.split("=")[0] == option
            if is_open and word == option:
                continue
            is_empty = False
            spread.append(word)
        else:
            spread += [option, word] if is_open else [word]
            is_empty = False
    return spread[:-1]


@click.command(cls=_ManyValues, short_help="Score a search method on the fixed questions.")
@options.method
@click.option(
    "--compare",
    "variants",
    multiple=True,
    metavar="VARIANT...",
    help="Compare several methods; a VARIANT is METHOD or METHOD:key=value:... with the keys chunker, embedder, glossary, rewrite, without.",
)
@options.k
@click.option(
    "--as-of",
    default="",
    metavar="DATE",
    help="One date for all: YYYY-MM-DD, today, or none for every version. [default: each question's own]",
)
@options.audience
@click.option(
    "--questions",
    "half",
    type=click.Choice(["all", "even", "odd"]),
    default="all",
    show_default=True,
    help="Score all questions or one half of them (by the SHA-256 of the ID).",
)
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Seed of the tests and intervals of --compare.")
@options.rewrite
@click.option("--report", default="", metavar="FILE.html", help="Write a page with tables, plots and the cause of every miss.")
@click.option("--gate", "gate_file", default="", metavar="FILE", help="Exit with 1 when a figure falls below the one kept in FILE.")
@click.option("--write-gate", "new_gate", default="", metavar="FILE", help="Keep the figures in FILE for --gate.")
@options.project
@options.as_json
def command(
    method: str,
    variants: Sequence[str],
    k: int | None,
    as_of: str,
    audience: str,
    half: str,
    seed: int,
    rewrite: bool,
    report: str,
    gate_file: str,
    new_gate: str,
    folder: str,
    as_json: bool,
) -> int:
    """Score a search method on the fixed questions: hit, recall, precision, MRR and nDCG, by kind of question.

    With --compare: several methods side by side, and for each pair the wins, the losses and whether they could be chance.

    \b
    policy-assistant eval --method baseline
    policy-assistant eval --audience public --report report.html
    policy-assistant eval --compare baseline bm25 --report compare.html
    policy-assistant eval --write-gate gate.json; policy-assistant eval --gate gate.json
    """
    from policy_assistant.evaluate.records import gate_record

    named = _variants(method, variants, rewrite)
    assistant = options.open_project(folder)
    kept = _prepare(report, gate_file, new_gate)
    evaluations = (
        _evaluate_all(assistant, named, half, k=k, as_of=as_of, audience=audience)
        if named
        else [(None, _evaluate(assistant, half, method=method, k=k, as_of=as_of, audience=audience, rewrite=rewrite))]
    )
    by_name = {evaluation.name: evaluation for _, evaluation in evaluations}
    failures = _failures(kept, by_name, new_gate)
    gate = {"gate": gate_record(failures)} if kept or new_gate else {}
    compared = [(variant, evaluation) for variant, evaluation in evaluations if variant]
    if compared:
        _show_comparison(assistant, compared, seed, report, as_json, gate)
    else:
        _show(assistant, evaluations[0][1], report, as_json, gate)
    return _close_gate(failures, by_name, kept, new_gate)


def evaluation_record(evaluation: "Evaluation") -> dict[str, Any]:
    """An evaluation as one JSON object."""
    return {
        "method": evaluation.method,
        "k": evaluation.k,
        "as_of": evaluation.as_of,
        "audience": evaluation.audience,
        "chunker": evaluation.chunker or None,
        "model": evaluation.model or None,
        **evaluation.summary,
        "by_kind": evaluation.by_kind,
        "missed": evaluation.missed,
        "causes": {a.question.id: {"cause": a.cause.name, "detail": a.cause.detail} for a in evaluation.asked if a.cause},
    }


def _variants(method: str, names: Sequence[str], rewrite: bool) -> "list[Variant]":
    if not names:
        return []
    from policy_assistant.errors import UsageError
    from policy_assistant.evaluate.variants import parse_variants

    if rewrite:
        raise UsageError("--rewrite and --compare are both given", hint=f"name it in a variant: --compare {names[0]} {names[0]}:rewrite=on")
    if method:
        raise UsageError("--method and --compare are both given", hint=f"name the method as a variant: --compare {method} ...")
    return parse_variants(names)


def _prepare(report: str, gate_file: str, new_gate: str) -> "Gate | None":
    """The gate to pass, if one is named. What cannot be read or written is refused here, before the questions are asked."""
    if report:
        from policy_assistant.evaluate.page import EXAMPLE, check_extra
        from policy_assistant.evaluate.writing import check_target

        check_extra()
        check_target(Path(report), EXAMPLE)
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
    return read_gate(Path(gate_file))


def _evaluate(assistant: "Assistant", half: str, **asked: Any) -> "Evaluation":
    from policy_assistant.evaluate.halves import only

    with Progress("asked") as progress:
        return only(assistant.evaluate(**asked, progress=lambda done, total: progress(done, total)), half)


def _evaluate_all(
    assistant: "Assistant", variants: "Sequence[Variant]", half: str, **asked: Any
) -> "list[tuple[Variant | None, Evaluation]]":
    from policy_assistant.evaluate.halves import only

    with Progress("embedded") as embed_progress, Progress("asked") as progress:
        finished = assistant.compare(variants, **asked, progress=lambda done, total: progress(done, total), embed_progress=embed_progress)
    return [(variant, only(evaluation, half)) for variant, evaluation in finished]


def _failures(kept: "Gate | None", evaluations: "Mapping[str, Evaluation]", new_gate: str) -> "list[Failure]":
    from policy_assistant.evaluate.gate import check_gate, leaks_of

    if kept:
        return check_gate(kept, evaluations)
    return leaks_of(evaluations) if new_gate else []


def _close_gate(failures: "Sequence[Failure]", evaluations: "Mapping[str, Evaluation]", kept: "Gate | None", new_gate: str) -> int:
    """Say how the gate went, or write the new one where nothing leaks; the exit code."""
    from policy_assistant.evaluate.gate import unchecked

    for failure in failures:
        note(f"error: {_in_words(failure)}")
    if kept:
        missing, new = unchecked(kept, evaluations)
        for name in missing:
            note(f"gate: {name} is kept, but was not evaluated")
        for name in new:
            note(f"gate: no figure of {name} is kept")
        note(f"gate: {'failed' if failures else 'passed'}")
    elif new_gate and not failures:
        from policy_assistant.evaluate.gate_file import write_gate

        write_gate(Path(new_gate), evaluations)
        note(f"figures of {', '.join(evaluations)} kept in {new_gate}")
    elif new_gate:
        note("hint: a gate is not written while passages leak")
    return 1 if failures else 0


def _in_words(failure: "Failure") -> str:
    named = ", ".join(failure.lost[:_MAX_LOST]) + (f" and {len(failure.lost) - _MAX_LOST} more" if len(failure.lost) > _MAX_LOST else "")
    if failure.figure == "leaks":
        return f"{failure.variant} shows {failure.now:.0f} passages that the audience may not see: {named}"
    lost = f"; lost: {named}" if named else ""
    return f"{failure.figure} of {failure.variant} fell from {number(failure.kept)} to {number(failure.now)}{lost}"


def _show(assistant: "Assistant", evaluation: "Evaluation", report: str, as_json: bool, gate: dict[str, Any]) -> None:
    if report:
        from policy_assistant.evaluate.report import write_report

        write_report(Path(report), evaluation, assistant.settings)
        note(f"report written to {report}")
    if as_json:
        say_json(evaluation_record(evaluation) | gate)
    else:
        say_evaluation(evaluation)


def _show_comparison(
    assistant: "Assistant",
    finished: "Sequence[tuple[Variant, Evaluation]]",
    seed: int,
    report: str,
    as_json: bool,
    gate: dict[str, Any],
) -> None:
    from policy_assistant.evaluate.comparison import compare
    from policy_assistant.evaluate.records import comparison_record

    comparison = compare(finished, seed)
    if report:
        from policy_assistant.evaluate.comparison_report import write_comparison

        write_comparison(Path(report), comparison, assistant.settings)
        note(f"report written to {report}")
    if as_json:
        say_json(comparison_record(comparison) | gate)
    else:
        say_comparison(comparison)
