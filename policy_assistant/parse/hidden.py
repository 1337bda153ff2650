"""What the formats share about text that a page does not show: how much of it matters, and which colours cannot be seen."""

import re

Colour = tuple[float, float, float]
"""Red, green and blue from 0 to 1."""

WHITE: Colour = (1.0, 1.0, 1.0)

LEAST_CONTRAST = 1.2
"""Contrast ratio (WCAG 2.1) below which nobody sees text; `#eee` on white has 1.16, the palest grey in use about 1.6."""

LEAST_OPACITY = 0.1

FEWEST_WORDS = 3
"""Fewer hidden words are the labels of buttons and icons."""

FEWEST_LETTERS = 12
"""For scripts that put no blanks between words."""

_WORD = re.compile(r"[^\W\d_]{2,}")


def says_something(text: str, fewest: int = FEWEST_WORDS) -> bool:
    """Whether a hidden text is long enough to tell a reader something."""
    words = _WORD.findall(text)
    return len(words) >= fewest or (not text.isascii() and sum(map(len, words)) >= FEWEST_LETTERS)


def is_unseen(text: Colour, ground: Colour) -> bool:
    """Whether text of this colour cannot be told from its background."""
    first, second = sorted((_luminance(text), _luminance(ground)), reverse=True)
    return (first + 0.05) / (second + 0.05) < LEAST_CONTRAST


def _luminance(colour: Colour) -> float:
    """Relative luminance (WCAG 2.1)."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
