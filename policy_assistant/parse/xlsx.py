"""Excel files (Office Open XML): each sheet that is shown is a heading and its tables, cells as their formats show them.

Read as streams with lxml: the sizes that a file states of itself are not believed, and hidden rows, merged cells and
formulas without a value are seen, which readers of values alone pass over.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from policy_assistant.blocks import Dropped, ParsedDocument, RawBlock, assemble, clean
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.grid import CellCount
from policy_assistant.parse.office_zip import Element, OfficeFile, Relation, attribute, child, children, open_office
from policy_assistant.parse.ooxml import A, main_part, properties
from policy_assistant.parse.sheet_blocks import SHOWN, hidden_sheet, sheet_blocks
from policy_assistant.parse.xlsx_cells import Book, Sheet, is_true, read_book, read_sheet

MAX_NOTES = 200
"""Cells without a value that are listed one by one."""


def parse_xlsx(data: bytes, name: str, options: ParseOptions) -> ParsedDocument:
    """Parse an Excel workbook.

    Raises:
        UnreadableFileError: it is no workbook, is damaged, asks for a password, holds more than a million filled cells,
            or is beyond the limits of `office_zip`.
    """
    file = open_office(data, name)
    part, root = main_part(file, "workbook", "xl/workbook.xml")
    reader = _Reader(file, part, root)
    blocks = list(reader.blocks())
    return assemble(blocks, properties(file), dropped=reader.dropped)


@dataclass
class _Reader:
    """Walks the sheets of a workbook."""

    file: OfficeFile
    part: str
    root: Element
    dropped: list[Dropped] = field(default_factory=list)

    def blocks(self) -> Iterator[RawBlock]:
        links = self.file.relations(self.part)
        shared = {link.kind: link.target for link in links.values() if not link.outside}
        settings = child(self.root, "workbookPr")
        from_1904 = settings is not None and is_true(settings.get("date1904"))
        book = read_book(self.file, shared.get("sharedStrings", ""), shared.get("styles", ""), from_1904)
        count = CellCount(self.file.name)
        for entry in children(child(self.root, "sheets"), "sheet"):
            name = clean(entry.get("name") or "") or "Sheet"
            yield from self._sheet(entry, name, links.get(attribute(entry, "id")), book, count)

    def _sheet(self, entry: Element, name: str, link: Relation | None, book: Book, count: CellCount) -> Iterator[RawBlock]:
        if link is None or link.kind != "worksheet":
            self.dropped.append(Dropped("a sheet without cells", name, name))
            return
        sheet = read_sheet(self.file, link.target, name, book, count)
        if (entry.get("state") or "visible") != "visible":
            yield hidden_sheet(sheet.grid, self.dropped)
            return
        self._note_uncounted(sheet)
        self._note_beside(link.target, name)
        yield from sheet_blocks(sheet.grid, self.dropped)

    def _note_uncounted(self, sheet: Sheet) -> None:
        for cell, formula in sheet.uncounted[:MAX_NOTES]:
            self.dropped.append(
                Dropped("a formula without a kept value: open and save the file once", f"={formula}"[:SHOWN], f"{sheet.grid.name}!{cell}")
            )
        more = len(sheet.uncounted) - MAX_NOTES
        if more > 0:
            self.dropped.append(Dropped("formulas without a kept value", f"{more:,} more", sheet.grid.name))

    def _note_beside(self, part: str, name: str) -> None:
        """Comments on cells, and texts drawn over them."""
        for link in self.file.relations(part).values():
            if link.outside or link.kind not in ("comments", "drawing"):
                continue
            root = self.file.xml(link.target)
            holders = root.iter("{*}comment") if link.kind == "comments" else root.iter("{*}txBody")
            for holder in holders:
                text = clean(" ".join(t.text or "" for t in holder.iter("{*}t") if link.kind == "comments" or t.tag == f"{A}t"))
                if text:
                    reason = "comment" if link.kind == "comments" else "text drawn over the sheet"
                    self.dropped.append(Dropped(reason, text[:SHOWN], f"{name}!{holder.get('ref') or ''}".rstrip("!")))
