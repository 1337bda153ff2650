"""Bytes to text for the formats that are text."""

import codecs

from policy_assistant.errors import UnreadableFileError


def decode(data: bytes, name: str, encoding: str = "utf-8") -> str:
    """The text of a file, line ends as line feeds, without a byte order mark.

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
    return text.replace("\r\n", "\n").replace("\r", "\n")
