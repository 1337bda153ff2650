"""The chain of entries: each entry's hash covers the one before it, so that no entry can be changed, moved or taken out unseen.

An entry's hash covers its number, time, kind, labels and the hash of its content, not the content itself: content that is
erased leaves the chain whole. The content's hash is salted and the salt is erased with it, so that nobody can try out what
an erased entry said. An erasure is an entry of its own and names what was erased; content that is gone without one is a
problem. `Head` remembers how long the chain is, so that a missing end shows.

What a chain inside one file cannot show: somebody who may write the file can make all hashes anew. Whoever wants to exclude
that writes the head's hash down elsewhere from time to time (the anchor) and has it looked for later.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

BEGINNING = "0" * 64
"""What stands for the hash before the first entry."""

ANSWER, ERASURE = "answer", "erasure"


@dataclass(frozen=True)
class Entry:
    """One link of the chain. `labels` and `content` are canonical JSON; `salt` and `content` are None once erased."""

    number: int
    kept_at: str
    kind: str
    labels: str
    content_hash: str
    hash: str
    salt: str | None
    content: str | None


@dataclass(frozen=True)
class Head:
    """How many entries there are, and the hash of the last."""

    entries: int = 0
    hash: str = BEGINNING


def canonical(value: Any) -> str:
    """JSON that is the same for the same value: keys sorted, no blanks, ASCII only (so that lone surrogates survive)."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def text_hash(text: str) -> str:
    """SHA-256 of a text in UTF-8, 64 hex digits."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def link(head: Head, kept_at: str, kind: str, labels: str, salt: str, content: str) -> Entry:
    """The entry that follows the head."""
    number, content_hash = head.entries + 1, text_hash(salt + content)
    return Entry(number, kept_at, kind, labels, content_hash, _hash(head.hash, number, kept_at, kind, labels, content_hash), salt, content)


def chain_problems(entries: Iterable[Entry], head: Head, anchor: str = "") -> list[str]:
    """What is wrong with a chain, as sentences; empty when it is whole. `entries` are in the order of their numbers.

    `anchor` is the hash (or its first digits) that the head had once: it must still be in the chain.
    """
    found: list[str] = []
    last = Head()
    erased: dict[int, int] = {}
    blank: set[int] = set()
    kept: set[int] = set()
    anchored = not anchor or anchor == BEGINNING
    for entry in entries:
        found.extend(_link_problems(last, entry))
        last = Head(entry.number, entry.hash)
        anchored = anchored or entry.hash.startswith(anchor)
        (blank if entry.content is None else kept).add(entry.number)
        if entry.kind == ERASURE:
            erased.update(dict.fromkeys(_erased_by(entry), entry.number))
    found.extend(f"entry {number} was emptied, and no entry says by whom" for number in sorted(blank - set(erased)))
    found.extend(f"entry {number} is said to be erased (entry {erased[number]}), but is not" for number in sorted(kept & set(erased)))
    found.extend(_end_problems(last, head))
    if not anchored:
        found.append(f"no entry has the hash {anchor}: the ledger was made anew or cut since it was written down")
    return found


def _hash(previous: str, number: int, kept_at: str, kind: str, labels: str, content_hash: str) -> str:
    return text_hash(canonical([previous, number, kept_at, kind, labels, content_hash]))


def _link_problems(last: Head, entry: Entry) -> Iterator[str]:
    """What is wrong between an entry and the one before it."""
    missing = entry.number - last.entries - 1
    if missing:
        yield f"entry {entry.number - 1} is missing" if missing == 1 else f"entries {last.entries + 1} to {entry.number - 1} are missing"
    elif entry.hash != _hash(last.hash, entry.number, entry.kept_at, entry.kind, entry.labels, entry.content_hash):
        yield f"entry {entry.number} does not follow the one before it: one of them was changed or put in another's place"
    if entry.content is not None and text_hash((entry.salt or "") + entry.content) != entry.content_hash:
        yield f"entry {entry.number}: its content was changed"


def _end_problems(last: Head, head: Head) -> Iterator[str]:
    if last.entries < head.entries:
        yield f"the end is missing: {head.entries} entries were kept, the last one found is number {last.entries}"
    elif last.entries > head.entries:
        yield f"there are entries after the last that was kept, which is number {head.entries}"
    elif last.hash != head.hash:
        yield f"the last entry, number {last.entries}, is not the one that was kept"


def _erased_by(entry: Entry) -> list[int]:
    """The numbers that an erasure names; none where its content is not readable, which is a problem of its own."""
    try:
        numbers = json.loads(entry.content or "{}").get("numbers", [])
        return [number for number in numbers if isinstance(number, int)]
    except (ValueError, AttributeError, TypeError):
        return []
