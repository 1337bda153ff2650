"""What in a document may steer a reader unseen: words addressed to an assistant, hidden text, tricks with characters.

Text from documents is data and is never followed; the flags tell people and the checks of answers which passages try.
They are signs, not proof: a flagged passage can be read and found, but is not quoted as fact unless the settings allow
its type of document.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from policy_assistant.blocks import HIDDEN, UNRELIABLE

STEERING_VERSION = "2"
"""Raised when a rule changes. An index keeps it, so that `doctor` can say that flags are those of older rules."""

ADDRESSED, ZERO_WIDTH, ENCODED = "addressed to an assistant", "zero-width characters", "encoded text"

FLAGS = {
    ADDRESSED: "it gives orders to an assistant, a chat model or another program that reads documents",
    HIDDEN: "its file holds text there that a page does not show; that text was left out",
    ZERO_WIDTH: "characters that print nothing stand inside its words, or turn the direction of the text",
    ENCODED: "a long encoded text stands in it, which a program can read and a person cannot",
    UNRELIABLE: "the page does not tell for certain which words of the table belong to which cell",
}
"""The flags of a passage, and what each means."""

MAX_TEXT = 20_000_000
"""Characters of one document that are looked at; more is no document."""


@dataclass(frozen=True)
class Sign:
    """Characters `start` to `end` of a text, and the flag that they give."""

    flag: str
    start: int
    end: int


class Signs:
    """Signs to be looked up by place."""

    def __init__(self, signs: Iterable[Sign]) -> None:
        self._places: dict[str, tuple[list[int], list[int]]] = {}
        for sign in sorted(signs, key=lambda sign: sign.start):
            starts, ends = self._places.setdefault(sign.flag, ([], []))
            starts.append(sign.start)
            ends.append(max(sign.end, ends[-1] if ends else 0))

    def flags(self, start: int, end: int) -> set[str]:
        """The flags of the signs that characters start..end touch."""
        return {flag for flag, (starts, ends) in self._places.items() if _touches(starts, ends, start, end)}


def _touches(starts: list[int], ends: list[int], start: int, end: int) -> bool:
    first = bisect_right(ends, start)
    return first < len(starts) and starts[first] < end


def find_signs(text: str) -> list[Sign]:
    """All signs in a text, in order. Hidden text is no part of a parsed text, so its flag comes from the parsers."""
    return sorted(_signs(text[:MAX_TEXT]), key=lambda sign: (sign.start, sign.end, sign.flag))


@lru_cache(maxsize=1024)
def flags_of(text: str) -> tuple[str, ...]:
    """The flags of a short text, such as a title with headings, in the order of `FLAGS`."""
    return in_order({sign.flag for sign in find_signs(text)})


def in_order(flags: set[str]) -> tuple[str, ...]:
    """Flags without repeats in the order of `FLAGS`; unknown ones come last."""
    return tuple([flag for flag in FLAGS if flag in flags] + sorted(flags - FLAGS.keys()))


def _signs(text: str) -> Iterator[Sign]:
    from policy_assistant.steering.fold import folded  # the rules take a tenth of a second to compile: only an ingest pays
    from policy_assistant.steering.phrases import addressed
    from policy_assistant.steering.signs import encoded, zero_width

    for flag, spans in (
        (ADDRESSED, addressed(folded(text))),
        (ZERO_WIDTH, zero_width(text)),
        (ENCODED, encoded(text)),
    ):
        for start, end in spans:
            yield Sign(flag, start, end)
