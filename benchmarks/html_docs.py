"""A large set of HTML pages: Python's documentation from Debian, over 500 pages, ingested, and 30 questions with known places.

`python -m benchmarks.html_docs` fetches the package by name and version, ingests its pages as a project of their own once
for each embedder, and asks `benchmarks/questions/python_docs.jsonl`: a question counts as found when one of the first hits
covers the section that answers it. The questions were written from reading the pages, in other words than theirs where
there were any. Times of ingests are CPU times of the command line with its workers; memory is that of its largest process.
"""

import argparse
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.page import PAGE, report
from benchmarks.process import Used, run
from benchmarks.projects import PROJECT
from benchmarks.real.fetch import PackageError, archives
from policy_assistant.assistant import Assistant
from policy_assistant.evaluate.comparison import Row, compare
from policy_assistant.evaluate.measures import covers
from policy_assistant.evaluate.variants import Variant
from policy_assistant.settings_file import load_settings

PACKAGE = "deb:python3.11-doc=3.11.2-6+deb12u9"
PAGES = "usr/share/doc/python3.11/html"
"""Where the package has its pages."""

QUESTIONS = PROJECT / "benchmarks" / "questions" / "python_docs.jsonl"
EMBEDDERS = ("none", "use")
BY_WORDS = ("bm25", "keywords")
BY_MEANING = ("dense", "hybrid", "rerank")
DEPTH = 5

SETTINGS = """[project]
questions = "questions.jsonl"
[corpus]
folders = ["html"]
patterns = ["*.html"]
identity = "path"
[models]
embedder = "{embedder}"
"""
"""Pages state no ID and no version: each is the document of its path. The sources of the pages, which lie beside them, are left out."""

INGESTED = (
    "embedder",
    "pages",
    "HTML",
    "chunks",
    "first time",
    "pages a second",
    "nothing changed",
    "peak memory: first / nothing changed",
    "index",
)
FOUND = (
    "embedder",
    "method",
    "found at 5",
    "hit@1",
    "hit@5",
    "95 % interval",
    "MRR@10",
    "right page at 5",
    "ms a question, median",
)


@dataclass(frozen=True)
class Ingested:
    """The pages as a project: what the first ingest and one with nothing to do used."""

    embedder: str
    folder: Path
    first: Used
    again: Used

    @property
    def cells(self) -> list[str]:
        """The cells of the table."""
        pages = list((self.folder / "html").rglob("*.html"))
        chunks = Assistant.open(self.folder).store.info().chunks
        return [
            self.embedder,
            f"{len(pages)}",
            f"{sum(page.stat().st_size for page in pages) / 1_000_000:.0f} MB",
            f"{chunks:,}",
            f"{self.first.cpu:.0f} s",
            f"{len(pages) / self.first.cpu:.1f}",
            f"{self.again.cpu:.1f} s",
            f"{self.first.peak_mb:.0f} / {self.again.peak_mb:.0f} MB",
            f"{(self.folder / 'index.sqlite').stat().st_size / 1_000_000:.0f} MB",
        ]


@contextmanager
def unpacked() -> Iterator[Path]:
    """The folder of the pages, in a temporary place. Exits where the package cannot be had."""
    try:
        (archive,) = archives(PACKAGE)
    except (PackageError, subprocess.SubprocessError) as error:
        raise SystemExit(f"{PACKAGE} cannot be had: {error}") from None
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["dpkg-deb", "-x", str(archive), folder], check=True)
        yield Path(folder) / PAGES


@contextmanager
def ingested(pages: Path, embedder: str) -> Iterator[Ingested]:
    """The pages, ingested from nothing, then once more with nothing changed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for page in pages.rglob("*.html"):
            copy = folder / "html" / page.relative_to(pages)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(page, copy)
        shutil.copy(QUESTIONS, folder / "questions.jsonl")
        (folder / "policy-assistant.toml").write_text(SETTINGS.format(embedder=embedder), encoding="utf-8")
        command = ("-m", "policy_assistant", "ingest", "--project", name)
        yield Ingested(embedder, folder, run(command), run(command))


def found(folder: Path, methods: Sequence[str]) -> Iterator[Row]:
    """Every method over the questions. Exits where a question names a section that no chunk covers."""
    assistant = Assistant(load_settings(folder))
    rows = compare(assistant.compare([Variant(method) for method in methods])).rows
    chunks = assistant.store.chunks()
    keys = [key for asked in rows[0].evaluation.asked for key in asked.question.relevant]
    if unknown := [f"{key['doc_id']}: {key['section']}" for key in keys if not any(covers(chunk, key) for chunk in chunks)]:
        raise SystemExit("no chunk covers these sections:\n" + "\n".join(unknown))
    assistant.store.close()
    yield from rows


def found_cells(embedder: str, row: Row) -> list[str]:
    """The cells of one method."""
    means = {name: value or 0.0 for name, value in row.figures.means.items()}
    low, high = row.figures.interval or (0.0, 0.0)
    return [
        embedder if row.variant.method in BY_MEANING else "–",
        row.name,
        f"{round(means['hit@5'] * row.figures.questions)} of {row.figures.questions}",
        *(f"{means[name]:.3f}" for name in ("hit@1", "hit@5")),
        f"{low:.3f} to {high:.3f}",
        f"{means['MRR@10']:.3f}",
        f"{right_pages(row)} of {row.figures.questions}",
        f"{row.milliseconds:.0f}",
    ]


def right_pages(row: Row) -> int:
    """How many questions have a page that answers them, whatever its section, among the first hits."""
    return sum(
        any(passage.doc_id == key["doc_id"] for passage in asked.passages[:DEPTH] for key in asked.question.relevant)
        for asked in row.evaluation.asked
    )


def main() -> None:
    """Measure, print, and with `--write` put the tables on the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--embedders", nargs="+", default=EMBEDDERS, help="`none`, `use`, `e5` (default: %(default)s)")
    parser.add_argument("--missed", action="store_true", help="name what no method found")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/benchmarks.md")
    options = parser.parse_args()
    costs: list[list[str]] = []
    scores: list[list[str]] = []
    with unpacked() as pages:
        for embedder in options.embedders:
            with ingested(pages, embedder) as project:
                costs.append(project.cells)
                rows = list(found(project.folder, BY_WORDS if embedder == "none" else BY_MEANING))
                scores += [found_cells(embedder, row) for row in rows]
                if options.missed:
                    print_missed(rows)
    report("html_docs", INGESTED, costs, f"Package {PACKAGE.removeprefix('deb:')}.", write=options.write)
    PAGE.put("html_docs_found", ["What the questions found there:"], FOUND, scores, write=options.write)


def print_missed(rows: Sequence[Row]) -> None:
    """The questions that each method did not find, with what it found first."""
    for row in rows:
        for asked in row.evaluation.asked:
            if asked.question.id in row.evaluation.missed:
                first = asked.passages[0] if asked.passages else None
                print(f"{row.name} {asked.question.id} {asked.question.question} -> {first and (first.doc_id, first.sections[:1])}")


if __name__ == "__main__":
    main()
