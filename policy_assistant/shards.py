"""A corpus divided among several ingests: which part a file belongs to, and what says that a part is ready in the cache.

An engine that takes parts from several machines keeps them itself (`StagingEngine`). For the one file of SQLite a part is
parsed and embedded into the cache, which all share, with a record of it there; the ingest that publishes finds all in it.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from policy_assistant.errors import InputRefusedError, PolicyAssistantError, UsageError
from policy_assistant.store.base import Shard

MAX_SHARDS = 10_000
_DIVISION = re.compile(r"([1-9]\d{0,4})/([1-9]\d{0,4})")


def parse_shard(text: str) -> Shard:
    """`2/3` as the second of three parts. Raises `UsageError` for anything else."""
    match = _DIVISION.fullmatch(text.strip())
    number, of = (int(match[1]), int(match[2])) if match else (0, 0)
    if not 1 <= number <= of <= MAX_SHARDS:
        raise UsageError(f"shard {text!r} is not I/N with I from 1 to N", hint=f"for example 2/3; N is at most {MAX_SHARDS:,}")
    return Shard(number, of)


def belongs_to(shard: Shard, source: str) -> bool:
    """Whether a file is in this part. All states of a file in git are in one, so `source` is its name as it is today."""
    return int.from_bytes(hashlib.sha256(source.encode()).digest()[:8]) % shard.of == shard.number - 1


@dataclass(frozen=True)
class ShardRecord:
    """A part that is ready in the cache: of which division, for the index of which generation, and how it was made.

    `rebuild` and `without_vectors` are options of its ingest that the one which publishes must have, too.
    """

    number: int
    of: int
    generation: int
    chunker: str
    embedder: str
    rebuild: bool = False
    without_vectors: bool = False


def keep_record(cache: Path, record: ShardRecord) -> None:
    """Say that a part is ready; parts that it does not go together with are forgotten.

    Raises:
        PolicyAssistantError: the cache cannot be written.
    """
    path = cache / "shards" / f"{record.number}-of-{record.of}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for other in path.parent.glob("*.json"):
            kept = _read(other)
            if kept is None or replace(kept, number=record.number) != record:
                other.unlink(missing_ok=True)
        path.write_text(json.dumps(asdict(record)), encoding="utf-8")
    except OSError as error:
        raise PolicyAssistantError(
            f"{path} cannot be written: {(error.strerror or str(error)).lower()}", hint="make it writable"
        ) from error


def forget_records(cache: Path) -> None:
    """Delete what says which parts are ready."""
    for path in (cache / "shards").glob("*.json"):
        path.unlink(missing_ok=True)


def check_records(cache: Path, generation: int) -> Sequence[ShardRecord]:
    """The parts that are ready in the cache, which make a whole.

    Raises:
        InputRefusedError: some are missing, or they were made for an older index.
    """
    found = sorted(filter(None, map(_read, (cache / "shards").glob("*.json"))), key=lambda record: record.number)
    if not found:
        raise InputRefusedError("no shard is ready to be published", hint="run `policy-assistant ingest --shard I/N` for each part first")
    again = "run `policy-assistant ingest --shard I/N` again for each part, with the same settings"
    if old := [record for record in found if record.generation != generation]:
        raise InputRefusedError(f"the index has changed since shard {old[0].number}/{old[0].of} was made", hint=again)
    missing = sorted(set(range(1, found[0].of + 1)) - {record.number for record in found})
    if missing:
        names = ", ".join(f"{number}/{found[0].of}" for number in missing[:20])
        raise InputRefusedError(
            f"{len(missing)} of {found[0].of} shards are not ready: {names}",
            hint=f"run `policy-assistant ingest --shard {missing[0]}/{found[0].of}`",
        )
    return found


def _read(path: Path) -> ShardRecord | None:
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
        made = (int(values["number"]), int(values["of"]), int(values["generation"]), str(values["chunker"]), str(values["embedder"]))
        return ShardRecord(*made, bool(values["rebuild"]), bool(values["without_vectors"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
