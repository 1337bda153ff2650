"""The words of a page: pdfium's characters, joined as far as they touch, with box, size and weight."""

import ctypes
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from policy_assistant.blocks import Box
from policy_assistant.parse.hidden import LEAST_OPACITY, Colour
from policy_assistant.parse.pdf_view import View

MAX_PAGE_CHARACTERS = 300_000
"""A page of the densest print has some 10,000 characters; more than this is not meant to be read."""

WORD_GAP = 0.6
"""Shares of the type size: ink further apart belongs to two words. Nearer words are told apart by pdfium's own blanks."""

BACK_STEP = 0.8
"""Shares of the type size: a character that starts so far behind the end of a word belongs to another one."""

BOLD_WEIGHT = 600
BOLD_NAMES = ("bold", "black", "heavy", "demi")
FORCE_BOLD_FLAG = 1 << 18
"""Bit 19 of a font's flags (ISO 32000-1, table 123)."""

LEVEL_SLOPE = 0.1
"""Rise of a line of text for each point of its length; steeper text is not read as lines."""

BULLET, HYPHEN = "\u2022", "-"
_STANDINS = {0x7F: BULLET, 0x95: BULLET, 0x02: HYPHEN, 0xAD: HYPHEN, 0xFFFE: HYPHEN}
"""What pdfium returns for the bullet of a standard font, and for a hyphen that ends a line."""

MAX_MARKS = 20
"""Marks of one text object that are looked at."""

_ARTIFACT = "Artifact\0".encode("utf-16-le")

UNKNOWN = 0xFFFD
"""What stands for half of a character."""

NO_MARK, ARTIFACT = -1, -2
"""Instead of the number of the marked content: none, and what a running header or footer bears."""

BLANKS = frozenset({0x00, 0x09, 0x0A, 0x0D, 0x20, 0xA0, 0x2002, 0x2003, 0x2009})


@dataclass(frozen=True, slots=True)
class Word:
    """Characters printed together. `base` is the height of the line they stand on, `size` the type size, in points.

    `direction` is the way the text runs, of length one, (1, 0) for level text. `colour` is that of its ink where letters are
    filled and nothing else; an invisible word leaves no ink. `mark` is the number of the marked content that a tagged file
    refers to. All are those of its first character.
    """

    text: str
    box: Box
    base: float
    size: float
    bold: bool
    direction: tuple[float, float]
    colour: Colour | None = None
    is_invisible: bool = False
    mark: int = NO_MARK


class TooManyCharactersError(Exception):
    """A page holds more characters than `MAX_PAGE_CHARACTERS`."""


def read_words(textpage: pypdfium2.PdfTextPage, view: View) -> Iterator[Word]:
    """The words of a page in the order of the file.

    Raises:
        TooManyCharactersError: more than `MAX_PAGE_CHARACTERS` on the page.
    """
    if textpage.count_chars() > MAX_PAGE_CHARACTERS:
        raise TooManyCharactersError
    fonts = _Fonts(textpage)
    directions: dict[tuple[float, float], tuple[float, float]] = {}
    for start, text, look, corners in _runs(textpage, fonts):
        size, printed, bold, colour, is_invisible, mark = look
        if printed not in directions:
            directions[printed] = _unit(*view.direction(*printed))
        base = view.point(*fonts.origin(start))[1]
        yield Word(text, view.box(*corners), base, size, bold, directions[printed], colour, is_invisible, mark)


def is_level(direction: tuple[float, float]) -> bool:
    """Whether text in this direction runs from left to right."""
    x, y = direction
    return x > 0 and abs(y) <= LEVEL_SLOPE * x


def whole_character(raw: object, index: int) -> int:
    """The character of which pdfium gives a half (a surrogate) at this index: the whole at its first half, 0 at its second."""
    code = pdfium.FPDFText_GetUnicode(raw, index)
    if code >= 0xDC00:
        return UNKNOWN if not index or not _is_first_half(pdfium.FPDFText_GetUnicode(raw, index - 1)) else 0
    following = pdfium.FPDFText_GetUnicode(raw, index + 1) if index + 1 < pdfium.FPDFText_CountChars(raw) else 0
    return 0x10000 + ((code - 0xD800) << 10) + (following - 0xDC00) if 0xDC00 <= following <= 0xDFFF else UNKNOWN


