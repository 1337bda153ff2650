"""The parts of a corpus from several machines: each is written by itself, unseen, and all are made visible together.

What is staged is born two steps after the visible one, so that an ordinary change in between, which takes the next step, does
not show it; that change takes it away. Those who stage look at the marker before every request, and stop when it has moved.
"""

import base64
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from policy_assistant.errors import IndexMismatchError, InputRefusedError, StoreBusyError
from policy_assistant.filters import Part
from policy_assistant.metadata import Metadata
from policy_assistant.store.base import Shard, StagedShard, Update
from policy_assistant.store.bm25 import Totals
from policy_assistant.store.qdrant import staged_shards
from policy_assistant.store.qdrant.door import AnyOf, Between, Door, Where, equals
from policy_assistant.store.qdrant.hashes import longer_ids
from policy_assistant.store.qdrant.layout import DOCUMENT, RECORDS, SPARSE, passages, visible
from policy_assistant.store.qdrant.lease import Lease
from policy_assistant.store.qdrant.meta import Meta, read_meta
from policy_assistant.store.qdrant.next_step import BUSY_HINT, NextStep, check_planned
from policy_assistant.store.qdrant.pages import pages, some_at_a_time
from policy_assistant.store.qdrant.records import document_in, document_record
from policy_assistant.store.qdrant.spool import Spool
from policy_assistant.store.qdrant.staged_shards import Staged, read_counts, read_staged, staged_where, write_staged
from policy_assistant.store.qdrant.tallies import Change
from policy_assistant.store.qdrant.tidying import collections_of, take_back
from policy_assistant.store.qdrant.writing import Writer

if TYPE_CHECKING:
    from policy_assistant.store.base import Vector
    from policy_assistant.store.qdrant.meta import Sums

Counts = Mapping[Part, tuple[int, int]]

STEPS = 2
"""What is staged is born so many steps after the visible one."""


def stage(door: Door, project: str, shard: Shard, update: Update, seen: Sequence[str]) -> None:
    """As `StagingEngine.stage`."""
    door.ensure(RECORDS)
    meta = read_meta(door, project)
    check_planned(meta, update.generation)
    step = meta.step + STEPS
    _clear(door, project, step, shard.number, _collections(door, project, meta))
    change = Change()
    with Spool(change) as spool:
        for prepared in update.added:
            spool.add(prepared)
        spool.check_sources()
        totals = change.tally.added_to({} if update.replace_all else meta.totals)
        averages = {family: Totals(*totals[family]).average for family in SPARSE}
        numbers = change.dimension or (update.embedding.dimension if update.embedding else 0) or (0 if update.replace_all else meta.numbers)
        target = passages(numbers)
        door.ensure(target)
        door.ensure(passages(meta.numbers))
        _clear(door, project, step, shard.number, [target.name])
        writer = Writer(
            door,
            project,
            meta.step,
            step,
            passages(meta.numbers).name,
            target.name,
            averages,
            lambda: _check(door, project, meta),
            shard.number,
        )
        writer.documents(spool)
    filled = [source for source, vectors in update.filled if _fill(writer, source, vectors, change)]
    _check(door, project, meta)
    write_staged(door, project, step, Staged.of_update(shard, update, seen, filled, numbers, averages, change), change)


def staged(door: Door, project: str, meta: Meta) -> list[StagedShard]:
    """As `StagingEngine.staged`."""
    step = meta.step + STEPS
    found = []
    for one in read_staged(door, project, step):
        where = staged_where(project, step, equals("kind", DOCUMENT), equals("shard", one.number))
        documents = sorted((document_in(point) for point in pages(door, RECORDS.name, where)), key=lambda d: d.metadata.source.encode())
        unreadable = {source: (size, mtime) for source, (size, mtime) in one.unreadable.items()}
        found.append(StagedShard(one.shard, one.generation, one.chunker, one.model, one.seen, documents, unreadable))
    return found


