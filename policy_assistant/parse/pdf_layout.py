"""From the printed lines of all pages to the blocks of the document: title, headings, paragraphs, lists and tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import groupby

from policy_assistant.blocks import Dropped, RawBlock
from policy_assistant.parse.pdf_flow import Compounds, Flow, compounds_in, paragraph_flow, table_flow
from policy_assistant.parse.pdf_headlines import Part, headlines
from policy_assistant.parse.pdf_lines import PrintedLine
from policy_assistant.parse.pdf_lists import Item, list_flow
from policy_assistant.parse.pdf_paragraphs import Paragraph, ends_sentence, paragraphs
from policy_assistant.parse.pdf_style import SAME_SIZE, TITLE_SIZE, Style, levels_of, style_of
from policy_assistant.parse.pdf_tables import Table, appended, goes_on

LONGEST_HEADING = 200
"""Characters: longer text that is set large or bold is a paragraph."""

LONGEST_LARGE_SENTENCE = 80
"""Characters: a longer sentence in slightly larger type is an introduction, not a heading."""

Piece = PrintedLine | Table


def blocks_of(pieces: Sequence[Piece], page_heights: Mapping[int, float]) -> tuple[list[RawBlock], list[Dropped]]:
    """The blocks of a document from its lines and tables in reading order, and the repeated table headers left out."""
    whole, dropped = _over_pages(pieces)
    style = style_of([piece for piece in whole if isinstance(piece, PrintedLine)])
    parts = list(_parts(whole, style))
    title = _title(parts, style, page_heights)
    headings = _Headings.of(parts, title, style)
    compounds = compounds_in([piece.text for piece in whole if isinstance(piece, PrintedLine)])
    return [_block(group, headings, compounds) for group in _with_lists(parts)], dropped


def _over_pages(pieces: Iterable[Piece]) -> tuple[list[Piece], list[Dropped]]:
    """The pieces, a table that goes on at the top of the next page made one with its beginning."""
    whole: list[Piece] = []
    dropped = []
    last_page = 0
    for piece in pieces:
        above = whole[-1] if whole else None
        if isinstance(piece, Table) and isinstance(above, Table) and piece.page == last_page + 1 and goes_on(above, piece):
            whole[-1], repeated = appended(above, piece)
            if repeated:
                dropped.append(Dropped("repeated table header", repeated, f"page {piece.page}"))
        else:
            whole.append(piece)
        last_page = piece.page
    return whole, dropped


def _parts(pieces: Iterable[Piece], style: Style) -> Iterator[Part]:
    for is_table, run in groupby(pieces, key=lambda piece: isinstance(piece, Table)):
        if is_table:
            yield from (piece for piece in run if isinstance(piece, Table))
        else:
            yield from paragraphs([piece for piece in run if isinstance(piece, PrintedLine)], style)


def _title(parts: Iterable[Part], style: Style, page_heights: Mapping[int, float]) -> Paragraph | None:
    """The largest text of the first page with text, if it is clearly larger than the rest and starts in the upper half."""
    found = [part for part in parts if isinstance(part, Paragraph) and not part.mark]
    first_page = [part for part in found if part.lines[0].page == found[0].lines[0].page]
    largest = max(first_page, key=lambda part: part.lines[0].size, default=None)
    if largest is None or largest.lines[0].size < TITLE_SIZE * style.size or len(largest.text) > LONGEST_HEADING:
        return None
    first = largest.lines[0]
    return largest if first.box.top <= page_heights[first.page] / 2 else None


@dataclass(frozen=True, slots=True)
class _Headings:
    """Which paragraphs are headings (by their identities), and the level of each type size."""

    title: Paragraph | None
    found: Set[int]
    levels: Mapping[float, int]

    @classmethod
    def of(cls, parts: Sequence[Part], title: Paragraph | None, style: Style) -> "_Headings":
        found = headlines(parts, style) | {id(part) for part in parts if isinstance(part, Paragraph) and _is_heading(part, style)}
        sizes = {part.lines[0].size for part in parts if isinstance(part, Paragraph) and id(part) in found}
        if title is None:
            return cls(None, found, levels_of(sizes, first=2))
        below = {size for size in sizes if size < title.lines[0].size - SAME_SIZE}
        return cls(title, found, dict.fromkeys(sizes, 1) | levels_of(below, first=2))

    def block(self, paragraph: Paragraph, compounds: Compounds) -> RawBlock:
        """A paragraph as title, heading or text."""
        flow = paragraph_flow(paragraph.lines, compounds)
        if paragraph is self.title:
            return RawBlock("title", flow.text, 1, lines=tuple(flow.lines))
        if id(paragraph) in self.found:
            return RawBlock("heading", flow.text, self.levels[paragraph.lines[0].size], lines=tuple(flow.lines))
        return _text_block(flow)


def _is_heading(paragraph: Paragraph, style: Style) -> bool:
    """Whether a paragraph is set like a heading and does not read like a sentence."""
    if paragraph.mark or len(paragraph.text) > LONGEST_HEADING or not any(char.isalnum() for char in paragraph.text):
        return False
    first, last = paragraph.lines[0], paragraph.lines[-1]
    if not all(style.stands_out(line) for line in paragraph.lines):
        return False
    is_sentence = ends_sentence(last) and not last.text.endswith(("?", ":"))
    if not style.is_large(first):
        return not is_sentence
    return not (is_sentence and first.size < TITLE_SIZE * style.size and len(paragraph.text) > LONGEST_LARGE_SENTENCE)


def _with_lists(parts: Iterable[Part]) -> Iterator[Part | list[Item]]:
    """The parts, items that follow each other gathered into lists."""
    for is_list, run in groupby(parts, key=lambda part: isinstance(part, Paragraph) and part.mark is not None):
        if is_list:
            yield [Item(part.mark, part.lines) for part in run if isinstance(part, Paragraph) and part.mark]
        else:
            yield from run


def _block(part: Part | list[Item], headings: _Headings, compounds: Compounds) -> RawBlock:
    if isinstance(part, Table):
        flow = table_flow(part.without_empty_columns(), compounds)
        return RawBlock("table", flow.text, lines=tuple(flow.lines), flags=part.flags)
    if isinstance(part, Paragraph):
        return headings.block(part, compounds)
    return _text_block(list_flow(part, compounds))


def _text_block(flow: Flow) -> RawBlock:
    return RawBlock("text", flow.text, lines=tuple(flow.lines))
