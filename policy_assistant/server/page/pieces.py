"""Texts in pieces that a template marks: matched words of a passage, and the words that differ between two texts."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from policy_assistant.changes import MAX_WORDS
from policy_assistant.records.matches import Span
from policy_assistant.units import units

MAX_EXCERPT = 420
BEFORE = 80
"""Characters that an excerpt shows before the sentence that it is about."""

LIKE = 0.4
"""From this likeness on, a sentence stands for another one."""

_TOKEN = re.compile(r"\w+(?:[.,:/'’-]\w+)*|[^\w\s]")
_NUMBER = re.compile(r"(?:\w+[.,:/'’-])*\w*\d\w*(?:[.,:/'’-]\w+)*")
_WORD_END = re.compile(r"\s")


@dataclass(frozen=True)
class Piece:
    """Characters of a text, marked or not."""

    text: str
    is_marked: bool = False

    @property
    def parts(self) -> list[tuple[str, bool]]:
        """The characters in order, each number or code by itself (True)."""
        found: list[tuple[str, bool]] = []
        at = 0
        for match in _NUMBER.finditer(self.text):
            found += [(self.text[at : match.start()], False), (match[0], True)]
            at = match.end()
        return [part for part in (*found, (self.text[at:], False)) if part[0]]


Pieces = tuple[Piece, ...]


@dataclass(frozen=True)
class Excerpt:
    """Some of a text with its matched words marked. `start` and `end` are the sentence that has most of them."""

    pieces: Pieces
    is_cut_before: bool
    is_cut_after: bool
    start: int
    end: int


def excerpt(text: str, spans: Sequence[Span], first: int = 0) -> Excerpt:
    """The part of a text around the unit with the most matched words, which are `spans`; its beginning where there are none.

    Nothing before the character `first` is shown.
    """
    spans = [span for span in spans if span[0] >= first]
    best = max(units(text), key=lambda unit: len({text[a:b].lower() for a, b in spans if unit.start <= a < unit.end}), default=None)
    if best is None or not spans:
        start, end, about = first, min(len(text), first + MAX_EXCERPT), (0, len(text))
    else:
        start = _word_start(text, max(first, best.start - BEFORE), best.start, first)
        end, about = min(len(text), start + MAX_EXCERPT), (best.start, best.end)
    if end < len(text):
        end = max(text.rfind(" ", start, end), text.rfind("\n", start, end), start) if _cuts_word(text, end) else end
        end = end if end > start else min(len(text), start + MAX_EXCERPT)
    return Excerpt(marked(text, spans, start, end), start > first, end < len(text), *about)


def marked(text: str, spans: Sequence[Span], first: int = 0, last: int | None = None) -> Pieces:
    """The characters `first` to `last` of a text, those of the spans marked; matched words with only blanks between them as one."""
    last = len(text) if last is None else last
    pieces: list[Piece] = []
    at = first
    for start, end in _joined(text, [(a, b) for a, b in spans if first <= a and b <= last]):
        pieces += [Piece(text[at:start]), Piece(text[start:end], True)]
        at = end
    return tuple(piece for piece in (*pieces, Piece(text[at:last])) if piece.text)


def sides(before: str, after: str) -> tuple[Pieces, Pieces]:
    """Two texts, in each the words marked that the other one has not. Texts that are too long are not compared."""
    old, new = ([match.span() for match in _TOKEN.finditer(text)] for text in (before, after))
    if max(len(old), len(new)) > MAX_WORDS:
        return marked(before, [(0, len(before))]), marked(after, [(0, len(after))])
    words = [before[a:b] for a, b in old], [after[a:b] for a, b in new]
    changes = [code for code in SequenceMatcher(None, *words, autojunk=False).get_opcodes() if code[0] != "equal"]
    gone = [(old[i1][0], old[i2 - 1][1]) for _, i1, i2, _, _ in changes if i2 > i1]
    came = [(new[j1][0], new[j2 - 1][1]) for _, _, _, j1, j2 in changes if j2 > j1]
    return marked(before, gone), marked(after, came)


def likeness(one: str, other: str) -> float:
    """The share of words that two texts have in common (Dice), 0 to 1."""
    return shared(counted(one), counted(other))


def counted(text: str) -> "Counter[str]":
    """The words of a text and how often each is there."""
    return Counter(text.lower().split())


def shared(one: "Counter[str]", other: "Counter[str]") -> float:
    """As `likeness`, for words that are counted already."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0


def _joined(text: str, spans: Sequence[Span]) -> list[Span]:
    """Spans with nothing but blanks between them as one."""
    joined: list[Span] = []
    for start, end in spans:
        if joined and not text[joined[-1][1] : start].strip():
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _word_start(text: str, start: int, most: int, first: int) -> int:
    """The next place from `start` on, at most `most`, where a word begins; one does at `first`."""
    if start == first:
        return first
    found = _WORD_END.search(text, start - 1, most)
    return found.end() if found else most


def _cuts_word(text: str, end: int) -> bool:
    return text[end - 1].isalnum() and text[end].isalnum()
