"""Headings in the size and weight of the text: lines of their own in a colour, a bold sentence, or capitals in the middle."""

from collections import Counter
from collections.abc import Callable, Sequence

from policy_assistant.parse.pdf_lines import PrintedLine
from policy_assistant.parse.pdf_paragraphs import Paragraph
from policy_assistant.parse.pdf_style import PARAGRAPH_GAP, SAME_SIZE, Style
from policy_assistant.parse.pdf_tables import Table

LONGEST = 80
"""Characters: a longer line is a sentence that matters, not a heading."""

MOST_COLOURED = 1 / 3
"""Share of the lines: a colour that more of them have says something else."""

UNEVEN = 0.1
"""Share of the room on both sides of a line in the middle by which the two may differ."""

SET_IN = 5.0
"""Times the type size: a line in the middle has at least this much room on its left."""

NOT_IN_HEADINGS = ("://", "www.", "@")

Part = Paragraph | Table
Test = Callable[[PrintedLine], bool]


def headlines(parts: Sequence[Part], style: Style) -> set[int]:
    """The identities of the paragraphs that are headings though they are no larger than the text.

    Each is one line with room around it, and none set in the same way above or below it: two such lines are a list.
    """
    lines = [line for part in parts if isinstance(part, Paragraph) for line in part.lines]
    coloured = {id(part) for part in _passing(parts, style, _coloured(lines, style))}
    others = {id(part) for test in (_bold(style), _capitals(lines, style)) for part in _passing(parts, style, test)}
    found = set()
    for above, part, below in zip((None, *parts), parts, (*parts[1:], None), strict=False):
        mine = coloured if id(part) in coloured else others
        is_alone = id(part) in mine and id(above) not in mine and id(below) not in mine
        if is_alone and below is not None and _have_room(above, part, style):
            found |= {id(part)} if mine is coloured or _have_room(part, below, style) else set()
    return found


def _passing(parts: Sequence[Part], style: Style, test: Test) -> list[Paragraph]:
    return [part for part in parts if isinstance(part, Paragraph) and _is_short_line(part, style) and test(part.lines[0])]


def _is_short_line(part: Paragraph, style: Style) -> bool:
    """Whether a paragraph is one line of the size of the text that reads like a heading and not like an entry of a list."""
    text, line = part.text, part.lines[0]
    if len(part.lines) > 1 or part.mark or len(text) > LONGEST or abs(line.size - style.size) > SAME_SIZE:
        return False
    begins = next((char.isdigit() or char.isupper() for char in text if char.isalnum()), False)
    is_entry = len(line.segments) > 1 and line.segments[-1].text.isdigit()
    return begins and not is_entry and not any(sign in text for sign in NOT_IN_HEADINGS) and 2 * sum(map(str.isalpha, text)) > len(text)


def _coloured(lines: Sequence[PrintedLine], style: Style) -> Test:
    """Whether a line is in a colour that few lines of the size of the text have, and not in that of the text."""
    found = Counter(line.colour for line in lines if abs(line.size - style.size) <= SAME_SIZE)
    return lambda line: style.is_coloured(line) and found[line.colour] <= MOST_COLOURED * found.total()


def _bold(style: Style) -> Test:
    return lambda line: line.bold and not style.bold


def _capitals(lines: Sequence[PrintedLine], style: Style) -> Test:
    """Whether a line is in capitals and in the middle between the edges of the text, in a document where nothing stands out."""
    if any(style.stands_out(line) for line in lines):
        return lambda _: False

    def is_in_capitals(line: PrintedLine) -> bool:
        left, right = line.box.left - style.left_of(line), style.right_of(line) - line.box.right
        return line.text.isupper() and left > SET_IN * line.size and abs(left - right) <= UNEVEN * (left + right)

    return is_in_capitals


def _have_room(above: Part | None, below: Part, style: Style) -> bool:
    """Whether more than the distance of lines lies between two parts, or they are of another size."""
    if not isinstance(above, Paragraph) or not isinstance(below, Paragraph):
        return True
    upper, lower = above.lines[-1], below.lines[0]
    if not style.are_alike(upper, lower):
        return True
    is_near = upper.page == lower.page and 0 < lower.base - upper.base <= PARAGRAPH_GAP * style.pitch_of(lower)
    return not is_near
