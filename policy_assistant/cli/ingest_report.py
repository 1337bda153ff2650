"""What `ingest` prints of its report: data to standard output, reasons and hints to standard error."""

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from policy_assistant.cli.output import note, say

if TYPE_CHECKING:
    from policy_assistant.ingest_report import CodeReport, IngestReport

MAX_NAMES = 5
MAX_PLANNED = 20
MAX_WARNINGS = 20
MAX_ENDINGS = 8
ARCHIVES = frozenset({".7z", ".bz2", ".gz", ".rar", ".tar", ".tbz2", ".tgz", ".txz", ".xz", ".zip", ".zst"})
"""Endings of files that hold other files: these are documents only once they are unpacked."""


def note_report(report: "IngestReport") -> None:
    """Say what could not be done, and what is to be known of the rest."""
    for warning in report.warnings[:MAX_WARNINGS]:
        note(f"warning: {warning}")
    if len(report.warnings) > MAX_WARNINGS:
        note(f"warning: ... and {len(report.warnings) - MAX_WARNINGS} more (--json lists all)")
    for line in trouble(report):
        note(line)
    if report.unreachable:
        note("hint: is the drive there? `ingest --forget-missing` forgets the documents of folders that are missing or empty")
    if report.passed_over:
        note(_others(report.passed_over))
    _note_code(report)


def trouble(report: "IngestReport") -> list[str]:
    """What could not be read, a line each."""
    return [
        *(f"unreachable: {folder}: {reason}" for folder, reason in report.unreachable),
        *(f"skipped: {name}: {reason}" for name, reason in report.skipped),
        *(f"kept: {name}: {reason}; its last good version stays in the index" for name, reason in report.kept),
    ]


def say_report(report: "IngestReport") -> None:
    """The names of what changed, where they are few or the run was a dry one, and the counts."""
    show = _say_planned if report.dry_run else _say_few
    show(report, report.restated)
    if report.code:
        show(report.code, ())
    has_documents = report.added or report.updated or report.unchanged or report.removed or report.skipped or report.unreachable
    if has_documents or not report.code:
        say(_counts(report, is_dry=report.dry_run))
    if report.code:
        say(f"code: {_counts(report.code, is_dry=report.dry_run)}")


def changes(report: "IngestReport") -> list[str]:
    """Every change, a line each."""
    return [line for part in (report, report.code) if part for line in _lines(part, report.restated)]


def _lines(report: "IngestReport | CodeReport", restated: Sequence[str]) -> list[str]:
    return [f"{what}: {_named(name, restated)}" for what, names in _groups(report) for name in names]


def _named(name: str, restated: Sequence[str]) -> str:
    return f"{name} (only its metadata)" if name in restated else name


def _groups(report: "IngestReport | CodeReport") -> tuple[tuple[str, list[str]], ...]:
    return ("added", report.added), ("updated", report.updated), ("removed", report.removed)


def _say_few(report: "IngestReport | CodeReport", restated: Sequence[str]) -> None:
    for what, names in _groups(report):
        if len(names) <= MAX_NAMES:
            for name in names:
                say(f"{what}: {_named(name, restated)}")


def _say_planned(report: "IngestReport | CodeReport", restated: Sequence[str]) -> None:
    for what, names in _groups(report):
        if names:
            say(f"{what} ({len(names)}):")
            for name in islice(names, MAX_PLANNED):
                say(f"  {_named(name, restated)}")
        if len(names) > MAX_PLANNED:
            say(f"  ... and {len(names) - MAX_PLANNED} more (--json lists all)")


def _counts(report: "IngestReport | CodeReport", *, is_dry: bool) -> str:
    """The numbers of files, and of passages where these were made."""
    counts = ", ".join(
        f"{len(names)} {what}"
        for what, names in (
            ("added", report.added),
            ("updated", report.updated),
            ("unchanged", report.unchanged),
            ("removed", report.removed),
        )
    )
    return counts if is_dry else f"{counts} | chunks: +{report.chunks_added} -{report.chunks_removed}"


def _others(passed_over: dict[str, int]) -> str:
    """Which files are no documents, by their endings, the most frequent first."""
    total = sum(passed_over.values())
    ordered = sorted(passed_over.items(), key=lambda pair: (-pair[1], pair[0]))
    kinds = [f"{count} {ending}{' (unpack archives)' if ending in ARCHIVES else ''}" for ending, count in ordered[:MAX_ENDINGS]]
    more = [f"{len(ordered) - MAX_ENDINGS} other endings"] if len(ordered) > MAX_ENDINGS else []
    return f"{total} {'files are not documents' if total > 1 else 'file is not a document'}: {', '.join(kinds + more)}"


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
