"""Footnotes: small print at the foot of a page, each with a mark that stands in the text above it.

They are taken out of the lines before paragraphs are made, so that a sentence runs on over the page break, and stand as
blocks of their own behind the block that the foot of their page interrupts.
"""

import re
from collections.abc import Iterable, Sequence

from policy_assistant.blocks import RawBlock
from policy_assistant.parse.pdf_flow import paragraph_flow
from policy_assistant.parse.pdf_lines import PrintedLine
from policy_assistant.parse.pdf_rules import Rule
from policy_assistant.parse.pdf_style import Style

SMALLER = 0.92
"""Shares of the type size of the text: notes are set smaller than this."""

CLEAR_GAP = 1.4
"""Times the size of the text: a note without a rule above it is further from the text than this."""

LOWER_PART = 0.4
"""Share of the page's height: notes start below it."""

MOST_LINES = 40
"""Small lines at the foot of a page; more are an appendix in small print."""

SHORT_RULE = 0.6
"""Share of the text's width: the rule above notes is shorter; a longer one is the frame of something else."""

MOST_WITHOUT_RULE = 6
"""Small lines at the foot of a page that are notes even without a rule above them."""

_SYMBOL = r"[*\u2217\u2020\u2021\u00a7\u00b6]{1,3}"
_MARK = re.compile(rf"(?P<mark>[0-9]{{1,3}}|\[[0-9]{{1,3}}\]|\([0-9]{{1,3}}\)|{_SYMBOL})(?=\s*[^\W\d_]|\s+[\"'\u201c\u2018\u00ab(])")
"""A mark in front of a word; a number in front of a dot belongs to a list."""

Note = tuple[PrintedLine, ...]


def footnotes(lines: Sequence[PrintedLine], height: float, rules: Sequence[Rule], style: Style) -> list[Note]:
    """The notes at the foot of a page of this height, from its lines from top to bottom; `rules` are its level ones."""
    foot = _small_foot(lines, style)
    if not foot or len(foot) > MOST_LINES or len(foot) == len(lines):
        return []
    above, text = lines[-len(foot) - 1], " ".join(line.text for line in lines[: -len(foot)])
    if foot[0].base < LOWER_PART * height or not _is_set_off(above, foot, rules, style):
        return []
    return _notes(foot, text) if _mark_in(foot[0], text) else []


def with_footnotes(blocks: Sequence[RawBlock], notes: Iterable[Note]) -> list[RawBlock]:
    """The blocks, each note as a text block behind the last one that starts on its page or before."""
    placed: dict[int, list[RawBlock]] = {}
    for note in notes:
        place = max((number for number, block in enumerate(blocks) if block.lines and block.lines[0].box.page <= note[0].page), default=-1)
        flow = paragraph_flow(note)
        placed.setdefault(place, []).append(RawBlock("text", flow.text, lines=tuple(flow.lines)))
    found = placed.get(-1, [])
    return [*found, *(item for number, block in enumerate(blocks) for item in (block, *placed.get(number, ())))]


def _small_foot(lines: Sequence[PrintedLine], style: Style) -> Sequence[PrintedLine]:
    """The small lines at the end of a page, from the first that starts with a mark."""
    start = len(lines)
    while start and lines[start - 1].size <= SMALLER * style.size:
        start -= 1
    while start < len(lines) and not _MARK.match(lines[start].text):
        start += 1
    return lines[start:]


def _is_set_off(above: PrintedLine, foot: Sequence[PrintedLine], rules: Sequence[Rule], style: Style) -> bool:
    between = [rule for rule in rules if above.base <= rule.at <= foot[0].base]
    if any(rule.end - rule.start <= SHORT_RULE * (style.right - style.left) for rule in between):
        return True
    is_apart = foot[0].base - above.base > CLEAR_GAP * max(style.pitch, 1.0) * style.size
    return is_apart and not between and len(foot) <= MOST_WITHOUT_RULE


def _notes(lines: Sequence[PrintedLine], text: str) -> list[Note]:
    """Lines cut where a note begins: at a mark that the text has."""
    notes: list[list[PrintedLine]] = []
    for line in lines:
        if not notes or _mark_in(line, text):
            notes.append([])
        notes[-1].append(line)
    return [tuple(note) for note in notes]


def _mark_in(line: PrintedLine, text: str) -> bool:
    """Whether a line starts with a mark that stands at a word of the text."""
    found = _MARK.match(line.text)
    return found is not None and bool(re.search(rf"\w[.,;:!?)\"'\u2019\u201d\u00bb]{{0,2}}\s?{re.escape(found['mark'])}(?!\w)", text))
