"""One page, read: its lines from top to bottom, its rules, and the text that cannot be read as lines."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

import pypdfium2
import pypdfium2.raw as pdfium

from policy_assistant.blocks import Box, clean
from policy_assistant.parse.pdf_dots import drawn_bullets
from policy_assistant.parse.pdf_fields import Annotated, opened_page
from policy_assistant.parse.pdf_hidden import unseen_words
from policy_assistant.parse.pdf_lines import PrintedLine, printed_lines
from policy_assistant.parse.pdf_rules import Rules, read_rules
from policy_assistant.parse.pdf_structure import Tagged, read_headings, tagged_headings
from policy_assistant.parse.pdf_view import View
from policy_assistant.parse.pdf_words import ARTIFACT, NO_MARK, Word, is_level, read_words

MARGIN = 0.12
"""Share of the page's height, at the top and at the bottom, in which a file may say what a running header or footer is."""


@dataclass(frozen=True, slots=True)
class Page:
    """What is printed on a page, in points of its view. `turned`, `outside` and `hidden` are texts left out of the lines.

    `unseen` are the words of the last two. `left_out` are the reasons and texts of what else is not in the lines; `headings`
    those of the file's tags. `is_drawn` says that something is painted on the page, be it text, pictures or lines.
    """

    view: View
    lines: tuple[PrintedLine, ...]
    rules: Rules
    turned: str = ""
    outside: str = ""
    hidden: str = ""
    unseen: tuple[Word, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    headings: tuple[Tagged, ...] = ()
    is_drawn: bool = True

    @property
    def number(self) -> int:
        """The page's number, from 1."""
        return self.view.page

    @property
    def height(self) -> float:
        """The page's height as it is read."""
        return self.view.height

    @property
    def is_empty(self) -> bool:
        """Whether the page has no text at all."""
        return not (self.lines or self.turned or self.outside or self.hidden)

    @property
    def needs_recognition(self) -> bool:
        """Whether something is painted on the page and nothing of it is text: only text recognition (OCR) can read it."""
        return self.is_empty and self.is_drawn


Recognise = Callable[[pypdfium2.PdfPage, View], Sequence[Word]]
"""Reads the words of a page that shows something and holds no text."""


def read_page(document: pypdfium2.PdfDocument, number: int, *, is_tagged: bool = False, recognise: Recognise | None = None) -> Page:
    """Everything the parser needs of a page (from 1); nothing of pdfium is kept.

    `recognise` is asked for the words of a page that `needs_recognition`.

    Raises:
        pypdfium2.PdfiumError: there is no such page, or it cannot be read.
        TooManyCharactersError: it holds too many characters.
    """
    with opened_page(document, number) as (page, annotated):
        view, words = _view_and_words(page, number)
        if recognise and not words and pdfium.FPDFPage_CountObjects(page) > 0:
            words = list(recognise(page, view))
        headings = tagged_headings(_headings(document, page, number), _marks(words)) if is_tagged else ()
        running = _running(words, view) if is_tagged else {}
        words = [word for place, word in enumerate(words) if place not in running]
        left_out = (*annotated.left_out, *_by_reason(running.values()))
        return replace(_page(page, view, words, annotated), headings=headings, left_out=left_out)


def _headings(document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage, number: int) -> list[tuple[int, frozenset[int]]]:
    """The headings of the page's tags, which a copy of it does not have."""
    if page.pdf is document:
        return read_headings(page)
    with closing(document[number - 1]) as tagged:
        return read_headings(tagged)


def _view_and_words(page: pypdfium2.PdfPage, number: int) -> tuple[View, list[Word]]:
    """The words, and the view in which they run from left to right."""
    view = View.of(page, number)
    textpage = page.get_textpage()
    try:
        words = list(read_words(textpage, view))
        direction = _main_direction(words)
        if not is_level(direction):
            view = view.turned(direction)
            words = list(read_words(textpage, view))
    finally:
        textpage.close()
    return view, words


def _page(page: pypdfium2.PdfPage, view: View, words: Sequence[Word], annotated: Annotated) -> Page:
    rules = read_rules(page, view)
    replaced, unseen = annotated.replaced(words, view), unseen_words(page, view, words)
    hidden = [word for place, word in enumerate(words) if place in unseen]
    words = [word for place, word in enumerate(words) if place not in unseen and place not in replaced]
    words += [*drawn_bullets(page, view, words), *annotated.signs(view)]
    shown = [word for word in words if view.shows(word.box)]
    outside = [word for word in words if not view.shows(word.box)]
    lines = tuple(line for line in printed_lines((word for word in shown if is_level(word.direction)), rules.upright) if line.text)
    turned = _text(word for word in shown if not is_level(word.direction))
    is_drawn = pdfium.FPDFPage_CountObjects(page) > 0
    return Page(view, lines, rules, turned, _text(outside), _text(hidden), (*hidden, *outside), is_drawn=is_drawn)


def _marks(words: Iterable[Word]) -> Mapping[int, Sequence[Box]]:
    """The boxes of the words in each marked content."""
    marks: dict[int, list[Box]] = defaultdict(list)
    for word in words:
        if word.mark > NO_MARK:
            marks[word.mark].append(word.box)
    return marks


def _running(words: Sequence[Word], view: View) -> dict[int, tuple[str, Word]]:
    """The words that the tags and their place make a running header or footer, by place in `words`, with the reason.

    A page of which nothing else is tagged as text keeps all its words.
    """
    if not any(word.mark > NO_MARK for word in words):
        return {}
    top, bottom = MARGIN * view.height, (1 - MARGIN) * view.height
    margins = ((place, word) for place, word in enumerate(words) if word.mark == ARTIFACT and not top < word.base < bottom)
    return {place: ("running header" if word.base <= top else "running footer", word) for place, word in margins}


def _by_reason(found: Iterable[tuple[str, Word]]) -> Iterator[tuple[str, str]]:
    words: dict[str, list[Word]] = defaultdict(list)
    for reason, word in found:
        words[reason].append(word)
    return ((reason, _text(those)) for reason, those in words.items())


def _main_direction(words: Iterable[Word]) -> tuple[float, float]:
    """The direction that most characters are printed in: to the right, unless the page was turned before it was printed."""
    characters: Counter[tuple[float, float]] = Counter()
    for word in words:
        characters[word.direction] += len(word.text)
    return characters.most_common(1)[0][0] if characters else (1.0, 0.0)


def _text(words: Iterable[Word]) -> str:
    return clean(" ".join(word.text for word in words))
