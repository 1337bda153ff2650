"""docs/benchmarks.md: every script prints a table and, with `--write`, puts it between its own marks on that page."""

import os
import platform
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"


def report(name: str, header: Sequence[str], rows: Iterable[Sequence[str]], note: str = "", *, write: bool) -> None:
    """Print the table of the script called `name`, with the machine and the day; with `write`, replace it on the page."""
    lines = [f"| {' | '.join(cells)} |" for cells in (header, ["---"] * len(header), *rows)]
    text = "\n".join([made_by(name), "", *lines, *(["", note] if note else [])])
    print(text)
    if write:
        PAGE.write_text(_with_part(PAGE.read_text(encoding="utf-8"), name, text), encoding="utf-8", newline="\n")


def made_by(name: str) -> str:
    """Where, when and how a table was made."""
    machine = (
        f"{_processor()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    )
    return f"Measured on {date.today().isoformat()} by `python -m benchmarks.{name}`: {machine}."


def _with_part(page: str, name: str, text: str) -> str:
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    before, after = page.split(begin)[0], page.split(end)[1]
    return f"{before}{begin}\n{text}\n{end}{after}"


def _processor() -> str:
    """The processor's name; only Linux tells it in full."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
