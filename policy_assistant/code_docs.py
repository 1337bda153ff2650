"""What code says of itself in plain words: its docstrings and comments, told apart by their marks in any language."""

import re

_BLOCK = re.compile(r'"""(.{0,4000}?)"""|\'\'\'(.{0,4000}?)\'\'\'|/\*+(.{0,4000}?)\*/', re.DOTALL)
_LINE = re.compile(r"(?m)(?:^|[ \t])(?:#[ \t]|--[ \t]|//[ \t!]?)(.*)$")
_BESIDE = " \t*"
_HEAD = 3_000
"""So many characters of a file's beginning are looked into for what it says of itself."""


def block_docs(text: str) -> list[str]:
    """The docstrings and block comments of a text, each in one line."""
    return [found for match in _BLOCK.finditer(text) if (found := _in_one_line("".join(filter(None, match.groups()))))]


def line_comments(text: str) -> list[str]:
    """The comments that end with their line, in order."""
    return [found for match in _LINE.finditer(_BLOCK.sub(" ", text)) if (found := match[1].strip())]


def without_first_block(text: str) -> str:
    """A text without its first docstring or block comment."""
    return _BLOCK.sub("", text, count=1)


def description(text: str) -> str:
    """The first sentence that a file says of itself: its docstring, or the comments that it begins with; empty where it says nothing."""
    head = text[:_HEAD].lstrip("\ufeff \t\r\n")
    match = _BLOCK.match(_after_first_lines(head))
    said = _in_one_line("".join(filter(None, match.groups()))) if match else " ".join(_beginning_comments(head))
    return re.split(r"(?<=[.!?])\s", said, maxsplit=1)[0]


def _after_first_lines(head: str) -> str:
    """What follows a line for the shell, an opening tag of PHP, and a directive such as "use strict"."""
    return re.sub(r"\A(?:#![^\n]*\n|<\?php\s|[\"']use strict[\"'];?\s)+", "", head).lstrip()


def _beginning_comments(head: str) -> list[str]:
    found: list[str] = []
    for line in _after_first_lines(head).split("\n"):
        match = re.fullmatch(r"\s*(?:#|//|--)!?\s?(.*)", line)
        if match is None:
            break
        found.append(match[1].strip())
    return [line for line in found if line]


def _in_one_line(text: str) -> str:
    return " ".join(line.strip(_BESIDE) for line in text.split("\n") if line.strip(_BESIDE))
