"""Windows of a fixed number of words, with or without overlap: simple cuts to compare with."""

import re
from collections.abc import Iterator

from policy_assistant.blocks import ParsedDocument
from policy_assistant.chunk.span import Span

WINDOW_WORDS = 100
OVERLAP_WORDS = 25

_WORD = re.compile(r"\S+")


def cut_fixed(parsed: ParsedDocument, title: str) -> Iterator[Span]:
    """Windows of 100 words, one after the other."""
    return _windows(parsed, WINDOW_WORDS)


def cut_overlap(parsed: ParsedDocument, title: str) -> Iterator[Span]:
    """Windows of 100 words, each repeating the last 25 of the one before."""
    return _windows(parsed, WINDOW_WORDS - OVERLAP_WORDS)


def _windows(parsed: ParsedDocument, step: int) -> Iterator[Span]:
    words = [match.span() for match in _WORD.finditer(parsed.text)]
    for first in range(0, len(words), step):
        last = min(first + WINDOW_WORDS, len(words)) - 1
        start, end = words[first][0], words[last][1]
        yield Span(start, end, _sections(parsed, start, end))
        if last == len(words) - 1:
            return


def _sections(parsed: ParsedDocument, start: int, end: int) -> tuple[str, ...]:
    touched = (block.section for block in parsed.blocks if block.start < end and block.end > start)
    return tuple(dict.fromkeys(section for section in touched if section))
