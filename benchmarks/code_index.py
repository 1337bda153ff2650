"""Indexing code as a user runs it, each run in a process of its own: our own package, and 10,000 files of copies of it.

Times are CPU times, without vectors: these take what `python -m benchmarks.embedding` says, for every piece.
"""

import argparse
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.marked import Page
from benchmarks.page import made_by
from benchmarks.process import run
from benchmarks.projects import PROJECT

PAGE = Page(PROJECT / "docs" / "concepts" / "code.md")
FILES = 10_000
HEADER = (
    "code",
    "lines",
    "pieces",
    "first ingest",
    "files a second",
    "nothing changed",
    "one file changed",
    "peak memory: first / nothing changed",
    "one `where`",
    "index",
)


def copies(folder: Path, files: int) -> int:
    """Fill a folder with so many files, copies of our own package in folders of their own; the number of lines."""
    sources = [path for path in sorted((PROJECT / "policy_assistant").rglob("*.py")) if "__pycache__" not in path.parts]
    lines = 0
    for number in range(files):
        source = sources[number % len(sources)]
        target = folder / f"copy{number // len(sources)}" / source.relative_to(PROJECT)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text(encoding="utf-8")
        target.write_text(f"# copy {number}\n{text}", encoding="utf-8")
        lines += text.count("\n") + 1
    return lines


def measured(folder: Path, name: str, lines: int, files: int) -> list[str]:
    """One row: ingest three times, then ask once."""
    command = ("-m", "policy_assistant", "ingest", "--project", str(folder))
    first, again = run(command), run(command)
    changed_file = next(folder.rglob("hybrid.py"))
    changed_file.write_text(changed_file.read_text(encoding="utf-8") + "\nCHANGED = 1\n", encoding="utf-8")
    changed = run(command)
    where = run(("-m", "policy_assistant", "where", "how are keywords and meaning fused", "--project", str(folder)))
    return [
        name,
        f"{lines:,}",
        f"{_pieces(folder):,}",
        f"{first.cpu:.1f} s",
        f"{files / first.cpu:,.0f}",
        f"{again.cpu:.2f} s",
        f"{changed.cpu:.2f} s",
        f"{first.peak_mb:.0f} / {again.peak_mb:.0f} MB",
        f"{where.cpu:.2f} s, {where.peak_mb:.0f} MB",
        f"{(folder / 'index.sqlite').stat().st_size / 1_000_000:.1f} MB",
    ]


def _pieces(folder: Path) -> int:
    from policy_assistant.store import Store

    with Store(folder / "index.sqlite") as store:
        return store.info().code_chunks


def rows(sizes: list[int]) -> Iterator[list[str]]:
    """The table's rows."""
    for size in sizes:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch)
            lines = copies(folder, size)
            yield measured(folder, f"{size:,} files of Python", lines, size)


def main() -> None:
    """Measure, print, and with `--write` put the table on the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, nargs="+", default=[300, FILES], help="numbers of files (default: %(default)s)")
    parser.add_argument("--write", action="store_true", help="put the table into docs/concepts/code.md")
    options = parser.parse_args()
    os.environ["POLICY_ASSISTANT_MODELS_EMBEDDER"] = "none"
    PAGE.put("code_index", [made_by("code_index")], HEADER, rows(options.files), write=options.write)


if __name__ == "__main__":
    main()
