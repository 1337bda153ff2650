"""Tables of an RTF file: their cells have edges but no columns, so the columns come from the edges of all rows."""

from bisect import bisect_left
from dataclasses import dataclass

NEAR = 30
"""Edges that differ by less are the same; twentieths of a point. Programs round them row by row."""

MAX_COLUMNS = 200


@dataclass(frozen=True)
class Merge:
    """Whether a cell of a row belongs to the one at its left, or to the one above it, and where its right edge lies."""

    left: bool = False
    above: bool = False
    edge: int = 0


@dataclass(frozen=True)
class Cell:
    """The words of a cell and what the file says of it."""

    text: str
    merge: Merge


def shown_rows(rows: list[list[Cell]]) -> list[list[str]]:
    """The rows as texts; the words of a merged cell stand in every column and row that it spans."""
    edges = _edges(rows)
    shown: list[list[str]] = []
    for row in rows:
        above = shown[-1] if shown else []
        texts: list[str] = []
        for cell, span in zip(row, _spans(row, edges), strict=True):
            text = cell.text
            if not text and cell.merge.left and texts:
                text = texts[-1]
            elif not text and cell.merge.above and len(texts) < len(above):
                text = above[len(texts)]
            texts.extend([text] * span)
        shown.append(texts)
    return shown


def _edges(rows: list[list[Cell]]) -> list[int]:
    found: list[int] = []
    for edge in sorted(cell.merge.edge for row in rows for cell in row):
        if not found or edge - found[-1] >= NEAR:
            found.append(edge)
    return found


def _spans(row: list[Cell], edges: list[int]) -> list[int]:
    """How many columns each cell covers; one where the edges say nothing sensible."""
    if len(edges) > MAX_COLUMNS or any(cell.merge.edge <= 0 for cell in row):
        return [1] * len(row)
    ends = [bisect_left(edges, cell.merge.edge - NEAR + 1) + 1 for cell in row]
    return [max(1, end - start) for start, end in zip([0, *ends], ends, strict=False)]
