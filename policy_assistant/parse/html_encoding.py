"""The encoding of an HTML page: declared in it, or guessed where nothing is declared."""

import codecs
import re

from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.guess import guess
from policy_assistant.parse.text import decode

HEAD = 2048
"""Bytes in which a declaration must stand (browsers look at 1,024)."""

_CHARSET = re.compile(rb"""<(?:meta|\?xml)\b[^>]*?(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)

_AS_BROWSERS = {
    "windows-1252": ("iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1", "ascii", "us-ascii", "x-cp1252", "ansi"),
    "windows-1254": ("iso-8859-9", "iso8859-9", "latin5"),
    "cp874": ("windows-874", "tis-620", "iso-8859-11", "iso8859-11"),
    "gb18030": ("gb2312", "gbk", "x-gbk", "gb_2312-80", "chinese"),
    "cp932": ("shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "windows-31j"),
    "cp949": ("euc-kr", "ks_c_5601-1987", "ksc5601", "korean", "windows-949"),
    "big5hkscs": ("big5", "big5-hkscs", "cn-big5", "x-x-big5"),
    "mac_roman": ("macintosh", "x-mac-roman"),
    "mac_cyrillic": ("x-mac-cyrillic",),
}
"""Encodings that browsers use for declared names (WHATWG Encoding Standard, 4.2): real pages hold characters that only these have."""

_READ_AS = {name: codec for codec, names in _AS_BROWSERS.items() for name in names}
_TEXT_CODEC = re.compile(
    r"utf-8|cp(?:125\d|437|85[0258]|866|874|932|949)|iso8859-\d+|koi8-[rut]|mac-\w+|gb18030|big5hkscs|euc_jp|euc_jis_2004|iso2022_jp\w*"
)
"""Names of Python's codecs for written text; others (`utf-7`, `unicode_escape`) turn harmless bytes into markup."""


def encoding_of(data: bytes, name: str) -> str:
    """The codec of a page, without regard to a byte order mark (see `text.decode`).

    Raises:
        UnreadableFileError: the page declares an encoding that is not known.
    """
    if data[:4] in (b"<\x00!\x00", b"<\x00h\x00", b"<\x00?\x00", b"<\x00H\x00"):
        return "utf-16-le"
    if data[:4] in (b"\x00<\x00!", b"\x00<\x00h", b"\x00<\x00?", b"\x00<\x00H"):
        return "utf-16-be"
    declared = _CHARSET.search(data[:HEAD])
    return _codec(declared.group(1).decode("ascii", "replace"), name) if declared else ""


def _codec(declared: str, name: str) -> str:
    label = declared.lower()
    if label.startswith(("utf-16", "utf-32", "ucs-2")):
        return "utf-8"  # the declaration could not be read if it were true; browsers do the same
    codec = _READ_AS.get(label, label)
    try:
        if _TEXT_CODEC.fullmatch(codecs.lookup(codec).name):
            return codec
    except LookupError:
        pass
    raise UnreadableFileError(name, f"declares the unknown encoding {declared!r}", hint="save it as UTF-8")


def text_of(data: bytes, name: str) -> tuple[str, str]:
    """The text of a page, and the encoding if it had to be guessed (else empty).

    Raises:
        UnreadableFileError: the bytes are not in the declared encoding, or none is declared and none fits.
    """
    encoding = encoding_of(data, name)
    try:
        return decode(data, name, encoding or "utf-8"), ""
    except UnreadableFileError:
        guessed = "" if encoding else guess(data)
        if not guessed:
            raise
        return decode(data, name, guessed), guessed
