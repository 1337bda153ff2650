"""Ingestion as a user runs it, each in a process of its own: the first time, with nothing changed, with one file changed.

Times are CPU times, but for passages a second, which go by the clock: files are read and cut in several processes.
"""

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.corpus import SECTIONS, change_one, write_markdown, write_pdfs
from benchmarks.page import report
from benchmarks.process import run

SIZES = (1_000, 10_000)
PDFS = 100
HEADER = (
    "documents",
    "first time",
    "documents a second",
    "passages a second, by the clock",
    "pages a second",
    "nothing changed",
    "one changed",
    "peak memory: first / nothing changed",
    "index",
)


def measured(project: Path, name: str, documents: int, pages: int = 0) -> list[str]:
    """One row: ingest the project three times."""
    command = ("-m", "policy_assistant", "ingest", "--embedder", "none", "--project", str(project))
    first, again = run(command), run(command)
    change_one(project)
    changed = run(command)
    return [
        name,
        f"{first.cpu:.1f} s",
        f"{documents / first.cpu:,.0f}",
        f"{documents * SECTIONS / first.elapsed:,.0f}" if not pages else "-",
        f"{pages / first.cpu:,.0f}" if pages else "-",
        f"{again.cpu:.2f} s",
        f"{changed.cpu:.2f} s",
        f"{first.peak_mb:.0f} / {again.peak_mb:.0f} MB",
        f"{(project / 'index.sqlite').stat().st_size / 1_000_000:.1f} MB",
    ]


def rows(sizes: Sequence[int], pdfs: int) -> Iterator[list[str]]:
    """The table's rows."""
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            write_markdown(Path(folder), size)
            yield measured(Path(folder), f"{size:,} Markdown", size)
    with tempfile.TemporaryDirectory() as folder:
        pages = write_pdfs(Path(folder), pdfs)
        yield measured(Path(folder), f"{pdfs:,} PDF, {pages:,} pages", pdfs, pages)


def main() -> None:
    """Measure, print, and with `--write` put the table on the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, nargs="+", default=SIZES, help="numbers of Markdown documents (default: %(default)s)")
    parser.add_argument("--pdfs", type=int, default=PDFS, help="number of PDFs (default: %(default)s)")
    parser.add_argument("--write", action="store_true", help="put the table into docs/benchmarks.md")
    options = parser.parse_args()
    report("ingestion", HEADER, rows(options.documents, options.pdfs), write=options.write)


if __name__ == "__main__":
    main()
