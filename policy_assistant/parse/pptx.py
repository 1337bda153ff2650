"""PowerPoint files (Office Open XML): a slide is a section, its shapes stand in reading order, every block names its slide."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from policy_assistant.blocks import HIDDEN, Dropped, ParsedDocument, RawBlock, assemble, clean
from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.grid import CELL_JOIN
from policy_assistant.parse.hidden import says_something
from policy_assistant.parse.office_zip import Element, OfficeFile, attribute, child, children, local, open_office
from policy_assistant.parse.ooxml import A, diagram_lines, main_part, properties
from policy_assistant.parse.pptx_shapes import Frame, Layout, Shape, shapes_of
from policy_assistant.parse.pptx_text import frame_parts, paragraph_words
from policy_assistant.spots import Spot

SLIDE_LEVEL = 2
SHOWN = 200
_RUNNING = {"sldNum": "slide number", "dt": "date of a slide", "ftr": "footer", "hdr": "header"}
_TITLES = ("title", "ctrTitle")


def parse_pptx(data: bytes, name: str, options: ParseOptions) -> ParsedDocument:
    """Parse a PowerPoint presentation. The title of an opening slide is the document's.

    Raises:
        UnreadableFileError: it is no presentation, is damaged, asks for a password, has more slides than
            `options.max_pages`, or is beyond the limits of `office_zip`.
    """
    file = open_office(data, name)
    part, root = main_part(file, "presentation", "ppt/presentation.xml")
    reader = _Reader(file, part, root)
    blocks = list(reader.blocks(options.max_pages))
    metadata = properties(file)
    if any(block.kind == "title" for block in blocks):
        metadata.pop("title", None)
    return assemble(blocks, metadata, dropped=reader.dropped)


@dataclass
class _Reader:
    """Walks the slides of a presentation."""

    file: OfficeFile
    part: str
    root: Element
    dropped: list[Dropped] = field(default_factory=list)
    _layouts: dict[str, Layout] = field(default_factory=dict)

    def blocks(self, most: int) -> Iterator[RawBlock]:
        links = self.file.relations(self.part)
        entries = children(child(self.root, "sldIdLst"), "sldId")
        if len(entries) > most:
            raise UnreadableFileError(self.file.name, f"{len(entries):,} slides; read are up to {most:,}", hint="raise [corpus] max_pages")
        for number, entry in enumerate(entries, 1):
            link = links.get(_relation(entry))
            if link is None or link.outside:
                self.dropped.append(Dropped("a slide that is not in the file", "", f"slide {number}"))
                continue
            for block in _Slide(self, link.target, number).blocks():
                yield RawBlock(block.kind, block.text, block.level, flags=block.flags, spots=(Spot(0, len(block.text), f"slide {number}"),))

    def layout(self, slide: str) -> Layout:
        """The layout of a slide, read once."""
        return Layout.of(self.file, slide, self._layouts)

    @property
    def page(self) -> Frame:
        """The slide as a frame."""
        size = child(self.root, "sldSz")
        try:
            width, height = (0, 0) if size is None else (int(attribute(size, "cx")), int(attribute(size, "cy")))
        except ValueError:
            width, height = 0, 0
        return Frame(0, 0, width, height)


@dataclass
class _Slide:
    """One slide."""

    reader: _Reader
    part: str
    number: int

    @property
    def place(self) -> str:
        return f"slide {self.number}"

    def blocks(self) -> Iterator[RawBlock]:
        """Title, shapes in reading order, notes; a hidden slide leaves only its flag."""
        root = self.reader.file.xml(self.part)
        shapes = shapes_of(root, self.reader.layout(self.part))
        if attribute(root, "show", "1") in ("0", "false"):
            text = clean(" ".join(_plain(shape.element) for shape in shapes))
            yield self._left_out("hidden slide", text, hidden=True)
            return
        title = next((s for s in shapes if s.kind in _TITLES and not s.hidden and _plain(s.element)), None)
        body = [block for shape in shapes if shape is not title for block in self._shape(shape)]
        body.extend(self._notes())
        if title is not None:
            words = _plain(title.element)
            opening = self.number == 1 and title.kind == "ctrTitle"
            yield RawBlock("title", words, 1) if opening else RawBlock("heading", words, SLIDE_LEVEL)
        elif any(block.text for block in body):
            yield RawBlock("heading", f"Slide {self.number}", SLIDE_LEVEL)
        yield from body

    def _shape(self, shape: Shape) -> Iterator[RawBlock]:
        words = _plain(shape.element)
        if shape.kind in _RUNNING:
            self._left_out(_RUNNING[shape.kind], words)
        elif shape.hidden or _is_outside(shape.frame, self.reader.page):
            yield self._left_out("hidden text", words, hidden=True)
        elif local(shape.element) == "graphicFrame":
            yield from self._graphic(shape.element)
        else:
            description = next((attribute(e, "descr") for e in shape.element.iter("{*}cNvPr")), "")
            if local(shape.element) == "pic" and description:
                self._left_out("description of a picture", description)
            body = child(shape.element, "txBody")
            if body is not None:
                yield from (RawBlock("text", part.text) for part in frame_parts(body, shape.styles))

    def _graphic(self, element: Element) -> Iterator[RawBlock]:
        table = next(element.iter(f"{A}tbl"), None)
        if table is not None:
            yield RawBlock("table", "\n".join(_rows(table)))
        yield RawBlock("text", "\n".join(f"- {line}" for line in diagram_lines(self.reader.file, self.part, element)))
        links = self.reader.file.relations(self.part)
        for chart in element.iter("{*}chart"):
            link = links.get(_relation(chart))
            if link is not None and not link.outside:
                words = [e.text or "" for e in self.reader.file.xml(link.target).iter("{*}v", f"{A}t")]
                self._left_out("chart", " ".join(words))

    def _notes(self) -> Iterator[RawBlock]:
        for link in self.reader.file.relations(self.part).values():
            if link.outside or link.kind not in ("notesSlide", "comments"):
                continue
            root = self.reader.file.xml(link.target)
            if link.kind == "comments":
                self._left_out("comment", " ".join(e.text or "" for e in root.iter("{*}text", f"{A}t")))
                continue
            for shape in shapes_of(root, Layout()):
                if shape.kind == "body" and (words := _plain(shape.element)):
                    yield RawBlock("text", f"Notes: {words}")

    def _left_out(self, reason: str, text: str, *, hidden: bool = False) -> RawBlock:
        """List a text that is left out; a block without text that carries the flag where it was hidden."""
        words = clean(text)
        if words:
            self.reader.dropped.append(Dropped(reason, words[:SHOWN], self.place))
        return RawBlock("text", "", flags=(HIDDEN,) if hidden and says_something(words) else ())


def _rows(table: Element) -> Iterator[str]:
    above: list[str] = []
    for row in children(table, "tr"):
        cells: list[str] = []
        for column, cell in enumerate(children(row, "tc")):
            if attribute(cell, "hMerge") in ("1", "true") and cells:
                cells.append(cells[-1])
            elif attribute(cell, "vMerge") in ("1", "true") and column < len(above):
                cells.append(above[column])
            else:
                cells.append(_plain(cell))
        above = cells
        if any(cells):
            yield CELL_JOIN.join(cells).rstrip()


def _plain(element: Element) -> str:
    """The words of a shape or a cell on one line."""
    return " ".join(filter(None, (paragraph_words(p) for p in element.iter(f"{A}p"))))


def _relation(element: Element) -> str:
    """The link that an element names; its own number is another attribute called `id`."""
    return next((str(value) for key, value in element.items() if key.endswith("/relationships}id")), "")


def _is_outside(frame: Frame | None, page: Frame) -> bool:
    if frame is None or not page.right:
        return False
    return frame.left >= page.right or frame.top >= page.bottom or frame.right <= 0 or frame.bottom <= 0
