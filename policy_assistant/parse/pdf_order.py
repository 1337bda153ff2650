"""The order in which a page is read: columns of text from left to right, and what is set over all of them between.

A gutter is looked for where fewest pieces of text lie. Lines that cross it part the page into bands; a band whose two sides
are columns of text (`pdf_prose` tells, and says no to the columns of a table) is read side by side, and each side may have
columns in turn. Everything else stays in lines over the whole width.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise
from statistics import median

from policy_assistant.parse.pdf_columns import unruled_tables
from policy_assistant.parse.pdf_lines import PrintedLine, line_of, rejoined
from policy_assistant.parse.pdf_paragraphs import is_item
from policy_assistant.parse.pdf_prose import Side, are_columns, are_divided, is_tabular, keep_no_step
from policy_assistant.parse.pdf_rules import Rule
from policy_assistant.parse.pdf_tables import Table

STEP = 2.0
"""Points: the places at which gutters are looked for."""

CROSSED = 0.6
"""Shares of the pieces at the fullest places on both sides: a gutter is crossed by fewer."""

MAX_GUTTERS = 4
"""More places without text are columns of a table; the emptiest ones are tried."""

SHORTEST = 12
"""Characters: pieces that are shorter on average are cells of a table or labels of a drawing; columns of them keep no step."""

DEEPEST = 3
"""Gutters inside of columns: two make four columns."""

WHITE_STRIP = 1.3
"""Times the usual distance of lines: white over both sides from here on may part what is above from what is below."""

SET_LARGE = 1.12
"""Times the usual size: a heading that stands alone between white strips is set over both columns."""

MANY = 40
"""Pieces; of fewer, nothing is said about their length."""

USUAL_LINE = 12.0
"""Points: a ruled table counts as so many lines as have room in it."""

Piece = PrintedLine | Table


@dataclass(frozen=True, slots=True)
class Region:
    """Pieces that are read from top to bottom, and the edges of their column, in points (None: the page's width).

    `dividers` are the upright rules of a whole page, which may run between two columns.
    """

    lines: Sequence[PrintedLine]
    tables: Sequence[Table] = ()
    column: tuple[float, float] | None = None
    dividers: Sequence[Rule] = ()


def in_reading_order(pages: Sequence[Region]) -> list[list[Region]]:
    """The regions of each page, given as one region over its whole width, in the order in which they are read.

    What is a gutter on one page is known on the others: there a few lines beside it are enough.
    """
    first = [_Order(()) for _ in pages]
    found = [order.of(page) for order, page in zip(first, pages, strict=True)]
    known = tuple({round(gutter / STEP) * STEP for order in first for gutter in order.proved})
    if not known:
        return found
    return [
        _Order(known).of(page) if order.is_changed_by(known) else regions for order, page, regions in zip(first, pages, found, strict=True)
    ]


def pieces_of(lines: Sequence[PrintedLine], tables: Sequence[Table], above: Table | None) -> list[Piece]:
    """The pieces of a region from top to bottom, its unruled tables found; `above` is the table that the page before ended with."""
    return sorted([*tables, *unruled_tables(lines, is_item, above)], key=lambda piece: piece.box.top)


class _Order:
    """The reading order of one page, where the gutters `known` from other pages count as proved; collects its own.

    `proved` are the gutters found, `doubted` those with a column of text on one side only.
    """

    def __init__(self, known: Sequence[float]) -> None:
        self._known = sorted({round(gutter / STEP) for gutter in known})
        self._dividers: Sequence[Rule] = ()
        self.proved: list[float] = []
        self.doubted: list[float] = []

    def is_changed_by(self, known: Iterable[float]) -> bool:
        """Whether a gutter that the page could not prove is known from elsewhere; else its order stays as it is."""
        return any(abs(gutter - doubted) <= 3 * STEP for gutter in known for doubted in self.doubted)

    def of(self, page: Region) -> list[Region]:
        self._dividers = page.dividers
        pieces: list[Piece] = sorted([*page.lines, *page.tables], key=_height)
        columns = self._columns(pieces, 0)
        return columns or [_region(pieces, None)]

    def _columns(self, pieces: Sequence[Piece], depth: int) -> list[Region]:
        """The regions of pieces that have columns; none if they have not."""
        if depth == DEEPEST:
            return []
        for gutter in [*_gutters(pieces), *sorted({rule.at for rule in self._dividers})[:MAX_GUTTERS]]:
            regions, has_columns = [], False
            for is_crossing, band in groupby(pieces, key=lambda piece: _crosses(piece, gutter)):
                group = list(band)
                inner = [] if is_crossing else self._side_by_side(group, gutter, depth)
                has_columns |= bool(inner)
                regions.append(inner or group)
            if has_columns:
                return [region for part in _merged(regions) for region in self._regions(part, depth)]
        return []

    def _regions(self, part: list[Region] | list[Piece], depth: int) -> list[Region]:
        if part and isinstance(part[0], Region):
            return [item for item in part if isinstance(item, Region)]
        pieces = [item for item in part if not isinstance(item, Region)]
        return self._columns(pieces, depth + 1) or [_region(pieces, None)]

    def _side_by_side(self, band: Sequence[Piece], gutter: float, depth: int) -> list[Region]:
        """The regions of a band that no piece crosses, if it has columns of text; else none."""
        regions: list[Region] = []
        waiting: list[Piece] = []
        has_columns = False
        for block in _blocks(band, gutter):
            if _is_over_columns(block, gutter, band):
                columns = self._pair(waiting, gutter, depth)
                has_columns |= bool(columns)
                regions += [*(columns or _plain(waiting)), _region(block, None)]
                waiting = []
            else:
                waiting += block
        columns = self._pair(waiting, gutter, depth)
        has_columns |= bool(columns)
        return [*regions, *(columns or _plain(waiting))] if has_columns else []

    def _pair(self, pieces: Sequence[Piece], gutter: float, depth: int) -> list[Region]:
        left, right = _sides(pieces, gutter)
        if not (left and right) or _gap(left, right) <= 0 or (_is_scattered(pieces) and not keep_no_step(*map(_side, (left, right)))):
            return []
        inner = [self._columns(side, depth + 1) for side in (left, right)]
        is_known = any(abs(place * STEP - gutter) <= 2 * STEP for place in self._known)
        sides = [_side(left), _side(right)]
        are_sure = [bool(part) or any(isinstance(piece, Table) for piece in side) for side, part in zip((left, right), inner, strict=True)]
        is_divided = self._has_divider(left, right) and are_divided(sides[0], sides[1])
        if not (all(are_sure) or is_divided or are_columns(sides[0], sides[1], are_sure, is_known=is_known)):
            self.doubted += [gutter] if any(are_sure) or any(side.is_text() for side in sides) else []
            return []
        self.proved.append(gutter)
        return [region for side, part in zip((left, right), inner, strict=True) for region in part or [_column(side)]]

    def _has_divider(self, left: Sequence[Piece], right: Sequence[Piece]) -> bool:
        """Whether an upright rule runs between two sides over all the height that they share."""
        _, top, before, bottom = _side_edges(left)
        behind, other_top, _, other_bottom = _side_edges(right)
        top, bottom = max(top, other_top), min(bottom, other_bottom)
        return any(before <= rule.at <= behind and rule.start <= top and rule.end >= bottom for rule in self._dividers)


def _side_edges(pieces: Sequence[Piece]) -> tuple[float, float, float, float]:
    boxes = [piece.box for piece in pieces]
    return min(b.left for b in boxes), min(b.top for b in boxes), max(b.right for b in boxes), max(b.bottom for b in boxes)


def _gap(left: Iterable[Piece], right: Iterable[Piece]) -> float:
    return min(piece.box.left for piece in right) - max(piece.box.right for piece in left)


def _side(pieces: Iterable[Piece]) -> Side:
    return Side.of([piece for piece in pieces if isinstance(piece, PrintedLine)])


def _is_scattered(pieces: Iterable[Piece]) -> bool:
    """Whether text comes in many short pieces."""
    lengths = [len(segment.text) for piece in pieces if isinstance(piece, PrintedLine) for segment in piece.segments]
    return len(lengths) >= MANY and sum(lengths) < SHORTEST * len(lengths)


def _gutters(pieces: Sequence[Piece]) -> list[float]:
    """The places that fewest pieces lie over, with text on both sides; the emptiest and widest first."""
    spans = [(*span, _weight(piece)) for piece in pieces for span in _spans(piece)]
    if not spans:
        return []
    first, last = int(min(span[0] for span in spans) / STEP), int(max(span[1] for span in spans) / STEP) + 1
    over = [0] * (last - first + 2)
    for left, right, weight in spans:
        over[int(left / STEP) - first] += weight
        over[int(right / STEP) - first + 1] -= weight
    total = 0
    for place, change in enumerate(over):
        total += change
        over[place] = total
    found = [(over[valley[0]], -len(valley), (first + median(valley) + 0.5) * STEP) for valley in _valleys(over)]
    return [place for _, _, place in sorted(found)[:MAX_GUTTERS]]


def _valleys(over: Sequence[int]) -> Iterator[list[int]]:
    """The lowest places of each stretch that is much lower than what lies to its left and what lies to its right."""
    left, right = list(accumulate(over, max)), list(accumulate(reversed(over), max))[::-1]
    for is_low, run in groupby(range(len(over)), key=lambda place: over[place] <= CROSSED * min(left[place], right[place])):
        if not is_low:
            continue
        places = list(run)
        least = min(over[place] for place in places)
        yield from (list(low) for is_least, low in groupby(places, key=lambda place: over[place] == least) if is_least)


def _spans(piece: Piece) -> Iterator[tuple[float, float]]:
    if isinstance(piece, Table):
        yield piece.box.left, piece.box.right
    else:
        for segment in piece.segments:
            yield segment.box.left, segment.box.right


def _weight(piece: Piece) -> int:
    return 1 + int((piece.box.bottom - piece.box.top) / USUAL_LINE) if isinstance(piece, Table) else 1


def _crosses(piece: Piece, gutter: float) -> bool:
    return any(left < gutter < right for left, right in _spans(piece))


def _height(piece: Piece) -> float:
    return piece.box.top if isinstance(piece, Table) else piece.base


def _sides(pieces: Iterable[Piece], gutter: float) -> tuple[list[Piece], list[Piece]]:
    """What lies to the left and to the right of a gutter that nothing crosses; lines are cut at it."""
    left: list[Piece] = []
    right: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, Table):
            (left if piece.box.right <= gutter else right).append(piece)
            continue
        before = [segment for segment in piece.segments if segment.box.right <= gutter]
        behind = piece.segments[len(before) :]
        for side, part in ((left, before), (right, behind)):
            if any(segment.text for segment in part):
                side.append(line_of(part, piece))
    return left, right


def _blocks(band: Sequence[Piece], gutter: float) -> Iterator[list[Piece]]:
    """Pieces between white strips that go over both sides."""
    strip = WHITE_STRIP * _pitch(band, gutter)
    block: list[Piece] = []
    bottom = 0.0
    for piece in band:
        if block and _height(piece) - bottom > strip:
            yield block
            block = []
        block.append(piece)
        bottom = max(bottom, piece.box.bottom if isinstance(piece, Table) else piece.base)
    if block:
        yield block


def _pitch(band: Iterable[Piece], gutter: float) -> float:
    """The usual distance of lines on one side, in points."""
    lines = [piece for piece in band if isinstance(piece, PrintedLine)]
    sides = (
        [line for line in lines if line.segments[0].box.right <= gutter],
        [line for line in lines if line.segments[-1].box.left > gutter],
    )
    distances = [below.base - above.base for side in sides for above, below in pairwise(side)]
    return median(distances) if distances else 0.0


def _is_over_columns(block: Sequence[Piece], gutter: float, band: Sequence[Piece]) -> bool:
    """Whether a block between white strips is a heading or a table over both columns."""
    lines = [piece for piece in block if isinstance(piece, PrintedLine)]
    if not lines or len(block) == len(band):
        return False
    usual = median(piece.size for piece in band if isinstance(piece, PrintedLine))
    left, right = _sides(block, gutter)
    if not right:
        return all(line.size >= SET_LARGE * usual for line in lines)
    return bool(left) and len(lines) == len(block) and is_tabular(lines, gutter)


def _merged(parts: Sequence[list[Region] | list[Piece]]) -> Iterator[list[Region] | list[Piece]]:
    """The parts, neighbours without columns put together again."""
    waiting: list[Piece] = []
    for part in parts:
        if part and isinstance(part[0], Region):
            if waiting:
                yield waiting
            waiting = []
            yield part
        else:
            waiting += [item for item in part if not isinstance(item, Region)]
    if waiting:
        yield waiting


def _plain(pieces: Sequence[Piece]) -> list[Region]:
    return [_region(pieces, None)] if pieces else []


def _column(pieces: Sequence[Piece]) -> Region:
    edges = min(piece.box.left for piece in pieces), max(piece.box.right for piece in pieces)
    return _region(pieces, edges)


def _region(pieces: Sequence[Piece], column: tuple[float, float] | None) -> Region:
    lines = [piece for piece in pieces if isinstance(piece, PrintedLine)]
    return Region(
        tuple(rejoined(line_of(line.segments, line, column)) for line in lines),
        tuple(piece for piece in pieces if isinstance(piece, Table)),
        column,
    )
