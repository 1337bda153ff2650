"""The plan of an ingest: what every file is to the index (new, changed, the same, broken, gone), before anything is written."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace

from policy_assistant.blocks import ParsedDocument
from policy_assistant.cache import ParseCache
from policy_assistant.checkout import Commit
from policy_assistant.chunk import chunk
from policy_assistant.documents import DocInfo
from policy_assistant.errors import InputRefusedError, PolicyAssistantError, UnreadableFileError
from policy_assistant.metadata import Chunk, Metadata, differences, resolve
from policy_assistant.parse.base import format_of
from policy_assistant.reading import code_before, digest_of, options_of, parsed, parsed_before, read
from policy_assistant.settings import Settings
from policy_assistant.sources import Source
from policy_assistant.store.base import FileState, IndexedDocument

FRESH_NS = 2_000_000_000
"""A file changed less than this before the last sync is hashed again: its time may be as coarse as two seconds."""
MAX_LISTED = 20


@dataclass
class CodeReport:
    """What an ingest did with code: names of files, the files passed over by reason, and the numbers of pieces."""

    added: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    passed_over: dict[str, int] = field(default_factory=dict)
    chunks_added: int = 0
    chunks_removed: int = 0
    without_syntax: int = 0


@dataclass
class IngestReport:
    """What an ingest did, or would do when `dry_run`. Names are sources; `skipped` and `kept` pair a name with a reason.

    `skipped` files are not in the index; `kept` ones could not be read now and keep their last good version. `embedded`
    counts the texts that a model had to embed. `code` is None in a project without code.
    """

    added: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    kept: list[tuple[str, str]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    chunks_added: int = 0
    chunks_removed: int = 0
    embedded: int = 0
    dry_run: bool = False
    code: CodeReport | None = None


@dataclass(frozen=True)
class Ready:
    """A file whose text is in the cache and whose metadata were accepted."""

    source: Source
    metadata: Metadata
    file: FileState


@dataclass
class Plan:
    """What is known before, and what will be done. `before` are the index's documents by source.

    `to_fill` are documents that stay and lack vectors; `with_vectors` are those that get some, of these and of `ready`.
    """

    settings: Settings
    before: Mapping[str, IndexedDocument]
    last_sync: int
    rebuild: bool
    chunker: str
    report: IngestReport
    ready: list[Ready] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    touched: list[tuple[str, FileState]] = field(default_factory=list)
    flagged: list[tuple[str, str]] = field(default_factory=list)
    commits: list[Commit] = field(default_factory=list)
    unreadable: dict[str, tuple[int, int]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    identities: dict[tuple[str, str], str] = field(default_factory=dict)
    to_fill: list[str] = field(default_factory=list)
    with_vectors: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.options = options_of(self.settings)
        self.cache = ParseCache(self.settings.cache_path, self.options)

    def cut(self, ready: Ready) -> tuple[ParsedDocument, list[Chunk]]:
        """The text of a file that is ready, and its chunks. Raises `InputRefusedError` when the file changed meanwhile."""
        if ready.source.part == "code":
            text = code_before(ready.source, ready.file.sha256)
        else:
            text = parsed_before(ready.source, ready.file.sha256, self.cache, self.options)
        return text, chunk(text, ready.metadata, self.chunker)


def consider(plan: Plan, source: Source, row: DocInfo | None) -> None:
    """Decide what happens with one file, and parse it when it is new."""
    known = None if plan.rebuild else plan.before.get(source.name)
    try:
        file, is_same = _file_state(plan, source, known)
    except UnreadableFileError as error:
        _keep_last(plan, source, row, error)
        return
    metadata = _resolved(plan, source, file, row)
    if metadata is None:
        return
    plan.report.warnings.extend(f"{source.name}: {text}" for text in differences(file.own, row.stated if row else {}))
    if known and is_same and known.metadata == metadata:
        plan.report.unchanged.append(source.name)
        if file != known.file:
            plan.touched.append((source.name, file))
        if known.flag:
            plan.flagged.append((source.name, ""))
        return
    (plan.report.updated if known else plan.report.added).append(source.name)
    make_anew(plan, Ready(source, metadata, file))


def finish(plan: Plan, listed: Mapping[str, DocInfo], names: Set[str], lacking_vectors: Set[str], *, strict: bool) -> None:
    """What only the whole corpus tells: files that left, rows without files, documents to fill.

    Raises:
        InputRefusedError: documents are refused; with `strict` also those that cannot be read.
    """
    gone = [name for name, document in plan.before.items() if document.metadata.part == "docs" and name not in names]
    plan.report.removed.extend(gone)
    plan.removed.extend(gone)
    if not plan.rebuild:
        plan.to_fill = sorted(lacking_vectors - {*plan.removed})
    plan.report.warnings.extend(f"inventory: {name} is listed, but there is no such file" for name in listed if name not in names)
    if listed:
        plan.report.warnings.extend(f"{name} is not in the inventory" for name in sorted(names - set(listed)))
    unreadable = [f"{name}: {reason}" for name, reason in (*plan.report.skipped, *plan.report.kept)]
    refused = plan.refused + (unreadable if strict else [])
    if refused:
        shown = refused[:MAX_LISTED] + ([f"... and {len(refused) - MAX_LISTED} more"] if len(refused) > MAX_LISTED else [])
        raise InputRefusedError(
            "\n  ".join([f"{len(refused)} document{'s' if len(refused) > 1 else ''} refused; the index is as it was:", *shown])
        )


def _resolved(plan: Plan, source: Source, file: FileState, row: DocInfo | None) -> Metadata | None:
    """The metadata of a file; None when they are refused."""
    try:
        metadata = resolve(source.name, format_of(source.path), file.own, row.stated if row else {}, file.own_title, plan.settings)
    except PolicyAssistantError as error:
        plan.refused.append(f"{error}{f' ({error.hint})' if error.hint else ''}")
        return None
    _note_twin(plan, metadata)
    return metadata


def make_anew(plan: Plan, ready: Ready) -> None:
    """Plan that a file is written, in the place of what the index has of it."""
    if ready.source.name in plan.before and not plan.rebuild:
        plan.removed.append(ready.source.name)
    plan.ready.append(ready)


def _file_state(plan: Plan, source: Source, known: IndexedDocument | None) -> tuple[FileState, bool]:
    """The file's state, and whether its content is what the index has. Reads it only when size or time say so."""
    if (
        known
        and not known.flag
        and (known.file.size, known.file.mtime) == (source.size, source.mtime)
        and source.mtime < plan.last_sync - FRESH_NS
    ):
        return known.file, True
    data = read(source, plan.options)
    digest = digest_of(data)
    if known and known.file.sha256 == digest:
        return replace(known.file, size=source.size, mtime=source.mtime), True
    text = parsed(source, data, digest, plan.cache, plan.options)
    return FileState(source.size, source.mtime, digest, dict(text.metadata), text.title), False


