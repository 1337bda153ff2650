"""The end of an ingest: the vectors that its plan needs are made, then the whole change is published at once.

Documents pass through one at a time; neither all texts nor all vectors are in memory together.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from policy_assistant.embed import Progress
from policy_assistant.metadata import Chunk
from policy_assistant.models.embedders.base import NONE
from policy_assistant.plan import Plan
from policy_assistant.settings import SQLITE
from policy_assistant.shards import ShardRecord, keep_record
from policy_assistant.store.base import Engine, IndexedDocument, IndexInfo, PreparedDocument, Shard, Update
from policy_assistant.store.engine import has_index, open_engine, staging, writing
from policy_assistant.vector_maker import VectorMaker

if TYPE_CHECKING:
    from policy_assistant.store.base import Vector


def make_vectors(plan: Plan, maker: VectorMaker, progress: Progress | None = None, *, only_kept: bool = False) -> None:
    """See that the cache holds the vectors of all documents that get some, and note which these are.

    With `only_kept` nothing is embedded: a document gets vectors if the cache holds them all.

    Raises:
        As `VectorMaker.embed`.
    """
    missing: set[bytes] = set()
    unfinished: set[str] = set()
    for source, chunks in _documents(plan):
        keys = maker.missing(chunks)
        if keys:
            missing |= keys
            unfinished.add(source)
        if not (keys and only_kept):
            plan.with_vectors.add(source)
    if missing and not only_kept:
        documents = (chunks for source, chunks in _documents(plan) if source in unfinished)
        plan.report.embedded = maker.embed(documents, len(missing), progress)


def publish(plan: Plan, maker: VectorMaker | None, info: IndexInfo | None) -> None:
    """Write the plan into the index, or a new index over one that cannot be used. `info` is that of the index, if it can.

    Raises:
        StoreBusyError: another process wrote meanwhile.
        InputRefusedError: a file changed meanwhile.
    """
    settings = plan.settings
    update = _update(plan, maker, info)  # before a file is made: it may fail
    with writing(settings, anew=plan.rebuild and info is None and has_index(settings)) as store:
        counts = store.publish(update)
        hashes = {d.file.sha256 for d in store.documents()}
    report = plan.report
    report.chunks_added, report.chunks_removed = counts["docs"]
    if report.code:
        report.code.chunks_added, report.code.chunks_removed = counts["code"]
    if plan.ready or plan.removed:
        plan.cache.prune(hashes)
    if maker:
        maker.prune()


def stage(
    plan: Plan, maker: VectorMaker | None, info: IndexInfo | None, shard: Shard, seen: Sequence[str], *, without_vectors: bool = False
) -> None:
    """Keep a plan for a part of the corpus until all parts are published; `seen` are the files of all parts.

    In the one file of SQLite nothing can wait unseen: the part is in the cache, and a record says so.

    Raises:
        StoreBusyError: the index was changed meanwhile.
    """
    settings = plan.settings
    if settings.store.engine == SQLITE:
        embedder = maker.embedding.name if maker else NONE
        made = (shard.number, shard.of, info.generation if info else 0, plan.chunker, embedder)
        keep_record(settings.cache_path, ShardRecord(*made, plan.rebuild, without_vectors))
        return
    update = _update(plan, maker, info)
    with staging(settings) as engine:
        engine.stage(shard, update, seen)


def _update(plan: Plan, maker: VectorMaker | None, info: IndexInfo | None) -> Update:
    return Update(
        chunker=plan.chunker,
        generation=info.generation if info else 0,
        removed=plan.removed,
        added=_prepared(plan, maker),
        touched=plan.touched,
        flagged=plan.flagged,
        replace_all=plan.rebuild,
        unreadable=plan.unreadable,
        embedding=maker.embedding if maker else None,
        filled=_filled(plan, maker),
        commits=plan.commits,
    )


def _documents(plan: Plan) -> Iterator[tuple[str, list[Chunk]]]:
    """The documents that lack vectors, with their chunks: the new ones, then those that stay."""
    for ready, cut in plan.cut_all(plan.ready, with_terms=False):
        yield ready.source.name, cut.chunks
    if plan.to_fill:
        with open_engine(plan.settings) as store:
            for source in plan.to_fill:
                yield source, _chunks_of(plan, store, source)


def _chunks_of(plan: Plan, store: Engine, source: str) -> list[Chunk]:
    """The chunks of one document in the index, not those of its other versions."""
    return [chunk for chunk in store.chunks(plan.before[source].metadata.doc_id) if chunk.source == source]


def _prepared(plan: Plan, maker: VectorMaker | None) -> Iterator[PreparedDocument]:
    for ready, cut in plan.cut_all(plan.ready):
        vectors = maker.vectors_of(cut.chunks) if maker and ready.source.name in plan.with_vectors else None
        yield PreparedDocument(IndexedDocument(ready.metadata, ready.file), cut.chunks, cut.blocks, vectors, cut.terms)


def _filled(plan: Plan, maker: VectorMaker | None) -> "Iterator[tuple[str, Sequence[Vector]]]":
    """The vectors of documents that stay and lacked them."""
    sources = [source for source in plan.to_fill if source in plan.with_vectors]
    if not sources or maker is None:
        return
    with open_engine(plan.settings) as store:
        for source in sources:
            yield source, maker.vectors_of(_chunks_of(plan, store, source))
