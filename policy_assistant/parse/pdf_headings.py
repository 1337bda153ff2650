"""Headings that the file itself names, by its tags or its outline: their printed lines become headings of the given level."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from policy_assistant.blocks import Line, RawBlock
from policy_assistant.spots import Spot

Place = tuple[int, int]
"""A printed line: which block it is in, and which line of the block it is."""

DEEPEST = 10
"""A level beyond it is taken for it."""


HALF_NAMED = (0.25, 0.6)
"""Shares of what looks like a heading. If less than the second is named, the writer used the styles of headings here and there;
if less than the first, the look is not one of headings but of much else."""


@dataclass(frozen=True, slots=True)
class Named:
    """A heading as the file names it. Lines with one `key` are one heading; `level` is 1 for the highest."""

    key: int
    level: int


def headed(blocks: Sequence[RawBlock], named: Mapping[Place, Named], *, only: bool) -> list[RawBlock]:
    """The blocks with the named lines as headings.

    With `only`, what merely looks like a heading is text, unless the names are found on some of what looks so (`HALF_NAMED`).
    Without, it stays one: on the level of the named ones that look like it, below all of them where it is set smaller, as it
    was where it is set larger.
    """
    only = only and not _names_half(blocks, named)
    has_title = any(block.kind == "title" for block in blocks)
    pieces = list(_pieces(blocks, named))
    free = not has_title or any(block.kind == "title" and name for block, name in pieces)
    down = 0 if free or all(name.level > 1 for name in named.values()) else 1
    by_look = _levels_by_look(pieces, down)
    whole = [_as_named(list(group), down, by_look, only=only) for group in _groups(pieces)]
    return whole if has_title else _with_title(whole, named)


def _names_half(blocks: Sequence[RawBlock], named: Mapping[Place, Named]) -> bool:
    looking = [number for number, block in enumerate(blocks) if block.kind in ("title", "heading")]
    found = {number for number, _ in named}
    low, high = (share * len(looking) for share in HALF_NAMED)
    return low <= sum(number in found for number in looking) < high


_Piece = tuple[RawBlock, Named | None]


def _pieces(blocks: Sequence[RawBlock], named: Mapping[Place, Named]) -> Iterator[_Piece]:
    """The blocks, cut where a named heading begins or ends."""
    for number, block in enumerate(blocks):
        names = [named.get((number, place)) for place in range(len(block.lines))]
        if block.kind == "table" or not any(names):
            yield block, None
            continue
        place = 0
        for name, run in groupby(names):
            count = len(list(run))
            yield _cut(block, block.lines[place : place + count], is_last=place + count == len(names)), name
            place += count


def _cut(block: RawBlock, lines: Sequence[Line], *, is_last: bool) -> RawBlock:
    """The part of a block that some of its lines cover."""
    start, end = lines[0].start, block.lines[-1].end if is_last else lines[-1].end
    moved = tuple(Line(line.start - start, line.end - start, line.box) for line in lines)
    spots = tuple(Spot(max(s.start - start, 0), min(s.end, end) - start, s.name) for s in block.spots if s.start < end and s.end > start)
    return replace(block, text=block.text[start:end], lines=moved, spots=spots)


def _groups(pieces: Iterable[_Piece]) -> Iterator[Iterable[_Piece]]:
    """Each piece by itself, but those of one heading together."""
    for _, group in groupby(enumerate(pieces), key=lambda item: item[1][1].key if item[1][1] else -1 - item[0]):
        yield [piece for _, piece in group]


def _as_named(group: Sequence[_Piece], down: int, by_look: Mapping[int, Counter[int]], *, only: bool) -> RawBlock:
    block, name = group[0]
    if name is None:
        return _unnamed(block, by_look, only=only)
    for other, _ in group[1:]:
        block = _joined(block, other)
    text = block.text.replace("\n", " ")
    if any(piece.kind == "title" for piece, _ in group):
        return replace(block, kind="title", level=1, text=text)
    return replace(block, kind="heading", level=min(name.level + down, DEEPEST), text=text)


def _joined(block: RawBlock, other: RawBlock) -> RawBlock:
    shift = len(block.text) + 1
    lines = (*block.lines, *(Line(line.start + shift, line.end + shift, line.box) for line in other.lines))
    spots = (*block.spots, *(Spot(spot.start + shift, spot.end + shift, spot.name) for spot in other.spots))
    flags = tuple(dict.fromkeys(block.flags + other.flags))
    return replace(block, text=f"{block.text} {other.text}", lines=lines, flags=flags, spots=spots)


def _unnamed(block: RawBlock, by_look: Mapping[int, Counter[int]], *, only: bool) -> RawBlock:
    if block.kind != "heading":
        return block
    if only:
        return replace(block, kind="text", level=0)
    if block.level in by_look:
        return replace(block, level=by_look[block.level].most_common(1)[0][0])
    above = [level for look, found in by_look.items() if look < block.level for level in found]
    return replace(block, level=min(max(block.level, *(level + 1 for level in above)), DEEPEST)) if above else block


def _levels_by_look(pieces: Iterable[_Piece], down: int) -> dict[int, Counter[int]]:
    """For each level that the layout gave, those that the file gives its headings, with how often."""
    levels: dict[int, Counter[int]] = {}
    for block, name in pieces:
        if name and block.kind == "heading":
            levels.setdefault(block.level, Counter())[name.level + down] += 1
    return levels


def _with_title(blocks: list[RawBlock], named: Mapping[Place, Named]) -> list[RawBlock]:
    """The only heading of the first level is the title, if it is the first of all headings."""
    first = next((number for number, block in enumerate(blocks) if block.kind == "heading"), None)
    highest = {name.key for name in named.values() if name.level == 1}
    if first is None or blocks[first].level != 1 or len(highest) != 1:
        return blocks
    return [replace(block, kind="title") if number == first else block for number, block in enumerate(blocks)]
