"""Pages of PDFs as pictures, drawn from bytes whose hash was proved, and remembered for a while."""

import threading
from collections import OrderedDict

from policy_assistant.errors import NotFoundError, UnreadableFileError, UsageError
from policy_assistant.settings import Settings
from policy_assistant.store.base import Engine
from policy_assistant.view.child import draw_page
from policy_assistant.view.file import indexed_document, proved_bytes
from policy_assistant.view.problems import sentence

LEAST_WIDTH, WIDTH, MOST_WIDTH = 100, 1_000, 2_000
"""Pixels: the narrowest picture, the usual one, the widest."""

MAX_REMEMBERED = 64 << 20
"""Bytes of pictures that are remembered."""


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


_PICTURES = _Pictures(MAX_REMEMBERED)


def page_image(settings: Settings, engine: Engine, source: str, page: int, width: int = WIDTH) -> bytes:
    """A page (from 1) of an indexed PDF as a PNG picture, `width` pixels wide; less where it would be higher than 3,000 pixels.

    Whoever calls has made sure that the reader may see the source.

    Raises:
        NotFoundError: no such source, or it is not a PDF.
        UsageError: a width that is not allowed, or a page below 1.
        UnreadableFileError: the file is gone or changed since it was indexed, there is no such page, or the page cannot be
            drawn within the limits of time and memory.
        OverloadedError: too many pages are being drawn.
    """
    if not LEAST_WIDTH <= width <= MOST_WIDTH:
        raise UsageError(f"a picture cannot be {width} pixels wide", hint=f"from {LEAST_WIDTH} to {MOST_WIDTH}")
    if page < 1:
        raise UsageError(f"there is no page {page}", hint="pages count from 1")
    document = indexed_document(engine, source)
    if document.metadata.format != "pdf":
        raise NotFoundError(f"{source} has no pages", hint="only PDF files have")
    found = proved_bytes(settings, document)
    if found.problem:
        raise UnreadableFileError(source, sentence(found.problem).rstrip("."), hint="run `policy-assistant ingest`")
    key = document.file.sha256, page, width
    picture = _PICTURES.get(key)
    if picture is None:
        picture = draw_page(found.data, source, page, width)
        _PICTURES.put(key, picture)
    return picture
