"""The words of a paragraph of a Word file as a reader sees them: changes accepted, fields by their results, hidden text apart."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from policy_assistant.parse.docx_print import is_hidden
from policy_assistant.parse.docx_styles import Styles, is_on
from policy_assistant.parse.office_zip import Element, attribute, child, local
from policy_assistant.parse.ooxml import W, chosen, symbol

INSIDE = frozenset({"ins", "moveTo", "hyperlink", "smartTag", "customXml", "dir", "bdo", "fldSimple", "ruby", "rubyBase"})
"""Elements around runs that change nothing about their words."""

_AS_TEXT = {"tab": "\t", "ptab": "\t", "br": " ", "cr": " ", "noBreakHyphen": "-"}
_CONTENTS = ("TOC", "TOA")


@dataclass
class Words:
    """What one paragraph holds. `left_out` gives reason and text."""

    text: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)
    contents: list[str] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)
    drawings: list[Element] = field(default_factory=list)


@dataclass
class _Field:
    """A field that is open: its code so far, and whether its result has begun."""

    code: str = ""
    shown: bool = False


@dataclass
class WordReader:
    """Reads paragraphs in the order of the text; a field may begin in one and end in another.

    `note_mark` gives the mark of a note from its kind and ID.
    """

    styles: Styles
    note_mark: Callable[[str, str], str]
    _fields: list[_Field] = field(default_factory=list)
    _style: str = ""

    def read(self, paragraph: Element, style: str) -> Words:
        """The words of a paragraph of a style."""
        found = Words()
        self._style = style
        self._walk(paragraph, found)
        return found

    def _walk(self, element: Iterable[Element], found: Words) -> None:
        for part in element:
            name = local(part)
            if name == "r":
                self._run(part, found)
            elif name in ("del", "moveFrom"):
                found.deleted.append(_plain(part))
            elif name in INSIDE:
                self._walk(part, found)
            elif name == "sdt":
                self._control(part, found)
            elif name in ("oMath", "oMathPara"):
                self._put("".join(t.text or "" for t in part.iter("{*}t")), found, hidden=False)
            elif name == "AlternateContent":
                self._walk(chosen(part), found)

    def _control(self, control: Element, found: Words) -> None:
        """A content control: what was filled in, but not the words that ask for it."""
        content = child(control, "sdtContent")
        if content is None:
            return
        if is_on(child(child(control, "sdtPr"), "showingPlcHdr")):
            found.left_out.append(("words in an empty field", _plain(content)))
        else:
            self._walk(content, found)

    def _run(self, run: Element, found: Words) -> None:
        hidden = self._is_hidden(run)
        for part in run:
            self._part(part, hidden, found)

    def _part(self, part: Element, hidden: bool, found: Words) -> None:
        name = local(part)
        if name == "t":
            self._put(part.text or "", found, hidden)
        elif name in _AS_TEXT:
            self._put(_AS_TEXT[name], found, hidden)
        elif name == "sym":
            self._put(symbol(attribute(part, "font"), attribute(part, "char")), found, hidden)
        elif name == "delText":
            found.deleted.append(part.text or "")
        elif name in ("footnoteReference", "endnoteReference"):
            if not hidden and self._is_shown:
                self._put(self.note_mark(name.removesuffix("Reference"), attribute(part, "id")), found, hidden)
        elif name in ("fldChar", "instrText"):
            self._field(part, found)
        elif name == "ruby":
            self._walk(part, found)
        else:
            self._drawn(part, name, hidden, found)

    def _drawn(self, part: Element, name: str, hidden: bool, found: Words) -> None:
        if name == "AlternateContent":
            for form in chosen(part):
                self._part(form, hidden, found)
        elif name in ("drawing", "pict", "object") and not hidden:
            boxes = _boxes(part)
            found.boxes.extend(boxes)
            found.drawings.append(part)
            described = [attribute(e, "descr") for e in part.iter("{*}docPr")]
            found.left_out.extend(("description of a picture", text) for text in described if text and not boxes)
            if name == "object":
                found.left_out.extend(("an embedded object", attribute(e, "ProgID")) for e in part.iter("{*}OLEObject"))

    def _field(self, part: Element, found: Words) -> None:
        kind = attribute(part, "fldCharType")
        if local(part) == "instrText":
            if self._fields and not self._fields[-1].shown:
                self._fields[-1].code += part.text or ""
        elif kind == "begin":
            self._tick(part, found)
            self._fields.append(_Field())
        elif kind == "separate" and self._fields:
            self._fields[-1].shown = True
        elif kind == "end" and self._fields:
            self._fields.pop()

    def _tick(self, part: Element, found: Words) -> None:
        """A tick box of a form has no result; it is drawn."""
        box = child(child(part, "ffData"), "checkBox")
        if box is not None:
            state = child(box, "checked")
            state = child(box, "default") if state is None else state
            self._put("☒" if is_on(state) else "☐", found, hidden=False)

    @property
    def _is_shown(self) -> bool:
        return all(f.shown for f in self._fields)

    def _put(self, text: str, found: Words, hidden: bool) -> None:
        if not self._is_shown:
            return
        if any(f.code.split()[:1] and f.code.split()[0].upper() in _CONTENTS for f in self._fields):
            found.contents.append(text)
        elif hidden:
            found.hidden.append(text)
        else:
            found.text.append(text)

    def _is_hidden(self, run: Element) -> bool:
        properties = child(run, "rPr")
        named = child(properties, "rStyle")
        chain = [s for s in ("" if named is None else attribute(named, "val"), self._style) if s]

        def stated(name: str) -> Element | None:
            direct = child(properties, name)
            if direct is not None:
                return direct
            styled = next((e for s in chain if (e := self.styles.run_property(s, name)) is not None), None)
            return child(self.styles.defaults, name) if styled is None else styled

        return is_hidden(run, stated, self._style, self.styles)


def _boxes(drawing: Element) -> list[Element]:
    """The text boxes of a drawing that lie in no other box of it, each in the one form that is shown."""
    found: list[Element] = []

    def look(elements: Iterable[Element]) -> None:
        for element in elements:
            name = local(element)
            if name == "txbxContent":
                found.append(element)
            elif name == "AlternateContent":
                look(chosen(element))
            elif name:
                look(element)

    look(drawing)
    return found


def _plain(element: Element) -> str:
    """All words below an element, deleted ones too."""
    return "".join(t.text or "" for t in element.iter(f"{W}t", f"{W}delText"))
