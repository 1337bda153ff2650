"""`policy-assistant ingest`."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from policy_assistant.cli import options
from policy_assistant.cli.ingest_report import note_report, say_report
from policy_assistant.cli.output import Progress, note, reading_progress, say, say_json
from policy_assistant.errors import UsageError

if TYPE_CHECKING:
    from policy_assistant.ingest_report import IngestReport
    from policy_assistant.store.base import IndexInfo

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
@click.option(
    "--forget-missing",
    is_flag=True,
    help="Forget the documents of a folder that is missing or empty; otherwise it may be a drive that is away.",
)
@click.option("--shard", default="", metavar="I/N", help="Make only part I of N ready, beside other processes or machines; see --publish.")
@click.option("--publish", "is_publishing", is_flag=True, help="Make all parts visible together.")
@click.option("--watch", "is_watching", is_flag=True, help="Go on: look again and again, and ingest what changes, until Ctrl-C.")
@click.option(
    "--every",
    type=click.FloatRange(0.1, 86_400),
    default=5.0,
    show_default=True,
    metavar="SECONDS",
    help="With --watch: the time between two looks.",
)
@options.project
@options.as_json
def command(*, is_watching: bool, is_publishing: bool, every: float, folder: str, as_json: bool, **ingest_options: Any) -> int:
    """Bring the index up to date with the documents.

    Only new and changed files are read; files that are gone leave the index. The change becomes visible at once, or
    not at all. A file that cannot be read is skipped and named, and the exit code is 6. The documents of a folder that
    cannot be listed stay as they are. While another ingest of the project is running, this one waits.

    \b
    policy-assistant ingest --shard 1/2     # on one machine
    policy-assistant ingest --shard 2/2     # at the same time, on another
    policy-assistant ingest --publish       # when both are done
    """
    if is_publishing and (is_watching or any(value for value in ingest_options.values())):
        raise UsageError("--publish takes no other option of ingest", hint="they were given with --shard")
    if is_watching:
        return _watch(folder, every, as_json, ingest_options)
    from policy_assistant.assistant import Assistant

    assistant = options.open_project(folder)
    with reading_progress() as progress, Progress("embedded") as embed_progress:
        if is_publishing:
            report = assistant.publish_shards(waiting=_note_waiting)
        else:
            report = assistant.ingest(progress=progress, embed_progress=embed_progress, waiting=_note_waiting, **ingest_options)
    note_report(report)
    if ingest_options["shard"] and not report.dry_run:
        return _say_shard(ingest_options["shard"], report, as_json)
    info = None if report.dry_run else Assistant(assistant.settings).store.info()
    if as_json:
        say_json(asdict(report) | ({} if info is None else index_record(info)))
    else:
        say_report(report)
        say("nothing was changed (--dry-run)" if info is None else index_line(info))
        if info and info.embedding:
            say(vectors_line(info))
    return EXIT_SKIPPED if report.skipped or report.kept or report.unreachable else 0


def _note_waiting(text: str) -> None:
    note(f"{text}; waiting for its end (Ctrl-C to give up)")


def _say_shard(shard: str, report: "IngestReport", as_json: bool) -> int:
    if as_json:
        say_json(asdict(report))
    else:
        say_report(report)
        say(f"shard {shard} is ready; nothing is visible before `policy-assistant ingest --publish`")
    return EXIT_SKIPPED if report.skipped or report.kept else 0


def _watch(folder: str, every: float, as_json: bool, ingest_options: dict[str, Any]) -> int:
    once = [name for name in ("rebuild", "dry_run", "forget_missing", "shard") if ingest_options[name]] + ["json"] * as_json
    if once:
        raise UsageError(f"--{once[0].replace('_', '-')} is for one ingest, not for --watch", hint="run it once without --watch")
    from policy_assistant.cli.ingest_watch import watch

    return watch(folder, every, ingest_options)


def index_line(info: "IndexInfo") -> str:
    """The line that `ingest` ends and `info` begins with; code has a part of its own where there is some."""
    code = f"{info.code_files} files of code, {info.code_chunks} pieces"
    if info.code_files and not info.documents:
        return f"index {info.name}: {code}"
    documents = f"index {info.name}: {info.documents} documents, {info.chunks} chunks | chunker {info.chunker}"
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
