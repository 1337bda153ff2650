"""What an embedding process and its parent send each other."""

from typing import BinaryIO

from policy_assistant import frames
from policy_assistant.frames import MAX_FRAME_BYTES, write_frame

__all__ = ["ERROR", "HELLO", "MAX_FRAME_BYTES", "TEXTS", "VECTORS", "read_frame", "write_frame"]

HELLO, TEXTS, VECTORS, ERROR = b"H", b"T", b"V", b"E"
"""What a frame holds: the opening of either side (JSON), texts (JSON), vectors (float32), an error of ours (JSON)."""


def read_frame(stream: BinaryIO) -> tuple[bytes, bytes]:
    """The next frame's kind and body. Raises `EOFError` when the other side is gone, or what it sent is no frame."""
    return frames.read_frame(stream, HELLO + TEXTS + VECTORS + ERROR)
