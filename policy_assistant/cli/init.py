"""`policy-assistant init`."""

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import note, reading_progress, say, say_json, table

if TYPE_CHECKING:
    from policy_assistant.documents import DocInfo
    from policy_assistant.draft.start import Started

EXAMPLE_FOLDER = "larkfield-example"
EXIT_SKIPPED = 6
HEADER = ("file", "doc_id", "version", "from", "to", "language", "type", "access", "title")


@click.command(short_help="Start a project: empty, from a folder of files, or the example.")
@click.argument("folder", metavar="[DIR]", required=False, default="")
@click.option("--from", "source", default="", metavar="SOURCE", help="Draft the inventory from the files in this folder, which stay there.")
@click.option("--copy", is_flag=True, help="With --from: copy the files into the project.")
@click.option("--force", is_flag=True, help="With --from: overwrite the inventory with a new draft.")
@click.option("--example", is_flag=True, help=f"Copy the example collection. [default DIR: {EXAMPLE_FOLDER}]")
@options.as_json
def command(folder: str, source: str, copy: bool, force: bool, example: bool, as_json: bool) -> int:
    """Start a project in DIR (the current folder where it is left out): settings, inventory, folders.

    With --from, IDs, titles, versions, dates, owners and languages are read from the names and texts of the files, and
    every label is the most restricted one. The result is a proposal: review the inventory, then run ingest. Files that
    cannot be read are named, and the exit code is 6.

    \b
    policy-assistant init handbook
    policy-assistant init --from ~/company/policies handbook
    policy-assistant init --example
    """
    started = _start(folder, source, copy, force, example)
    if as_json:
        say_json(_record(started))
    else:
        _say(started)
    _note_next_steps(started, bool(source), example)
    return EXIT_SKIPPED if started.draft.skipped else 0


def _start(folder: str, source: str, copy: bool, force: bool, example: bool) -> "Started":
    from policy_assistant.draft.start import start_empty, start_example, start_from
    from policy_assistant.errors import UsageError

    if example and source:
        raise UsageError("--example and --from exclude each other")
    if (copy or force) and not source:
        raise UsageError(f"{'--copy' if copy else '--force'} goes with --from SOURCE")
    if example:
        return start_example(Path(folder or EXAMPLE_FOLDER))
    if not source:
        return start_empty(Path(folder))
    with reading_progress() as progress:
        return start_from(Path(source), Path(folder), copy=copy, force=force, progress=progress)


def _record(started: "Started") -> dict[str, Any]:
    draft = started.draft
    return {
        "project": str(started.folder),
        "written": [str(path) for path in started.written],
        "documents": [{name: value for name, value in asdict(row).items() if name != "root"} for row in draft.rows],
        "notes": [{"file": file, "note": text} for file, text in draft.notes],
        "skipped": [{"file": file, "reason": reason} for file, reason in draft.skipped],
    }


def _say(started: "Started") -> None:
    if started.draft.rows:
        table(HEADER, [_cells(row) for row in started.draft.rows])
    else:
        say(f"{len(started.written)} files written to {started.folder}")
    for file, text in started.draft.notes:
        note(f"note: {file}: {text}")
    for file, reason in started.draft.skipped:
        note(f"skipped: {file}: {reason}")


def _cells(row: "DocInfo") -> tuple[str, ...]:
    values = (row.file, row.doc_id, row.version, row.effective_from, row.effective_to, row.language, row.doc_type, row.access, row.title)
    return tuple(value or "-" for value in values)


def _note_next_steps(started: "Started", drafted: bool, example: bool) -> None:
    go = "" if started.folder == Path() else f"cd {shlex.quote(str(started.folder))} && "
    if example:
        note(f'next: {go}policy-assistant ingest && policy-assistant ask "Which pump kit fits the PW-2200?"')
    elif drafted:
        note(f"next: review {started.inventory}, above all versions, dates and access; then {go}policy-assistant ingest")
    else:
        note(f"next: put documents into corpus/documents, a row for each into {started.inventory}; then {go}policy-assistant ingest")
