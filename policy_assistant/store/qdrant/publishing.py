"""A change of the index: written with the next step, and made visible by moving the marker, last of all."""

from collections.abc import Mapping
from dataclasses import replace

from policy_assistant.errors import IndexMismatchError
from policy_assistant.filters import Part
from policy_assistant.store.base import Update
from policy_assistant.store.make import REBUILD_HINT
from policy_assistant.store.qdrant.door import AnyOf, Door, equals
from policy_assistant.store.qdrant.hashes import longer_ids
from policy_assistant.store.qdrant.layout import DOCUMENT, RECORDS, visible
from policy_assistant.store.qdrant.lease import Lease
from policy_assistant.store.qdrant.meta import Meta, read_meta
from policy_assistant.store.qdrant.next_step import NextStep, check_planned
from policy_assistant.store.qdrant.pages import pages, some_at_a_time
from policy_assistant.store.qdrant.spool import Spool
from policy_assistant.store.qdrant.tidying import collections_of, take_back

Counts = Mapping[Part, tuple[int, int]]


def publish(door: Door, project: str, update: Update) -> Counts:
    """Apply a change; of each part the numbers of chunks that came and went.

    Raises:
        StoreBusyError: another process publishes, or has published since this change was planned.
    """
    door.ensure(RECORDS)
    with Lease(door, project) as lease:
        meta = read_meta(door, project)
        check_planned(meta, update.generation)
        take_back(door, project, meta, collections_of(meta))
        step = NextStep(door, project, meta, lease, meta.step + 1, replaces_all=update.replace_all)
        step.count_out(update.removed)
        with Spool(step.change) as spool:
            for prepared in update.added:
                spool.add(prepared)
                lease.renew()
            _check_sources(door, project, step.base, update, spool)
            longer = longer_ids(door, step.origin, project, step.base, step.gone, spool.numbers, spool.hashes)
            return _write(step, update, spool, longer)


def _write(step: NextStep, update: Update, spool: Spool, longer: Mapping[str, int]) -> Counts:
    writer = step.begin(step.dimension(update.embedding))
    step.remove(update.removed)
    writer.documents(spool)
    filled = sum(writer.fill(source, vectors, step.change) for source, vectors in update.filled)
    writer.restate(dict(update.touched), dict(update.flagged))
    step.rewrite_where_needed()
    change = step.change
    changed = bool(change.came.total() or change.gone.total() or filled or update.flagged or update.replace_all)
    described = step.described(update.chunker, update.embedding, update.unreadable, update.commits)
    step.finish(replace(described, generation=step.meta.generation + changed, longer=longer))
    return change.counts


def _check_sources(door: Door, project: str, base: Meta, update: Update, spool: Spool) -> None:
    """Raise `IndexMismatchError` when a document comes that came before or is there already."""
    spool.check_sources()
    if not any(base.documents.values()):
        return
    leaving = set(update.removed)
    for some in some_at_a_time([source for source in spool.sources if source not in leaving]):
        where = visible(project, base.step, equals("kind", DOCUMENT), AnyOf("source", some))
        for point in pages(door, RECORDS.name, where, ["source"]):
            raise IndexMismatchError(f"{point.payload['source']} is in the index already", hint=REBUILD_HINT)
