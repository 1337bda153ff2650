"""`policy-assistant doctor`."""

from collections import defaultdict
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import note, reading_progress, say, say_json

if TYPE_CHECKING:
    from policy_assistant.doctor import Diagnosis, Outcome
    from policy_assistant.doctor.project import Finding


@click.command(short_help="Check the project and print the mending commands.")
@click.option(
    "--repair", is_flag=True, help="First make anew what the index derives from its passages: words, terms, lists, codes of vectors."
)
@click.option("--verbose", is_flag=True, help="List every check: ok, found, or not run and why.")
@options.project
@options.as_json
def command(repair: bool, verbose: bool, folder: str, as_json: bool) -> int:
    """Check everything that can be wrong with a project, and print the command or edit that mends it.

    Nothing is changed, unless --repair is given. A problem makes the exit code 1; a note is advice and does not.
    """
    from policy_assistant.doctor import examine

    if repair:
        from policy_assistant.doctor.repair import repair_index

        repair_index(folder)
        note("what the index derives from its passages was made anew")
    with reading_progress() as progress:
        diagnosis = examine(folder, progress=progress)
    if as_json:
        say_json(_record(diagnosis))
    else:
        _say(diagnosis, verbose)
    if folder != "." and diagnosis.problems and Path(folder).is_dir():
        note(f"hint: run the commands in {folder}, or with --project {folder}")
    return 1 if diagnosis.problems else 0


def _record(diagnosis: "Diagnosis") -> dict[str, Any]:
    return {
        "checks": len(diagnosis.made),
        "problems": [{"check": check} | asdict(finding) for check, finding in diagnosis.problems],
        "notes": [{"check": check} | asdict(finding) for check, finding in diagnosis.notes],
        "not_run": [{"check": o.check.name, "reason": o.not_run} for o in diagnosis.outcomes if o.not_run],
    }


def _say(diagnosis: "Diagnosis", verbose: bool) -> None:
    if verbose:
        for outcome in diagnosis.outcomes:
            say(f"{_state(outcome):8} {outcome.check.name}: {_one_line(outcome.not_run) or outcome.check.looks_at}")
    for _, finding in (*diagnosis.problems, *diagnosis.notes):
        _say_finding(finding)
    if not verbose:
        _say_not_run(diagnosis)
    counts = ((len(diagnosis.made), "check"), (len(diagnosis.problems), "problem"), (len(diagnosis.notes), "note"))
    say(", ".join(f"{number} {noun}{'' if number == 1 else 's'}" for number, noun in counts))


def _say_finding(finding: "Finding") -> None:
    say(f"{finding.severity}: {_one_line(finding.finding)}")
    say(f"  mend: {_one_line(finding.mend)}")


def _say_not_run(diagnosis: "Diagnosis") -> None:
    """One line for all checks that lack the same part."""
    from policy_assistant.doctor.project import names

    reasons: dict[str, list[str]] = defaultdict(list)
    for outcome in diagnosis.outcomes:
        if outcome.not_run:
            reasons[_one_line(outcome.not_run)].append(outcome.check.name)
    for reason, checks in reasons.items():
        say(f"not run: {names(checks)} ({reason})")


def _state(outcome: "Outcome") -> str:
    return "not run" if outcome.not_run else "found" if outcome.findings else "ok"


def _one_line(text: str) -> str:
    return " ".join(text.splitlines())
