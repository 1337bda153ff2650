"""An RTF file cut into its pieces: groups, control words, bytes and text."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

MAX_DEPTH = 200
"""Groups inside each other; real files stay below forty."""

Kind = Literal["open", "close", "word", "byte", "text"]

_PIECE = re.compile(
    r"\\(?P<word>[a-zA-Z]{1,40})(?P<number>-?[0-9]{1,9})? ?|\\'(?P<byte>[0-9a-fA-F]{2})|\\(?P<symbol>.)|(?P<brace>[{}])|(?P<text>[^\\{}\r\n]+)|[\r\n]+|\\",
    re.DOTALL,
)
_SYMBOLS = {"~": " ", "_": "-", "-": "", "\\": "\\", "{": "{", "}": "}"}


class Piece(NamedTuple):
    """A piece: for a `word` its name and its number, None where it has none; for a `byte` its value as number."""

    kind: Kind
    text: str = ""
    number: int | None = None


def pieces(data: bytes) -> Iterator[Piece]:
    """The pieces of a file, in order; binary parts are passed over. Text keeps its bytes as Latin-1 characters."""
    source = data.decode("latin-1")
    position = 0
    while position < len(source):
        match = _PIECE.match(source, position)
        if match is None:
            return
        position = match.end()
        if match["word"]:
            number = None if match["number"] is None else int(match["number"])
            if match["word"] == "bin":
                position += max(number or 0, 0)
            else:
                yield Piece("word", match["word"], number)
        elif match["byte"]:
            yield Piece("byte", number=int(match["byte"], 16))
        elif match["brace"]:
            yield Piece("open" if match["brace"] == "{" else "close")
        elif match["symbol"]:
            yield _symbol(match["symbol"])
        elif match["text"]:
            yield Piece("text", match["text"])


def _symbol(sign: str) -> Piece:
    if sign == "*":
        return Piece("word", "*")
    if sign in "\r\n":
        return Piece("word", "par")
    return Piece("text", _SYMBOLS[sign]) if sign in _SYMBOLS else Piece("word", sign)
