"""A paragraph of a Word file with its number and what it is: title, heading, item of a list or plain text."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from policy_assistant.blocks import HIDDEN, Dropped, clean
from policy_assistant.parse.docx_styles import Styles, outline_level, whole
from policy_assistant.parse.docx_words import WordReader
from policy_assistant.parse.hidden import says_something
from policy_assistant.parse.numbering import Number, Numbering
from policy_assistant.parse.office_zip import Element, attribute, child

SHOWN = 200
"""Characters of a dropped text that its note keeps."""

_DEEPER = re.compile(r"List (?:Bullet|Number) ([2-5])")
"""Word's own styles for nested lists, each a list of its own with one level."""


@dataclass(frozen=True)
class Paragraph:
    """One paragraph. `level` is a heading's (from 1), 0 for others; `number` stands before its text where it has one."""

    text: str
    level: int = 0
    is_title: bool = False
    number: Number | None = None
    flags: tuple[str, ...] = ()
    boxes: tuple[Element, ...] = ()
    drawings: tuple[Element, ...] = ()

    @property
    def numbered(self) -> str:
        """The text after its number."""
        return f"{self.number.label} {self.text}" if self.number and self.text else self.text


@dataclass
class ParagraphReader:
    """Reads paragraphs in the order of the text, because numbers count and fields run on.

    What is left out of a paragraph is added to `dropped`. None stands for a paragraph that is joined to the next one
    (its mark was deleted), or that is a line of a table of contents.
    """

    styles: Styles
    numbering: Numbering
    note_mark: Callable[[str, str], str]
    dropped: list[Dropped]
    _begun: str = ""
    _seen: int = 0
    _words: WordReader = field(init=False)

    def __post_init__(self) -> None:
        self._words = WordReader(self.styles, self.note_mark)

    def inside(self) -> "ParagraphReader":
        """A reader for text apart (a cell, a box, a note), whose fields are its own."""
        return ParagraphReader(self.styles, self.numbering, self.note_mark, self.dropped)

    def read(self, element: Element) -> Paragraph | None:
        """The next paragraph."""
        self._seen += 1
        properties = child(element, "pPr")
        named = child(properties, "pStyle")
        style = self.styles.usual if named is None else attribute(named, "val")
        words = self._words.read(element, style)
        text = "".join(words.text)
        hidden = clean("".join(words.hidden))
        self._note("deleted text", "".join(words.deleted))
        self._note("table of contents", "".join(words.contents))
        self._note("hidden text", hidden)
        for reason, left in words.left_out:
            self._note(reason, left)
        if self.styles.is_contents(style):
            self._note("table of contents", text)
            return None
        text, self._begun = self._begun + text, ""
        if child(child(properties, "rPr"), "del") is not None:
            self._begun = text
            return None
        return Paragraph(
            text=clean(text),
            level=self._level(properties, style),
            is_title=self.styles.is_title(style),
            number=self._number(properties, style),
            flags=(HIDDEN,) if says_something(hidden) else (),
            boxes=tuple(words.boxes),
            drawings=tuple(words.drawings),
        )

    def _level(self, properties: Element | None, style: str) -> int:
        direct = child(properties, "outlineLvl")
        return self.styles.heading(style) if direct is None else outline_level(direct)

    def _number(self, properties: Element | None, style: str) -> Number | None:
        name, depth, source = self.styles.number(style)
        direct = child(properties, "numPr")
        if direct is not None:
            own, level = child(direct, "numId"), child(direct, "ilvl")
            if own is not None:
                name = attribute(own, "val")
            if level is not None:
                return self.numbering.number(name, whole(attribute(level, "val")))
        if depth is None:
            depth = self.numbering.level_of_style(name, style) or self.numbering.level_of_style(name, source)
        number = self.numbering.number(name, depth)
        step = _DEEPER.fullmatch(self.styles.name(style))
        return replace(number, depth=int(step.group(1)) - 1) if number and step and not depth else number

    def _note(self, reason: str, text: str) -> None:
        words = clean(text)
        if words:
            self.dropped.append(Dropped(reason, words[:SHOWN], f"paragraph {self._seen}"))
