"""Boxes that Markdown programs draw by signs of their own, turned into plain Markdown line by line; no line is added or lost.

MkDocs: `!!! note "Title"`, `??? note`, `=== "Tab"`, each with an indented body. Docusaurus and others: `:::note Title` … `:::`.
The sign becomes its title and a colon, the body loses its indent.
"""

import re

BODY = 4
"""Columns by which a body is indented."""

_INDENTED = re.compile(r"([ \t]*)(?:!!!|\?\?\?\+?|===\+?!?)[ \t]+(?:([\w-]+)(?:[ \t]+[\w-]+)*)?[ \t]*(?:\"([^\"]*)\")?[ \t]*$")
_FENCED = re.compile(r"([ \t]{0,3}):{3,}[ \t]*(?:\{[ \t]*)?\.?([A-Za-z][\w-]*)(?:[ \t]*\})?(?:\[(.*)\]|[ \t]+(.*?))?[ \t]*$")
_FENCED_END = re.compile(r"[ \t]{0,3}:{3,}[ \t]*$")
_CODE_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")


def plain_boxes(text: str) -> str:
    """The text with boxes as plain Markdown; code between fences stays as it is."""
    if "!!!" not in text and "???" not in text and ":::" not in text and "===" not in text:
        return text
    lines = _Lines()
    return "\n".join(lines.read(line) for line in text.split("\n"))


class _Lines:
    """What is open while lines are read: the indents of boxes, from the outermost, and a fence of code."""

    def __init__(self) -> None:
        self._boxes: list[int] = []
        self._fence = ""
        self._was_blank = True

    def read(self, line: str) -> str:
        if not line.strip():
            self._was_blank = True
            return line
        line = self._dedented(line)
        if self._is_code(line):
            return line
        was_blank, self._was_blank = self._was_blank, False
        if (sign := _INDENTED.match(line)) and (sign[2] or sign[3]) and (was_blank or not line.lstrip().startswith("=")):
            self._boxes.append(len(sign[1].expandtabs(BODY)))
            return f"{sign[1]}{_title(sign[2], sign[3])}"
        if sign := _FENCED.match(line):
            return f"{sign[1]}{_title(sign[2], sign[3] or sign[4])}"
        return "" if _FENCED_END.match(line) else line

    def _dedented(self, line: str) -> str:
        """The line without the indents of the boxes that it stands in; boxes that it does not reach are closed."""
        if not self._boxes:
            return line
        line = line.expandtabs(BODY)
        for number, indent in enumerate(self._boxes):
            if len(line) - len(line.lstrip()) < indent + BODY:
                del self._boxes[number:]
                break
            line = line[BODY:]
        return line

    def _is_code(self, line: str) -> bool:
        """Whether the line is code between fences or one of the fences."""
        found = _CODE_FENCE.match(line)
        if not self._fence:
            self._fence = found[1] if found else ""
            return bool(found)
        if found and found[1].startswith(self._fence) and not line[found.end() :].strip():
            self._fence = ""
        return True


def _title(kind: str | None, title: str | None) -> str:
    words = (title or "").strip() or (kind or "").replace("-", " ").capitalize()
    return words if words.endswith((":", "?", "!", ".")) else f"{words}:"
