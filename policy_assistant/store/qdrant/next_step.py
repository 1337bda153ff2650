"""The next step of an index, from the first thing that is counted out to the moment when it is visible."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, replace

from policy_assistant.analysis import ANALYSER_VERSION
from policy_assistant.blocks import PARSER_VERSION
from policy_assistant.checkout import Commit
from policy_assistant.code_terms import CODE_ANALYSER_VERSION
from policy_assistant.errors import IndexMismatchError, StoreBusyError
from policy_assistant.steering import STEERING_VERSION
from policy_assistant.store.base import Embedding
from policy_assistant.store.bm25 import Totals
from policy_assistant.store.make import REBUILD_HINT
from policy_assistant.store.qdrant.door import AnyOf, Door, equals
from policy_assistant.store.qdrant.layout import DOCUMENT, RECORDS, SPARSE, passages, visible
from policy_assistant.store.qdrant.lease import Lease
from policy_assistant.store.qdrant.meta import Meta, packed_sums, write_meta
from policy_assistant.store.qdrant.pages import pages, some_at_a_time
from policy_assistant.store.qdrant.statistics import write_tally
from policy_assistant.store.qdrant.tallies import Change, added
from policy_assistant.store.qdrant.tidying import collections_of, sweep, take_back
from policy_assistant.store.qdrant.writing import Writer

LARGEST_DRIFT = 1.05
"""When the average length of texts is further than this from one that sparse vectors were made with, all are made anew.

