"""What it costs to parse in a process of its own: start, time on top for small files, and memory on both sides for a long one.

Times are the shortest of many rounds, taken in turns.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Flowable, PageBreak, Paragraph, SimpleDocTemplate, Table

from benchmarks.corpus import words
from benchmarks.page import PAGE, made_by, report
from benchmarks.process import run
from policy_assistant.parse import apart
from policy_assistant.parse.apart import opened, parse_apart
from policy_assistant.parse.base import ParseOptions, parse_bytes
from policy_assistant.parse.process import WorkerProcess

DOCUMENTS = Path(__file__).resolve().parent.parent / "examples" / "larkfield" / "corpus" / "documents"
PAGES = 1_600
ROUNDS = 100
HEADER = ("what", "in this process", "apart", "more")
LONG_HEADER = ("pages", "size", "peak memory of the process that parses", "of the one that waits and opens", "of a whole ingest")
OPTIONS = ParseOptions(max_seconds_in_all=3_600, max_memory_mb=8_000)
_STYLES = getSampleStyleSheet()
_MB = 1_000_000


def write_long(path: Path, pages: int) -> None:
    """A PDF of so many full pages: a heading, three paragraphs and a ruled table of eight rows on each."""
    chance = random.Random(7)
    story: list[Flowable] = [Paragraph("A long manual", _STYLES["Title"])]
    for page in range(pages):
        rows = [[words(chance, 2) for _ in range(4)] for _ in range(8)]
        story += [
            Paragraph(f"{page + 1} {words(chance, 3)}", _STYLES["Heading2"]),
            *[Paragraph(words(chance, 110) + ".", _STYLES["BodyText"]) for _ in range(3)],
            Table(rows, style=[("GRID", (0, 0), (-1, -1), 0.5, "black")]),
            PageBreak(),
        ]
    SimpleDocTemplate(str(path)).build(story)


def small_rows(rounds: int) -> Iterator[list[str]]:
    """A row for the start, and one a format."""
    yield ["start of a process", "-", f"{min(_milliseconds(_start) for _ in range(10)):.0f} ms", "once an ingest"]
    for name in ("returns-policy.v3.md", "delivery-policy.html", "warranty-policy.pdf"):
        data = (DOCUMENTS / name).read_bytes()
        times = [
            (_milliseconds(partial(parse_bytes, data, name, OPTIONS)), _milliseconds(partial(_apart, data, name))) for _ in range(rounds)
        ]
        here, there = map(min, zip(*times, strict=True))
        yield [f"{name}, {len(data):,} bytes", f"{here:.2f} ms", f"{there:.2f} ms", f"{there - here:+.2f} ms"]


def long_row(pages: int) -> list[str]:
    """A long PDF: by itself, then as the only document of a project."""
    with tempfile.TemporaryDirectory() as folder:
        documents = Path(folder) / "corpus" / "documents"
        documents.mkdir(parents=True)
        path = documents / "manual.pdf"
        write_long(path, pages)
        inventory = "file,doc_id,title,version,effective_from,effective_to,owner,access,language,doc_type,format\ndocuments/manual.pdf,manual,A manual,1,,,,public,en,guide,pdf\n"
        (documents.parent / "inventory.csv").write_text(inventory, encoding="utf-8")
        done = subprocess.run([sys.executable, "-m", "benchmarks.isolation", "--one", str(path)], capture_output=True, check=True)
        child, parent = json.loads(done.stdout)
        whole = run(("-m", "policy_assistant", "ingest", "--embedder", "none", "--project", folder))
        size = path.stat().st_size
    return [f"{pages:,}", f"{size / _MB:.1f} MB", f"{child:.0f} MB", f"{parent:.0f} MB", f"{whole.peak_mb:.0f} MB"]


def one(path: Path) -> None:
    """Parse one file apart, open it, and print the peaks of both processes in MB."""
    _apart(path.read_bytes(), path.name)
    apart._POOL.end()
    peaks = [resource.getrusage(who).ru_maxrss * 1_024 / _MB for who in (resource.RUSAGE_CHILDREN, resource.RUSAGE_SELF)]
    print(json.dumps(peaks))


def _apart(data: bytes, name: str) -> None:
    opened(parse_apart(data, name, OPTIONS), name)


def _start() -> None:
    WorkerProcess().end()


def _milliseconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1_000


def main() -> None:
    """Measure, print, and with `--write` put the tables on the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=PAGES, help="pages of the long PDF, 0 for none (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often a small file is parsed (default: %(default)s)")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/benchmarks.md")
    options = parser.parse_args()
    if options.one:
        one(options.one)
        return
    report("isolation", HEADER, small_rows(options.rounds), write=options.write)
    if options.pages:
        PAGE.put("isolation_long", [made_by("isolation")], LONG_HEADER, [long_row(options.pages)], write=options.write)


if __name__ == "__main__":
    main()