def _keep_last(plan: Plan, source: Source, row: DocInfo | None, error: UnreadableFileError) -> None:
    """A file that could be read before keeps its last good version, under the metadata that the inventory gives it now."""
    plan.unreadable[source.name] = (source.size, source.mtime)
    last = plan.before.get(source.name)
    metadata = _resolved(plan, source, last.file, row) if last else None
    if last is None:
        plan.report.skipped.append((source.name, error.reason))
    if last is None or metadata is None:
        return
    is_changed = plan.rebuild or metadata != last.metadata
    if is_changed and plan.cache.load(last.file.sha256, source.path.suffix.lower()) is None:
        plan.report.skipped.append((source.name, error.reason))  # without its text it cannot be shown under the new label
        plan.report.removed.append(source.name)
        plan.removed.append(source.name)
        return
    plan.report.kept.append((source.name, error.reason))
    if is_changed:
        make_anew(plan, Ready(source, metadata, last.file))
    if is_changed or last.flag != error.reason:
        plan.flagged.append((source.name, error.reason))


def _note_twin(plan: Plan, metadata: Metadata) -> None:
    key = (metadata.doc_id, metadata.version)
    if key in plan.identities:
        plan.refused.append(
            f"{metadata.source} and {plan.identities[key]} are both {metadata.doc_id} version {metadata.version} (give one another version, or remove it)"
        )
    plan.identities.setdefault(key, metadata.source)
