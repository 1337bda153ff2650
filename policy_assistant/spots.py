"""Places in a source that have names instead of page numbers: a slide, the cells of a sheet, a printed page label, a clause."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

MOST_NAMES = 3
"""More names are shown as the first and the last."""

OCR = "OCR"
"""How the name of a place begins whose text was recognised in a picture."""

_CELLS = re.compile(r"(?P<sheet>.+)!(?P<left>[A-Z]{1,3})(?P<top>[0-9]{1,7}):(?P<right>[A-Z]{1,3})(?P<bottom>[0-9]{1,7})", re.DOTALL)
_SURE = re.compile(rf"{OCR} ([0-9]{{1,3}}) %")
_ROWS = re.compile(r"rows? (?P<first>[0-9]{1,9})(?:-(?P<last>[0-9]{1,9}))?")
_FRENCH = {"slide": "diapositive", "row": "ligne", "rows": "lignes", "clause": "clause", "p.": "p."}


@dataclass(frozen=True)
class Spot:
    """The place of some characters (in a `RawBlock`: of the block's text) in a source where no page number says it.

    `name` is `slide 3`, `Rates!A4:C4` (a sheet and its cells), `row 4` (of a table in a text file), `clause 4.2(b)`, `p. iv` (the
    label printed on a page, where it is not the page's number), or `OCR 91 %`: recognised in a picture, and how surely.
    """

    start: int
    end: int
    name: str


def spot_names(spots: Iterable[Spot]) -> tuple[str, ...]:
    """The names of places in order, each once; cells of one sheet, and rows, that follow each other are joined to one range."""
    names: list[str] = []
    for spot in spots:
        if names and (joined := _joined(names[-1], spot.name)):
            names[-1] = joined
        elif spot.name not in names:
            names.append(spot.name)
    return tuple(names)


def spot_range(names: Sequence[str], language: str = "en") -> str:
    """Names as people read them, on one line; of many only the first and the last. Empty for none."""
    said = [" ".join(_said(name, language).split()) for name in names]
    return ", ".join(said) if len(said) <= MOST_NAMES else f"{said[0]} … {said[-1]}"


def goes_on(before: str, name: str) -> bool:
    """Whether a row of cells comes right after another one of the same table: the next row of its columns."""
    if (a := _ROWS.fullmatch(before)) and (b := _ROWS.fullmatch(name)):
        return int(b["first"]) == int(a["last"] or a["first"]) + 1
    a, b = _CELLS.fullmatch(before), _CELLS.fullmatch(name)
    if not (a and b):
        return False
    columns = ("sheet", "left", "right")
    return a.group(*columns) == b.group(*columns) and int(b["top"]) == int(a["bottom"]) + 1


def is_range(name: str) -> bool:
    """Whether a name stands for several places: cells of a sheet, or rows."""
    return bool(_CELLS.fullmatch(name) or _ROWS.fullmatch(name))


def _said(name: str, language: str) -> str:
    kind, blank, rest = name.partition(" ")
    return f"{_FRENCH[kind]} {rest}" if language == "fr" and blank and kind in _FRENCH and "!" not in name else name


def _joined(first: str, second: str) -> str:
    """The range that two ranges of cells of one sheet span, or that two rows do; empty where they are neither."""
    if (a := _ROWS.fullmatch(first)) and (b := _ROWS.fullmatch(second)):
        return f"rows {a['first']}-{b['last'] or b['first']}" if first != second else first
    if (a := _SURE.fullmatch(first)) and (b := _SURE.fullmatch(second)):
        return min(a, b, key=lambda found: int(found[1]))[0]  # the least sure
    a, b = _CELLS.fullmatch(first), _CELLS.fullmatch(second)
    if not (a and b and a["sheet"] == b["sheet"]):
        return ""
    left, right = min(a["left"], b["left"], key=_column), max(a["right"], b["right"], key=_column)
    return f"{a['sheet']}!{left}{min(int(a['top']), int(b['top']))}:{right}{max(int(a['bottom']), int(b['bottom']))}"


def _column(letters: str) -> tuple[int, str]:
    return len(letters), letters
