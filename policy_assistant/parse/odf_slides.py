"""The slides of an OpenDocument presentation: a slide is a section, every block names its slide."""

import re
from collections.abc import Iterator
from dataclasses import replace

from policy_assistant.blocks import HIDDEN, Dropped, RawBlock, clean
from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.hidden import says_something
from policy_assistant.parse.odf_text import SHOWN, OdfReader
from policy_assistant.parse.office_zip import Element, attribute, children, local
from policy_assistant.spots import Spot

SLIDE_LEVEL = 2
ROW = 0.6
"""Frames whose tops differ by less than this stand beside each other; centimetres."""

_LENGTH = re.compile(r"(-?[0-9.]+)(cm|mm|in|pt)?")
_CENTIMETRES = {"cm": 1.0, "mm": 0.1, "in": 2.54, "pt": 2.54 / 72}
_RUNNING = ("page-number", "date-time", "footer", "header")


def slide_blocks(name: str, body: Element, reader: OdfReader, most: int) -> Iterator[RawBlock]:
    """The blocks of all slides. Raises `UnreadableFileError` when there are more than `most`."""
    pages = children(body, "page")
    if len(pages) > most:
        raise UnreadableFileError(name, f"{len(pages):,} slides; read are up to {most:,}", hint="raise [corpus] max_pages")
    for number, page in enumerate(pages, 1):
        place = f"slide {number}"
        for block in _slide(page, number, reader):
            yield replace(block, spots=(Spot(0, len(block.text), place),))


def _slide(page: Element, number: int, reader: OdfReader) -> Iterator[RawBlock]:
    style = attribute(page, "style-name")
    if reader.styles.property("drawing-page", style, "drawing-page-properties", "visibility") == "hidden":
        text = _plain(page)
        reader.dropped.append(Dropped("hidden slide", text[:SHOWN], f"slide {number}"))
        yield RawBlock("text", "", flags=(HIDDEN,) if says_something(text) else ())
        return
    frames = [e for e in page if local(e) not in ("notes", "forms", "animations", "par") and attribute(e, "class") not in _RUNNING]
    frames.sort(key=_order)
    title = next((e for e in frames if attribute(e, "class") == "title" and _plain(e)), None)
    body = [block for frame in frames if frame is not title for block in reader.content([frame])]
    for notes in children(page, "notes"):
        words = clean(" ".join(_plain(e) for e in notes if attribute(e, "class") == "notes"))
        if words:
            body.append(RawBlock("text", f"Notes: {words}"))
    if title is not None:
        yield RawBlock("heading", _plain(title), SLIDE_LEVEL)
    elif any(block.text for block in body):
        yield RawBlock("heading", f"Slide {number}", SLIDE_LEVEL)
    yield from (replace(b, kind="heading", level=SLIDE_LEVEL + 1) if b.kind in ("title", "heading") else b for b in body)


def _order(frame: Element) -> tuple[float, float]:
    return _length(attribute(frame, "y")) // ROW, _length(attribute(frame, "x"))


def _length(text: str) -> float:
    found = _LENGTH.fullmatch(text)
    try:
        return float(found.group(1)) * _CENTIMETRES[found.group(2) or "cm"] if found else 0.0
    except ValueError:
        return 0.0


def _plain(element: Element) -> str:
    return clean(" ".join("".join(p.itertext()) for p in element.iter("{*}p", "{*}h")).replace("\n", " "))
