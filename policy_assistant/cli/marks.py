"""Marks the question's words in a passage, by the terms that the search compares."""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from policy_assistant.analysis import terms

if TYPE_CHECKING:
    from policy_assistant.metadata import Chunk

MARK = "**"
_WORD = re.compile(r"\w+")


def marked(chunk: "Chunk", phrases: Iterable[str]) -> str:
    """The chunk's text with `**` around every word that has a term of the phrases; of several terms, all in a row."""
    wanted = {tuple(phrase.split()) for phrase in phrases if phrase}
    words = [(match.span(), found) for match in _WORD.finditer(chunk.text) if (found := terms(match[0], chunk.language))]
    parts: list[str] = []
    end = 0
    for number in sorted(set(_numbers([found for _, found in words], wanted))):
        start, stop = words[number][0]
        parts += [chunk.text[end:start], MARK, chunk.text[start:stop], MARK]
        end = stop
    return "".join([*parts, chunk.text[end:]])


def _numbers(words: list[list[str]], wanted: set[tuple[str, ...]]) -> Iterator[int]:
    """The numbers of the words to mark."""
    lengths = {len(phrase) for phrase in wanted}
    for number, found in enumerate(words):
        if any((term,) in wanted for term in found):
            yield number
        for length in lengths - {1}:
            row = words[number : number + length]
            if len(row) == length and tuple(next(iter(found)) for found in row) in wanted:
                yield from range(number, number + length)
