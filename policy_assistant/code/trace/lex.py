"""Tokens of code in any language: names, numbers, strings, comments and the marks between them, in one pass.

This is no grammar. It tells apart only what must not be confused: a number in a comment is no value, and a name in a
string is no name. The pattern takes time in proportion to the text, whatever the text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath
from typing import Literal

TokenKind = Literal["name", "number", "string", "comment", "mark", "line"]

MAX_CHARACTERS = 20_000
"""Of a longer piece only the beginning is read."""

_MAX_STRING = 2_000

_ENDINGS = {
    "hash": "py pyi rb sh bash zsh toml yaml yml conf cfg r pl ps1 tf hcl env mk nix jl ex exs graphql php",
    "slash": "js mjs cjs jsx ts tsx mts cts java go rs c h cc cpp cxx hpp hh cs php kt kts swift scala groovy gradle dart css scss less vue svelte "
    "proto json5 jsonc json tf hcl",
    "dash": "sql lua hs elm ada",
    "semicolon": "ini properties clj lisp el asm",
    "no characters": "rs lisp clj el",
}
"""How comments are written, and where a single quote is no string -> endings of files. Others have comments after `#`."""

_COMMENTS = {
    "hash": r"(?<![\w$&'\"])\#[^\n]*",
    "slash": r"(?<!:)//[^\n]*",
    "dash": r"--[^\n]*",
    "semicolon": r"(?m:^[ \t]*[;!][^\n]*)",
}


@dataclass(frozen=True)
class Token:
    """A token at `text[start:end]`; the text of a string or comment is without its marks. `line` counts from 0."""

    kind: TokenKind
    text: str
    start: int
    end: int
    line: int


def suffix(path: str) -> str:
    """The ending of a file's name in small letters, without its dot; a name without one (`Dockerfile`) itself."""
    name = PurePosixPath(path).name.lower()
    return name.rpartition(".")[2] if "." in name.strip(".") else name


def tokens(text: str, path: str) -> list[Token]:
    """The tokens of a piece of code; `path` says by its ending how comments are written."""
    return list(_tokens(text[:MAX_CHARACTERS], _pattern(suffix(path))))


def _tokens(text: str, pattern: re.Pattern[str]) -> Iterator[Token]:
    line = 0
    for match in pattern.finditer(text):
        kind = match.lastgroup
        written = match[0]
        if kind == "line":
            yield Token("line", written, match.start(), match.end(), line)
        elif kind == "comment":
            yield Token("comment", written.strip("#/*-;! \t\n"), match.start(), match.end(), line)
        elif kind == "day":
            yield Token("string", written, match.start(), match.end(), line)
        elif kind == "string":
            yield Token("string", _inside(written), match.start(), match.end(), line)
        elif kind is not None:
            yield Token(kind, written, match.start(), match.end(), line)  # type: ignore[arg-type]
        line += written.count("\n")


def _inside(written: str) -> str:
    body = written.lstrip("rbfuRBFU")
    mark = body[:3] if body[:3] in ('"""', "'''") else body[:1]
    return body[len(mark) :].removesuffix(mark)


@cache
def _pattern(ending: str) -> re.Pattern[str]:
    ways = [way for way, endings in _ENDINGS.items() if ending in endings.split()]
    if not any(way in _COMMENTS for way in ways):
        ways.append("hash")
    comments = [r"/\*[\s\S]*?(?:\*/|\Z)", *(_COMMENTS[way] for way in ways if way in _COMMENTS)]
    character = "(?!)" if "no characters" in ways else rf"'(?:[^'\\\n]|\\.){{0,{_MAX_STRING}}}'"
    return re.compile(
        rf"""
        (?P<comment>{"|".join(comments)})
        |(?P<string>[rbfuRBFU]{{0,2}}(?:\"\"\"[\s\S]*?(?:\"\"\"|\Z)|'''[\s\S]*?(?:'''|\Z)
            |"(?:[^"\\\n]|\\.){{0,{_MAX_STRING}}}"|`[^`]{{0,{_MAX_STRING}}}`|{character}))
        |(?P<day>(?<![\w-])[12]\d{{3}}-\d\d-\d\d(?![\w-]))
        |(?P<number>(?<!\w)(?<!\w\.)(?:0[xXbBoO][\da-fA-F_]+|(?:\d[\d_]*(?:\.\d[\d_]*)?|\.\d[\d_]*)(?:[A-Za-z]\w{{0,8}})?)(?!\.\d))
        |(?P<name>[^\W\d]\w*|[$@][^\W\d]\w*)
        |(?P<line>\n)
        |(?P<mark>&&|\|\||=>|->|:=|\?\?|===?|!==?|<=|>=|<>|\*\*|::|[^\s\w])
        """,
        re.VERBOSE,
    )
