"""Files without syntax: windows of lines that end at a blank line where there is one."""

from policy_assistant.parse.code.limits import WINDOW_LINES, Lines
from policy_assistant.parse.code.pieces import Piece, trimmed
from policy_assistant.parse.code.split import split


def windows(text: str, name: str) -> list[Piece]:
    """The windows of a text, none of which shares a line with another; `name` is the file's."""
    lines = Lines.of(text, WINDOW_LINES)
    whole = trimmed(lines, 0, len(lines.texts) - 1)
    if whole is None:
        return []
    after_blank = {row: 0 for row in range(1, len(lines.texts)) if lines.blank(row - 1)}
    parts = (trimmed(lines, *part) for part in split(lines, *whole, after_blank))
    return [Piece("lines", name, *part) for part in parts if part is not None]
