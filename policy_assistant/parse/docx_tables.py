"""Tables of a Word file as rows of text: a merged cell's words in every cell that it spans, a table in a cell on its line."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from policy_assistant.blocks import HIDDEN, Dropped, clean
from policy_assistant.parse.docx_paragraphs import SHOWN, ParagraphReader
from policy_assistant.parse.docx_styles import is_on, whole
from policy_assistant.parse.hidden import says_something
from policy_assistant.parse.office_zip import Element, attribute, child, local
from policy_assistant.parse.ooxml import W, chosen

MAX_COLUMNS = 100
"""How far a cell may span; Word itself stops at 63."""

_AROUND = ("sdtContent", "ins", "moveTo", "customXml", "smartTag")


@dataclass
class TableReader:
    """Reads one table after the other. `flags` gathers those of all that was read."""

    paragraphs: ParagraphReader
    dropped: list[Dropped]
    flags: list[str] = field(default_factory=list)

    def rows(self, table: Element) -> list[str]:
        """The rows of a table as text, ` | ` between cells, without those that are empty."""
        above: list[str] = []
        lines = []
        for row in _below(table, "tr"):
            properties = child(row, "trPr")
            if child(properties, "del") is not None:
                self._leave_out("deleted text", row)
                continue
            if is_on(child(properties, "hidden")):
                self._leave_out("hidden text", row)
                continue
            above = self._cells(row, properties, above)
            if any(above):
                lines.append(" | ".join(above).rstrip())
        return lines

    def _cells(self, row: Element, properties: Element | None, above: list[str]) -> list[str]:
        cells = [""] * _count(properties, "gridBefore", 0)
        for cell in _below(row, "tc"):
            rule = child(cell, "tcPr")
            merged = child(rule, "vMerge")
            text = self.words(cell)
            if merged is not None and attribute(merged, "val", "continue") == "continue" and not text:
                text = above[len(cells)] if len(cells) < len(above) else ""
            cells.extend([text] * _count(rule, "gridSpan", 1))
        return cells + [""] * _count(properties, "gridAfter", 0)

    def words(self, holder: Iterable[Element]) -> str:
        """The words of a cell, a box or a note, on one line; the rows of a table in it are parted by semicolons."""
        parts = []
        for element in holder:
            name = local(element)
            if name == "p":
                parts.append(self._paragraph(element))
            elif name == "tbl":
                parts.append("; ".join(self.rows(element)))
            elif name == "sdt" or name in _AROUND:
                parts.append(self.words(element))
            elif name == "AlternateContent":
                parts.append(self.words(chosen(element)))
        return clean(" ".join(part for part in parts if part))

    def _paragraph(self, element: Element) -> str:
        paragraph = self.paragraphs.read(element)
        if paragraph is None:
            return ""
        self.flags.extend(paragraph.flags)
        return " ".join([paragraph.numbered, *(self.words(box) for box in paragraph.boxes)])

    def _leave_out(self, reason: str, row: Element) -> None:
        text = clean(" ".join(t.text or "" for t in row.iter(f"{W}t", f"{W}delText")))
        if text:
            self.dropped.append(Dropped(reason, text[:SHOWN], "a row of a table"))
        if reason == "hidden text" and says_something(text):
            self.flags.append(HIDDEN)


def _below(element: Element, name: str) -> Iterator[Element]:
    """The rows or cells of a table, through what may stand around them."""
    for part in element:
        kind = local(part)
        if kind == name:
            yield part
        elif kind == "sdt" or kind in _AROUND:
            yield from _below(part, name)


def _count(properties: Element | None, name: str, default: int) -> int:
    found = child(properties, name)
    return default if found is None else max(default, min(whole(attribute(found, "val")), MAX_COLUMNS))
