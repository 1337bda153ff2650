"""Bytes of text files that do not say how they are encoded: Unicode where it fits, else what Western office programs write."""

import codecs

from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.text import decode

_SAMPLE = 4096
_MARKS = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}


def guess_text(data: bytes, name: str) -> str:
    """The text of a file, line ends as line feeds: by its byte order mark, as UTF-8, as UTF-16 without a mark, else windows-1252.

    Raises:
        UnreadableFileError: it is a binary file.
    """
    if data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return decode(data, name)
    wide = _wide(data[:_SAMPLE])
    if wide:
        return decode(_MARKS[wide] + data, name)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        if b"\x00" in data:
            raise UnreadableFileError(name, "is a binary file although its name says text") from None
        return data.decode("windows-1252", errors="replace").replace("\r\n", "\n").replace("\r", "\n")
    return decode(data, name)


def _wide(sample: bytes) -> str:
    """UTF-16 without a mark: every second byte of Western text is zero."""
    for encoding, zeros, letters in (("utf-16-le", sample[1::2], sample[::2]), ("utf-16-be", sample[::2], sample[1::2])):
        if len(zeros) > 2 and zeros.count(0) > 0.8 * len(zeros) and letters.count(0) == 0:
            return encoding
    return ""
