"""Lines into paragraphs and list items: where one ends and the next begins."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from policy_assistant.parse.pdf_lines import PrintedLine
from policy_assistant.parse.pdf_lists import Mark, has_wide_mark, mark_of
from policy_assistant.parse.pdf_style import PARAGRAPH_GAP, Style, fits_behind

HEADING_GAP = 1.6
"""Times the type size: lines of a heading that are no further apart are one heading."""

ITEM_GAP = 2.2
"""Times the usual distance of lines: a paragraph further down no longer belongs to the list item above it."""

INDENT = 0.7
"""Shares of the type size: a smaller shift to the right is a side bearing of the first letter, not an indent."""

WIDE_INDENT = 3.0
"""Times the type size: the first line of a paragraph is not set in so far; a line that is, in the middle, is centred."""

BEARING = 0.12
"""Shares of the type size: the ink of letters that start at one place starts within this."""

CENTRED = 1.5
"""Points: lines whose middles differ by less are centred, and their left edges say nothing."""

SENTENCE_ENDS = tuple(".!?:;\u2026")
CLOSING = "\"'\u201d\u2019\u00bb)]"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that belong together; with a mark if they are a list item."""

    lines: tuple[PrintedLine, ...]
    mark: Mark | None = None

    @property
    def text(self) -> str:
        """Its words, for judging; the text of a block is made by `pdf_flow`."""
        return " ".join(line.text for line in self.lines)


def paragraphs(lines: Sequence[PrintedLine], style: Style) -> Iterator[Paragraph]:
    """Paragraphs and list items of lines in reading order, over page breaks."""
    edges = _filled_edges(lines, style)
    current: list[PrintedLine] = []
    mark: Mark | None = None
    for index, line in enumerate(lines):
        following = lines[index + 1] if index + 1 < len(lines) else None
        place = _Place(style, current, mark, line, following, edges[index])
        if not current or place.starts_paragraph():
            if current:
                yield Paragraph(tuple(current), mark)
            current, mark = [], _item_mark(line, style)
        current.append(line)
    if current:
        yield Paragraph(tuple(current), mark)


def is_item(line: PrintedLine) -> bool:
    """Whether a line by itself looks like the start of a list item."""
    return mark_of(line) is not None


def is_break(above: PrintedLine, line: PrintedLine) -> bool:
    """Whether a line starts a page, or a column to the right of the line above."""
    return above.page != line.page or line.base < above.base


def ends_sentence(line: PrintedLine) -> bool:
    """Whether a line ends as a sentence does."""
    return line.text.rstrip(CLOSING).endswith(SENTENCE_ENDS)


def _item_mark(line: PrintedLine, style: Style) -> Mark | None:
    """The mark of a line that starts a paragraph; a number in front of a heading is none."""
    mark = mark_of(line)
    return None if mark and not mark.is_bullet and style.stands_out(line) else mark


def _filled_edges(lines: Sequence[PrintedLine], style: Style) -> list[float]:
    """For each line the right edge that the lines around it fill; unset text of another width has its own."""
    edges: list[float] = []
    run: list[PrintedLine] = []
    for line in lines:
        if run and not _is_close(run[-1], line, style):
            edges += [max(other.box.right for other in run)] * len(run)
            run = []
        run.append(line)
    return edges + [max((other.box.right for other in run), default=0.0)] * len(run)


def _is_close(above: PrintedLine, line: PrintedLine, style: Style) -> bool:
    """Whether two lines follow each other as lines of one paragraph do, by size and distance."""
    if above.page != line.page or not style.are_alike(above, line):
        return False
    limit = max(PARAGRAPH_GAP * style.pitch_of(line), HEADING_GAP * line.size if style.is_large(line) else 0.0)
    return 0 < line.base - above.base <= limit


