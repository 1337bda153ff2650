"""`policy-assistant eval`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import Progress, note, number, say, say_json, table

if TYPE_CHECKING:
    from policy_assistant.evaluate.run import Evaluation


@click.command(short_help="Score a search method on the fixed questions.")
@options.method
@options.k
@click.option(
    "--as-of",
    default="",
    metavar="DATE",
    help="One date for all: YYYY-MM-DD, today, or none for every version. [default: each question's own]",
)
@options.audience
@click.option("--report", default="", metavar="FILE.html", help="Write a page with tables, plots and the cause of every miss.")
@options.project
@options.as_json
def command(method: str, k: int | None, as_of: str, audience: str, report: str, folder: str, as_json: bool) -> None:
    """Score a search method on the fixed questions: hit, recall, precision, MRR and nDCG, by kind of question.

    \b
    policy-assistant eval --method baseline
    policy-assistant eval --audience public --report report.html
    """
    assistant = options.open_project(folder)
    with Progress("asked") as progress:
        evaluation = assistant.evaluate(
            method=method, k=k, as_of=as_of, audience=audience, progress=lambda done, total: progress(done, total)
        )
    if report:
        from policy_assistant.evaluate.report import write_report

        write_report(Path(report), evaluation, assistant.settings)
        note(f"report written to {report}")
    if as_json:
        say_json(evaluation_record(evaluation))
    else:
        _say(evaluation)


def evaluation_record(evaluation: "Evaluation") -> dict[str, Any]:
    """An evaluation as one JSON object."""
    return {
        "method": evaluation.method,
        "k": evaluation.k,
        "as_of": evaluation.as_of,
        "audience": evaluation.audience,
        "chunker": evaluation.chunker or None,
        "model": None,
        **evaluation.summary,
        "by_kind": evaluation.by_kind,
        "missed": evaluation.missed,
        "causes": {a.question.id: {"cause": a.cause.name, "detail": a.cause.detail} for a in evaluation.asked if a.cause},
    }


def _say(evaluation: "Evaluation") -> None:
    from policy_assistant.evaluate.measures import MEASURES

    k, summary = evaluation.k, evaluation.summary
    unit = f"{evaluation.chunker} chunks" if evaluation.chunker else "sections"
    say(f"BM25 over {unit}, top {k}: hit@{k} {number(summary['hit'])} ({summary['questions']} questions with relevant passages)")
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
