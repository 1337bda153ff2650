"""PDF: opened by pdfium, read page by page, and put together again as title, headings, paragraphs, lists and tables.

pages -> words and rules -> lines and ruled tables -> without running headers -> columns -> unruled tables -> blocks; each step is
a module `pdf_*`. Everything is judged against the document itself (its usual size, line distance and margins); no
position and no size in points says by itself what a line is.
"""

import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import pypdfium2
import pypdfium2.raw as pdfium

from policy_assistant.blocks import Dropped, Line, ParsedDocument, RawBlock, assemble, clean
from policy_assistant.errors import MissingProgramError, UnreadableFileError
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.hidden import says_something
from policy_assistant.parse.pdf_floats import joined_over_floats
from policy_assistant.parse.pdf_footnotes import Note, footnotes, with_footnotes
from policy_assistant.parse.pdf_grid import ruled_tables
from policy_assistant.parse.pdf_headings import headed
from policy_assistant.parse.pdf_hidden import flagged
from policy_assistant.parse.pdf_labels import labelled, page_labels
from policy_assistant.parse.pdf_layout import Piece, blocks_of
from policy_assistant.parse.pdf_lines import PrintedLine
from policy_assistant.parse.pdf_margins import running_lines
from policy_assistant.parse.pdf_order import Region, in_reading_order, pieces_of
from policy_assistant.parse.pdf_outline import Entry, named_by_outline, read_outline
from policy_assistant.parse.pdf_page import Page, read_page
from policy_assistant.parse.pdf_repair import open_document
from policy_assistant.parse.pdf_scan import Scan, with_certainty
from policy_assistant.parse.pdf_structure import named_by_tags
from policy_assistant.parse.pdf_style import style_of
from policy_assistant.parse.pdf_tables import Table
from policy_assistant.parse.pdf_view import View
from policy_assistant.parse.pdf_words import TooManyCharactersError
from policy_assistant.parse.steps import step

HEADER_REACH = 1024
"""Bytes: the signature of a PDF stands in its first kilobyte (ISO 32000-1, annex H.3.4.1)."""

MAX_KEYWORDS = 10_000
"""Characters of the Keywords field that are read."""

MAX_METADATA = 100
"""Pairs of the Keywords field that are kept."""

NO_TITLES = frozenset({"untitled", "(anonymous)", "anonymous", "title", "document"})
"""What programs write into the Title field when nobody gave a title."""

_FILE_NAME = re.compile(r"^Microsoft (Word|PowerPoint|Excel) - |\.(docx?|pptx?|xlsx?|odt|indd|pdf|tmp)$", re.IGNORECASE)
"""Titles that programs make of the file's name: they say less than the page."""

_NAME = re.compile(r"[A-Za-z_][\w.-]{0,63}")

FEWEST_OUTSIDE = 8
"""Words: fewer beside the page are the marks of printers, such as the file's name and the names of inks."""

NO_TEXT_HINT = "set [corpus] ocr = true (it needs the program tesseract), or run text recognition on it yourself"

CUT_OFF = "cut off: pages may be incomplete"
"""Why text may be missing from a file whose end is missing."""

_PDFIUM = threading.Lock()
"""pdfium must not be called from two threads at once."""


def parse_pdf(data: bytes, name: str, options: ParseOptions) -> ParsedDocument:
    """Parse the bytes of the PDF called `name`.

    Raises:
        UnreadableFileError: no PDF, damaged, protected by a password, too many pages, or no page has text.
    """
    if b"%PDF-" not in data[:HEADER_REACH]:
        raise UnreadableFileError(name, "is not a PDF although its name says so", hint="give the file the ending of its real format")
    with _PDFIUM, _opened(data, name) as (document, is_mended):
        scan = Scan(options.ocr)
        pages = _pages(document, name, options, scan)
        said = _Said(_metadata(document), page_labels(document), read_outline(document), is_mended)
    if all(page.is_empty for page in pages):
        count = f"{len(pages)} page{'s' if len(pages) > 1 else ''}"
        raise UnreadableFileError(name, f"{count} without a text layer (a scan?)", hint=NO_TEXT_HINT)
    content = _content(pages)
    blocks, dropped = blocks_of(content.pieces, {page.number: page.height for page in pages})
    blocks = with_footnotes(joined_over_floats(blocks), content.notes)
    unseen = [word for page in pages if _says_unseen(page) for word in page.unseen]
    blocks = flagged(blocks, unseen) if unseen else blocks
    blocks = with_certainty(blocks, scan.seen) if scan.seen else blocks
    blocks = labelled(_with_headings(blocks, pages, said.outline), said.labels)
    views = {page.number: page.view for page in pages if page.view.quarters}
    blocks = [_as_displayed(block, views) for block in blocks]
    failed = [Dropped("text recognition failed", "", _place(number)) for number in scan.failed]
    mended = [Dropped(CUT_OFF, "", "end of the file")] if said.is_mended else []
    return assemble(blocks, said.metadata, dropped=[*mended, *failed, *content.dropped, *dropped], page_count=len(pages))


@dataclass(frozen=True, slots=True)
class _Said:
    """What a file says of itself as a whole."""

    metadata: Mapping[str, str]
    labels: Mapping[int, str]
    outline: Sequence[Entry]
    is_mended: bool


