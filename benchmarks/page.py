"""docs/benchmarks.md: the tables of speed."""

import os
import platform
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

from benchmarks.marked import Page

PAGE = Page(Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md")


def report(name: str, header: Sequence[str], rows: Iterable[Sequence[str]], note: str = "", *, write: bool) -> None:
    """Print the table of the script called `name`, with the machine and the day; with `write`, replace it on the page."""
    PAGE.put(name, [made_by(name)], header, rows, note, write=write)


def made_by(name: str) -> str:
    """Where, when and how a table was made."""
    machine = (
        f"{_processor()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    )
    return f"Measured on {date.today().isoformat()} by `python -m benchmarks.{name}`: {machine}."


def _processor() -> str:
    """The processor's name; only Linux tells it in full."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
