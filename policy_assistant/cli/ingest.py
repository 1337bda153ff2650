"""`policy-assistant ingest`."""

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import Progress, note, say, say_json

if TYPE_CHECKING:
    from policy_assistant.ingest import IngestReport
    from policy_assistant.store.base import IndexInfo

MAX_NAMES = 5
MAX_WARNINGS = 20
EXIT_SKIPPED = 6


@click.command(short_help="Bring the index up to date with the documents.")
@click.option("--chunker", default="", metavar="NAME", help="structure, fixed or overlap. [default: the index's own, or structure]")
@click.option("--rebuild", is_flag=True, help="Ingest everything anew; needed after a change of chunker or parser.")
@click.option("--dry-run", is_flag=True, help="Say what would change, and change nothing.")
@click.option("--strict", is_flag=True, help="Refuse everything when one file cannot be read.")
@options.project
@options.as_json
def command(chunker: str, rebuild: bool, dry_run: bool, strict: bool, folder: str, as_json: bool) -> int:
    """Bring the index up to date with the documents.

    Only new and changed files are read; files that are gone leave the index. The change becomes visible at once, or
    not at all. A file that cannot be read is skipped and named, and the exit code is 6.
    """
    from policy_assistant.assistant import Assistant

    assistant = options.open_project(folder)
    with Progress("read") as progress:
        report = assistant.ingest(chunker=chunker, rebuild=rebuild, dry_run=dry_run, strict=strict, progress=progress)
    for warning in report.warnings[:MAX_WARNINGS]:
        note(f"warning: {warning}")
    if len(report.warnings) > MAX_WARNINGS:
        note(f"warning: ... and {len(report.warnings) - MAX_WARNINGS} more (--json lists all)")
    for name, reason in report.skipped:
        note(f"skipped: {name}: {reason}")
    for name, reason in report.kept:
        note(f"kept: {name}: {reason}; its last good version stays in the index")
    info = None if dry_run else Assistant(assistant.settings).store.info()
    if as_json:
        say_json(asdict(report) | ({} if info is None else {"documents": info.documents, "chunks": info.chunks, "chunker": info.chunker}))
    else:
        _say_report(report)
        say("nothing was changed (--dry-run)" if info is None else index_line(info))
    return EXIT_SKIPPED if report.skipped or report.kept else 0


def index_line(info: "IndexInfo") -> str:
    """The line that `ingest` ends and `info` begins with."""
    from pathlib import Path

    return f"index {Path(info.path).name}: {info.documents} documents, {info.chunks} chunks | chunker {info.chunker}"


def _say_report(report: "IngestReport") -> None:
    for what, names in (("added", report.added), ("updated", report.updated), ("removed", report.removed)):
        if 0 < len(names) <= MAX_NAMES:
            for name in names:
                say(f"{what}: {name}")
    counts = ", ".join(
        f"{len(names)} {what}"
        for what, names in (
            ("added", report.added),
            ("updated", report.updated),
            ("unchanged", report.unchanged),
            ("removed", report.removed),
        )
    )
    say(f"{counts} | chunks: +{report.chunks_added} -{report.chunks_removed}")
