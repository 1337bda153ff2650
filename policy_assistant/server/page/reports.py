"""The folder of evaluation reports: which there are, what figures they hold, and what a browser may do with one."""

import base64
import functools
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from policy_assistant.errors import NotFoundError

if TYPE_CHECKING:
    from lxml.html import HtmlElement

ENDING = ".html"
MAX_REPORTS = 50
"""Reports that are listed, the newest."""

MAX_BYTES = 20_000_000
MAX_COLUMNS = 6
MAX_ROWS = 12

_STYLE = re.compile(rb"<style(?:\s[^>]*)?>(.*?)</style\s*>", re.DOTALL | re.IGNORECASE)
_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True)
class Report:
    """A file in the folder, and when it was written (UTC)."""

    name: str
    path: Path
    written: datetime
    size: int


@dataclass(frozen=True)
class Figures:
    """What a report says of itself: its heading, what was measured, the main figures, and of a comparison a row a variant."""

    heading: str = ""
    facts: Sequence[tuple[str, str]] = ()
    figures: Sequence[tuple[str, str]] = ()
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()


def reports_in(folder: Path) -> list[Report]:
    """The reports in a folder, the newest first; links that lead out of it are none."""
    try:
        paths = [path for path in folder.iterdir() if path.suffix.lower() == ENDING and not path.is_symlink() and path.is_file()]
        found = [(path, path.stat()) for path in paths]
    except OSError:
        return []
    reports = [Report(path.name, path, datetime.fromtimestamp(status.st_mtime, UTC), status.st_size) for path, status in found]
    return sorted(reports, key=lambda report: (report.written, report.name), reverse=True)


def report_named(folder: Path, name: str) -> Report:
    """The report with this name. Raises `NotFoundError` for every name that is not in the folder's own list."""
    found = next((report for report in reports_in(folder) if report.name == name and report.size <= MAX_BYTES), None)
    if found is None:
        raise NotFoundError(f"no report {name!r:.200}")
    return found


def read(report: Report) -> bytes:
    """The file. Raises `NotFoundError` where it is gone."""
    try:
        return report.path.read_bytes()
    except OSError:
        raise NotFoundError(f"no report {report.name!r:.200}") from None


def policy_of(page: bytes) -> str:
    """The Content-Security-Policy of a report: nothing runs, nothing is loaded, and of styles exactly its own blocks count."""
    blocks = (match[1].replace(b"\r\n", b"\n").replace(b"\r", b"\n") for match in _STYLE.finditer(page))
    hashes = dict.fromkeys(f"'sha256-{base64.b64encode(hashlib.sha256(block).digest()).decode()}'" for block in blocks)
    styles = " ".join(hashes) or "'none'"
    return f"default-src 'none'; style-src {styles}; img-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"


def figures_of(report: Report) -> Figures:
    """The figures of a report; none where it is not one of ours or is gone."""
    if report.size > MAX_BYTES:
        return Figures()
    return _figures(report.path, report.written, report.size)


@functools.lru_cache(maxsize=4 * MAX_REPORTS)
def _figures(path: Path, written: datetime, size: int) -> Figures:
    """`written` and `size` say which state of the file is remembered."""
    del written, size
    from lxml import html

    try:
        page = html.document_fromstring(path.read_bytes(), parser=html.HTMLParser(encoding="utf-8", no_network=True))
    except (OSError, ValueError, html.etree.LxmlError):
        return Figures()
    tables = page.xpath("//section[@id='figures']//table[1]")
    head = [_text(cell) for cell in tables[0].xpath("./thead/tr[1]/th")[:MAX_COLUMNS]] if tables else []
    rows = [[_text(cell) for cell in row.xpath("./th|./td")[:MAX_COLUMNS]] for row in tables[0].xpath("./tbody/tr")] if tables else []
    return Figures(
        " ".join(_text(found) for found in page.xpath("//h1")[:1]),
        _pairs(page, "facts"),
        _pairs(page, "tiles"),
        head,
        rows[:MAX_ROWS],
    )


def _pairs(page: "HtmlElement", name: str) -> list[tuple[str, str]]:
    """Names and values of the lists of a class, each name once."""
    rows = page.xpath("//dl[contains(concat(' ', normalize-space(@class), ' '), $name)]/div", name=f" {name} ")
    found = [(" ".join(map(_text, row.xpath("./dt"))), " ".join(map(_text, row.xpath("./dd")))) for row in rows]
    return list(dict(reversed(found)).items())[::-1]


def _text(element: "HtmlElement") -> str:
    return _BLANKS.sub(" ", element.text_content()).strip()[:200]
