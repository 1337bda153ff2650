"""Word files (Office Open XML): the body in reading order, numbers as Word prints them, changes accepted.

Read from the parts themselves with lxml: that keeps notes, numbers, text boxes and changes, which libraries for writing
such files pass over, and reads the strict form of the format and files whose links lead nowhere.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from policy_assistant.blocks import Dropped, ParsedDocument, RawBlock, assemble, clean
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.docx_notes import Notes
from policy_assistant.parse.docx_numbering import read_numbering
from policy_assistant.parse.docx_paragraphs import SHOWN, Paragraph, ParagraphReader
from policy_assistant.parse.docx_styles import Styles
from policy_assistant.parse.docx_tables import TableReader
from policy_assistant.parse.heading_levels import with_levels
from policy_assistant.parse.office_zip import Element, OfficeFile, attribute, child, children, local, open_office
from policy_assistant.parse.ooxml import W, chosen, diagram_lines, main_part, properties

INDENT = "  "
_AROUND = ("sdtContent", "ins", "moveTo", "customXml", "smartTag")


def parse_docx(data: bytes, name: str, options: ParseOptions) -> ParsedDocument:
    """Parse a Word file.

    Raises:
        UnreadableFileError: it is no Word file, is damaged, asks for a password, or is beyond the limits of `office_zip`.
    """
    file = open_office(data, name)
    part, root = main_part(file, "document", "word/document.xml")
    reader = _Body(file, part)
    blocks = list(with_levels(reader.blocks(child(root, "body"))))
    metadata = properties(file)
    if any(block.kind == "title" for block in blocks):
        metadata.pop("title", None)
    return assemble(blocks, metadata, dropped=[*reader.dropped, *_beside(file, part)])


@dataclass
class _Body:
    """Walks the body and gives its blocks; paragraphs of a list wait in `_items` until it ends."""

    file: OfficeFile
    part: str
    dropped: list[Dropped] = field(default_factory=list)
    _items: list[Paragraph] = field(default_factory=list)
    _notes: Notes = field(init=False)
    _paragraphs: ParagraphReader = field(init=False)

    def __post_init__(self) -> None:
        beside = {link.kind: link.target for link in self.file.relations(self.part).values() if not link.outside}
        styles = Styles.read(self.file.xml(beside["styles"]) if "styles" in beside else None)
        numbering = read_numbering(self.file.xml(beside["numbering"]) if "numbering" in beside else None, styles.lists)
        self._notes = Notes.read(self.file, self.part)
        self._paragraphs = ParagraphReader(styles, numbering, self._notes.mark, self.dropped)

    def blocks(self, body: Element | None) -> Iterator[RawBlock]:
        """The blocks of the body; a section's notes stand at its end."""
        for block in self._content([] if body is None else body, self._paragraphs):
            if block.kind in ("title", "heading") and block.text:
                yield from self._notes.blocks(self._apart)
            yield block
        yield from self._list()
        yield from self._notes.blocks(self._apart)
        self.dropped.extend(self._notes.unused(self._apart))

    def _content(self, elements: Iterable[Element], paragraphs: ParagraphReader) -> Iterator[RawBlock]:
        for element in elements:
            name = local(element)
            if name == "p":
                yield from self._paragraph(element, paragraphs)
            elif name == "tbl":
                yield from self._list()
                yield from self._table(element)
            elif name == "sdt":
                yield from self._control(element, paragraphs)
            elif name in _AROUND:
                yield from self._content(element, paragraphs)
            elif name == "AlternateContent":
                yield from self._content(chosen(element), paragraphs)
            elif name in ("del", "moveFrom", "altChunk"):
                self._leave_out("deleted text" if name != "altChunk" else "a part in another format", element)

    def _control(self, control: Element, paragraphs: ParagraphReader) -> Iterator[RawBlock]:
        gallery = child(child(child(control, "sdtPr"), "docPartObj"), "docPartGallery")
        content = child(control, "sdtContent")
        if gallery is not None and attribute(gallery, "val") == "Table of Contents":
            self._leave_out("table of contents", control)
        elif content is not None:
            yield from self._content(content, paragraphs)

    def _paragraph(self, element: Element, paragraphs: ParagraphReader) -> Iterator[RawBlock]:
        paragraph = paragraphs.read(element)
        if paragraph is None:
            return
        if paragraph.number and not (paragraph.number.clause or paragraph.level or paragraph.is_title):
            if self._items and _is_other_list(self._items[0], paragraph):
                yield from self._list()
            self._items.append(paragraph)
        else:
            yield from self._list()
            yield _block(paragraph)
        if paragraph.boxes or paragraph.drawings:
            yield from self._list()
            yield from self._drawn(paragraph)

    def _drawn(self, paragraph: Paragraph) -> Iterator[RawBlock]:
        inside = self._paragraphs.inside()
        for box in paragraph.boxes:
            yield from self._content(box, inside)
            yield from self._list()
        for drawing in paragraph.drawings:
            yield RawBlock("text", "\n".join(f"- {line}" for line in diagram_lines(self.file, self.part, drawing)))

    def _list(self) -> Iterator[RawBlock]:
        """The list that has ended, as one block; an item is indented by its depth below the highest one."""
        items, self._items = self._items, []
        if not items:
            return
        top = min(item.number.depth for item in items if item.number)
        lines = [f"{INDENT * (item.number.depth - top)}{item.numbered}" for item in items if item.number and item.text]
        yield RawBlock("text", "\n".join(lines), flags=tuple(dict.fromkeys(flag for item in items for flag in item.flags)))

    def _table(self, table: Element) -> Iterator[RawBlock]:
        cells = list(table.iterfind(f"{W}tr/{W}tc"))
        if len(cells) == 1 and len(table.findall(f"{W}tr")) == 1:  # a frame around text, not a table
            yield from self._content(cells[0], self._paragraphs.inside())
            yield from self._list()
            return
        reader = TableReader(self._paragraphs.inside(), self.dropped)
        rows = reader.rows(table)
        yield RawBlock("table", "\n".join(rows), flags=tuple(dict.fromkeys(reader.flags)))

    def _apart(self, holder: Element) -> RawBlock:
        """The words of a note, with their flags."""
        reader = TableReader(self._paragraphs.inside(), self.dropped)
        return RawBlock("text", reader.words(holder), flags=tuple(dict.fromkeys(reader.flags)))

    def _leave_out(self, reason: str, element: Element) -> None:
        text = _plain(element)
        if text or local(element) == "altChunk":
            self.dropped.append(Dropped(reason, text))


