"""Asks a process of its own about pages of a PDF, for pdfium is not safe among threads, and a hostile page may never end.

The process gets the bytes that were proved, no keys from the environment, and a limit of time; `render` is its program.
"""

import json
import os
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from policy_assistant.blocks import Box
from policy_assistant.child_process import command, environment
from policy_assistant.errors import OverloadedError, UnreadableFileError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from policy_assistant.view.render import Glyph

SECONDS = 10.0
"""After this a page is given up."""

AT_ONCE = max(2, os.cpu_count() or 2)
"""Processes that may run at once; more requests wait."""

PLACE_SECONDS = 1.0
"""How long a request waits for one of them to end: whoever waits keeps a thread from all others."""

_PLACES = threading.BoundedSemaphore(AT_ONCE)


class PageLook:
    """What a page shows: its size in points, and the characters in each box that was asked for."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        self.number: int = answer["page"]
        self.width: float = answer["width"]
        self.height: float = answer["height"]
        self.glyphs: Sequence[Sequence[Glyph]] = [[tuple(glyph) for glyph in glyphs] for glyphs in answer["glyphs"]]


def draw_page(data: bytes, name: str, page: int, width: int) -> bytes:
    """A page (from 1) as a PNG picture.

    Raises:
        UnreadableFileError: there is no such page, or it cannot be drawn within the limits of time and memory.
        OverloadedError: too many pages are being drawn.
    """
    return _asked({"do": "draw", "page": page, "width": width}, data, f"{name}, page {page}")


def look_at_pages(data: bytes, name: str, boxes: Mapping[int, Sequence[Box]]) -> list[PageLook]:
    """The pages with these numbers, in their order, and what is printed in boxes on them. Raises as `draw_page`."""
    pages = [(page, [(box.left, box.top, box.right, box.bottom) for box in found]) for page, found in sorted(boxes.items())]
    return [PageLook(answer) for answer in json.loads(_asked({"do": "look", "pages": pages}, data, name))]


def _asked(request: Mapping[str, Any], data: bytes, name: str) -> bytes:
    sent = json.dumps(request).encode() + b"\n" + data
    with _place(name):
        try:
            done = subprocess.run(  # noqa: S603 - our own program, no text from outside in its arguments
                command("policy_assistant.view.render"),
                input=sent,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment(),
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise UnreadableFileError(
                name, f"was given up after {SECONDS:g} seconds", hint="open the file itself; the page is unusually heavy"
            ) from None
    if done.returncode:
        raise UnreadableFileError(name, "cannot be drawn: the page is damaged, not there, or needs too much memory")
    return done.stdout


@contextmanager
def _place(name: str) -> "Iterator[None]":
    if not _PLACES.acquire(timeout=PLACE_SECONDS):
        raise OverloadedError("too many pages are being drawn", hint="try again in a moment")
    try:
        yield
    finally:
        _PLACES.release()
