"""One way into code: a file's bytes to its text and the pieces of it."""

from pathlib import PurePosixPath

from policy_assistant.blocks import Block, ParsedDocument, Place
from policy_assistant.parse.code.decode import decode_code
from policy_assistant.parse.code.grammars import grammar_version, load
from policy_assistant.parse.code.languages import grammar_key, language_of
from policy_assistant.parse.code.limits import Lines
from policy_assistant.parse.code.pieces import Piece, pieces
from policy_assistant.parse.code.syntax import read_syntax
from policy_assistant.parse.code.windows import windows

CODE_PARSER_VERSION = "1"
"""Raised when the pieces of a file that has not changed could become others."""

MAX_SYNTAX_BYTES = 2_000_000
_FOLDER_MODULES = ("__init__", "index", "mod")


def parse_code(data: bytes, name: str, *, by_syntax: bool = True) -> ParsedDocument:
    """The pieces of a file of code, called `name` (its path with `/`).

    Every file gives a result. Its text is the file's (`decode_code`); its blocks are whole lines of it, in order, each
    with its `place`; every line that holds something other than blanks is in exactly one block, and no block is longer
    than 60 lines or 2,000 characters unless it is one line. Files in a language without an installed grammar, and those
    that are too large or too slow for one, become windows of lines, as all do without `by_syntax`. `metadata["language"]`
    is the language.
    """
    text = decode_code(data)
    found = (_by_syntax(text, name, data) if by_syntax else []) or windows(text, PurePosixPath(name).name)
    lines = Lines.of(text)
    blocks = tuple(_block(text, lines, piece) for piece in found)
    return ParsedDocument(text, blocks, {"language": language_of(name, data)})


def code_parser_version(name: str, data: bytes = b"") -> str:
    """What decides, beside the file itself, which pieces `parse_code` gives: equal texts mean equal pieces.

    It names the grammar that is used, or `lines`; `data` is the file's content or its first kilobytes.
    """
    key = grammar_key(name, data)
    version = grammar_version(key)
    return f"{CODE_PARSER_VERSION} {key} {version}" if version else f"{CODE_PARSER_VERSION} lines"


def _by_syntax(text: str, name: str, data: bytes) -> list[Piece]:
    """The pieces of a file by its syntax; none where it is not read that way."""
    key = grammar_key(name, data)
    encoded = text.encode(errors="replace")
    if not grammar_version(key) or len(encoded) > MAX_SYNTAX_BYTES:
        return []
    parsed = read_syntax(encoded, load(key))
    return [] if parsed is None else pieces(parsed, Lines.of(text), _module(name))


def _module(name: str) -> str:
    """What a file is called as a module: its name without the ending, or its folder's where it stands for that."""
    path = PurePosixPath(name)
    return path.parent.name if path.stem in _FOLDER_MODULES and path.parent.name else path.stem


def _block(text: str, lines: Lines, piece: Piece) -> Block:
    start, end = lines.totals[piece.first], lines.totals[piece.last + 1] - 1
    place = Place(piece.kind, piece.name, piece.first + 1, piece.last + 1)
    rows = (place.first_line, place.last_line)
    return Block("code", text[start:end], 0, start, end, piece.name, source_lines=rows, place=place)