def publish_staged(door: Door, project: str, removed: Sequence[str], changed: Mapping[str, Metadata]) -> Counts:
    """As `StagingEngine.publish_staged`."""
    door.ensure(RECORDS)
    with Lease(door, project) as lease:
        meta = read_meta(door, project)
        shards = read_staged(door, project, meta.step + STEPS)
        _check_shards(shards, meta)
        take_back(door, project, meta, collections_of(meta))
        step = NextStep(door, project, meta, lease, meta.step + STEPS, replaces_all=any(one.replaces_all for one in shards))
        going = list(dict.fromkeys([*removed, *(source for one in shards for source in one.removed)]))
        step.count_out(going)
        for one in shards:
            _count_in(step.change, one, read_counts(door, project, step.number, one.number))
        return _publish(step, shards, going, changed)


def _publish(step: NextStep, shards: Sequence[Staged], going: Sequence[str], changed: Mapping[str, Metadata]) -> Counts:
    numbers = _numbers(shards, step)
    ranges = {family: (min(one.averages[family] for one in shards), max(one.averages[family] for one in shards)) for family in SPARSE}
    writer = step.begin(numbers, ranges)
    _clear_strangers(step, writer.target, shards[0].of)
    _check_documents(step, going)
    longer = _longer_ids(step, writer, {source for one in shards for source in one.filled})
    step.remove(going)
    writer.end_chunks([source for one in shards for source in one.filled])
    states = {source: state for one in shards for source, state in one.states.items()}
    writer.restate(states, {source: flag for one in shards for source, flag in one.flagged.items()})
    _restate_periods(step, writer, changed)
    if step.rewrite_where_needed():
        writer.rewrite_staged(staged_where(step.project, step.number))
    last = shards[-1]
    unreadable = {source: (size, mtime) for one in shards for source, (size, mtime) in one.unreadable.items()}
    described = step.described(last.chunker, last.model, unreadable, [])
    commits = {tuple(commit[:2]): commit for one in shards for commit in one.commits}
    step.finish(replace(described, generation=step.meta.generation + 1, longer=longer, commits=list(commits.values())))
    staged_shards.delete_says(step.door, step.project)
    return step.change.counts


def _check_shards(shards: Sequence[Staged], meta: Meta) -> None:
    """Raise `StoreBusyError` when nothing is staged for the index as it is, `InputRefusedError` when shards do not make a whole."""
    if not shards or any(one.generation != meta.generation for one in shards):
        raise StoreBusyError("nothing is staged for the index as it is now", hint="stage every shard again, then publish")
    of = shards[0].of
    missing = sorted(set(range(1, of + 1)) - {one.number for one in shards})
    if missing or any(one.of != of for one in shards):
        raise InputRefusedError(
            f"not every shard is ready; missing: {', '.join(f'{number}/{of}' for number in missing) or 'shards of one division'}",
            hint="run `policy-assistant ingest --shard I/N` for each of them, then publish; an ordinary ingest takes away what is staged",
        )
    if len({(one.chunker, one.model) for one in shards}) > 1:
        raise InputRefusedError("the shards were made by different chunkers or models", hint="stage them again with the same settings")


def _check_documents(step: NextStep, going: Collection[str]) -> None:
    """Raise `IndexMismatchError` when two shards have a document, or one that is visible stays beside its like."""
    where = staged_where(step.project, step.number, equals("kind", DOCUMENT))
    sources = Counter(str(point.payload["source"]) for point in pages(step.door, RECORDS.name, where, ["source"]))
    twice = [source for source, count in sources.items() if count > 1]
    if any(step.base.documents.values()):
        for some in some_at_a_time(sources):
            there = visible(step.project, step.base.step, equals("kind", DOCUMENT), AnyOf("source", some))
            twice += {str(point.payload["source"]) for point in pages(step.door, RECORDS.name, there, ["source"])} - set(going)
    if twice:
        raise IndexMismatchError(f"{min(twice)} is in two shards, or in the index already", hint="stage all shards of one division again")