def _is_other_list(first: Paragraph, item: Paragraph) -> bool:
    a, b = first.number, item.number
    return bool(a and b and a.depth == b.depth and a.list_name != b.list_name)


def _block(paragraph: Paragraph) -> RawBlock:
    if paragraph.is_title:
        return RawBlock("title", paragraph.text, 1, flags=paragraph.flags)
    if not paragraph.level:
        return RawBlock("text", paragraph.numbered, flags=paragraph.flags)
    bare = paragraph.number is None or paragraph.number.label == "-"
    return RawBlock("heading", paragraph.text if bare else paragraph.numbered, paragraph.level, flags=paragraph.flags)


def _beside(file: OfficeFile, part: str) -> Iterator[Dropped]:
    """What stands beside the body: running headers and footers, comments."""
    seen = set()
    for link in file.relations(part).values():
        if link.outside or link.kind not in ("header", "footer", "comments"):
            continue
        root = file.xml(link.target)
        texts = [_plain(e) for e in children(root, "comment")] if link.kind == "comments" else [_plain(root)]
        for text in texts:
            if text and (link.kind, text) not in seen:
                seen.add((link.kind, text))
                yield Dropped(link.kind.removesuffix("s"), text, link.target.rpartition("/")[2])


def _plain(element: Element) -> str:
    """The words below an element as far as a note keeps them, paragraphs parted by blanks."""
    paragraphs = ("".join(t.text or "" for t in p.iter(f"{W}t", f"{W}delText")) for p in element.iter(f"{W}p"))
    return clean(" ".join(paragraphs))[:SHOWN]
