"""Tables in text files: CSV with commas, semicolons, tabs or bars, in any usual encoding; each row keeps its number and lines."""

import csv
import io
import re
from collections.abc import Iterator

from policy_assistant.blocks import ParsedDocument, RawBlock, assemble, clean
from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.encoding import guess_text
from policy_assistant.parse.grid import CELL_JOIN, ROWS_OF_A_BLOCK, CellCount, table_block

DELIMITERS = ("\t", ";", "|", ",")
"""Where several would do, the first is taken: commas stand in texts and in numbers, tabs in neither."""

MAX_FIELD = 1_000_000
"""Characters of one cell. A quote that is never closed makes a cell of the rest of the file."""

_SAMPLE_LINES = 20
_NAMED = re.compile(r"sep=(.)")


def parse_csv(data: bytes, name: str, options: ParseOptions) -> ParsedDocument:
    """Parse a table in a text file. Rows are numbered from 1 as spreadsheets number them: empty rows count.

    Raises:
        UnreadableFileError: it is a binary file, a cell is larger than `MAX_FIELD`, or it holds more cells than are read.
    """
    text = guess_text(data, name)
    first_line = 1
    named = _NAMED.fullmatch(text.partition("\n")[0].strip())
    if named:  # a line for Excel that names the delimiter
        text, first_line = text.partition("\n")[2], 2
    delimiter = named.group(1) if named else guess_delimiter(text, "\t" if name.lower().endswith((".tsv", ".tab")) else ",")
    return assemble(_blocks(text, name, delimiter, first_line), {})


def guess_delimiter(text: str, usual: str) -> str:
    """The delimiter that parts the most of the first lines into the same number of cells, more than one; `usual` where none does."""
    sample = [line for line in text.split("\n", _SAMPLE_LINES)[:_SAMPLE_LINES] if line.strip()]
    best, most = usual, 0
    for delimiter in DELIMITERS:
        try:
            widths = [len(row) for row in csv.reader(sample, delimiter=delimiter)]
        except csv.Error:
            continue
        width = max(widths, key=widths.count, default=1)
        if width > 1 and widths.count(width) > most:
            best, most = delimiter, widths.count(width)
    return best


def _blocks(text: str, name: str, delimiter: str, first_line: int) -> Iterator[RawBlock]:
    rows: list[tuple[str, str]] = []
    lines: list[int] = []
    for number, first, last, cells in _rows(text, name, delimiter):
        if not rows:
            lines = [first + first_line - 1]
        rows.append((CELL_JOIN.join(cells).rstrip(), f"row {number}"))
        end = last + first_line - 1
        if len(rows) == ROWS_OF_A_BLOCK:
            yield table_block(rows, (lines[0], end))
            rows = []
    if rows:
        yield table_block(rows, (lines[0], end))


def _rows(text: str, name: str, delimiter: str) -> Iterator[tuple[int, int, int, list[str]]]:
    """The rows that are not empty: number, first and last line, cells."""
    count = CellCount(name)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter)
    before = csv.field_size_limit(MAX_FIELD)
    last = 0
    try:
        for number, values in enumerate(reader, 1):
            first, last = last + 1, reader.line_num
            cells = [clean(value.replace("\n", " ")) for value in values]
            if any(cells):
                count.add(len(cells))
                yield number, first, last, cells
    except csv.Error as error:
        raise UnreadableFileError(name, f"line {reader.line_num}: {error}", hint="is a quote closed nowhere?") from None
    finally:
        csv.field_size_limit(before)
