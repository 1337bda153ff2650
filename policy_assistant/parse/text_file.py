"""Plain text: paragraphs are parted by empty lines; nothing is taken for a heading or a list but what says so itself."""

import re
from collections.abc import Iterator

from policy_assistant.blocks import ParsedDocument, RawBlock, assemble, clean
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.encoding import guess_text

_ITEM = re.compile(r"(?P<indent>\s*)(?P<mark>[-*•–]|\(?[0-9]{1,3}[.)]|\(?[a-zA-Z][.)])\s+\S")
_UNDERLINE = re.compile(r"\s*([=\-~*])\1{2,}\s*")
_RULE = re.compile(r"\s*[-=_*~#]{3,}\s*")
"""A line that only draws."""

LONGEST_HEADING = 120
"""Characters of a line that an underline makes a heading."""


def parse_text(data: bytes, name: str, options: ParseOptions) -> ParsedDocument:
    """Parse a plain text file. Raises `UnreadableFileError` when it is a binary file."""
    return assemble(text_blocks(guess_text(data, name)), {})


def text_blocks(text: str, first_line: int | None = 1) -> Iterator[RawBlock]:
    """The blocks of a plain text; `first_line` is the line of the file on which it begins, None where that is not known."""
    lines: list[str] = []
    start = 0
    for number, line in enumerate([*text.split("\n"), ""]):
        if line.strip():
            start = start if lines else number
            lines.append(line)
        elif lines:
            yield from _paragraph(lines, None if first_line is None else first_line + start)
            lines = []


def _paragraph(lines: list[str], first: int | None) -> Iterator[RawBlock]:
    if len(lines) > 1 and _UNDERLINE.fullmatch(lines[1]) and len(lines[0]) <= LONGEST_HEADING and not _RULE.fullmatch(lines[0]):
        level = 1 if lines[1].strip()[0] == "=" else 2
        yield RawBlock("title" if level == 1 else "heading", clean(lines[0]), level, _span(first, 0, 1))
        lines, first = lines[2:], None if first is None else first + 2
    shown = [line for line in lines if not _RULE.fullmatch(line)]
    if shown:
        yield RawBlock("text", _joined(shown), source_lines=_span(first, 0, len(lines) - 1))


def _span(first: int | None, start: int, end: int) -> tuple[int, int] | None:
    return None if first is None else (first + start, first + end)


def _joined(lines: list[str]) -> str:
    """A paragraph on one line; the items of a list on lines of their own."""
    parts: list[str] = []
    for line in lines:
        item = _ITEM.match(line)
        if item or not parts:
            indent = "  " * min(len(item["indent"].expandtabs(4)) // 2, 8) if item else ""
            parts.append(indent + clean(line))
        else:
            parts[-1] = f"{parts[-1]} {clean(line)}"
    least = min(len(p) - len(p.lstrip(" ")) for p in parts)
    return "\n".join(p[least:].rstrip() for p in parts)
