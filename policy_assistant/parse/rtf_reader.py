"""Reads the pieces of an RTF file: where each text goes, in which encoding, and when a paragraph, cell or row ends."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from policy_assistant.blocks import HIDDEN, Dropped, RawBlock, clean
from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse import rtf_encoding
from policy_assistant.parse.heading_names import heading_level, is_contents, is_title
from policy_assistant.parse.hidden import says_something
from policy_assistant.parse.ooxml import symbol
from policy_assistant.parse.rtf_paragraphs import Look, Paragraphs
from policy_assistant.parse.rtf_print import Cells, Colours, is_hidden
from policy_assistant.parse.rtf_state import BESIDE, INTO, KNOWN, SKIPPED, State
from policy_assistant.parse.rtf_table import Merge
from policy_assistant.parse.rtf_tokens import MAX_DEPTH, Piece, pieces

SHOWN = 200
BODY_OUTLINE = 9
"""The outline level that says "not a heading"."""

_CHARACTERS = {
    "tab": " ", "line": " ", "page": " ", "column": " ", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’",
    "ldblquote": "“", "rdblquote": "”", "bullet": "•", "emspace": " ", "enspace": " ", "qmspace": " ", "nestcell": " | ",
}  # fmt: skip


@dataclass(frozen=True)
class _Style:
    name: str
    outline: int | None


@dataclass
class RtfReader:
    """Reads one file: `read` it, then take `blocks`, `title` (that of the file's properties) and `dropped`."""

    name: str
    title: str = ""
    dropped: list[Dropped] = field(default_factory=list)
    _state: State = field(default_factory=State)
    _stack: list[State] = field(default_factory=list)
    _paragraphs: Paragraphs = field(default_factory=Paragraphs)
    _texts: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    _fonts: dict[int, tuple[str, bool]] = field(default_factory=dict)
    _font: int = 0
    _styles: dict[int, _Style] = field(default_factory=dict)
    _merges: list[Merge] = field(default_factory=list)
    _merge: Merge = field(default_factory=Merge)
    _colours: Colours = field(default_factory=Colours)
    _cells: Cells = field(default_factory=Cells)
    _notes: list[str] = field(default_factory=list)
    _settled: int = 0
    _note_count: int = 0
    _boxes: list[str] = field(default_factory=list)
    _blocks: list[RawBlock] = field(default_factory=list)
    _usual: str = rtf_encoding.WINDOWS
    _bytes: bytearray = field(default_factory=bytearray)
    _passed: int = 0

    def read(self, data: bytes) -> int:
        """Read a file; how many groups are open at its end.

        Raises:
            UnreadableFileError: its groups are nested too deeply.
        """
        for piece in pieces(data):
            self._piece(piece)
        self._flush()
        still_open = len(self._stack)
        self._end_paragraph()
        return still_open

    def blocks(self) -> Iterator[RawBlock]:
        """The blocks of what was read; notes stand at the end of their section."""
        self._take()
        self._blocks.extend(RawBlock("text", note) for note in self._notes)
        self._notes = []
        yield from self._blocks

    def _piece(self, piece: Piece) -> None:
        if piece.kind in ("text", "byte"):
            self._characters(piece.text.encode("latin-1") if piece.kind == "text" else bytes([piece.number or 0]))
            return
        self._flush()
        if piece.kind == "open":
            self._passed = 0
            if len(self._stack) >= MAX_DEPTH:
                raise UnreadableFileError(self.name, f"its groups are nested deeper than {MAX_DEPTH}")
            self._stack.append(self._state)
            self._state = replace(self._state, star=False)
        elif piece.kind == "close":
            self._passed = 0
            self._close()
        elif piece.text == "u" and piece.number is not None:
            self._put(chr(piece.number & 0xFFFF))
            self._passed = self._state.fallback
        elif self._passed:
            self._passed -= 1
        else:
            self._word(piece.text, piece.number)

    def _characters(self, raw: bytes) -> None:
        skipped = min(self._passed, len(raw))
        self._passed -= skipped
        raw = raw[skipped:]
        if self._state.symbols and self._state.into not in ("fonts", "styles"):
            for byte in raw:
                self._put("•" if self._state.into == "label" else symbol("Wingdings", f"{byte:x}"))
        else:
            self._bytes += raw

    def _flush(self) -> None:
        if self._bytes:
            self._put(self._bytes.decode(self._state.encoding, errors="replace"))
            self._bytes.clear()

    def _put(self, text: str) -> None:
        state = self._state
        if state.into in ("skip", "info"):
            return
        into = state.into
        if into in ("body", "note", "box"):
            into = "deleted" if state.deleted else "hidden" if is_hidden(state, self._colours, self._cells) else into
        elif into == "colours":
            self._colours.end(text)
            return
        self._texts[into].append(text)

    def _taken(self, into: str) -> str:
        """The text that was put somewhere, which is empty then."""
        text = "".join(self._texts.pop(into, ()))
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")

    def _word(self, name: str, number: int | None) -> None:
        state = self._state
        if name == "nestrow":
            self._texts["body"].append("; ")
        elif state.into == "skip":
            return
        elif name == "*":
            self._state = replace(state, star=True)
        elif state.star and name not in KNOWN and name not in SKIPPED:
            self._state = replace(state, into="skip", star=False)
        elif name in SKIPPED:
            self._state = replace(state, into="skip")
        elif name in INTO:
            self._enter(INTO[name])
        elif name == "title" and state.into == "info":
            self._state = replace(state, into="title")
        elif name == "fldrslt" and "".join(self._texts.pop("code", ())).split()[:1] == ["TOC"]:
            self._state = replace(state, into="contents")
        else:
            self._content_word(name, number)

    def _enter(self, into: str) -> None:
        if self._state.into in ("body", "note", "box", "contents") or (into == "code" and self._state.into != "skip"):
            self._state = replace(self._state, into=into, star=False, hidden=False if into == "label" else self._state.hidden)
        if into == "note" and self._stack[-1:] and self._stack[-1].into == "body":
            self._note_count += 1
            self._state = replace(self._state, in_table=False)

    def _content_word(self, name: str, number: int | None) -> None:
        if name in _CHARACTERS:
            self._put(_CHARACTERS[name])
        elif name in ("par", "sect"):
            self._paragraph_mark()
        elif name in ("cell", "row"):
            self._end_cell_or_row(name)
        elif name in ("f", "fcharset", "ansicpg", "mac", "pc", "pca", "deff"):
            self._encoding_word(name, number or 0)
        elif name in ("trowd", "cellx", "clmrg", "clvmrg", "clcbpat", "clshdng"):
            self._table_word(name, number or 0)
        elif name in ("red", "green", "blue") and self._state.into == "colours":
            self._colours.part(name, number or 0)
        else:
            self._state = self._state.word(name, number)

    def _encoding_word(self, name: str, number: int) -> None:
        if name == "fcharset":
            self._fonts[self._font] = (rtf_encoding.of_set(number, self._usual), number == rtf_encoding.SYMBOL_SET)
        elif name == "f":
            self._font = number
            encoding, symbols = self._fonts.get(number, (self._usual, False))
            self._state = replace(self._state, encoding=encoding, symbols=symbols)
        elif name != "deff":
            self._usual = rtf_encoding.of_page({"mac": 10000, "pc": 437, "pca": 850}.get(name, number))
            self._state = replace(self._state, encoding=self._usual)

    def _table_word(self, name: str, number: int) -> None:
        if name == "trowd":
            self._merges, self._merge = [], Merge()
            self._cells.define()
        elif name == "cellx":
            self._merges.append(replace(self._merge, edge=number))
            self._merge = Merge()
            self._cells.edge()
        elif name in ("clcbpat", "clshdng"):
            self._cells.paint(number if name == "clcbpat" else None if number else 0)
        else:
            self._merge = replace(self._merge, left=True) if name == "clmrg" else replace(self._merge, above=True)

    def _close(self) -> None:
        """A group ends; where it had text of its own, that is complete."""
        if not self._stack:
            return
        inner, self._state = self._state, self._stack.pop()
        if inner.into == "styles" and self._state.into == "styles":
            self._keep_style(inner)
        if inner.into == self._state.into:
            return
        if inner.into == "note":
            self._put(mark := f"[{self._note_count}]")
            words = clean(self._taken("note").replace("\n", " "))
            self._notes.extend([f"{mark} {words}"] if words else [])
        elif inner.into == "box":
            self._boxes.append(clean(self._taken("box")))
        elif inner.into == "title":
            self.title = self._taken("title")
        elif inner.into in BESIDE.values():
            self._leave_out(inner.into, self._taken(inner.into))
        elif inner.into == "contents":
            self._leave_out("table of contents", self._taken("contents"))

    def _keep_style(self, state: State) -> None:
        name = clean(self._taken("styles")).rstrip(";").strip()
        if name and state.style not in self._styles:
            self._styles[state.style] = _Style(name, state.outline)

    def _paragraph_mark(self) -> None:
        if self._state.into != "body":
            self._put(" ")
        elif not self._state.deleted:  # a deleted mark joins two paragraphs
            self._end_paragraph()

    def _end_cell_or_row(self, name: str) -> None:
        if self._state.into != "body":
            return
        if name == "cell":
            self._state = replace(self._state, in_table=True)
            self._end_paragraph()
            self._paragraphs.end_cell()
            self._cells.at += 1
        else:
            self._paragraphs.end_row(self._merges)
            self._cells.at = 0

    def _end_paragraph(self) -> None:
        words = self._taken("body").replace(" | ; ", "; ").removesuffix("; ")
        hidden, label = clean(self._taken("hidden")), self._taken("label")
        self._leave_out("hidden text", hidden)
        self._leave_out("deleted text", self._taken("deleted"))
        style = self._styles.get(self._state.style, _Style("", None))
        if is_contents(style.name):
            self._leave_out("table of contents", words)
            return
        look = self._look(style)
        if (look.level or look.is_title) and not look.in_table and words.strip():
            self._take()
            self._blocks.extend(RawBlock("text", note) for note in self._notes[: self._settled])
            self._notes = self._notes[self._settled :]
        self._settled = len(self._notes)
        self._paragraphs.add(words, label, look, (HIDDEN,) if says_something(hidden) else ())
        boxes, self._boxes = self._boxes, []
        for box in boxes:
            self._paragraphs.add(box, "", Look(in_table=look.in_table), ())

    def _look(self, style: _Style) -> Look:
        state = self._state
        outline = style.outline if state.outline is None else state.outline
        level = heading_level(style.name) if outline is None else (outline + 1 if outline < BODY_OUTLINE else 0)
        return Look(level, is_title(style.name), state.depth, state.list_name, state.in_table)

    def _take(self) -> None:
        self._blocks.extend(self._paragraphs.all())

    def _leave_out(self, reason: str, text: str) -> None:
        words = clean(text.replace("\n", " "))
        if words:
            self.dropped.append(Dropped(reason, words[:SHOWN]))
