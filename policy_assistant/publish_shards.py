"""The end of an ingest in parts: all parts become visible together, and what only the whole corpus tells is settled."""

from collections.abc import Mapping, Sequence, Set

from policy_assistant.errors import IndexMismatchError, InputRefusedError
from policy_assistant.ingest import ingest
from policy_assistant.ingest_lock import Waiting, ingest_lock
from policy_assistant.ingest_report import CodeReport, IngestReport
from policy_assistant.metadata import Metadata
from policy_assistant.periods import close_periods
from policy_assistant.settings import SQLITE, Settings
from policy_assistant.shards import check_records, forget_records
from policy_assistant.store.base import IndexedDocument, StagedShard
from policy_assistant.store.engine import has_index, open_engine, staging


def publish_shards(settings: Settings, *, waiting: Waiting | None = None) -> IngestReport:
    """Make all parts visible at once.

    Raises:
        InputRefusedError: parts are missing or do not fit together, or two documents of several parts are the same version.
        StoreBusyError: the index was changed since they were made.
        As `ingest`.
    """
    return _publish_kept(settings, waiting) if settings.store.engine == SQLITE else _publish_staged(settings, waiting)


def _publish_kept(settings: Settings, waiting: Waiting | None) -> IngestReport:
    made = check_records(settings.cache_path, _generation(settings))[0]
    report = ingest(
        settings,
        chunker=made.chunker,
        embedder=made.embedder,
        rebuild=made.rebuild,
        without_vectors=made.without_vectors,
        waiting=waiting,
    )
    forget_records(settings.cache_path)
    return report


def _generation(settings: Settings) -> int:
    """That of the index; 0 where there is none, or one that only a rebuild can use."""
    if not has_index(settings):
        return 0
    try:
        with open_engine(settings) as engine:
            return engine.generation()
    except IndexMismatchError:
        return 0


def _publish_staged(settings: Settings, waiting: Waiting | None) -> IngestReport:
    report = IngestReport()
    with ingest_lock(settings.cache_path, waiting), staging(settings) as engine:
        visible = {document.metadata.source: document for document in engine.documents()} if engine.generation() else {}
        shards = engine.staged()
        staged = [document for shard in shards for document in shard.documents]
        gone = visible.keys() - {source for shard in shards for source in shard.seen}
        changed = _settled(visible, staged, gone)
        counts = engine.publish_staged(sorted(gone), changed)
    sources = {document.metadata.source for document in staged if document.metadata.part == "docs"}
    code = [document.metadata.source for document in staged if document.metadata.part == "code"]
    if code:
        report.code = CodeReport(added=sorted(code), chunks_added=counts["code"][0], chunks_removed=counts["code"][1])
    report.added = sorted(sources - visible.keys())
    report.updated = sorted(sources & visible.keys())
    report.removed = sorted(gone)
    report.unchanged = sorted(visible.keys() - sources - gone)
    report.chunks_added, report.chunks_removed = counts["docs"]
    unread = {source for shard in shards for source in shard.unreadable}
    report.skipped.extend((source, "could not be read when its shard was made") for source in sorted(unread - visible.keys()))
    report.warnings.extend(_differing_listings(shards))
    return report


def _settled(visible: Mapping[str, IndexedDocument], staged: Sequence[IndexedDocument], gone: Set[str]) -> dict[str, Metadata]:
    """The metadata that change when the whole corpus is known: where periods end. Raises `InputRefusedError` for twins."""
    stay = {source: document for source, document in visible.items() if source not in gone}
    whole = [
        d.metadata for d in {**stay, **{document.metadata.source: document for document in staged}}.values() if d.metadata.part == "docs"
    ]
    seen: dict[tuple[str, str], str] = {}
    for metadata in whole:
        other = seen.setdefault((metadata.doc_id, metadata.version), metadata.source)
        if other != metadata.source:
            raise InputRefusedError(
                f"{metadata.source} and {other} are both {metadata.doc_id} version {metadata.version}; nothing was published",
                hint="give one another version, or remove it; then stage its shard again",
            )
    return {new.source: new for old, new in zip(whole, close_periods(whole), strict=True) if old != new}


def _differing_listings(shards: Sequence[StagedShard]) -> list[str]:
    """A warning where machines have seen different files."""
    if len({frozenset(shard.seen) for shard in shards}) > 1:
        return ["the shards have not seen the same files; a file counts as gone where the shard that it belongs to did not see it"]
    return []
