"""Bytes to text for the formats that are text."""

import codecs
import re

from policy_assistant.errors import UnreadableFileError

_NO_TEXT = re.compile("[\x01-\x08\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
"""Control characters, and what Unicode keeps free of any meaning; a NUL far into a text is left to each format."""


def decode(data: bytes, name: str, encoding: str = "utf-8") -> str:
    """The text of a file, line ends as line feeds, without a byte order mark and without control characters but tabs.

    Raises:
        UnreadableFileError: a binary file, or bytes that are not in the encoding.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encoding = "utf-16"
    elif data.startswith(codecs.BOM_UTF8):
        encoding = "utf-8"
    elif b"\x00" in data[:4096]:
        raise UnreadableFileError(name, "is a binary file although its name says text")
    try:
        text = data.decode("utf-8-sig" if encoding.lower() in ("utf-8", "utf8") else encoding)
    except UnicodeDecodeError as error:
        raise UnreadableFileError(name, f"is not {encoding.upper()} (byte {error.start})", hint="save it as UTF-8") from None
    except LookupError:
        raise UnreadableFileError(name, f"declares the unknown encoding {encoding!r}", hint="save it as UTF-8") from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    # a tab downwards and the end of a page part words; lines are counted without them
    return _NO_TEXT.sub("", text.replace("\x0b", " ").replace("\x0c", " "))
