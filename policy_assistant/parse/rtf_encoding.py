"""Which encoding the bytes of an RTF file are in: the file names a code page, each font may name a character set."""

_PAGES = {437: "cp437", 708: "cp1256", 850: "cp850", 10000: "mac-roman", 65001: "utf-8"}
_SETS = {
    77: "mac-roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gbk", 136: "big5", 161: "cp1253", 162: "cp1254", 163: "cp1258",
    177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 254: "cp437", 255: "cp850",
}  # fmt: skip

WINDOWS = "cp1252"
SYMBOL_SET = 2
"""The character set of fonts of pictures, whose bytes are no letters."""


def of_page(number: int) -> str:
    """The encoding of a code page; Western Windows for one that Python does not know."""
    name = _PAGES.get(number, f"cp{number}")
    return name if _is_known(name) else WINDOWS


def of_set(number: int, usual: str) -> str:
    """The encoding of a font's character set; `usual` for the sets that name none."""
    return _SETS.get(number, usual)


def _is_known(name: str) -> bool:
    try:
        return bool(b"a".decode(name))
    except (LookupError, UnicodeDecodeError):
        return False
