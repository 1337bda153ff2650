"""Footnotes and endnotes of a Word file: a mark where they are referred to, their texts at the end of the section."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from policy_assistant.blocks import Dropped, RawBlock
from policy_assistant.parse.numbering import as_printed
from policy_assistant.parse.office_zip import Element, OfficeFile, attribute, children

_SEPARATORS = ("separator", "continuationSeparator", "continuationNotice")


@dataclass
class Notes:
    """The notes of one file, by kind (`footnote`, `endnote`) and ID. Footnotes count 1, 2, 3 and endnotes i, ii, iii, as Word does."""

    elements: dict[tuple[str, str], Element] = field(default_factory=dict)
    _marks: dict[tuple[str, str], str] = field(default_factory=dict)
    _waiting: list[tuple[str, str]] = field(default_factory=list)

    @classmethod
    def read(cls, file: OfficeFile, part: str) -> "Notes":
        """The notes that a main part has beside it."""
        elements = {}
        for link in file.relations(part).values():
            kind = link.kind.removesuffix("s")
            if kind in ("footnote", "endnote") and not link.outside:
                for note in children(file.xml(link.target), kind):
                    if attribute(note, "type") not in _SEPARATORS:
                        elements[kind, attribute(note, "id")] = note
        return cls(elements)

    def mark(self, kind: str, name: str) -> str:
        """The mark of a note where the text refers to it; empty where the file has no such note."""
        key = (kind, name)
        if key not in self.elements:
            return ""
        if key not in self._marks:
            count = sum(1 for other, _ in self._marks if other == kind) + 1
            self._marks[key] = f"[{as_printed(count, 'decimal' if kind == 'footnote' else 'lowerRoman')}]"
            self._waiting.append(key)
        return self._marks[key]

    def blocks(self, words: Callable[[Element], RawBlock]) -> Iterator[RawBlock]:
        """The notes that the text has referred to since the last call, each after its mark; `words` gives a note's text."""
        while self._waiting:
            key = self._waiting.pop(0)
            block = words(self.elements[key])
            text = f"{self._marks[key]} {block.text}" if block.text else ""
            yield RawBlock("text", text, flags=block.flags)

    def unused(self, words: Callable[[Element], RawBlock]) -> Iterator[Dropped]:
        """The notes that no text refers to; tracked changes leave such behind."""
        for key in self.elements.keys() - self._marks.keys():
            block = words(self.elements[key])
            if block.text:
                yield Dropped("a note that the text does not refer to", block.text[:200], f"{key[0]} {key[1]}")
