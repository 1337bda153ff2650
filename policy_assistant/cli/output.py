"""What commands print: data to standard output, everything else to standard error, text of documents made harmless."""

import json
import re
import sys
import time
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Any

import click

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Characters that could steer a terminal or turn a line's direction; line feeds and tabs stay."""

EXCERPT = 100
_SHOW_AFTER_SECONDS = 1.0
_EVERY_SECONDS = 0.2
_EVERY_SECONDS_IN_LOGS = 10.0


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
    """Done, rate and time left on standard error: one changing line on a terminal, a line now and then in a log.

    Work of under a second shows nothing.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self.is_terminal = sys.stderr.isatty()
        self.is_open = False
        self._start(time.monotonic())

    def _start(self, now: float) -> None:
        self.began = now
        self.shown = now + _SHOW_AFTER_SECONDS - _EVERY_SECONDS

    def __call__(self, done: int, total: int, name: str = "") -> None:
        """Say how far the work is, when it is time to. With nothing done yet, the work begins now."""
        now = time.monotonic()
        if not done:
            self._start(now)
            return
        pause = _EVERY_SECONDS if self.is_terminal else _EVERY_SECONDS_IN_LOGS
        if now - self.began < _SHOW_AFTER_SECONDS or now - self.shown < pause:
            return
        self.shown = now
        rate = done / (now - self.began)
        name = _CONTROLS.sub("", name)
        parts = (f"{self.what} {done:,} of {total:,}", f"{rate:,.0f} a second", f"{(total - done) / rate:,.0f} s left", name)
        line = " | ".join(filter(None, parts))
        self.is_open = self.is_terminal
        click.echo(f"\r\x1b[K{line[:100]}" if self.is_terminal else line, err=True, nl=not self.is_terminal)

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.is_open:
            click.echo("\r\x1b[K", err=True, nl=False)
