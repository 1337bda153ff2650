"""Which blocks are shown: the section around a place, and a whole version part by part. Both are bounded."""

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from policy_assistant.blocks import Block
from policy_assistant.view.marking import Piece

MAX_BLOCKS = 60
MAX_CHARACTERS = 20_000

MARGIN = 2_000
"""Characters that are shown before and after a place inside a block that is too long to be shown whole."""

HEADINGS = ("title", "heading")


def around(text: str, blocks: Sequence[Block], start: int, end: int) -> list[Piece]:
    """The section that the characters `start` to `end` stand in, from its heading to the next; as much of it as the limits allow.

    What they touch comes first, then the headings, then what is nearest.
    """
    touched = [number for number, block in enumerate(blocks) if block.start < end and block.end > start]
    if not touched:
        return []
    pieces = dict(_touched(text, blocks, touched[:MAX_BLOCKS], start, end))
    left = MAX_CHARACTERS - sum(piece.last - piece.first for piece in pieces.values())
    first, last = _section(blocks, touched[0], touched[-1])
    shown = _fitting(blocks, _candidates(blocks, range(first, last + 1), pieces), left, MAX_BLOCKS - len(pieces))
    pieces |= {number: Piece(blocks[number], blocks[number].start, blocks[number].end) for number in shown}
    return _with_cuts(pieces, first, last)


def parts_of(text: str, blocks: Sequence[Block]) -> list[list[Piece]]:
    """A whole version in parts of at most so many blocks and characters."""
    parts: list[list[Piece]] = [[]]
    size = 0
    for piece in (piece for block in blocks for piece in _cut(text, block)):
        length = piece.last - piece.first
        if parts[-1] and (len(parts[-1]) == MAX_BLOCKS or size + length > MAX_CHARACTERS):
            parts.append([])
            size = 0
        parts[-1].append(piece)
        size += length
    return parts


def _touched(text: str, blocks: Sequence[Block], numbers: Sequence[int], start: int, end: int) -> Iterator[tuple[int, Piece]]:
    """The blocks that a place touches; when they are too long, only what is near the place, and of a long place its beginning."""
    is_short = sum(len(text[blocks[number].start : blocks[number].end]) for number in numbers) <= MAX_CHARACTERS
    stop = min(end, start + MAX_CHARACTERS)
    for number in numbers:
        block = blocks[number]
        if is_short:
            yield number, Piece(block, block.start, block.end)
        elif block.start < stop:
            first, last = _on_lines(text, block, max(block.start, start - MARGIN), min(block.end, stop + MARGIN))
            yield number, Piece(block, first, last, first > block.start, last < block.end)


def _on_lines(text: str, block: Block, first: int, last: int) -> tuple[int, int]:
    """Whole lines of a block, where they begin and end near."""
    begin = text.rfind("\n", block.start, first) + 1 or block.start
    stop = text.find("\n", last, block.end)
    stop = block.end if stop < 0 else stop
    return (begin if first - begin <= MARGIN else first), (stop if stop - last <= MARGIN else last)


def _section(blocks: Sequence[Block], first: int, last: int) -> tuple[int, int]:
    """The numbers of the first and last block of a section; headings that follow each other belong together."""
    while first > 0 and blocks[first].kind not in HEADINGS:
        first -= 1
    while first > 0 and blocks[first - 1].kind in HEADINGS:
        first -= 1
    while last + 1 < len(blocks) and blocks[last + 1].kind not in HEADINGS:
        last += 1
    return first, last


def _candidates(blocks: Sequence[Block], section: range, pieces: Collection[int]) -> Sequence[Sequence[int]]:
    """The blocks of a section that may be added, in runs, the nearest first: headings, what follows the place, what precedes it."""
    before = range(section.start, min(pieces))
    heads = [number for number in before if blocks[number].kind in HEADINGS]
    return heads, range(max(pieces) + 1, section.stop), [number for number in reversed(before) if number not in heads]


def _fitting(blocks: Sequence[Block], runs: Sequence[Sequence[int]], characters: int, count: int) -> list[int]:
    """As many as the limits allow, in turn from each run, which ends where one does not fit."""
    chosen: list[int] = []
    waiting = deque(iter(run) for run in runs)
    while waiting and len(chosen) < count:
        run = waiting.popleft()
        number = next(run, None)
        length = 0 if number is None else blocks[number].end - blocks[number].start
        if number is None or length > characters:
            continue
        chosen.append(number)
        characters -= length
        waiting.append(run)
    return chosen


def _with_cuts(pieces: dict[int, Piece], first: int, last: int) -> list[Piece]:
    """The pieces in order, with a mark where something of the section is missing between them."""
    found = []
    for number in sorted(pieces):
        piece = pieces[number]
        before = number - 1 not in pieces and number > first
        after = number == max(pieces) and number < last
        found.append(replace(piece, cut_before=piece.cut_before or before, cut_after=piece.cut_after or after))
    return found


def _cut(text: str, block: Block) -> Iterator[Piece]:
    """A block, one that is too long in several pieces of whole lines."""
    first = block.start
    while block.end - first > MAX_CHARACTERS:
        stop = text.rfind("\n", first + 1, first + MAX_CHARACTERS)
        last = stop if stop > first else first + MAX_CHARACTERS
        yield Piece(block, first, last, first > block.start, True)
        first = last + (last == stop)
    yield Piece(block, first, block.end, first > block.start)
