"""What lies on a page beside its content: values of form fields and notes, which a reader sees, and comments, which pop up.

What a reader sees is made part of the page's content (flattened), so that its words have boxes like all others. A check
box is a drawing, so it gets a sign of its own; of a list of choices only what was chosen is text.
"""

import ctypes
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field

import pypdfium2
import pypdfium2.raw as pdfium

from policy_assistant.blocks import Box, clean
from policy_assistant.parse.pdf_view import View
from policy_assistant.parse.pdf_words import Word

MAX_ANNOTATIONS = 5_000
"""More on one page are not looked at."""

MAX_OPTIONS = 1_000
"""Choices of one field that are looked at."""

MAX_TEXT = 20_000
"""Characters of one comment or value that are listed."""

MAX_BYTES = 10_000_000
"""Bytes of a comment or value that is looked at."""

ON, OFF = "\u2612", "\u2610"
"""A ballot box with a cross and an empty one: how a check box or a radio button is written."""

SLACK = 1.0
"""Points: a word of a field may reach so far over its border."""

_NOT_COMMENTS = frozenset({pdfium.FPDF_ANNOT_WIDGET, pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_LINK, pdfium.FPDF_ANNOT_POPUP})
_DRAWN = frozenset({pdfium.FPDF_ANNOT_WIDGET, pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_STAMP, pdfium.FPDF_ANNOT_WATERMARK})
"""Annotations that write words on the page."""

_POPPING_UP = frozenset({pdfium.FPDF_ANNOT_TEXT, pdfium.FPDF_ANNOT_POPUP})
_BUTTONS = frozenset({pdfium.FPDF_FORMFIELD_CHECKBOX, pdfium.FPDF_FORMFIELD_RADIOBUTTON})
_UNSEEN = pdfium.FPDF_ANNOT_FLAG_HIDDEN | pdfium.FPDF_ANNOT_FLAG_NOVIEW

_Corners = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Annotated:
    """The annotations of a page; corners are left, bottom, right, top in PDF units.

    `buttons` are its check boxes and radio buttons, each with whether it is on; `lists` its lists of choices with the
    chosen ones; `left_out` the reasons and texts of what the page does not show.
    """

    buttons: Sequence[tuple[_Corners, bool]] = ()
    lists: Sequence[tuple[_Corners, frozenset[str]]] = ()
    left_out: Sequence[tuple[str, str]] = ()

    def replaced(self, words: Sequence[Word], view: View) -> set[int]:
        """The places, in `words`, of those that are no text: drawings of check boxes, and choices that were not taken."""
        gone: set[int] = set()
        for corners, _ in self.buttons:
            gone.update(_places(words, view.box(*corners)))
        for corners, chosen in self.lists:
            inside = _places(words, view.box(*corners))
            for base in {round(words[place].base) for place in inside}:
                row = [place for place in inside if round(words[place].base) == base]
                if _row_text(words[place] for place in row) not in chosen:
                    gone.update(row)
        return gone

    def signs(self, view: View) -> list[Word]:
        """A word for each check box and radio button."""
        return [_sign(view.box(*corners), is_on=is_on) for corners, is_on in self.buttons]


@dataclass(slots=True)
class _Found:
    """Annotations under collection; `has_words` says whether any of them writes on the page."""

    buttons: list[tuple[_Corners, bool]] = field(default_factory=list)
    lists: list[tuple[_Corners, frozenset[str]]] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    has_words: bool = False


@contextmanager
def opened_page(document: pypdfium2.PdfDocument, number: int) -> Iterator[tuple[pypdfium2.PdfPage, Annotated]]:
    """A page (from 1) with the words of its fields and notes in its content, and what else is to know of them.

    A page that something was drawn into is one of another document: it has the numbers of marked contents, not the tags.

    Raises:
        pypdfium2.PdfiumError: there is no such page, or it cannot be read.
    """
    page = document[number - 1]
    try:
        if not any(_subtype(note) in _DRAWN for note in _annotations(page)):
            yield page, _annotated(page, None) if pdfium.FPDFPage_GetAnnotCount(page) else Annotated()
            return
    finally:
        page.close()
    with _flattened(document, number) as (page, annotated):
        yield page, annotated


@contextmanager
def _flattened(document: pypdfium2.PdfDocument, number: int) -> Iterator[tuple[pypdfium2.PdfPage, Annotated]]:
    """A copy with all drawn into it.

    pdfium flattens a page without the fonts that it inherits from its parent: its letters would be read as others. A copied
    page inherits nothing.
    """
    _prepare(document)
    page = document[number - 1]
    with closing(pypdfium2.PdfDocument.new()) as copy:
        try:
            annotated = _annotated(page, document.formenv)
            copy.import_pages(document, [number - 1])
        finally:
            page.close()
        with closing(copy[0]) as drawn:
            _remove_unseen(drawn)
            pdfium.FPDFPage_Flatten(drawn, pdfium.FLAT_NORMALDISPLAY)
        with closing(copy[0]) as drawn:
            yield drawn, annotated


