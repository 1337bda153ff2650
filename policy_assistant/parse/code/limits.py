"""How long a piece may be, in lines and characters; both count."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

MAX_LINES = 60
MAX_CHARACTERS = 2000
WINDOW_LINES = 40


@dataclass(frozen=True)
class Lines:
    """The lines of a file, and how much of a piece's limit a run of them takes."""

    texts: Sequence[str]
    totals: Sequence[int]
    max_lines: int

    @classmethod
    def of(cls, text: str, max_lines: int = MAX_LINES) -> "Lines":
        """The lines of a text; `totals` are the characters (with line feeds) before each of them, and in all."""
        texts = text.split("\n")
        return cls(texts, [0, *accumulate(len(line) + 1 for line in texts)], max_lines)

    def share(self, first: int, last: int) -> float:
        """The rows first..last as a share of the limit: 1 is a piece that is just not too long."""
        return max((last - first + 1) / self.max_lines, (self.totals[last + 1] - 1 - self.totals[first]) / MAX_CHARACTERS)

    def blank(self, row: int) -> bool:
        """Whether a row holds nothing but blanks."""
        return not self.texts[row].strip()