def _with_headings(blocks: Sequence[RawBlock], pages: Sequence[Page], outline: Sequence[Entry]) -> list[RawBlock]:
    """The blocks with the headings that the file names: by its tags, or else by its outline."""
    if tagged := [heading for page in pages for heading in page.headings]:
        return headed(blocks, named_by_tags(blocks, tagged), only=True)
    named = named_by_outline(blocks, outline) if outline else {}
    return headed(blocks, named, only=False) if named else list(blocks)


@contextmanager
def _opened(data: bytes, name: str) -> Iterator[tuple[pypdfium2.PdfDocument, bool]]:
    try:
        document, is_mended = open_document(data)
    except pypdfium2.PdfiumError as error:
        if error.err_code == pdfium.FPDF_ERR_PASSWORD:
            raise UnreadableFileError(name, "is protected by a password", hint="save it without the password") from error
        raise UnreadableFileError(name, "is damaged: it cannot be opened as a PDF", hint="export or download it again") from error
    try:
        yield document, is_mended
    finally:
        document.close()


def _pages(document: pypdfium2.PdfDocument, name: str, options: ParseOptions, scan: Scan) -> list[Page]:
    count = len(document)
    if count > options.max_pages:
        raise UnreadableFileError(
            name, f"{count:,} pages; files over {options.max_pages:,} pages are not read", hint="split it into several files"
        )
    if not count:
        raise UnreadableFileError(name, "is damaged: it has no pages", hint="export or download it again")
    is_tagged = document.is_tagged()
    recognise = scan if options.ocr else None
    return [_page(document, number, name, is_tagged=is_tagged, recognise=recognise) for number in range(1, count + 1)]


def _page(document: pypdfium2.PdfDocument, number: int, name: str, *, is_tagged: bool, recognise: Scan | None) -> Page:
    try:
        page = read_page(document, number, is_tagged=is_tagged, recognise=recognise)
    except MissingProgramError as error:
        raise UnreadableFileError(name, str(error), hint=error.hint) from error
    except pypdfium2.PdfiumError as error:
        raise UnreadableFileError(name, f"is damaged: page {number} cannot be read", hint="export or download it again") from error
    except TooManyCharactersError as error:
        raise UnreadableFileError(name, f"page {number} holds too many characters to be a page", hint="leave the file out") from error
    step(number, len(document))
    return page


def _metadata(document: pypdfium2.PdfDocument) -> dict[str, str]:
    """The pairs of the Keywords field, and the title from the Title field where they give none."""
    metadata: dict[str, str] = {}
    for pair in document.get_metadata_value("Keywords")[:MAX_KEYWORDS].split(";")[:MAX_METADATA]:
        key, equals, value = pair.partition("=")
        if equals and _NAME.fullmatch(key.strip()):
            metadata.setdefault(key.strip(), clean(value))
    title = clean(document.get_metadata_value("Title")[:MAX_KEYWORDS])
    if title and title.lower() not in NO_TITLES and not _FILE_NAME.search(title):
        metadata.setdefault("title", title)
    return metadata


@dataclass(frozen=True, slots=True)
class _Content:
    """Lines and tables of all pages in reading order, their footnotes, and what was left out on the way."""

    pieces: Sequence[Piece]
    notes: Sequence[Note]
    dropped: Sequence[Dropped]


def _content(pages: Sequence[Page]) -> _Content:
    tables: dict[int, list[Table]] = {}
    bodies: dict[int, list[PrintedLine]] = {}
    for page in pages:
        tables[page.number], bodies[page.number] = ruled_tables(page.lines, page.rules)
    style = style_of([line for body in bodies.values() for line in body])
    running = running_lines(pages, bodies, style)
    gone = {id(item.line) for item in running}
    whole = [
        Region([line for line in bodies[page.number] if id(line) not in gone], tables[page.number], dividers=page.rules.upright)
        for page in pages
    ]
    notes: list[Note] = []
    pieces: list[Piece] = []
    for page, regions in zip(pages, in_reading_order(whole), strict=True):
        for region in regions:
            found = footnotes(region.lines, page.height, page.rules.level, style)
            kept = region.lines[: len(region.lines) - sum(map(len, found))]
            notes += found
            above = pieces[-1] if pieces and isinstance(pieces[-1], Table) else None
            pieces += pieces_of(kept, region.tables, above)
    dropped = [Dropped(item.reason, item.line.text, _place(item.line.page)) for item in running]
    return _Content(pieces, notes, dropped + [item for page in pages for item in _unread(page)])


def _as_displayed(block: RawBlock, views: Mapping[int, View]) -> RawBlock:
    """A block with its lines where the page shows them, if the page was turned to be read."""
    if not any(line.box.page in views for line in block.lines):
        return block
    lines = (
        Line(line.start, line.end, views[line.box.page].displayed(line.box)) if line.box.page in views else line for line in block.lines
    )
    return replace(block, lines=tuple(lines))


def _unread(page: Page) -> Iterator[Dropped]:
    """What of a page cannot be read as lines."""
    if page.is_empty:
        yield Dropped("no text layer", "", _place(page.number))
    if page.turned:
        yield Dropped("text at an angle", page.turned, _place(page.number))
    if page.hidden:
        yield Dropped("printed so that nobody sees it", page.hidden, _place(page.number))
    if page.outside:
        yield Dropped("outside the page", page.outside, _place(page.number))
    for reason, text in page.left_out:
        yield Dropped(reason, text, _place(page.number))


def _says_unseen(page: Page) -> bool:
    return says_something(page.hidden) or says_something(page.outside, FEWEST_OUTSIDE)


def _place(number: int) -> str:
    return f"page {number}"
