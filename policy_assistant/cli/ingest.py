"""`policy-assistant ingest`."""

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import Progress, note, say, say_json

if TYPE_CHECKING:
    from policy_assistant.ingest import CodeReport, IngestReport
    from policy_assistant.store.base import IndexInfo

MAX_NAMES = 5
MAX_WARNINGS = 20
EXIT_SKIPPED = 6


@click.command(short_help="Bring the index up to date with the documents.")
@click.option(
    "--chunker",
    default="",
    metavar="NAME",
    help="structure, fixed or overlap. [default: the index's own; for a new index or a rebuild structure]",
)
@click.option(
    "--embedder",
    default="",
    metavar="NAME",
    help="e5, use, none or a model of another kind. [default: the index's own; for a new index or a rebuild the best installed]",
)
@click.option("--rebuild", is_flag=True, help="Ingest everything anew; needed after a change of chunker, embedder or parser.")
@click.option("--dry-run", is_flag=True, help="Say what would change, and change nothing.")
@click.option("--strict", is_flag=True, help="Refuse everything when one file cannot be read.")
@click.option("--without-vectors", is_flag=True, help="Embed nothing now; the next ingest gives new passages their vectors.")
@options.project
@options.as_json
def command(
    chunker: str, embedder: str, rebuild: bool, dry_run: bool, strict: bool, without_vectors: bool, folder: str, as_json: bool
) -> int:
    """Bring the index up to date with the documents.

    Only new and changed files are read; files that are gone leave the index. The change becomes visible at once, or
    not at all. A file that cannot be read is skipped and named, and the exit code is 6.
    """
    from policy_assistant.assistant import Assistant

    assistant = options.open_project(folder)
    with Progress("read") as progress, Progress("embedded") as embed_progress:
        report = assistant.ingest(
            chunker=chunker,
            embedder=embedder,
            rebuild=rebuild,
            dry_run=dry_run,
            strict=strict,
            without_vectors=without_vectors,
            progress=progress,
            embed_progress=embed_progress,
        )
    for warning in report.warnings[:MAX_WARNINGS]:
        note(f"warning: {warning}")
    if len(report.warnings) > MAX_WARNINGS:
        note(f"warning: ... and {len(report.warnings) - MAX_WARNINGS} more (--json lists all)")
    for name, reason in report.skipped:
        note(f"skipped: {name}: {reason}")
    for name, reason in report.kept:
        note(f"kept: {name}: {reason}; its last good version stays in the index")
    _note_code(report)
    info = None if dry_run else Assistant(assistant.settings).store.info()
    if as_json:
        say_json(asdict(report) | ({} if info is None else index_record(info)))
    else:
        _say_report(report)
        say("nothing was changed (--dry-run)" if info is None else index_line(info))
        if info and info.embedding:
            say(vectors_line(info))
    return EXIT_SKIPPED if report.skipped or report.kept else 0


def index_line(info: "IndexInfo") -> str:
    """The line that `ingest` ends and `info` begins with; code has a part of its own where there is some."""
    from pathlib import Path

    code = f"{info.code_files} files of code, {info.code_chunks} pieces"
    if info.code_files and not info.documents:
        return f"index {Path(info.path).name}: {code}"
    documents = f"index {Path(info.path).name}: {info.documents} documents, {info.chunks} chunks | chunker {info.chunker}"
    return f"{documents} | {code}" if info.code_files else documents


def vectors_line(info: "IndexInfo") -> str:
    """What the index knows of meaning: how many vectors, of which model, and how many passages lack one."""
    if info.embedding is None:
        return "none (searched by keywords only)"
    lacking = f" | {info.without_vectors} passages without one: run `policy-assistant ingest`" if info.without_vectors else ""
    return f"vectors {info.vectors} x {info.embedding.dimension} | embedder {info.embedding.name}{lacking}"


def index_record(info: "IndexInfo") -> dict[str, object]:
    """The same as JSON."""
    return {
        "documents": info.documents,
        "chunks": info.chunks,
        "chunker": info.chunker,
        "embedder": info.embedding.name if info.embedding else None,
        "vectors": info.vectors,
        "without_vectors": info.without_vectors,
        "code_files": info.code_files,
        "code_chunks": info.code_chunks,
    }


def _note_code(report: "IngestReport") -> None:
    """What of the code was passed over, and what would have been cut better."""
    if report.code is None:
        return
    if report.code.passed_over:
        reasons = ", ".join(f"{count} {reason}" for reason, count in sorted(report.code.passed_over.items()))
        note(f"code passed over: {reasons}")
    if report.code.without_syntax:
        note(
            f"hint: {report.code.without_syntax} files of code are cut by lines only, for want of grammars: pip install 'policy-assistant[code]'"
        )


def _say_report(report: "IngestReport") -> None:
    _say_names(report)
    if report.code:
        _say_names(report.code)
    has_documents = report.added or report.updated or report.unchanged or report.removed or report.skipped
    if has_documents or not report.code:
        say(_counts(report))
    if report.code:
        say(f"code: {_counts(report.code)}")


def _say_names(report: "IngestReport | CodeReport") -> None:
    for what, names in (("added", report.added), ("updated", report.updated), ("removed", report.removed)):
        if 0 < len(names) <= MAX_NAMES:
            for name in names:
                say(f"{what}: {name}")


def _counts(report: "IngestReport | CodeReport") -> str:
    counts = ", ".join(
        f"{len(names)} {what}"
        for what, names in (
            ("added", report.added),
            ("updated", report.updated),
            ("unchanged", report.unchanged),
            ("removed", report.removed),
        )
    )
    return f"{counts} | chunks: +{report.chunks_added} -{report.chunks_removed}"
