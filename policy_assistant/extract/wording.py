"""What a candidate says: its own words, with those that it cannot be understood without.

A list item is said after the line that leads into its list, or after its heading where it is short; of a table row each
cell is said under its column's name.
"""

import re
from collections.abc import Callable

from policy_assistant.extract.candidates import Candidate, cells_in

MAX_WORDS = 30
"""Of a longer row only its name and the cells that matter are said."""

SHORT_ITEM = 6
"""A list item of so few words says nothing without its heading."""

_BULLET = re.compile(r"[-*•–▪◦·]\s+")


def in_words(candidate: Candidate, matters: Callable[[str], bool]) -> str:
    """What a candidate says. `matters` says of a cell with its column's name whether a long row must keep it."""
    if candidate.unit.kind == "item":
        return _item(candidate)
    if candidate.header is None:
        return candidate.text
    said = cells(candidate)
    text = "; ".join(said)
    if len(text.split()) <= MAX_WORDS:
        return text
    return "; ".join(cell for number, cell in enumerate(said) if number == 0 or matters(cell))


def _item(candidate: Candidate) -> str:
    text = _BULLET.sub("", candidate.text, count=1)
    if candidate.lead:
        return f"{candidate.lead_text} {text}"
    if candidate.chunk.section and len(text.split()) <= SHORT_ITEM:
        return f"{candidate.chunk.section.split(' > ')[-1]}: {text}"
    return text


def cells(candidate: Candidate) -> list[str]:
    """The cells of a row that hold something, as `column: cell`; the first, which names the row, alone."""
    names = cells_in(candidate.header_text)
    said = []
    for number, value in enumerate(cells_in(candidate.text)):
        name = names[number] if number < len(names) else ""
        if value:
            said.append(f"{name}: {value}" if name and number else value)
    return said
