"""The words of a paragraph of an OpenDocument file as a reader sees them; notes, boxes and hidden text apart."""

from collections.abc import Callable
from dataclasses import dataclass, field

from policy_assistant.parse.odf_print import Letters, paragraph_letters, styled
from policy_assistant.parse.odf_styles import OdfStyles
from policy_assistant.parse.office_zip import Element, attribute, child, local

MOST_BLANKS = 1000
"""Blanks that one element may stand for."""

_NOTHING = {"bookmark-start", "bookmark-end", "bookmark", "reference-mark", "soft-page-break", "change", "change-start", "change-end",
            "annotation-end", "toc-mark", "alphabetical-index-mark", "tracked-changes", "note-citation", "ruby-text", "script",
            "event-listeners", "glue-point", "variable-decls", "sequence-decls", "forms"}  # fmt: skip


@dataclass
class OdfWords:
    """What one paragraph holds; `left_out` gives reason and text, `boxes` the drawn frames in it."""

    text: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)


def read_words(paragraph: Element, styles: OdfStyles, note_mark: Callable[[Element], str]) -> OdfWords:
    """The words of a paragraph; `note_mark` is told each note in it and gives its mark."""
    found = OdfWords()
    _walk(paragraph, styles, note_mark, found, paragraph_letters(paragraph, styles))
    return found


def _walk(element: Element, styles: OdfStyles, note_mark: Callable[[Element], str], found: OdfWords, letters: Letters) -> None:
    hidden = letters.is_hidden
    into = found.hidden if hidden else found.text
    into.append(element.text or "")
    for part in element:
        name = local(part)
        if name == "span":
            _walk(part, styles, note_mark, found, styled(letters, "text", attribute(part, "style-name"), styles))
        elif name in ("hidden-text", "hidden-paragraph"):
            found.hidden.append(attribute(part, "string-value") or "".join(part.itertext()))
        elif name == "s":
            into.append(" " * max(1, min(_count(attribute(part, "c", "1")), MOST_BLANKS)))
        elif name in ("tab", "line-break"):
            into.append(" ")
        elif name == "note":
            into.append("" if hidden else note_mark(part))
        elif name == "annotation":
            found.left_out.append(("comment", " ".join("".join(p.itertext()) for p in part if local(p) in ("p", "list"))))
        elif name in ("frame", "custom-shape", "rect", "g", "line", "ellipse", "caption"):
            (found.boxes if not hidden else []).append(part)
        elif name and name not in _NOTHING:
            _walk(part, styles, note_mark, found, letters)
        into.append(part.tail or "")


def description(frame: Element) -> str:
    """What a picture's frame says of the picture."""
    found = child(frame, "desc")
    return "" if found is None else "".join(found.itertext())


def _count(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 1