def _prepare(document: pypdfium2.PdfDocument) -> None:
    """Have pdfium draw the fields and notes that their file gives no drawing for; it does so when it loads a page."""
    if document.formenv is None:
        config = pdfium.FPDF_FORMFILLINFO(version=2)
        if forms := pdfium.FPDFDOC_InitFormFillEnvironment(document, config):
            document.formenv = pypdfium2.PdfFormEnv(forms, config)


def _remove_unseen(page: pypdfium2.PdfPage) -> None:
    """Take away what flattening would draw and a page does not show, and the symbols of comments."""
    unseen = [_is_unseen(note) or _subtype(note) in _POPPING_UP for note in _annotations(page)]
    for index in reversed(range(len(unseen))):
        if unseen[index]:
            pdfium.FPDFPage_RemoveAnnot(page, index)


def _annotations(page: pypdfium2.PdfPage) -> Iterator[object]:
    for index in range(min(pdfium.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS)):
        note = pdfium.FPDFPage_GetAnnot(page, index)
        try:
            yield note
        finally:
            pdfium.FPDFPage_CloseAnnot(note)


def _annotated(page: pypdfium2.PdfPage, forms: pypdfium2.PdfFormEnv | None) -> Annotated:
    found = _Found()
    for note in _annotations(page):
        _collect(note, forms, found)
    if pdfium.FPDFPage_GetAnnotCount(page) > MAX_ANNOTATIONS:
        found.left_out.append((f"annotations beyond the first {MAX_ANNOTATIONS:,}", ""))
    return Annotated(tuple(found.buttons), tuple(found.lists), tuple(found.left_out))


def _collect(note: object, forms: pypdfium2.PdfFormEnv | None, found: _Found) -> None:
    subtype, is_unseen = _subtype(note), _is_unseen(note)
    text = ""
    if subtype not in _NOT_COMMENTS or (subtype == pdfium.FPDF_ANNOT_FREETEXT and is_unseen):
        reason = "hidden note" if is_unseen else "comment"
        text = _text(lambda buffer, size: pdfium.FPDFAnnot_GetStringValue(note, b"Contents", buffer, size))
    elif subtype == pdfium.FPDF_ANNOT_WIDGET and is_unseen and forms:
        reason, text = "hidden form field", _text(lambda buffer, size: pdfium.FPDFAnnot_GetFormFieldValue(forms, note, buffer, size))
    elif subtype == pdfium.FPDF_ANNOT_WIDGET and forms:
        _collect_field(note, forms, found)
    if text:
        found.left_out.append((reason, text))


def _collect_field(note: object, forms: pypdfium2.PdfFormEnv, found: _Found) -> None:
    kind, rectangle = pdfium.FPDFAnnot_GetFormFieldType(forms, note), pdfium.FS_RECTF()
    if not pdfium.FPDFAnnot_GetRect(note, rectangle):
        return
    corners = (rectangle.left, rectangle.bottom, rectangle.right, rectangle.top)
    if kind in _BUTTONS:
        found.buttons.append((corners, bool(pdfium.FPDFAnnot_IsChecked(forms, note))))
    elif kind == pdfium.FPDF_FORMFIELD_LISTBOX:
        found.lists.append((corners, frozenset(_chosen(note, forms))))


def _chosen(note: object, forms: pypdfium2.PdfFormEnv) -> Iterator[str]:
    for index in range(min(pdfium.FPDFAnnot_GetOptionCount(forms, note), MAX_OPTIONS)):
        if pdfium.FPDFAnnot_IsOptionSelected(forms, note, index):
            yield _option(note, forms, index)


def _option(note: object, forms: pypdfium2.PdfFormEnv, index: int) -> str:
    return _text(lambda buffer, size: pdfium.FPDFAnnot_GetOptionLabel(forms, note, index, buffer, size))


def _subtype(note: object) -> int:
    return int(pdfium.FPDFAnnot_GetSubtype(note))


def _is_unseen(note: object) -> bool:
    return bool(pdfium.FPDFAnnot_GetFlags(note) & _UNSEEN)


def _text(read: Callable[[object, int], int]) -> str:
    """What a function of pdfium writes, cut to `MAX_TEXT`: it is asked for the size in bytes first; UTF-16 that ends with a zero."""
    size = read(None, 0)
    if not 2 < size <= MAX_BYTES:
        return "" if size <= 2 else "(too long to be listed)"
    buffer = ctypes.create_string_buffer(size)
    read(ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR)), size)
    return clean(" ".join(buffer.raw.decode("utf-16-le", "replace").split("\0")[0].split()))[:MAX_TEXT]


def _places(words: Sequence[Word], box: Box) -> list[int]:
    """The places of the words in a box."""
    return [
        place
        for place, word in enumerate(words)
        if box.left - SLACK <= word.box.left
        and word.box.right <= box.right + SLACK
        and box.top - SLACK <= word.box.top
        and word.box.bottom <= box.bottom + SLACK
    ]


def _row_text(words: Iterable[Word]) -> str:
    return clean(" ".join(word.text for word in sorted(words, key=lambda word: word.box.left)))


def _sign(box: Box, *, is_on: bool) -> Word:
    """The sign of a button: as large as its box, standing a little above its foot as a letter does."""
    height = box.bottom - box.top
    return Word(ON if is_on else OFF, box, box.bottom - height / 5, height * 0.8, bold=False, direction=(1.0, 0.0))
