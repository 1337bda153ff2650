"""`policy-assistant eval`."""

import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from policy_assistant.cli import options
from policy_assistant.cli.gate import close_gate, failures_of, prepared_gate
from policy_assistant.cli.output import Progress, note, say, say_json
from policy_assistant.cli.scores import say_comparison, say_evaluation

if TYPE_CHECKING:
    from policy_assistant.assistant import Assistant
    from policy_assistant.evaluate.answers import AnswerEvaluation
    from policy_assistant.evaluate.gate_file import Gate
    from policy_assistant.evaluate.run import Evaluation
    from policy_assistant.evaluate.variants import Variant


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
@click.option("--answers", "with_answers", is_flag=True, help="Ask for answers too, and judge them: keys, abstention, citations, quotes.")
@click.option(
    "--model", default="", metavar="M", help="Who answers: extractor, or the spec of a chat model. [default: [models] chat_model]"
)
@click.option("--prompt", default="", metavar="P", help="The prompt of a chat model.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Seed of the tests and intervals of --compare.")
@options.rewrite
@options.part
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
    with_answers: bool,
    model: str,
    prompt: str,
    seed: int,
    rewrite: bool,
    part: str,
    report: str,
    gate_file: str,
    new_gate: str,
    folder: str,
    as_json: bool,
) -> int:
    """Score a search method on the fixed questions: hit, recall, precision, MRR and nDCG, by kind of question.

    With --compare: several methods side by side, and for each pair the wins, the losses and whether they could be chance.
    With --answers: the answers too, with every question that was answered wrongly or abstained.

    \b
    policy-assistant eval --method baseline
    policy-assistant eval --audience public --report report.html
    policy-assistant eval --answers --report report.html
    policy-assistant eval --compare baseline bm25 --report compare.html
    policy-assistant eval --write-gate gate.json; policy-assistant eval --gate gate.json
    """
    from policy_assistant.evaluate.records import gate_record

    named = _variants(method, variants, rewrite)
    _check_answers(with_answers, variants, {"--model": model, "--prompt": prompt})
    _check_part(part, {"--compare": bool(variants), "--answers": with_answers})
    assistant = options.open_project(folder)
    kept = _prepare(report, gate_file, new_gate, assistant.settings.reports_path, with_answers=with_answers)
    asked = {"method": method, "k": k, "as_of": as_of, "audience": audience, "rewrite": rewrite}
    answers = _evaluate_answers(assistant, half, model=model, prompt=prompt, **asked) if with_answers else None
    evaluations = (
        _evaluate_all(assistant, named, half, k=k, as_of=as_of, audience=audience)
        if named
        else [(None, _evaluate(assistant, half, **asked, part=part))]
    )
    by_name = {evaluation.name: evaluation for _, evaluation in evaluations}
    failures = failures_of(kept, by_name, answers, new_gate)
    gate = {"gate": gate_record(failures)} if kept or new_gate else {}
    compared = [(variant, evaluation) for variant, evaluation in evaluations if variant]
    if compared:
        _show_comparison(assistant, compared, seed, report, as_json, gate)
    else:
        _show(assistant, evaluations[0][1], answers, report, as_json, gate)
    return close_gate(failures, by_name, answers, kept, new_gate)


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


def _check_answers(with_answers: bool, variants: Sequence[str], of_answers: Mapping[str, str]) -> None:
    """Refuse options that do not go together. Raises `UsageError`."""
    from policy_assistant.errors import UsageError

    if with_answers and variants:
        raise UsageError("--answers and --compare are both given", hint=f"judge one method at a time: --method {variants[0]} --answers")
    lonely = [name for name, value in of_answers.items() if value]
    if lonely and not with_answers:
        raise UsageError(f"{lonely[0]} is given without --answers", hint="a search has no model that answers; add --answers")


def _check_part(part: str, others: Mapping[str, bool]) -> None:
    """Code is scored by one method at a time. Raises `UsageError`."""
    from policy_assistant.errors import UsageError

    if part not in ("", "docs") and (wrong := [name for name, given in others.items() if given]):
        raise UsageError(f"{wrong[0]} is for documents, not for --in {part}", hint=f"leave {wrong[0]} out")


def _prepare(report: str, gate_file: str, new_gate: str, reports_folder: Path, *, with_answers: bool) -> "Gate | None":
    """The gate to pass, if one is named. What cannot be read or written is refused here, before the questions are asked."""
    if report:
        from policy_assistant.evaluate.page import EXAMPLE, check_extra
        from policy_assistant.evaluate.writing import check_target

        check_extra()
        _make_folder_of(Path(report), reports_folder)
        check_target(Path(report), EXAMPLE)
    return prepared_gate(gate_file, new_gate, with_answers=with_answers)


def _make_folder_of(report: Path, reports_folder: Path) -> None:
    """Make the folder of the reports that the service shows, where a report is to be written there; what fails is told next."""
    if report.absolute().parent == reports_folder.absolute():
        with contextlib.suppress(OSError):
            reports_folder.mkdir(exist_ok=True)


def _evaluate(assistant: "Assistant", half: str, **asked: Any) -> "Evaluation":
    from policy_assistant.evaluate.halves import only

    with Progress("asked") as progress:
        return only(assistant.evaluate(**asked, progress=lambda done, total: progress(done, total)), half)


def _evaluate_answers(assistant: "Assistant", half: str, **asked: Any) -> "AnswerEvaluation":
    with Progress("answered") as progress:
        return assistant.evaluate_answers(**asked, half=half, progress=lambda done, total: progress(done, total))


def _evaluate_all(
    assistant: "Assistant", variants: "Sequence[Variant]", half: str, **asked: Any
) -> "list[tuple[Variant | None, Evaluation]]":
    from policy_assistant.evaluate.halves import only

    with Progress("embedded") as embed_progress, Progress("asked") as progress:
        finished = assistant.compare(variants, **asked, progress=lambda done, total: progress(done, total), embed_progress=embed_progress)
    return [(variant, only(evaluation, half)) for variant, evaluation in finished]


def _show(
    assistant: "Assistant",
    evaluation: "Evaluation",
    answers: "AnswerEvaluation | None",
    report: str,
    as_json: bool,
    gate: dict[str, Any],
) -> None:
    from policy_assistant.cli.answer_scores import answers_record, say_answers

    if report:
        from policy_assistant.evaluate.report import write_report

        write_report(Path(report), evaluation, assistant.settings, answers)
        note(f"report written to {report}")
    if as_json:
        say_json(evaluation_record(evaluation) | ({"answers": answers_record(answers)} if answers else {}) | gate)
        return
    say_evaluation(evaluation)
    if answers:
        say()
        say_answers(answers)


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
