"""Two versions of a document side by side: what each section said before and says after."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from policy_assistant.server.page.pieces import LIKE, Pieces, likeness, sides
from policy_assistant.server.routes.documents import differing

if TYPE_CHECKING:
    from policy_assistant.server.desk import Desk

MAX_PAIRED = 40
"""Of more sentences that went or came in one section, the others stand alone."""


@dataclass(frozen=True)
class ShownChange:
    """A sentence, item or row before and after; one of both may be empty."""

    before: Pieces
    after: Pieces


@dataclass(frozen=True)
class ShownSection:
    """A section that was added, removed, changed or renamed (`kind`)."""

    kind: str
    name: str
    earlier: str
    changes: Sequence[ShownChange]


def compared(desk: "Desk", doc_id: str, before: str, after: str) -> Mapping[str, Any]:
    """What changed, as `differing`, with its sections side by side.

    Raises:
        NotFoundError: there is no such version.
        UsageError: both are the same.
    """
    found = differing(desk, doc_id, before, after)
    return {**found, "sections": [_section(section) for section in found["sections"]]}


def _section(record: Mapping[str, Any]) -> ShownSection:
    changes = [ShownChange(*sides(*pair)) for pair in paired([(change["before"], change["after"]) for change in record["changes"]])]
    return ShownSection(record["kind"], record["section"], record["earlier"], changes)


def paired(changes: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Changes, what went beside what came where they have much in common, so that a reader sees what became of it."""
    gone = [before for before, after in changes if before and not after][:MAX_PAIRED]
    pairs: dict[str, str] = {}
    for after in [after for before, after in changes if after and not before][:MAX_PAIRED]:
        best = max(gone, key=lambda before: likeness(before, after), default="")
        if best and likeness(best, after) >= LIKE:
            pairs[after] = best
            gone.remove(best)
    moved = set(pairs.values())
    return [(before or pairs.get(after, ""), after) for before, after in changes if after or before not in moved]