def _is_first_half(code: int) -> bool:
    return 0xD800 <= code < 0xDC00


def _unit(x: float, y: float) -> tuple[float, float]:
    length = math.hypot(x, y) or 1.0
    return round(x / length, 2), round(y / length, 2)


_Corners = tuple[float, float, float, float]


class _Look(NamedTuple):
    """How the characters of one text object are printed; see `Word`."""

    size: float
    direction: tuple[float, float]
    bold: bool
    colour: Colour | None
    is_invisible: bool
    mark: int


class _Run(NamedTuple):
    """A word in PDF units: index of its first character, and left, bottom, right, top of its ink."""

    start: int
    text: str
    look: _Look
    corners: _Corners


def _runs(textpage: pypdfium2.PdfTextPage, fonts: "_Fonts") -> Iterator[_Run]:
    """The words of a page as pdfium has them.

    This loop runs once a character and takes most of the time of a parse; it is kept flat for that reason.
    """
    left, right, bottom, top = ctypes.c_double(), ctypes.c_double(), ctypes.c_double(), ctypes.c_double()
    raw, unicode_of, box_of = textpage.raw, pdfium.FPDFText_GetUnicode, pdfium.FPDFText_GetCharBox
    start, text, look = 0, "", _NO_LOOK
    x1 = y1 = x2 = y2 = 0.0
    char = (x1, y1, x2, y2)
    for index in range(textpage.count_chars()):
        code = unicode_of(raw, index)
        if 0xD800 <= code <= 0xDFFF:
            code = whole_character(raw, index)
            if not code:
                continue
        if code in BLANKS:
            if text:
                yield _Run(start, text, look, (x1, y1, x2, y2))
                text = ""
            continue
        box_of(raw, index, left, right, bottom, top)
        # The letters of one ligature have one box: however wide it is, the second does not step back behind the first.
        before, char = char, (left.value, bottom.value, right.value, top.value)
        if text and char != before and _apart((x1, y1, x2, y2), char, look.size, look.direction):
            yield _Run(start, text, look, (x1, y1, x2, y2))
            text = ""
        a, b, c, d = char
        if text:
            text += _STANDINS.get(code) or chr(code)
            x1, y1 = a if a < x1 else x1, b if b < y1 else y1
            x2, y2 = c if c > x2 else x2, d if d > y2 else y2
        else:
            start, text, look = index, _STANDINS.get(code) or chr(code), fonts.look(index)
            x1, y1, x2, y2 = a, b, c, d
    if text:
        yield _Run(start, text, look, (x1, y1, x2, y2))


def _apart(word: _Corners, char: _Corners, size: float, direction: tuple[float, float]) -> bool:
    """Whether a character does not go on from a word in the direction that its text runs."""
    x1, y1, x2, y2 = word
    left, bottom, right, top = char
    near = WORD_GAP * size
    x, y = direction
    if abs(x) >= abs(y):
        ahead = left - x2 if x > 0 else x1 - right
        aside = max(bottom - y2, y1 - top)
    else:
        ahead = bottom - y2 if y > 0 else y1 - top
        aside = max(left - x2, x1 - right)
    return not -BACK_STEP * size <= ahead <= near or aside > near


_NO_LOOK = _Look(0.0, (1.0, 0.0), False, None, False, NO_MARK)


