"""Messages between an embedding process and its parent: a kind, a length, and that many bytes.

The two sides are the same program on the same machine, so numbers are in the machine's own order.
"""

import struct
from typing import BinaryIO

HELLO, TEXTS, VECTORS, ERROR = b"H", b"T", b"V", b"E"
"""What a frame holds: the opening of either side (JSON), texts (JSON), vectors (float32), an error of ours (JSON)."""

MAX_FRAME_BYTES = 1_000_000_000
_HEAD = struct.Struct("=cQ")


def write_frame(stream: BinaryIO, kind: bytes, body: bytes) -> None:
    """Send one frame now. Raises `OSError` when the other side is gone."""
    stream.write(_HEAD.pack(kind, len(body)))
    stream.write(body)
    stream.flush()


def read_frame(stream: BinaryIO) -> tuple[bytes, bytes]:
    """The next frame's kind and body.

    Raises:
        EOFError: the other side is gone, or what it sent is no frame.
    """
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        raise EOFError
    kind, size = _HEAD.unpack(head)
    if kind not in (HELLO, TEXTS, VECTORS, ERROR) or size > MAX_FRAME_BYTES:
        raise EOFError
    body = stream.read(size)
    if len(body) < size:
        raise EOFError
    return kind, body
