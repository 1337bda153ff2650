"""Messages between a process and its parent: a kind of one byte, a length, and that many bytes.

The two sides are the same program on the same machine, so numbers are in the machine's own order.
"""

import struct
from typing import BinaryIO

MAX_FRAME_BYTES = 1_000_000_000
"""A longer frame is a mistake: nothing that we send comes near."""

_HEAD = struct.Struct("=cQ")


def write_frame(stream: BinaryIO, kind: bytes, *parts: bytes) -> None:
    """Send one frame now; its body is the parts joined. Raises `OSError` when the other side is gone."""
    stream.write(_HEAD.pack(kind, sum(map(len, parts))))
    for part in parts:
        stream.write(part)
    stream.flush()


def read_frame(stream: BinaryIO, kinds: bytes) -> tuple[bytes, bytes]:
    """The next frame's kind, one of `kinds`, and its body.

    Raises:
        EOFError: the other side is gone, or what it sent is no such frame.
    """
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        raise EOFError
    kind, size = _HEAD.unpack(head)
    if kind not in kinds or size > MAX_FRAME_BYTES:
        raise EOFError
    body = stream.read(size)
    if len(body) < size:
        raise EOFError
    return kind, body
