"""Ingestion: files become an index. It plans (what changed), prepares (parses and embeds into the cache), then publishes at once.

Nothing is written to the index before every file was read and every document's metadata was accepted; a process that is
killed at any moment leaves the index as it was or as it should be, and the next run resumes from the cache.
"""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from policy_assistant.blocks import PARSER_VERSION
from policy_assistant.chunk import DEFAULT_CHUNKER
from policy_assistant.chunk.base import check_chunker
from policy_assistant.documents import DocInfo, load_inventory
from policy_assistant.embed import Progress
from policy_assistant.errors import IndexMismatchError, InputRefusedError
from policy_assistant.index_model import choose_embedder, is_installed
from policy_assistant.models.embedders.base import NONE
from policy_assistant.plan import IngestReport, Plan, consider, finish
from policy_assistant.publish import make_vectors, publish
from policy_assistant.reading import options_of, own_metadata
from policy_assistant.settings import Settings
from policy_assistant.sources import find_sources
from policy_assistant.store.base import IndexedDocument, IndexInfo
from policy_assistant.store.connection import REBUILD_HINT
from policy_assistant.store.sqlite import Store, check_analyser
from policy_assistant.vector_maker import VectorMaker

__all__ = ["IngestReport", "Progress", "ingest", "options_of", "own_metadata"]


def ingest(
    settings: Settings,
    *,
    chunker: str = "",
    embedder: str = "",
    rebuild: bool = False,
    dry_run: bool = False,
    strict: bool = False,
    without_vectors: bool = False,
    progress: Progress | None = None,
    embed_progress: Progress | None = None,
) -> IngestReport:
    """Bring the index up to date with the files.

    `rebuild` ingests everything anew; `strict` refuses the whole when any file cannot be read; `without_vectors` embeds
    nothing: passages whose vectors are not known are left without, which the next ingest makes up for.

    Raises:
        InputRefusedError: no documents, or metadata that would make answers wrong. The index is as it was.
        IndexMismatchError: the index has another chunker, parser or embedder, and `rebuild` was not asked for.
        MissingExtraError, ModelError: the embedder is not installed or fails; the index is as it was, and what was
            embedded is kept.
        StoreBusyError: another process wrote meanwhile.
    """
    before = _state(settings, rebuild)
    chunker = _chunker(settings, chunker, before.info, rebuild)
    spec = choose_embedder(settings, embedder, before.info, rebuild=rebuild, without_vectors=without_vectors)
    last_sync = before.info.last_sync if before.info else 0
    plan = Plan(settings, before.documents, last_sync, rebuild, chunker, IngestReport(dry_run=dry_run))
    _read_all(plan, before.lacking_vectors, strict, progress)
    if dry_run:
        return plan.report
    built = before.info.embedding if before.documents and before.info and not rebuild else None
    with contextlib.ExitStack() as stack:
        maker = None if spec == NONE else stack.enter_context(contextlib.closing(VectorMaker(spec, settings, built)))
        if maker and (is_installed(spec) or not without_vectors):
            make_vectors(plan, maker, embed_progress, only_kept=without_vectors)
        publish(plan, maker, before.info)
    return plan.report


@dataclass(frozen=True)
class _State:
    """The index as it is; empty when there is none or it will be replaced."""

    info: IndexInfo | None = None
    documents: Mapping[str, IndexedDocument] = field(default_factory=dict)
    lacking_vectors: frozenset[str] = frozenset()


def _state(settings: Settings, rebuild: bool) -> _State:
    if not settings.index_path.exists():
        return _State()
    try:
        with Store(settings.index_path) as store:
            info = store.info()
            lacking = store.lacking_vectors() if info.without_vectors else ()
            return _State(info, {d.metadata.source: d for d in store.documents()}, frozenset(lacking))
    except IndexMismatchError:
        if rebuild:
            return _State()
        raise


def _chunker(settings: Settings, asked: str, info: IndexInfo | None, rebuild: bool) -> str:
    """The chunker to use: the one asked for, else the index's own, else the default."""
    asked = asked or settings.chunk.chunker
    built = info.chunker if info and not rebuild else ""
    chunker = check_chunker(asked or built or DEFAULT_CHUNKER)
    if info and built:
        _check_make(info, chunker)
    return chunker


def _check_make(info: IndexInfo, chunker: str) -> None:
    """Refuse to add to an index what would not be like the rest of it."""
    if chunker != info.chunker:
        raise IndexMismatchError(
            f"the index was made with chunker {info.chunker!r}, not {chunker!r}",
            hint=f"run `policy-assistant ingest --rebuild --chunker {chunker}`",
        )
    if info.parser != PARSER_VERSION:
        raise IndexMismatchError(f"the index was made by parser {info.parser}; this version has parser {PARSER_VERSION}", hint=REBUILD_HINT)
    check_analyser(info.analyser)


def _read_all(plan: Plan, lacking_vectors: frozenset[str], strict: bool, progress: Progress | None) -> None:
    """Look at every file, and read those that are new."""
    found = find_sources(plan.settings)
    if not found.sources:
        corpus = plan.settings.corpus
        raise InputRefusedError(
            f"no documents in {', '.join(corpus.folders)} (looked for {', '.join(corpus.patterns)})",
            hint="put documents there, or set [corpus] folders and patterns",
        )
    listed = _listed(plan.settings)
    plan.report.warnings.extend(f"{name}: a link that leaves the folders; not read" for name in found.refused_links)
    for number, source in enumerate(found.sources, 1):
        consider(plan, source, listed.get(source.name))
        if progress:
            progress(number, len(found.sources), source.name)
    finish(plan, listed, {source.name for source in found.sources}, lacking_vectors, strict=strict)


def _listed(settings: Settings) -> dict[str, DocInfo]:
    if not settings.inventory_path.exists():
        return {}
    return {row.file: row for row in load_inventory(settings.inventory_path)}
