"""What the formats share about text that a page does not show: how much of it matters, and which colours cannot be seen."""

import re
from dataclasses import dataclass

Colour = tuple[float, float, float]
"""Red, green and blue from 0 to 1."""

WHITE: Colour = (1.0, 1.0, 1.0)
BLACK: Colour = (0.0, 0.0, 0.0)

LEAST_CONTRAST = 1.2
"""Contrast ratio (WCAG 2.1) below which nobody sees text; `#eee` on white has 1.16, the palest grey in use about 1.6."""

LEAST_OPACITY = 0.1

TINY = 2.0
"""Points: smaller type cannot be read."""

NO_ROOM = 1.0
"""Points: a row or column narrower than this, or a box both narrower and lower, shows nothing."""

FEWEST_WORDS = 3
"""Fewer hidden words are the labels of buttons and icons."""

FEWEST_LETTERS = 12
"""For scripts that put no blanks between words."""

_HEX = re.compile(r"#?([0-9A-Fa-f]{6})")
_WORD = re.compile(r"[^\W\d_]{2,}")


def says_something(text: str, fewest: int = FEWEST_WORDS) -> bool:
    """Whether a hidden text is long enough to tell a reader something."""
    words = _WORD.findall(text)
    return len(words) >= fewest or (not text.isascii() and sum(map(len, words)) >= FEWEST_LETTERS)


@dataclass(frozen=True)
class Print:
    """How an office file has a piece of text printed; what it does not say is None, and hides nothing.

    `size` is in points; `colour` None for the automatic one, which is seen on any ground. `ground` is the colour behind the
    text: white where nothing is painted, None where it cannot be told. `opacity` goes from 0 to 1.
    """

    size: float | None = None
    colour: Colour | None = None
    ground: Colour | None = WHITE
    opacity: float = 1.0

    @property
    def is_seen(self) -> bool:
        """Whether a reader can see the text."""
        if self.is_too_small or self.opacity < LEAST_OPACITY:
            return False
        return self.colour is None or self.ground is None or not is_unseen(self.colour, self.ground)

    @property
    def is_too_small(self) -> bool:
        """Whether the type is too small to be read."""
        return self.size is not None and self.size < TINY


def from_hex(text: str) -> Colour | None:
    """The colour of a code such as `FFFFFF` or `#ffffff`; None for what is none."""
    found = _HEX.fullmatch(text.strip())
    if not found:
        return None
    red, green, blue = (int(found[1][n : n + 2], 16) / 255 for n in (0, 2, 4))
    return red, green, blue


def is_unseen(text: Colour, ground: Colour) -> bool:
    """Whether text of this colour cannot be told from its background."""
    first, second = sorted((_luminance(text), _luminance(ground)), reverse=True)
    return (first + 0.05) / (second + 0.05) < LEAST_CONTRAST


def _luminance(colour: Colour) -> float:
    """Relative luminance (WCAG 2.1)."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
