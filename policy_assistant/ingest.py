"""Ingestion: files become an index. It plans (what changed), prepares (parses into the cache), then publishes at once.

Nothing is written to the index before every file was read and every document's metadata was accepted; a process that is
killed at any moment leaves the index as it was or as it should be, and the next run resumes from the cache.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from policy_assistant.blocks import PARSER_VERSION, ParsedDocument
from policy_assistant.cache import ParseCache
from policy_assistant.chunk import DEFAULT_CHUNKER, chunk
from policy_assistant.chunk.base import check_chunker
from policy_assistant.documents import DocInfo, load_inventory
from policy_assistant.errors import IndexMismatchError, InputRefusedError, PolicyAssistantError, UnreadableFileError
from policy_assistant.metadata import Metadata, differences, resolve
from policy_assistant.parse.base import ParseOptions, format_of, parse_bytes
from policy_assistant.settings import Settings
from policy_assistant.sources import Source, find_sources
from policy_assistant.store.base import FileState, IndexedDocument, IndexInfo, PreparedDocument, Update
from policy_assistant.store.sqlite import REBUILD_HINT, Store

FRESH_NS = 2_000_000_000
"""A file changed less than this before the last sync is hashed again: its time may be as coarse as two seconds."""
MAX_LISTED = 20

Progress = Callable[[int, int, str], None]


@dataclass
class IngestReport:
    """What an ingest did, or would do when `dry_run`. Names are sources; `skipped` and `kept` pair a name with a reason.

    `skipped` files are not in the index; `kept` ones could not be read now and keep their last good version.
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
    dry_run: bool = False


@dataclass(frozen=True)
class _Ready:
    """A file whose text is in the cache and whose metadata were accepted."""

    source: Source
    metadata: Metadata
    file: FileState


