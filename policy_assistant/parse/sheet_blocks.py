"""A sheet as blocks: its name as heading, its tables; what is hidden in it is listed and flagged."""

from collections.abc import Iterator
from dataclasses import replace

from policy_assistant.blocks import HIDDEN, Dropped, RawBlock
from policy_assistant.parse.grid import Grid, cell_name, column_name
from policy_assistant.parse.hidden import says_something

SHEET_LEVEL = 2
"""The level of a sheet's heading: level one is a title, and a workbook has none in its text."""

SHOWN = 200

MAX_NOTES = 200
"""Cells of one sheet that are listed one by one."""


def sheet_blocks(grid: Grid, dropped: list[Dropped]) -> Iterator[RawBlock]:
    """The blocks of a sheet that is shown; none for an empty one."""
    hidden = _note_hidden(grid, dropped)
    tables = list(grid.blocks())
    if not tables:
        if hidden:
            yield RawBlock("text", "", flags=(HIDDEN,))
        return
    yield RawBlock("heading", grid.name, SHEET_LEVEL)
    yield replace(tables[0], flags=(HIDDEN,)) if hidden else tables[0]
    yield from tables[1:]


def hidden_sheet(grid: Grid, dropped: list[Dropped]) -> RawBlock:
    """What a hidden sheet leaves: a line in `dropped`, and a flag."""
    text = _words(grid)
    dropped.append(Dropped("hidden sheet", text[:SHOWN], grid.name))
    return RawBlock("text", "", flags=(HIDDEN,) if says_something(text) else ())


def _note_hidden(grid: Grid, dropped: list[Dropped]) -> bool:
    """List hidden rows, columns and cells; whether they hold enough to tell a reader something."""
    rows = {n: " ".join(grid.rows[n].values()) for n in sorted(grid.gone_rows) if n in grid.rows}
    dropped.extend(Dropped("hidden row", text[:SHOWN], f"{grid.name} row {n}") for n, text in rows.items())
    columns: dict[int, list[str]] = {}
    for n, row in sorted(grid.rows.items()):
        for column in row.keys() & grid.gone if n not in grid.gone_rows else ():
            columns.setdefault(column, []).append(row[column])
    for column, texts in sorted(columns.items()):
        dropped.append(Dropped("hidden column", " ".join(texts)[:SHOWN], f"{grid.name} column {column_name(column)}"))
    cells = _note_unseen(grid, dropped)
    return says_something(" ".join([*rows.values(), *(text for texts in columns.values() for text in texts), *cells]))


def _note_unseen(grid: Grid, dropped: list[Dropped]) -> list[str]:
    """List what cannot be seen in cells; their texts."""
    unseen = sorted(grid.unseen.items(), key=lambda item: (item[0][1], item[0][0]))
    for (column, row), text in unseen[:MAX_NOTES]:
        dropped.append(Dropped("hidden text", text[:SHOWN], f"{grid.name}!{cell_name(column, row)}"))
    if len(unseen) > MAX_NOTES:
        dropped.append(Dropped("hidden text", f"{len(unseen) - MAX_NOTES:,} more cells", grid.name))
    return [text for _, text in unseen]


def _words(grid: Grid) -> str:
    words: list[str] = list(grid.unseen.values())[:SHOWN]
    for _, row in sorted(grid.rows.items()):
        words.extend(text for _, text in sorted(row.items()))
        if len(words) > SHOWN:
            break
    return " ".join(words)