@dataclass(frozen=True, slots=True)
class _Place:
    """A line, what stands before it in the current paragraph, and what follows."""

    style: Style
    current: Sequence[PrintedLine]
    mark: Mark | None
    line: PrintedLine
    following: PrintedLine | None
    edge: float

    @property
    def above(self) -> PrintedLine:
        return self.current[-1]

    def starts_paragraph(self) -> bool:
        """Whether the line does not go on from the one above."""
        if self._starts_item():
            return True
        if is_break(self.above, self.line):
            return not self._goes_on_over_break()
        if self.mark:
            return not self._goes_on_in_item()
        return (
            not _is_close(self.above, self.line, self.style) or self._turns_from_bold() or self._ended_on_purpose() or self._is_indented()
        )

    def _starts_item(self) -> bool:
        mark = _item_mark(self.line, self.style)
        if mark is None:
            return False
        return mark.strong or self.mark is not None or self._has_room_above() or ends_sentence(self.above)

    def _has_room_above(self) -> bool:
        """Whether the line above was ended though the first word of this one would have fitted."""
        edge = self.style.right_of(self.above) if is_break(self.above, self.line) else self.edge
        return fits_behind(self.above, self.line.first_width, edge)

    def _goes_on_over_break(self) -> bool:
        if ends_sentence(self.above) or self.style.stands_out(self.line) or not self.style.are_alike(self.above, self.line):
            return False
        return self.line.text[0].islower() or not self._has_room_above()

    def _goes_on_in_item(self) -> bool:
        first = self.current[0]
        slack = INDENT * self.line.size
        if not _is_close(self.above, self.line, self.style):
            return self._is_more_of_item(first)
        if self.line.box.left >= first.second_left - BEARING * self.line.size:
            return True
        at_mark = abs(self.line.box.left - first.box.left) <= slack
        return at_mark and not self._item_hangs() and not (self._has_room_above() and ends_sentence(self.above))

    def _item_hangs(self) -> bool:
        """Whether the text of the item stands to the right of its mark on every line."""
        first, *others = self.current
        return has_wide_mark(first) or any(line.box.left >= first.second_left - BEARING * line.size for line in others)

    def _is_more_of_item(self, first: PrintedLine) -> bool:
        """Whether the line is a second paragraph under the same mark: exactly below the text, where no other text starts."""
        under_text = abs(self.line.box.left - first.second_left) <= BEARING * self.line.size
        is_margin = abs(first.second_left - self.style.left_of(first)) <= INDENT * self.line.size
        is_near = 0 < self.line.base - self.above.base <= ITEM_GAP * self.style.pitch_of(self.line)
        return under_text and is_near and not is_margin and not self.style.stands_out(self.line)

    def _turns_from_bold(self) -> bool:
        """Whether a bold line of its own, such as a heading set tight, comes to an end."""
        bold_above = all(line.bold for line in self.current)
        return bold_above and not self.line.bold and self._has_room_above() and not self.line.text[0].islower()

    def _ended_on_purpose(self) -> bool:
        return self._ends_sentence() and self._has_room_above() and not self.line.text[0].islower()

    def _ends_sentence(self) -> bool:
        """Whether the text above ends as a sentence does, all its brackets closed."""
        if not ends_sentence(self.above):
            return False
        text = "".join(line.text for line in self.current)
        return text.count("(") <= text.count(")")

    def _is_indented(self) -> bool:
        """Whether the line starts further right than the text above (first-line indent), or back left after a block of it."""
        if self._is_centred():
            return False
        shift = self.line.box.left - self.above.box.left
        slack = INDENT * self.line.size
        if shift < -slack:
            return len(self.current) > 1
        return shift > slack and not self._is_hanging()

    def _is_hanging(self) -> bool:
        """Whether the line is the second of a paragraph whose first line starts further left than all others."""
        if len(self.current) > 1:
            return False
        if self.following is None or not _is_close(self.line, self.following, self.style):
            return not (self._has_room_above() or self._ends_sentence())
        return abs(self.following.box.left - self.line.box.left) <= INDENT * self.line.size and not self._ends_sentence()

    def _is_centred(self) -> bool:
        """Whether both lines are set around one middle, away from the usual left edge or from each other's."""
        a, b = self.above.box, self.line.box
        inset = min(a.left, b.left) - self.style.left_of(self.line)
        is_set_in = inset > INDENT * self.line.size or abs(a.left - b.left) > WIDE_INDENT * self.line.size
        return abs(a.left + a.right - b.left - b.right) <= 2 * CENTRED and is_set_in
