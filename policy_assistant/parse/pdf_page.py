"""One page, read: its lines from top to bottom, its rules, and the text that cannot be read as lines."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import pypdfium2

from policy_assistant.blocks import clean
from policy_assistant.parse.pdf_dots import drawn_bullets
from policy_assistant.parse.pdf_hidden import unseen_words
from policy_assistant.parse.pdf_lines import PrintedLine, printed_lines
from policy_assistant.parse.pdf_rules import Rules, read_rules
from policy_assistant.parse.pdf_view import View
from policy_assistant.parse.pdf_words import Word, is_level, read_words


@dataclass(frozen=True, slots=True)
class Page:
    """What is printed on a page, in points of its view. `turned`, `outside` and `hidden` are texts left out of the lines.

    `unseen` are the words of the last two.
    """

    view: View
    lines: tuple[PrintedLine, ...]
    rules: Rules
    turned: str = ""
    outside: str = ""
    hidden: str = ""
    unseen: tuple[Word, ...] = ()

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


def read_page(page: pypdfium2.PdfPage, number: int) -> Page:
    """Everything the parser needs from an open page; nothing of pdfium is kept."""
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
    rules = read_rules(page, view)
    unseen = unseen_words(page, view, words)
    hidden = [word for place, word in enumerate(words) if place in unseen]
    words = [word for place, word in enumerate(words) if place not in unseen]
    words.extend([*drawn_bullets(page, view, words)])
    shown = [word for word in words if view.shows(word.box)]
    outside = [word for word in words if not view.shows(word.box)]
    lines = tuple(line for line in printed_lines((word for word in shown if is_level(word.direction)), rules.upright) if line.text)
    turned = _text(word for word in shown if not is_level(word.direction))
    return Page(view, lines, rules, turned, _text(outside), _text(hidden), (*hidden, *outside))


def _main_direction(words: Iterable[Word]) -> tuple[float, float]:
    """The direction that most characters are printed in: to the right, unless the page was turned before it was printed."""
    characters: Counter[tuple[float, float]] = Counter()
    for word in words:
        characters[word.direction] += len(word.text)
    return characters.most_common(1)[0][0] if characters else (1.0, 0.0)


def _text(words: Iterable[Word]) -> str:
    return clean(" ".join(word.text for word in words))
