"""The body of an OpenDocument text as blocks: headings, numbered lists, tables, notes at the end of their section."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from policy_assistant.blocks import HIDDEN, Dropped, RawBlock, clean
from policy_assistant.parse.grid import CELL_JOIN
from policy_assistant.parse.hidden import says_something
from policy_assistant.parse.numbering import Number
from policy_assistant.parse.odf_styles import OUTLINE, OdfStyles
from policy_assistant.parse.odf_words import description, read_words
from policy_assistant.parse.office_zip import Element, attribute, child, local

INDENT = "  "
SHOWN = 200

MAX_REPEATS = 1000
"""How often one row or cell that is stored once may stand in a table of a text."""

_INDEXES = ("table-of-content", "illustration-index", "table-index", "object-index", "user-index", "alphabetical-index")
_FRAMES = ("frame", "custom-shape", "rect", "ellipse", "caption")
_THROUGH = ("section", "numbered-paragraph", "index-body", "bibliography", "text-box", "shape", "g", "page")


@dataclass
class OdfReader:
    """Reads the content of a text, a text box or a slide; what is left out is added to `dropped`."""

    styles: OdfStyles
    dropped: list[Dropped] = field(default_factory=list)
    _notes: list[tuple[str, Element]] = field(default_factory=list)
    _flags: list[str] = field(default_factory=list)
    _begun: set[str] = field(default_factory=set)

    def blocks(self, body: Iterable[Element]) -> Iterator[RawBlock]:
        """The blocks of a body; a section's notes stand at its end."""
        for block in self.content(body):
            if block.kind in ("title", "heading") and block.text:
                yield from self._note_blocks()
            yield block
        yield from self._note_blocks()

    def content(self, elements: Iterable[Element]) -> Iterator[RawBlock]:
        """The blocks below an element, without notes."""
        for element in elements:
            name = local(element)
            if name in ("p", "h"):
                yield from self._paragraph(element, None)
            elif name == "list":
                yield from self._list(element)
            elif name == "table":
                yield from self._table(element)
            elif name in _INDEXES:
                self._leave_out("table of contents" if name == _INDEXES[0] else "index", _plain(element))
            else:
                yield from self._holder(element, name)

    def _holder(self, element: Element, name: str) -> Iterator[RawBlock]:
        if name == "tracked-changes":
            for change in element.iter("{*}deletion"):
                self._leave_out("deleted text", _plain(change))
        elif name == "section" and attribute(element, "display") == "none":
            yield self._hidden(_plain(element))
        elif name in _THROUGH:
            yield from self.content(element)
        elif name in _FRAMES:
            yield from self.frame(element)

    def frame(self, frame: Element) -> Iterator[RawBlock]:
        """A drawn frame: the text in it; of a picture its description is listed as left out."""
        self._leave_out("description of a picture", description(frame))
        yield from self.content(frame)

    def _paragraph(self, element: Element, number: Number | None) -> Iterator[RawBlock]:
        style = attribute(element, "style-name")
        words, flags, boxes = self._words(element)
        level = min(_whole(attribute(element, "outline-level"), 1), 9) if local(element) == "h" else self.styles.heading(style)
        if self.styles.is_title(style):
            yield RawBlock("title", words, 1, flags=flags)
        elif level:
            number = number or self._outline(element, level, words)
            label = number.label if number and number.label != "-" else ""
            yield RawBlock("heading", f"{label} {words}".strip() if words else "", level, flags=flags)
        else:
            yield RawBlock("text", f"{number.label} {words}" if number and words else words, flags=flags)
        for box in boxes:
            yield from self.frame(box)

    def _outline(self, element: Element, level: int, words: str) -> Number | None:
        if not words or attribute(element, "is-list-header") == "true":
            return None
        return self.styles.numbering.number(OUTLINE, level - 1)

    def _words(self, element: Element) -> tuple[str, tuple[str, ...], list[Element]]:
        found = read_words(element, self.styles, self._mark)
        for reason, text in found.left_out:
            self._leave_out(reason, text)
        hidden = clean("".join(found.hidden).replace("\n", " "))
        flags = self._hidden(hidden).flags if hidden else ()
        return clean("".join(found.text).replace("\n", " ")), flags, found.boxes

    def _list(self, element: Element) -> Iterator[RawBlock]:
        """A list: clauses and headings are blocks of their own, items that follow each other one block."""
        lines: list[tuple[int, str]] = []
        flags: list[str] = []
        for block, number in self._items(element, "", 0):
            if number and block.kind == "text" and not number.clause:
                lines.append((number.depth, block.text))
                flags.extend(block.flags)
                continue
            yield _list_block(lines, flags)
            lines, flags = [], []
            yield block
        yield _list_block(lines, flags)

    def _items(self, element: Element, name: str, depth: int) -> Iterator[tuple[RawBlock, Number | None]]:
        name = attribute(element, "style-name") or name
        if depth == 0 and name in self._begun and not _goes_on(element):
            self.styles.numbering.restart(name)
        self._begun.add(name)
        for item in element:
            if local(item) not in ("list-item", "list-header"):
                continue
            numbered = local(item) == "list-item"
            for part in item:
                if local(part) == "list":
                    yield from self._items(part, name, depth + 1)
                elif local(part) in ("p", "h"):
                    number = self._number(part, name, depth) if numbered else None
                    blocks = list(self._paragraph(part, number))
                    yield blocks[0], number
                    yield from ((block, None) for block in blocks[1:])
                    numbered = False
                else:
                    yield from ((block, None) for block in self.content([part]))

    def _number(self, paragraph: Element, name: str, depth: int) -> Number | None:
        return self.styles.numbering.number(name or self.styles.list_of(attribute(paragraph, "style-name")), depth)

    def _table(self, table: Element) -> Iterator[RawBlock]:
        before, self._flags = self._flags, []
        rows = self.rows(table)
        flags, self._flags = tuple(dict.fromkeys(self._flags)), before
        yield RawBlock("table", "\n".join(rows), flags=flags)

    def rows(self, table: Element) -> list[str]:
        """The rows of a table as text; the words of a merged cell stand in every cell that it spans."""
        spans: dict[int, tuple[int, str]] = {}
        lines = []
        for row in _rows(table):
            cells: list[str] = []
            for cell in row:
                repeats = min(_whole(attribute(cell, "number-columns-repeated"), 1), MAX_REPEATS)
                if local(cell) == "table-cell":
                    text = self._cell(cell)
                    wide = min(_whole(attribute(cell, "number-columns-spanned"), 1), MAX_REPEATS)
                    tall = _whole(attribute(cell, "number-rows-spanned"), 1)
                    spans.update({len(cells) + n: (tall, text) for n in range(wide)})
                    cells.extend([text] * repeats)
                elif local(cell) == "covered-table-cell":
                    cells.extend(spans.get(len(cells) + n, (0, ""))[1] for n in range(repeats))
            spans = {column: (tall - 1, text) for column, (tall, text) in spans.items() if tall > 1}
            if any(cells):
                lines.extend([CELL_JOIN.join(cells).rstrip()] * min(_whole(attribute(row, "number-rows-repeated"), 1), MAX_REPEATS))
        return lines

    def _cell(self, cell: Element) -> str:
        parts = []
        for element in cell:
            if local(element) == "table":
                parts.append("; ".join(self.rows(element)))
                continue
            for block in self.content([element]):
                self._flags.extend(block.flags)
                parts.append(" ".join(block.text.split()))
        return " ".join(part for part in parts if part)

    def _mark(self, note: Element) -> str:
        citation = child(note, "note-citation")
        label = clean("".join(citation.itertext())) if citation is not None else ""
        mark = f"[{label or len(self._notes) + 1}]"
        body = child(note, "note-body")
        if body is not None:
            self._notes.append((mark, body))
        return mark

    def _note_blocks(self) -> Iterator[RawBlock]:
        while self._notes:
            mark, body = self._notes.pop(0)
            blocks = list(self.content(body))
            text = " ".join(" ".join(block.text.split()) for block in blocks if block.text)
            yield RawBlock("text", f"{mark} {text}" if text else "", flags=tuple(flag for block in blocks for flag in block.flags))

    def _hidden(self, text: str) -> RawBlock:
        self._leave_out("hidden text", text)
        return RawBlock("text", "", flags=(HIDDEN,) if says_something(text) else ())

    def _leave_out(self, reason: str, text: str) -> None:
        words = clean(text.replace("\n", " "))
        if words:
            self.dropped.append(Dropped(reason, words[:SHOWN]))


def _list_block(lines: list[tuple[int, str]], flags: list[str]) -> RawBlock:
    top = min((depth for depth, text in lines if text), default=0)
    return RawBlock("text", "\n".join(f"{INDENT * (d - top)}{text}" for d, text in lines if text), flags=tuple(dict.fromkeys(flags)))


def _goes_on(element: Element) -> bool:
    """Whether a list goes on with the numbers of one before it."""
    return attribute(element, "continue-numbering") == "true" or bool(attribute(element, "continue-list"))


def _rows(table: Element) -> Iterator[Element]:
    for part in table:
        if local(part) == "table-row":
            yield part
        elif local(part) in ("table-header-rows", "table-rows", "table-row-group"):
            yield from _rows(part)


def _plain(element: Element) -> str:
    return " ".join("".join(p.itertext()) for p in element.iter("{*}p", "{*}h"))


def _whole(text: str, default: int) -> int:
    try:
        return max(int(text), 1)
    except ValueError:
        return default