class _Fonts:
    """How characters are printed; remembers it for each text object, and which font names are bold."""

    def __init__(self, textpage: pypdfium2.PdfTextPage) -> None:
        self._raw = textpage.raw
        self._matrix = pdfium.FS_MATRIX()
        self._x, self._y, self._flags = ctypes.c_double(), ctypes.c_double(), ctypes.c_int()
        self._colour = [ctypes.c_uint() for _ in range(4)]
        self._name = ctypes.create_string_buffer(256)
        self._bold_names: dict[bytes, bool] = {}
        self._looks: dict[int, _Look] = {}

    def look(self, index: int) -> _Look:
        """How a character is printed: asked once for all characters of its text object, which have one font and one colour."""
        text_object = pdfium.FPDFText_GetTextObject(self._raw, index)
        if not text_object:
            return self._look(index)
        key = ctypes.addressof(text_object.contents)
        if key not in self._looks:
            self._looks[key] = self._look(index)
        return self._looks[key]

    def _look(self, index: int) -> _Look:
        return _Look(*self.size_and_direction(index), self.is_bold(index), *self.ink(index), self._mark(index))

    def origin(self, index: int) -> tuple[float, float]:
        """The point on the base line where a character starts, in PDF units."""
        pdfium.FPDFText_GetCharOrigin(self._raw, index, self._x, self._y)
        return self._x.value, self._y.value

    def size_and_direction(self, index: int) -> tuple[float, tuple[float, float]]:
        """The type size as printed (the font's own size times the scale of the text) and the way the text runs."""
        pdfium.FPDFText_GetMatrix(self._raw, index, self._matrix)
        scale = math.hypot(self._matrix.c, self._matrix.d) or 1.0
        return float(pdfium.FPDFText_GetFontSize(self._raw, index)) * scale, (self._matrix.a, self._matrix.b)

    def ink(self, index: int) -> tuple[Colour | None, bool]:
        """The colour of a filled character, and whether it leaves no ink at all."""
        text_object = pdfium.FPDFText_GetTextObject(self._raw, index)
        mode = pdfium.FPDFTextObj_GetTextRenderMode(text_object) if text_object else pdfium.FPDF_TEXTRENDERMODE_FILL
        if mode in (pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP):
            return None, True
        if mode not in (pdfium.FPDF_TEXTRENDERMODE_FILL, pdfium.FPDF_TEXTRENDERMODE_FILL_CLIP):
            return None, False
        if not pdfium.FPDFText_GetFillColor(self._raw, index, *self._colour):
            return None, False
        red, green, blue, opacity = (part.value / 255 for part in self._colour)
        return (red, green, blue), opacity < LEAST_OPACITY

    def _mark(self, index: int) -> int:
        """The number of the marked content that a character is in, `ARTIFACT`, or `NO_MARK`."""
        text_object = pdfium.FPDFText_GetTextObject(self._raw, index)
        if not text_object:
            return NO_MARK
        number = int(pdfium.FPDFPageObj_GetMarkedContentID(text_object))
        return number if number >= 0 else (ARTIFACT if _is_pagination(text_object) else NO_MARK)

    def is_bold(self, index: int) -> bool:
        """Whether a character is printed bold: by its font, or by drawing its outline as well."""
        if pdfium.FPDFText_GetFontWeight(self._raw, index) >= BOLD_WEIGHT:
            return True
        pdfium.FPDFText_GetFontInfo(self._raw, index, self._name, len(self._name), self._flags)
        if self._flags.value & FORCE_BOLD_FLAG or self._has_bold_name(self._name.value):
            return True
        text_object = pdfium.FPDFText_GetTextObject(self._raw, index)
        return bool(text_object) and pdfium.FPDFTextObj_GetTextRenderMode(text_object) == pdfium.FPDF_TEXTRENDERMODE_FILL_STROKE

    def _has_bold_name(self, name: bytes) -> bool:
        if name not in self._bold_names:
            lower = name.decode("latin-1").lower()
            self._bold_names[name] = any(word in lower for word in BOLD_NAMES)
        return self._bold_names[name]


def _is_pagination(text_object: object) -> bool:
    """Whether a text object may be of a running header or footer: an artifact with the subtype of one, or without any type."""
    buffer, size = ctypes.create_string_buffer(64), ctypes.c_ulong()
    for index in range(min(pdfium.FPDFPageObj_CountMarks(text_object), MAX_MARKS)):
        mark = pdfium.FPDFPageObj_GetMark(text_object, index)
        pdfium.FPDFPageObjMark_GetName(mark, ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR)), len(buffer), size)
        if buffer.raw.startswith(_ARTIFACT):
            return _has_name(mark, b"Subtype") or not _has_name(mark, b"Type")
    return False


def _has_name(mark: object, key: bytes) -> bool:
    return bool(pdfium.FPDFPageObjMark_GetParamValueType(mark, key) == pdfium.FPDF_OBJECT_NAME)