@dataclass
class _Plan:
    """What is known before, and what will be done. `before` are the index's documents by source."""

    settings: Settings
    cache: ParseCache
    before: Mapping[str, IndexedDocument]
    last_sync: int
    rebuild: bool
    report: IngestReport
    ready: list[_Ready] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    touched: list[tuple[str, FileState]] = field(default_factory=list)
    flagged: list[tuple[str, str]] = field(default_factory=list)
    unreadable: dict[str, tuple[int, int]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    identities: dict[tuple[str, str], str] = field(default_factory=dict)


def ingest(
    settings: Settings,
    *,
    chunker: str = "",
    rebuild: bool = False,
    dry_run: bool = False,
    strict: bool = False,
    progress: Progress | None = None,
) -> IngestReport:
    """Bring the index up to date with the files.

    `rebuild` ingests everything anew; `strict` refuses the whole when any file cannot be read.

    Raises:
        InputRefusedError: no documents, or metadata that would make answers wrong. The index is as it was.
        IndexMismatchError: the index has another chunker or parser, and `rebuild` was not asked for.
        StoreBusyError: another process wrote meanwhile.
    """
    before = _state(settings, rebuild)
    chunker = _chunker(settings, chunker, before[0], rebuild)
    found = find_sources(settings)
    if not found.sources:
        raise InputRefusedError(
            f"no documents in {', '.join(settings.corpus.folders)} (looked for {', '.join(settings.corpus.patterns)})",
            hint="put documents there, or set [corpus] folders and patterns",
        )
    cache = ParseCache(settings.cache_path, options_of(settings))
    plan = _Plan(settings, cache, before[1], before[0].last_sync if before[0] else 0, rebuild, IngestReport(dry_run=dry_run))
    listed = _listed(settings)
    plan.report.warnings.extend(f"{name}: a link that leaves the folders; not read" for name in found.refused_links)
    for number, source in enumerate(found.sources, 1):
        _consider(plan, source, listed.get(source.name))
        if progress:
            progress(number, len(found.sources), source.name)
    _finish(plan, listed, {source.name for source in found.sources}, strict)
    if not dry_run:
        _publish(plan, chunker, before[0])
    return plan.report


def options_of(settings: Settings) -> ParseOptions:
    """What the settings say about parsing."""
    return ParseOptions(settings.corpus.html_skip, settings.corpus.max_file_mb * 1_000_000, settings.corpus.max_pages)


def own_metadata(settings: Settings, source: Source) -> dict[str, str]:
    """What a file says of itself. Raises `UnreadableFileError`."""
    options = options_of(settings)
    data = _read(source, options)
    digest = hashlib.sha256(data).hexdigest()
    return dict(_parsed(source, data, digest, ParseCache(settings.cache_path, options), options).metadata)


def _state(settings: Settings, rebuild: bool) -> tuple[IndexInfo | None, dict[str, IndexedDocument]]:
    """The index as it is: its info and its documents by source; nothing when there is none or it will be replaced."""
    if not settings.index_path.exists():
        return None, {}
    try:
        with Store(settings.index_path) as store:
            return store.info(), {d.metadata.source: d for d in store.documents()}
    except IndexMismatchError:
        if rebuild:
            return None, {}
        raise


def _chunker(settings: Settings, asked: str, info: IndexInfo | None, rebuild: bool) -> str:
    """The chunker to use: the one asked for, else the index's own, else the default."""
    asked = asked or settings.chunk.chunker
    built = info.chunker if info and info.chunker else ""
    chunker = check_chunker(asked or ("" if rebuild else built) or DEFAULT_CHUNKER)
    if built and not rebuild:
        if chunker != built:
            raise IndexMismatchError(
                f"the index was made with chunker {built!r}, not {chunker!r}",
                hint=f"run `policy-assistant ingest --rebuild --chunker {chunker}`",
            )
        if info and info.parser != PARSER_VERSION:
            raise IndexMismatchError(
                f"the index was made by parser {info.parser}; this version has parser {PARSER_VERSION}", hint=REBUILD_HINT
            )
    return chunker


def _listed(settings: Settings) -> dict[str, DocInfo]:
    if not settings.inventory_path.exists():
        return {}
    return {row.file: row for row in load_inventory(settings.inventory_path)}


def _consider(plan: _Plan, source: Source, row: DocInfo | None) -> None:
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
    _make_anew(plan, _Ready(source, metadata, file))


def _resolved(plan: _Plan, source: Source, file: FileState, row: DocInfo | None) -> Metadata | None:
    """The metadata of a file; None when they are refused."""
    try:
        metadata = resolve(source.name, format_of(source.path), file.own, row.stated if row else {}, file.own_title, plan.settings)
    except PolicyAssistantError as error:
        plan.refused.append(f"{error}{f' ({error.hint})' if error.hint else ''}")
        return None
    _note_twin(plan, metadata)
    return metadata


def _make_anew(plan: _Plan, ready: _Ready) -> None:
    if ready.source.name in plan.before and not plan.rebuild:
        plan.removed.append(ready.source.name)
    plan.ready.append(ready)


def _file_state(plan: _Plan, source: Source, known: IndexedDocument | None) -> tuple[FileState, bool]:
    """The file's state, and whether its content is what the index has. Reads it only when size or time say so."""
    if (
        known
        and not known.flag
        and (known.file.size, known.file.mtime) == (source.size, source.mtime)
        and source.mtime < plan.last_sync - FRESH_NS
    ):
        return known.file, True
    options = options_of(plan.settings)
    data = _read(source, options)
    digest = hashlib.sha256(data).hexdigest()
    if known and known.file.sha256 == digest:
        return replace(known.file, size=source.size, mtime=source.mtime), True
    parsed = _parsed(source, data, digest, plan.cache, options)
    return FileState(source.size, source.mtime, digest, dict(parsed.metadata), parsed.title), False


def _read(source: Source, options: ParseOptions) -> bytes:
    if source.size > options.max_bytes:
        raise UnreadableFileError(
            source.name, f"{source.size:,} bytes; files over {options.max_bytes:,} bytes are not read", hint="raise [corpus] max_file_mb"
        )
    try:
        return source.path.read_bytes()
    except OSError as error:
        raise UnreadableFileError(source.name, (error.strerror or str(error)).lower()) from error


def _parsed(source: Source, data: bytes, digest: str, cache: ParseCache, options: ParseOptions) -> ParsedDocument:
    ending = source.path.suffix.lower()
    parsed = cache.load(digest, ending)
    if parsed is None:
        parsed = parse_bytes(data, source.name, options)
        cache.keep(digest, ending, parsed)
    return parsed


def _keep_last(plan: _Plan, source: Source, row: DocInfo | None, error: UnreadableFileError) -> None:
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
        _make_anew(plan, _Ready(source, metadata, last.file))
    if is_changed or last.flag != error.reason:
        plan.flagged.append((source.name, error.reason))


def _note_twin(plan: _Plan, metadata: Metadata) -> None:
    key = (metadata.doc_id, metadata.version)
    if key in plan.identities:
        plan.refused.append(
            f"{metadata.source} and {plan.identities[key]} are both {metadata.doc_id} version {metadata.version} (give one another version, or remove it)"
        )
    plan.identities.setdefault(key, metadata.source)


def _finish(plan: _Plan, listed: Mapping[str, DocInfo], names: set[str], strict: bool) -> None:
    """What only the whole corpus tells: files that left, rows without files, refusals."""
    gone = [name for name in plan.before if name not in names]
    plan.report.removed.extend(gone)
    plan.removed.extend(gone)
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


def _publish(plan: _Plan, chunker: str, info: IndexInfo | None) -> None:
    settings, cache = plan.settings, plan.cache
    replace_file = plan.rebuild and info is None and settings.index_path.exists()
    path = settings.index_path.with_name(f"{settings.index_path.name}.new") if replace_file else settings.index_path
    if replace_file:
        _delete(path)
    with Store.open(path) as store:
        update = Update(
            chunker=chunker,
            generation=info.generation if info else 0,
            removed=plan.removed,
            added=_prepared(plan.ready, chunker, settings, cache),
            touched=plan.touched,
            flagged=plan.flagged,
            replace_all=plan.rebuild,
            unreadable=plan.unreadable,
        )
        plan.report.chunks_added, plan.report.chunks_removed = store.publish(update)
        hashes = {d.file.sha256 for d in store.documents()}
    if replace_file:
        _delete(settings.index_path)
        path.replace(settings.index_path)
    if plan.ready or plan.removed:
        cache.prune(hashes)


def _delete(path: Path) -> None:
    """Delete a database with the files that SQLite keeps beside it."""
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _prepared(ready: list[_Ready], chunker: str, settings: Settings, cache: ParseCache) -> Iterator[PreparedDocument]:
    """The documents to write, one in memory at a time."""
    for item in ready:
        parsed = _again(item, settings, cache)
        document = IndexedDocument(item.metadata, item.file)
        yield PreparedDocument(document, chunk(parsed, item.metadata, chunker), parsed.blocks)


def _again(item: _Ready, settings: Settings, cache: ParseCache) -> ParsedDocument:
    """The text prepared before; parsed again when only the metadata changed and the cache no longer has it."""
    ending = item.source.path.suffix.lower()
    parsed = cache.load(item.file.sha256, ending)
    if parsed is None:
        data = item.source.path.read_bytes()
        if hashlib.sha256(data).hexdigest() != item.file.sha256:
            raise InputRefusedError(f"{item.source.name} changed while it was being ingested", hint="run the ingest again")
        parsed = parse_bytes(data, item.source.name, options_of(settings))
    return parsed