Scores are exact all the same; the further it is, the more candidates a search must fetch to be sure of the best.
"""

BUSY_HINT = "run the ingest again; what was parsed is kept"

Ranges = dict[str, tuple[float, float]]
"""Of each family the least and the greatest average length that sparse vectors were made with."""


class NextStep:
    """A change from the state `meta` to the step `number`. Count out, `begin`, write, `finish`, in this order.

    With `replaces_all` nothing of what is there stays. `base` is the state that the change adds to, `gone` are the hashes of
    the chunks that go.
    """

    def __init__(self, door: Door, project: str, meta: Meta, lease: Lease, number: int, *, replaces_all: bool) -> None:
        self.door, self.project, self.meta, self.number = door, project, meta, number
        self._lease, self._replaces_all = lease, replaces_all
        self.base = Meta(step=meta.step) if replaces_all else meta
        self.change = Change()
        self.gone: set[str] = set()
        self.ranges: Ranges = {}
        self._rewritten = False

    @property
    def origin(self) -> str:
        """The collection of the chunks that are visible."""
        return passages(self.meta.numbers).name

    def count_out(self, sources: Iterable[str]) -> None:
        """Count what goes: these sources, or everything."""
        if self._replaces_all:
            self.change.gone.update(dict(self.meta.chunks))  # type: ignore[arg-type]
            return
        for some in some_at_a_time(dict.fromkeys(sources)):
            if self.meta.step:
                self._count_out(some)

    def dimension(self, embedding: Embedding | None) -> int:
        """The numbers of the vectors after the change. Raises `IndexMismatchError` when others stay."""
        found = self.change.dimension or (embedding.dimension if embedding else 0) or self.base.numbers
        if self.base.vectors > self.change.vectors_gone.number and found != self.base.numbers:
            raise IndexMismatchError(
                f"vectors of {found} numbers came for an index whose vectors have {self.base.numbers}", hint=REBUILD_HINT
            )
        return found

    def begin(self, numbers: int, ranges: Ranges | None = None) -> Writer:
        """The writer of the step, once all that comes and goes is counted; `numbers` is the dimension of its vectors.

        `ranges` are the averages of sparse vectors that are written already.
        """
        self._numbers = numbers
        self.totals = self.change.tally.added_to(self.base.totals)
        averages = {family: Totals(*self.totals[family]).average for family in SPARSE}
        self.ranges = _ranges(self.base, averages, ranges or {})
        target = passages(numbers)
        self.door.ensure(target)
        self.door.ensure(passages(self.meta.numbers))
        if numbers not in (self.meta.numbers, self.meta.former):
            take_back(self.door, self.project, self.meta, [target.name])  # of an attempt that came to nothing
        self.writer = Writer(self.door, self.project, self.meta.step, self.number, self.origin, target.name, averages, self._lease.renew)
        return self.writer

    def remove(self, sources: Sequence[str]) -> None:
        """Let these sources go, or everything."""
        if self._replaces_all:
            self.writer.remove_all()
        else:
            self.writer.remove(sources)

    def rewrite_where_needed(self) -> bool:
        """Make the sparse vectors of all that stays anew where they are too far from the average, or lie in another collection; whether so."""
        self._rewritten = self._numbers != self.base.numbers or any(most / least > LARGEST_DRIFT for least, most in self.ranges.values())
        if self._rewritten and any(self.base.chunks.values()):
            self.writer.rewrite()
        return self._rewritten

    def described(
        self, chunker: str, embedding: Embedding | None, unreadable: Mapping[str, tuple[int, int]], commits: Sequence[Commit]
    ) -> Meta:
        """The state after the change, with how it was made."""
        model = embedding or Embedding("", "", 0)
        return replace(
            self.base,
            chunker=chunker,
            parser=PARSER_VERSION,
            analyser=ANALYSER_VERSION,
            code_analyser=CODE_ANALYSER_VERSION,
            steering=STEERING_VERSION if self._replaces_all or not self.meta.generation else self.meta.steering,
            embedder=model.name,
            revision=model.revision,
            dimension=model.dimension,
            last_sync=time.time_ns(),
            unreadable=dict(unreadable),
            commits=[astuple(commit) for commit in commits],
        )

    def finish(self, described: Meta) -> None:
        """Write the numbers, move the marker, and take away what nobody reads any more.

        Raises:
            StoreBusyError: another process has published meanwhile.
        """
        base, change = self.base, self.change
        buckets = write_tally(
            self.door, self.project, self.meta.step, self.number, change.tally, base.buckets, anew=not any(base.chunks.values())
        )
        after = replace(
            described,
            step=self.number,
            numbers=self._numbers,
            former=self.meta.numbers,
            documents=added(base.documents, change.documents, {}),
            chunks=added(base.chunks, change.came, {} if self._replaces_all else change.gone),
            vectors=base.vectors + change.vectors,
            totals=self.totals,
            averages={family: (of, of) for family, of in self.writer.averages.items()} if self._rewritten else self.ranges,
            buckets=buckets,
            languages=packed_sums(change.sums_after(base.sums)),
            writer=self._lease.owner,
        )
        self._lease.check()
        if not write_meta(self.door, self.project, after, self.meta.step):
            raise StoreBusyError("another ingest finished while this one was written; the index is as it left it", hint=BUSY_HINT)
        sweep(self.door, self.project, self.number, collections_of(after))

    def _count_out(self, sources: Sequence[str]) -> None:
        where = visible(self.project, self.meta.step, AnyOf("source", sources))
        for point in pages(self.door, self.origin, where, vectors=True):
            self.change.take(point)
            self.gone.add(str(point.payload["hash"]))
        records = visible(self.project, self.meta.step, AnyOf("source", sources), equals("kind", DOCUMENT))
        for point in pages(self.door, RECORDS.name, records, ["part"]):
            self.change.documents[point.payload["part"]] -= 1  # type: ignore[index]


def check_planned(meta: Meta, generation: int) -> None:
    """Raise `StoreBusyError` unless the index is the one that a change was planned for."""
    if meta.generation != generation:
        raise StoreBusyError("another ingest finished while this one was prepared; the index is as it left it", hint=BUSY_HINT)


def _ranges(base: Meta, averages: Mapping[str, float], written: Ranges) -> Ranges:
    """The ranges of averages once sparse vectors of this change are written too."""
    found: Ranges = {}
    for family, average in averages.items():
        stays = base.totals.get(family, (0, 0))[0] > 0
        ends = [average, *written.get(family, ()), *(base.averages.get(family, ()) if stays else ())]
        found[family] = min(ends), max(ends)
    return found
