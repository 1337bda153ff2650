"""Bytes of source code to text, which never fails: code is read as it lies there."""

import codecs

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def decode_code(data: bytes) -> str:
    r"""The text of a file: UTF-8, UTF-16 where a byte order mark says so, else Windows-1252.

    Line ends become `\n`; the byte order mark and NUL characters are left out. Lines keep their numbers.
    """
    text = _decoded(data)
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")


def _decoded(data: bytes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace").removeprefix("\ufeff")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")
