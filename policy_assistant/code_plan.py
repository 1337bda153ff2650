"""The plan of an ingest, for code: which files are new, changed or gone.

A file's version is the hash of its content, its label that of the settings. What was cut by another version of the parser,
or by lines only for want of a grammar, is cut anew.
"""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from policy_assistant.checkout import Commit, blobs_of, read_checkout
from policy_assistant.code_docs import description
from policy_assistant.code_files import FoundCode
from policy_assistant.code_folders import start_of
from policy_assistant.ingest_report import CodeReport
from policy_assistant.metadata import CODE_CHUNKER, ID_DIGITS, MAX_FIELD, Metadata
from policy_assistant.parse.code import code_parser_version, decode_code, language_of
from policy_assistant.plan import FRESH_NS, Plan, Ready, make_anew
from policy_assistant.reading import digest_of
from policy_assistant.settings import Settings
from policy_assistant.sources import Source
from policy_assistant.store.base import FileState, IndexedDocument

CODE_TYPE = "code"
"""The type of document that code is."""


def consider_code(plan: Plan, report: CodeReport, source: Source) -> None:
    """Decide what happens with one file of code. One that vanished or cannot be read counts as gone."""
    known = None if plan.rebuild else plan.before.get(source.name)
    file = _file_state(plan, source, known)
    if file is None:
        report.passed_over["unreadable"] = report.passed_over.get("unreadable", 0) + 1
        return
    metadata = code_metadata(source, file, plan.settings)
    if known and known.metadata == metadata and known.file.own == file.own:
        report.unchanged.append(source.name)
        if known.file != file:
            plan.touched.append((source.name, file))
        return
    (report.updated if source.name in plan.before else report.added).append(source.name)
    make_anew(plan, Ready(source, metadata, file))


def finish_code(plan: Plan, report: CodeReport, found: FoundCode) -> None:
    """What only all files tell: those that left."""
    for reason, count in found.passed_over.items():
        report.passed_over[reason] = report.passed_over.get(reason, 0) + count
    names: Collection[str] = {*report.added, *report.updated, *report.unchanged}
    gone = [name for name, document in plan.before.items() if document.metadata.part == "code" and name not in names]
    report.removed.extend(gone)
    plan.removed.extend(gone)


def commits_of(settings: Settings, folders: Iterable[Path], files: Mapping[str, FileState]) -> list[Commit]:
    """The commits that folders of code are at, where they are checkouts. `files` are all files of code by name."""
    found = []
    for folder in folders:
        checkout = read_checkout(folder)
        if checkout:
            start = start_of(settings, folder)
            blobs = ((name, file.own["blob"].split()) for name, file in files.items() if name.startswith(start))
            others = tuple(name for name, its in blobs if checkout.blobs.get(name.removeprefix(start)) not in its)
            found.append(Commit(start, checkout.prefix, checkout.commit, others))
    return found


def code_metadata(source: Source, file: FileState, settings: Settings) -> Metadata:
    """What is known about a file of code."""
    return Metadata(
        doc_id=source.name,
        version=file.sha256[:ID_DIGITS],
        title=file.own_title or source.name,
        effective_from="",
        effective_to="",
        owner="",
        access=settings.code.access or settings.most_restricted,
        language=file.own["language"],
        doc_type=CODE_TYPE,
        source=source.name,
        format=CODE_CHUNKER,
        part="code",
    )


def _file_state(plan: Plan, source: Source, known: IndexedDocument | None) -> FileState | None:
    """The file's state, None when it cannot be read. It is read only when size, time or parser say so."""
    if known and known.file.own.get("parser") == code_parser_version(source.name):
        is_same = (known.file.size, known.file.mtime) == (source.size, source.mtime)
        if is_same and source.mtime < plan.last_sync - FRESH_NS:
            return known.file
    try:
        data = source.path.read_bytes()
    except OSError:
        return None
    own = {"parser": code_parser_version(source.name, data), "language": language_of(source.name, data), "blob": blobs_of(data)}
    return FileState(len(data), source.mtime, digest_of(data), own, description(decode_code(data))[:MAX_FIELD])
