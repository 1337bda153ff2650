"""Copying an index: whole parts at a time, each of which a later run finds and does not copy again, then one switch at the end."""

import contextlib
import hashlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from policy_assistant.filters import PARTS
from policy_assistant.store.base import (
    Embedding,
    Engine,
    IndexedDocument,
    IndexInfo,
    PreparedDocument,
    Shard,
    StagedShard,
    StagingEngine,
    Update,
)
from policy_assistant.store.engine import writing

if TYPE_CHECKING:
    from policy_assistant.settings import Settings
    from policy_assistant.store.sqlite import Store

PART_CHUNKS = 2_000
"""Chunks of a part: what an interrupted move has to copy again at most."""
MOST_PARTS = 512

Progress = Callable[[int, int], None]
"""Told the documents that are copied, and all of them."""


def records(engine: Engine) -> dict[str, IndexedDocument]:
    """The documents of both parts by their sources, in order."""
    found = {one.metadata.source: one for part in PARTS for one in engine.documents(part)}
    return dict(sorted(found.items()))


@contextlib.contextmanager
def copy_to_file(origin: Engine, path: Path, progress: Progress | None) -> "Iterator[tuple[Store, int]]":
    """A copy of an index in a file of its own beside `path`, and how many of its documents an earlier run had copied."""
    from policy_assistant.store.sqlite import Store

    with Store.open(_copy_of(path)) as copy:
        wanted, there = records(origin), records(copy)
        made_alike = _made(copy.info()) == _made(origin.info())
        kept = {source: record for source, record in there.items() if made_alike and wanted.get(source) == record}
        _publish_part(origin, copy, [source for source in there if source not in kept], [])
        done = len(kept)
        for sources in _parts([source for source in wanted if source not in kept], origin.info(), len(wanted)):
            _publish_part(origin, copy, [], sources)
            done += len(sources)
            if progress:
                progress(done, len(wanted))
        yield copy, len(kept)


def use_file(path: Path) -> None:
    """Put the finished copy in the place of `path`."""
    from policy_assistant.store.connection import delete_database

    delete_database(path)
    _copy_of(path).replace(path)


def copy_to_engine(origin: Engine, settings: "Settings", progress: Progress | None) -> int:
    """Copy an index to an engine that takes it in parts; how many documents an earlier run had copied.

    Parts that wait there are taken where they hold the same documents, and replaced where they do not.
    """
    with writing(settings) as target:
        return _copy_staged(origin, target, progress)  # type: ignore[arg-type]


def _copy_staged(origin: Engine, target: StagingEngine, progress: Progress | None) -> int:
    wanted, info, generation = records(origin), origin.info(), target.generation()
    staged = [part for part in target.staged() if part.generation == generation]
    of = staged[0].shard.of if staged else min(MOST_PARTS, 1 + (info.chunks + info.code_chunks) // PART_CHUNKS)
    kept_parts = {part.shard.number: part for part in staged}
    parts: list[list[str]] = [[] for _ in range(of)]
    for source in wanted:
        parts[_part_of(source, of)].append(source)
    before = done = 0
    for number, sources in enumerate(parts, 1):
        kept = kept_parts.get(number)
        if kept and _made(kept) == _made(info) and list(kept.documents) == [wanted[source] for source in sources]:
            before += len(sources)
        else:
            change = _change(origin, info, generation, sources, sources)
            target.stage(Shard(number, of), change, list(wanted))
        done += len(sources)
        if progress:
            progress(done, len(wanted))
    target.publish_staged([source for source in records(target) if source not in wanted], {})
    return before


def _publish_part(origin: Engine, copy: Engine, removed: Sequence[str], sources: Sequence[str]) -> None:
    copy.publish(_change(origin, origin.info(), copy.generation(), removed, sources))


def _change(origin: Engine, info: IndexInfo, generation: int, removed: Sequence[str], sources: Sequence[str]) -> Update:
    added: Iterator[PreparedDocument] = origin.export(sources)
    return Update(
        chunker=info.chunker,
        generation=generation,
        removed=removed,
        added=added,
        unreadable=origin.unreadable(),
        embedding=info.embedding,
        commits=info.commits,
    )


def _made(by: IndexInfo | StagedShard) -> tuple[str, Embedding | None]:
    """How passages were cut, and what made their vectors."""
    return by.chunker, by.embedding


def _parts(sources: Sequence[str], info: IndexInfo, documents: int) -> Iterator[Sequence[str]]:
    """The sources in parts of about `PART_CHUNKS`."""
    chunks = info.chunks + info.code_chunks
    size = max(1, PART_CHUNKS * documents // max(chunks, 1))
    for start in range(0, len(sources), size):
        yield sources[start : start + size]


def _part_of(source: str, of: int) -> int:
    """The part of a source, from 0; the same in every run."""
    return int.from_bytes(hashlib.sha256(source.encode("utf-8", "surrogatepass")).digest()[:8]) % of


def _copy_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.copy")
