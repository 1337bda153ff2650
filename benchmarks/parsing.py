"""Parsing of large PDFs, each in a process of its own: pages a second and memory, for text with headings and tables.

Times are CPU times and count the start of Python.
"""

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageBreak, PageTemplate, Paragraph, Table

from benchmarks.page import report
from benchmarks.process import run

SIZES = (200, 400, 800, 1_600)
HEADER = ("document", "file", "time", "pages a second", "peak memory")
PARSE = "import sys; from policy_assistant.parse.base import parse; parse(sys.argv[1])"

MARGIN, GUTTER = 56, 18
"""Points."""

SENTENCE = "Section {} is read by the person in charge, who writes down what was found and tells the others within {} days."


def write_pdf(path: Path, pages: int, columns: int = 1) -> None:
    """A PDF of so many pages, each with a heading, text and (in one column) a ruled and an unruled table."""
    width = (A4[0] - 2 * MARGIN - (columns - 1) * GUTTER) / columns
    frames = [Frame(MARGIN + number * (width + GUTTER), MARGIN, width, A4[1] - 2 * MARGIN, 0, 0, 0, 0) for number in range(columns)]
    template = BaseDocTemplate(str(path), pagesize=A4)
    template.addPageTemplates([PageTemplate("all", frames)])
    template.build([part for number in range(pages) for part in _page(number, columns)])


def _page(number: int, columns: int) -> list[Flowable]:
    styles = getSampleStyleSheet()
    sentences = [SENTENCE.format(f"{number}.{part}", part + 2) for part in range(20)]
    text = [Paragraph(" ".join(sentences[start : start + 5]), styles["BodyText"]) for start in range(0, 20, 5)]
    heading = Paragraph(f"Part {number}", styles["Heading2"])
    if columns > 1:
        return [heading, *text, *text, PageBreak()]
    rows = [("Item", "Number", "Price"), *((f"Item {row}", f"{number}-{row}", f"{number + row}.50") for row in range(6))]
    ruled, unruled = Table(rows, style=[("GRID", (0, 0), (-1, -1), 0.5, "black")]), Table(rows)
    return [heading, *text[:2], ruled, text[2], unruled, text[3], PageBreak()]


def measured(path: Path, name: str, pages: int) -> list[str]:
    """One row: parse the file."""
    used = run(("-c", PARSE, str(path)))
    size = path.stat().st_size / 1_000_000
    return [name, f"{size:.1f} MB", f"{used.cpu:.1f} s", f"{pages / used.cpu:,.0f}", f"{used.peak_mb:.0f} MB"]


def rows(sizes: Sequence[int], files: Sequence[Path]) -> Iterator[list[str]]:
    """The table's rows: the PDFs that this script makes, then other files."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made.pdf"
        for pages in sizes:
            write_pdf(path, pages)
            yield measured(path, f"{pages:,} pages with tables", pages)
        write_pdf(path, sizes[0], columns=2)
        yield measured(path, f"{sizes[0]:,} pages in two columns", sizes[0])
    for file in files:
        yield measured(file, file.name, _pages(file))


def _pages(path: Path) -> int:
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    try:
        return len(document)
    finally:
        document.close()


def main() -> None:
    """Measure, print, and with `--write` put the table on the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="*", help="further PDFs")
    parser.add_argument("--pages", type=int, nargs="+", default=SIZES, help="numbers of pages (default: %(default)s)")
    parser.add_argument("--write", action="store_true", help="put the table into docs/benchmarks.md")
    options = parser.parse_args()
    report("parsing", HEADER, rows(options.pages, options.files), write=options.write)


if __name__ == "__main__":
    main()