def _clear_strangers(step: NextStep, target: str, of: int) -> None:
    """Delete what shards beyond the last left at this step: after the marker was lost, what an index of before had there."""
    for name in (RECORDS.name, target):
        beyond = (equals("project", step.project), equals("born", step.number), Between("shard", of + 1, None))
        step.door.delete(name, Where(beyond))


def _numbers(shards: Sequence[Staged], step: NextStep) -> int:
    """The dimension of the collection in which the shards lie. Raises as `NextStep.dimension`."""
    found = {one.numbers for one in shards if any(one.came.values()) or one.filled}
    if len(found) > 1:
        raise InputRefusedError(f"the shards have vectors of {sorted(found)} numbers", hint="stage them again with the same settings")
    return found.pop() if found and not step.change.dimension else step.dimension(shards[0].model)


def _longer_ids(step: NextStep, writer: Writer, filled: Collection[str]) -> dict[str, int]:
    """The digits of IDs once what is staged is visible; chunks of `filled` sources take the places of their like."""
    where = staged_where(step.project, step.number)
    numbers = array("Q")
    again = set(step.gone)
    for point in pages(step.door, writer.target, where, ["number", "hash", "source"]):
        numbers.append(int(str(point.payload["number"])))
        if point.payload["source"] in filled:
            again.add(str(point.payload["hash"]))

    def hashes(alike: Collection[int]) -> Iterator[str]:
        for some in some_at_a_time(sorted(alike)):
            chosen = staged_where(step.project, step.number, AnyOf("number", some))
            yield from (str(point.payload["hash"]) for point in pages(step.door, writer.target, chosen, ["hash"]))

    return longer_ids(step.door, step.origin, step.project, step.base, again, numbers, hashes)


def _restate_periods(step: NextStep, writer: Writer, changed: Mapping[str, Metadata]) -> None:
    """Give documents other metadata, whether they are staged or visible."""
    for source, metadata in changed.items():
        where = staged_where(step.project, step.number, equals("source", source))
        there = list(pages(step.door, RECORDS.name, _with(where, equals("kind", DOCUMENT))))
        if not there:
            writer.restate_metadata(source, metadata)
            continue
        for point in there:
            record = document_record(
                step.project, step.number, replace(document_in(point), metadata=metadata), int(str(point.payload["shard"]))
            )
            step.door.upsert(RECORDS.name, [record])
        step.door.set_payload(writer.target, writer.periods_of(metadata), where)


def _count_in(change: Change, one: Staged, counts: Iterable[tuple[str, dict[str, int]]]) -> None:
    change.came.update(one.came)
    change.documents.update(one.documents)
    change.dimension = change.dimension or one.dimension
    change.vectors_came.merge(one.vectors_came, _sums(one.sums_came))
    change.vectors_gone.merge(one.vectors_gone, _sums(one.sums_gone))
    change.tally.merge(one.totals, dict(counts))


def _sums(packed: Mapping[str, tuple[int, str]]) -> "Sums":
    import numpy as np

    return {language: (count, np.frombuffer(base64.b64decode(total), "<f8").copy()) for language, (count, total) in packed.items()}


def _fill(writer: Writer, source: str, vectors: "Sequence[Vector]", change: Change) -> int:
    return writer.fill(source, vectors, change, ends=False)


def _check(door: Door, project: str, meta: Meta) -> None:
    if read_meta(door, project).step != meta.step:
        raise StoreBusyError("another ingest finished while this shard was staged; nothing was changed", hint=BUSY_HINT)


def _collections(door: Door, project: str, meta: Meta) -> list[str]:
    """Where a shard may have staged before."""
    numbers = [one.numbers for one in read_staged(door, project, meta.step + STEPS)]
    return collections_of(meta, *numbers)


def _clear(door: Door, project: str, step: int, number: int, collections: Iterable[str]) -> None:
    for name in collections:
        if door.exists(name):
            door.delete(name, Where((equals("project", project), equals("born", step), equals("shard", number))))


def _with(where: Where, *conditions: Any) -> Where:
    return Where((*where.must, *conditions), where.must_not)
