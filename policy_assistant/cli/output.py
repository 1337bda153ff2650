"""What commands print: data to standard output, everything else to standard error, text of documents made harmless."""

import json
import os
import re
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Characters that could steer a terminal or turn a line's direction; line feeds and tabs stay."""

EXCERPT = 100
_SHOW_AFTER_SECONDS = 1.0
_EVERY_SECONDS = 0.2
_EVERY_SECONDS_IN_LOGS = 10.0
_WIDTH = 100
_WHOLE, _A_MINUTE_BELOW = 10, 0.2
"""A rate from here on has no decimals; one below this is that of a minute."""

_MINUTES_FROM, _HOURS_FROM = 120, 120
"""Seconds from which minutes are said, and minutes from which hours are."""


def say(text: str = "") -> None:
    """A line of data."""
    click.echo(_CONTROLS.sub("", text))


def note(text: str) -> None:
    """A line for the person who runs the command."""
    click.echo(_CONTROLS.sub("", text), err=True)


def say_json(value: Any) -> None:
    """One JSON object; what could steer a terminal is escaped."""
    click.echo(_CONTROLS.sub(lambda match: f"\\u{ord(match[0]):04x}", json.dumps(value, ensure_ascii=False, indent=2)))


def excerpt(text: str, length: int = EXCERPT) -> str:
    """The text on one line, cut with an ellipsis."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1] + "…"


def table(header: Sequence[str], rows: Iterable[Sequence[object]], *, right: Sequence[int] = ()) -> None:
    """Columns as wide as their longest cell; those in `right` are aligned to the right."""
    cells = [list(header), *[[str(cell) for cell in row] for row in rows]]
    widths = [max(len(row[n]) for row in cells) for n in range(len(header))]
    for row in cells:
        say(
            "  ".join(
                cell.rjust(width) if n in right else cell.ljust(width) for n, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
        )


def number(value: float | None, digits: int = 3) -> str:
    """A score, or a hyphen where there is none."""
    return "-" if value is None else f"{value:.{digits}f}"


class Progress:
    """Done, rate and time left on standard error: one changing line on a terminal, a line now and then in a log or with NO_COLOR.

    Work of under a second shows nothing. `things` is what is counted, where `what` does not say it.
    """

    def __init__(self, what: str, things: str = "") -> None:
        self.what, self.things = what, things
        self.is_terminal = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
        self.is_open = False
        self.counts = ""
        self._start(time.monotonic())

    def _start(self, now: float) -> None:
        self.began = self.page_began = now
        self.shown = now + _SHOW_AFTER_SECONDS - _EVERY_SECONDS

    def __call__(self, done: int, total: int, name: str = "") -> None:
        """Say how far the work is, when it is time to. With nothing done yet, the work begins now."""
        now = self.page_began = time.monotonic()
        if not done:
            self._start(now)
            return
        things = f" {self.things}" if self.things else ""
        self.counts = f"{self.what} {done:,} of {total:,}{things}{_pace(done, total, now - self.began)}"
        self._show(f"{self.counts}: {_CONTROLS.sub('', name)}" if name else self.counts, now)

    def page(self, done: int, total: int) -> None:
        """Say how far the work on one long file is, when it is time to."""
        now = time.monotonic()
        pages = f"page {done:,} of {total:,}{_pace(done, total, now - self.page_began)}"
        self._show(f"{self.counts}; now {pages}" if self.counts else f"{self.what} {pages}", now)

    def _show(self, line: str, now: float) -> None:
        pause = _EVERY_SECONDS if self.is_terminal else _EVERY_SECONDS_IN_LOGS
        if now - self.began < _SHOW_AFTER_SECONDS or now - self.shown < pause:
            return
        self.shown = now
        self.is_open = self.is_terminal
        click.echo(f"\r\x1b[K{line[: _width() - 1]}" if self.is_terminal else line, err=True, nl=not self.is_terminal)

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.is_open:
            click.echo("\r\x1b[K", err=True, nl=False)


@contextmanager
def reading_progress() -> "Iterator[Progress]":
    """Progress of reading files, with the pages of long ones."""
    from policy_assistant.parse.steps import heard_by

    with Progress("read", "files") as progress, heard_by(progress.page):
        yield progress


def _width() -> int:
    """Columns of the terminal that errors go to."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or _WIDTH
    except OSError:  # it says nothing of its size
        return _WIDTH


def _pace(done: int, total: int, seconds: float) -> str:
    """How fast the work goes, and how long it will take if it goes on so."""
    if seconds <= 0 or not done:
        return ""
    rate = done / seconds
    left = max(0, total - done) / rate
    return f", {_rate(rate)}, about {_lasting(left)} left"


def _rate(rate: float) -> str:
    if rate < _A_MINUTE_BELOW:
        return f"{rate * 60:,.1f}/min"
    return f"{rate:,.0f}/s" if rate >= _WHOLE else f"{rate:.1f}/s"


def _lasting(seconds: float) -> str:
    if seconds < _MINUTES_FROM:
        return f"{seconds:,.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < _HOURS_FROM else f"{minutes // 60:,} h {minutes % 60} min"
