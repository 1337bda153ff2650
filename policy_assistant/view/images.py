"""Pages of PDFs as pictures, drawn from bytes whose hash was proved, and remembered for a while."""

import threading
import time
from collections import OrderedDict

from policy_assistant.errors import NotFoundError, UnreadableFileError, UsageError
from policy_assistant.settings import Settings
from policy_assistant.store.base import Engine
from policy_assistant.view.child import draw_page
from policy_assistant.view.file import indexed_document, proved_bytes
from policy_assistant.view.problems import sentence

WIDTHS = (600, 1_000, 1_600)
"""Pixels. There are no others, so that a page is drawn a few times and not as often as somebody can think of a width."""

WIDTH, LEAST_WIDTH = 1_000, 100
"""The usual one, and the least that may be asked for."""

MAX_REMEMBERED = 64 << 20
"""Bytes of pictures that are remembered."""

FAILURE_SECONDS = 60
"""How long a page that could not be drawn is not tried again: it may have taken all the time there is."""

MAX_FAILURES = 1_000


class _Pictures:
    """Pictures by file, page and width; those not asked for longest are forgotten first."""

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0
        self._lock = threading.Lock()
        self._pictures: OrderedDict[tuple[str, int, int], bytes] = OrderedDict()

    def get(self, key: tuple[str, int, int]) -> bytes | None:
        with self._lock:
            if key in self._pictures:
                self._pictures.move_to_end(key)
            return self._pictures.get(key)

    def put(self, key: tuple[str, int, int], picture: bytes) -> None:
        with self._lock:
            self._size += len(picture) - len(self._pictures.pop(key, b""))
            self._pictures[key] = picture
            while self._size > self._most:
                self._size -= len(self._pictures.popitem(last=False)[1])


class _Failures:
    """Why pages could not be drawn, by file and page, for a while; the oldest is forgotten first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._failures: OrderedDict[tuple[str, int], tuple[float, UnreadableFileError]] = OrderedDict()

    def get(self, key: tuple[str, int]) -> UnreadableFileError | None:
        with self._lock:
            since, error = self._failures.get(key, (float("-inf"), None))
        return error if time.monotonic() - since < FAILURE_SECONDS else None

    def put(self, key: tuple[str, int], error: UnreadableFileError) -> None:
        with self._lock:
            self._failures.pop(key, None)
            self._failures[key] = time.monotonic(), error
            while len(self._failures) > self._most:
                self._failures.popitem(last=False)


_PICTURES = _Pictures(MAX_REMEMBERED)
_FAILURES = _Failures(MAX_FAILURES)


def page_image(settings: Settings, engine: Engine, source: str, page: int, width: int = WIDTH) -> bytes:
    """A page (from 1) of an indexed PDF as a PNG picture, of the narrowest of `WIDTHS` that is at least `width` pixels; narrower
    where it would be higher than 3,000 pixels. A page that could not be drawn is not tried again for a minute.

    Whoever calls has made sure that the reader may see the source.

    Raises:
        NotFoundError: no such source, or it is not a PDF.
        UsageError: a width below `LEAST_WIDTH` or above the widest, or a page below 1.
        UnreadableFileError: the file is gone or changed since it was indexed, there is no such page, or the page cannot be
            drawn within the limits of time and memory.
        OverloadedError: too many pages are being drawn.
    """
    width = _allowed(width)
    if page < 1:
        raise UsageError(f"there is no page {page}", hint="pages count from 1")
    document = indexed_document(engine, source)
    if document.metadata.format != "pdf":
        raise NotFoundError(f"{source} has no pages", hint="only PDF files have")
    found = proved_bytes(settings, document)
    if found.problem:
        raise UnreadableFileError(source, sentence(found.problem).rstrip("."), hint="run `policy-assistant ingest`")
    return _PICTURES.get((document.file.sha256, page, width)) or _drawn(found.data, document.file.sha256, source, page, width)


def _allowed(width: int) -> int:
    """The narrowest of the widths that is as wide."""
    wide = next((each for each in WIDTHS if each >= width), None)
    if width < LEAST_WIDTH or wide is None:
        raise UsageError(f"a picture cannot be {width} pixels wide", hint=f"from {LEAST_WIDTH} to {WIDTHS[-1]}")
    return wide


def _drawn(data: bytes, sha256: str, source: str, page: int, width: int) -> bytes:
    if failure := _FAILURES.get((sha256, page)):
        raise UnreadableFileError(f"{source}, page {page}", failure.reason, hint=failure.hint)
    try:
        picture = draw_page(data, source, page, width)
    except UnreadableFileError as error:
        _FAILURES.put((sha256, page), error)
        raise
    _PICTURES.put((sha256, page, width), picture)
    return picture
